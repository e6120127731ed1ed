//! The vectors of A2UI's validator, natively: streams with all that is found in them. The same files run in Node and in
//! Chromium against the built package.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/a2ui_rules.rs"]
mod rules;

use rules::{cases, expected, run, settings, stream_of_component};
use std::collections::BTreeSet;
use vitrine::a2ui::registry;
use vitrine::a2ui::v0_8::validator::Validator;
use vitrine::json::Json;

#[test]
fn every_stream_vector_holds_natively() {
    let mut failures = Vec::new();
    let cases = cases("streams.json");
    for case in &cases {
        let messages = case.get("messages").and_then(Json::as_array).unwrap();
        let (found, expected) = (run(settings(case), messages), expected(case));
        if found != expected {
            let name = case.get("name").unwrap();
            failures.push(format!(
                "{name}:\n  expected {expected:?}\n     found {found:?}"
            ));
        }
    }
    assert!(cases.len() > 180, "only {} vectors", cases.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_catalog_vector_holds_natively() {
    let mut failures = Vec::new();
    let cases = cases("catalog.json");
    for case in &cases {
        let (messages, expected) = stream_of_component(case);
        let found = run(settings(case), &messages);
        if found != expected {
            failures.push(format!(
                "{case}:\n  expected {expected:?}\n     found {found:?}"
            ));
        }
    }
    assert!(cases.len() > 800, "only {} vectors", cases.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A catalog that a surface names once it is shown holds for what is shown already.
#[test]
fn what_is_shown_is_judged_anew_where_its_catalog_changes() {
    let cases = cases("streams.json");
    let name = Json::from("a surface keeps to the catalog that it names");
    let mut found = cases.iter().filter(|case| case.get("name") == Some(&name));
    let case = found.next().unwrap();
    let messages = case.get("messages").and_then(Json::as_array).unwrap();
    let mut validator = Validator::new(settings(case));
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#;
    for message in [messages[0].to_string().as_str(), begin] {
        assert_eq!(validator.push(message.as_bytes()), []);
    }
    let mut findings = validator.finish();
    assert_eq!(validator.push(messages[1].to_string().as_bytes()), []);
    findings.extend(validator.finish());
    let told: Vec<String> = findings
        .iter()
        .map(|finding| finding.pointer.to_string())
        .collect();
    // Neither catalog has both types.
    let at = |index, kind| format!("/surfaceUpdate/components/{index}/component/{kind}");
    assert_eq!(told, [at(0, "Gauge"), at(1, "Text")]);
}

/// Every rule of the validator has a case that breaks it.
#[test]
fn every_code_of_the_validator_is_expected_by_a_vector() {
    let all = [cases("streams.json"), cases("catalog.json")].concat();
    let told: BTreeSet<String> = all
        .iter()
        .flat_map(expected)
        .flat_map(|finding| finding.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    // Lines are the parser's, nodes the simulator's; the limit on findings needs more text than a vector has.
    let elsewhere =
        ["LINE_BYTES", "NODES", "FINDINGS"].map(|limit| format!("A2UI_S2C_LIMIT_{limit}"));
    for rule in registry::rules() {
        if rule.code.starts_with("A2UI_S2C") && !elsewhere.iter().any(|code| code == rule.code) {
            assert!(told.contains(rule.code), "no vector expects {}", rule.code);
        }
    }
}
