//! From JSON text to a document: one pass, which checks the syntax, undoes the escapes and numbers the keys.

mod string;

use self::string::Unescape;
use super::budget::{INPUT_BYTES, INPUT_DEPTH, INPUT_VALUES};
use super::doc::{self, Doc};
use super::issue::quoted;
use super::keys;
use super::place::Step;
use crate::json::quotes::BLOCK;
use crate::text::push_utf16;

/// Why a text is no document.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) expected: String,
    pub(super) found: String,
    /// A limit, not the syntax.
    pub(super) limit: bool,
    /// Where the limit was met.
    pub(super) path: Vec<Step>,
}

/// Reads `text` into `doc`.
pub(super) fn scan(text: &[u8], doc: &mut Doc) -> Result<(), Refusal> {
    doc.clear();
    if text.len() > INPUT_BYTES {
        return Err(too_long(text.len()));
    }
    let mut scanner = Scanner {
        text,
        at: 0,
        ascii: std::mem::take(&mut doc.ascii),
        end: 0,
        values: 0,
        doc,
    };
    // No text is longer without its escapes. What is there is overwritten.
    if scanner.ascii.len() < text.len() + BLOCK {
        scanner.ascii.resize(text.len() + BLOCK, 0);
    }
    let done = scanner.whole();
    let Scanner { ascii, end, at, .. } = scanner;
    (doc.ascii, doc.ascii_len) = (ascii, end);
    done.map_err(|fault| refuse(text, at, fault))
}

#[cold]
pub(super) fn too_long(bytes: usize) -> Refusal {
    limit(
        format!("at most {INPUT_BYTES} bytes"),
        format!("{bytes} bytes"),
    )
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    ascii: Vec<u8>,
    /// How much of `ascii` is text.
    end: usize,
    values: usize,
    doc: &'a mut Doc,
}

/// What is wrong, on its way out.
enum Fault {
    /// This was expected.
    Syntax(&'static str),
    /// A limit was met; the way there, from the inside out.
    Limit { expected: String, path: Vec<Step> },
}

type Read<T> = Result<T, Fault>;

impl Scanner<'_> {
    fn whole(&mut self) -> Read<()> {
        self.value(INPUT_DEPTH)?;
        match self.after_space() {
            None => Ok(()),
            Some(_) => Err(Fault::Syntax("the end of the text")),
        }
    }

    fn value(&mut self, depth: usize) -> Read<()> {
        self.values += 1;
        if self.values > INPUT_VALUES {
            return Err(over(format!("at most {INPUT_VALUES} values")));
        }
        match self.after_space() {
            Some(b'"') => self.string(),
            Some(b'{') => self.object(inside(depth)?),
            Some(b'[') => self.list(inside(depth)?),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", doc::NULL),
            Some(b't') => self.word("true", doc::TRUE),
            Some(b'f') => self.word("false", doc::FALSE),
            _ => Err(Fault::Syntax("a value")),
        }
    }

    fn list(&mut self, depth: usize) -> Read<()> {
        let head = self.open();
        let mut count = 0;
        if self.after_space() != Some(b']') {
            loop {
                self.value(depth)
                    .map_err(|fault| fault.within(|| Step::Index(count as usize)))?;
                count += 1;
                match self.after_space() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return Err(Fault::Syntax(", or ]")),
                }
            }
        }
        self.close(head, doc::LIST, count);
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Read<()> {
        let head = self.open();
        let mut count = 0;
        if self.after_space() != Some(b'}') {
            loop {
                if self.after_space() != Some(b'"') {
                    return Err(Fault::Syntax("a key in quotes"));
                }
                let key_at = self.doc.words.len();
                self.key()?;
                if self.after_space() != Some(b':') {
                    return Err(Fault::Syntax(":"));
                }
                self.at += 1;
                let value = self.value(depth);
                value.map_err(|fault| fault.within(|| Step::Key(self.key_of(key_at))))?;
                count += 1;
                match self.after_space() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return Err(Fault::Syntax(", or }")),
                }
            }
        }
        self.close(head, doc::OBJECT, count);
        Ok(())
    }

    /// Room for the head of a container, which the reader stands before.
    fn open(&mut self) -> usize {
        self.at += 1;
        let head = self.doc.words.len();
        self.doc.words.extend_from_slice(&[doc::NULL, 0]);
        head
    }

    fn close(&mut self, head: usize, tag: u32, count: u32) {
        self.at += 1;
        let end = self.doc.words.len() as u32;
        if let Some([first, second]) = self.doc.words.get_mut(head..head + 2) {
            (*first, *second) = (tag | count << 4, end);
        }
    }

    fn word(&mut self, word: &'static str, tag: u32) -> Read<()> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return Err(Fault::Syntax("null, true or false"));
        }
        self.at += word.len();
        self.doc.words.push(tag);
        Ok(())
    }

    fn number(&mut self) -> Read<()> {
        let start = self.at;
        let negative = self.skip(b"-");
        let digits = self.at;
        let mut whole: u64 = 0;
        if !self.skip(b"0") {
            whole = self.digits()?;
        }
        let short = self.at - digits <= 15;
        let mut integer = true;
        if self.skip(b".") {
            integer = false;
            self.digits()?;
        }
        if self.skip(b"eE") {
            integer = false;
            self.skip(b"+-");
            self.digits()?;
        }
        let number = if integer && short {
            // Exact: 15 digits are less than 2^53.
            if negative {
                -(whole as f64)
            } else {
                whole as f64
            }
        } else {
            let text = core::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
            text.parse().unwrap_or(f64::INFINITY)
        };
        if !number.is_finite() {
            self.at = start;
            return Err(Fault::Syntax("a number that a float can hold"));
        }
        let bits = number.to_bits();
        let words = [doc::NUMBER, bits as u32, (bits >> 32) as u32];
        self.doc.words.extend_from_slice(&words);
        Ok(())
    }

    /// At least one; what they say, as far as 64 bits hold it.
    fn digits(&mut self) -> Read<u64> {
        let start = self.at;
        let mut number: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == start {
            return Err(Fault::Syntax("a digit"));
        }
        Ok(number)
    }

    /// A key: its number, or its text.
    fn key(&mut self) -> Read<()> {
        if let Some((number, len)) = string::short_key(self.text, self.at + 1) {
            self.at += len + 2;
            self.doc.words.push(doc::KEY | number << 4);
            return Ok(());
        }
        let (start, is_ascii) = self.unescape()?;
        let number = keys::lookup(&self.ascii[start..self.end]).filter(|_| is_ascii);
        if let Some(number) = number {
            self.end = start;
            self.doc.words.push(doc::KEY | number << 4);
            Ok(())
        } else {
            self.text(start, is_ascii)
        }
    }

    fn string(&mut self) -> Read<()> {
        let (start, is_ascii) = self.unescape()?;
        self.text(start, is_ascii)
    }

    /// Appends the text in quotes to `ascii`: where it begins there, and whether it is ASCII.
    #[inline]
    fn unescape(&mut self) -> Read<(usize, bool)> {
        let start = self.end;
        let mut string = Unescape {
            text: self.text,
            at: self.at + 1,
            out: &mut self.ascii,
            end: start,
        };
        let is_ascii = string.run();
        (self.at, self.end) = (string.at, string.end);
        Ok((start, is_ascii.map_err(Fault::Syntax)?))
    }

    /// The words of the text that ends `ascii`.
    fn text(&mut self, start: usize, is_ascii: bool) -> Read<()> {
        let len = self.end - start;
        let tag = len as u32 * 16;
        if is_ascii {
            let words = [doc::TEXT | tag, start as u32];
            self.doc.words.extend_from_slice(&words);
            return Ok(());
        }
        let (place, units_at) = (self.doc.wide.len() as u32, self.doc.utf16.len() as u32);
        let text = &self.ascii[start..self.end];
        let (units, bad) = push_utf16(&mut self.doc.utf16, text);
        if bad {
            return Err(Fault::Syntax("UTF-8 before this place"));
        }
        self.doc.wide.extend_from_slice(text);
        self.end = start;
        let words = [doc::WIDE | tag, place, units_at, units as u32];
        self.doc.words.extend_from_slice(&words);
        Ok(())
    }

    /// The key of the member whose words begin there.
    #[cold]
    fn key_of(&self, at: usize) -> String {
        let word = |at: usize| self.doc.words.get(at).copied().unwrap_or_default();
        let (head, place) = (word(at), word(at + 1) as usize);
        if head & 15 == doc::KEY {
            return keys::name(head >> 4).to_owned();
        }
        let texts = if head & 15 == doc::TEXT {
            &self.ascii
        } else {
            &self.doc.wide
        };
        let text = texts.get(place..place + (head >> 4) as usize);
        String::from_utf8_lossy(text.unwrap_or_default()).into_owned()
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte that is not space; the reader stands on it.
    #[inline]
    fn after_space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                next => return next,
            }
        }
    }

    /// Takes one byte, if it is one of these.
    #[inline]
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let there = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(there);
        there
    }
}

fn inside(depth: usize) -> Read<usize> {
    depth.checked_sub(1).ok_or_else(|| {
        over(format!(
            "at most {INPUT_DEPTH} arrays and objects inside each other"
        ))
    })
}

#[cold]
fn over(expected: String) -> Fault {
    Fault::Limit {
        expected,
        path: Vec::new(),
    }
}

impl Fault {
    /// The same fault, one container further out.
    #[cold]
    fn within(mut self, step: impl FnOnce() -> Step) -> Fault {
        if let Fault::Limit { path, .. } = &mut self {
            path.push(step());
        }
        self
    }
}

#[cold]
fn limit(expected: String, found: String) -> Refusal {
    Refusal {
        expected,
        found,
        limit: true,
        path: Vec::new(),
    }
}

#[cold]
fn refuse(text: &[u8], at: usize, fault: Fault) -> Refusal {
    match fault {
        Fault::Limit { expected, mut path } => {
            path.reverse();
            Refusal {
                path,
                ..limit(expected, "more".to_owned())
            }
        }
        Fault::Syntax(expected) => {
            let rest = text.get(at..).unwrap_or_default();
            let next = String::from_utf8_lossy(&rest[..rest.len().min(4)])
                .chars()
                .next();
            let found = next.map_or_else(
                || "the end of the text".to_owned(),
                |c| quoted(&c.to_string()),
            );
            Refusal {
                expected: expected.to_owned(),
                found: format!("{found} at byte {at}"),
                limit: false,
                path: Vec::new(),
            }
        }
    }
}
