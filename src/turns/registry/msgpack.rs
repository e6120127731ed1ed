//! A bundle in msgpack, read as the JSON that says the same.
//!
//! Maps become objects: their keys are strings, or unsigned integers, which become decimals, because a tag is a key
//! of text in JSON. Binary data and ext values have no place in a bundle.

use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::limits::Limits;
use crate::turns::cursor::{Cursor, Token};

/// Deepest nesting, as in [`Json::parse`].
const DEPTH: u32 = 127;

/// Whether `bytes` begin as a msgpack map does; no JSON text can.
pub(super) fn is_map(bytes: &[u8]) -> bool {
    matches!(bytes.first(), Some(0x80..=0x8f | 0xde | 0xdf))
}

/// Reads one value that takes all of `bytes`.
///
/// # Errors
/// `BadRequest` where the bytes are not msgpack, go on behind the value, nest deeper than JSON may or hold more than
/// [`Limits::nodes`] values; `Unprocessable` for what JSON cannot say.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Json> {
    let mut reader = Reader {
        cursor: Cursor::new(bytes, 0),
        left: limits.nodes,
    };
    let json = reader.value(0)?;
    if reader.cursor.remaining() > 0 {
        let found = format_args!("{} more", reader.cursor.remaining());
        return Err(bad("msgpack bundle", "no byte after it", found));
    }
    Ok(json)
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    left: u32,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Result<Token<'a>> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| bad("msgpack bundle", "fewer values", "more than the limit"))?;
        self.cursor.token().map_err(|fault| {
            let found = fault.into_error().message.clone();
            Error::new(Code::BadRequest, format!("msgpack bundle: {found}"))
        })
    }

    fn value(&mut self, depth: u32) -> Result<Json> {
        if depth > DEPTH {
            let expected = format_args!("at most {DEPTH} levels");
            return Err(bad("msgpack bundle", expected, "more"));
        }
        Ok(match self.token()? {
            Token::Nil => Json::Null,
            Token::Bool(value) => value.into(),
            Token::UInt(number) => number.into(),
            Token::Int(number) => Json::Number(number.into()),
            Token::Float(number) => number.into(),
            Token::Str(text) => text_of(text)?.into(),
            Token::Array(count) => {
                let items = (0..count).map(|_| self.value(depth + 1));
                Json::Array(items.collect::<Result<_>>()?)
            }
            Token::Map(count) => {
                let entries = (0..count).map(|_| Ok((self.key()?, self.value(depth + 1)?)));
                Json::Object(entries.collect::<Result<_>>()?)
            }
            other @ (Token::Bin(_) | Token::Ext(..)) => {
                return Err(Error::mismatch(
                    Code::Unprocessable,
                    "msgpack bundle",
                    "what JSON can say",
                    other.kind(),
                ))
            }
        })
    }

    fn key(&mut self) -> Result<String> {
        match self.token()? {
            Token::Str(text) => text_of(text).map(str::to_owned),
            Token::UInt(tag) => Ok(tag.to_string()),
            other => Err(Error::mismatch(
                Code::Unprocessable,
                "key in the msgpack bundle",
                "a string or an unsigned integer",
                other.kind(),
            )),
        }
    }
}

fn text_of(bytes: &[u8]) -> Result<&str> {
    core::str::from_utf8(bytes).map_err(|_| {
        bad(
            "string in the msgpack bundle",
            "UTF-8",
            "bytes that are not",
        )
    })
}

fn bad(what: &str, expected: impl core::fmt::Display, found: impl core::fmt::Display) -> Error {
    Error::mismatch(Code::BadRequest, what, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turns::registry::{Put, Registry};

    fn packed(json: &serde_json::Value) -> Vec<u8> {
        fn value(json: &serde_json::Value) -> rmpv::Value {
            match json {
                serde_json::Value::Object(map) => rmpv::Value::Map(
                    map.iter()
                        .map(|(key, each)| {
                            // Tags as numbers, as a writer in msgpack has them.
                            let key = key
                                .parse::<u64>()
                                .map_or(rmpv::Value::from(key.as_str()), Into::into);
                            (key, value(each))
                        })
                        .collect(),
                ),
                serde_json::Value::Number(n) => n.as_u64().unwrap().into(),
                serde_json::Value::String(text) => text.as_str().into(),
                serde_json::Value::Bool(b) => (*b).into(),
                other => panic!("{other}"),
            }
        }
        let mut bytes = Vec::new();
        rmpv::encode::write_value(&mut bytes, &value(json)).unwrap();
        bytes
    }

    fn bundle() -> serde_json::Value {
        serde_json::json!({
            "registry_version": 1, "bundle_id": "b1",
            "types": {"a.B": {"versions": {"1": {"fields": {
                "1": {"name": "role", "type": "u8", "enum": "a.Role"},
                "2": {"name": "text", "type": "string", "optional": true}}}}}},
            "enums": {"a.Role": {"1": "user"}}
        })
    }

    #[test]
    fn a_msgpack_bundle_is_the_json_bundle() {
        let (bundle, mut registry) = (bundle(), Registry::new());
        let read = Registry::read(&packed(&bundle)).unwrap();
        assert_eq!(registry.put(&read), Ok(Put::Created));
        let text = bundle.to_string();
        assert_eq!(registry.put_text(text.as_bytes()), Ok(Put::Unchanged));
    }

    #[test]
    fn what_is_not_a_bundle_is_refused() {
        let packed = packed(&bundle());
        for end in 1..packed.len() {
            let error = read(&packed[..end], &Limits::DEFAULT).unwrap_err();
            assert_eq!(error.code, Code::BadRequest, "cut at {end}: {error}");
        }
        let mut deep = vec![0x81, 0x01];
        deep.extend([0x91; 200]);
        deep.push(0xc0);
        for (bytes, code) in [
            (&[&packed[..], &[0]].concat()[..], Code::BadRequest),
            (&[0x81, 0xa1, 0xff, 0x01], Code::BadRequest),
            (&[0x81, 0xc0, 0x01], Code::Unprocessable),
            (&[0x81, 0x01, 0xc4, 0x00], Code::Unprocessable),
            (&deep, Code::BadRequest),
        ] {
            assert_eq!(
                read(bytes, &Limits::DEFAULT).unwrap_err().code,
                code,
                "{bytes:x?}"
            );
        }
        let few = Limits {
            nodes: 3,
            ..Limits::DEFAULT
        };
        assert_eq!(read(&packed, &few).unwrap_err().code, Code::BadRequest);
    }
}
