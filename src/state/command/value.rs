//! The value of an item as it is given: a mount, JSON, or text (decisions 2, 4, 7, 9).

use super::super::keys::{normalised, quoted};
use super::super::outcome::{Refusal, Result};
use super::super::reference::{self, PREFIX};
use super::super::tape;
use crate::json::Json;
use crate::map::Map;

/// What an item is set to.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) enum Value {
    /// A value, which may hold references.
    Plain(Json),
    /// A reference, and the content that its file is to have.
    Init { target: String, content: Json },
}

/// Reads a value argument.
pub(super) fn value(text: &str) -> Result<Value> {
    let Some(rest) = text.strip_prefix(PREFIX) else {
        return Ok(Value::Plain(json_or_text(text)?));
    };
    let (target, content) = match rest.split_once(char::is_whitespace) {
        Some((target, content)) => (target, Some(content.trim_start())),
        None => (rest, None),
    };
    reference::check(target).map_err(Refusal::input)?;
    match content {
        None => Ok(Value::Plain(Json::from(text))),
        Some("") => Err(Refusal::input(format!(
            "{}: expected the file's content after the space, JSON or text, found nothing",
            quoted(text)
        ))),
        Some(content) => Ok(Value::Init {
            target: target.to_owned(),
            content: json_or_text(content)?,
        }),
    }
}

/// JSON with its keys normalised, or else the text as a string.
fn json_or_text(text: &str) -> Result<Json> {
    match tape::read_argument(text)? {
        Some(json) => input(json),
        None => stored(Json::from(text)),
    }
}

fn input(json: Json) -> Result<Json> {
    match json {
        Json::Object(entries) => {
            let mut seen = Map::default();
            let mut normal = Vec::with_capacity(entries.len());
            for (raw, value) in entries {
                let key = normalised(&raw)?;
                if !seen.insert(key.clone(), ()) {
                    return Err(Refusal::input(format!(
                        "{}: two keys of one object are {key}; a key stands once",
                        quoted(&raw)
                    )));
                }
                normal.push((key, input(value)?));
            }
            Ok(Json::Object(normal))
        }
        Json::Array(items) => Ok(Json::Array(
            items.into_iter().map(input).collect::<Result<_>>()?,
        )),
        other => stored(other),
    }
}

/// A value that is stored as it is: a reference in it has no content after it.
fn stored(json: Json) -> Result<Json> {
    if let Some(target) = json.as_str().and_then(|text| text.strip_prefix(PREFIX)) {
        reference::check(target).map_err(|why| {
            let more =
                "a file's first content can be given only where the whole value is the reference";
            Refusal::input(format!("{why}; {more}"))
        })?;
    }
    Ok(json)
}
