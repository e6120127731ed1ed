//! Promise: compressed data that becomes more than it declares, or more than a frame may hold, is refused without being
//! unpacked any further.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{copy, repeat, Read};
use support::fresh;
use support::wire::{turn, AppendTurn};

const UNPACKED: u64 = 256 << 20;
const FRAME: u32 = 64 << 20;

fn bomb() -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    copy(&mut repeat(0).take(UNPACKED), &mut encoder).unwrap();
    encoder.finish().unwrap()
}

fn packed(context: u64, payload: &[u8], declared: u32) -> AppendTurn<'_> {
    AppendTurn {
        compression: 1,
        uncompressed_len: declared,
        ..turn(context, payload)
    }
}

#[test]
fn a_bomb_is_unpacked_up_to_its_limit_only() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let bomb = bomb();
    assert!(bomb.len() < 256 << 10, "it is {} bytes", bomb.len());
    wire.append(&turn(context, b"\x80")).unwrap();

    let before = host.peak_memory();
    let error = wire.append(&packed(context, &bomb, 1000)).unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("more")));
    let error = wire.append(&packed(context, &bomb, u32::MAX)).unwrap_err();
    assert_eq!((error.code, error.name()), (422, "Unprocessable"));
    let batch = vec![packed(context, &bomb, 1000); 100];
    let error = wire.append_batch(&batch).unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("more")));
    let small = host.peak_memory() - before;
    // The batch is a frame of some MB, and zstd has its window.
    assert!(small < 16 << 20, "refusing them took {small} bytes");

    // The most that it may say: the limit is unpacked, in a buffer that grows by doubling.
    let most = FRAME - 200;
    let error = wire.append(&packed(context, &bomb, most)).unwrap_err();
    assert_eq!((error.code, error.detail("found")), (422, Some("more")));
    let large = host.peak_memory() - before;
    let limit = 2 * u64::from(FRAME) + (16 << 20);
    assert!(large < limit, "refusing it took {large} bytes");
    assert_eq!(wire.last(context, 10).len(), 1);
}
