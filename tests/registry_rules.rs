//! The registry's rules, held against the shared vectors: every bundle of a vector meets what the
//! vector expects, and a bundle that adds nothing or is refused leaves the registry as it was.
#![cfg(feature = "turns")]
#![allow(clippy::unwrap_used)] // a test stops at the first surprise

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vitrine::error::Error;
use vitrine::json::Json;
use vitrine::turns::registry::{Put, Registry, Rule};

/// A file of the vectors: bundles (objects, or JSON text) and what becomes of each.
struct Vector {
    name: String,
    steps: Vec<(Json, Json)>,
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/registry");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let read = |path| {
        let json = Json::parse(&fs::read(path).unwrap()).unwrap();
        let list = |key| json.get(key).and_then(Json::as_array).unwrap().to_vec();
        let (bundles, expect) = (list("bundles"), list("expect"));
        assert_eq!(bundles.len(), expect.len());
        Vector {
            name: json.get("name").and_then(Json::as_str).unwrap().to_owned(),
            steps: bundles.into_iter().zip(expect).collect(),
        }
    };
    files.map(read).collect()
}

fn put(registry: &mut Registry, bundle: &Json) -> Result<Put, Error> {
    match bundle.as_str() {
        Some(text) => registry.put_text(text.as_bytes()),
        None => registry.put(bundle),
    }
}

/// The outcome in the vectors' form; a rule only where one was broken.
fn outcome(result: &Result<Put, Error>) -> Json {
    let error = match result {
        Ok(Put::Created) => return 201_u32.into(),
        Ok(Put::Unchanged) => return 204_u32.into(),
        Err(error) => error,
    };
    let mut members = vec![("code".to_owned(), Json::from(error.code.name()))];
    if let Some((_, rule)) = error.details.iter().find(|(key, _)| *key == "rule") {
        members.push(("rule".into(), rule.clone()));
    }
    members.push(("pointer".into(), error.pointer.as_str().into()));
    Json::Object(members)
}

fn everything(registry: &Registry) -> String {
    let ids: Vec<&str> = registry.bundle_ids().collect();
    format!("{ids:?} {:?} {}", registry.bundle_id(), registry.merged())
}

#[test]
fn every_bundle_of_every_vector_meets_its_expectation() {
    for vector in vectors() {
        let mut registry = Registry::new();
        for (number, (bundle, expected)) in vector.steps.iter().enumerate() {
            let before = everything(&registry);
            let result = put(&mut registry, bundle);
            let step = format!("{}, bundle {number}: {result:?}", vector.name);
            assert_eq!(outcome(&result).to_string(), expected.to_string(), "{step}");
            let changed = everything(&registry) != before;
            assert_eq!(changed, result == Ok(Put::Created), "{step}");
        }
    }
}

#[test]
fn every_rule_is_broken_by_a_vector() {
    let vectors = vectors();
    let expected = vectors
        .iter()
        .flat_map(|vector| &vector.steps)
        .map(|(_, expected)| expected);
    let broken: BTreeSet<&str> = expected
        .filter_map(|expected| expected.get("rule").and_then(Json::as_str))
        .collect();
    let rules: BTreeSet<&str> = Rule::TABLE.iter().map(|rule| rule.name).collect();
    assert_eq!(broken, rules);
}

#[test]
fn a_conflict_says_where_and_what_to_do() {
    let mut registry = Registry::new();
    let bundle = |id: &str, version: u32, ty: &str| {
        format!(
            r#"{{"registry_version":1,"bundle_id":"{id}","types":{{"com.example.Note":
            {{"versions":{{"{version}":{{"fields":{{"3":{{"name":"text","type":"{ty}"}}}}}}}}}}}}}}"#
        )
    };
    registry
        .put_text(bundle("b1", 1, "string").as_bytes())
        .unwrap();
    let error = registry
        .put_text(bundle("b2", 2, "bytes").as_bytes())
        .unwrap_err();
    assert_eq!(
        error.to_json().to_string(),
        concat!(
            r#"{"code":"Conflict","message":"tag 3 was published as string and is bytes here; "#,
            r#"a tag keeps its type forever, so give the field a new tag and mark the old one as a tombstone","#,
            r#""details":{"rule":"tag-reused","type_id":"com.example.Note","type_version":2,"tag":3,"#,
            r#""pointer":"/types/com.example.Note/versions/2/fields/3"}}"#
        )
    );
    let error = registry
        .put_text(br#"{"registry_version":1,"bundle_id":"b2","types":7}"#)
        .unwrap_err();
    assert_eq!(
        error.to_json().to_string(),
        concat!(
            r#"{"code":"Unprocessable","message":"registry bundle, \"types\": expected an object, found 7","#,
            r#""details":{"expected":"an object","found":"7","pointer":"/types"}}"#
        )
    );
}
