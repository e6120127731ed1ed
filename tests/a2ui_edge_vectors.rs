//! The vectors of `tests/vectors/a2ui-ingress.json` and `a2ui-jsonl.json`, natively: what is sent to an ingress and what
//! becomes of it, pieces of a stream and what comes of them. The same files run in Node and in Chromium.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/vectors/expand.rs"]
mod expand;

use expand::expand;
use std::fs;
use std::path::Path;
use vitrine::a2ui::heal::Draft;
use vitrine::a2ui::ingress::options::Options;
use vitrine::a2ui::ingress::surface::Surface;
use vitrine::a2ui::ingress::{Answer, Ingress, Rejection};
use vitrine::a2ui::jsonl::{self, Item, Parser, What};
use vitrine::json::Json;
use vitrine::pointer::Pointer;

fn expanded(json: &Json) -> Json {
    Json::parse(expand(&json.to_string()).as_bytes()).unwrap()
}

fn vectors(name: &str) -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let file = Json::parse(&fs::read(folder.join(name)).unwrap()).unwrap();
    file.as_array().unwrap().to_vec()
}

fn object<const N: usize>(entries: [(&str, Json); N]) -> Json {
    Json::Object(entries.map(|(key, value)| (key.to_owned(), value)).into())
}

/// Of an answer, what the vectors name.
fn told(answer: Answer) -> Json {
    match answer {
        Answer::Accepted {
            action,
            repeated,
            warnings,
        } => {
            let warnings = warnings.iter();
            let warnings =
                warnings.map(|each| format!("{} {}", each.rule.code, each.pointer).into());
            object([
                ("ok", true.into()),
                ("action", action),
                ("repeated", repeated.into()),
                ("warnings", Json::Array(warnings.collect())),
            ])
        }
        Answer::Rejected(Rejection {
            rule,
            pointer,
            reason,
        }) => {
            assert!(!reason.is_empty() && !rule.sentence.is_empty());
            object([
                ("ok", false.into()),
                ("code", rule.code.into()),
                ("http", u32::from(rule.http.unwrap()).into()),
                ("pointer", pointer.as_str().into()),
            ])
        }
    }
}

/// With the keys of objects in order.
fn canonical(json: &Json) -> Json {
    match json {
        Json::Array(items) => Json::Array(items.iter().map(canonical).collect()),
        Json::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), canonical(value)));
            let mut entries: Vec<_> = entries.collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries)
        }
        other => other.clone(),
    }
}

#[test]
fn every_ingress_vector_holds_natively() {
    let mut failures = Vec::new();
    let mut count = 0;
    for case in vectors("a2ui-ingress.json") {
        let (options, surfaces) = Options::of_json(case.get("options").unwrap()).unwrap();
        let mut ingress = Ingress::new(options, surfaces);
        for (index, step) in case
            .get("steps")
            .and_then(Json::as_array)
            .unwrap()
            .iter()
            .enumerate()
        {
            if let Some(id) = step.get("surface").and_then(Json::as_str) {
                match step.get("set").unwrap() {
                    Json::Null => ingress.remove_surface(id),
                    set => ingress.set_surface(
                        id.to_owned(),
                        Surface::of_json(set, &Pointer::root()).unwrap(),
                    ),
                }
                continue;
            }
            let now = step.get("now").and_then(Json::as_u64).unwrap();
            let answer = match step.get("accept").and_then(Json::as_str) {
                Some(body) => ingress.accept(expand(body).as_bytes(), now),
                None => ingress.accept_form(
                    expand(step.get("form").and_then(Json::as_str).unwrap()).as_bytes(),
                    now,
                ),
            };
            count += 1;
            let (found, expected) = (told(answer), expanded(step.get("expect").unwrap()));
            if canonical(&found) != canonical(&expected) {
                failures.push(format!(
                    "{}, step {index}\n  expected {expected}\n     found {found}",
                    case.get("name").unwrap()
                ));
            }
        }
    }
    assert!(count > 120, "only {count} steps");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Of what came of a line, what the vectors name.
fn item(Item { line, what }: Item, draft: &mut Draft) -> Json {
    let line = ("line", line.into());
    match what {
        What::Message(message) => {
            *draft = Draft::default();
            object([line, ("message", message)])
        }
        What::Error(finding) => {
            *draft = Draft::default();
            object([
                line,
                ("code", finding.rule.code.into()),
                ("pointer", finding.pointer.as_str().into()),
            ])
        }
        What::Provisional(patch) => {
            draft.apply(patch);
            object([
                line,
                ("message", draft.message().unwrap()),
                ("provisional", true.into()),
            ])
        }
    }
}

fn bytes(push: &Json) -> Vec<u8> {
    if let Some(text) = push.get("text").and_then(Json::as_str) {
        return expand(text).into_bytes();
    }
    let hex = push.get("hex").and_then(Json::as_str).unwrap().as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    hex.chunks(2).map(byte).collect()
}

#[test]
fn every_jsonl_vector_holds_natively() {
    let mut failures = Vec::new();
    let mut count = 0;
    for case in vectors("a2ui-jsonl.json") {
        let options = case.get("options").unwrap();
        let bound = options.get("maxLineBytes").and_then(Json::as_u64);
        let mut parser = Parser::new(jsonl::Options {
            healing: options.get("healing").and_then(Json::as_bool).unwrap(),
            max_line_bytes: bound.map_or(64 << 10, |bytes| bytes as usize),
        });
        let mut draft = Draft::default();
        for (index, push) in case
            .get("pushes")
            .and_then(Json::as_array)
            .unwrap()
            .iter()
            .enumerate()
        {
            let items = match push.get("end") {
                Some(_) => parser.end(),
                None => parser.push(&bytes(push)),
            };
            let found = Json::Array(
                items
                    .into_iter()
                    .map(|each| item(each, &mut draft))
                    .collect(),
            );
            let expected = push.get("items").unwrap();
            count += 1;
            if found != *expected {
                failures.push(format!(
                    "{}, push {index}\n  expected {expected}\n     found {found}",
                    case.get("name").unwrap()
                ));
            }
        }
    }
    assert!(count > 35, "only {count} pushes");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
