//! What the tests of the state document share.

use vitrine::json::Json;

/// The text of a file in a vector: a string is the text, anything else is printed as files are.
pub(crate) fn text(json: &Json) -> String {
    match json.as_str() {
        Some(text) => text.to_owned(),
        None => pretty(json, 0) + "\n",
    }
}

/// Two spaces a level: written anew here, so that the engine is not held against itself.
pub(crate) fn pretty(json: &Json, depth: usize) -> String {
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let block = |open: &str, lines: Vec<String>, close: &str| {
        format!("{open}\n{}\n{outer}{close}", lines.join(",\n"))
    };
    match json {
        Json::Array(items) if !items.is_empty() => {
            let lines = items
                .iter()
                .map(|item| format!("{inner}{}", pretty(item, depth + 1)));
            block("[", lines.collect(), "]")
        }
        Json::Object(entries) if !entries.is_empty() => {
            let line = |(key, value): &(String, Json)| {
                format!(
                    "{inner}{}: {}",
                    Json::from(key.as_str()),
                    pretty(value, depth + 1)
                )
            };
            block("{", entries.iter().map(line).collect(), "}")
        }
        other => other.to_string(),
    }
}
