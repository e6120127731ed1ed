//! Promise: whatever a request holds, it is answered with a coded error and the connection goes on. Only a
//! header that announces more than a frame may hold ends it, after an answer.

#![allow(clippy::unwrap_used)]

mod support;

use support::fresh;
use support::wire::{turn, Wire};
use vitrine::turns::wire::{put_frame, Header, Request};

/// Sends one frame, expects an error with that name, and shows that the connection still works.
fn refused(wire: &mut Wire, msg_type: u16, payload: &[u8], name: &str, says: &str) {
    let mut frame = Vec::new();
    put_frame(&mut frame, msg_type, 0, 77, |out| out.extend(payload));
    wire.send_bytes(&frame).unwrap();
    let (header, error) = wire.receive_error();
    assert_eq!((header.req_id, header.msg_type, header.flags), (77, 255, 0));
    assert_eq!(error.name(), name, "{error:?}");
    assert!(
        error.message().contains(says),
        "{:?} does not say {says:?}",
        error.message()
    );
    assert_eq!(wire.hello().1, 1);
}

#[test]
fn malformed_requests_are_answered() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    refused(&mut wire, 77, b"", "BadRequest", "found 77");
    refused(&mut wire, 7, b"", "BadRequest", "GetBefore context");
    refused(&mut wire, 255, b"", "BadRequest", "a request");
    refused(
        &mut wire,
        1,
        &[2, 0, 0, 0, 0, 0, 0, 0],
        "BadRequest",
        "expected 1, found 2",
    );
    refused(
        &mut wire,
        2,
        &[0; 7],
        "BadRequest",
        "expected 8 bytes at offset 0, found 7",
    );
    refused(
        &mut wire,
        4,
        &[0; 9],
        "BadRequest",
        "expected 8 bytes, found 9 bytes",
    );
    refused(&mut wire, 6, &[0; 16], "BadRequest", "limit");
    let mut wild = vec![1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0];
    refused(&mut wire, 6, &wild, "BadRequest", "include_payload");
    wild.truncate(3);
    refused(&mut wire, 9, &wild, "BadRequest", "expected 32 bytes");
}

#[test]
fn unknown_things_are_not_found_and_not_made() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    refused(&mut wire, 2, &9u64.to_le_bytes(), "NotFound", "turn 9");
    refused(&mut wire, 3, &9u64.to_le_bytes(), "NotFound", "turn 9");
    refused(&mut wire, 3, &0u64.to_le_bytes(), "NotFound", "turn 0");
    refused(&mut wire, 4, &5u64.to_le_bytes(), "NotFound", "context 5");
    refused(&mut wire, 9, &[3; 32], "NotFound", "030303");
    let error = wire.append(&turn(5, b"\x80")).unwrap_err();
    assert_eq!((error.code, error.name()), (404, "NotFound"));
    let large = vec![0; 100_000];
    assert_eq!(wire.append(&turn(5, &large)).unwrap_err().code, 404);
    assert_eq!(wire.head(5).unwrap_err().code, 404);

    let context = wire.create(0).unwrap().context;
    let mut orphan = turn(context, b"\x80");
    orphan.parent = 1234;
    assert_eq!(wire.append(&orphan).unwrap_err().code, 404);
    assert_eq!(wire.head(context).unwrap().turn, 0);
}

#[test]
fn a_type_id_that_is_not_utf8_or_too_long_is_refused() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut frame = Vec::new();
    Request::AppendTurn(turn(context, b"\x80")).encode(1, &mut frame);
    let start = Header::LEN + 20;
    assert_eq!(&frame[start..start + 3], b"com");
    frame[start + 2] = 0xff;
    refused(
        &mut wire,
        5,
        &frame[Header::LEN..],
        "BadRequest",
        "type_id: expected UTF-8",
    );

    let long = "x".repeat(1025);
    let error = wire
        .append(&support::wire::turn(context, b"\x80"))
        .map(|_| ());
    assert_eq!(error, Ok(()));
    let mut named = turn(context, b"\x80");
    named.type_id = &long;
    let error = wire.append(&named).unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("1025")));
}

#[test]
fn a_frame_over_the_limit_is_answered_and_ends_the_connection() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let header = Header {
        len: (64 << 20) + 1,
        msg_type: 5,
        flags: 0,
        req_id: 8,
    };
    wire.send_bytes(&header.to_bytes()).unwrap();
    wire.send_bytes(&[0; 4096]).unwrap();
    let (header, error) = wire.receive_error();
    assert_eq!((header.req_id, error.code), (8, 400));
    assert_eq!(error.detail("expected"), Some("at most 67108864 bytes"));
    assert!(wire.is_closed());
    host.connect().hello();
}

#[test]
fn requests_before_a_bad_one_are_answered_in_order() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let mut stream = Vec::new();
    for id in 0..20 {
        if id % 5 == 3 {
            put_frame(&mut stream, 77, 0, id, |_| {});
        } else {
            Request::AppendTurn(turn(context, &[0x80])).encode(id, &mut stream);
        }
    }
    // In small pieces, so that frames arrive in halves.
    for piece in stream.chunks(37) {
        wire.send_bytes(piece).unwrap();
    }
    for id in 0..20 {
        let (header, _) = wire.receive().unwrap();
        let expected = if id % 5 == 3 { 255 } else { 5 };
        assert_eq!((header.req_id, header.msg_type), (id, expected));
    }
    assert_eq!(wire.head(context).unwrap().depth, 15);
}

#[test]
fn half_a_frame_holds_up_nobody() {
    let (_folder, host) = fresh();
    let mut half = host.connect();
    let header = Header {
        len: 64 << 20,
        msg_type: 5,
        flags: 0,
        req_id: 1,
    };
    half.send_bytes(&header.to_bytes()).unwrap();
    half.send_bytes(&[0; 100]).unwrap();
    assert_eq!(host.connect().hello().1, 1);
    drop(half);
    assert_eq!(host.connect().hello().1, 1);
}
