//! decode(encode(x)) = x: typed contents carry what they can, whole, and refuse what they cannot.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/vectors/canonical.rs"]
mod canonical;

use canonical::canonical;
use proptest::prelude::*;
use vitrine::a2ui::settings::{Mode, Settings};
use vitrine::a2ui::v0_8::contents::{Entry, Value};
use vitrine::a2ui::v0_8::encode::{
    contents, decode, to_json, updates, value, Arrays, Nulls, Strategy as Way,
};
use vitrine::a2ui::v0_8::validator::Validator;
use vitrine::json::Json;

fn way(arrays: Arrays, nulls: Nulls, mode: Mode) -> Way {
    Way {
        arrays,
        nulls,
        mode,
    }
}

/// All strategies.
fn ways() -> impl Iterator<Item = Way> {
    let modes = [Mode::Strict, Mode::Lenient].into_iter();
    modes.flat_map(|mode| {
        [Arrays::Reject, Arrays::IndexMap]
            .into_iter()
            .flat_map(move |arrays| {
                let nulls = [Nulls::Reject, Nulls::EmptyString].into_iter();
                nulls.map(move |nulls| way(arrays, nulls, mode))
            })
    })
}

/// What a strategy makes of a value before it is carried; nothing where it refuses it.
fn normalised(json: &Json, way: Way, levels: usize) -> Option<Json> {
    match json {
        Json::Null => (way.nulls == Nulls::EmptyString).then(|| "".into()),
        Json::Array(items) => {
            if way.arrays == Arrays::Reject || levels == 0 {
                return None;
            }
            let items = items.iter().enumerate();
            let items =
                items.map(|(at, item)| Some((at.to_string(), normalised(item, way, levels - 1)?)));
            items.collect::<Option<_>>().map(Json::Object)
        }
        Json::Object(entries) => {
            if levels == 0 {
                return None;
            }
            let entries = entries.iter();
            let entries = entries
                .map(|(key, inner)| Some((key.clone(), normalised(inner, way, levels - 1)?)));
            entries.collect::<Option<_>>().map(Json::Object)
        }
        other => Some(other.clone()),
    }
}

/// How deep maps may be.
fn levels(way: Way) -> usize {
    match way.mode {
        Mode::Strict => 2,
        Mode::Lenient => 100,
    }
}

/// Puts a map at a path, as clients do.
fn put(model: &mut Json, path: &[String], map: Json) {
    let Some((key, rest)) = path.split_first() else {
        *model = map;
        return;
    };
    if model.as_object().is_none() {
        *model = Json::Object(Vec::new());
    }
    if let Json::Object(entries) = model {
        let at = entries.iter().position(|(other, _)| other == key);
        let at = at.unwrap_or_else(|| {
            entries.push((key.clone(), Json::Object(Vec::new())));
            entries.len() - 1
        });
        put(&mut entries[at].1, rest, map);
    }
}

fn nested(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| match &entry.value {
        Value::Map(inner) => inner
            .iter()
            .any(|entry| matches!(entry.value, Value::Map(_))),
        _ => false,
    })
}

fn values() -> impl Strategy<Value = Json> {
    let key = prop_oneof![
        4 => "[a-c0-2]{1,2}",
        1 => "__proto__|constructor|a[.]b|a\\[0\\]|/x~y|",
        1 => ".{0,4}",
    ];
    let scalar = prop_oneof![
        4 => "[a-z {\\[]{0,4}".prop_map(Json::from),
        2 => any::<bool>().prop_map(Json::from),
        2 => prop_oneof![
            any::<i32>().prop_map(f64::from),
            prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO
        ].prop_map(Json::from),
        1 => Just(Json::Null),
    ];
    let object = |inner: BoxedStrategy<Json>, key: BoxedStrategy<String>| {
        prop::collection::btree_map(key, inner, 0..4)
            .prop_map(|entries| Json::Object(entries.into_iter().collect()))
    };
    let key = key.boxed();
    let again = key.clone();
    let any = scalar.prop_recursive(5, 40, 4, move |inner| {
        prop_oneof![
            3 => object(inner.clone(), key.clone()),
            1 => prop::collection::vec(inner, 0..4).prop_map(Json::Array),
        ]
    });
    object(any.boxed(), again)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]
    #[test]
    fn decode_of_encode_is_the_value_with_every_strategy(json in values()) {
        for way in ways() {
            match (contents(&json, way), normalised(&json, way, levels(way))) {
                (Ok(entries), Some(expected)) => {
                    prop_assert_eq!(canonical(&value(&entries)), canonical(&expected));
                    let text = to_json(&entries).to_string();
                    let decoded = decode(text.as_bytes());
                    prop_assert_eq!(decoded.as_ref().map(canonical), Ok(canonical(&expected)));
                }
                (Err(_), None) => {}
                (ours, theirs) => prop_assert!(false, "{way:?}: {ours:?}, expected {theirs:?}"),
            }
        }
    }

    #[test]
    fn updates_build_the_value_and_pass_the_validator(json in values()) {
        for way in ways() {
            let Some(expected) = normalised(&json, way, 100) else {
                prop_assert!(updates(&json, way).is_err());
                continue;
            };
            let mut validator = Validator::new(Settings {
                mode: way.mode,
                ..Settings::default()
            });
            let mut model = Json::Null;
            for update in updates(&json, way).unwrap() {
                let message = update.to_json("s").to_string();
                let errors = validator.push(message.as_bytes()).into_iter().filter(|finding| finding.is_error());
                prop_assert_eq!(errors.collect::<Vec<_>>(), Vec::new(), "{}", message);
                prop_assert!(way.mode == Mode::Lenient || !nested(&update.contents), "{}", message);
                put(&mut model, &update.path.0, value(&update.contents));
            }
            prop_assert_eq!(canonical(&model), canonical(&expected));
        }
    }
}

#[test]
fn what_cannot_be_carried_is_refused_with_its_place() {
    let refused = |text: &str, way: Way| {
        let error = contents(&Json::parse(text.as_bytes()).unwrap(), way).unwrap_err();
        (error.pointer.to_string(), error.message.clone())
    };
    let strict = Way::default();
    for (text, pointer) in [
        ("[]", ""),
        ("1", ""),
        (r#"{"a":[1]}"#, "/a"),
        (r#"{"a":{"b/c":null}}"#, "/a/b~1c"),
        (r#"{"a":{"b":{}}}"#, "/a/b"),
        (r#"{"a":1e999}"#, "/a"),
        (r#"{"a":1,"a":2}"#, "/a"),
    ] {
        let (found, message) = refused(text, strict);
        assert_eq!(found, pointer, "{text}: {message}");
        assert!(message.contains("expected"), "{message}");
    }
    let deep = r#"{"a":{"b":[[1]]}}"#;
    let indexed = way(Arrays::IndexMap, Nulls::Reject, Mode::Strict);
    assert_eq!(refused(deep, indexed).0, "/a/b");
    for (text, pointer) in [
        ("{}", ""),
        ("[1]", "/0"),
        (r#"[{"key":"a"}]"#, "/0"),
        (r#"[{"key":"a","valueString":1}]"#, "/0/valueString"),
        (
            r#"[{"key":"a","valueMap":[{"key":"b","valueMap":[{"valueString":""}]}]}]"#,
            "/0/valueMap/0/valueMap/0/key",
        ),
        (r#"[{"key":"a","key":"b","valueString":""}]"#, "/0/key"),
    ] {
        let error = decode(text.as_bytes()).unwrap_err();
        assert_eq!(error.pointer.as_str(), pointer, "{text}: {error}");
    }
}
