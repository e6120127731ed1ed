//! Promise: the stream of events tells every context and turn once and in order, and goes on after the last event that
//! a reader has, over restarts of the host too.

#![allow(clippy::unwrap_used)]

mod support;

use support::http::Event;
use support::wire::turn;
use support::{fresh, TestHost};

fn event(id: u64, name: &str, data: &str) -> Event {
    Event {
        id: id.to_string(),
        name: name.into(),
        data: data.into(),
    }
}

fn appended(id: u64, context: u64, turn: u64, parent: u64, depth: u32) -> Event {
    let data = format!(
        r#"{{"context_id":"{context}","turn_id":"{turn}","parent_turn_id":"{parent}","depth":{depth},"declared_type":{{"type_id":"com.example.Note","type_version":1}}}}"#
    );
    event(id, "turn_appended", &data)
}

#[test]
fn what_happens_is_told_in_order_and_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let (mut live, start) = host.events("/v1/events", &[]);
    assert_eq!(start, "1");
    wire.greet("agent", b"").unwrap();
    wire.append(&turn(1, b"a")).unwrap();
    wire.append(&turn(1, b"b")).unwrap();
    wire.create(2).unwrap();
    wire.append(&turn(2, b"c")).unwrap();
    let expected = [
        appended(2, 1, 1, 0, 0),
        appended(3, 1, 2, 1, 1),
        event(
            4,
            "context_created",
            r#"{"context_id":"2","head_turn_id":"2","tag":"agent"}"#,
        ),
        appended(5, 2, 3, 2, 2),
    ];
    for expected in &expected {
        assert_eq!(live.next().as_ref(), Some(expected));
    }
    assert!(host.stop());

    let host = TestHost::start(folder.path());
    let (mut resumed, start) = host.events("/v1/events", &[("Last-Event-ID", "2")]);
    assert_eq!(start, "2");
    for expected in &expected[1..] {
        assert_eq!(resumed.next().as_ref(), Some(expected));
    }
    let (mut one, _) = host.events("/v1/events?context_id=2", &[("Last-Event-ID", "0")]);
    assert_eq!(one.next().as_ref(), Some(&expected[2]));
    assert_eq!(one.next().as_ref(), Some(&expected[3]));
    host.connect().append(&turn(1, b"d")).unwrap();
    assert_eq!(resumed.next(), Some(appended(6, 1, 4, 2, 2)));
    host.connect().append(&turn(2, b"e")).unwrap();
    assert_eq!(one.next(), Some(appended(7, 2, 5, 3, 3)));
}

#[test]
fn an_id_that_cannot_be_resumed_is_refused() {
    let (_folder, host) = fresh();
    host.connect().create(0).unwrap();
    for (id, status, code) in [
        ("2", 409, "Conflict"),
        ("x", 400, "BadRequest"),
        ("-1", 400, "BadRequest"),
        ("", 400, "BadRequest"),
    ] {
        let refused = host.request("GET", "/v1/events", &[("Last-Event-ID", id)], b"");
        assert_eq!(
            (refused.status, refused.error().as_str()),
            (status, code),
            "{id:?}"
        );
    }
    assert_eq!(host.get("/v1/events?context=1").status, 400);
    assert_eq!(host.get("/v1/events?context_id=0").status, 400);
}

#[test]
fn a_stream_ends_when_the_host_stops() {
    let (_folder, host) = fresh();
    let (mut events, _) = host.events("/v1/events", &[]);
    assert!(host.stop());
    assert_eq!(events.next(), None);
}

#[test]
fn a_reader_that_never_reads_costs_no_memory() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let _idle: Vec<_> = (0..20)
        .map(|_| host.events("/v1/events", &[("Last-Event-ID", "0")]))
        .collect();
    let before = host.memory();
    for _ in 0..40 {
        let turns = vec![turn(context, b"x"); 500];
        wire.append_batch(&turns).unwrap();
    }
    // 20,000 events of 150 bytes for each of 20 readers would be 60 MB.
    let grown = host.memory().saturating_sub(before);
    assert!(grown < 30 << 20, "grew by {grown} bytes");
}
