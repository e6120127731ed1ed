//! Promise: after a kill -9 in the middle of appends, every acknowledged turn is there and whole, heads point
//! at turns that exist, and no id is given twice.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;
use support::wire::{turn, Wire};
use support::{command, TestHost};
use vitrine::turns::blob;

/// More with `npm run test:crash`.
const ROUNDS: u64 = 10;
const ROUNDS_VARIABLE: &str = "VITRINE_CRASH_ROUNDS";
const WRITERS: u64 = 4;

#[derive(Debug, Clone, PartialEq)]
struct Acked {
    context: u64,
    depth: u32,
    payload: Vec<u8>,
}

/// A payload that no other turn has; every fifth one is a file.
fn payload(round: u64, writer: u64, n: u64) -> Vec<u8> {
    let mut bytes = format!("round {round} writer {writer} turn {n} ").into_bytes();
    if n % 5 == 4 {
        bytes.resize(20_000 + n as usize, writer as u8);
    }
    bytes
}

/// Appends until the host dies; gives what was acknowledged.
fn append_until_killed(mut wire: Wire, context: u64, round: u64, writer: u64) -> Vec<(u64, Acked)> {
    let mut acked = Vec::new();
    for n in 0.. {
        let payload = payload(round, writer, n);
        match wire.try_append(&turn(context, &payload)) {
            Ok(Ok(ack)) => {
                acked.push((
                    ack.turn,
                    Acked {
                        context,
                        depth: ack.depth,
                        payload,
                    },
                ));
            }
            Ok(Err(refused)) => panic!("refused: {refused:?}"),
            Err(_) => break,
        }
    }
    acked
}

#[test]
fn acked_turns_survive_every_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut acked: BTreeMap<u64, Acked> = BTreeMap::new();
    let mut contexts: Vec<u64> = Vec::new();
    let wanted = std::env::var(ROUNDS_VARIABLE).map(|text| text.parse().unwrap());
    for round in 0..wanted.unwrap_or(ROUNDS) {
        let host = TestHost::start(folder.path());
        check(&host, &contexts, &acked);
        if contexts.is_empty() {
            let mut wire = host.connect();
            contexts = (0..WRITERS)
                .map(|_| wire.create(0).unwrap().context)
                .collect();
        }
        let writers: Vec<_> = contexts
            .iter()
            .zip(0..)
            .map(|(context, writer)| {
                let (wire, context) = (host.connect(), *context);
                thread::spawn(move || append_until_killed(wire, context, round, writer))
            })
            .collect();
        thread::sleep(Duration::from_millis(100 + 37 * (round % 7)));
        host.kill_nine();
        for writer in writers {
            for (id, turn) in writer.join().unwrap() {
                let earlier = acked.insert(id, turn);
                assert_eq!(earlier, None, "turn id {id} was given twice");
            }
        }
    }
    assert!(acked.len() > 50, "only {} turns were written", acked.len());
    let host = TestHost::start(folder.path());
    check(&host, &contexts, &acked);
    // New ids are beyond all that were ever acknowledged.
    let fresh = host.connect().append(&turn(contexts[0], b"\x80")).unwrap();
    assert!(fresh.turn > *acked.keys().last().unwrap());
}

#[test]
fn a_host_that_is_killed_while_it_first_starts_starts_again() {
    for wait in 0..15 {
        let folder = tempfile::tempdir().unwrap();
        let mut killed = command(folder.path()).spawn().unwrap();
        thread::sleep(Duration::from_millis(2 * wait));
        killed.kill().unwrap();
        killed.wait().unwrap();
        let host = TestHost::start(folder.path());
        assert_eq!(host.connect().create(0).unwrap().context, 1);
    }
}

fn check(host: &TestHost, contexts: &[u64], acked: &BTreeMap<u64, Acked>) {
    let mut wire = host.connect();
    let mut found = BTreeMap::new();
    for context in contexts {
        let head = wire.head(*context).unwrap();
        let mut turns = Vec::new();
        loop {
            let page = wire.range(*context, turns.len() as u32, 500).unwrap();
            if page.is_empty() {
                break;
            }
            turns.extend(page);
        }
        // From the root to the head without a gap.
        let mut parent = 0;
        for (depth, item) in turns.iter().enumerate() {
            assert_eq!((item.parent, item.depth as usize), (parent, depth));
            assert_eq!((item.encoding, blob::hash(&item.payload)), (1, item.hash));
            parent = item.turn;
            let turn = Acked {
                context: *context,
                depth: item.depth,
                payload: item.payload.clone(),
            };
            assert_eq!(found.insert(item.turn, turn), None);
        }
        assert_eq!(head.turn, parent);
    }
    for (id, turn) in acked {
        assert_eq!(found.get(id), Some(turn), "turn {id} was acknowledged");
    }
}
