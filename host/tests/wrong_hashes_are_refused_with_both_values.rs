//! Promise: an append that says something untrue of its payload is 422 with both values, and nothing of it
//! is kept.

#![allow(clippy::unwrap_used)]

mod support;

use support::wire::{turn, Wire, WireError};
use support::{blob_file, fresh};
use vitrine::turns::blob::{hash, to_hex};
use vitrine::turns::wire::request::AppendTurn;

fn refused(wire: &mut Wire, turn: &AppendTurn<'_>) -> WireError {
    let error = wire.append(turn).unwrap_err();
    assert_eq!(
        (error.code, error.name()),
        (422, "Unprocessable"),
        "{error:?}"
    );
    assert_eq!(wire.head(turn.context).unwrap().turn, 0);
    error
}

#[test]
fn a_wrong_hash_names_the_declared_and_the_real_one() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for payload in [vec![0x80], vec![7; 50_000]] {
        let mut wrong = turn(context, &payload);
        wrong.hash = hash(b"something else");
        let error = refused(&mut wire, &wrong);
        assert_eq!(error.detail("expected"), Some(to_hex(&wrong.hash).as_str()));
        assert_eq!(
            error.detail("found"),
            Some(to_hex(&hash(&payload)).as_str())
        );
        assert_eq!(wire.blob(wrong.hash).unwrap_err().code, 404);
        assert_eq!(wire.blob(hash(&payload)).unwrap_err().code, 404);
        assert!(!blob_file(folder.path(), &hash(&payload)).exists());
    }
}

#[test]
fn a_wrong_length_names_both() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut wrong = turn(context, b"\x81\x01\x02");
    wrong.uncompressed_len = 4;
    let error = refused(&mut wire, &wrong);
    assert_eq!(
        (error.detail("expected"), error.detail("found")),
        (Some("4"), Some("3"))
    );
    wrong.uncompressed_len = u32::MAX;
    let error = refused(&mut wire, &wrong);
    assert_eq!(error.detail("found"), Some("4294967295"));
}

#[test]
fn only_msgpack_plain_or_zstd_is_taken() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut wrong = turn(context, b"\x80");
    wrong.encoding = 2;
    assert_eq!(refused(&mut wire, &wrong).detail("found"), Some("2"));
    let mut wrong = turn(context, b"\x80");
    wrong.compression = 3;
    assert_eq!(refused(&mut wire, &wrong).detail("found"), Some("3"));
}

#[test]
fn a_compressed_payload_is_checked_and_kept_uncompressed() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let payload = b"\x81\x01\xa5hello".repeat(5000);
    let packed = zstd::encode_all(&payload[..], 3).unwrap();
    let mut compressed = turn(context, &payload);
    compressed.payload = &packed;
    compressed.compression = 1;
    let mut wrong = compressed;
    wrong.uncompressed_len -= 1;
    refused(&mut wire, &wrong);
    let ack = wire.append(&compressed).unwrap();
    let item = wire.last(context, 1).remove(0);
    assert_eq!((item.turn, item.compression), (ack.turn, 0));
    assert_eq!(item.payload, payload);
}
