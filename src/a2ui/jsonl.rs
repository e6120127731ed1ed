//! A stream of messages as JSONL: one JSON object a line, cut anywhere, also inside a character.
//!
//! A line is read once it has ended; with healing, what is there of an unfinished one is given too, and replaced when
//! the line has ended. A line that cannot be read is reported by its number, and the stream goes on. A byte order mark at
//! its start is passed over.

use super::finding::Finding;
use super::heal::{Healer, Patch};
use super::registry::{
    Rule, ENVELOPE_DUPLICATE_KEY, ENVELOPE_JSON, ENVELOPE_NOT_OBJECT, LIMIT_LINE_BYTES,
};
use super::repeats::repeated_key;
use crate::json::Json;
use crate::pointer::Pointer;

/// How a stream is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Give what can be shown of an unfinished line.
    pub healing: bool,
    /// Most bytes of a line, its end not counted. As much is kept in memory.
    pub max_line_bytes: usize,
}

impl Default for Options {
    /// Without healing; 64 KiB a line, as the largest message is by default.
    fn default() -> Self {
        Options {
            healing: false,
            max_line_bytes: 64 << 10,
        }
    }
}

/// Something that came of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The line's number, from 1. Empty lines count.
    pub line: u64,
    /// What came of it.
    pub what: What,
}

/// What comes of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// A JSON object without repeated keys; whether it is a message is for the validator to say.
    Message(Json),
    /// The line is none.
    Error(Finding),
    /// What is new of a line that has not ended. The message or error of the same line takes its place.
    Provisional(Patch),
}

impl Item {
    /// `{line, message}`, `{line, error}` or `{line, patch}`
    pub fn into_json(self) -> Json {
        let (key, value) = match self.what {
            What::Message(message) => ("message", message),
            What::Error(finding) => ("error", finding.to_json()),
            What::Provisional(patch) => ("patch", patch.into_json()),
        };
        Json::Object(vec![
            ("line".to_owned(), self.line.into()),
            (key.to_owned(), value),
        ])
    }
}

/// The byte order mark, which some tools write before UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A line without the mark that a stream may begin with.
fn after_mark(line: &[u8], number: u64) -> &[u8] {
    match number {
        1 => line.strip_prefix(MARK).unwrap_or(line),
        _ => line,
    }
}

/// Reads a stream. Time is linear in its length, whatever its pieces.
#[derive(Debug)]
pub struct Parser {
    options: Options,
    /// The number of the line that is being read.
    number: u64,
    line: Vec<u8>,
    /// The line was too long: its rest is passed over.
    skipping: bool,
    healer: Healer,
}

impl Parser {
    /// At the beginning of a stream.
    pub fn new(options: Options) -> Parser {
        Parser {
            options,
            number: 1,
            line: Vec::new(),
            skipping: false,
            healer: Healer::default(),
        }
    }

    /// Takes the next bytes: what came of the lines that end in them, and at last what can be shown of the line that
    /// does not.
    pub fn push(&mut self, chunk: &[u8]) -> Vec<Item> {
        let mut items = Vec::new();
        let mut parts = chunk.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.take(part, &mut items);
            if parts.peek().is_some() {
                self.finish(&mut items);
            }
        }
        if self.options.healing && !self.skipping && !self.may_be_mark() {
            let patch = self.healer.read(after_mark(&self.line, self.number));
            items.extend(patch.map(|patch| self.item(What::Provisional(patch))));
        }
        items
    }

    /// The stream has ended: what came of a last line that no line end follows. Another stream may begin.
    pub fn end(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        self.finish(&mut items);
        self.number = 1;
        items
    }

    fn take(&mut self, part: &[u8], items: &mut Vec<Item>) {
        if self.skipping {
            return;
        }
        let most = self.options.max_line_bytes;
        let first = self.line.iter().chain(part).take(MARK.len());
        let marked = self.number == 1 && first.eq(MARK);
        let len = self.line.len() + part.len() - if marked { MARK.len() } else { 0 };
        // A carriage return at the end may belong to the line's end, which does not count.
        let last = part.last().or(self.line.last());
        let returns = usize::from(last == Some(&b'\r'));
        if len - returns > most {
            self.skipping = true;
            self.line.clear();
            let message = format!("a line: expected at most {most} bytes, found more");
            let finding = Finding::error(&LIMIT_LINE_BYTES, Pointer::root(), message);
            items.push(self.item(What::Error(finding)));
            return;
        }
        self.line.extend_from_slice(part);
    }

    fn finish(&mut self, items: &mut Vec<Item>) {
        let line = after_mark(&self.line, self.number);
        if !self.skipping && !line.iter().all(|byte| b" \t\r".contains(byte)) {
            let what = read(line).map_or_else(What::Error, What::Message);
            items.push(self.item(what));
        }
        self.line.clear();
        self.skipping = false;
        self.healer = Healer::default();
        self.number += 1;
    }

    /// Is all that came so far a part of a byte order mark?
    fn may_be_mark(&self) -> bool {
        self.number == 1 && self.line.len() < MARK.len() && MARK.starts_with(&self.line)
    }

    fn item(&self, what: What) -> Item {
        Item {
            line: self.number,
            what,
        }
    }
}

fn read(line: &[u8]) -> Result<Json, Finding> {
    let refuse = |rule: &'static Rule, at, message: String| Err(Finding::error(rule, at, message));
    let json = match Json::parse(line) {
        Ok(json) => json,
        Err(error) => return refuse(&ENVELOPE_JSON, Pointer::root(), error.message.clone()),
    };
    if json.as_object().is_none() {
        let message = format!("a message: expected an object, found {}", json.kind());
        return refuse(&ENVELOPE_NOT_OBJECT, Pointer::root(), message);
    }
    match repeated_key(&json) {
        None => Ok(json),
        Some(at) => refuse(
            &ENVELOPE_DUPLICATE_KEY,
            at,
            "an object: expected each key once, found this one again".to_owned(),
        ),
    }
}
