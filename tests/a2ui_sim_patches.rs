//! Patches lead from what was shown to what is shown; a snapshot taken at any step goes on as its client does; and what a
//! message that is refused would have done is not there.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/html/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "support/a2ui/streams.rs"]
mod streams;

use random::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use vitrine::a2ui::client_sim::{ClientSim, Shown};
use vitrine::json::Json;

const SURFACES: [&str; 2] = ["main", "side#e=2"];

fn client(mode: &str) -> ClientSim {
    limited(mode, 3000)
}

fn limited(mode: &str, nodes: u32) -> ClientSim {
    let options = format!(r#"{{"mode":"{mode}","limits":{{"nodes":{nodes}}}}}"#);
    ClientSim::new(Json::parse(options.as_bytes()).unwrap()).unwrap()
}

fn whole(sim: &mut ClientSim, id: &str) -> Option<Value> {
    let text = sim.resolve(id)?;
    Some(serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}")))
}

fn at<'v>(root: &'v mut Value, path: &[Value]) -> &'v mut Value {
    path.iter().fold(root, |value, key| match key {
        Value::String(key) => value.get_mut(key.as_str()).expect(key),
        key => value.get_mut(key.as_u64().unwrap() as usize).unwrap(),
    })
}

/// As `js/src/a2ui/patches.ts` does it.
fn patched(mut tree: Value, patches: &str) -> Value {
    let patches: Vec<Vec<Value>> = serde_json::from_str(patches).unwrap();
    for patch in patches {
        let place = at(&mut tree, patch[1].as_array().unwrap());
        match patch[0].as_u64().unwrap() {
            0 => *place = patch[2].clone(),
            1 => {
                let former = place.as_array().unwrap().clone();
                let mut list = Vec::new();
                for part in patch[2].as_array().unwrap() {
                    match part.as_array() {
                        Some(range) => {
                            let (from, count) =
                                (range[0].as_u64().unwrap(), range[1].as_u64().unwrap());
                            list.extend(
                                former
                                    .iter()
                                    .skip(from as usize)
                                    .take(count as usize)
                                    .cloned(),
                            );
                        }
                        None => list.push(part.clone()),
                    }
                }
                *place = Value::Array(list);
            }
            _ => {
                let mut former = core::mem::replace(place, patch[2].clone());
                for pair in patch[3].as_array().unwrap() {
                    let kept = at(&mut former, pair[1].as_array().unwrap()).clone();
                    *at(place, pair[0].as_array().unwrap()) = kept;
                }
            }
        }
    }
    tree
}

fn state(sim: &mut ClientSim) -> Vec<String> {
    let hashes = SURFACES.iter().map(|id| {
        format!(
            "{:?} {:?} {:?}",
            sim.state_hash(id),
            sim.resolve(id),
            sim.data_model(id)
        )
    });
    hashes.collect()
}

#[test]
fn patches_lead_to_what_is_shown() {
    let mut patches_seen = [0; 3];
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mode = ["strict", "lenient"][seed as usize % 2];
        let mut sim = client(mode);
        let mut trees: [Option<Value>; 2] = [None, None];
        for (step, message) in streams::stream(seed, 40).iter().enumerate() {
            sim.apply(message.as_bytes());
            if random.chance(50) {
                continue;
            }
            for (id, tree) in SURFACES.iter().zip(&mut trees) {
                *tree = match sim.shown(id) {
                    Shown::Nothing => None,
                    Shown::Same => tree.take(),
                    Shown::Whole(text) => Some(serde_json::from_str(&text).unwrap()),
                    Shown::Patches(patches) => {
                        for (kind, seen) in patches_seen.iter_mut().enumerate() {
                            *seen += patches.matches(&format!("[{kind},[")).count();
                        }
                        Some(patched(tree.take().unwrap(), &patches))
                    }
                };
                assert_eq!(*tree, whole(&mut sim, id), "seed {seed}, step {step}");
            }
        }
    }
    assert!(
        patches_seen.iter().all(|count| *count > 100),
        "{patches_seen:?}"
    );
}

#[test]
fn a_snapshot_goes_on_as_its_client_does() {
    for seed in 0..80 {
        let mode = ["strict", "lenient"][seed as usize % 2];
        let mut sim = client(mode);
        for message in streams::stream(seed, 30) {
            let mut again = ClientSim::restore(&sim.snapshot()).unwrap();
            assert_eq!(
                state(&mut again),
                state(&mut sim),
                "seed {seed} before {message}"
            );
            let (ours, theirs) = (
                sim.apply(message.as_bytes()),
                again.apply(message.as_bytes()),
            );
            assert_eq!(ours.findings, theirs.findings);
            assert_eq!(
                state(&mut again),
                state(&mut sim),
                "seed {seed} after {message}"
            );
        }
    }
}

#[test]
fn a_refused_message_changes_nothing() {
    let mut refused: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for seed in 0..300 {
        // Few nodes, so that updates of all kinds come to be too much.
        let mut sim = limited(["strict", "lenient"][seed as usize % 2], 6);
        for message in streams::stream(seed, 40) {
            let before = state(&mut sim);
            let outcome = sim.apply(message.as_bytes());
            if let Some(error) = outcome.findings.iter().find(|each| each.is_error()) {
                let kind = message.get(2..8).unwrap().to_owned();
                *refused.entry((error.rule.code, kind)).or_default() += 1;
                assert!(outcome.changed.is_empty());
                assert_eq!(state(&mut sim), before, "seed {seed}: {message}");
            }
        }
    }
    // What is begun and then taken back.
    for (code, kind) in [
        ("A2UI_S2C_COMPONENT_CYCLE", "surfac"),
        ("A2UI_S2C_LIMIT_NODES", "surfac"),
        ("A2UI_S2C_LIMIT_NODES", "dataMo"),
        ("A2UI_S2C_LIMIT_NODES", "beginR"),
    ] {
        let count = refused.get(&(code, kind.to_owned())).copied();
        assert!(count > Some(20), "{code} {kind}: {refused:?}");
    }
}
