//! A reader that holds the host's merged bundle reads every turn as the host would.
#![cfg(feature = "turns")]
#![allow(clippy::unwrap_used)] // a test stops at the first surprise

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;
use vitrine::json::Json;
use vitrine::turns::registry::{FieldType, Put, Registry};

/// One type of a bundle: which type, what becomes of its fields, and how much of it is listed.
#[derive(Debug, Clone)]
struct Edit {
    type_number: usize,
    change: Change,
    list_all: bool,
}

#[derive(Debug, Clone)]
enum Change {
    Nothing,
    Add(usize),
    Rename,
    Remove,
    Bury,
    Retype,
}

const TYPES: [&str; 4] = [
    "com.example.A",
    "com.example.B",
    "com.example.C",
    "com.example.D",
];
const FIELDS: [&str; 8] = [
    r#""type":"string""#,
    r#""type":"u64","semantic":"unix_ms""#,
    r#""type":"u8","enum":"E""#,
    r#""type":"ref","ref":"com.example.A""#,
    r#""type":"com.example.B""#,
    r#""type":"array","items":"com.example.C""#,
    r#""type":"map","keys":"u8","values":{"type":"array","items":{"type":"ref","ref":"com.example.D"}}"#,
    r#""type":"array","items":{"type":"i64"},"optional":true"#,
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let change = prop_oneof![
        2 => Just(Change::Nothing),
        6 => (0..FIELDS.len()).prop_map(Change::Add),
        1 => Just(Change::Rename),
        1 => Just(Change::Remove),
        1 => Just(Change::Bury),
        1 => Just(Change::Retype),
    ];
    let edit = (0..TYPES.len(), change, any::<bool>());
    vec(
        edit.prop_map(|(type_number, change, list_all)| Edit {
            type_number,
            change,
            list_all,
        }),
        0..4,
    )
}

/// A publisher that keeps to the rules: every bundle it writes is a legal step.
#[derive(Default)]
struct Publisher {
    /// By type: the fields of each version, as written.
    types: BTreeMap<&'static str, Vec<BTreeMap<u64, String>>>,
    tags: u64,
    labels: usize,
}

impl Publisher {
    fn bundle(&mut self, number: usize, edits: &[Edit]) -> String {
        let mut listed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let all = |versions: &[BTreeMap<u64, String>]| {
            (1..=versions.len()).map(|n| written(n, versions)).collect()
        };
        if number == 0 {
            for name in TYPES {
                let versions = self.types.entry(name).or_default();
                versions.push(BTreeMap::new());
                listed.insert(name, all(versions));
            }
        }
        for edit in edits {
            let name = TYPES[edit.type_number];
            let latest = self.types[name].last().cloned().unwrap_or_default();
            let next = self.step(&latest, &edit.change);
            let versions = self.types.entry(name).or_default();
            if next != latest {
                versions.push(next);
            }
            let newest = versions.len();
            // A type edited twice in one bundle lists all it has.
            let whole = edit.list_all || listed.contains_key(name);
            listed.insert(
                name,
                if whole {
                    all(versions)
                } else {
                    vec![written(newest, versions)]
                },
            );
        }
        let types: Vec<_> = listed
            .iter()
            .map(|(name, versions)| {
                format!(r#""{name}":{{"versions":{{{}}}}}"#, versions.join(","))
            })
            .collect();
        self.labels += 1;
        let labels: Vec<_> = (0..self.labels)
            .map(|n| format!(r#""{n}":"label {n}""#))
            .collect();
        format!(
            r#"{{"registry_version":1,"bundle_id":"b{number}","types":{{{}}},"enums":{{"E":{{{}}}}}}}"#,
            types.join(","),
            labels.join(",")
        )
    }

    fn step(&mut self, latest: &BTreeMap<u64, String>, change: &Change) -> BTreeMap<u64, String> {
        let mut next = latest.clone();
        self.tags += 1;
        let tag = self.tags;
        let living = latest
            .iter()
            .find(|(_, field)| !field.contains("tombstone"));
        let Some((old, (name, rest))) =
            living.and_then(|(old, field)| Some((*old, field.split_once(',')?)))
        else {
            next.insert(tag, format!(r#""name":"f{tag}",{}"#, FIELDS[0]));
            return next;
        };
        match change {
            Change::Nothing => None,
            Change::Add(kind) => next.insert(tag, format!(r#""name":"f{tag}",{}"#, FIELDS[*kind])),
            Change::Rename => next.insert(old, format!(r#""name":"f{tag}",{rest}"#)),
            Change::Remove => next.remove(&old),
            Change::Bury => next.insert(old, r#""tombstone":true"#.into()),
            Change::Retype => {
                next.insert(old, format!(r#"{name},"tombstone":true"#));
                next.insert(tag, format!(r#"{name},"type":"bytes""#))
            }
        };
        next
    }
}

fn written(number: usize, versions: &[BTreeMap<u64, String>]) -> String {
    let fields = versions[number - 1]
        .iter()
        .map(|(tag, field)| format!(r#""{tag}":{{{field}}}"#));
    format!(
        r#""{number}":{{"fields":{{{}}}}}"#,
        fields.collect::<Vec<_>>().join(",")
    )
}

fn refs(ty: &FieldType) -> Vec<String> {
    match ty {
        FieldType::Ref(type_id) => vec![type_id.clone()],
        FieldType::Array(items) => refs(items),
        FieldType::Map { keys, values } => [refs(keys), refs(values)].concat(),
        _ => Vec::new(),
    }
}

/// Everything that a reader can ask, as text.
fn answers(registry: &Registry) -> Vec<String> {
    let mut answers = vec![format!(
        "{:?} {:?}",
        registry.bundle_id(),
        registry.enumeration("E")
    )];
    for name in TYPES {
        for number in 1..=registry.latest(name).unwrap_or(0) {
            let Some(version) = registry.version(name, number) else {
                continue;
            };
            answers.push(format!(
                "{name} {number} {version:?} {:?}",
                registry.descriptor(name, Some(number))
            ));
            for inner in version.fields.iter().flat_map(|field| refs(&field.ty)) {
                answers.push(format!(
                    "{inner} {:?}",
                    registry.nested_version(name, number, &inner)
                ));
            }
        }
    }
    answers
}

fn read(merged: &Json) -> Registry {
    let mut reader = Registry::new();
    assert_eq!(
        reader.put_text(merged.to_string().as_bytes()),
        Ok(Put::Created),
        "{merged}"
    );
    reader
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_steps_are_taken_and_readers_answer_as_the_host(steps in vec(edits(), 1..12)) {
        let (mut publisher, mut host, mut follower) = (Publisher::default(), Registry::new(), Registry::new());
        for (number, edits) in steps.iter().enumerate() {
            let bundle = publisher.bundle(number, edits);
            prop_assert_eq!(host.put_text(bundle.as_bytes()), Ok(Put::Created), "{}", bundle);
            // One reader comes late, one follows every step.
            let merged = host.merged();
            let reader = read(&merged);
            prop_assert_eq!(answers(&reader), answers(&host), "{}", merged);
            prop_assert_eq!(reader.merged(), merged.clone());
            prop_assert_eq!(follower.put(&merged), Ok(Put::Created));
            prop_assert_eq!(answers(&follower), answers(&host), "{}", merged);
            prop_assert_eq!(follower.put(&merged), Ok(Put::Unchanged));
        }
    }
}

fn bundle(id: &str, types: &str) -> String {
    format!(r#"{{"registry_version":1,"bundle_id":"{id}","types":{{{types}}}}}"#)
}

#[test]
fn a_nested_type_is_read_by_the_version_of_the_outer_types_bundle() {
    let outer = r#""Outer":{"versions":{"1":{"fields":{"1":{"name":"inner","type":"ref","ref":"Inner"}}}}}"#;
    let inner = |n: u32| format!(r#""Inner":{{"versions":{{"{n}":{{"fields":{{}}}}}}}}"#);
    let mut host = Registry::new();
    let mut after = |bundle: String| {
        host.put_text(bundle.as_bytes()).unwrap();
        let current = host.nested_version("Outer", 1, "Inner");
        assert_eq!(
            read(&host.merged()).nested_version("Outer", 1, "Inner"),
            current
        );
        current
    };
    assert_eq!(
        after(bundle("b1", &format!("{outer},{}", inner(1)))),
        Some(1)
    );
    assert_eq!(after(bundle("b2", &inner(2))), Some(1));
    // A later bundle that lists the outer version alone: what was known by then.
    assert_eq!(after(bundle("b3", outer)), Some(2));
    assert_eq!(after(bundle("b4", &inner(3))), Some(2));
    // A bundle that lists both says which.
    assert_eq!(
        after(bundle("b5", &format!("{},{outer}", inner(1)))),
        Some(1)
    );
    assert_eq!(host.nested_version("Outer", 2, "Inner"), None);
    assert_eq!(host.nested_version("Outer", 1, "Nothing"), None);
}

#[test]
fn a_merged_bundle_does_not_take_the_id_of_the_bundle_it_ends_with() {
    let types = |n: u32| format!(r#""T":{{"versions":{{"{n}":{{"fields":{{}}}}}}}}"#);
    let (one, two) = (bundle("b1", &types(1)), bundle("b2", &types(2)));
    let mut host = Registry::new();
    host.put_text(one.as_bytes()).unwrap();
    host.put_text(two.as_bytes()).unwrap();

    let mut reader = read(&host.merged());
    assert_eq!(reader.bundle("b2"), Some(&host.merged()));
    assert_eq!(reader.put_text(two.as_bytes()), Ok(Put::Created));
    assert_eq!(reader.put(&host.merged()), Ok(Put::Unchanged));
    assert_eq!(reader.put_text(one.as_bytes()), Ok(Put::Created));
    assert_eq!(reader.bundle_ids().collect::<Vec<_>>(), ["b2", "b1"]);
    assert_eq!(reader.bundle("b2").map(Json::to_string), Some(two));
}

#[test]
fn the_merged_bundle_of_one_bundle_is_that_bundle() {
    let text = bundle(
        "b1",
        r#""T":{"note":"kept","versions":{"1":{"fields":{}}}}"#,
    );
    let mut host = Registry::new();
    host.put_text(text.as_bytes()).unwrap();
    assert_eq!(host.merged().to_string(), text);
}

#[test]
fn the_merged_bundle_of_an_empty_registry_changes_nothing() {
    let mut reader = Registry::new();
    assert_eq!(reader.put(&Registry::new().merged()), Ok(Put::Unchanged));
    assert_eq!(reader.bundle_id(), None);
}
