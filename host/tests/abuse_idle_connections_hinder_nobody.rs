//! Promise: thousands of connections that say nothing leave those that work, and those that come later, unaffected.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::fresh;
use support::wire::{turn, Wire};

const WANTED: usize = 5_000;

/// File descriptors that this test needs for other things.
const SPARE: u64 = 200;

/// How long anybody may have to wait.
const PATIENCE: Duration = Duration::from_secs(2);

/// Memory for one idle connection, in bytes.
const EACH: u64 = 24 << 10;

/// Raises this process's own limit, which the host inherits.
fn make_room() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = WANTED as u64 + SPARE;
    let hard = limit.maximum.unwrap_or(u64::MAX);
    assert!(
        hard >= wanted,
        "the system lets a process open {hard} files; this test needs {wanted} (ulimit -Hn)"
    );
    let current = Some(limit.current.unwrap_or(hard).max(wanted));
    setrlimit(Resource::Nofile, Rlimit { current, ..limit }).unwrap();
}

/// Works as a client does; the longest that it waited for an answer.
fn work(wire: &mut Wire) -> Duration {
    let context = wire.create(0).unwrap().context;
    let longest = (0..15).map(|_| {
        let asked = Instant::now();
        wire.append(&turn(context, b"\x80")).unwrap();
        asked.elapsed()
    });
    let longest = longest.max().unwrap();
    assert_eq!(wire.last(context, 100).len(), 15);
    longest
}

#[test]
fn a_client_works_among_idle_connections() {
    make_room();
    let (_folder, host) = fresh();
    let mut early = host.connect();
    work(&mut early);
    let memory = host.memory();

    let begun = Instant::now();
    let idle: Vec<TcpStream> = (0..WANTED)
        .map(|_| TcpStream::connect_timeout(&host.wire, PATIENCE).unwrap())
        .collect();

    println!("{WANTED} connections made in {:?}", begun.elapsed());
    let mut late = host.connect();
    for wire in [&mut early, &mut late] {
        let longest = work(wire);
        assert!(longest < PATIENCE, "waited {longest:?}");
    }
    assert_eq!(host.get("/healthz").status, 200);
    let text = String::from_utf8(host.get("/metrics").body).unwrap();
    let open = format!("vitrine_wire_connections {}\n", WANTED + 2);
    assert!(text.contains(&open), "not all are served: {text}");
    let grown = host.memory().saturating_sub(memory);
    println!("{WANTED} idle connections hold {grown} bytes");
    assert!(grown < EACH * WANTED as u64, "{grown} bytes");
    drop(idle);
}
