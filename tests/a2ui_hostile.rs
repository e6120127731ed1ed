//! Whatever comes to the validator is a finding: no panic, and no more work than its length calls for.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fmt::Write;
use vitrine::a2ui::finding::Finding;
use vitrine::a2ui::settings::Settings;
use vitrine::a2ui::v0_8::message::read;
use vitrine::a2ui::v0_8::validator::Validator;
use vitrine::json::Json;

fn open() -> Settings {
    let options = r#"{"limits":{"messages":1000000,"messageBytes":100000000,"surfaceBytes":1000000000,
        "responseBytes":1000000000,"components":1000000,"depth":10000,"dataDepth":100,"dataEntries":1000000,
        "stringBytes":100000000}}"#;
    Settings::of_json(&Json::parse(options.as_bytes()).unwrap()).unwrap()
}

fn update(components: impl Iterator<Item = String>) -> String {
    let components: Vec<String> = components.collect();
    let list = components.join(",");
    format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{list}]}}}}"#)
}

fn card(id: usize, child: usize) -> String {
    format!(r#"{{"id":"c{id}","component":{{"Card":{{"child":"c{child}"}}}}}}"#)
}

fn begin(root: &str) -> String {
    format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"{root}"}}}}"#)
}

/// All findings.
fn judged(messages: &[String]) -> Vec<Finding> {
    worked(messages).0
}

/// All findings, and the work it took: bytes, nodes and links visited.
fn worked(messages: &[String]) -> (Vec<Finding>, u64) {
    let mut validator = Validator::new(open());
    let mut findings: Vec<Finding> = messages
        .iter()
        .flat_map(|message| validator.push(message.as_bytes()))
        .collect();
    findings.extend(validator.finish());
    (findings, validator.work())
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code).collect();
    codes.dedup();
    codes
}

#[test]
fn a_hundred_thousand_components() {
    let leaf = |id: usize| {
        format!(r#"{{"id":"c{id}","component":{{"Text":{{"text":{{"path":"/t"}}}}}}}}"#)
    };
    let children: Vec<String> = (0..100_000).map(|id| format!("\"c{id}\"")).collect();
    let root = format!(
        r#"{{"id":"root","component":{{"Column":{{"children":{{"explicitList":[{}]}}}}}}}}"#,
        children.join(",")
    );
    let whole = update((0..100_000).map(leaf).chain([root.clone()]));
    assert_eq!(judged(&[whole, begin("root")]), []);
    let many: Vec<String> = (0..20_000)
        .map(|id| update([leaf(id)].into_iter()))
        .collect();
    let stream = [update([root].into_iter()), begin("root")]
        .into_iter()
        .chain(many);
    let findings = judged(&stream.collect::<Vec<_>>());
    assert_eq!(findings.len(), 80_000);
    assert_eq!(codes(&findings), ["A2UI_S2C_COMPONENT_CHILD_MISSING"]);
}

#[test]
fn a_hundred_thousand_components_that_are_all_wrong() {
    let wrong =
        |id: usize| format!(r#"{{"id":"c{id}","component":{{"Text":{{"text":[],"x":1}}}}}}"#);
    let findings = judged(&[update((0..100_000).map(wrong))]);
    assert_eq!(findings.len(), 200_000);
    assert_eq!(
        findings[199_999].pointer.as_str(),
        "/surfaceUpdate/components/99999/component/Text/x"
    );
}

#[test]
fn a_cycle_of_length_ten_thousand() {
    let at = |index: usize| format!("/surfaceUpdate/components/{index}/component/Card/child");
    let found = |findings: Vec<Finding>| -> Vec<String> {
        assert_eq!(codes(&findings), ["A2UI_S2C_COMPONENT_CYCLE"]);
        findings
            .iter()
            .map(|finding| finding.pointer.to_string())
            .collect()
    };
    let ring = |id: usize| card(id, (id + 1) % 10_000);
    assert_eq!(found(judged(&[update((0..10_000).map(ring))])), [at(9_999)]);
    // One link a message, from the front and from the back; the last one closes it.
    let stream: Vec<String> = (0..10_000)
        .map(|id| update([ring(id)].into_iter()))
        .collect();
    assert_eq!(found(judged(&stream)), [at(0)]);
    let stream: Vec<String> = (0..10_000)
        .rev()
        .map(|id| update([ring(id)].into_iter()))
        .collect();
    assert_eq!(found(judged(&stream)), [at(0)]);
}

#[test]
fn ten_thousand_cycles_of_one_component() {
    let links: Vec<String> = (0..10_000).map(|_| "\"a\"".to_owned()).collect();
    let list = links.join(",");
    let column = format!(
        r#"{{"id":"a","component":{{"Column":{{"children":{{"explicitList":[{list}]}}}}}}}}"#
    );
    assert_eq!(judged(&[update([column].into_iter())]).len(), 10_000);
    // Each of a chain leads back to its beginning; of each such circle the chain's first link is the new one.
    let back = |id: usize| {
        format!(
            r#"{{"id":"c{id}","component":{{"Column":{{"children":{{"explicitList":["c{}","c0"]}}}}}}}}"#,
            id + 1
        )
    };
    let old = update((1..20_000).map(back));
    let findings = judged(&[old, update([card(0, 1)].into_iter())]);
    assert_eq!(codes(&findings), ["A2UI_S2C_COMPONENT_CYCLE"]);
    assert_eq!(findings.len(), 1);
}

#[test]
fn pointers_longer_than_the_text_are_cut_short() {
    let long = "k".repeat(1 << 20);
    let twice = vec![r#"{"a":1,"a":2}"#; 50_000].join(",");
    let text = format!(
        r#"{{"beginRendering":{{"surfaceId":"s","root":"r","styles":{{"{long}":[{twice}]}}}}}}"#
    );
    let findings = judged(&[text]);
    assert!(findings.len() < 20, "{}", findings.len());
    let last = findings.last().unwrap();
    assert_eq!(last.rule.code, "A2UI_S2C_LIMIT_FINDINGS");
    assert!(
        last.message.contains("more than can be listed"),
        "{}",
        last.message
    );
}

#[test]
fn a_line_of_ten_megabytes() {
    let texts = [
        "x".repeat(10 << 20),
        format!("\"{}\"", "x".repeat(10 << 20)),
        "[".repeat(10 << 20),
        format!("[{}1]", "1,".repeat(5 << 20)),
        format!("{{{}\"a\":1}}", "\"a\":1,".repeat(1 << 17)),
        format!("[{}", "{}".repeat(5 << 20)),
        format!("\"{}\"", "\\u0041".repeat(1 << 20)),
    ];
    for text in texts {
        let mut strict = Validator::new(Settings::default());
        let findings = strict.push(text.as_bytes());
        assert_eq!(codes(&findings), ["A2UI_S2C_LIMIT_MESSAGE_BYTES"]);
        assert!(!judged(&[text]).is_empty());
    }
}

#[test]
fn many_keys_many_entries_and_deep_maps() {
    let entries: Vec<String> = (0..100_000)
        .map(|key| format!(r#"{{"key":"k{}","valueNumber":1}}"#, key % 99_999))
        .collect();
    let data = |contents: &str| {
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{contents}]}}}}"#)
    };
    let findings = judged(&[data(&entries.join(","))]);
    assert_eq!(codes(&findings), ["A2UI_S2C_DATA_KEY_DUPLICATE"]);
    assert_eq!(
        findings[0].pointer.as_str(),
        "/dataModelUpdate/contents/99999/key"
    );
    let mut deep = r#"{"key":"k","valueString":""}"#.to_owned();
    for _ in 0..60 {
        deep = format!(r#"{{"key":"k","valueMap":[{deep}]}}"#);
    }
    let findings = judged(&[data(&deep)]);
    assert_eq!(codes(&findings), ["A2UI_S2C_DATA_NESTED_MAP"]);
    assert_eq!(findings.len(), 59);
    let deeper = "/k".repeat(100_000);
    let path =
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{deeper}","contents":[]}}}}"#);
    assert_eq!(codes(&judged(&[path])), ["A2UI_S2C_LIMIT_DATA_DEPTH"]);
    // Ten thousand updates deep in a large model.
    let mut stream = vec![data(&entries[..50_000].join(","))];
    for key in 0..10_000 {
        let path = format!("/k{key}");
        stream.push(format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[]}}}}"#
        ));
    }
    assert_eq!(judged(&stream), []);
}

/// A chain, a component a message: every second one, then those between.
fn halves(count: usize) -> Vec<String> {
    let ids = (0..count).step_by(2).chain((1..count).step_by(2));
    ids.map(|id| update([card(id, id + 1)].into_iter()))
        .collect()
}

/// The work of responses, each of which ends, on a surface that is shown.
fn responses(first: &[String], each: impl Iterator<Item = String>) -> (Vec<Finding>, u64) {
    let mut validator = Validator::new(open());
    for message in first {
        validator.push(message.as_bytes());
    }
    validator.finish();
    let mut findings = Vec::new();
    for message in each {
        findings.extend(validator.push(message.as_bytes()));
        findings.extend(validator.finish());
    }
    (findings, validator.work())
}

/// Twice as many responses, each of one component, on a surface that is twice as large, about twice the work.
#[test]
fn a_response_costs_what_it_changes_and_not_its_surface() {
    type Streams = fn(usize) -> (Vec<String>, Vec<String>);
    let leaf = |id: usize| {
        update(
            [format!(
                r#"{{"id":"c{id}","component":{{"Divider":{{}}}}}}"#
            )]
            .into_iter(),
        )
    };
    let streams: [(&str, Streams); 4] = [
        ("one component comes again and again", |count| {
            let whole = update((0..count).map(|id| column(id, count)));
            let again = (0..count).map(|id| update([column(id, count)].into_iter()));
            (vec![whole, begin("c0")], again.collect())
        }),
        ("what is shown grows", |count| {
            let each = (1..count).map(|id| update([column(id, count)].into_iter()));
            (
                vec![update([column(0, count)].into_iter()), begin("c0")],
                each.collect(),
            )
        }),
        ("what is not shown yet lacks something", |count| {
            let each = (1..count).map(|id| update([card(id, count + id)].into_iter()));
            (
                vec![update([card(0, 0)].into_iter()), begin("c0")],
                each.collect(),
            )
        }),
        ("the same root again", |count| {
            let whole = update((0..count).map(|id| column(id, count)));
            (vec![whole, begin("c0")], vec![begin("c0"); count])
        }),
    ];
    for (name, stream) in streams {
        let work = |count: usize| {
            let (first, each) = stream(count);
            responses(&first, each.into_iter()).1
        };
        let (one, two) = (work(2_000), work(4_000));
        assert!(
            one > 2_000 && two as f64 <= 2.3 * one as f64,
            "{name}: {one}, {two}"
        );
    }
    // Said once: at the end of the response that is to blame, also where that shows what came long before.
    let (findings, _) = responses(
        &[
            update([card(1, 2), card(2, 3)].into_iter()),
            update([card(0, 9)].into_iter()),
            begin("c0"),
        ],
        [leaf(8), update([card(0, 1)].into_iter()), leaf(7), leaf(3)].into_iter(),
    );
    let pointers: Vec<_> = findings
        .iter()
        .map(|finding| (finding.message_index, finding.pointer.to_string()))
        .collect();
    let at = "/surfaceUpdate/components/1/component/Card/child".to_owned();
    assert_eq!(pointers, [(Some(0), at)]);
}

/// A component of a tree, each of which has four children.
fn column(id: usize, count: usize) -> String {
    let children = (id * 4 + 1..=id * 4 + 4).filter(|child| *child < count);
    let children: Vec<String> = children.map(|child| format!("\"c{child}\"")).collect();
    let list = children.join(",");
    format!(
        r#"{{"id":"c{id}","component":{{"Column":{{"children":{{"explicitList":[{list}]}}}}}}}}"#
    )
}

/// Twice the stream, about twice the work: in one update, a component a message from the root on and towards it, circles,
/// rows of data.
#[test]
fn work_grows_with_the_length_and_no_faster() {
    type Streams = fn(usize) -> Vec<String>;
    let streams: [(&str, Streams); 9] = [
        ("one update", |count| {
            vec![update((0..count).map(|id| card(id, id + 1))), begin("c0")]
        }),
        ("parents first", |count| {
            (0..count)
                .map(|id| update([card(id, id + 1)].into_iter()))
                .collect()
        }),
        ("children first", |count| {
            (0..count)
                .rev()
                .map(|id| update([card(id, id + 1)].into_iter()))
                .collect()
        }),
        ("a circle", |count| {
            vec![update((0..count).map(|id| card(id, (id + 1) % count)))]
        }),
        ("the same again", |count| {
            let all: Vec<String> = (0..10)
                .map(|id| update([card(id, id + 1)].into_iter()))
                .collect();
            all.iter().cycle().take(count).cloned().collect()
        }),
        ("a tree in any order", |count| {
            let at = |at: usize| update([column(at * 7_919 % count, count)].into_iter());
            (0..count).map(at).collect()
        }),
        ("every second one first", |count| halves(count)),
        ("the middle of what is there", |count| {
            let middle = update([card(1_000, 1_001)].into_iter());
            let whole = update((0..2_000).map(|id| card(id, id + 1)));
            let again = std::iter::repeat_n(middle, count);
            [whole].into_iter().chain(again).collect()
        }),
        ("rows", |count| {
            let row = |id: usize| {
                format!(
                    r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/rows/{id}","contents":[{{"key":"a","valueString":"x"}}]}}}}"#
                )
            };
            (0..count).map(row).collect()
        }),
    ];
    for (name, stream) in streams {
        let (one, two) = (worked(&stream(4_000)).1, worked(&stream(8_000)).1);
        assert!(
            one > 4_000 && two as f64 <= 2.3 * one as f64,
            "{name}: {one}, {two}"
        );
    }
}

#[test]
fn names_that_mean_something_elsewhere_mean_nothing_here() {
    for name in [
        "__proto__",
        "constructor",
        "toString",
        "",
        "\\u0000",
        "🙂",
        "a/b~c",
    ] {
        let messages = [
            format!(
                r#"{{"surfaceUpdate":{{"surfaceId":"{name}","components":[{{"id":"{name}","component":{{"Divider":{{}}}}}}]}}}}"#
            ),
            format!(
                r#"{{"dataModelUpdate":{{"surfaceId":"{name}","contents":[{{"key":"{name}","valueString":"{name}"}}]}}}}"#
            ),
            format!(r#"{{"beginRendering":{{"surfaceId":"{name}","root":"{name}"}}}}"#),
        ];
        assert_eq!(judged(&messages), [], "{name}");
        for message in &messages {
            assert!(
                read(message.as_bytes(), &open()).message.is_some(),
                "{name}"
            );
        }
    }
}

#[test]
fn what_is_found_is_quoted_short() {
    let mut long = String::new();
    for _ in 0..10_000 {
        write!(long, "very ").unwrap();
    }
    let text = format!(r#"{{"id":"a","component":{{"{long}":{{}}}}}}"#);
    let findings = judged(&[update([text].into_iter())]);
    assert_eq!(codes(&findings), ["A2UI_S2C_COMPONENT_UNKNOWN_TYPE"]);
    assert!(findings[0].message.len() < 200);
}
