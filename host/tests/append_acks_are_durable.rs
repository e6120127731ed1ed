//! Promise: what was acknowledged is there after a restart, under the same ids, and new ids are new.

#![allow(clippy::unwrap_used)]

mod support;

use support::wire::turn;
use support::{command, refusal, TestHost};
use vitrine::turns::blob;

#[test]
fn turns_heads_payloads_and_ids_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    // Below, at and above the length from which payloads are files.
    let payloads: Vec<Vec<u8>> = [0, 1, 16 << 10, (16 << 10) + 1, 300_000]
        .iter()
        .map(|n| vec![*n as u8; *n])
        .collect();

    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    let context = wire.create(0).unwrap();
    assert_eq!((context.turn, context.depth), (0, 0));
    let acks: Vec<_> = payloads
        .iter()
        .map(|p| wire.append(&turn(context.context, p)).unwrap())
        .collect();
    for (i, ack) in acks.iter().enumerate() {
        assert_eq!((ack.turn, ack.depth), (i as u64 + 1, i as u32));
        assert_eq!(ack.hash, blob::hash(&payloads[i]));
    }
    let fork = wire.fork(acks[1].turn).unwrap();
    assert_eq!((fork.turn, fork.depth), (acks[1].turn, 1));
    let before = wire.last(context.context, 100);
    assert!(host.stop());

    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    assert_eq!(wire.last(context.context, 100), before);
    assert_eq!(
        before.iter().map(|i| &i.payload).collect::<Vec<_>>(),
        payloads.iter().collect::<Vec<_>>()
    );
    for (ack, payload) in acks.iter().zip(&payloads) {
        assert_eq!(&wire.blob(ack.hash).unwrap(), payload);
    }
    assert_eq!(wire.head(fork.context).unwrap(), fork);
    let next = wire.append(&turn(fork.context, b"\x80")).unwrap();
    assert_eq!((next.turn, next.depth), (acks.len() as u64 + 1, 2));
    assert_eq!(wire.create(0).unwrap().context, fork.context + 1);
}

#[test]
fn a_repeated_append_is_answered_from_memory_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut first = turn(context, b"\x81\x01\x01");
    first.idempotency_key = b"key";
    let ack = wire.append(&first).unwrap();
    assert_eq!(wire.append(&first).unwrap(), ack);
    host.kill_nine();

    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    assert_eq!(wire.append(&first).unwrap(), ack);
    assert_eq!(wire.head(context).unwrap().turn, ack.turn);

    let mut other = turn(context, b"\x81\x01\x02");
    other.idempotency_key = b"key";
    let error = wire.append(&other).unwrap_err();
    assert_eq!((error.code, error.name()), (409, "Conflict"));
    assert_eq!(error.detail("turn_id"), Some(ack.turn.to_string().as_str()));
    // Another context's keys are its own.
    let elsewhere = wire.create(0).unwrap().context;
    let mut same = turn(elsewhere, b"\x81\x01\x02");
    same.idempotency_key = b"key";
    assert!(wire.append(&same).is_ok());
}

#[test]
fn a_second_host_on_the_same_data_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let _host = TestHost::start(folder.path());
    let said = refusal(command(folder.path()));
    assert!(said.contains("another vitrine-host is using"), "{said}");
}

#[test]
fn an_address_that_others_reach_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
    command.arg("--data").arg(folder.path()).args([
        "--listen",
        "0.0.0.0:0",
        "--http",
        "127.0.0.1:0",
    ]);
    let said = refusal(command);
    assert!(said.contains("reachable from other machines"), "{said}");
}
