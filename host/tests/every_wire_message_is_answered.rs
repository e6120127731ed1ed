//! Promise: the messages beside the basic ones do what the protocol's table says, each over a real socket.

#![allow(clippy::unwrap_used)]

mod support;

use support::fresh;
use support::wire::{turn, Item, Wire};
use vitrine::turns::blob;
use vitrine::turns::wire::request::AppendTurn;

/// A context with `count` turns of one byte each.
fn grow(wire: &mut Wire, count: u8) -> u64 {
    let context = wire.create(0).unwrap().context;
    for n in 0..count {
        wire.append(&turn(context, &[n])).unwrap();
    }
    context
}

fn payloads(items: &[Item]) -> Vec<u8> {
    items.iter().map(|item| item.payload[0]).collect()
}

#[test]
fn every_connection_is_a_session_of_its_own() {
    let (_folder, host) = fresh();
    let sessions = [0; 3].map(|_| host.connect().hello());
    assert!(sessions.iter().all(|(_, version)| *version == 1));
    assert!(sessions[0].0 < sessions[1].0 && sessions[1].0 < sessions[2].0);
}

#[test]
fn get_before_pages_to_the_root() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = grow(&mut wire, 7);
    assert_eq!(payloads(&wire.before(context, 0, 3).unwrap()), [4, 5, 6]);
    assert_eq!(payloads(&wire.before(context, 5, 3).unwrap()), [1, 2, 3]);
    assert_eq!(payloads(&wire.before(context, 2, 3).unwrap()), [0]);
    assert_eq!(wire.before(context, 1, 3).unwrap(), []);
    assert_eq!(wire.before(context, 99, 3).unwrap_err().code, 409);
    assert_eq!(wire.before(context, 5, 0).unwrap_err().code, 400);
    assert_eq!(wire.before(77, 5, 1).unwrap_err().code, 404);
}

#[test]
fn get_range_by_depth_goes_on_where_it_ended() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = grow(&mut wire, 7);
    assert_eq!(payloads(&wire.range(context, 0, 3).unwrap()), [0, 1, 2]);
    assert_eq!(payloads(&wire.range(context, 3, 3).unwrap()), [3, 4, 5]);
    assert_eq!(payloads(&wire.range(context, 6, 3).unwrap()), [6]);
    assert_eq!(wire.range(context, 7, 3).unwrap(), []);
    assert_eq!(wire.range(context, u32::MAX, u32::MAX).unwrap(), []);
    assert_eq!(
        payloads(&wire.range(context, 0, u32::MAX).unwrap()).len(),
        7
    );
    let empty = wire.create(0).unwrap().context;
    assert_eq!(wire.range(empty, 0, 3).unwrap(), []);
    assert_eq!(wire.range(77, 0, 1).unwrap_err().code, 404);
    assert_eq!(wire.range(context, 0, 0).unwrap_err().code, 400);
}

#[test]
fn a_range_holds_the_oldest_that_fit_a_frame() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for n in 0..3 {
        wire.append(&turn(context, &vec![n; 30 << 20])).unwrap();
    }
    assert_eq!(payloads(&wire.range(context, 0, 3).unwrap()), [0, 1]);
    assert_eq!(payloads(&wire.range(context, 2, 3).unwrap()), [2]);
}

#[test]
fn put_blob_stores_once_and_checks_the_hash() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    for payload in [vec![7; 12], vec![8; 50_000]] {
        let hash = blob::hash(&payload);
        assert_eq!(wire.put_blob(hash, &payload), Ok(1));
        assert_eq!(wire.put_blob(hash, &payload), Ok(0));
        assert_eq!(wire.blob(hash).unwrap(), payload);
        let error = wire.put_blob([3; 32], &payload).unwrap_err();
        assert_eq!((error.code, error.name()), (422, "Unprocessable"));
        assert_eq!(error.detail("expected"), Some(&*"03".repeat(32)));
        assert_eq!(error.detail("found"), Some(&*blob::to_hex(&hash)));
    }
    assert_eq!(wire.blob([3; 32]).unwrap_err().code, 404);
}

#[test]
fn a_batch_is_acknowledged_whole_or_refused_whole() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let (a, b) = (grow(&mut wire, 1), grow(&mut wire, 0));
    let large = vec![9; 40_000];
    let rooted = AppendTurn {
        fs_root: Some([5; 32]),
        ..turn(b, &large)
    };
    let acks = wire
        .append_batch(&[turn(a, b"x"), rooted, turn(a, b"y")])
        .unwrap();
    let found: Vec<_> = acks
        .iter()
        .map(|ack| (ack.context, ack.turn, ack.depth))
        .collect();
    assert_eq!(found, [(a, 2, 1), (b, 3, 0), (a, 4, 2)]);
    assert_eq!(acks[1].hash, blob::hash(&large));
    assert_eq!(wire.append_batch(&[]), Ok(vec![]));

    let wrong = AppendTurn {
        hash: [1; 32],
        ..turn(a, b"z")
    };
    for (bad, code) in [(wrong, 422), (turn(77, b"z"), 404)] {
        let error = wire.append_batch(&[turn(a, b"z"), bad]).unwrap_err();
        let index = error.json.get("details").unwrap().get("index").unwrap();
        assert_eq!((error.code, index.as_u64()), (code, Some(1)));
    }
    assert_eq!(wire.head(a).unwrap().turn, 4);
}

#[test]
fn a_batch_cannot_unpack_to_more_than_a_frame() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = grow(&mut wire, 0);
    let zeros = vec![0; 30 << 20];
    let packed = zstd::bulk::compress(&zeros, 1).unwrap();
    let bomb = AppendTurn {
        compression: 1,
        payload: &packed,
        ..turn(context, &zeros)
    };
    let error = wire.append_batch(&[bomb; 3]).unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("94371840")));
    assert_eq!(wire.append_batch(&[bomb; 2]).unwrap().len(), 2);
}

#[test]
fn bundles_come_as_json_or_msgpack() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let text = |id: &str| {
        format!(
            r#"{{"registry_version":1,"bundle_id":"{id}","types":{{"a.B":{{"versions":{{"1":{{"fields":{{"1":{{"name":"n","type":"u8"}}}}}}}}}}}}}}"#
        )
    };
    assert_eq!(wire.put_bundle("b1", text("b1").as_bytes()), Ok(201));
    assert_eq!(wire.put_bundle("b1", text("b1").as_bytes()), Ok(204));
    let field = rmpv::Value::Map(vec![
        ("name".into(), "n".into()),
        ("type".into(), "u8".into()),
    ]);
    let nested = [
        (rmpv::Value::from(1), "fields"),
        (1.into(), "versions"),
        ("a.B".into(), "types"),
    ]
    .into_iter()
    .fold(field, |inner, (key, around)| {
        let map = rmpv::Value::Map(vec![(key, inner)]);
        if around == "types" {
            map
        } else {
            rmpv::Value::Map(vec![(around.into(), map)])
        }
    });
    let bundle = rmpv::Value::Map(vec![
        ("registry_version".into(), 1.into()),
        ("bundle_id".into(), "b1".into()),
        ("types".into(), nested),
    ]);
    let mut packed = Vec::new();
    rmpv::encode::write_value(&mut packed, &bundle).unwrap();
    assert_eq!(wire.put_bundle("b1", &packed), Ok(204));
    assert_eq!(wire.put_bundle("b2", &packed).unwrap_err().code, 422);
    let other = text("b1").replace("u8", "u16");
    assert_eq!(
        wire.put_bundle("b1", other.as_bytes()).unwrap_err().code,
        409
    );
    assert_eq!(wire.put_bundle("b1", b"[").unwrap_err().code, 400);
    assert_eq!(
        host.get("/v1/registry/bundles/b1").json().to_string(),
        text("b1")
    );
}

#[test]
fn payloads_are_compressed_for_who_accepts_it() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let text = b"again and ".repeat(5000);
    for payload in [&text[..], b"x"] {
        wire.append(&turn(context, payload)).unwrap();
    }
    let plain = wire.last(context, 2);
    for (meta, zstd) in [
        (&br#"{"accept":["br","zstd"]}"#[..], true),
        (br#"{"accept":["br"]}"#, false),
        (br#"{"accept":"zstd"}"#, false),
        (b"\x01 not JSON", false),
    ] {
        wire.greet("test", meta).unwrap();
        let found = wire.last(context, 2);
        // One byte is not shorter in zstd.
        assert_eq!(found[1], plain[1]);
        assert_eq!(found[0].compression, u32::from(zstd));
        if zstd {
            assert!(found[0].payload.len() < 1000);
            assert_eq!(found[0].uncompressed_len as usize, text.len());
            let unpacked = zstd::bulk::decompress(&found[0].payload, text.len()).unwrap();
            assert_eq!(unpacked, text);
        } else {
            assert_eq!(found[0], plain[0]);
        }
    }
    wire.greet("test", br#"{"accept":["zstd"]}"#).unwrap();
    wire.subscribe(context, 0);
    assert_eq!(wire.pushed().1.compression, 1);
}

#[test]
fn contexts_carry_the_tag_of_the_connection_that_made_them() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    wire.greet("agent é", b"").unwrap();
    let tagged = wire.create(0).unwrap().context;
    let one = host.get(&format!("/v1/contexts/{tagged}")).json();
    assert_eq!(one.get("tag").and_then(|tag| tag.as_str()), Some("agent é"));
    let list = host.get("/v1/contexts?tag=agent%20%C3%A9").json();
    let list = list.get("contexts").unwrap().as_array().unwrap().to_vec();
    assert_eq!(list, [one]);
    let error = wire.greet(&"x".repeat(1025), b"").unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("1025")));
}
