//! Promise: a client that asks and never reads the replies costs the host one reply's memory, and hinders nobody.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::fresh;
use support::wire::{turn, Wire};
use vitrine::turns::wire::request::GetLast;
use vitrine::turns::wire::Request;

const TURN_BYTES: usize = 1 << 20;
const TURNS: usize = 16;
const REQUESTS: u64 = 200;
const UNREAD: u64 = (TURNS * TURN_BYTES) as u64;

/// The longest wait of a client that writes and reads.
fn work(wire: &mut Wire, context: u64) -> Duration {
    let waits = (0..15u32).map(|n| {
        let asked = Instant::now();
        wire.append(&turn(context, &n.to_le_bytes())).unwrap();
        wire.last(context, 1);
        asked.elapsed()
    });
    waits.max().unwrap()
}

#[test]
fn unread_replies_are_not_made() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let large = wire.create(0).unwrap().context;
    for n in 0..TURNS {
        wire.append(&turn(large, &vec![n as u8; TURN_BYTES]))
            .unwrap();
    }
    assert_eq!(wire.last(large, TURNS as u32).len(), TURNS);
    let before = host.memory();

    let mut deaf = TcpStream::connect(host.wire).unwrap();
    let mut asked = Vec::new();
    for id in 0..REQUESTS {
        let request = Request::GetLast(GetLast {
            context: large,
            limit: TURNS as u32,
            include_payload: 1,
        });
        request.encode(id, &mut asked);
    }
    deaf.write_all(&asked).unwrap();
    // It only looks: from here on the host has the first reply on its way.
    deaf.peek(&mut [0]).unwrap();

    let small = wire.create(0).unwrap().context;
    let longest = work(&mut wire, small);
    assert!(longest < Duration::from_secs(2), "waited {longest:?}");
    let grown = host.memory().saturating_sub(before);
    // A batch, the frame made of it, and what the allocator keeps; all replies would be 3.1 GiB.
    let most = 4 * UNREAD;
    assert!(grown < most, "{REQUESTS} unread replies hold {grown} bytes");
    drop(deaf);
}

#[test]
fn a_deaf_subscriber_holds_up_no_append() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut deaf = host.connect();
    deaf.subscribe(0, 0);

    // More than the sockets' buffers take.
    for n in 0..TURNS {
        let payload = vec![n as u8; TURN_BYTES];
        wire.append(&turn(context, &payload)).unwrap();
    }
    let before = host.memory();
    for n in 0..TURNS {
        let payload = vec![(n + TURNS) as u8; TURN_BYTES];
        wire.append(&turn(context, &payload)).unwrap();
    }
    let longest = work(&mut wire, context);
    assert!(longest < Duration::from_secs(2), "waited {longest:?}");
    let grown = host.memory().saturating_sub(before);
    assert!(grown < UNREAD / 2, "a subscriber holds {grown} bytes");
    drop(deaf);
}
