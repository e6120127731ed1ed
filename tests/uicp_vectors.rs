//! The vectors of `tests/vectors/uicp`, natively: batches and plans with what becomes of them, or all that is wrong with
//! them. The same files run in Node and in Chromium against the built package.

#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/vectors/canonical.rs"]
mod canonical;
#[path = "support/vectors/expand.rs"]
mod expand;

use canonical::canonical;
use expand::expand;
use std::fs;
use std::path::Path;
use vitrine::json::Json;
use vitrine::uicp::issue::{Fault, Invalid, Issue};
use vitrine::uicp::place::pointer;
use vitrine::uicp::validate;

/// `code pointer`, and the keys that are not known.
fn told(issue: &Issue) -> String {
    let json = issue.to_json();
    let code = json.get("code").and_then(Json::as_str).unwrap();
    let keys = match &issue.fault {
        Fault::Keys(keys) => format!(" {}", keys.join(",")),
        _ => String::new(),
    };
    format!("{code} {}{keys}", pointer(&issue.path))
}

fn run(case: &Json) -> Result<Json, Invalid> {
    let input = expand(case.get("input").and_then(Json::as_str).unwrap());
    if case.get("plan").is_none() {
        let batch = validate::batch(input.as_bytes())?;
        return Ok(Json::Array(
            batch.iter().map(|each| each.to_json()).collect(),
        ));
    }
    let plan = validate::plan(input.as_bytes())?;
    let Json::Object(mut entries) = plan.about() else {
        panic!("no object")
    };
    let batch = plan.batch.iter().map(|each| each.to_json()).collect();
    entries.push(("batch".to_owned(), Json::Array(batch)));
    Ok(Json::Object(entries))
}

fn check(case: &Json) -> Result<(), String> {
    match (run(case), case.get("result")) {
        (Ok(found), Some(expected)) => {
            let expected = Json::parse(expand(&expected.to_string()).as_bytes()).unwrap();
            let (found, expected) = (canonical(&found), canonical(&expected));
            (found == expected)
                .then_some(())
                .ok_or(format!("expected {expected}\n   found {found}"))
        }
        (Err(invalid), None) => {
            let found = Json::Array(
                invalid
                    .issues
                    .iter()
                    .map(|each| told(each).into())
                    .collect(),
            );
            let place = invalid.pointer();
            let expected = (
                case.get("pointer").and_then(Json::as_str),
                case.get("issues"),
            );
            (expected == (Some(place.as_str()), Some(&found)))
                .then_some(())
                .ok_or(format!("found {place:?} {found}: {}", invalid.message()))
        }
        (Ok(found), None) => Err(format!("passed: {found}")),
        (Err(invalid), Some(_)) => Err(format!("refused: {}", invalid.message())),
    }
}

#[test]
fn every_uicp_vector_holds_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/uicp");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = Json::parse(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        for case in file.as_array().unwrap() {
            count += 1;
            if let Err(why) = check(case) {
                failures.push(format!("{}: {why}", case.get("name").unwrap()));
            }
        }
    }
    assert!(count > 130, "only {count} vectors");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
