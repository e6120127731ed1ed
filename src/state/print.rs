//! Values as text: two spaces for each level, and a final newline (decision 20); and with shards in their places.

use super::graph::{At, Graph};
use super::limits::RESOLVED_BYTES;
use super::outcome::{Refusal, Result};
use super::tape::Kind;
use crate::json::Json;
use std::fmt::Write;

/// A file's text.
pub(super) fn pretty(json: &Json) -> String {
    let mut text = String::new();
    value(&mut text, json, 0);
    text.push('\n');
    text
}

fn value(text: &mut String, json: &Json, depth: usize) {
    match json {
        Json::Array(items) if !items.is_empty() => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                line(text, index, depth + 1);
                value(text, item, depth + 1);
            }
            end(text, ']', depth);
        }
        Json::Object(entries) if !entries.is_empty() => {
            text.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                line(text, index, depth + 1);
                // Keys have no characters that would be escaped.
                text.extend(["\"", key, "\": "]);
                value(text, item, depth + 1);
            }
            end(text, '}', depth);
        }
        other => {
            // A String takes everything.
            let _ = write!(text, "{other}");
        }
    }
}

fn line(text: &mut String, index: usize, depth: usize) {
    if index > 0 {
        text.push(',');
    }
    indent(text, depth);
}

fn end(text: &mut String, close: char, depth: usize) {
    indent(text, depth);
    text.push(close);
}

fn indent(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(core::iter::repeat_n("  ", depth));
}

/// A value with shards in their places.
///
/// # Errors
/// Exit 3 where a file is not there, or where it would be too large: one file may stand in many places.
pub(super) fn resolved(graph: &Graph, at: At) -> Result<Json> {
    let mut room = RESOLVED_BYTES;
    inlined(graph, at, 0, &mut room)
}

/// `depth` is the containers around it.
fn inlined(graph: &Graph, at: At, depth: usize, room: &mut usize) -> Result<Json> {
    let found = graph.resolve(at);
    let found = found.and_then(|at| graph.tape(at.file).map(|tape| (at, tape)));
    let Some((at, tape)) = found else {
        return Err(graph.missing());
    };
    let inside = |node| At {
        file: at.file,
        node,
    };
    let kind = tape.kind(at.node);
    // What a value takes beside its text: its line, and that on which a container ends, are indented.
    spend(
        room,
        match kind {
            Kind::List | Kind::Object => 8 + 4 * depth,
            _ => 8 + 2 * depth + tape.raw(at.node).len(),
        },
    )?;
    Ok(match kind {
        Kind::Null => Json::Null,
        Kind::True => Json::Bool(true),
        Kind::False => Json::Bool(false),
        Kind::Number => Json::parse(tape.raw(at.node).as_bytes()).unwrap_or(Json::Null),
        Kind::List => {
            let items = tape.items(at.node);
            Json::Array(
                items
                    .map(|node| inlined(graph, inside(node), depth + 1, room))
                    .collect::<Result<_>>()?,
            )
        }
        Kind::Object => {
            let members = tape.members(at.node);
            let entries = members.map(|(key, node)| {
                spend(room, key.len() + 4)?;
                let value = inlined(graph, inside(node), depth + 1, room)?;
                Ok((key.into_owned(), value))
            });
            Json::Object(entries.collect::<Result<_>>()?)
        }
        _ => Json::String(tape.text(at.node).into_owned()),
    })
}

fn spend(room: &mut usize, cost: usize) -> Result<()> {
    *room = room.checked_sub(cost).ok_or_else(|| {
        Refusal::state(format!(
            "with its shards in their places this is larger than {RESOLVED_BYTES} bytes; ask for a part of it"
        ))
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn files_are_indented_by_two_and_end_with_a_newline() {
        let json = br#"{"A":[],"B":{},"C":[1,{"D":"x\n"}]}"#;
        let text = Json::parse(json).map(|json| pretty(&json)).unwrap();
        assert_eq!(
            text,
            "{\n  \"A\": [],\n  \"B\": {},\n  \"C\": [\n    1,\n    {\n      \"D\": \"x\\n\"\n    }\n  ]\n}\n"
        );
    }

    proptest! {
        #[test]
        fn it_is_what_serde_json_writes(text in "[ -~\\n\u{e9}\u{7f}]{0,20}", n in any::<i64>(), f in any::<f64>()) {
            let json = Json::Object(vec![
                ("A".to_owned(), Json::Array(vec![text.as_str().into(), Json::Null, Json::Number(n.into())])),
                ("B".to_owned(), Json::Object(vec![("C-D".to_owned(), f.into()), ("E".to_owned(), true.into())])),
            ]);
            let value: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
            let expected = serde_json::to_string_pretty(&value).unwrap() + "\n";
            let found: serde_json::Value = serde_json::from_str(&pretty(&json)).unwrap();
            prop_assert_eq!(&found, &value);
            prop_assert_eq!(pretty(&json).lines().count(), expected.lines().count());
        }
    }
}
