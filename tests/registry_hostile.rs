//! No bundle makes the registry panic, leaves a trace when it is refused, or takes more than linear time.
#![cfg(feature = "turns")]
#![allow(clippy::unwrap_used)] // a test stops at the first surprise

use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use vitrine::json::Json;
use vitrine::turns::registry::{Put, Registry};

/// Words that mean something to the registry, so that random values get past the first check.
const WORDS: [&str; 32] = [
    "registry_version",
    "bundle_id",
    "types",
    "enums",
    "merged",
    "versions",
    "fields",
    "name",
    "type",
    "items",
    "keys",
    "values",
    "ref",
    "enum",
    "semantic",
    "optional",
    "tombstone",
    "array",
    "map",
    "u8",
    "i64",
    "string",
    "unix_ms",
    "A",
    "B",
    "E",
    "1",
    "2",
    "01",
    "0",
    "-1",
    "4294967296",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![20 => (0..WORDS.len()).prop_map(|n| WORDS[n].to_owned()), 1 => any::<String>()]
}

fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<u32>().prop_map(Json::from),
        word().prop_map(Json::from),
    ];
    leaf.prop_recursive(6, 48, 6, |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..4).prop_map(Json::Array),
            6 => vec((word(), inner), 0..6).prop_map(Json::Object),
        ]
    })
}

fn object(entries: impl Strategy<Value = Vec<(String, Json)>>) -> impl Strategy<Value = Json> {
    entries.prop_map(Json::Object)
}

/// Bundles whose outer form is right, around random fields.
fn bundle() -> impl Strategy<Value = Json> {
    let field =
        prop_oneof![4 => object(vec((word(), word().prop_map(Json::from)), 0..6)), 1 => value()];
    let fields = object(vec((word(), field), 0..4));
    let version = fields.prop_map(|fields| Json::Object(vec![("fields".into(), fields)]));
    let versions = object(vec(((1_u32..4).prop_map(|n| n.to_string()), version), 0..3));
    let described = versions.prop_map(|versions| Json::Object(vec![("versions".into(), versions)]));
    let types = object(vec((word(), described), 0..4));
    let enums = object(vec(
        (
            word(),
            object(vec((word(), word().prop_map(Json::from)), 0..4)),
        ),
        0..3,
    ));
    (word(), types, enums).prop_map(|(id, types, enums)| {
        Json::Object(vec![
            ("registry_version".into(), 1_u32.into()),
            ("bundle_id".into(), id.into()),
            ("types".into(), types),
            ("enums".into(), enums),
        ])
    })
}

/// The texts of all bundles of the shared vectors.
fn known_texts() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/registry");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read(entry.unwrap().path()).unwrap());
    let bundles = files.flat_map(|file| {
        let vector = Json::parse(&file).unwrap();
        vector
            .get("bundles")
            .and_then(Json::as_array)
            .unwrap()
            .to_vec()
    });
    bundles
        .map(|bundle| bundle.to_string().into_bytes())
        .collect()
}

fn put_leaves_no_trace_of_failure(
    registry: &mut Registry,
    put: impl FnOnce(&mut Registry) -> bool,
) {
    let before = registry.merged();
    if !put(registry) {
        assert_eq!(registry.merged(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bundles_never_panic(bundles in vec(prop_oneof![bundle(), value()], 1..6)) {
        let mut registry = Registry::new();
        for bundle in &bundles {
            put_leaves_no_trace_of_failure(&mut registry, |registry| registry.put(bundle).is_ok());
        }
    }

    #[test]
    fn mutilated_texts_never_panic(
        picks in vec((any::<prop::sample::Index>(), vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 0..6)), 1..6),
    ) {
        let texts = known_texts();
        let mut registry = Registry::new();
        for (pick, wounds) in picks {
            let mut text = pick.get(&texts).clone();
            for (at, byte, kind) in wounds {
                let at = at.index(text.len().max(1)).min(text.len());
                match kind {
                    0 => text.truncate(at),
                    1 => text.insert(at, byte),
                    2 if at < text.len() => text[at] = byte,
                    _ => text = [&text[..at], &text[at / 2..]].concat(),
                }
            }
            put_leaves_no_trace_of_failure(&mut registry, |registry| registry.put_text(&text).is_ok());
        }
    }
}

/// A bundle of about `size` parts of one kind.
fn bundle_of(kind: &str, size: usize) -> String {
    let mut types = String::new();
    let mut enums = String::new();
    let field = |n: usize, ty: &str| format!(r#""{n}":{{"name":"f{n}","type":"{ty}"}}"#);
    let list = |part: &dyn Fn(usize) -> String| (1..=size).map(part).collect::<Vec<_>>().join(",");
    match kind {
        "types" => {
            let one = |n| {
                format!(
                    r#""T{n}":{{"versions":{{"1":{{"fields":{{"1":{{"name":"x","type":"T{}"}}}}}}}}}}"#,
                    size - n + 1
                )
            };
            types = list(&one);
        }
        "versions" => {
            let one = |n| format!(r#""{n}":{{"fields":{{{}}}}}"#, field(n, "T"));
            write!(types, r#""T":{{"versions":{{{}}}}}"#, list(&one)).unwrap();
        }
        "fields" => write!(
            types,
            r#""T":{{"versions":{{"1":{{"fields":{{{}}}}}}}}}"#,
            list(&|n| field(n, "u8"))
        )
        .unwrap(),
        "long names" => {
            let name = "n".repeat(100 * size);
            write!(
                types,
                r#""{name}":{{"versions":{{"1":{{"fields":{{{}}}}}}}}}"#,
                list(&|n| field(n, "u8"))
            )
            .unwrap();
        }
        _ => write!(
            enums,
            r#""E":{{{}}}"#,
            list(&|n| format!(r#""{n}":"label {n}""#))
        )
        .unwrap(),
    }
    format!(r#"{{"registry_version":1,"bundle_id":"b","types":{{{types}}},"enums":{{{enums}}}}}"#)
}

/// The shortest of several runs, so that a busy machine does not count.
fn time(text: &str) -> Duration {
    let run = || {
        let bundle = Json::parse(text.as_bytes()).unwrap();
        let mut registry = Registry::new();
        let start = Instant::now();
        assert_eq!(registry.put(&bundle), Ok(Put::Created));
        registry.merged();
        start.elapsed()
    };
    (0..5).map(|_| run()).min().unwrap()
}

#[test]
fn the_time_of_a_bundle_is_linear_in_its_size() {
    for kind in ["types", "versions", "fields", "long names", "labels"] {
        let (small, large) = (bundle_of(kind, 2_000), bundle_of(kind, 16_000));
        // Eight times the input: quadratic work would take 64 times as long.
        let linear = (0..5).any(|_| time(&large) < time(&small) * 20);
        assert!(linear, "{kind}: {:?} then {:?}", time(&small), time(&large));
    }
}

#[test]
fn ten_thousand_types_take_well_under_a_second() {
    let text = bundle_of("types", 10_000);
    assert!(
        (0..5).any(|_| time(&text) < Duration::from_secs(1)),
        "{:?}",
        time(&text)
    );
}
