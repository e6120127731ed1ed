//! Promise: in the extended mode maps with the keys 0 to n-1 are shown as lists, and nothing else is another: state,
//! findings, patches, snapshots.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/html/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "support/a2ui/streams.rs"]
#[allow(dead_code)]
mod streams;

use serde_json::{json, Value};
use vitrine::a2ui::client_sim::ClientSim;
use vitrine::json::Json;

const SURFACES: [&str; 2] = ["main", "side#e=2"];

fn client(options: &str) -> ClientSim {
    ClientSim::new(Json::parse(options.as_bytes()).unwrap()).unwrap()
}

fn extended() -> ClientSim {
    client(r#"{"extended":"vitrine/1"}"#)
}

/// The same with index maps as lists; how many there were is counted.
fn listed(value: Value, lists: &mut usize) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| listed(item, lists)).collect(),
        Value::Object(entries) => {
            let indices = (0..entries.len()).map(|index| index.to_string());
            let items: Option<Vec<Value>> = indices.map(|key| entries.get(&key).cloned()).collect();
            match items.filter(|items| !items.is_empty()) {
                Some(items) => {
                    *lists += 1;
                    items.into_iter().map(|item| listed(item, lists)).collect()
                }
                None => entries
                    .into_iter()
                    .map(|(key, value)| (key, listed(value, lists)))
                    .collect(),
            }
        }
        scalar => scalar,
    }
}

#[test]
fn what_is_shown_differs_in_its_lists_alone() {
    let mut lists = 0;
    for seed in 0..200 {
        let (mut plain, mut sim) = (client("{}"), extended());
        for message in streams::stream(seed, 30) {
            let (former, outcome) = (
                plain.apply(message.as_bytes()),
                sim.apply(message.as_bytes()),
            );
            assert_eq!(outcome.findings, former.findings, "seed {seed}: {message}");
            assert_eq!(outcome.changed, former.changed, "seed {seed}: {message}");
            let mut again = ClientSim::restore(&sim.snapshot()).unwrap();
            for id in SURFACES {
                assert_eq!(sim.state_hash(id), plain.state_hash(id));
                let of = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
                let expected = listed(of(&plain.data_model(id)), &mut lists);
                assert_eq!(of(&sim.data_model(id)), expected, "seed {seed}: {message}");
                assert_eq!(again.data_model(id), sim.data_model(id));
                let expected = plain.resolve(id).map(|tree| listed(of(&tree), &mut lists));
                let found = sim.resolve(id).map(|tree| of(&tree));
                assert_eq!(found, expected, "seed {seed}: {message}");
                assert_eq!(again.resolve(id), sim.resolve(id));
            }
        }
    }
    assert!(lists > 500, "only {lists} lists");
}

#[test]
fn a_gap_makes_a_map_of_it_and_twelve_are_in_their_order() {
    let mut sim = extended();
    let mut put = |path: &str, keys: &[&str]| -> Value {
        let entry = |key: &&str| json!({ "key": key, "valueString": key });
        let contents: Vec<Value> = keys.iter().map(entry).collect();
        let update = json!({ "dataModelUpdate": { "surfaceId": "main", "path": path, "contents": contents } });
        assert!(sim.apply(update.to_string().as_bytes()).findings.is_empty());
        serde_json::from_str(&sim.data_model("main")).unwrap()
    };
    let twelve: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let mut keys: Vec<&str> = twelve.iter().map(String::as_str).collect();
    keys.reverse();
    keys.swap(0, 7);
    assert_eq!(put("/list", &keys), json!({ "list": twelve }));
    assert_eq!(
        put("/list", &["0", "2"]),
        json!({ "list": { "0": "0", "2": "2" } })
    );
    assert_eq!(put("/list", &["00"]), json!({ "list": { "00": "00" } }));
    assert_eq!(put("/list", &[]), json!({ "list": {} }));
    assert_eq!(put("/", &["0", "1"]), json!(["0", "1"]));
}
