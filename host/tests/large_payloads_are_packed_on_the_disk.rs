//! Promise: a payload that is a file takes fewer bytes on the disk where zstd makes it shorter, and reads back whole however
//! it lies there; a damaged one is flagged.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use support::wire::turn;
use support::{blob_file, fresh};
use vitrine::turns::blob::to_hex;

/// Text repeats itself.
fn text() -> Vec<u8> {
    b"what agents say is much like what they said before ".repeat(2000)
}

/// Nothing in it repeats itself.
fn noise() -> Vec<u8> {
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    };
    (0..50_000).map(|_| next()).collect()
}

#[test]
fn text_shrinks_and_noise_stays_as_it_is() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let payloads = [text(), noise()];
    for payload in &payloads {
        wire.append(&turn(context, payload)).unwrap();
    }
    let found = wire.last(context, 2);
    let on_disk: Vec<u64> = found
        .iter()
        .map(|item| {
            fs::metadata(blob_file(folder.path(), &item.hash))
                .unwrap()
                .len()
        })
        .collect();
    assert!(on_disk[0] * 20 < payloads[0].len() as u64, "{on_disk:?}");
    assert_eq!(on_disk[1], payloads[1].len() as u64);
    for (item, payload) in found.iter().zip(&payloads) {
        assert_eq!((item.encoding, item.compression), (1, 0));
        assert_eq!(&item.payload, payload);
        assert_eq!(&wire.blob(item.hash).unwrap(), payload);
    }
    let path = format!("/v1/blobs/{}", to_hex(&found[0].hash));
    let part = host.request("GET", &path, &[("Range", "bytes=1000-1999")], b"");
    assert_eq!(part.body, payloads[0][1000..2000]);
}

#[test]
fn a_file_that_lies_there_unpacked_is_read_and_a_damaged_one_is_not() {
    let (folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let hash = wire.append(&turn(context, &text())).unwrap().hash;
    let file = blob_file(folder.path(), &hash);
    let packed = fs::read(&file).unwrap();
    fs::write(&file, text()).unwrap();
    assert_eq!(wire.last(context, 1)[0].payload, text());

    let longer = zstd::encode_all(&[text(), text()].concat()[..], 1).unwrap();
    let shorter = zstd::encode_all(&text()[1..], 1).unwrap();
    let cut = packed[..packed.len() - 1].to_vec();
    for damaged in [cut, vec![], longer, shorter] {
        fs::write(&file, damaged).unwrap();
        let item = wire.last(context, 1).remove(0);
        assert_eq!((item.encoding, item.payload.len()), (0, 0));
    }
    // Appended again, it is whole again.
    wire.append(&turn(context, &text())).unwrap();
    assert_eq!(fs::read(&file).unwrap(), packed);
    assert_eq!(wire.last(context, 2)[0].payload, text());
}
