//! The vectors of `tests/vectors/a2ui-sim.json`, natively: messages, what changes with each, what is found, the frozen hash
//! of the state after it, and what is shown at the end. The same file runs in Node and in Chromium.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/vectors/canonical.rs"]
mod canonical;

use canonical::canonical;
use std::fs;
use std::path::Path;
use vitrine::a2ui::client_sim::ClientSim;
use vitrine::json::Json;

fn object<const N: usize>(entries: [(&str, Json); N]) -> Json {
    Json::Object(entries.map(|(key, value)| (key.to_owned(), value)).into())
}

fn surface_of(message: &str) -> Option<String> {
    let message = Json::parse(message.as_bytes()).ok()?;
    let (_, body) = message.as_object()?.first()?;
    body.get("surfaceId")
        .and_then(Json::as_str)
        .map(str::to_owned)
}

fn step(sim: &mut ClientSim, step: &Json) -> Json {
    let message = step.get("message").and_then(Json::as_str).unwrap();
    let outcome = sim.apply(message.as_bytes());
    let findings = outcome.findings.iter();
    let findings = findings.map(|each| format!("{} {}", each.rule.code, each.pointer).into());
    let hash = surface_of(message).map(|id| {
        let hash = sim.state_hash(&id);
        hash.iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    });
    object([
        ("message", message.into()),
        (
            "changed",
            Json::Array(outcome.changed.into_iter().map(Json::from).collect()),
        ),
        ("findings", Json::Array(findings.collect())),
        ("hash", hash.map_or(Json::Null, Json::from)),
    ])
}

fn shown(sim: &mut ClientSim) -> Json {
    let ids: Vec<String> = sim.surfaces().map(str::to_owned).collect();
    let each = ids.into_iter().map(|id| {
        let tree = sim.resolve(&id).unwrap_or_else(|| "null".to_owned());
        object([
            ("tree", Json::parse(tree.as_bytes()).unwrap()),
            ("data", Json::parse(sim.data_model(&id).as_bytes()).unwrap()),
            ("id", id.into()),
        ])
    });
    Json::Array(each.collect())
}

#[test]
fn every_sim_vector_holds_natively() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/a2ui-sim.json");
    let vectors = Json::parse(&fs::read(file).unwrap()).unwrap();
    let vectors = vectors.as_array().unwrap();
    let mut failures = Vec::new();
    for vector in vectors {
        let mut sim = ClientSim::new(vector.get("options").unwrap().clone()).unwrap();
        let steps = vector.get("steps").and_then(Json::as_array).unwrap();
        let told = steps.iter().map(|each| step(&mut sim, each)).collect();
        let found = object([("steps", Json::Array(told)), ("shown", shown(&mut sim))]);
        let expected = ["steps", "shown"].map(|key| (key, vector.get(key).unwrap().clone()));
        let (found, expected) = (canonical(&found), canonical(&object(expected)));
        if found != expected {
            let name = vector.get("name").unwrap();
            failures.push(format!("{name}\n  expected {expected}\n     found {found}"));
        }
    }
    let last_hash = |name: &str| {
        let vector = vectors
            .iter()
            .find(|each| each.get("name") == Some(&name.into()));
        let steps = vector.and_then(|vector| vector.get("steps")?.as_array());
        steps.and_then(|steps| steps.last()?.get("hash")).cloned()
    };
    for vector in vectors {
        if let Some(same) = vector.get("same").and_then(Json::as_str) {
            let name = vector.get("name").and_then(Json::as_str).unwrap();
            assert_eq!(last_hash(name), last_hash(same), "{name}");
        }
    }
    assert!(vectors.len() > 20, "only {} vectors", vectors.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
