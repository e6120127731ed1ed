//! JSON as written: key order kept, repeated keys kept, so that a rule can refuse them, and decimals kept as their
//! digits.
//!
//! Read and written here rather than by a crate, because it is loaded into browsers: no part of the core computes
//! with a decimal of a JSON text, and the tables by which floats are read and printed are larger than this file's
//! code. `serde_json` is the oracle of the tests.

#[cfg(any(feature = "uicp", feature = "a2ui"))]
pub(crate) mod between;
#[cfg(feature = "a2ui")]
pub mod flat;
mod number;
#[cfg(any(feature = "uicp", feature = "a2ui"))]
pub(crate) mod quotes;
mod read;

use crate::error::Result;
use core::fmt::{self, Write};
pub use number::Number;
#[cfg(any(feature = "uicp", feature = "a2ui"))]
pub(crate) use read::hex;

/// A JSON value. The reader takes up to 127 arrays and objects inside each other.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number, exact.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object in the order written; a repeated key stands repeatedly.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one JSON text.
    ///
    /// # Errors
    /// `BadRequest` with line and column when `text` is not JSON or nests deeper than 127.
    pub fn parse(text: &[u8]) -> Result<Json> {
        read::read(text)
    }

    /// The value under `key` in an object (the last one, where it is repeated). Linear: for fixed names only.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?
            .iter()
            .rev()
            .find(|(k, _)| k == key)
            .map(|(_, v)| v)
    }

    /// The entries of an object.
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(s) => Some(s),
            _ => None,
        }
    }

    /// An unsigned integer.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Json::Number(n) => n.as_u64(),
            _ => None,
        }
    }

    /// A boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// What kind of value this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}

/// The compact JSON text.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(b) => f.write_str(if *b { "true" } else { "false" }),
            Json::Number(n) => n.fmt(f),
            Json::String(text) => write_text(f, text),
            Json::Array(items) => {
                f.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        f.write_char(',')?;
                    }
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Json::Object(entries) => {
                f.write_char('{')?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        f.write_char(',')?;
                    }
                    write_text(f, key)?;
                    f.write_char(':')?;
                    value.fmt(f)?;
                }
                f.write_char('}')
            }
        }
    }
}

/// A string in quotes, with the escapes that JSON demands and no others.
fn write_text(out: &mut dyn Write, text: &str) -> fmt::Result {
    let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    let mut rest = text;
    out.write_char('"')?;
    // A special byte is a character of its own.
    while let Some((plain, special)) = rest
        .bytes()
        .position(is_special)
        .and_then(|at| rest.split_at_checked(at))
    {
        out.write_str(plain)?;
        let mut after = special.chars();
        let special = after.next().unwrap_or_default();
        rest = after.as_str();
        let short = match special {
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            control if control < ' ' => {
                write!(out, "\\u{:04x}", u32::from(control))?;
                continue;
            }
            quoted => quoted,
        };
        out.write_char('\\')?;
        out.write_char(short)?;
    }
    out.write_str(rest)?;
    out.write_char('"')
}

/// An object that is written into a text entry by entry, where a [`Json`] would be made for nothing else.
#[cfg(feature = "uicp")]
pub(crate) struct Object<'t> {
    text: &'t mut String,
    opening: char,
}

#[cfg(feature = "uicp")]
impl<'t> Object<'t> {
    pub(crate) fn begin(text: &'t mut String) -> Self {
        Object { text, opening: '{' }
    }

    /// An entry that is a string. `key` is written as it is.
    pub(crate) fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key);
        // A text takes all that is written.
        let _ = write_text(self.text, value);
        self
    }

    /// An entry that writes itself as JSON.
    pub(crate) fn value(&mut self, key: &str, value: impl fmt::Display) -> &mut Self {
        self.key(key);
        let _ = write!(self.text, "{value}");
        self
    }

    pub(crate) fn end(&mut self) {
        if self.opening == '{' {
            self.text.push('{');
        }
        self.text.push('}');
    }

    fn key(&mut self, key: &str) {
        self.text.push(self.opening);
        self.opening = ',';
        self.text.push('"');
        self.text.push_str(key);
        self.text.push_str("\":");
    }
}

impl From<&str> for Json {
    fn from(s: &str) -> Json {
        Json::String(s.to_owned())
    }
}
impl From<String> for Json {
    fn from(s: String) -> Json {
        Json::String(s)
    }
}
impl From<bool> for Json {
    fn from(b: bool) -> Json {
        Json::Bool(b)
    }
}
impl From<u32> for Json {
    fn from(n: u32) -> Json {
        Json::Number(n.into())
    }
}
impl From<u64> for Json {
    fn from(n: u64) -> Json {
        Json::Number(n.into())
    }
}
/// A number; `null` where JSON has none (NaN and the infinities).
impl From<f64> for Json {
    fn from(n: f64) -> Json {
        Number::from_f64(n).map_or(Json::Null, Json::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use proptest::prelude::*;

    #[test]
    fn order_and_repeated_keys_are_kept() {
        let text = r#"{"b":1,"a":[null,true,"x",18446744073709551615,-1,0.5],"b":2}"#;
        let json = Json::parse(text.as_bytes()).unwrap();
        assert_eq!(json.to_string(), text);
        assert_eq!(json.get("b").and_then(Json::as_u64), Some(2));
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Json::parse(nested(127).as_bytes()).is_ok());
        for depth in [128, 100_000] {
            let error = Json::parse(nested(depth).as_bytes()).unwrap_err();
            assert_eq!(error.code, Code::BadRequest);
            assert!(error.message.contains("line 1 column 128"), "{error}");
        }
    }

    #[test]
    fn an_error_says_what_was_expected_and_where() {
        for (text, said) in [
            (
                "",
                "expected a value, found the end of the text at line 1 column 1",
            ),
            (
                "{\n  \"a\": 1,}",
                "expected a key in quotes, found \"}\" at line 2 column 10",
            ),
            ("[1 2]", "expected , or ], found \"2\" at line 1 column 4"),
            ("[01]", "expected , or ], found \"1\" at line 1 column 3"),
            (
                "1 x",
                "expected the end of the text, found \"x\" at line 1 column 3",
            ),
            (
                "\"\\ud800\"",
                "expected the second half of a surrogate pair, found \"\"\" at line 1 column 8",
            ),
        ] {
            let message = &Json::parse(text.as_bytes()).unwrap_err().message;
            assert!(message.contains(said), "{text}: {message}");
        }
    }

    /// Texts of the characters that mean something in JSON, and of whole values among other characters.
    fn texts() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            4 => "[\\[\\]{}:,\"\\\\ 0-9eE.+-]{0,3}",
            4 => r#""([a-c]|\\(u[0-9a-f]{4}|ud[89][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[bfnrtux"/\\])){0,3}""#,
            2 => r#"(\[|\]|\{"a":|\}|,|"b"|null|true|false|-?[0-9]{1,21}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?|"[a-z\\n\u{7f}-\u{1f600}]{0,3}")"#,
            1 => ".{0,2}",
        ];
        let texts = prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat().into_bytes());
        prop_oneof![9 => texts, 1 => prop::collection::vec(any::<u8>(), 0..12)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn what_serde_json_reads_is_read_and_nothing_else(text in texts()) {
            let expected: core::result::Result<serde_json::Value, _> = serde_json::from_slice(&text);
            match (Json::parse(&text), expected) {
                (Ok(json), Ok(expected)) => {
                    let again: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
                    prop_assert_eq!(again, expected);
                    prop_assert_eq!(Json::parse(json.to_string().as_bytes()), Ok(json));
                }
                (Err(_), Err(_)) => {}
                // No float holds it; here it is digits.
                (Ok(_), Err(error)) if error.to_string().starts_with("number out of range") => {}
                (ours, theirs) => prop_assert!(false, "ours: {ours:?}, serde_json: {theirs:?}"),
            }
        }

        #[cfg(feature = "a2ui")]
        #[test]
        fn the_flat_reader_reads_the_same(text in texts()) {
            match (flat::Flat::parse(&text), Json::parse(&text)) {
                (Ok(flat), Ok(json)) => prop_assert_eq!(flat.to_json(0), json),
                (ours, theirs) => prop_assert_eq!(ours.err(), theirs.err()),
            }
        }

        #[test]
        fn every_string_is_written_as_serde_json_writes_it(text in any::<String>(), controls in "[\\x00-\\x7f]{0,8}") {
            for text in [text, controls] {
                prop_assert_eq!(Json::from(text.as_str()).to_string(), serde_json::to_string(&text).unwrap());
            }
        }
    }
}
