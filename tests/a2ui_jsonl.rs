//! A stream reads the same however it is cut, a bad line costs only itself, and what is shown of an unfinished line is
//! a part of what it will say.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

use proptest::prelude::*;
use vitrine::a2ui::heal::Draft;
use vitrine::a2ui::jsonl::{Item, Options, Parser, What};
use vitrine::json::Json;

fn read(pieces: &[&[u8]], healing: bool) -> Vec<Item> {
    let mut parser = Parser::new(Options {
        healing,
        ..Options::default()
    });
    let mut items: Vec<Item> = pieces.iter().flat_map(|piece| parser.push(piece)).collect();
    items.extend(parser.end());
    items
}

/// The text in pieces that end at these places, in thousandths of its length.
fn cut<'a>(text: &'a [u8], places: &[usize]) -> Vec<&'a [u8]> {
    let mut ends: Vec<usize> = places.iter().map(|at| at * text.len() / 1000).collect();
    ends.push(text.len());
    ends.sort_unstable();
    let mut from = 0;
    let pieces = ends.into_iter().map(|to| {
        let piece = &text[from..to];
        from = to;
        piece
    });
    pieces.collect()
}

/// Texts with all that can be cut in the wrong place.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-z ]{1,12}",
        1 => Just("\u{1f600}\u{e9}".to_owned()),
        1 => Just("\"\\/\n\t".to_owned()),
        1 => Just("https://example.com/a b".to_owned()),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// A JSON string, some of its characters as escapes.
fn written(text: &str, escaped: bool) -> String {
    if !escaped {
        return Json::from(text).to_string();
    }
    let units: Vec<String> = text
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    format!("\"{}\"", units.concat())
}

fn components() -> impl Strategy<Value = String> {
    (texts(), texts(), any::<bool>(), 0..7u8).prop_map(|(a, b, escaped, kind)| {
        let [a, b] = [written(&a, escaped), written(&b, false)];
        let component = match kind {
            0 => format!(r#"{{"Text":{{"text":{{"literalString":{a}}},"usageHint":"h1"}}}}"#),
            1 => format!(r#"{{"Image":{{"url":{{"literalString":{a}}},"altText":{{"literalString":{b}}}}}}}"#),
            2 => format!(r#"{{"TextField":{{"label":{{"literalString":{a}}},"text":{{"literalString":{b}}}}}}}"#),
            3 => format!(r#"{{"Text":{{"text":{{"path":"/a","literalString":{a}}}}}}}"#),
            4 => r#"{"Row":{"children":{"explicitList":["a","b"]}}}"#.to_owned(),
            5 => format!(r#"{{"CheckBox":{{"label":{{"literalString":{a}}},"value":{{"literalBoolean":true}}}}}}"#),
            _ => format!(r#"{{"DateTimeInput":{{"value":{{"literalString":{a}}}}}}}"#),
        };
        match kind {
            4 => format!(r#"{{"component":{component},"id":"late"}}"#),
            _ => format!(r#"{{"id":"c","weight":1,"component":{component}}}"#),
        }
    })
}

fn entries() -> impl Strategy<Value = String> {
    (texts(), any::<bool>(), 0..4u8).prop_map(|(text, escaped, kind)| {
        let text = written(&text, escaped);
        match kind {
            0 => format!(r#"{{"valueString":{text},"key":"late"}}"#),
            1 => format!(r#"{{"key":"m","valueMap":[{{"key":"a","valueString":{text}}}]}}"#),
            _ => format!(r#"{{"key":"k","valueString":{text}}}"#),
        }
    })
}

fn lines() -> impl Strategy<Value = String> {
    let many = |item: BoxedStrategy<String>| prop::collection::vec(item, 1..5);
    prop_oneof![
        6 => many(components().boxed()).prop_map(|items| {
            format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{}]}}}}"#, items.join(", "))
        }),
        4 => many(entries().boxed()).prop_map(|items| {
            format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/","contents":[{}]}}}}"#, items.join(","))
        }),
        1 => many(entries().boxed()).prop_map(|items| {
            format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{}],"path":"/x"}}}}"#, items.join(","))
        }),
        1 => Just(r#"{"beginRendering":{"surfaceId":"s","root":"c"}}"#.to_owned()),
        1 => Just(String::new()),
        1 => Just(r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","id":"b"}]}}"#.to_owned()),
        1 => r#"[\[\]{}:," a-c\\]{0,30}"#,
    ]
}

/// Is `part` what can be seen of `whole`: all of it, or its beginning, where it is a list or the open text?
fn is_part(part: &Json, whole: &Json) -> bool {
    match (part, whole) {
        (Json::Object(part), Json::Object(whole)) => part
            .iter()
            .zip(whole)
            .all(|(part, whole)| part.0 == whole.0 && is_part(&part.1, &whole.1)),
        (Json::Array(part), Json::Array(whole)) => {
            part.len() <= whole.len()
                && part
                    .iter()
                    .zip(whole)
                    .all(|(part, whole)| is_part(part, whole))
        }
        (Json::String(part), Json::String(whole)) => whole.starts_with(part.as_str()),
        _ => part == whole,
    }
}

/// Where the strings stand that are not as they will be.
fn cut_strings(part: &Json, whole: &Json, at: &str, found: &mut Vec<String>) {
    match (part, whole) {
        (Json::Object(part), Json::Object(whole)) => {
            for (part, whole) in part.iter().zip(whole) {
                cut_strings(&part.1, &whole.1, &format!("{at}/{}", part.0), found);
            }
        }
        (Json::Array(part), Json::Array(whole)) => {
            for (part, whole) in part.iter().zip(whole) {
                cut_strings(part, whole, at, found);
            }
        }
        _ if part != whole => found.push(at.to_owned()),
        _ => {}
    }
}

/// Where a text may be closed before its end.
const OPEN: [&str; 5] = [
    "/dataModelUpdate/contents/valueString",
    "/surfaceUpdate/components/component/Text/text/literalString",
    "/surfaceUpdate/components/component/Image/altText/literalString",
    "/surfaceUpdate/components/component/TextField/label/literalString",
    "/surfaceUpdate/components/component/TextField/text/literalString",
];

#[test]
fn what_has_no_list_yet_has_no_items() {
    let items = read(&[br#"{{ {,::{},{"#], true);
    assert!(
        matches!(
            items.as_slice(),
            [Item {
                what: What::Error(_),
                ..
            }]
        ),
        "{items:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn however_a_stream_is_cut_it_reads_the_same(
        lines in prop::collection::vec(lines(), 0..5),
        ended in any::<bool>(),
        places in prop::collection::vec(0..1000usize, 0..40),
    ) {
        let text = lines.join("\n") + if ended { "\n" } else { "" };
        let whole = read(&[text.as_bytes()], false);
        let pieces = cut(text.as_bytes(), &places);
        prop_assert_eq!(&read(&pieces, false), &whole);
        let healed = read(&pieces, true).into_iter();
        let finals: Vec<Item> = healed.filter(|item| !matches!(item.what, What::Provisional(_))).collect();
        prop_assert_eq!(finals, whole);
    }

    #[test]
    fn what_is_provisional_is_a_part_of_what_is_final(line in lines(), places in prop::collection::vec(0..1000usize, 0..60)) {
        let mut draft = Draft::default();
        let mut shown = Vec::new();
        let mut message = None;
        for item in read(&cut(line.as_bytes(), &places), true) {
            match item.what {
                What::Provisional(patch) => {
                    draft.apply(patch);
                    shown.push(draft.message().unwrap());
                }
                What::Message(json) => message = Some(json),
                What::Error(_) => return Ok(()),
            }
        }
        let Some(message) = message else { return Ok(()) };
        for part in shown {
            prop_assert!(is_part(&part, &message), "{part}\nof {message}");
            let mut found = Vec::new();
            cut_strings(&part, &message, "", &mut found);
            prop_assert!(found.len() <= 1, "{found:?} in {part}");
            prop_assert!(found.iter().all(|at| OPEN.contains(&at.as_str())), "{found:?} in {part}");
        }
    }
}

/// All that is shown of a line whose every byte comes alone.
fn shown(line: &str) -> Vec<String> {
    let pieces: Vec<&[u8]> = line.as_bytes().chunks(1).collect();
    let mut parser = Parser::new(Options {
        healing: true,
        ..Options::default()
    });
    let mut draft = Draft::default();
    let mut shown = Vec::new();
    for item in pieces.iter().flat_map(|piece| parser.push(piece)) {
        let What::Provisional(patch) = item.what else {
            panic!("the line has not ended")
        };
        draft.apply(patch);
        shown.push(draft.message().unwrap().to_string());
    }
    shown
}

fn component(component: &str) -> String {
    format!(
        r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"c","component":{component}"#
    )
}

#[test]
fn a_text_is_shown_as_it_is_written() {
    let begin = component(r#"{"Text":{"text":{"literalString":""#);
    let after = |text: &str| format!(r#"{begin}{text}"}}}}}}}}]}}}}"#);
    let line = format!(r#"{begin}H\u00e9\n"}},"usageHint":"h"#);
    assert_eq!(
        shown(&line),
        [after("H"), after("H\u{e9}"), after("H\u{e9}\\n")]
    );
    // The whole component takes its place.
    let complete = format!(r#"{line}1"}}}}}}"#);
    let shown = shown(&complete);
    let last = shown.last().unwrap();
    assert_eq!(shown.len(), 4);
    assert!(last.contains(r#""usageHint":"h1""#), "{last}");
}

#[test]
fn no_id_url_or_value_out_of_a_list_is_closed() {
    for unfinished in [
        r#"{"surfaceUpdate":{"surfaceId":"sur"#.to_owned(),
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"c"#.to_owned(),
        component(r#"{"Te"#),
        component(r#"{"Text":{"usageHint":"h"#),
        component(r#"{"Image":{"url":{"literalString":"https://example.com/pic ture"#),
        component(r#"{"Video":{"url":{"literalString":"https"#),
        component(r#"{"AudioPlayer":{"url":{"literalString":"https"#),
        component(r#"{"Icon":{"name":{"literalString":"che"#),
        component(r#"{"Text":{"text":{"path":"/a b"#),
        component(r#"{"Card":{"child":"a b"#),
        component(r#"{"Row":{"children":{"explicitList":["a b"#),
        component(r#"{"Button":{"action":{"name":"go on"#),
        component(r#"{"Button":{"action":{"name":"go","context":[{"key":"k","value":{"literalString":"a b"#),
        component(r#"{"DateTimeInput":{"value":{"literalString":"2026-01-01 1"#),
        component(r#"{"TextField":{"label":{"literalString":""},"validationRegexp":"a b"#),
        component(r#"{"MultipleChoice":{"options":[{"label":{"literalString":"x y"},"value":"a b"#),
        // Nothing of a component before it could come like that.
        component(r#"{"Image":{"altText":{"literalString":"words and more"#),
        component(r#"{"CheckBox":{"label":{"literalString":"words and more"#),
        component(r#"{"Text":{"text":{"path":"/a","literalString":"words and more"#),
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"component":{"Text":{"text":{"literalString":"words"#.to_owned(),
        // It is not said yet where it goes.
        r#"{"surfaceUpdate":{"components":[{"id":"c","component":{"Divider":{}}}"#.to_owned(),
        r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"k","valueString":"words and"}"#.to_owned(),
        // It says more than is known.
        r#"{"surfaceUpdate":{"surfaceId":"s","x":1,"components":[{"id":"c","component":{"Divider":{}}}"#.to_owned(),
        // A data model does not say what is text.
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"k","valueString":"https://a b"#.to_owned(),
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"k","valueString":"enum"#.to_owned(),
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"a b"#.to_owned(),
        r#"{"beginRendering":{"surfaceId":"s","root":"ro"#.to_owned(),
        r#"{"deleteSurface":{"surfaceId":"s"#.to_owned(),
    ] {
        assert_eq!(shown(&unfinished), [""; 0], "{unfinished}");
    }
}

#[test]
fn what_is_no_json_any_more_is_not_shown() {
    let begin = component(r#"{"Divider":{}}}"#);
    for wrong in [
        "",
        " ",
        r#"{"id":"d","#,
        ",,",
        "[",
        r#""a""#,
        "7",
        "}",
        ",]]",
    ] {
        let line = format!(r#"{begin}{wrong}{{"id":"e","component":{{"Divider":{{}}}}}}"#);
        assert_eq!(shown(&line).len(), 1, "{line}");
    }
}

#[test]
fn words_of_a_data_model_are_shown_from_the_first_space_on() {
    let begin =
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/a","contents":[{"key":"k","valueString":""#;
    let after = |text: &str| format!("{begin}{text}\"}}]}}}}");
    assert_eq!(
        shown(&format!("{begin}Hi t")),
        [after("Hi "), after("Hi t")]
    );
}

#[test]
fn a_bad_line_is_reported_and_the_stream_goes_on() {
    let message = r#"{"deleteSurface":{"surfaceId":"s"}}"#;
    let long = format!("{{\"x\":\"{}\"}}", "x".repeat(70_000));
    let text = format!(
        "{message}\r\n\n  \nno json\n[1]\n{{\"a\":{{\"b\":1,\"b\":2}}}}\n{long}\n\u{0}\n{message}"
    );
    for size in [1, 7, 4096, text.len()] {
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
        let told: Vec<(u64, String, String)> = read(&pieces, true)
            .into_iter()
            .map(|item| match item.what {
                What::Error(finding) => (
                    item.line,
                    finding.rule.code.to_owned(),
                    finding.pointer.to_string(),
                ),
                What::Message(json) => (item.line, json.to_string(), String::new()),
                What::Provisional(_) => panic!("nothing of this can be shown"),
            })
            .collect();
        let told: Vec<(u64, &str, &str)> = told
            .iter()
            .map(|(line, what, at)| (*line, what.as_str(), at.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (1, message, ""),
                (4, "A2UI_S2C_ENVELOPE_JSON", ""),
                (5, "A2UI_S2C_ENVELOPE_NOT_OBJECT", ""),
                (6, "A2UI_S2C_ENVELOPE_DUPLICATE_KEY", "/a/b"),
                (7, "A2UI_S2C_LIMIT_LINE_BYTES", ""),
                (8, "A2UI_S2C_ENVELOPE_JSON", ""),
                (9, message, ""),
            ]
        );
    }
}

#[test]
fn a_line_is_as_long_as_its_limit_and_no_longer() {
    let told = |bytes: usize| {
        let mut parser = Parser::new(Options {
            healing: false,
            max_line_bytes: 20,
        });
        let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat(bytes - 8));
        parser.push(line.as_bytes())
    };
    assert!(matches!(told(20)[0].what, What::Message(_)));
    assert!(matches!(told(21)[0].what, What::Error(_)));
    let mut parser = Parser::new(Options {
        healing: false,
        max_line_bytes: 20,
    });
    // At once, not when it ends; and once.
    assert!(matches!(parser.push(&[b'x'; 21])[0].what, What::Error(_)));
    assert_eq!(parser.push(&[b'x'; 1000]), []);
    assert_eq!(parser.push(b"\n{}\n")[0].line, 2);
}

#[test]
fn a_byte_order_mark_is_passed_over_where_a_stream_begins() {
    let line = "{\"a\":1}\n";
    let stream = format!("\u{feff}{line}{line}\u{feff}{line}");
    for healing in [false, true] {
        let lines = |items: Vec<Item>| -> Vec<(u64, bool)> {
            let whole = items
                .into_iter()
                .filter(|item| !matches!(item.what, What::Provisional(_)));
            whole
                .map(|item| (item.line, matches!(item.what, What::Message(_))))
                .collect()
        };
        let bytes: Vec<&[u8]> = stream.as_bytes().chunks(1).collect();
        for pieces in [vec![stream.as_bytes()], bytes] {
            assert_eq!(
                lines(read(&pieces, healing)),
                [(1, true), (2, true), (3, false)]
            );
        }
    }
    // Nor is it counted; one that is cut short is what it is.
    let mut parser = Parser::new(Options {
        healing: false,
        max_line_bytes: 7,
    });
    for _ in 0..2 {
        let items: Vec<Item> = stream
            .as_bytes()
            .chunks(2)
            .flat_map(|piece| parser.push(piece))
            .collect();
        assert!(matches!(items[0].what, What::Message(_)));
        assert_eq!(parser.end(), []);
    }
    assert_eq!(parser.push(&[0xef, 0xbb]), []);
    assert!(matches!(parser.end()[0].what, What::Error(_)));
    assert_eq!(parser.push("\u{feff}".as_bytes()), []);
    assert_eq!(parser.end(), []);
}

#[test]
fn a_stream_may_follow_another() {
    let mut parser = Parser::new(Options::default());
    assert_eq!(parser.push(b"\n\n{}"), []);
    assert_eq!(parser.end()[0].line, 3);
    assert_eq!(parser.end(), []);
    assert_eq!(parser.push(b"{}\n")[0].line, 1);
}
