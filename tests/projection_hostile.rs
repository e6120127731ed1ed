//! No payload makes projection panic, hang or take more than its share.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use proptest::prelude::*;
use rmpv::Value;
use std::time::{Duration, Instant};
use vitrine::json::Json;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;

const BUNDLE: &str = r#"{"registry_version":1,"bundle_id":"b","types":{"t.T":{"versions":{"1":{"fields":{
    "1":{"name":"text","type":"string"},"2":{"name":"n","type":"u64"},"3":{"name":"inner","type":"ref","ref":"t.T"},
    "4":{"name":"list","type":"array","items":{"type":"ref","ref":"t.T"}},"5":{"name":"at","type":"timestamp_ms"},
    "6":{"name":"map","type":"map","keys":"u32","values":{"type":"ref","ref":"t.T"}},"7":{"name":"raw","type":"bytes"},
    "8":{"name":"role","type":"i8","enum":"t.R"},"9":{"name":"f","type":"f64"},"10":{"name":"b","type":"bool"},
    "11":{"name":"any","type":"any"},"12":{"name":"blob","type":"typed_blob"}}}}}},
    "enums":{"t.R":{"-1":"minus","1":"one"}}}"#;

fn projector(options: &str) -> Projector {
    let mut registry = Registry::new();
    registry.put_text(BUNDLE.as_bytes()).unwrap();
    let options = ProjectOptions::from_json(&Json::parse(options.as_bytes()).unwrap()).unwrap();
    Projector::new(&registry, options)
}

fn project(projector: &mut Projector, payload: &[u8]) -> Option<Json> {
    let flags = projector.fill_payload(payload, "t.T", 1).ok()?;
    Some(materialise::payload(projector, flags))
}

/// Values shaped like the type, so that random payloads go deep into it.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-200_i64..300).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        proptest::collection::vec(any::<u8>(), 0..20).prop_map(Value::Binary),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let key = prop_oneof![
            (0_u64..14).prop_map(Value::from),
            "[0-9]{1,2}".prop_map(Value::from),
            inner.clone()
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            proptest::collection::vec((key, inner), 0..6).prop_map(Value::Map),
        ]
    })
}

fn bytes(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    rmpv::encode::write_value(&mut out, value).unwrap();
    out
}

proptest! {
    #[test]
    fn random_bytes_never_panic(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
        project(&mut projector(r#"{"includeUnknown":true}"#), &payload);
    }

    #[test]
    fn every_map_is_projected_and_every_cut_of_it_is_an_error(
        entries in proptest::collection::vec((0_u64..14, value()), 0..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let entries = entries.into_iter().map(|(tag, value)| (Value::from(tag), value)).collect();
        let payload = bytes(&Value::Map(entries));
        let mut projector = projector(r#"{"includeUnknown":true}"#);
        prop_assert!(project(&mut projector, &payload).is_some());
        prop_assert!(project(&mut projector, &payload[..cut.index(payload.len())]).is_none());
    }

    #[test]
    fn the_order_of_fields_changes_nothing(entries in proptest::collection::btree_map(1_u64..20, value(), 0..10)) {
        let entries: Vec<_> = entries.into_iter().map(|(tag, value)| (Value::from(tag), value)).collect();
        let backwards = entries.iter().rev().cloned().collect();
        let mut projector = projector("{}");
        let in_order = project(&mut projector, &bytes(&Value::Map(entries))).unwrap();
        let out_of_order = project(&mut projector, &bytes(&Value::Map(backwards))).unwrap();
        prop_assert_eq!(in_order.get("data"), out_of_order.get("data"));
    }

    /// Of a tag that comes twice the last value holds, and nothing else that was said of it.
    #[test]
    fn a_value_that_does_not_hold_leaves_nothing(entries in proptest::collection::vec((1_u64..14, value()), 0..12)) {
        let comes_again = |at: usize| entries[at + 1..].iter().any(|(tag, _)| *tag == entries[at].0);
        let last: Vec<_> = (0..entries.len()).filter(|at| !comes_again(*at)).map(|at| &entries[at]).collect();
        let map = |entries: Vec<&(u64, Value)>| {
            bytes(&Value::Map(entries.into_iter().map(|(tag, value)| (Value::from(*tag), value.clone())).collect()))
        };
        let mut projector = projector(r#"{"includeUnknown":true}"#);
        let all = project(&mut projector, &map(entries.iter().collect())).unwrap();
        let alone = project(&mut projector, &map(last)).unwrap();
        for part in ["data", "unknown"] {
            prop_assert_eq!(all.get(part), alone.get(part));
        }
        let warnings = |found: &Json| {
            let list = found.get("warnings").and_then(Json::as_array).unwrap_or_default().to_vec();
            let repeats = |warning: &Json| {
                let text = |key| warning.get(key).and_then(Json::as_str);
                text("expected") == Some("each tag once") && text("pointer").is_some_and(|at| at.matches('/').count() == 1)
            };
            list.into_iter().filter(|warning| !repeats(warning)).collect::<Vec<_>>()
        };
        prop_assert_eq!(warnings(&all), warnings(&alone));
    }
}

/// What is dropped is dropped once: neither tags nor keys that come again and again, nor nests of them, cost more.
#[test]
fn values_that_come_again_take_linear_time() {
    let noted = Value::Map(vec![(99.into(), 1.into()), (1.into(), 5.into())]);
    let tags = vec![(Value::from(3), noted.clone()); 160_000];
    let keys = vec![(Value::from("k"), noted.clone()); 160_000];
    let nest = |tag: u64| {
        (0..25).fold(noted.clone(), |inner, _| {
            let again = |value| (Value::from(tag), value);
            let inner = Value::Map(vec![again(Value::Nil), again(inner)]);
            Value::Map(vec![again(inner.clone()), (98.into(), 2.into())])
        })
    };
    let payloads = [
        Value::Map(tags),
        Value::Map(vec![(6.into(), Value::Map(keys))]),
        nest(3),
        nest(6),
        nest(11),
    ];
    for payload in payloads {
        let started = Instant::now();
        let mut projector = projector(r#"{"includeUnknown":true}"#);
        assert!(projector.fill_payload(&bytes(&payload), "t.T", 1).is_ok());
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}

/// A struct costs the fields that it has, not those that its type has.
#[test]
fn small_structs_of_a_wide_type_take_as_long_as_of_a_narrow_one() {
    let least = |width: u64| {
        let field = |tag: u64| format!(r#""{tag}":{{"name":"f{tag}","type":"u8"}}"#);
        let fields: Vec<_> = (2..width).map(field).collect();
        let bundle = format!(
            r#"{{"registry_version":1,"bundle_id":"b","enums":{{}},"types":{{"t.T":{{"versions":{{"1":{{"fields":{{
            "1":{{"name":"list","type":"array","items":{{"type":"ref","ref":"t.T"}}}},{}}}}}}}}}}}}}"#,
            fields.join(",")
        );
        let mut registry = Registry::new();
        registry.put_text(bundle.as_bytes()).unwrap();
        let mut projector = Projector::new(&registry, ProjectOptions::default());
        let item = Value::Map(vec![(2.into(), 7.into())]);
        let payload = bytes(&Value::Map(vec![(
            1.into(),
            Value::Array(vec![item; 5_000]),
        )]));
        let mut once = || {
            let started = Instant::now();
            assert!(project(&mut projector, &payload).is_some());
            started.elapsed()
        };
        // The first compiles the type.
        once();
        (0..7).map(|_| once()).min().unwrap()
    };
    let (narrow, wide) = (least(40), least(8_000));
    assert!(wide < narrow.mul_f64(2.3), "{narrow:?}, {wide:?}");
}

/// A warning costs its own length, not that of the keys above it: neither when many are left out nor when many are
/// dropped again.
#[test]
fn warnings_below_long_keys_take_linear_time() {
    let list = || Value::Map(vec![(4.into(), Value::Array(vec![Value::Nil; 100_000]))]);
    let noted = || Value::Map(vec![(2.into(), "no number".into())]);
    let again = || Value::Map(vec![(3.into(), noted()); 100_000]);
    let mebibyte = || "k".repeat(1 << 20);
    let container = || Value::Array(vec![Value::Nil; 400_000]);
    let keys = [
        mebibyte().into(),
        Value::Binary(mebibyte().into_bytes()),
        container(),
    ];
    for key in keys {
        for inside in [list(), again()] {
            let map = Value::Map(vec![(key.clone(), inside)]);
            let payload = bytes(&Value::Map(vec![(6.into(), map)]));
            let started = Instant::now();
            let found = project(&mut projector("{}"), &payload).unwrap();
            assert!(started.elapsed() < Duration::from_secs(10));
            let warnings = found.get("warnings").and_then(Json::as_array).unwrap();
            // The key's own is the first: the map's keys are numbers.
            let pointer = warnings[1].get("pointer").and_then(Json::as_str).unwrap();
            let key = pointer.split('/').nth(2).unwrap();
            let whole = key.strip_suffix('…').unwrap();
            assert_eq!(whole.len(), 100, "{pointer}");
        }
    }
}

/// What a warning says of a key is the key, or says that it is only its beginning.
#[test]
fn a_key_that_is_cut_says_so() {
    for (character, length, cut) in [
        ("k", 100, ""),
        ("k", 101, "…"),
        ("🙂", 100, ""),
        ("🙂", 101, "…"),
    ] {
        let map = Value::Map(vec![(character.repeat(length).into(), 1.into())]);
        let payload = bytes(&Value::Map(vec![(6.into(), map)]));
        let found = project(&mut projector("{}"), &payload).unwrap();
        let warnings = found.get("warnings").and_then(Json::as_array).unwrap();
        let expected = format!("/6/{}{cut}", character.repeat(100));
        assert_eq!(warnings[0].get("pointer"), Some(&Json::from(expected)));
    }
}

/// Room that dropped warnings had is free for others.
#[test]
fn dropped_warnings_are_not_counted() {
    let list = |n| Value::Array(vec![Value::Nil; n]);
    let twice = Value::Map(vec![(4.into(), list(5000)), (4.into(), list(120))]);
    let found = project(&mut projector("{}"), &bytes(&twice)).unwrap();
    let warnings = found.get("warnings").and_then(Json::as_array).unwrap();
    assert_eq!(warnings.len(), 101);
    assert_eq!(warnings[100].to_string(), r#"{"omitted":21}"#);
}

/// Fields out of order in every struct of a nest: a reader that starts over at each of them would need 2^60 steps.
#[test]
fn a_nest_of_structs_out_of_order_takes_linear_time() {
    let nest = (0..60).fold(Value::Map(vec![]), |inner, _| {
        Value::Map(vec![(3.into(), inner), (1.into(), "x".into())])
    });
    let started = Instant::now();
    assert!(project(&mut projector("{}"), &bytes(&nest)).is_some());
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_payload_of_more_than_a_million_values_is_refused() {
    let list = |n| {
        bytes(&Value::Map(vec![(
            11.into(),
            Value::Array(vec![Value::Nil; n]),
        )]))
    };
    let mut projector = projector("{}");
    assert!(project(&mut projector, &list(999_997)).is_some());
    let error = projector
        .fill_payload(&list(999_998), "t.T", 1)
        .unwrap_err();
    assert!(error.message.contains("at most 1000000 values"), "{error}");
}

#[test]
fn warnings_are_cut_and_counted() {
    let list = Value::Array(vec![Value::Nil; 5000]);
    let found = project(
        &mut projector("{}"),
        &bytes(&Value::Map(vec![(4.into(), list)])),
    )
    .unwrap();
    let warnings = found.get("warnings").and_then(Json::as_array).unwrap();
    assert_eq!(warnings.len(), 101);
    assert_eq!(warnings[100].to_string(), r#"{"omitted":4900}"#);
}
