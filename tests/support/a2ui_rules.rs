//! The vectors of A2UI's validator: streams with their findings.

#[path = "vectors/expand.rs"]
mod expand;

use expand::expand;
use std::fs;
use std::path::Path;
use vitrine::a2ui::finding::Finding;
use vitrine::a2ui::settings::Settings;
use vitrine::a2ui::v0_8::validator::Validator;
use vitrine::json::Json;

/// The cases of a file of `tests/vectors/a2ui`.
pub(crate) fn cases(file: &str) -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/a2ui");
    let file = Json::parse(&fs::read(folder.join(file)).unwrap()).unwrap();
    file.as_array().unwrap().to_vec()
}

/// A case of one component as a stream: an update, and, where references matter, two more components and a begin.
pub(crate) fn stream_of_component(case: &Json) -> (Vec<Json>, Vec<String>) {
    let kind = case.get("component").and_then(Json::as_str).unwrap();
    let props = case.get("props").unwrap();
    let mut components = format!(r#"{{"id":"c","component":{{"{kind}":{props}}}}}"#);
    let mut messages = Vec::new();
    if case.get("others").is_some() {
        for id in ["leaf", "x"] {
            components += &format!(r#",{{"id":"{id}","component":{{"Divider":{{}}}}}}"#);
        }
        messages.push(r#"{"beginRendering":{"surfaceId":"s","root":"c"}}"#.into());
    }
    let update = format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#);
    messages.insert(0, update.into());
    let place = format!("0 /surfaceUpdate/components/0/component/{kind}");
    let expected = expected(case).into_iter().map(|finding| {
        let (code, pointer) = finding.rsplit_once(' ').unwrap();
        format!("{code} {place}{pointer}")
    });
    (messages, expected.collect())
}

/// The findings that a case expects.
pub(crate) fn expected(case: &Json) -> Vec<String> {
    let findings = case.get("findings").and_then(Json::as_array);
    let findings = findings.unwrap_or_default().iter();
    findings
        .map(|each| each.as_str().unwrap().to_owned())
        .collect()
}

/// `[finish] [warning] code message pointer`
fn told(finding: &Finding) -> String {
    let warning = if finding.is_error() { "" } else { "warning " };
    let (code, index) = (finding.rule.code, finding.message_index.unwrap());
    assert!(
        finding.message.starts_with("expected ") || code.ends_with("_JSON"),
        "{finding:?}"
    );
    format!("{warning}{code} {index} {}", finding.pointer)
}

/// The findings of a stream of messages; a `null` ends a response, and so does the end.
pub(crate) fn run(settings: Settings, messages: &[Json]) -> Vec<String> {
    let mut validator = Validator::new(settings);
    let mut found = Vec::new();
    for message in messages.iter().chain([&Json::Null]) {
        let (prefix, findings) = match message {
            Json::Null => ("finish ", validator.finish()),
            Json::String(text) => ("", validator.push(expand(text).as_bytes())),
            object => ("", validator.push(object.to_string().as_bytes())),
        };
        found.extend(
            findings
                .iter()
                .map(|each| format!("{prefix}{}", told(each))),
        );
    }
    found
}

/// The settings of a case.
pub(crate) fn settings(case: &Json) -> Settings {
    let none = Json::Object(Vec::new());
    Settings::of_json(case.get("options").unwrap_or(&none)).unwrap()
}
