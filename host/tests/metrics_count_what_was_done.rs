//! Promise: `GET /metrics` is Prometheus text, and its numbers are those of what was done.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::time::{Duration, Instant};
use support::wire::turn;
use support::{fresh, TestHost};

fn metric(host: &TestHost, name: &str) -> u64 {
    let answer = host.get("/metrics");
    assert_eq!(
        answer.header("content-type"),
        Some("text/plain; version=0.0.4")
    );
    let text = String::from_utf8(answer.body).unwrap();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
        .parse()
        .unwrap()
}

#[test]
fn every_number_moves_with_what_it_counts() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    for n in 0..5 {
        wire.append(&turn(1, &[n])).unwrap();
    }
    assert_eq!(wire.append(&turn(9, b"x")).unwrap_err().code, 404);
    assert_eq!(host.get("/v1/contexts/9").status, 404);
    for (name, expected) in [
        ("vitrine_commits_total", 7),
        ("vitrine_writes_total", 6),
        ("vitrine_writes_refused_total", 1),
        ("vitrine_wire_errors_total", 1),
        ("vitrine_wire_connections", 1),
        ("vitrine_followers", 0),
        ("vitrine_commit_seconds_count", 7),
        ("vitrine_commit_seconds_bucket{le=\"+Inf\"}", 7),
        ("vitrine_wire_requests_total{message=\"APPEND_TURN\"}", 6),
        ("vitrine_wire_requests_total{message=\"CTX_CREATE\"}", 1),
        ("vitrine_http_answers_total{status=\"4xx\"}", 1),
    ] {
        assert_eq!(metric(&host, name), expected, "{name}");
    }
    wire.subscribe(1, 0);
    let (_events, _) = host.events("/v1/events", &[]);
    assert_eq!(wire.pushed().1.turn, 1);
    assert_eq!(metric(&host, "vitrine_followers"), 2);
    drop((wire, _events));
    let patience = Instant::now() + Duration::from_secs(20);
    while metric(&host, "vitrine_followers") + metric(&host, "vitrine_wire_connections") > 0 {
        assert!(Instant::now() < patience, "who has gone is still counted");
        // A stream notices that its reader has gone when it writes.
        host.connect().create(0).unwrap();
    }
}
