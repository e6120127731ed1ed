//! What `encode_turn` writes, projection reads back; equal values are equal bytes; what does not fit is refused by name.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use proptest::prelude::*;
use rmpv::Value;
use std::collections::BTreeMap;
use vitrine::error::Code;
use vitrine::json::Json;
use vitrine::turns::encode;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;

const BUNDLE: &str = r#"{"registry_version":1,"bundle_id":"b","types":{
    "t.All":{"versions":{"1":{"fields":{
        "1":{"name":"flag","type":"bool"},"2":{"name":"u8","type":"u8"},"3":{"name":"u64","type":"u64"},
        "4":{"name":"i16","type":"i16"},"5":{"name":"i64","type":"i64"},"6":{"name":"f64","type":"f64"},
        "7":{"name":"text","type":"string"},"8":{"name":"raw","type":"bytes"},"9":{"name":"at","type":"timestamp_ms"},
        "10":{"name":"role","type":"u8","enum":"t.Role"},"11":{"name":"names","type":"array","items":"string"},
        "12":{"name":"sizes","type":"map","values":"u32"},"13":{"name":"by_number","type":"map","keys":"i32","values":"string"},
        "14":{"name":"inner","type":"ref","ref":"t.All"},"15":{"name":"inners","type":"array","items":{"type":"ref","ref":"t.All"}},
        "16":{"name":"blob","type":"typed_blob"},"17":{"name":"maybe","type":"u32","optional":true},
        "18":{"name":"gone","type":"string","tombstone":true},
        "19":{"name":"by_float","type":"map","keys":"f64","values":{"type":"u8","optional":true}},
        "20":{"name":"by_f32","type":"map","keys":"f32","values":"bool"},
        "21":{"name":"by_bool","type":"map","keys":"bool","values":"u8"},
        "22":{"name":"by_time","type":"map","keys":"timestamp_ms","values":"u8"},
        "23":{"name":"sparse","type":"array","items":{"type":"array","items":{"type":"u8","optional":true},"optional":true}}}}}}},
    "enums":{"t.Role":{"1":"system","2":"user","200":"tool"}}}"#;

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.put_text(BUNDLE.as_bytes()).unwrap();
    registry
}

fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(b) => Value::from(*b),
        Json::Number(n) if n.is_f64() => Value::from(n.as_f64().unwrap()),
        Json::Number(n) => n
            .as_i64()
            .map(Value::from)
            .or(n.as_u64().map(Value::from))
            .unwrap(),
        Json::String(s) => Value::from(s.as_str()),
        Json::Array(items) => Value::Array(items.iter().map(to_value).collect()),
        Json::Object(entries) => Value::Map(
            entries
                .iter()
                .map(|(key, value)| (Value::from(key.as_str()), to_value(value)))
                .collect(),
        ),
    }
}

fn encode_turn(
    registry: &Registry,
    type_id: &str,
    version: u32,
    value: Value,
) -> Result<Vec<u8>, vitrine::error::Error> {
    let mut bytes = Vec::new();
    rmpv::encode::write_value(&mut bytes, &value).unwrap();
    encode::encode_turn(registry, type_id, version, &bytes)
}

fn project(payload: &[u8]) -> Json {
    let mut projector = Projector::new(&registry(), ProjectOptions::default());
    let flags = projector.fill_payload(payload, "t.All", 1).unwrap();
    materialise::payload(&projector, flags)
}

/// A field's value as projection renders it by default.
fn field(name: &'static str, inner: BoxedStrategy<Json>) -> BoxedStrategy<Json> {
    let text = ".{0,12}".prop_map(Json::from);
    match name {
        "flag" => any::<bool>().prop_map(Json::from).boxed(),
        "u8" => any::<u8>().prop_map(|n| Json::from(u32::from(n))).boxed(),
        "u64" => any::<u64>().prop_map(|n| Json::from(n.to_string())).boxed(),
        "i64" => any::<i64>().prop_map(|n| Json::from(n.to_string())).boxed(),
        "i16" => any::<i16>().prop_map(|n| Json::Number(n.into())).boxed(),
        "f64" => any::<f32>()
            .prop_map(|n| Json::from(f64::from(n) + 0.5))
            .boxed(),
        "raw" | "blob" => prop_oneof![Just(""), Just("AAECAw=="), Just("/+8="), Just("aGVsbG8h")]
            .prop_map(Json::from)
            .boxed(),
        "at" => prop_oneof![
            Just("1970-01-01T00:00:00.000Z"),
            Just("2024-02-29T12:34:56.789Z"),
            Just("-000001-12-31T23:59:59.999Z"),
            Just("9223372036854775807"),
        ]
        .prop_map(Json::from)
        .boxed(),
        "role" => prop_oneof![
            Just(Json::from("user")),
            Just(Json::from("tool")),
            Just(Json::from(7_u32))
        ]
        .boxed(),
        "names" => proptest::collection::vec(text, 0..4)
            .prop_map(Json::Array)
            .boxed(),
        "sizes" => proptest::collection::btree_map("[a-zé]{0,5}", any::<u32>(), 0..4)
            .prop_map(|map| {
                Json::Object(
                    map.into_iter()
                        .map(|(key, n)| (key, Json::from(n)))
                        .collect(),
                )
            })
            .boxed(),
        "by_number" => proptest::collection::btree_map(any::<i32>(), ".{0,5}", 0..4)
            .prop_map(|map| {
                Json::Object(
                    map.into_iter()
                        .map(|(key, text)| (key.to_string(), Json::from(text)))
                        .collect(),
                )
            })
            .boxed(),
        "inner" => inner,
        "inners" => proptest::collection::vec(inner, 0..3)
            .prop_map(Json::Array)
            .boxed(),
        "maybe" => proptest::option::of(any::<u32>())
            .prop_map(|n| n.map_or(Json::Null, Json::from))
            .boxed(),
        "by_float" => map(any::<f64>().prop_map(spelled), maybe()),
        "by_f32" => map(
            any::<f32>().prop_map(|n| spelled(n.into())),
            any::<bool>().prop_map(Json::from).boxed(),
        ),
        "by_bool" => map(any::<bool>().prop_map(|key| key.to_string()), byte()),
        "by_time" => map(any::<i64>().prop_map(|key| key.to_string()), byte()),
        "sparse" => {
            let inner = proptest::collection::vec(maybe(), 0..3).prop_map(Json::Array);
            proptest::collection::vec(prop_oneof![Just(Json::Null), inner], 0..3)
                .prop_map(Json::Array)
                .boxed()
        }
        _ => text.boxed(),
    }
}

fn map(
    keys: impl Strategy<Value = String> + 'static,
    values: BoxedStrategy<Json>,
) -> BoxedStrategy<Json> {
    proptest::collection::btree_map(keys, values, 0..4)
        .prop_map(|map| Json::Object(map.into_iter().collect()))
        .boxed()
}

fn byte() -> BoxedStrategy<Json> {
    any::<u8>().prop_map(|n| Json::from(u32::from(n))).boxed()
}

fn maybe() -> BoxedStrategy<Json> {
    prop_oneof![Just(Json::Null), byte()].boxed()
}

/// A float as the key of an object.
fn spelled(n: f64) -> String {
    match n {
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        n => n.to_string(),
    }
}

const NAMES: [&str; 22] = [
    "flag",
    "u8",
    "u64",
    "i16",
    "i64",
    "f64",
    "text",
    "raw",
    "at",
    "role",
    "names",
    "sizes",
    "by_number",
    "inner",
    "inners",
    "blob",
    "maybe",
    "by_float",
    "by_f32",
    "by_bool",
    "by_time",
    "sparse",
];

fn turn(depth: u32) -> BoxedStrategy<Json> {
    let inner = if depth == 0 {
        Just(Json::Object(vec![])).boxed()
    } else {
        turn(depth - 1)
    };
    let fields: Vec<_> = NAMES
        .iter()
        .map(|name| proptest::option::weighted(0.4, field(name, inner.clone())))
        .collect();
    fields
        .prop_map(|values| {
            let named = NAMES.iter().zip(values);
            Json::Object(
                named
                    .filter_map(|(name, value)| Some(((*name).to_owned(), value?)))
                    .collect(),
            )
        })
        .boxed()
}

fn backwards(json: &Json) -> Json {
    match json {
        Json::Object(entries) => Json::Object(
            entries
                .iter()
                .rev()
                .map(|(key, value)| (key.clone(), backwards(value)))
                .collect(),
        ),
        Json::Array(items) => Json::Array(items.iter().map(backwards).collect()),
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn projection_reads_back_what_was_encoded(value in turn(2)) {
        let payload = encode_turn(&registry(), "t.All", 1, to_value(&value)).unwrap();
        let found = project(&payload);
        prop_assert!(found.get("warnings").is_none(), "{found}");
        prop_assert_eq!(canonical(found.get("data").unwrap()), canonical(&value));
    }

    #[test]
    fn the_order_in_which_a_value_is_written_down_changes_no_byte(value in turn(2)) {
        let encode = |value: &Json| encode_turn(&registry(), "t.All", 1, to_value(value)).unwrap();
        prop_assert_eq!(encode(&value), encode(&backwards(&value)));
    }
}

/// Keys of an object have no order.
fn canonical(json: &Json) -> String {
    match json {
        Json::Object(entries) => {
            let sorted: BTreeMap<_, _> = entries
                .iter()
                .map(|(key, value)| (key, canonical(value)))
                .collect();
            format!("{sorted:?}")
        }
        Json::Array(items) => format!("{:?}", items.iter().map(canonical).collect::<Vec<_>>()),
        Json::Number(n) => format!("{:?}", n.as_f64()),
        other => other.to_string(),
    }
}

#[test]
fn bytes_are_the_shortest_and_in_order() {
    let value = Value::Map(vec![
        (
            "sizes".into(),
            Value::Map(vec![("b".into(), 70_000.into()), ("a".into(), 1.into())]),
        ),
        (
            "by_number".into(),
            Value::Map(vec![
                ("10".into(), "x".into()),
                ("-1".into(), "y".into()),
                ("9".into(), "z".into()),
            ]),
        ),
        ("u64".into(), "300".into()),
    ]);
    let expected = b"\x83\x03\xcd\x01\x2c\x0c\x82\xa1a\x01\xa1b\xce\x00\x01\x11\x70\x0d\x83\xff\xa1y\x09\xa1z\x0a\xa1x";
    assert_eq!(
        encode_turn(&registry(), "t.All", 1, value).unwrap(),
        expected
    );
}

/// The vectors that Node and Chromium run against the built package.
#[test]
fn every_encoding_vector_holds_natively() {
    let file = Json::parse(include_bytes!("vectors/encoding.json")).unwrap();
    let mut registry = Registry::new();
    registry.put(file.get("bundle").unwrap()).unwrap();
    let Some(Json::Array(vectors)) = file.get("vectors") else {
        panic!("no vectors")
    };
    assert!(vectors.len() > 40);
    for vector in vectors {
        let text = |json: &Json, key| json.get(key).unwrap().as_str().unwrap().to_owned();
        let name = text(vector, "name");
        let value = to_value(vector.get("value").unwrap());
        match encode_turn(&registry, "t.All", 1, value) {
            Ok(payload) => {
                let hex: String = payload.iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(hex, text(vector, "payload"), "{name}");
            }
            Err(error) => {
                let expected = vector
                    .get("error")
                    .unwrap_or_else(|| panic!("{name}: {error}"));
                assert_eq!(error.message, text(expected, "message"), "{name}");
                assert_eq!(error.pointer.as_str(), text(expected, "pointer"), "{name}");
            }
        }
    }
}

#[test]
fn a_key_that_comes_twice_is_refused() {
    let twice = |key: &str, value: Value| {
        let pairs = vec![(Value::from(key), value.clone()), (Value::from(key), value)];
        encode_turn(&registry(), "t.All", 1, Value::Map(pairs)).unwrap_err()
    };
    assert!(twice("u8", 1.into()).message.contains("each key once"));
    let two = Value::Map(vec![(1.into(), "x".into()), ("1".into(), "y".into())]);
    let error = encode_turn(
        &registry(),
        "t.All",
        1,
        Value::Map(vec![("by_number".into(), two)]),
    );
    assert_eq!(error.unwrap_err().pointer.as_str(), "/by_number");
}

proptest! {
    #[test]
    fn no_bytes_make_the_encoder_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), value in turn(1), cut in 0..400_usize) {
        let _ = encode::encode_turn(&registry(), "t.All", 1, &bytes);
        let mut whole = Vec::new();
        rmpv::encode::write_value(&mut whole, &to_value(&value)).unwrap();
        let cut = &whole[..cut.min(whole.len())];
        prop_assert_eq!(encode::encode_turn(&registry(), "t.All", 1, cut).is_ok(), cut.len() == whole.len());
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    for (value, pointer, expected, found) in [
        (r#"{"u8":256}"#, "/u8", "u8", "256"),
        (r#"{"u8":null}"#, "/u8", "u8", "null"),
        (r#"{"u64":"01"}"#, "/u64", "u64", "\"01\""),
        (r#"{"role":"king"}"#, "/role", "u8 enum t.Role", "\"king\""),
        (r#"{"raw":"a"}"#, "/raw", "bytes", "\"a\""),
        (
            r#"{"at":"yesterday"}"#,
            "/at",
            "timestamp_ms",
            "\"yesterday\"",
        ),
        (r#"{"names":["a",5]}"#, "/names/1", "string", "5"),
        (
            r#"{"inners":[{},{"inner":{"flag":1}}]}"#,
            "/inners/1/inner/flag",
            "bool",
            "1",
        ),
        (r#"{"by_number":{"x":"y"}}"#, "/by_number/x", "i32", "\"x\""),
        (
            r#"{"gone":"x"}"#,
            "/gone",
            "a field of t.All version 1",
            "\"gone\"",
        ),
        (r#"[]"#, "", "an object of t.All", "an array of 0"),
    ] {
        let value = to_value(&Json::parse(value.as_bytes()).unwrap());
        let error = encode_turn(&registry(), "t.All", 1, value).unwrap_err();
        assert_eq!(
            (error.code, error.pointer.as_str()),
            (Code::Unprocessable, pointer),
            "{error}"
        );
        assert_eq!(
            error.message,
            format!("value to encode: expected {expected}, found {found}")
        );
    }
    let error = encode_turn(&registry(), "t.None", 1, Value::Map(vec![])).unwrap_err();
    assert_eq!(error.code, Code::FailedDependency);
}

#[test]
fn a_nest_deeper_than_a_reader_takes_is_refused() {
    let nest = |depth| {
        (1..depth).fold(Value::Map(vec![]), |inner, _| {
            Value::Map(vec![("inner".into(), inner)])
        })
    };
    assert!(encode_turn(&registry(), "t.All", 1, nest(64)).is_ok());
    assert_eq!(
        encode_turn(&registry(), "t.All", 1, nest(65))
            .unwrap_err()
            .code,
        Code::Unprocessable
    );
}

#[test]
fn more_values_than_a_reader_takes_are_refused() {
    let names = |count: usize| {
        let texts = vec![Value::from(""); count];
        Value::Map(vec![("names".into(), Value::Array(texts))])
    };
    // The payload's map, the key and the list count, too.
    let whole = encode_turn(&registry(), "t.All", 1, names(999_997)).unwrap();
    assert!(project(&whole).get("warnings").is_none());
    let error = encode_turn(&registry(), "t.All", 1, names(999_998)).unwrap_err();
    assert_eq!(error.code, Code::Unprocessable);
    assert_eq!(error.pointer.as_str(), "/names");
    assert!(error.message.contains("at most 1000000 values"), "{error}");
}

#[test]
fn a_float_takes_the_integers_that_it_holds() {
    let encode = |n: u64| {
        let value = Value::Map(vec![("f64".into(), n.into())]);
        encode_turn(&registry(), "t.All", 1, value)
    };
    for n in [1 << 53, 1 << 63] {
        let found = project(&encode(n).unwrap());
        assert!(found.get("warnings").is_none(), "{found}");
    }
    assert_eq!(encode((1 << 53) + 1).unwrap_err().pointer.as_str(), "/f64");
}
