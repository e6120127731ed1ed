//! A file's text with what stands where in it: one pass over its bytes, no tree.

mod scan;

use super::keys::{explained, quoted, From};
use super::outcome::{Exit, Refusal, Result};
use super::reference::PREFIX;
use super::{DEPTH, FILE_BYTES};
use crate::json::Json;
use std::borrow::Cow;

/// Most characters of a pointer that a message shows.
const SHOWN: usize = 120;

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    False,
    True,
    Number,
    /// A string without escapes.
    Text,
    /// A string with escapes.
    Escaped,
    /// A string that is a reference.
    Mount,
    /// A key; its value comes next.
    Key,
    /// A key with escapes.
    EscapedKey,
    List,
    Object,
}

/// A value or a key. Of a string it is what is between the quotes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    start: u32,
    end: u32,
    /// The node after this one and all in it.
    next: u32,
}

/// A reference.
#[derive(Debug)]
pub(super) struct Mount {
    pub(super) node: usize,
    /// How many arrays and objects of the file it is in.
    pub(super) depth: u32,
    /// The path in it.
    pub(super) target: String,
}

/// A text that is JSON.
#[derive(Debug)]
pub(super) struct Tape {
    text: String,
    nodes: Vec<Node>,
    /// By node.
    pub(super) mounts: Vec<Mount>,
    /// How many arrays and objects stand in each other at most.
    pub(super) depth: u32,
    fault: Option<Fault>,
}

/// Why a JSON text is not one that may be stored.
#[derive(Debug)]
struct Fault {
    node: usize,
    what: Wrong,
}

#[derive(Debug)]
enum Wrong {
    Key,
    Repeated,
    Deep,
    Reference(String),
}

/// Whether keys are held to the rule for stored ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    Stored,
    Any,
}

impl Tape {
    /// Reads a file. `name` is what messages call it.
    ///
    /// # Errors
    /// Exit 7 where it is no JSON. What else is wrong with it, [`Tape::check`] says.
    pub(super) fn read(name: &str, bytes: Vec<u8>) -> Result<Tape> {
        let broken = |why: &str| Refusal::of(Exit::Json, format!("{name}: {why}"));
        if bytes.len() > FILE_BYTES {
            return Err(Refusal::state(format!(
                "{name}: a file has at most {FILE_BYTES} bytes; this one has more"
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            broken(&format!(
                "not UTF-8 from byte {} on",
                error.utf8_error().valid_up_to()
            ))
        })?;
        if text.trim_ascii().is_empty() {
            return Err(broken("not readable as JSON: the file is empty"));
        }
        scan::scan(text, Keys::Stored).map_err(|text| match Json::parse(text.as_bytes()) {
            Err(error) => broken(&error.message),
            Ok(_) => broken("not readable as JSON"),
        })
    }

    /// Whether its keys, its references and its nesting are as they have to be.
    ///
    /// # Errors
    /// Exit 3.
    pub(super) fn check(&self, name: &str) -> Result<()> {
        let Some(fault) = &self.fault else {
            return Ok(());
        };
        let why = match &fault.what {
            Wrong::Key => explained(&self.text(fault.node), From::Stored),
            Wrong::Repeated => format!("{} is there twice", quoted(&self.text(fault.node))),
            Wrong::Deep => format!("more than {DEPTH} arrays and objects in each other"),
            Wrong::Reference(why) => why.clone(),
        };
        Err(Refusal::state(format!(
            "{name}, in {}: {why}",
            self.pointer(fault.node)
        )))
    }

    /// The file's text.
    pub(super) fn source(&self) -> &str {
        &self.text
    }

    pub(super) fn kind(&self, node: usize) -> Kind {
        self.nodes.get(node).map_or(Kind::Null, |node| node.kind)
    }

    /// The characters of a number, of a string or key as it is written.
    pub(super) fn raw(&self, node: usize) -> &str {
        let node = self.nodes.get(node);
        node.and_then(|node| self.text.get(node.start as usize..node.end as usize))
            .unwrap_or_default()
    }

    /// What a string or key says.
    pub(super) fn text(&self, node: usize) -> Cow<'_, str> {
        match self.kind(node) {
            Kind::Text | Kind::Key => Cow::Borrowed(self.raw(node)),
            _ => Cow::Owned(scan::unescaped(self.raw(node)).unwrap_or_default()),
        }
    }

    /// The items of an array, the keys of an object: each value comes after its key.
    fn inside(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.after(node);
        let mut next = node + 1;
        core::iter::from_fn(move || {
            let at = next;
            if at >= end {
                return None;
            }
            let value = if self.is_key(at) { at + 1 } else { at };
            next = self.after(value);
            Some(at)
        })
    }

    /// The items of an array.
    pub(super) fn items(&self, list: usize) -> impl Iterator<Item = usize> + '_ {
        self.inside(list)
    }

    /// Keys and values of an object.
    pub(super) fn members(
        &self,
        object: usize,
    ) -> impl Iterator<Item = (Cow<'_, str>, usize)> + '_ {
        self.inside(object).map(|key| (self.text(key), key + 1))
    }

    fn after(&self, node: usize) -> usize {
        self.nodes
            .get(node)
            .map_or(usize::MAX, |node| node.next as usize)
    }

    fn is_key(&self, node: usize) -> bool {
        matches!(self.kind(node), Kind::Key | Kind::EscapedKey)
    }

    /// Where a node is, as a JSON pointer; of a key, the object that it is in. For messages.
    fn pointer(&self, node: usize) -> String {
        let mut pointer = String::new();
        let mut at = 0;
        while at < node {
            let holder = self
                .inside(at)
                .enumerate()
                .take_while(|(_, inside)| *inside <= node)
                .last();
            match holder {
                Some((_, key)) if self.is_key(key) && key < node => {
                    pointer += &format!("/{}", self.text(key));
                    at = key + 1;
                }
                Some((index, item)) if !self.is_key(item) => {
                    pointer += &format!("/{index}");
                    at = item;
                }
                _ => break,
            }
        }
        if pointer.is_empty() {
            pointer.push('/');
        }
        let cut = pointer.char_indices().nth(SHOWN).map(|(at, _)| at);
        if let Some(at) = cut {
            pointer.truncate(at);
            pointer.push('…');
        }
        super::outcome::one_line(&pointer)
    }
}

/// An argument as JSON, with its keys as they stand; nothing where it is no JSON.
///
/// # Errors
/// Exit 2 where it nests too deep, or where a text in it ends in the middle of a character.
pub(super) fn read_argument(text: &str) -> Result<Option<Json>> {
    let Ok(tape) = scan::scan(text.to_owned(), Keys::Any) else {
        // The grammar of JSON takes halves of surrogate pairs, so that this is none only for want of the other half.
        return match without_halves(text).map(|text| scan::scan(text, Keys::Any)) {
            Some(Ok(_)) => Err(Refusal::input(
                "JSON with half of a surrogate pair in a text, such as \"\\ud83d\": expected whole characters",
            )),
            _ => Ok(None),
        };
    };
    if tape.depth as usize > DEPTH {
        return Err(Refusal::input(format!(
            "a value nests at most {DEPTH} deep; this one {}",
            tape.depth
        )));
    }
    Ok(Json::parse(text.as_bytes()).ok())
}

/// A text with a character of its own for each escaped half of a surrogate pair; nothing where it has none.
fn without_halves(text: &str) -> Option<String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let is_half = |escape: &str| {
            escape.is_ascii()
                && matches!(
                    escape.as_bytes(),
                    [b'\\', b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..]
                )
        };
        let len = match escape.get(..6) {
            Some(half) if is_half(half) => {
                whole.push_str("\\ufffd");
                6
            }
            _ => {
                let two = escape.chars().take(2).map(char::len_utf8).sum();
                whole.push_str(&escape[..two]);
                two
            }
        };
        rest = &escape[len..];
    }
    whole.push_str(rest);
    (whole != text).then_some(whole)
}

/// The path of a text that is a reference.
pub(super) fn target_of(json: &Json) -> Option<&str> {
    json.as_str()?.strip_prefix(PREFIX)
}
