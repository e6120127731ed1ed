//! The validator, fed lines.

use vitrine::a2ui::finding::Finding;
use vitrine::a2ui::settings::{Mode, Settings};
use vitrine::a2ui::v0_8::message::read;
use vitrine::a2ui::v0_8::validator::Validator;
use vitrine::json::Json;

/// Every line is judged, in both modes. What is found points into the message that it names; what strict mode takes,
/// lenient mode takes without a word; a message that is read by itself breaks no rule that needs no other message.
pub fn messages(bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let strict = findings(Mode::Strict, &lines);
    let lenient = findings(Mode::Lenient, &lines);
    if strict.is_empty() {
        assert!(lenient.is_empty(), "{lenient:?}");
    }
    assert!(strict.iter().all(Finding::is_error), "{strict:?}");
    for line in lines {
        let settings = settings(Mode::Strict);
        let reading = read(line, &settings);
        let wrong = reading.findings.iter().any(Finding::is_error);
        assert_eq!(reading.message.is_none(), wrong, "{reading:?}");
        let alone = Validator::new(settings).push(line);
        assert!(alone.is_empty() <= !wrong, "{reading:?} {alone:?}");
    }
}

fn settings(mode: Mode) -> Settings {
    Settings {
        mode,
        ..Settings::default()
    }
}

fn findings(mode: Mode, lines: &[&[u8]]) -> Vec<Finding> {
    let mut validator = Validator::new(settings(mode));
    let pushed = lines.iter().flat_map(|line| validator.push(line));
    let mut findings: Vec<Finding> = pushed.collect();
    findings.extend(validator.finish());
    for finding in &findings {
        let index = finding.message_index.map(|index| index as usize);
        let line = index.and_then(|index| lines.get(index));
        assert!(line.is_some(), "{finding:?}");
        let json = line.and_then(|line| Json::parse(line).ok());
        let pointer = finding.pointer.as_str();
        if let (Some(json), false) = (json, pointer.is_empty()) {
            assert!(leads(&json, pointer), "{finding:?}");
        }
    }
    findings
}

/// Does a pointer lead to a value, or to one that an object lacks?
fn leads(json: &Json, pointer: &str) -> bool {
    let mut here = vec![json];
    let mut keys = pointer.split('/').skip(1).peekable();
    while let Some(key) = keys.next() {
        let name = key.replace("~1", "/").replace("~0", "~");
        let inside: Vec<&Json> = here
            .iter()
            .flat_map(|json| match json {
                Json::Array(items) => name
                    .parse()
                    .ok()
                    .and_then(|at: usize| items.get(at))
                    .into_iter()
                    .collect(),
                // A repeated key is there more than once.
                Json::Object(entries) => entries
                    .iter()
                    .filter(|(other, _)| *other == name)
                    .map(|(_, inner)| inner)
                    .collect(),
                _ => Vec::new(),
            })
            .collect();
        if inside.is_empty() {
            return keys.peek().is_none() && here.iter().any(|json| json.as_object().is_some());
        }
        here = inside;
    }
    true
}
