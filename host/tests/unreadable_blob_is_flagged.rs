//! Promise: a payload that cannot be read flags its own turn and no other; one that has merely changed is
//! served as it is, for the reader to find out.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use support::wire::{items, turn, Wire};
use support::{blob_file, fresh, TestHost};
use vitrine::json::Json;
use vitrine::turns::blob::{hash, to_hex};

#[test]
fn a_lost_cut_or_grown_payload_is_an_item_with_encoding_0() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let large = [1, 2, 3, 4].map(|byte| vec![byte; 40_000]);
    wire.append(&turn(context, b"\x80")).unwrap();
    let acks: Vec<_> = large
        .iter()
        .map(|p| wire.append(&turn(context, p)).unwrap())
        .collect();
    fs::remove_file(blob_file(folder.path(), &acks[0].hash)).unwrap();
    fs::write(blob_file(folder.path(), &acks[1].hash), [2; 39_999]).unwrap();
    fs::write(blob_file(folder.path(), &acks[2].hash), [3; 40_001]).unwrap();

    let batch = wire.last_batch(context, 10, 1).unwrap();
    let found = items(&batch);
    let shape: Vec<_> = found
        .iter()
        .map(|i| (i.encoding, i.payload.len(), i.uncompressed_len))
        .collect();
    let lost = (0, 0, 40_000);
    assert_eq!(shape, [(1, 1, 1), lost, lost, lost, (1, 40_000, 40_000)]);
    assert_eq!(found[4].payload, large[3]);

    let path = format!("/v1/contexts/{context}/turns");
    let over_http = host.request(
        "GET",
        &path,
        &[("Accept", "application/vnd.vitrine.turns")],
        b"",
    );
    assert_eq!(over_http.body, batch);
    let json = host.get(&path).json();
    let turns = json.get("turns").unwrap().as_array().unwrap();
    assert_eq!(turns[1].get("encoding").unwrap().as_u64(), Some(0));
    assert_eq!(turns[1].get("bytes_b64").unwrap().as_str(), Some(""));
    assert_eq!(turns[4].get("encoding").unwrap().as_u64(), Some(1));

    assert_eq!(wire.blob(acks[0].hash).unwrap_err().name(), "Storage");
    let blob = host.get(&format!("/v1/blobs/{}", to_hex(&acks[1].hash)));
    assert_eq!((blob.status, blob.error().as_str()), (500, "Storage"));
    // Metadata needs no payload.
    let bare = items(&wire.last_batch(context, 10, 0).unwrap());
    assert!(bare.iter().all(|i| i.encoding == 1 && i.payload.is_empty()));
}

#[test]
fn appending_the_payload_again_heals_it() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let large = vec![9; 40_000];
    let ack = wire.append(&turn(context, &large)).unwrap();
    fs::remove_file(blob_file(folder.path(), &ack.hash)).unwrap();
    assert_eq!(wire.last(context, 1)[0].encoding, 0);
    wire.append(&turn(context, &large)).unwrap();
    assert!(wire.last(context, 2).iter().all(|i| i.payload == large));
}

/// Bytes of a payload that zstd makes no smaller.
fn noise(len: usize) -> Vec<u8> {
    let blocks = (0_u32..).flat_map(|block| hash(&block.to_le_bytes()));
    blocks.take(len).collect()
}

#[test]
fn appending_the_payload_again_heals_one_whose_bytes_have_changed() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    // As it is, packed, and in the database.
    let payloads = [noise(40_000), vec![9; 40_000], noise(200)];
    let acks = payloads
        .each_ref()
        .map(|payload| wire.append(&turn(context, payload)).unwrap());
    drop(wire);
    assert!(host.stop());
    let mut files = vec![folder.path().join("turns.redb")];
    files.extend(
        acks[..2]
            .iter()
            .map(|ack| blob_file(folder.path(), &ack.hash)),
    );
    for (file, part) in files
        .iter()
        .zip([&payloads[2][50..], &payloads[0][..8], &[]])
    {
        let mut bytes = fs::read(file).unwrap();
        let at = bytes
            .windows(part.len().max(1))
            .position(|found| found == part);
        let at = at.unwrap_or(bytes.len() / 2);
        bytes[at] ^= 0x55;
        fs::write(file, bytes).unwrap();
    }

    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    let as_written = |wire: &mut Wire, count| {
        let turns = wire.last(context, count);
        let whole = turns.iter().zip(payloads.iter().cycle());
        whole
            .map(|(turn, payload)| turn.encoding == 1 && turn.payload == *payload)
            .collect::<Vec<_>>()
    };
    assert_eq!(as_written(&mut wire, 3), [false; 3]);
    for (payload, ack) in payloads.iter().zip(&acks) {
        // It was known, if not whole.
        let was_new = wire.put_blob(ack.hash, payload).unwrap();
        assert_eq!(was_new, 0);
    }
    assert_eq!(as_written(&mut wire, 3), [true; 3]);
    for payload in &payloads {
        wire.append(&turn(context, payload)).unwrap();
    }
    assert_eq!(as_written(&mut wire, 6), [true; 6]);
}

#[test]
fn a_changed_payload_is_served_as_it_is() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let ack = wire.append(&turn(context, &vec![5; 20_000])).unwrap();
    fs::write(blob_file(folder.path(), &ack.hash), vec![6; 20_000]).unwrap();
    let item = wire.last(context, 1).remove(0);
    assert_eq!((item.encoding, item.hash), (1, ack.hash));
    assert_eq!(item.payload, vec![6; 20_000]);
    let turns = host.get(&format!("/v1/contexts/{context}/turns")).json();
    let hash = turns.get("turns").unwrap().as_array().unwrap()[0]
        .get("content_hash_b3")
        .cloned();
    assert_eq!(hash, Some(Json::from(to_hex(&ack.hash))));
}
