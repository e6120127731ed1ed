//! Promise: what a message is said to change is what it changed, each id once, and what it did not change stays as it is;
//! rows are in the order of their keys and bound by their own paths, whatever their keys.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use vitrine::a2ui::client_sim::{ClientSim, Shown};
use vitrine::json::Json;

const BEGIN: &str = r#"{"beginRendering":{"surfaceId":"main","root":"root"}}"#;

fn client() -> ClientSim {
    ClientSim::new(Json::parse(b"{}").unwrap()).unwrap()
}

/// The ids that a message is said to change; nothing is wrong with it.
fn changed(sim: &mut ClientSim, message: &str) -> Vec<String> {
    let outcome = sim.apply(message.as_bytes());
    assert_eq!(outcome.findings, [], "{message}");
    outcome.changed
}

fn update(components: &[(&str, &str)]) -> String {
    let each = components
        .iter()
        .map(|(id, body)| format!(r#"{{"id":"{id}","component":{{{body}}}}}"#));
    let list = each.collect::<Vec<_>>().join(",");
    format!(r#"{{"surfaceUpdate":{{"surfaceId":"main","components":[{list}]}}}}"#)
}

fn data(path: &str, contents: &str) -> String {
    format!(
        r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"{path}","contents":[{contents}]}}}}"#
    )
}

const BOTH: &str = r#""Column":{"children":{"explicitList":["a","b"]}}"#;
const CARD: &str = r#""Card":{"child":"text"}"#;
const TEXT: &str = r#""Text":{"text":{"path":"/t"}}"#;

#[test]
fn an_id_is_said_once_however_often_it_is_shown() {
    let mut sim = client();
    changed(
        &mut sim,
        &update(&[("root", BOTH), ("a", CARD), ("b", CARD), ("text", TEXT)]),
    );
    assert_eq!(changed(&mut sim, BEGIN), ["root", "a", "text", "b"]);
    let said = data("/", r#"{"key":"t","valueString":"x"}"#);
    assert_eq!(changed(&mut sim, &said), ["text"]);
    let other = update(&[("text", r#""Text":{"text":{"path":"/u"}}"#)]);
    assert_eq!(changed(&mut sim, &other), ["text"]);
}

#[test]
fn what_says_the_same_again_changes_nothing() {
    let mut sim = client();
    let whole = update(&[
        ("root", BOTH),
        ("a", CARD),
        ("text", TEXT),
        ("b", r#""Text":{"text":{"path":"/map/k"}}"#),
    ]);
    let said = data(
        "/",
        r#"{"key":"t","valueString":"x"},{"key":"map","valueMap":[{"key":"k","valueNumber":1}]}"#,
    );
    for message in [&whole, &said, BEGIN] {
        changed(&mut sim, message);
    }
    sim.shown("main");
    for message in [&whole, &said, BEGIN, &update(&[("a", CARD)])] {
        assert_eq!(changed(&mut sim, message), [""; 0], "{message}");
        assert_eq!(sim.shown("main"), Shown::Same, "{message}");
    }
    // Of a larger change, what is in it.
    let other = said.replace(r#""x""#, r#""y""#);
    assert_eq!(changed(&mut sim, &other), ["text"]);
    let other = update(&[("a", r#""Card":{"child":"b"}"#), ("text", TEXT)]);
    assert_eq!(changed(&mut sim, &other), ["b", "text", "a"]);
}

fn list(row: &str) -> String {
    let list = r#""List":{"children":{"template":{"componentId":"row","dataBinding":"/"}}}"#;
    update(&[("root", list), ("row", row)])
}

#[test]
fn keys_that_no_number_holds_are_in_order_too() {
    let row = r#""Text":{"text":{"path":"/v"}}"#;
    let entry =
        |key: &str| format!(r#"{{"key":"{key}","valueMap":[{{"key":"v","valueNumber":1}}]}}"#);
    let keys = [
        "9",
        "10",
        "18446744073709551615",
        "18446744073709551616",
        "100000000000000000000",
    ];
    let backwards: Vec<String> = keys.iter().rev().map(|key| entry(key)).collect();
    let mut sim = client();
    changed(&mut sim, &list(row));
    changed(&mut sim, &data("/", &backwards.join(",")));
    let rows = keys.map(|key| format!("row:{key}"));
    assert_eq!(changed(&mut sim, BEGIN)[1..], rows);
    // One at a time, they come to the same.
    let mut one = client();
    changed(&mut one, &list(row));
    changed(&mut one, BEGIN);
    for key in keys.iter().rev() {
        let path = format!("/{key}");
        changed(&mut one, &data(&path, r#"{"key":"v","valueNumber":1}"#));
    }
    assert_eq!(one.resolve("main"), sim.resolve("main"));
}

#[test]
fn a_row_without_a_name_is_not_bound_to_the_whole() {
    let mut sim = client();
    let row = r#""Text":{"text":{"path":"/"}}"#;
    changed(&mut sim, &list(row));
    changed(&mut sim, BEGIN);
    changed(
        &mut sim,
        &data(
            "/",
            r#"{"key":"","valueString":"x"},{"key":"a","valueString":"y"}"#,
        ),
    );
    let tree = sim.resolve("main").unwrap();
    for row in [
        r#"{"id":"row:","type":"Text","properties":{"text":"x"},"bindings":{"/text":null}}"#,
        r#"{"id":"row:a","type":"Text","properties":{"text":"y"},"bindings":{"/text":"/a"}}"#,
    ] {
        assert!(tree.contains(row), "{tree}");
    }
}
