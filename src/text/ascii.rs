//! ASCII, checked and copied in one pass.

use super::BLOCK;
use core::mem::MaybeUninit;

/// Appends `text` if it is ASCII; whether it is. One pass that checks and copies, by blocks; what is left after whole
/// blocks is copied with the block that ends the text, so that no loop runs over single bytes.
#[inline]
pub fn push_ascii(out: &mut Vec<u8>, text: &[u8]) -> bool {
    out.reserve(text.len());
    let room = &mut out.spare_capacity_mut()[..text.len()];
    let copied = match text.len() {
        0..4 => copy_bytes(room, text),
        4..8 => copy_blocks::<4>(room, text),
        8..16 => copy_blocks::<8>(room, text),
        16..64 => copy_blocks::<16>(room, text),
        _ => copy_blocks::<64>(room, text),
    };
    if copied {
        // SAFETY: all of `room`, which is the first `text.len()` bytes of the spare capacity, was written.
        unsafe { out.set_len(out.len() + text.len()) };
    }
    copied
}

#[inline(always)]
fn copy_bytes(room: &mut [MaybeUninit<u8>], text: &[u8]) -> bool {
    let mut seen = 0;
    for (place, byte) in room.iter_mut().zip(text) {
        place.write(*byte);
        seen |= byte;
    }
    seen < 0x80
}

/// Copies text of at least `N` bytes by blocks of `N`; false, and part of it copied, where a byte is not ASCII.
#[inline(always)]
fn copy_blocks<const N: usize>(room: &mut [MaybeUninit<u8>], text: &[u8]) -> bool {
    for (place, block) in room.chunks_exact_mut(N).zip(text.chunks_exact(N)) {
        if !copy_block::<N>(place, block) {
            return false;
        }
    }
    match (room.last_chunk_mut::<N>(), text.last_chunk::<N>()) {
        (Some(place), Some(block)) => copy_block::<N>(place, block),
        _ => false,
    }
}

#[inline(always)]
fn copy_block<const N: usize>(room: &mut [MaybeUninit<u8>], block: &[u8]) -> bool {
    match (room.first_chunk_mut::<N>(), block.first_chunk::<N>()) {
        (Some(room), Some(block)) => {
            *room = block.map(MaybeUninit::new);
            is_ascii_block(block)
        }
        _ => false,
    }
}

/// Whole vectors and words: or-ing byte by byte makes the compiler take a vector apart again, lane by lane.
#[inline(always)]
fn is_ascii_block<const N: usize>(block: &[u8; N]) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let (vectors, rest) = block.as_chunks::<BLOCK>();
    let mut seen = 0;
    for part in rest.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        seen |= u64::from_ne_bytes(word);
    }
    seen & HIGH_BITS == 0 && are_ascii(vectors)
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn are_ascii(blocks: &[[u8; BLOCK]]) -> bool {
    use core::arch::wasm32::*;
    let all = blocks.iter().fold(u8x16_splat(0), |all, block| {
        // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
        v128_or(all, unsafe { v128_load(block.as_ptr().cast()) })
    });
    u8x16_bitmask(all) == 0
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn are_ascii(blocks: &[[u8; BLOCK]]) -> bool {
    blocks.as_flattened().is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn only_ascii_is_copied_and_all_of_it(bytes in proptest::collection::vec(any::<u8>(), 0..64), text in ".{0,40}") {
            for input in [&bytes[..], text.as_bytes(), &[text.as_bytes(), &bytes].concat()] {
                let mut copy = vec![b'<'];
                prop_assert_eq!(push_ascii(&mut copy, input), input.is_ascii());
                prop_assert_eq!(&copy[1..], if input.is_ascii() { input } else { &[] });
            }
        }
    }
}
