//! JSON that is compared by what it says.

use vitrine::json::Json;

/// With keys in order, and numbers as floats.
pub(crate) fn canonical(json: &Json) -> Json {
    match json {
        Json::Number(number) => Json::from(format!("{:?}", number.as_f64().unwrap())),
        Json::Array(items) => Json::Array(items.iter().map(canonical).collect()),
        Json::Object(entries) => {
            let entries = entries.iter();
            let mut entries: Vec<_> = entries
                .map(|(key, value)| (key.clone(), canonical(value)))
                .collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries)
        }
        other => other.clone(),
    }
}
