//! From JSON text to a document: one pass, which checks the syntax, undoes the escapes and numbers the keys.

mod string;

use self::string::Unescape;
use super::budget::{INPUT_BYTES, INPUT_DEPTH, INPUT_VALUES};
use super::doc::{self, Doc};
use super::issue::quoted;
use super::keys;
use super::place::Step;
use crate::json::between::{after_space, is};
use crate::json::quotes::BLOCK;
use crate::text::push_utf16;
use core::num::NonZeroUsize;

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
        ascii: std::mem::take(&mut doc.ascii),
        end: 0,
        values: 0,
        fault: None,
        doc,
    };
    // No text is longer without its escapes. What is there is overwritten.
    if scanner.ascii.len() < text.len() + BLOCK {
        scanner.ascii.resize(text.len() + BLOCK, 0);
    }
    let done = scanner.whole();
    let Scanner {
        ascii, end, fault, ..
    } = scanner;
    (doc.ascii, doc.ascii_len) = (ascii, end);
    match done {
        Some(_) => Ok(()),
        None => Err(refuse(text, fault)),
    }
}

#[cold]
pub(super) fn too_long(bytes: usize) -> Refusal {
    limit(
        format!("at most {INPUT_BYTES} bytes"),
        format!("{bytes} bytes"),
    )
}

/// What is kept in memory here would be written and read again with each byte, so that where it stands is handed on from
/// step to step instead.
struct Scanner<'a> {
    text: &'a [u8],
    ascii: Vec<u8>,
    /// How much of `ascii` is text.
    end: usize,
    values: usize,
    /// Why it ended early.
    fault: Option<Fault>,
    doc: &'a mut Doc,
}

/// What is wrong.
enum Fault {
    /// This was expected there.
    Syntax(&'static str, usize),
    /// A limit was met; the way there, from the inside out.
    Limit { expected: String, path: Vec<Step> },
}

/// Where the scanner goes on: behind what was read, and so never 0. Nothing where there is a fault.
type Next = Option<NonZeroUsize>;

impl Scanner<'_> {
    fn whole(&mut self) -> Next {
        let end = self.value(0, INPUT_DEPTH)?;
        match after_space(self.text, end.get()) {
            (None, _) => Some(end),
            (Some(_), at) => self.syntax("the end of the text", at),
        }
    }

    fn value(&mut self, at: usize, depth: usize) -> Next {
        self.values += 1;
        if self.values > INPUT_VALUES {
            return self.over(format!("at most {INPUT_VALUES} values"));
        }
        let (byte, at) = after_space(self.text, at);
        match byte {
            Some(b'"') => self.string(at),
            Some(b'{') => self.object(at, depth),
            Some(b'[') => self.list(at, depth),
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(b'n') => self.word(at, "null", doc::NULL),
            Some(b't') => self.word(at, "true", doc::TRUE),
            Some(b'f') => self.word(at, "false", doc::FALSE),
            _ => self.syntax("a value", at),
        }
    }

    fn list(&mut self, at: usize, depth: usize) -> Next {
        let (text, depth) = (self.text, self.inside(depth)?);
        let head = self.open();
        let mut count = 0;
        let (mut byte, mut at) = after_space(text, at + 1);
        if byte != Some(b']') {
            loop {
                let Some(end) = self.value(at, depth) else {
                    return self.within(|_| Step::Index(count as usize));
                };
                count += 1;
                (byte, at) = after_space(text, end.get());
                match byte {
                    Some(b',') => at += 1,
                    Some(b']') => break,
                    _ => return self.syntax(", or ]", at),
                }
            }
        }
        self.close(head, doc::LIST, count);
        NonZeroUsize::new(at + 1)
    }

    fn object(&mut self, at: usize, depth: usize) -> Next {
        let (text, depth) = (self.text, self.inside(depth)?);
        let head = self.open();
        let mut count = 0;
        let (mut byte, mut at) = after_space(text, at + 1);
        if byte != Some(b'}') {
            loop {
                if byte != Some(b'"') {
                    return self.syntax("a key in quotes", at);
                }
                let key_at = self.doc.words.len();
                let end = self.key(at)?;
                (byte, at) = after_space(text, end.get());
                if byte != Some(b':') {
                    return self.syntax(":", at);
                }
                let Some(end) = self.value(at + 1, depth) else {
                    return self.within(|scanner| Step::Key(scanner.key_of(key_at)));
                };
                count += 1;
                (byte, at) = after_space(text, end.get());
                match byte {
                    Some(b',') => (byte, at) = after_space(text, at + 1),
                    Some(b'}') => break,
                    _ => return self.syntax(", or }", at),
                }
            }
        }
        self.close(head, doc::OBJECT, count);
        NonZeroUsize::new(at + 1)
    }

    #[cold]
    fn syntax(&mut self, expected: &'static str, at: usize) -> Next {
        self.fault = Some(Fault::Syntax(expected, at));
        None
    }

    #[cold]
    fn over(&mut self, expected: String) -> Next {
        let path = Vec::new();
        self.fault = Some(Fault::Limit { expected, path });
        None
    }

    /// The same fault, one container further out.
    #[cold]
    fn within(&mut self, step: impl FnOnce(&Self) -> Step) -> Next {
        if let Some(Fault::Limit { .. }) = self.fault {
            let step = step(self);
            if let Some(Fault::Limit { path, .. }) = &mut self.fault {
                path.push(step);
            }
        }
        None
    }

    /// How deep containers may be in this one.
    #[inline(always)]
    fn inside(&mut self, depth: usize) -> Option<usize> {
        let inside = depth.checked_sub(1);
        if inside.is_none() {
            self.over(format!(
                "at most {INPUT_DEPTH} arrays and objects inside each other"
            ));
        }
        inside
    }

    /// Room for the head of a container, which the reader stands before.
    fn open(&mut self) -> usize {
        let head = self.doc.words.len();
        self.doc.words.extend_from_slice(&[doc::NULL, 0]);
        head
    }

    fn close(&mut self, head: usize, tag: u32, count: u32) {
        let end = self.doc.words.len() as u32;
        if let Some([first, second]) = self.doc.words.get_mut(head..head + 2) {
            (*first, *second) = (tag | count << 4, end);
        }
    }

    fn word(&mut self, at: usize, word: &'static str, tag: u32) -> Next {
        let there = self.text.get(at..).unwrap_or_default();
        if !there.starts_with(word.as_bytes()) {
            return self.syntax("null, true or false", at);
        }
        self.doc.words.push(tag);
        NonZeroUsize::new(at + word.len())
    }

    fn number(&mut self, start: usize) -> Next {
        let text = self.text;
        let negative = is(text, start, b"-");
        let digits = start + usize::from(negative);
        let (mut whole, mut at) = (0, digits + 1);
        if !is(text, digits, b"0") {
            (whole, at) = self.digits(digits)?;
        }
        let short = at - digits <= 15;
        let mut integer = true;
        if is(text, at, b".") {
            integer = false;
            (_, at) = self.digits(at + 1)?;
        }
        if is(text, at, b"eE") {
            integer = false;
            at += 1;
            (_, at) = self.digits(at + usize::from(is(text, at, b"+-")))?;
        }
        let number = if integer && short {
            // Exact: 15 digits are less than 2^53.
            if negative {
                -(whole as f64)
            } else {
                whole as f64
            }
        } else {
            let digits = text.get(start..at).unwrap_or_default();
            let digits = core::str::from_utf8(digits).unwrap_or_default();
            digits.parse().unwrap_or(f64::INFINITY)
        };
        if !number.is_finite() {
            return self.syntax("a number that a float can hold", start);
        }
        let bits = number.to_bits();
        let words = [doc::NUMBER, bits as u32, (bits >> 32) as u32];
        self.doc.words.extend_from_slice(&words);
        NonZeroUsize::new(at)
    }

    /// At least one; what they say, as far as 64 bits hold it, and the place behind them.
    fn digits(&mut self, start: usize) -> Option<(u64, usize)> {
        let (mut number, mut at) = (0_u64, start);
        while let Some(digit @ b'0'..=b'9') = self.text.get(at) {
            number = number
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        if at == start {
            self.syntax("a digit", at);
            return None;
        }
        Some((number, at))
    }

    /// A key: its number, or its text.
    #[inline(always)]
    fn key(&mut self, at: usize) -> Next {
        if let Some((number, len)) = string::short_key(self.text, at + 1) {
            self.doc.words.push(doc::KEY | number << 4);
            return NonZeroUsize::new(at + len + 2);
        }
        self.other_key(at)
    }

    fn other_key(&mut self, at: usize) -> Next {
        let start = self.end;
        let (is_ascii, next) = self.unescape(at)?;
        let key = self.ascii.get(start..self.end).unwrap_or_default();
        if let Some(number) = keys::lookup(key).filter(|_| is_ascii) {
            self.end = start;
            self.doc.words.push(doc::KEY | number << 4);
            return Some(next);
        }
        self.text(start, is_ascii, next)
    }

    #[inline]
    fn string(&mut self, at: usize) -> Next {
        let start = self.end;
        let (is_ascii, next) = self.unescape(at)?;
        self.text(start, is_ascii, next)
    }

    /// Appends the text in quotes to `ascii`: whether it is ASCII, and the place behind it.
    #[inline]
    fn unescape(&mut self, at: usize) -> Option<(bool, NonZeroUsize)> {
        let mut string = Unescape {
            text: self.text,
            at: at + 1,
            out: &mut self.ascii,
            end: self.end,
        };
        let is_ascii = string.run();
        let at = string.at;
        self.end = string.end;
        match is_ascii {
            Ok(is_ascii) => Some((is_ascii, NonZeroUsize::new(at)?)),
            Err(expected) => {
                self.syntax(expected, at);
                None
            }
        }
    }

    /// The words of the text that ends `ascii`.
    #[inline]
    fn text(&mut self, start: usize, is_ascii: bool, next: NonZeroUsize) -> Next {
        let len = self.end - start;
        let tag = len as u32 * 16;
        if is_ascii {
            let words = [doc::TEXT | tag, start as u32];
            self.doc.words.extend_from_slice(&words);
            return Some(next);
        }
        self.wide(start, next)
    }

    fn wide(&mut self, start: usize, next: NonZeroUsize) -> Next {
        let tag = (self.end - start) as u32 * 16;
        let (place, units_at) = (self.doc.wide.len() as u32, self.doc.utf16.len() as u32);
        let text = &self.ascii[start..self.end];
        let (units, bad) = push_utf16(&mut self.doc.utf16, text);
        if bad {
            return self.syntax("UTF-8 before this place", next.get());
        }
        self.doc.wide.extend_from_slice(text);
        self.end = start;
        let words = [doc::WIDE | tag, place, units_at, units as u32];
        self.doc.words.extend_from_slice(&words);
        Some(next)
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
fn refuse(text: &[u8], fault: Option<Fault>) -> Refusal {
    let (expected, at) = match fault {
        Some(Fault::Limit { expected, mut path }) => {
            path.reverse();
            return Refusal {
                path,
                ..limit(expected, "more".to_owned())
            };
        }
        Some(Fault::Syntax(expected, at)) => (expected, at),
        None => ("a value", 0),
    };
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
