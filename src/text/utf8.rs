//! UTF-16, as JavaScript holds text that is not ASCII, to UTF-8. Node's engine writes such text as UTF-8 some ten times as
//! slowly as it gives its units away.

use super::BLOCK;
use core::mem::MaybeUninit;

/// Appends `units` as UTF-8. Half of a surrogate pair becomes U+FFFD, as the Encoding Standard has it.
pub fn push_utf8(out: &mut Vec<u8>, units: &[u16]) {
    // No unit makes more than three bytes; a block is written whole, however much of it is ASCII.
    out.reserve(3 * units.len() + BLOCK);
    let room = out.spare_capacity_mut();
    let (mut read, mut written) = (0, 0);
    while let Some(unit) = units.get(read) {
        let (rest, place) = (&units[read..], &mut room[written..]);
        let run = match (rest.first_chunk(), place.first_chunk_mut()) {
            (Some(block), Some(place)) => ascii_run(block, place),
            _ => 0,
        };
        if run > 0 {
            (read, written) = (read + run, written + run);
            if run == BLOCK {
                let is_ascii = |block: &_, place: &mut _| ascii_run(block, place) == BLOCK;
                let more = whole_blocks(&units[read..], &mut room[written..], is_ascii);
                (read, written) = (read + more, written + more);
            }
            continue;
        }
        let character = match unit {
            0xd800..=0xdfff => char::decode_utf16(rest.iter().take(2).copied()).next(),
            unit => char::from_u32((*unit).into()).map(Ok),
        };
        let character = character
            .and_then(Result::ok)
            .unwrap_or(char::REPLACEMENT_CHARACTER);
        for (place, byte) in place
            .iter_mut()
            .zip(character.encode_utf8(&mut [0; 4]).bytes())
        {
            place.write(byte);
        }
        (read, written) = (read + character.len_utf16(), written + character.len_utf8());
    }
    // SAFETY: the first `written` bytes of the spare capacity were written above, one after the other.
    unsafe { out.set_len(out.len() + written) };
}

/// Writes a block as if all of it were ASCII; how many units at its beginning are.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn ascii_run(block: &[u16; BLOCK], place: &mut [MaybeUninit<u8>; BLOCK]) -> usize {
    use core::arch::wasm32::*;
    // SAFETY: `block` is 32 bytes and `place` 16; loads and stores have no alignment to keep.
    let (low, high) = unsafe {
        (
            v128_load(block.as_ptr().cast()),
            v128_load(block.as_ptr().add(8).cast()),
        )
    };
    unsafe { v128_store(place.as_mut_ptr().cast(), u8x16_narrow_i16x8(low, high)) };
    let others = v128_or(
        v128_and(low, u16x8_splat(0xff80)),
        v128_and(high, u16x8_splat(0xff80)),
    );
    if !v128_any_true(others) {
        return BLOCK;
    }
    block.iter().take_while(|unit| **unit < 0x80).count()
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn ascii_run(block: &[u16; BLOCK], place: &mut [MaybeUninit<u8>; BLOCK]) -> usize {
    let run = block.iter().take_while(|unit| **unit < 0x80).count();
    for (place, unit) in place.iter_mut().zip(block).take(run) {
        place.write(*unit as u8);
    }
    run
}

/// Transcodes blocks as long as `is_whole` says that it did all of one; how many units. Most text of other scripts is markup
/// in ASCII for long stretches, which are not asked block by block what they are.
#[inline(always)]
fn whole_blocks<A, B>(
    from: &[A],
    to: &mut [B],
    is_whole: impl Fn(&[A; BLOCK], &mut [B; BLOCK]) -> bool,
) -> usize {
    let (blocks, _) = from.as_chunks();
    let (rooms, _) = to.as_chunks_mut();
    let mut whole = 0;
    for (block, room) in blocks.iter().zip(rooms) {
        if !is_whole(block, room) {
            break;
        }
        whole += BLOCK;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_the_standard_library_makes(
            any in proptest::collection::vec(any::<u16>(), 0..48),
            surrogates in proptest::collection::vec(0xd7f0_u16..0xe010, 0..12),
            ascii in "[ -~]{0,40}",
            text in ".{0,40}",
        ) {
            let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
            let (ascii, text) = (units(&ascii), units(&text));
            for input in [&any, &surrogates, &ascii, &text, &[&ascii[..], &surrogates, &text, &any, &ascii].concat()] {
                let mut out = b"before".to_vec();
                push_utf8(&mut out, input);
                prop_assert_eq!(out, format!("before{}", String::from_utf16_lossy(input)).into_bytes());
            }
        }
    }
}
