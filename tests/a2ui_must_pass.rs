//! The must-pass edge cases of the plan that are about what clients send, by their names there (section 12), and what
//! holds the healing to the catalog.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

use vitrine::a2ui::catalog::{Exactly, Object, Role, Shape};
use vitrine::a2ui::heal::TEXTS;
use vitrine::a2ui::ingress::options::Options;
use vitrine::a2ui::ingress::{Answer, Ingress};
use vitrine::a2ui::v0_8::standard;
use vitrine::json::Json;

fn ingress() -> Ingress {
    let options = r#"{"actions": ["save"], "surfaces": {"main": {"epoch": 3}}}"#;
    let (options, surfaces) = Options::of_json(&Json::parse(options.as_bytes()).unwrap()).unwrap();
    Ingress::new(options, surfaces)
}

/// `ok`, or code and status.
fn told(surface: &str, context: &str) -> String {
    let body = format!(
        r#"{{"userAction":{{"name":"save","surfaceId":"{surface}","sourceComponentId":"c","timestamp":"2026-01-31T12:00:00Z","context":{context}}}}}"#
    );
    match ingress().accept(body.as_bytes(), 0) {
        Answer::Accepted { .. } => "ok".to_owned(),
        Answer::Rejected(rejection) => {
            format!("{} {}", rejection.rule.code, rejection.rule.http.unwrap())
        }
    }
}

#[test]
fn case_6_stale_user_action_rejected() {
    assert_eq!(told("main#e=3", "{}"), "ok");
    for stale in ["main", "main#e=2", "main#e=4", "other#e=3"] {
        assert_eq!(told(stale, "{}"), "A2UI_C2S_SURFACE_STALE 409", "{stale}");
    }
}

#[test]
fn case_7_context_dos_rejected() {
    const LARGE: &str = "A2UI_C2S_CONTEXT_TOO_LARGE 413";
    let nested = |depth: usize| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    assert_eq!(told("main#e=3", &nested(4)), "ok");
    for depth in [5, 100, 126, 1_000, 10_000] {
        assert_eq!(told("main#e=3", &nested(depth)), LARGE, "{depth}");
    }
    let sized = |bytes: usize| format!(r#"{{"a":"{}"}}"#, "x".repeat(bytes - 8));
    assert_eq!(told("main#e=3", &sized(16 << 10)), "ok");
    for bytes in [(16 << 10) + 1, 1 << 20, 10 << 20] {
        assert_eq!(told("main#e=3", &sized(bytes)), LARGE, "{bytes}");
    }
    let keys = |count: usize| {
        let keys: Vec<String> = (0..count).map(|key| format!(r#""k{key}":0"#)).collect();
        format!("{{{}}}", keys.join(","))
    };
    assert_eq!(told("main#e=3", &keys(64)), "ok");
    assert_eq!(told("main#e=3", &keys(65)), LARGE);
}

/// Properties that hold a text for people: bound to a plain string.
fn texts(component: &Object) -> Vec<&str> {
    let plain = |object: &Object| {
        let literal = object.property("literalString");
        object.exactly == Exactly::Bound
            && literal.is_some_and(|(_, literal)| literal.shape == Shape::Text(Role::Plain))
    };
    let properties = component.properties.iter();
    let texts = properties.filter(|property| match &property.shape {
        Shape::Object(object) => plain(object),
        _ => false,
    });
    texts.map(|property| property.name.as_str()).collect()
}

#[test]
fn what_is_healed_is_what_the_catalog_calls_a_text() {
    let catalog = standard::catalog();
    let mut found = Vec::new();
    for (kind, component) in catalog.components() {
        for text in texts(component) {
            let required = component.missing(0);
            let required = required.filter(|property| property.name != text);
            let required: Vec<&str> = required.map(|property| property.name.as_str()).collect();
            found.push((kind, text, required));
        }
    }
    // A date is no text, although it is a string.
    found.retain(|(kind, ..)| *kind != "DateTimeInput");
    found.sort();
    let mut healed: Vec<_> = TEXTS
        .iter()
        .map(|(kind, text, needs)| (*kind, *text, needs.to_vec()))
        .collect();
    healed.sort();
    assert_eq!(healed, found);
}
