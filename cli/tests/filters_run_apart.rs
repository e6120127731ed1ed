//! `apply --jq` runs a jq filter over the document with its shards in it, in a process that can fail without harm
//! (decision 35).

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::time::{Duration, Instant};
use support::Place;

fn apply(place: &Place, filter: &str) -> support::Ran {
    place.run(&["chat", "state", "apply", "--jq", filter])
}

#[test]
fn a_filter_changes_the_files_that_it_touches_and_no_others() {
    let place = Place::with_shards();
    let before = place.contents();
    assert_eq!(
        apply(&place, ".ITEMS.GLOBAL.CONTENT.OPS.DEEP.COUNT += 41").code,
        0
    );
    let after = place.contents();
    let changed: Vec<_> = after
        .iter()
        .filter(|(name, text)| before[*name] != **text)
        .collect();
    let expected = b"{\n  \"COUNT\": 42\n}\n".to_vec();
    assert_eq!(changed, [(&"OPS/DEEP.json".into(), &expected)]);
}

#[test]
fn numbers_and_the_order_of_keys_come_through() {
    let place = Place::new();
    let value = r#"{"B": 12345678901234567890123, "A": 1.50, "C": {"Z": "é\u0000", "Y": null}}"#;
    assert_eq!(place.set("X", value).code, 0);
    let before = place.contents();
    assert_eq!(apply(&place, ".").code, 0);
    assert_eq!(place.contents(), before);
}

#[test]
fn a_filter_that_fails_is_7_and_changes_nothing() {
    let place = Place::with_shards();
    let before = place.contents();
    for (filter, why) in [
        (".[", "expected closing bracket, found its end"),
        (". |", "expected term, found its end"),
        ("nope", "there is no filter nope"),
        ("$x", "there is no variable $x"),
        ("error(\"no\")", "\"no\""),
        (
            ".ITEMS | keys | .[0].A",
            "cannot index \"GLOBAL\" with \"A\"",
        ),
        (".,.", "expected one result, found 2"),
        ("empty", "expected one result, found 0"),
        ("halt", "it halted instead of giving a result"),
        ("input", "there is no filter input"),
        ("include \"m\"; .", "m: module loading not supported"),
        (
            "def f: 1 + f; f",
            "it recursed too deeply or took too much memory",
        ),
        (
            "\"x\" * 3000000000",
            "it recursed too deeply or took too much memory",
        ),
    ] {
        let ran = apply(&place, filter);
        let expected = format!("the filter {}: {why}\n", serde_json::Value::from(filter));
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.as_str()),
            (7, "", expected.as_str())
        );
    }
    assert_eq!(place.contents(), before);
}

#[test]
fn a_filter_without_end_is_ended() {
    let place = Place::with_shards();
    let before = place.contents();
    let start = Instant::now();
    let ran = apply(&place, "last(repeat(1))");
    assert_eq!(
        (ran.code, ran.err.contains("it took longer than 5 s")),
        (7, true),
        "{}",
        ran.err
    );
    assert!(start.elapsed() < Duration::from_secs(9));
    assert_eq!(place.contents(), before);
}

#[test]
fn a_filter_sees_nothing_of_the_environment() {
    let place = Place::new();
    let mut program = place.program(&[
        "chat",
        "state",
        "apply",
        "--jq",
        ".ITEMS.GLOBAL.META.E = env",
    ]);
    assert!(program
        .env("SECRET", "s")
        .output()
        .unwrap()
        .status
        .success());
    assert_eq!(
        place.ok(&["project", "chat", "get", "item", "--meta", "E"]),
        "{}\n"
    );
}

#[test]
fn what_a_filter_makes_is_held_to_the_schema() {
    let place = Place::with_shards();
    let before = place.contents();
    for filter in [
        "1",
        ".ITEMS.GLOBAL.META.my_key = 1",
        "del(.GOALS)",
        ".GOALS.A = 1",
    ] {
        assert_eq!(apply(&place, filter).code, 3, "{filter}");
    }
    assert_eq!(place.contents(), before);
}
