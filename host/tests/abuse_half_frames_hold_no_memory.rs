//! Promise: frames that are announced and never come cost no more memory than the bytes that did come.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use support::fresh;
use support::wire::{turn, Wire};
use vitrine::turns::wire::Header;

const PEERS: usize = 200;
const ANNOUNCED: u32 = 64 << 20;
const SENT: usize = 32 << 10;

/// For each peer: its bytes twice, as a buffer grows, and what a connection needs.
const HELD: u64 = (PEERS * (2 * SENT + (32 << 10))) as u64;

#[test]
fn a_header_reserves_nothing() {
    let (_folder, host) = fresh();
    let mut worker = host.connect();
    let context = worker.create(0).unwrap().context;
    let (memory, space) = (host.memory(), host.address_space());

    let header = Header {
        len: ANNOUNCED,
        msg_type: 5,
        flags: 0,
        req_id: 1,
    };
    let peers: Vec<Wire> = (0..PEERS)
        .map(|_| {
            let mut peer = host.connect();
            peer.send_bytes(&header.to_bytes()).unwrap();
            peer.send_bytes(&[0; SENT]).unwrap();
            peer
        })
        .collect();
    // Turns for everybody: all of it has been read when these are answered.
    for _ in 0..15 {
        worker.append(&turn(context, b"\x80")).unwrap();
    }

    let grown = host.memory().saturating_sub(memory);
    assert!(grown < HELD, "{PEERS} half frames hold {grown} bytes");
    // The allocator's own arenas take some; what was announced is 12.5 GiB.
    let reserved = host.address_space().saturating_sub(space);
    assert!(reserved < 1 << 30, "{reserved} bytes are reserved");
    drop(peers);
    assert_eq!(worker.last(context, 100).len(), 15);
}
