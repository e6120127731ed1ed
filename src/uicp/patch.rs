//! `state.patch`: changes inside of a value. All of them hold, or none.

use super::failure::{Failure, Result};
use super::operations::{PatchKind, PatchOp};
use crate::json::Json;
use crate::map::Map;

/// Deepest nesting of a patched value: it has to be readable from a log again.
const DEPTH: usize = 100;

/// The value after the steps.
///
/// # Errors
/// `UICP_STATE_INVALID` for a step that does not fit what is there.
pub(super) fn patch(value: Option<&Json>, steps: &[PatchOp]) -> Result<Json> {
    let mut value = value.cloned().unwrap_or(Json::Null);
    let mut known = Known::default();
    for step in steps {
        let path = step.path.as_deref().unwrap_or_default();
        let keys = keys(path);
        if keys.len() + step.value.as_ref().map_or(0, depth) > DEPTH {
            return Err(refuse(path, &format!("at most {DEPTH} levels"), "more"));
        }
        let (place, known) = enter(&mut value, &mut known, &keys, path)?;
        apply(place, known, step, path)?;
    }
    Ok(value)
}

/// What is known of a value since the first step that went into it: where its keys are, so that steps into one object do
/// not each look through all of it.
#[derive(Debug, Default)]
struct Known {
    keys: Option<Map<String, usize>>,
    inside: Map<u64, Known>,
}

impl Known {
    /// The place of a key, which is put at the end of the object where it is not there. The last one counts of those that
    /// are there twice.
    fn place_of(&mut self, entries: &mut Vec<(String, Json)>, key: &str) -> usize {
        let keys = self.keys.get_or_insert_with(|| {
            let mut keys = Map::default();
            for (place, (key, _)) in entries.iter().enumerate() {
                keys.replace(key.clone(), place);
            }
            keys
        });
        *keys.get_or_insert_with(key.to_owned(), || {
            entries.push((key.to_owned(), Json::Null));
            entries.len() - 1
        })
    }

    fn inside(&mut self, place: usize) -> &mut Known {
        self.inside.get_or_insert_with(place as u64, Known::default)
    }
}

fn apply(place: &mut Json, known: &mut Known, step: &PatchOp, path: &str) -> Result<()> {
    let given = || step.value.clone().unwrap_or(Json::Null);
    match step.op {
        PatchKind::SetIfNull if *place != Json::Null => {}
        PatchKind::Set | PatchKind::SetIfNull => {
            *place = given();
            *known = Known::default();
        }
        PatchKind::Toggle => {
            *place = (*place != Json::Bool(true)).into();
            *known = Known::default();
        }
        PatchKind::Merge => {
            let Some(Json::Object(entries)) = &step.value else {
                let found = step.value.as_ref().map_or("none", Json::kind);
                return Err(refuse(path, "an object to merge", found));
            };
            merge_known(place, known, entries).map_err(|found| refuse(path, "an object", found))?;
        }
    }
    Ok(())
}

/// Puts entries into an object; into null, as into an empty one. Or the kind of what is neither.
pub(super) fn merge(
    into: &mut Json,
    entries: &[(String, Json)],
) -> core::result::Result<(), &'static str> {
    merge_known(into, &mut Known::default(), entries)
}

fn merge_known(
    into: &mut Json,
    known: &mut Known,
    entries: &[(String, Json)],
) -> core::result::Result<(), &'static str> {
    if *into == Json::Null {
        *into = Json::Object(Vec::new());
    }
    let Json::Object(there) = into else {
        return Err(into.kind());
    };
    for (key, value) in entries {
        let place = known.place_of(there, key);
        there[place].1 = value.clone();
        known.inside.remove(place as u64);
    }
    Ok(())
}

/// The place of `keys` in a value; objects on the way are made where there is nothing.
fn enter<'v>(
    value: &'v mut Json,
    known: &'v mut Known,
    keys: &[String],
    path: &str,
) -> Result<(&'v mut Json, &'v mut Known)> {
    let (mut place, mut known) = (value, known);
    for key in keys {
        if *place == Json::Null {
            *place = Json::Object(Vec::new());
        }
        place = match place {
            Json::Object(entries) => {
                let at = known.place_of(entries, key);
                known = known.inside(at);
                &mut entries[at].1
            }
            Json::Array(items) => {
                let at = match key.as_str() {
                    "-" => items.len(),
                    digits => digits.parse().unwrap_or(usize::MAX),
                };
                if at > items.len() {
                    let expected = format!("an index of at most {}", items.len());
                    return Err(refuse(path, &expected, &format!("\"{key}\"")));
                }
                if at == items.len() {
                    items.push(Json::Null);
                }
                known = known.inside(at);
                &mut items[at]
            }
            other => {
                return Err(refuse(
                    path,
                    "an object or an array on the way",
                    other.kind(),
                ))
            }
        };
    }
    Ok((place, known))
}

fn keys(path: &str) -> Vec<String> {
    if path.is_empty() {
        return Vec::new();
    }
    match path.strip_prefix('/') {
        Some(pointer) => pointer
            .split('/')
            .map(|key| key.replace("~1", "/").replace("~0", "~"))
            .collect(),
        None => path.split('.').map(str::to_owned).collect(),
    }
}

/// How many arrays and objects are around the innermost value.
fn depth(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Json::Object(entries) => {
            1 + entries
                .iter()
                .map(|(_, value)| depth(value))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}

fn refuse(path: &str, expected: &str, found: &str) -> Failure {
    let place = if path.is_empty() { "the value" } else { path };
    Failure::new(
        "UICP_STATE_INVALID",
        format!("state.patch at {place}: expected {expected}, found {found}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(op: PatchKind, path: &str, value: Option<&str>) -> PatchOp {
        PatchOp {
            op,
            path: (!path.is_empty()).then(|| path.to_owned()),
            value: value.map(json),
        }
    }

    fn json(text: &str) -> Json {
        Json::parse(text.as_bytes()).unwrap()
    }

    fn patched(value: &str, op: PatchKind, path: &str, with: Option<&str>) -> Result<String> {
        patch(Some(&json(value)), &[step(op, path, with)]).map(|value| value.to_string())
    }

    #[test]
    fn every_step_does_what_its_name_says() {
        use PatchKind::{Merge, Set, SetIfNull, Toggle};
        for (value, change, path, with, expected) in [
            ("1", Set, "", Some("2"), "2"),
            ("null", Set, "/a/b", Some("1"), r#"{"a":{"b":1}}"#),
            (
                r#"{"a":{"b":1}}"#,
                Set,
                "a.b",
                Some("[]"),
                r#"{"a":{"b":[]}}"#,
            ),
            (r#"{"a/b":0}"#, Set, "/a~1b", Some("1"), r#"{"a/b":1}"#),
            ("[1,2]", Set, "/1", Some("3"), "[1,3]"),
            ("[1,2]", Set, "/-", Some("3"), "[1,2,3]"),
            ("[1,2]", Set, "2", Some("3"), "[1,2,3]"),
            (
                "{}",
                Set,
                "/__proto__/x",
                Some("1"),
                r#"{"__proto__":{"x":1}}"#,
            ),
            (
                r#"{"a":1,"b":2}"#,
                Merge,
                "",
                Some(r#"{"b":3,"c":4}"#),
                r#"{"a":1,"b":3,"c":4}"#,
            ),
            ("null", Merge, "/x", Some(r#"{"b":3}"#), r#"{"x":{"b":3}}"#),
            ("true", Toggle, "", None, "false"),
            (r#""yes""#, Toggle, "", None, "true"),
            ("{}", Toggle, "/on", None, r#"{"on":true}"#),
            ("1", SetIfNull, "", Some("2"), "1"),
            ("false", SetIfNull, "", Some("2"), "false"),
            (r#"{"a":null}"#, SetIfNull, "/a", Some("2"), r#"{"a":2}"#),
        ] {
            assert_eq!(
                patched(value, change, path, with).as_deref(),
                Ok(expected),
                "{value} {path}"
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (value, change, path, with, said) in [
            (
                "1",
                PatchKind::Set,
                "/a",
                Some("1"),
                "expected an object or an array on the way",
            ),
            (
                "[]",
                PatchKind::Set,
                "/1",
                Some("1"),
                "an index of at most 0",
            ),
            (
                "[]",
                PatchKind::Set,
                "/x",
                Some("1"),
                "an index of at most 0",
            ),
            (
                "[]",
                PatchKind::Merge,
                "",
                Some("{}"),
                "expected an object, found an array",
            ),
            (
                "{}",
                PatchKind::Merge,
                "",
                Some("[]"),
                "expected an object to merge",
            ),
        ] {
            let failure = patched(value, change, path, with).unwrap_err();
            assert_eq!(failure.code, "UICP_STATE_INVALID");
            assert!(failure.message.contains(said), "{}", failure.message);
        }
        let deep = vec!["a"; 101].join(".");
        assert!(patched("null", PatchKind::Set, &deep, Some("1")).is_err());
    }

    #[test]
    fn a_patch_holds_whole_or_not_at_all() {
        let before = Json::Object(Vec::new());
        assert!(patch(
            Some(&before),
            &[
                step(PatchKind::Set, "/a", Some("1")),
                step(PatchKind::Set, "/a/b", Some("1"))
            ]
        )
        .is_err());
        assert_eq!(before, Json::Object(Vec::new()));
    }
}
