//! Streams of A2UI messages, and what clients send back.

use vitrine::a2ui::heal::Draft;
use vitrine::a2ui::ingress::options::Options;
use vitrine::a2ui::ingress::{Answer, Ingress};
use vitrine::a2ui::jsonl::{self, Item, Parser, What};
use vitrine::json::Json;

/// The first byte says into what pieces the rest is cut: it reads the same as whole, and what is shown before a line has
/// ended has its beginning.
pub fn stream(bytes: &[u8]) {
    let (size, text) = bytes.split_first().map_or((1, bytes), |(size, text)| {
        (usize::from(*size % 64) + 1, text)
    });
    let whole = read(&[text], false);
    let pieces: Vec<&[u8]> = text.chunks(size).collect();
    assert_eq!(read(&pieces, false), whole);
    let mut draft = Draft::default();
    let mut finals = Vec::new();
    for item in read(&pieces, true) {
        match &item.what {
            What::Provisional(patch) => draft.apply(patch.clone()),
            What::Message(message) => {
                if let Some(shown) = core::mem::take(&mut draft).message() {
                    assert!(begins(&shown, message), "{shown} of {message}");
                }
                finals.push(item);
            }
            What::Error(finding) => {
                assert!(finding.is_error() && !finding.message.is_empty());
                draft = Draft::default();
                finals.push(item);
            }
        }
    }
    assert_eq!(finals, whole);
}

fn read(pieces: &[&[u8]], healing: bool) -> Vec<Item> {
    let options = jsonl::Options {
        healing,
        max_line_bytes: 4096,
    };
    let mut parser = Parser::new(options);
    let mut items: Vec<Item> = pieces.iter().flat_map(|piece| parser.push(piece)).collect();
    items.extend(parser.end());
    items
}

/// Is it the same, but for lists and texts that go on?
fn begins(part: &Json, whole: &Json) -> bool {
    match (part, whole) {
        (Json::Object(part), Json::Object(whole)) => {
            let mut pairs = part.iter().zip(whole);
            pairs.all(|(part, whole)| part.0 == whole.0 && begins(&part.1, &whole.1))
        }
        (Json::Array(part), Json::Array(whole)) => {
            let mut pairs = part.iter().zip(whole);
            part.len() <= whole.len() && pairs.all(|(part, whole)| begins(part, whole))
        }
        (Json::String(part), Json::String(whole)) => whole.starts_with(part.as_str()),
        _ => part == whole,
    }
}

/// A rejection has a status and a reason; what passes is repeated when it is sent again.
pub fn ingress(bytes: &[u8]) {
    let options = br#"{"actions":{"save":{},"cancel":{"context":{"a":"path","b":"number"}}},"surfaces":{"main":{}}}"#;
    let options = Json::parse(options).expect("JSON");
    let (options, surfaces) = Options::of_json(&options).expect("options");
    let mut ingress = Ingress::new(options, surfaces);
    for form in [false, true] {
        let mut send = |now| match form {
            true => ingress.accept_form(bytes, now),
            false => ingress.accept(bytes, now),
        };
        match send(0) {
            Answer::Rejected(rejection) => {
                assert!(rejection.rule.http.is_some() && !rejection.reason.is_empty());
                assert_eq!(send(1), Answer::Rejected(rejection));
            }
            Answer::Accepted { action, .. } => {
                let kind = action.get("kind").and_then(Json::as_str);
                let Answer::Accepted {
                    action: again,
                    repeated,
                    ..
                } = send(1)
                else {
                    panic!("accepted once only: {action}")
                };
                assert_eq!(again, action);
                assert_eq!(repeated, kind == Some("userAction"));
            }
        }
    }
}
