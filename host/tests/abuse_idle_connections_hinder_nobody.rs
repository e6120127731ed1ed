//! Promise: thousands of connections that say nothing leave those that work, and those that come later, unaffected.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::fresh;
use support::wire::{turn, Wire};

const WANTED: usize = 2_000;

/// File descriptors that the host and this test need for other things.
const SPARE: usize = 200;

/// How long anybody may have to wait.
const PATIENCE: Duration = Duration::from_secs(2);

/// Memory for one idle connection, in bytes.
const EACH: u64 = 40 << 10;

/// How many connections this process and the host, which inherits its limit, can hold.
fn possible() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.unwrap().split_whitespace().next().unwrap();
    let files = soft.parse().unwrap_or(usize::MAX);
    WANTED.min(files.saturating_sub(SPARE))
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
    let (_folder, host) = fresh();
    let mut early = host.connect();
    work(&mut early);
    let memory = host.memory();

    let count = possible();
    println!("{count} idle connections, of {WANTED} wanted");
    let idle: Vec<TcpStream> = (0..count)
        .map(|_| TcpStream::connect_timeout(&host.wire, PATIENCE).unwrap())
        .collect();

    for mut wire in [early, host.connect()] {
        let longest = work(&mut wire);
        assert!(longest < PATIENCE, "waited {longest:?}");
    }
    assert_eq!(host.get("/healthz").status, 200);
    let grown = host.memory().saturating_sub(memory);
    let most = EACH * count as u64;
    assert!(grown < most, "{count} connections hold {grown} bytes");
    drop(idle);
}
