//! Promise: with a token configured, nothing but the health check answers who does not show it, on either protocol;
//! without one, no other machine can reach the host.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};
use support::wire::turn;
use support::{command, refusal, TestHost};
use tempfile::TempDir;
use vitrine::turns::wire::{Header, Request};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn guarded(more: &[&str]) -> (TempDir, TestHost) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
    let mut arguments = vec!["--token-file", file.to_str().unwrap()];
    arguments.extend(more);
    let host = TestHost::start_with(&folder.path().join("data"), &arguments);
    (folder, host)
}

#[test]
fn http_wants_the_token_everywhere_but_at_healthz() {
    let (_folder, host) = guarded(&["--cors-origin", "http://a.example"]);
    assert_eq!(host.get("/healthz").status, 200);
    let bearer = format!("Bearer {TOKEN}");
    let lower = format!("bearer  {TOKEN}");
    let longer = format!("Bearer {TOKEN}0");
    let basic = format!("Basic {TOKEN}");
    for path in [
        "/v1/contexts",
        "/v1/events",
        "/metrics",
        "/v1/registry",
        "/nowhere",
        "/healthz/",
    ] {
        for wrong in ["", "Bearer", "Bearer ", TOKEN, &longer, &basic] {
            let refused = host.request("GET", path, &[("Authorization", wrong)], b"");
            assert_eq!(
                (refused.status, refused.error().as_str()),
                (401, "Unauthorized"),
                "{path} {wrong:?}"
            );
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
        assert_eq!(host.get(path).status, 401);
    }
    for good in [&bearer, &lower] {
        let answer = host.request("GET", "/v1/contexts", &[("Authorization", good)], b"");
        assert_eq!(answer.status, 200);
    }
    let (mut events, _) = host.events("/v1/events", &[("Authorization", &bearer)]);
    let made = host.request("POST", "/v1/contexts", &[("Authorization", &bearer)], b"");
    assert_eq!(made.status, 201);
    assert_eq!(events.next().unwrap().name, "context_created");
    // A browser asks beforehand without a token, and lets the page read a refusal.
    let preflight = [
        ("Origin", "http://a.example"),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization"),
    ];
    assert_eq!(
        host.request("OPTIONS", "/v1/contexts", &preflight, b"")
            .status,
        200
    );
    let refused = host.request("GET", "/v1/contexts", &preflight[..1], b"");
    assert_eq!(refused.status, 401);
    assert_eq!(
        refused.header("access-control-allow-origin"),
        Some("http://a.example")
    );
}

#[test]
fn the_wire_wants_the_token_first() {
    let (_folder, host) = guarded(&[]);
    let mut wire = host.connect();
    assert_eq!(wire.create(0).unwrap_err().code, 401);
    for meta in [
        &b""[..],
        b"{}",
        br#"{"token":1}"#,
        br#"{"token":"0123456789abcdef0123456789abcdeg"}"#,
    ] {
        assert_eq!(wire.greet("x", meta).unwrap_err().code, 401);
        assert_eq!(wire.append(&turn(1, b"x")).unwrap_err().code, 401);
    }
    // What is malformed is told to friends only.
    let mut frame = Header {
        len: 3,
        msg_type: 77,
        flags: 0,
        req_id: 1,
    }
    .to_bytes()
    .to_vec();
    frame.extend([0; 3]);
    wire.send_bytes(&frame).unwrap();
    assert_eq!(wire.receive_error().1.code, 401);
    let meta = format!(r#"{{"token":"{TOKEN}"}}"#);
    wire.greet("x", meta.as_bytes()).unwrap();
    let context = wire.create(0).unwrap().context;
    wire.append(&turn(context, &vec![1; 1 << 20])).unwrap();
}

#[test]
fn who_shows_no_token_cannot_take_up_room_or_time() {
    let (_folder, host) = guarded(&[]);
    let mut large = host.connect();
    let mut frame = Vec::new();
    Request::AppendTurn(turn(1, &vec![1; 300 << 10])).encode(1, &mut frame);
    // The host may close before all is written.
    let _ = large.send_bytes(&frame);
    let (_, error) = large.receive_error();
    assert_eq!(
        (error.code, error.detail("expected")),
        (400, Some("at most 16384 bytes"))
    );
    // A greeting of 16 KiB is one; of its payload, 9 bytes are not the meta's.
    for (bytes, welcome) in [(16 << 10, true), ((16 << 10) + 1, false)] {
        let rest = bytes - 9 - TOKEN.len() - r#"{"token":"","pad":""}"#.len();
        let meta = format!(r#"{{"token":"{TOKEN}","pad":"{}"}}"#, "x".repeat(rest));
        let greeted = host.connect().greet("x", meta.as_bytes());
        assert_eq!(greeted.is_ok(), welcome, "{bytes}: {greeted:?}");
    }
    let mut silent = host.connect();
    let start = Instant::now();
    assert!(silent.is_closed());
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn other_machines_reach_the_host_only_with_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let (data, token) = (folder.path().join("data"), folder.path().join("token"));
    let start = |arguments: &[&str]| {
        let mut command = command(&data);
        command.args(arguments);
        refusal(command)
    };
    let said = start(&["--listen-any"]);
    assert!(said.contains("--token-file"), "{said}");
    let file = token.to_str().unwrap();
    assert!(start(&["--listen-any", "--token-file", file]).contains("cannot read"));
    std::fs::write(&token, "short").unwrap();
    assert!(start(&["--listen-any", "--token-file", file]).contains("at least 24 characters"));
    std::fs::write(&token, TOKEN).unwrap();
    let open = open_command(&data, &[]);
    assert!(refusal(open).contains("--listen-any"));

    let host = TestHost::spawn(open_command(&data, &["--listen-any", "--token-file", file]));
    assert!(host.http.ip().is_unspecified());
    // By whatever name: the token is what counts.
    let local = std::net::SocketAddr::from(([127, 0, 0, 1], host.http.port()));
    let bearer = format!("Bearer {TOKEN}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Host", "turns.example"),
    ];
    assert_eq!(
        support::http::request(local, "GET", "/v1/contexts", &headers, b"").status,
        200
    );
    assert_eq!(
        support::http::request(local, "GET", "/v1/contexts", &[], b"").status,
        401
    );
}

fn open_command(data: &Path, more: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
    command.arg("--data").arg(data);
    command.args([
        "--listen",
        "127.0.0.1:0",
        "--http",
        "0.0.0.0:0",
        "--log",
        "error",
    ]);
    command.args(more);
    command.stdout(std::process::Stdio::piped());
    command
}
