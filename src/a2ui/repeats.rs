//! Keys that an object has twice, of which readers of JSON take one or the other.

use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

/// Where a key stands again, in a value that the reader of JSON made: the first such place.
pub fn repeated_key(json: &Json) -> Option<Pointer> {
    let mut keys = Vec::new();
    find(json, &mut keys)?;
    let place = Pointer::root();
    Some(keys.iter().rev().fold(place, |place, step| match step {
        Step::Key(key) => place.key(key),
        Step::Index(index) => place.index(*index),
    }))
}

enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// The way to it goes to `steps`, from its end.
fn find<'a>(json: &'a Json, steps: &mut Vec<Step<'a>>) -> Option<()> {
    match json {
        Json::Array(items) => {
            let at = items.iter().position(|item| find(item, steps).is_some())?;
            steps.push(Step::Index(at));
            Some(())
        }
        Json::Object(entries) => {
            let again = again(entries);
            for (at, (key, value)) in entries.iter().enumerate() {
                if again == Some(at) || find(value, steps).is_some() {
                    steps.push(Step::Key(key));
                    return Some(());
                }
            }
            None
        }
        _ => None,
    }
}

/// The first entry whose key an entry before it has.
fn again(entries: &[(String, Json)]) -> Option<usize> {
    /// Comparing each with each is faster up to here.
    const FEW: usize = 12;
    if entries.len() <= FEW {
        let key = |at: usize| entries.get(at).map(|entry| &entry.0);
        return (1..entries.len()).find(|&at| (0..at).any(|before| key(before) == key(at)));
    }
    let mut seen: Map<&str, ()> = Map::EMPTY;
    entries
        .iter()
        .position(|(key, _)| !seen.insert(key.as_str(), ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_repeated_key_is_found_at_any_depth() {
        let many = |last: &str| {
            let keys: Vec<String> = (0..50).map(|n| format!("\"k{n}\":{n}")).collect();
            format!("{{{},\"{last}\":0}}", keys.join(","))
        };
        for (text, place) in [
            ("{}", None),
            (r#"{"a":1,"b":{"a":[{"a":1},{"a":2}]}}"#, None),
            (r#"{"a":1,"a":2}"#, Some("/a")),
            (r#"{"a":[0,{"x/y":1,"\u0078/y":2}]}"#, Some("/a/1/x~1y")),
            (r#"{"__proto__":1,"__proto__":2}"#, Some("/__proto__")),
            (&many("k50"), None),
            (&many("k49"), Some("/k49")),
        ] {
            let json = Json::parse(text.as_bytes()).unwrap();
            let found = repeated_key(&json);
            assert_eq!(found.as_ref().map(Pointer::as_str), place, "{text}");
        }
    }
}
