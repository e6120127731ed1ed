//! The vectors of `tests/vectors/projection`, natively. The same files run in Node and in Chromium against the built
//! package (`tests/contract`, `tests/browser`), with the same frozen results.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::Path;
use vitrine::json::Json;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::as_str).unwrap_or_default()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

fn check(registry: &Registry, case: &Json) -> Result<(), String> {
    let nothing = Json::Object(Vec::new());
    let options = ProjectOptions::from_json(case.get("options").unwrap_or(&nothing))
        .map_err(|e| e.to_string())?;
    let mut projector = Projector::new(registry, options);
    let version = case.get("version").and_then(Json::as_u64).unwrap_or(0) as u32;
    let result = projector.fill_payload(&bytes(text(case, "payload")), text(case, "type"), version);
    match (result, case.get("error")) {
        (Ok(flags), None) => {
            let found = materialise::payload(&projector, flags).to_string();
            let expected = case
                .get("expect")
                .map(ToString::to_string)
                .unwrap_or_default();
            (found == expected)
                .then_some(())
                .ok_or(format!("expected {expected}\n   found {found}"))
        }
        (Err(found), Some(expected)) => {
            let same = found.code.name() == text(expected, "code");
            let same = same && found.message.starts_with(text(expected, "message"));
            same.then_some(())
                .ok_or(format!("expected {expected}\n   found {found}"))
        }
        (Ok(_), Some(expected)) => Err(format!("expected {expected}, found a value")),
        (Err(found), None) => Err(format!("expected a value, found {found}")),
    }
}

#[test]
fn every_projection_vector_holds_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/projection");
    let (mut count, mut failures) = (0, Vec::new());
    for file in fs::read_dir(folder).unwrap() {
        let file = Json::parse(&fs::read(file.unwrap().path()).unwrap()).unwrap();
        let mut registry = Registry::new();
        registry.put(file.get("bundle").unwrap()).unwrap();
        for case in file.get("cases").and_then(Json::as_array).unwrap() {
            count += 1;
            if let Err(why) = check(&registry, case) {
                failures.push(format!("{}: {why}", text(case, "name")));
            }
        }
    }
    assert!(count > 60, "only {count} vectors were found");
    assert!(
        failures.is_empty(),
        "{} of {count} vectors:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
