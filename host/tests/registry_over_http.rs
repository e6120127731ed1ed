//! Promise: bundles are published under the registry's rules, atomically and for good, and read with ETags.

#![allow(clippy::unwrap_used)]

mod support;

use std::time::Instant;
use support::http::Response;
use support::{fresh, TestHost};
use vitrine::json::Json;

fn bundle(id: &str, version: u32, field_type: &str) -> String {
    format!(
        r#"{{"registry_version":1,"bundle_id":"{id}","types":{{"com.example.Note":{{"versions":{{"{version}":{{"fields":{{"1":{{"name":"text","type":"{field_type}"}}}}}}}}}}}}}}"#
    )
}

fn put(host: &TestHost, id: &str, body: &str) -> Response {
    host.request(
        "PUT",
        &format!("/v1/registry/bundles/{id}"),
        &[],
        body.as_bytes(),
    )
}

#[test]
fn a_bundle_is_created_once_and_kept_over_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    // As the specification writes ids; percent-encoded in a path.
    let (id, escaped) = (
        "2025-12-19T20:00:00Z#é",
        "2025-12-19T20%3A00%3A00Z%23%C3%A9",
    );
    let text = bundle(id, 1, "string");
    assert_eq!(put(&host, escaped, &text).status, 201);
    assert_eq!(put(&host, escaped, &text).status, 204);
    host.kill_nine();

    let host = TestHost::start(folder.path());
    let path = format!("/v1/registry/bundles/{escaped}");
    assert_eq!(host.get(&path).json().to_string(), text);
    assert_eq!(put(&host, escaped, &text).status, 204);
    let descriptor = host.get("/v1/registry/types/com.example.Note/versions/1");
    let expected = r#"{"fields":{"1":{"name":"text","type":"string"}}}"#;
    assert_eq!(descriptor.json().to_string(), expected);
    let list = host.get("/v1/registry").json().to_string();
    assert_eq!(list, format!(r#"{{"bundles":[{{"bundle_id":"{id}"}}]}}"#));

    let mut wire = host.connect();
    wire.create(0).unwrap();
    let turns = host.request(
        "GET",
        "/v1/contexts/1/turns",
        &[("accept", "application/vnd.vitrine.turns")],
        b"",
    );
    assert_eq!(
        turns.header("vitrine-bundle"),
        Some("2025-12-19T20:00:00Z#%C3%A9")
    );
    let meta = host.get("/v1/contexts/1/turns").json();
    let meta = meta
        .get("meta")
        .unwrap()
        .get("registry_bundle_id")
        .and_then(Json::as_str);
    assert_eq!(meta, Some(id));
}

#[test]
fn a_refused_bundle_changes_nothing() {
    let (_folder, host) = fresh();
    assert_eq!(put(&host, "a", &bundle("a", 1, "string")).status, 201);
    let before = host.get("/v1/registry?merged=1");
    let cases = [
        ("b", bundle("b", 2, "u64"), 409, "Conflict"),
        ("a", bundle("a", 2, "string"), 409, "Conflict"),
        ("c", bundle("other", 2, "string"), 422, "Unprocessable"),
        ("d", "{".to_owned(), 400, "BadRequest"),
        ("e", "[]".to_owned(), 422, "Unprocessable"),
        ("f", " ".repeat((16 << 20) + 1), 422, "Unprocessable"),
    ];
    for (id, text, status, code) in cases {
        let refused = put(&host, id, &text);
        assert_eq!(
            (refused.status, refused.error().as_str()),
            (status, code),
            "{id}"
        );
    }
    let error = put(&host, "b", &bundle("b", 2, "u64")).json();
    let details = error.get("error").unwrap().get("details").unwrap();
    assert_eq!(
        details.get("rule").and_then(Json::as_str),
        Some("tag-reused")
    );
    assert!(details.get("pointer").is_some());
    let after = host.get("/v1/registry?merged=1");
    assert_eq!(after.body, before.body);
    assert_eq!(after.header("etag"), before.header("etag"));
}

#[test]
fn every_read_has_an_etag_that_changes_with_the_content() {
    let (_folder, host) = fresh();
    assert_eq!(host.get("/v1/registry?merged=1").error(), "NotFound");
    assert_eq!(put(&host, "a", &bundle("a", 1, "string")).status, 201);
    let paths = [
        "/v1/registry",
        "/v1/registry?merged=1",
        "/v1/registry/bundles/a",
        "/v1/registry/types/com.example.Note/versions/1",
    ];
    let tags: Vec<String> = paths
        .iter()
        .map(|path| {
            let tag = host.get(path).header("etag").unwrap().to_owned();
            for known in [tag.clone(), format!("W/{tag}"), format!("\"no\",W/{tag}")] {
                let again = host.request("GET", path, &[("if-none-match", &known)], b"");
                assert_eq!((again.status, again.body.len()), (304, 0), "{path} {known}");
                assert_eq!(again.header("etag"), Some(tag.as_str()));
            }
            tag
        })
        .collect();
    assert_eq!(put(&host, "b", &bundle("b", 2, "string")).status, 201);
    let changed: Vec<bool> = paths
        .iter()
        .zip(&tags)
        .map(|(path, tag)| host.get(path).header("etag") != Some(tag))
        .collect();
    assert_eq!(changed, [true, true, false, false]);
    let merged = host.get("/v1/registry?merged=1").json();
    assert_eq!(merged.get("bundle_id").and_then(Json::as_str), Some("b"));
}

#[test]
fn unknown_and_malformed_names_are_refused() {
    let (_folder, host) = fresh();
    for (path, status, code) in [
        ("/v1/registry/bundles/none", 404, "NotFound"),
        ("/v1/registry/types/none/versions/1", 404, "NotFound"),
        ("/v1/registry/types/none/versions/01", 400, "BadRequest"),
        (
            "/v1/registry/types/none/versions/4294967296",
            400,
            "BadRequest",
        ),
        ("/v1/registry?merged=yes", 400, "BadRequest"),
        ("/v1/registry?view=raw", 400, "BadRequest"),
    ] {
        let response = host.get(path);
        assert_eq!(
            (response.status, response.error().as_str()),
            (status, code),
            "{path}"
        );
    }
}

/// Publishing costs the bundle that is published, not all that are known.
#[test]
fn a_small_bundle_takes_no_longer_where_much_is_known() {
    let took = |known: usize| {
        let (_folder, host) = fresh();
        let fields = r#"{"versions":{"1":{"fields":{"1":{"name":"text","type":"string"}}}}}"#;
        let types: Vec<_> = (0..known)
            .map(|n| format!(r#""t.T{n}":{fields}"#))
            .collect();
        let types = types.join(",");
        let large = format!(r#"{{"registry_version":1,"bundle_id":"large","types":{{{types}}}}}"#);
        assert_eq!(put(&host, "large", &large).status, 201);
        let times = (0..40).map(|n| {
            let id = format!("small-{n}");
            let text = bundle(&id, n + 1, "string");
            let started = Instant::now();
            assert_eq!(put(&host, &id, &text).status, 201);
            started.elapsed()
        });
        times.min().unwrap()
    };
    let (few, many) = (took(1), took(30_000));
    assert!(many < few.mul_f64(2.3), "{few:?}, {many:?}");
}
