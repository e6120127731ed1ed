//! Promise: what is appended over HTTP is what an append over the binary protocol is; turns, branches, parts of payloads
//! and compressed answers are read as they were written.

#![allow(clippy::unwrap_used)]

mod support;

use base64::prelude::{Engine, BASE64_STANDARD};
use support::http::Response;
use support::wire::{turn, AppendTurn};
use support::{fresh, TestHost};
use vitrine::json::Json;
use vitrine::turns::blob::{hash, to_hex};
use vitrine::turns::wire::{Header, Request};

const BINARY: (&str, &str) = ("Content-Type", "application/vnd.vitrine.append");
const JSON: (&str, &str) = ("Content-Type", "application/json; charset=utf-8");

fn post(host: &TestHost, kind: (&str, &str), body: &[u8]) -> Response {
    host.request("POST", "/v1/contexts/1/turns", &[kind], body)
}

fn payload_of(turn: &AppendTurn<'_>) -> Vec<u8> {
    let mut frame = Vec::new();
    Request::AppendTurn(*turn).encode(1, &mut frame);
    frame.split_off(Header::LEN)
}

fn field(response: &Response, name: &str) -> String {
    response
        .json()
        .get(name)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn both_forms_append_a_durable_turn() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let appended = post(&host, BINARY, &payload_of(&turn(1, b"\x80")));
    let expected = format!(
        r#"{{"context_id":"1","turn_id":"1","depth":0,"content_hash_b3":"{}"}}"#,
        to_hex(&hash(b"\x80"))
    );
    assert_eq!(
        (appended.status, appended.json().to_string()),
        (201, expected)
    );
    let body = format!(
        r#"{{"type_id":"com.example.Note","type_version":1,"payload_b64":"{}","idempotency_key":"k"}}"#,
        BASE64_STANDARD.encode(b"\x81\x01\x02")
    );
    for _ in 0..2 {
        let appended = post(&host, JSON, body.as_bytes());
        assert_eq!(
            (appended.status, field(&appended, "turn_id")),
            (201, "2".into())
        );
    }
    let branch = body.replace("\"k\"", "\"l\",\"parent_turn_id\":\"1\"");
    assert_eq!(field(&post(&host, JSON, branch.as_bytes()), "turn_id"), "3");
    let other = body.replace("Note", "Other");
    let conflict = post(&host, JSON, other.as_bytes());
    assert_eq!(
        (conflict.status, conflict.error().as_str()),
        (409, "Conflict")
    );
    let turns = wire.last(1, 9);
    assert_eq!(turns.iter().map(|t| t.turn).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(turns[1].payload, b"\x81\x01\x02");
    assert_eq!(turns[1].type_id, "com.example.Note");
}

#[test]
fn a_wrong_append_is_refused_and_nothing_is_kept() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let good = r#"{"type_id":"T","type_version":1,"payload_b64":"gA=="}"#;
    for (kind, body, status, says) in [
        (JSON, "", 400, "expected"),
        (JSON, "[]", 400, "an object"),
        (
            JSON,
            r#"{"type_version":1,"payload_b64":"gA=="}"#,
            400,
            "member type_id",
        ),
        (
            JSON,
            r#"{"type_id":"T","payload_b64":"gA=="}"#,
            400,
            "member type_version",
        ),
        (
            JSON,
            r#"{"type_id":"T","type_version":1}"#,
            400,
            "member payload_b64",
        ),
        (JSON, &good.replace("gA==", "gA"), 400, "base64"),
        (JSON, &good.replace(":1", ":1.5"), 400, "type_version"),
        (
            JSON,
            &good.replace(":1", ":4294967296"),
            400,
            "type_version",
        ),
        (JSON, &good.replace('}', r#","type_id":"U"}"#), 400, "once"),
        (JSON, &good.replace('}', r#","typo":1}"#), 400, "typo"),
        (
            JSON,
            &good.replace('}', r#","parent_turn_id":"0"}"#),
            400,
            "parent_turn_id",
        ),
        (
            JSON,
            &good.replace('}', r#","parent_turn_id":"9"}"#),
            404,
            "turn 9",
        ),
        (
            ("Content-Type", "text/plain"),
            good,
            415,
            "application/json",
        ),
        (("X-None", ""), good, 415, "application/json"),
        (BINARY, good, 400, "APPEND_TURN"),
    ] {
        let refused = post(&host, kind, body.as_bytes());
        assert_eq!(refused.status, status, "{body}");
        assert!(
            refused.message().contains(says),
            "{} lacks {says:?}",
            refused.message()
        );
    }
    let elsewhere = post(&host, BINARY, &payload_of(&turn(2, b"\x80")));
    assert_eq!(
        (elsewhere.status, elsewhere.error().as_str()),
        (422, "Unprocessable")
    );
    let mut trailing = payload_of(&turn(1, b"\x80"));
    trailing.push(0);
    assert_eq!(post(&host, BINARY, &trailing).status, 400);
    let nowhere = host.request("POST", "/v1/contexts/7/turns", &[JSON], good.as_bytes());
    assert_eq!(nowhere.status, 404);
    assert_eq!(wire.head(1).unwrap().turn, 0);
}

#[test]
fn one_turn_is_read_with_its_file_system_root() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let rooted = AppendTurn {
        fs_root: Some([5; 32]),
        ..turn(1, b"\x80")
    };
    wire.append(&rooted).unwrap();
    wire.append(&turn(1, b"\x90")).unwrap();
    let root = |id: u64| {
        host.get(&format!("/v1/turns/{id}"))
            .json()
            .get("fs_root_hash")
            .cloned()
    };
    assert_eq!(root(1), Some("05".repeat(32).into()));
    assert_eq!(root(2), Some(Json::Null));
    wire.attach_fs(2, [6; 32]).unwrap();
    assert_eq!(root(2), Some("06".repeat(32).into()));
    assert_eq!(wire.attach_fs(3, [6; 32]).unwrap_err().code, 404);

    let page = host.get("/v1/contexts/1/turns").json();
    let mut fields = page.get("turns").unwrap().as_array().unwrap()[1]
        .as_object()
        .unwrap()
        .to_vec();
    fields.push(("fs_root_hash".into(), "06".repeat(32).into()));
    assert_eq!(
        host.get("/v1/turns/2?view=raw").json(),
        Json::Object(fields)
    );
    assert_eq!(host.get("/v1/turns/3").status, 404);
    assert_eq!(host.get("/v1/turns/0").status, 400);
    assert_eq!(host.get("/v1/turns/2?view=typed").status, 406);
}

#[test]
fn the_graph_has_every_branch_of_the_family() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    assert_eq!(
        host.get("/v1/contexts/1/graph").json().to_string(),
        r#"{"context_id":"1","head_turn_id":"0","turns":[],"next_after":null}"#
    );
    for parent in [0, 0, 1] {
        wire.append(&AppendTurn {
            parent,
            ..turn(1, b"x")
        })
        .unwrap();
    }
    let fork = wire.fork(2).unwrap().context;
    wire.append(&turn(fork, b"y")).unwrap();
    let stranger = wire.create(0).unwrap().context;
    wire.append(&turn(stranger, b"z")).unwrap();
    let graph = |query: &str| {
        host.get(&format!("/v1/contexts/{fork}/graph{query}"))
            .json()
            .to_string()
    };
    let row = |id: u64, parent: u64, depth: u32| {
        format!(r#"{{"turn_id":"{id}","parent_turn_id":"{parent}","depth":{depth}}}"#)
    };
    let whole = |rows: &[String], next: &str| {
        let rows = rows.join(",");
        format!(r#"{{"context_id":"2","head_turn_id":"4","turns":[{rows}],"next_after":{next}}}"#)
    };
    let rows = [row(1, 0, 0), row(2, 1, 1), row(3, 1, 1), row(4, 2, 2)];
    assert_eq!(graph(""), whole(&rows, "null"));
    assert_eq!(graph("?limit=3"), whole(&rows[..3], "\"3\""));
    assert_eq!(graph("?limit=3&after=3"), whole(&rows[3..], "null"));
    assert_eq!(host.get("/v1/contexts/9/graph").status, 404);
}

#[test]
fn parts_of_a_payload_are_served() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let payload: Vec<u8> = (0..100_000u32).map(|n| n as u8).collect();
    wire.put_blob(hash(&payload), &payload).unwrap();
    let path = format!("/v1/blobs/{}", to_hex(&hash(&payload)));
    let get = |headers: &[(&str, &str)]| host.request("GET", &path, headers, b"");
    let whole = get(&[]);
    assert_eq!(
        (whole.status, whole.header("accept-ranges")),
        (200, Some("bytes"))
    );
    let part = get(&[("Range", "bytes=1000-1999")]);
    assert_eq!(
        (part.status, part.header("content-range")),
        (206, Some("bytes 1000-1999/100000"))
    );
    assert_eq!(part.body, payload[1000..2000]);
    let tag = part.header("etag").unwrap().to_owned();
    assert_eq!(
        get(&[("Range", "bytes=-5"), ("If-Range", &tag)]).body,
        payload[99_995..]
    );
    assert_eq!(
        get(&[("Range", "bytes=-5"), ("If-Range", "\"other\"")]).status,
        200
    );
    let refused = get(&[("Range", "bytes=100000-")]);
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (416, "BadRequest")
    );
    // The bytes are what the hash is of: nothing compresses them on the way.
    assert_eq!(get(&[("Accept-Encoding", "zstd, br, gzip")]).body, payload);
}

#[test]
fn answers_are_compressed_as_the_client_accepts() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    for n in 0..50 {
        wire.append(&turn(1, &vec![n; 2000])).unwrap();
    }
    let path = "/v1/contexts/1/turns";
    let plain = host.get(path);
    assert_eq!(plain.header("content-encoding"), None);
    let get = |accept: &str| host.request("GET", path, &[("Accept-Encoding", accept)], b"");
    for (accept, chosen) in [
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "zstd"),
    ] {
        let packed = get(accept);
        assert_eq!(packed.header("content-encoding"), Some(chosen), "{accept}");
        assert!(packed.body.len() * 4 < plain.body.len(), "{accept}");
    }
    let unpacked = zstd::decode_all(&get("zstd").body[..]).unwrap();
    assert_eq!(unpacked, plain.body);
    assert_eq!(get("identity").header("content-encoding"), None);

    let fields: Vec<String> = (1..80)
        .map(|n| format!(r#""{n}":{{"name":"f{n}","type":"u8"}}"#))
        .collect();
    let bundle = format!(
        r#"{{"registry_version":1,"bundle_id":"b","types":{{"T":{{"versions":{{"1":{{"fields":{{{}}}}}}}}}}}}}"#,
        fields.join(",")
    );
    wire.put_bundle("b", bundle.as_bytes()).unwrap();
    let path = "/v1/registry?merged=1";
    let packed = host.request("GET", path, &[("Accept-Encoding", "gzip")], b"");
    let (strong, weak) = (host.get(path), packed.header("etag").unwrap());
    assert_eq!(
        Some(weak),
        strong
            .header("etag")
            .map(|tag| format!("W/{tag}"))
            .as_deref()
    );
    let known = host.request("GET", path, &[("If-None-Match", weak)], b"");
    assert_eq!(known.status, 304);
}
