//! The reader: one pass, byte by byte. What is wrong is said by what was expected where the reader stands.

use super::{Json, Number};
use crate::error::{Code, Error, Result};

/// How many arrays and objects may stand inside each other.
pub(super) const DEPTH: u32 = 127;

pub(super) fn read(text: &[u8]) -> Result<Json> {
    let mut reader = Reader { text, at: 0 };
    reader.whole().map_err(|expected| reader.refuse(expected))
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

/// Or what was expected instead.
type Read<T> = core::result::Result<T, &'static str>;

impl Reader<'_> {
    fn whole(&mut self) -> Read<Json> {
        let json = self.value(DEPTH)?;
        match self.after_space() {
            None => Ok(json),
            Some(_) => Err("the end of the text"),
        }
    }

    fn value(&mut self, depth: u32) -> Read<Json> {
        match self.after_space() {
            Some(b'{') => self.object(inside(depth)?),
            Some(b'[') => self.array(inside(depth)?),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            _ => Err("a value"),
        }
    }

    fn array(&mut self, depth: u32) -> Read<Json> {
        self.at += 1;
        let mut items = Vec::new();
        if self.after_space() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            match self.after_space() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Json::Array(items));
                }
                _ => return Err(", or ]"),
            }
        }
    }

    fn object(&mut self, depth: u32) -> Read<Json> {
        self.at += 1;
        let mut entries = Vec::new();
        if self.after_space() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(entries));
        }
        loop {
            if self.after_space() != Some(b'"') {
                return Err("a key in quotes");
            }
            let key = self.string()?;
            if self.after_space() != Some(b':') {
                return Err(":");
            }
            self.at += 1;
            entries.push((key, self.value(depth)?));
            match self.after_space() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Json::Object(entries));
                }
                _ => return Err(", or }"),
            }
        }
    }

    fn word(&mut self, word: &'static str, json: Json) -> Read<Json> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return Err("null, true or false");
        }
        self.at += word.len();
        Ok(json)
    }

    fn number(&mut self) -> Read<Json> {
        let start = self.at;
        self.skip(b"-");
        if !self.skip(b"0") {
            self.digits()?;
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        let text = core::str::from_utf8(&self.text[start..self.at]).map_err(|_| "a digit")?;
        Ok(Json::Number(Number::of_text(text)))
    }

    /// At least one.
    fn digits(&mut self) -> Read<()> {
        if !self.skip(b"0123456789") {
            return Err("a digit");
        }
        while self.skip(b"0123456789") {}
        Ok(())
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest
                .iter()
                .position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'))
                .unwrap_or(rest.len());
            bytes.extend_from_slice(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    // Errors point behind the text that is not UTF-8.
                    let text = String::from_utf8(bytes).map_err(|_| "UTF-8")?;
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    let c = escaped(self.text, &mut self.at)?;
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => return Err("the string's closing quote"),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte that is not space; the reader stands on it.
    fn after_space(&mut self) -> Option<u8> {
        while self.skip(b" \n\r\t") {}
        self.peek()
    }

    /// Takes one byte, if it is one of these.
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let there = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(there);
        there
    }

    #[cold]
    fn refuse(&self, expected: &str) -> Error {
        let (read, rest) = self.text.split_at(self.at.min(self.text.len()));
        let line_start = read
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let line = 1 + read.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + self.at - line_start;
        let found = match String::from_utf8_lossy(&rest[..rest.len().min(4)])
            .chars()
            .next()
        {
            Some(c) => format!("\"{c}\""),
            None => "the end of the text".to_owned(),
        };
        let message = format!(
            "not readable as JSON: expected {expected}, found {found} at line {line} column {column}"
        );
        Error::new(Code::BadRequest, message)
    }
}

/// The character that the escape at `at` stands for, from behind its backslash on.
pub(super) fn escaped(text: &[u8], at: &mut usize) -> Read<char> {
    let c = match text.get(*at) {
        Some(c @ (b'"' | b'\\' | b'/')) => (*c).into(),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return escaped_unit(text, at),
        _ => return Err("an escape that JSON knows"),
    };
    *at += 1;
    Ok(c)
}

/// A UTF-16 unit, or two that are one character.
fn escaped_unit(text: &[u8], at: &mut usize) -> Read<char> {
    const LOW: &str = "the second half of a surrogate pair";
    let unit = hex(text, at)?;
    let code = if unit & 0xfc00 == 0xd800 {
        if text.get(*at) != Some(&b'\\') {
            return Err(LOW);
        }
        *at += 1;
        if text.get(*at) != Some(&b'u') {
            return Err(LOW);
        }
        let low = hex(text, at)?;
        if low & 0xfc00 != 0xdc00 {
            return Err(LOW);
        }
        0x1_0000 + ((unit & 0x3ff) << 10 | (low & 0x3ff))
    } else {
        unit
    };
    char::from_u32(code).ok_or("the first half of a surrogate pair")
}

/// What `u` and four hexadecimal digits say; the reader stands on the `u`, and afterwards behind them.
///
/// # Errors
/// What was expected at the place where the reader stands then.
pub(crate) fn hex(text: &[u8], at: &mut usize) -> core::result::Result<u32, &'static str> {
    *at += 1;
    let mut unit = 0;
    for _ in 0..4 {
        let digit = text.get(*at).and_then(|c| char::from(*c).to_digit(16));
        unit = unit << 4 | digit.ok_or("four hexadecimal digits")?;
        *at += 1;
    }
    Ok(unit)
}

fn inside(depth: u32) -> Read<u32> {
    depth
        .checked_sub(1)
        .ok_or("at most 127 nested arrays and objects")
}
