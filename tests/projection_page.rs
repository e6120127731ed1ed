//! A page in which turns that can be decoded stand among turns that cannot.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::Path;
use vitrine::json::Json;
use vitrine::turns::batch::Batch;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;

fn vector() -> Json {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/projection-page.json");
    Json::parse(&fs::read(file).unwrap()).unwrap()
}

fn page(vector: &Json) -> Batch {
    let hex = vector.get("page").and_then(Json::as_str).unwrap();
    let bytes = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    Batch::new(bytes.collect()).unwrap()
}

#[test]
fn a_turn_that_cannot_be_decoded_shows_as_such_among_turns_that_can() {
    let vector = vector();
    let batch = page(&vector);
    let mut registry = Registry::new();
    registry.put(vector.get("bundle").unwrap()).unwrap();
    let mut projector = Projector::new(&registry, ProjectOptions::default());
    let written = projector.fill(batch.range(0, usize::MAX), usize::MAX);
    let found = Json::Array(materialise::turns(&projector, written));
    assert_eq!(found.to_string(), vector.get("expect").unwrap().to_string());
}

#[test]
fn chunks_of_any_size_and_ranges_give_the_same_turns() {
    let vector = vector();
    let batch = page(&vector);
    let mut registry = Registry::new();
    registry.put(vector.get("bundle").unwrap()).unwrap();
    let mut projector = Projector::new(&registry, ProjectOptions::default());
    let expected = vector.get("expect").and_then(Json::as_array).unwrap();
    for chunk in [0, 100, 300] {
        for start in 0..batch.len() {
            let mut found = Vec::new();
            while start + found.len() < batch.len() {
                let written = projector.fill(batch.range(start + found.len(), usize::MAX), chunk);
                assert!(written > 0);
                found.extend(materialise::turns(&projector, written));
            }
            assert_eq!(
                Json::Array(found).to_string(),
                Json::Array(expected[start..].to_vec()).to_string()
            );
        }
    }
}
