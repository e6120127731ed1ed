//! Promise: the JSON view, the binary view and the binary protocol tell the same of the same turns; what is
//! asked wrongly is refused in one form.

#![allow(clippy::unwrap_used)]

mod support;

use base64::prelude::{Engine, BASE64_STANDARD};
use support::wire::{items, turn};
use support::{fresh, TestHost};
use vitrine::json::Json;
use vitrine::turns::blob::to_hex;

const BATCH: (&str, &str) = (
    "Accept",
    "application/vnd.vitrine.turns, application/json;q=0.5",
);

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::as_str).unwrap()
}

fn number(json: &Json, key: &str) -> u64 {
    json.get(key).and_then(Json::as_u64).unwrap()
}

#[test]
fn json_binary_and_wire_agree() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for size in [0usize, 5, 20_000, 3] {
        let payload = vec![size as u8; size];
        wire.append(&turn(context, &payload)).unwrap();
    }
    let path = format!("/v1/contexts/{context}/turns?limit=3&view=raw");
    let binary = host.request("GET", &path, &[BATCH], b"");
    assert_eq!(binary.body, wire.last_batch(context, 3, 1).unwrap());
    let response = host.get(&path);
    assert_eq!(
        response.header("vary").map(|v| v.contains("accept")),
        Some(true)
    );
    let json = response.json();
    let turns = json.get("turns").unwrap().as_array().unwrap();
    let items = items(&binary.body);
    assert_eq!(turns.len(), items.len());
    for (json, item) in turns.iter().zip(&items) {
        assert_eq!(text(json, "turn_id"), item.turn.to_string());
        assert_eq!(text(json, "parent_turn_id"), item.parent.to_string());
        assert_eq!(number(json, "depth"), u64::from(item.depth));
        let declared = json.get("declared_type").unwrap();
        assert_eq!(text(declared, "type_id"), item.type_id);
        assert_eq!(
            number(declared, "type_version"),
            u64::from(item.type_version)
        );
        assert_eq!(text(json, "content_hash_b3"), to_hex(&item.hash));
        assert_eq!(number(json, "encoding"), u64::from(item.encoding));
        assert_eq!(number(json, "compression"), u64::from(item.compression));
        assert_eq!(
            number(json, "uncompressed_len"),
            u64::from(item.uncompressed_len)
        );
        assert_eq!(
            BASE64_STANDARD.decode(text(json, "bytes_b64")).unwrap(),
            item.payload
        );
        let blob = host.get(&format!("/v1/blobs/{}", to_hex(&item.hash)));
        assert_eq!(blob.body, item.payload);
    }
    let meta = json.get("meta").unwrap();
    assert_eq!(text(meta, "context_id"), context.to_string());
    assert_eq!(
        Some(text(meta, "head_turn_id")),
        binary.header("vitrine-head")
    );
    assert_eq!(
        number(meta, "head_depth").to_string(),
        binary.header("vitrine-head-depth").unwrap()
    );
    assert_eq!(meta.get("registry_bundle_id"), Some(&Json::Null));
    assert_eq!(
        Some(text(&json, "next_before_turn_id")),
        binary.header("vitrine-next-before")
    );
    let all = host.get(&format!("/v1/contexts/{context}/turns")).json();
    assert_eq!(all.get("next_before_turn_id"), Some(&Json::Null));
}

#[test]
fn blobs_are_cached_for_good() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let hash = to_hex(&wire.append(&turn(context, b"\x80")).unwrap().hash);
    let path = format!("/v1/blobs/{hash}");
    let blob = host.get(&path);
    assert_eq!(
        blob.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(
        blob.header("content-type"),
        Some("application/octet-stream")
    );
    let tag = blob.header("etag").unwrap().to_owned();
    for known in [
        tag.clone(),
        format!("W/{tag}"),
        format!("\"x\", {tag}"),
        "*".into(),
    ] {
        let again = host.request("GET", &path, &[("If-None-Match", &known)], b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        // A length would be that of the payload.
        for method in ["GET", "HEAD"] {
            let again = host.request(method, &path, &[("If-None-Match", &known)], b"");
            assert_eq!((again.status, again.header("content-length")), (304, None));
        }
    }
    let part = host.request("HEAD", &path, &[("Range", "bytes=0-0")], b"");
    assert_eq!(
        (part.status, part.header("content-length")),
        (200, Some("1"))
    );
    assert_eq!(
        host.request("GET", &path, &[("If-None-Match", "\"x\"")], b"")
            .status,
        200
    );
    assert_eq!(
        host.get(&path.to_uppercase().replace("/V1/BLOBS", "/v1/blobs"))
            .status,
        200
    );
    assert_eq!(host.get("/v1/blobs/abc").error(), "BadRequest");
    let missing = host.get(&format!("/v1/blobs/{}", "0".repeat(64)));
    assert_eq!(
        (missing.status, missing.error().as_str()),
        (404, "NotFound")
    );
}

#[test]
fn contexts_are_listed_made_and_forked() {
    let (_folder, host) = fresh();
    assert_eq!(host.get("/healthz").status, 200);
    let empty = host.get("/v1/contexts").json();
    assert_eq!(empty.to_string(), r#"{"contexts":[],"next_before":null}"#);
    let mut wire = host.connect();
    for _ in 0..3 {
        assert_eq!(host.request("POST", "/v1/contexts", &[], b"").status, 201);
    }
    for _ in 0..3 {
        wire.append(&turn(2, b"\x80")).unwrap();
    }
    let page = host.get("/v1/contexts?limit=2").json();
    assert_eq!(
        page.to_string(),
        concat!(
            r#"{"contexts":[{"context_id":"3","head_turn_id":"0","head_depth":0},"#,
            r#"{"context_id":"2","head_turn_id":"3","head_depth":2}],"next_before":"2"}"#
        )
    );
    let rest = host.get("/v1/contexts?limit=2&before=2").json();
    assert_eq!(rest.get("next_before"), Some(&Json::Null));
    let one = r#"{"context_id":"2","head_turn_id":"3","head_depth":2}"#;
    assert_eq!(host.get("/v1/contexts/2").json().to_string(), one);

    let fork = host.request("POST", "/v1/contexts/2/fork", &[], br#"{"turn_id":"2"}"#);
    assert_eq!(fork.status, 201);
    assert_eq!(text(&fork.json(), "head_turn_id"), "2");
    let head = host.request("POST", "/v1/contexts/2/fork", &[], b"");
    assert_eq!(text(&head.json(), "head_turn_id"), "3");
    let based = host.request("POST", "/v1/contexts", &[], br#"{"base_turn_id":"1"}"#);
    assert_eq!(number(&based.json(), "head_depth"), 0);
    let aside = host.request("POST", "/v1/contexts/3/fork", &[], br#"{"turn_id":"2"}"#);
    assert_eq!((aside.status, aside.error().as_str()), (409, "Conflict"));
    let missing = br#"{"turn_id":"99"}"#;
    let missing = host.request("POST", "/v1/contexts/2/fork", &[], missing);
    assert_eq!(
        (missing.status, missing.error().as_str()),
        (404, "NotFound")
    );
    let more = br#"{"turn_id":"2","x":1}"#;
    let more = host.request("POST", "/v1/contexts/2/fork", &[], more);
    assert_eq!(
        more.message(),
        r#"body: expected an object with turn_id at most, found "x""#
    );
    for body in [
        &b"{"[..],
        b"[]",
        b"{\"turn\":\"1\"}",
        b"{\"turn_id\":1}",
        b"{\"turn_id\":\"0\"}",
    ] {
        let refused = host.request("POST", "/v1/contexts/2/fork", &[], body);
        assert_eq!(
            (refused.status, refused.error().as_str()),
            (400, "BadRequest")
        );
    }
}

fn refused(host: &TestHost, path: &str, status: u16, code: &str) {
    let response = host.get(path);
    assert_eq!(
        (response.status, response.error().as_str()),
        (status, code),
        "{path}"
    );
}

#[test]
fn what_is_asked_wrongly_is_refused_in_one_form() {
    let (_folder, host) = fresh();
    host.connect().create(0).unwrap();
    for query in [
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=",
        "limit=1e2",
        "limit=5&limit=5",
        "limit=٣",
        "before_turn_id=0",
        "before_turn_id=x",
        "before_turn_id=18446744073709551616",
        "view=",
        "view=pretty",
        "nonsense=1",
        "view=raw&view=raw",
        "limit=%FF",
    ] {
        let query = query.replace('٣', "%D9%A3");
        refused(
            &host,
            &format!("/v1/contexts/1/turns?{query}"),
            400,
            "BadRequest",
        );
    }
    for path in [
        "/v1/contexts/0",
        "/v1/contexts/x",
        "/v1/contexts/01",
        "/v1/contexts/%FF",
    ] {
        refused(&host, path, 400, "BadRequest");
    }
    refused(&host, "/v1/contexts/2", 404, "NotFound");
    refused(&host, "/v1/contexts/2/turns", 404, "NotFound");
    refused(&host, "/v2", 404, "NotFound");
    refused(&host, "/v1/contexts?before=0", 400, "BadRequest");
    for view in ["typed", "both"] {
        let path = format!("/v1/contexts/1/turns?view={view}&type_hint_mode=latest");
        refused(&host, &path, 406, "BadRequest");
        assert!(host.get(&path).message().contains("gateway"));
    }
    let wrong = host.request("DELETE", "/v1/contexts/1", &[], b"");
    assert_eq!((wrong.status, wrong.error().as_str()), (405, "BadRequest"));
    assert!(wrong.header("allow").is_some_and(|a| a.contains("GET")));
}

#[test]
fn only_named_origins_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start_with(folder.path(), &["--cors-origin", "http://127.0.0.1:9012"]);
    let ask = |origin: &str| {
        host.request("GET", "/v1/contexts", &[("Origin", origin)], b"")
            .header("access-control-allow-origin")
            .map(str::to_owned)
    };
    assert_eq!(
        ask("http://127.0.0.1:9012").as_deref(),
        Some("http://127.0.0.1:9012")
    );
    assert_eq!(ask("http://evil.example"), None);
    let preflight = [
        ("Origin", "http://127.0.0.1:9012"),
        ("Access-Control-Request-Method", "PUT"),
        ("Access-Control-Request-Headers", "content-type"),
    ];
    let allowed = host.request("OPTIONS", "/v1/registry/bundles/x", &preflight, b"");
    assert_eq!(allowed.status, 200);
    assert!(allowed
        .header("access-control-allow-methods")
        .is_some_and(|m| m.contains("PUT")));
    let page = host.request("GET", "/v1/contexts", &preflight[..1], b"");
    let exposed = page
        .header("access-control-expose-headers")
        .unwrap()
        .to_owned();
    for name in [
        "vitrine-head",
        "vitrine-head-depth",
        "vitrine-bundle",
        "vitrine-next-before",
    ] {
        assert!(exposed.contains(name), "{exposed}");
    }
}
