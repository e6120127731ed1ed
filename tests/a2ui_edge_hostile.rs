//! Nothing that comes in takes long: twice of it takes about twice the work, counted in bytes given out, and twice the
//! time, whatever the pieces it comes in.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

use std::hint::black_box;
use std::time::{Duration, Instant};
use vitrine::a2ui::heal::Draft;
use vitrine::a2ui::ingress::options::{Limits, Options};
use vitrine::a2ui::ingress::rules::Rules;
use vitrine::a2ui::ingress::surface::Surface;
use vitrine::a2ui::ingress::{Answer, Ingress};
use vitrine::a2ui::jsonl::{self, Parser, What};
use vitrine::map::Map;

type Attack = (&'static str, fn(usize) -> String);

const HEAD: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":["#;

fn repeat(head: &str, unit: &str, size: usize) -> String {
    format!("{head}{}", unit.repeat(size / unit.len()))
}

/// Lines that are cut into pieces of 64 bytes.
const STREAMS: &[Attack] = &[
    ("one text", |n| {
        repeat(
            &format!(r#"{HEAD}{{"id":"a","component":{{"Text":{{"text":{{"literalString":""#),
            "words ",
            n,
        )
    }),
    ("escapes", |n| {
        repeat(
            &format!(r#"{HEAD}{{"id":"a","component":{{"Text":{{"text":{{"literalString":""#),
            "\\ud83d\\ude00",
            n,
        )
    }),
    ("a data value without a space", |n| {
        repeat(
            r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"k","valueString":""#,
            "x",
            n,
        )
    }),
    ("small components", |n| {
        repeat(HEAD, r#"{"id":"a","component":{"Divider":{}}},"#, n)
    }),
    ("components that are none", |n| repeat(HEAD, "{},", n)),
    ("one component with many texts", |n| {
        repeat(
            &format!(r#"{HEAD}{{"id":"a","component":{{"#),
            r#""Text":{"text":{"literalString":"x y"}},"#,
            n,
        )
    }),
    ("one text again and again", |n| {
        repeat(
            &format!(r#"{HEAD}{{"id":"a","component":{{"Text":{{"#),
            r#""text":{"literalString":"x y"},"#,
            n,
        )
    }),
    ("a long component before its text", |n| {
        let many = repeat("", r#"{"key":"k","value":{"literalString":"x y"}},"#, n);
        format!(
            r#"{HEAD}{{"id":"a","x":[{many}0],"component":{{"Text":{{"text":{{"literalString":"x y"#
        )
    }),
    ("brackets", |n| repeat("", "[", n)),
    ("objects in objects", |n| repeat(HEAD, r#"{"a":"#, n)),
    ("keys that are unlike", |n| {
        let keys: Vec<String> = (0..n / 10).map(|key| format!(r#""k{key}":0,"#)).collect();
        format!("{HEAD}{{{}", keys.concat())
    }),
    ("lines", |n| "\n".repeat(n)),
    ("bad lines", |n| "x\n".repeat(n / 2)),
    ("quotes", |n| "\"".repeat(n)),
];

/// Bytes given out, and what a reader copies who makes a message of each patch.
fn work(stream: &str) -> usize {
    let mut parser = Parser::new(jsonl::Options {
        healing: true,
        max_line_bytes: 64 << 20,
    });
    let mut draft = Draft::default();
    let (mut given, mut items) = (0, 0);
    for piece in stream.as_bytes().chunks(64) {
        for item in parser.push(piece) {
            match item.what {
                What::Provisional(patch) => {
                    items += patch.done.len();
                    given += patch.clone().into_json().to_string().len() + items;
                    draft.apply(patch);
                }
                What::Message(message) => given += message.to_string().len(),
                What::Error(finding) => given += finding.message.len(),
            }
        }
    }
    black_box(draft.message());
    given
}

fn fastest(run: impl Fn()) -> Duration {
    let timed = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..3).map(|_| timed()).min().unwrap_or_default()
}

#[test]
fn twice_the_stream_gives_twice_the_work() {
    for (name, stream) in STREAMS {
        let [half, whole] = [stream(200_000), stream(400_000)].map(|stream| work(&stream));
        assert!(
            whole <= half * 23 / 10 + 1000,
            "{name}: {half} and then {whole} bytes"
        );
        assert!(whole <= 40 * 400_000, "{name}: {whole} bytes of 400,000");
    }
}

#[test]
fn a_stream_of_half_a_megabyte_takes_no_time() {
    for (name, stream) in STREAMS {
        let stream = stream(500_000);
        let took = fastest(|| _ = black_box(work(&stream)));
        assert!(
            took < Duration::from_secs(20),
            "{name}: {took:?} without optimisation"
        );
    }
}

#[test]
fn ten_megabytes_in_a_line_are_told_and_not_kept() {
    let mut parser = Parser::new(jsonl::Options::default());
    let mut told = 0;
    for _ in 0..10_000 {
        told += parser.push(&[b'x'; 1000]).len();
    }
    assert_eq!(told, 1);
    assert_eq!(parser.push(b"\n{}\n").len(), 1);
}

const BODIES: &[Attack] = &[
    ("brackets", |n| repeat("", "[", n)),
    ("keys", |n| {
        let keys: Vec<String> = (0..n / 10).map(|key| format!(r#""k{key}":0"#)).collect();
        format!(
            r#"{{"userAction":{{"name":"save","context":{{{}}}}}}}"#,
            keys.join(",")
        )
    }),
    ("one key again and again", |n| {
        let keys = vec![r#""k":0"#; n / 6];
        format!(r#"{{"userAction":{{{}}}}}"#, keys.join(","))
    }),
    ("a form of many fields", |n| {
        repeat("vitrine.action=save", "&a=b", n)
    }),
    ("a form of many names", |n| {
        let fields: Vec<String> = (0..n / 8).map(|name| format!("&f{name}=x")).collect();
        fields.concat()
    }),
    ("a form of escapes", |n| repeat("a=", "%41", n)),
];

#[test]
fn a_body_of_a_megabyte_takes_no_time() {
    let limits = Limits {
        body_bytes: 4 << 20,
        context_bytes: 4 << 20,
        context_keys: u64::from(u32::MAX),
        ..Limits::DEFAULT
    };
    let mut actions = Map::EMPTY;
    actions.insert("save".to_owned(), Rules::default());
    for (name, body) in BODIES {
        let body = body(1_000_000);
        let took = fastest(|| {
            let options = Options {
                actions: actions.clone(),
                limits,
            };
            let mut ingress = Ingress::new(options, Map::EMPTY);
            assert!(matches!(
                ingress.accept(body.as_bytes(), 0),
                Answer::Rejected(_)
            ));
            assert!(matches!(
                ingress.accept_form(body.as_bytes(), 0),
                Answer::Rejected(_)
            ));
        });
        assert!(
            took < Duration::from_secs(20),
            "{name}: {took:?} without optimisation"
        );
    }
}

#[test]
fn a_flood_of_actions_is_remembered_within_its_bounds() {
    let mut actions = Map::EMPTY;
    actions.insert("save".to_owned(), Rules::default());
    let mut surfaces = Map::EMPTY;
    let surface = Surface {
        epoch: 1,
        nonce: None,
        rev: None,
    };
    surfaces.insert("main".to_owned(), surface);
    let options = Options {
        actions,
        limits: Limits::DEFAULT,
    };
    let mut ingress = Ingress::new(options, surfaces);
    let body = |key: usize| {
        format!(
            r#"{{"userAction":{{"name":"save","surfaceId":"main","sourceComponentId":"c","timestamp":"2026-01-31T12:00:00Z","context":{{"vitrine.key":"{key}"}}}}}}"#
        )
    };
    let repeated = |answer: Answer| matches!(answer, Answer::Accepted { repeated: true, .. });
    for key in 0..5_000 {
        assert!(!repeated(ingress.accept(body(key).as_bytes(), 0)));
    }
    assert!(repeated(ingress.accept(body(4_000).as_bytes(), 1)));
    assert!(!repeated(ingress.accept(body(3_999).as_bytes(), 1)));
}
