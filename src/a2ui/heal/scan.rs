//! The scanner: byte by byte through an unfinished line, with no more of JSON than it takes to know where an item of the
//! list begins and ends. What is between is read as JSON when it is complete.

use super::open::{Open, Patch};
use super::text::{decode, is_text};
use crate::a2ui::repeats::repeated_key;
use crate::json::Json;
use core::ops::Range;

/// Components whose texts are shown unfinished: type, property, and what the catalog requires beside it.
pub const TEXTS: [(&str, &str, &[&str]); 7] = [
    ("Text", "text", &[]),
    ("Image", "altText", &["url"]),
    ("AudioPlayer", "description", &["url"]),
    ("CheckBox", "label", &["value"]),
    ("TextField", "label", &[]),
    ("TextField", "text", &["label"]),
    ("Slider", "label", &["value"]),
];

/// Messages with a list, and the list's key.
const LISTS: [(&str, &str); 2] = [
    ("surfaceUpdate", "components"),
    ("dataModelUpdate", "contents"),
];

/// Root, payload and list: an item of the list is opened at this many open arrays and objects.
const LIST: usize = 3;
/// As many as the reader of JSON takes.
const DEEPEST: usize = 127;
/// Items that one more byte of the line pays for: a message is made of all of them.
const ITEMS_PER_BYTE: usize = 8;

/// Reads on in a line.
#[derive(Debug, Default)]
pub(crate) struct Healer {
    /// Nothing can be shown of this line.
    lost: bool,
    /// The list is complete: nothing comes behind it that can be shown.
    ended: bool,
    /// Bytes of the line that were looked at.
    at: usize,
    /// What is open.
    frames: Vec<Frame>,
    /// Where the content of the open string begins.
    string: Option<usize>,
    escaped: bool,
    /// Which of [`LISTS`] it is.
    list: Option<usize>,
    /// An item may begin: none stands before it, or a comma.
    item_next: bool,
    /// Where the open item begins.
    item: usize,
    text: Text,
    patch: Patch,
    /// Items that are complete.
    items: usize,
    /// Bytes since something was shown.
    unpaid: usize,
}

#[derive(Debug, Default)]
struct Frame {
    array: bool,
    /// The content of the last key.
    key: Range<usize>,
    /// A colon stands behind it.
    value_next: bool,
}

/// What the string that began last is.
#[derive(Debug, Default)]
enum Text {
    /// Nothing to show before its end.
    #[default]
    Other,
    /// A text that is shown, up to here.
    Shown { read: usize },
    /// What may be one: where it begins, how far it was read, and that.
    Held {
        from: usize,
        read: usize,
        held: String,
    },
}

/// There is nothing to heal: the line will be refused, or is of another kind.
struct Lost;

impl Healer {
    /// Reads on to the end of `line`, which begins as it did the last time. What is to be shown now, if anything.
    pub(crate) fn read(&mut self, line: &[u8]) -> Option<Patch> {
        if self.lost {
            return None;
        }
        self.unpaid += line.len() - self.at;
        if self.scan(line).is_err() {
            *self = Healer {
                lost: true,
                ..Healer::default()
            };
            return None;
        }
        let paid = self.ended || self.items <= ITEMS_PER_BYTE * self.unpaid;
        if self.patch.is_empty() || !paid {
            return None;
        }
        self.unpaid = 0;
        Some(core::mem::take(&mut self.patch))
    }

    fn scan(&mut self, line: &[u8]) -> Result<(), Lost> {
        while let Some(byte) = line.get(self.at).copied().filter(|_| !self.ended) {
            if let Some(from) = self.string {
                self.in_string(line, from, byte)?;
                continue;
            }
            match byte {
                b'"' => self.open_string(line)?,
                b'{' | b'[' => self.open(line, byte == b'[')?,
                b'}' | b']' => self.close(line, byte == b']')?,
                b':' => self.top()?.value_next = true,
                b',' if self.frames.len() == LIST => {
                    if self.item_next {
                        return Err(Lost);
                    }
                    self.item_next = true;
                }
                b',' => self.top()?.value_next = false,
                b' ' | b'\t' | b'\r' => {}
                // A number or a word, which is looked at where the item is complete.
                _ if self.frames.len() == LIST => return Err(Lost),
                _ => {}
            }
            self.at += 1;
        }
        match self.string {
            Some(_) => self.go_on_in_text(line, self.at),
            None => Ok(()),
        }
    }

    fn top(&mut self) -> Result<&mut Frame, Lost> {
        self.frames.last_mut().ok_or(Lost)
    }

    fn in_string(&mut self, line: &[u8], from: usize, byte: u8) -> Result<(), Lost> {
        if self.escaped {
            self.escaped = false;
            self.at += 1;
            return Ok(());
        }
        match byte {
            b'\\' => self.escaped = true,
            b'"' => {
                self.go_on_in_text(line, self.at)?;
                self.string = None;
                self.text = Text::Other;
                let key = from..self.at;
                let top = self.top()?;
                if !top.array && !top.value_next {
                    top.key = key;
                }
            }
            _ => {
                let rest = &line[self.at..];
                let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'));
                self.at += plain.unwrap_or(rest.len());
                return Ok(());
            }
        }
        self.at += 1;
        Ok(())
    }

    fn open_string(&mut self, line: &[u8]) -> Result<(), Lost> {
        if self.frames.len() == LIST {
            return Err(Lost);
        }
        let from = self.at + 1;
        self.string = Some(from);
        self.text = match self.path(line) {
            Some(_) => Text::Held {
                from,
                read: from,
                held: String::new(),
            },
            None => Text::Other,
        };
        Ok(())
    }

    fn open(&mut self, line: &[u8], array: bool) -> Result<(), Lost> {
        let depth = self.frames.len();
        if depth == LIST {
            if array || !self.item_next {
                return Err(Lost);
            }
            self.item_next = false;
            self.item = self.at;
        }
        if depth == LIST - 1 {
            // Beside the list there are texts only.
            if !array {
                return Err(Lost);
            }
            self.begin_list(&line[..self.at])?;
        }
        if depth == DEEPEST {
            return Err(Lost);
        }
        self.frames.push(Frame {
            array,
            ..Frame::default()
        });
        Ok(())
    }

    fn close(&mut self, line: &[u8], array: bool) -> Result<(), Lost> {
        let frame = self.frames.pop().ok_or(Lost)?;
        if frame.array != array || self.frames.len() < LIST - 1 {
            return Err(Lost);
        }
        self.ended = self.frames.len() == LIST - 1 && self.list.is_some();
        if self.frames.len() == LIST {
            let item = read(&line[self.item..=self.at])?;
            self.patch.done.push(item);
            self.patch.open = None;
            self.patch.text.clear();
            self.items += 1;
        }
        Ok(())
    }

    /// Here the list begins, if all that stands before it is known and says where the message goes.
    fn begin_list(&mut self, before: &[u8]) -> Result<(), Lost> {
        let mut text = before.to_vec();
        text.extend_from_slice(b"[]}}");
        let head = read(&text)?;
        let [(kind, payload)] = head.as_object().ok_or(Lost)? else {
            return Err(Lost);
        };
        let (last, fields) = payload
            .as_object()
            .and_then(<[_]>::split_last)
            .ok_or(Lost)?;
        let list = LISTS
            .iter()
            .position(|list| *list == (kind.as_str(), last.0.as_str()));
        let goes_to = |name: &str| {
            payload
                .get(name)
                .is_some_and(|value| value.as_str().is_some())
        };
        let wanted: &[&str] = if list == Some(0) {
            &["surfaceId"]
        } else {
            &["surfaceId", "path"]
        };
        if list.is_none()
            || fields.len() != wanted.len()
            || !wanted.iter().all(|name| goes_to(name))
        {
            return Err(Lost);
        }
        self.list = list;
        self.item_next = true;
        self.patch.head = Some(head);
        Ok(())
    }

    /// The keys that lead from the item to the value that begins here, where that is a text to be shown.
    fn path(&self, line: &[u8]) -> Option<Vec<&'static str>> {
        let frames = self.frames.get(LIST..)?;
        if frames.iter().any(|frame| frame.array || !frame.value_next) {
            return None;
        }
        let keys = frames
            .iter()
            .map(|frame| line.get(frame.key.clone()).unwrap_or_default());
        let keys: Vec<&[u8]> = keys.take(5).collect();
        match (self.list?, keys.as_slice()) {
            (0, [b"component", kind, property, b"literalString"]) => {
                let text = TEXTS
                    .iter()
                    .find(|text| text.0.as_bytes() == *kind && text.1.as_bytes() == *property)?;
                Some(vec!["component", text.0, text.1, "literalString"])
            }
            (1, [b"valueString"]) => Some(vec!["valueString"]),
            _ => None,
        }
    }

    /// Takes the open string up to `to` into the patch, where it is a text.
    fn go_on_in_text(&mut self, line: &[u8], to: usize) -> Result<(), Lost> {
        match &mut self.text {
            Text::Other => Ok(()),
            Text::Shown { read } => {
                let (more, count) = decode(&line[*read..to]).ok_or(Lost)?;
                *read += count;
                self.patch.text.push_str(&more);
                Ok(())
            }
            Text::Held { from, read, held } => {
                let (more, count) = decode(&line[*read..to]).ok_or(Lost)?;
                *read += count;
                held.push_str(&more);
                let (from, read) = (*from, *read);
                // A component says what is text, a data model does not.
                let shown = if self.list == Some(0) {
                    (!held.is_empty()).then_some(true)
                } else {
                    is_text(held)
                };
                match shown {
                    None => Ok(()),
                    Some(false) => {
                        self.text = Text::Other;
                        Ok(())
                    }
                    Some(true) => {
                        let held = core::mem::take(held);
                        self.show(line, from, read, held)
                    }
                }
            }
        }
    }

    /// Closes the item behind the text that begins at `from`, if it can stand like that.
    fn show(&mut self, line: &[u8], from: usize, read_to: usize, held: String) -> Result<(), Lost> {
        self.text = Text::Other;
        let Some(path) = self.path(line) else {
            return Ok(());
        };
        let mut text = line[self.item..from].to_vec();
        text.push(b'"');
        text.extend(self.frames[LIST..].iter().map(|_| b'}'));
        let item = read(&text)?;
        if stands(&item, &path) {
            self.text = Text::Shown { read: read_to };
            self.patch.open = Some(Open { item, path });
            self.patch.text = held;
        }
        Ok(())
    }
}

/// A complete value in which no key is repeated.
fn read(text: &[u8]) -> Result<Json, Lost> {
    let json = Json::parse(text).map_err(|_| Lost)?;
    match repeated_key(&json) {
        Some(_) => Err(Lost),
        None => Ok(json),
    }
}

/// Is a closed item one that could come like that: with its id or key, all that its type requires, and no path beside
/// the text?
fn stands(item: &Json, path: &[&str]) -> bool {
    let named = |name: &str| item.get(name).is_some_and(|id| id.as_str().is_some());
    let [_, kind, property, _] = path else {
        return named("key") && item.as_object().is_some_and(|entry| entry.len() == 2);
    };
    let component = item.get("component");
    let properties = component.and_then(|component| component.get(kind));
    let (Some(component), Some(properties)) = (component, properties) else {
        return false;
    };
    let text = TEXTS
        .iter()
        .find(|text| (text.0, text.1) == (*kind, *property));
    let alone = |json: &Json| json.as_object().is_some_and(|entries| entries.len() == 1);
    named("id")
        && alone(component)
        && properties.get(property).is_some_and(alone)
        && text.is_some_and(|text| text.2.iter().all(|name| properties.get(name).is_some()))
}
