//! UTF-8, as payloads hold it, to UTF-16, as JavaScript holds text that is not ASCII.

use super::{whole_blocks, BLOCK};
use core::mem::MaybeUninit;

/// Appends `text` as UTF-16. Each maximal bad sequence becomes one U+FFFD, as the Encoding Standard has it;
/// the result says how many units were written and whether any was bad.
///
/// One pass that checks and transcodes: runs of ASCII, of two-byte and of three-byte characters by blocks, the rest,
/// and the last few bytes, one by one.
pub fn push_utf16(out: &mut Vec<u16>, text: &[u8]) -> (usize, bool) {
    // No byte makes more than one unit; a block is written whole, however much of it holds.
    out.reserve(text.len() + BLOCK);
    let units = &mut out.spare_capacity_mut()[..text.len() + BLOCK];
    let (mut read, mut written, mut lossy) = (0, 0, false);
    while let Some(lead) = text.get(read) {
        let (rest, room) = (&text[read..], &mut units[written..]);
        if let (Some(block), Some(room)) = (rest.first_chunk::<BLOCK>(), room.first_chunk_mut()) {
            let (len, most, fits) = match lead {
                // A single one between words of another script: a store that waits for nothing.
                0x00..=0x7f if block[1] >= 0x80 => {
                    room[0].write((*lead).into());
                    (1, 16, 1)
                }
                0x00..=0x7f => (1, 16, ascii_run(block, room)),
                0xc2..=0xdf => (2, 8, two_byte_run(block, room)),
                0xe0..=0xef => (3, 4, three_byte_run(block, room)),
                _ => (0, 0, 0),
            };
            // A whole block is taken by a branch, which is foreseen: the next load then needs not wait for a count.
            let run = if fits + 1 == 1 << most {
                most
            } else {
                fits.trailing_ones() as usize
            };
            if run > 0 {
                read += len * run;
                written += run;
                if run == BLOCK {
                    let is_ascii =
                        |block: &_, room: &mut _| ascii_run(block, room) == (1 << BLOCK) - 1;
                    let more = whole_blocks(&text[read..], &mut units[written..], is_ascii);
                    read += more;
                    written += more;
                }
                continue;
            }
        }
        let (code, len) = decode(rest).unwrap_or_else(|| {
            lossy = true;
            (0xfffd, bad_length(rest))
        });
        read += len;
        if code < 0x1_0000 {
            room[0].write(code as u16);
            written += 1;
        } else {
            room[0].write((0xd7c0 + (code >> 10)) as u16);
            room[1].write((0xdc00 + (code & 0x3ff)) as u16);
            written += 2;
        }
    }
    // SAFETY: the first `written` units of the spare capacity were written above, one after the other.
    unsafe { out.set_len(out.len() + written) };
    (written, lossy)
}

type Bytes = [u8; BLOCK];
type Units = [MaybeUninit<u16>; BLOCK];

#[cfg(target_feature = "simd128")]
use simd::{ascii_run, three_byte_run, two_byte_run};

/// Characters of one length, transcoded all at once; a bit for each says whether it is one. Units beyond the first that
/// is none are written too, and mean nothing.
#[cfg(target_feature = "simd128")]
mod simd {
    use super::{Bytes, Units};
    use core::arch::wasm32::*;

    #[inline(always)]
    fn load(block: &Bytes) -> v128 {
        // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
        unsafe { v128_load(block.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn ascii_run(block: &Bytes, units: &mut Units) -> u32 {
        let bytes = load(block);
        // SAFETY: `units` is 32 bytes; a store has no alignment to keep.
        unsafe {
            v128_store(units.as_mut_ptr().cast(), u16x8_extend_low_u8x16(bytes));
            v128_store(
                units.as_mut_ptr().add(8).cast(),
                u16x8_extend_high_u8x16(bytes),
            );
        }
        u32::from(!u8x16_bitmask(bytes))
    }

    #[inline(always)]
    pub fn two_byte_run(block: &Bytes, units: &mut Units) -> u32 {
        // One character a lane, its first byte lowest.
        let lanes = load(block);
        let shapes = u16x8_eq(v128_and(lanes, u16x8_splat(0xc0e0)), u16x8_splat(0x80c0));
        let high = u16x8_shl(v128_and(lanes, u16x8_splat(0x001f)), 6);
        let low = v128_and(u16x8_shr(lanes, 8), u16x8_splat(0x003f));
        let codes = v128_or(high, low);
        // Not longer than needed.
        let fits = v128_and(shapes, u16x8_ge(codes, u16x8_splat(0x80)));
        // SAFETY: `units` is 32 bytes; a store has no alignment to keep.
        unsafe { v128_store(units.as_mut_ptr().cast(), codes) };
        u32::from(u16x8_bitmask(fits))
    }

    #[inline(always)]
    pub fn three_byte_run(block: &Bytes, units: &mut Units) -> u32 {
        // One character a lane, its last byte lowest.
        let lanes = i8x16_swizzle(
            load(block),
            i8x16(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1),
        );
        let shapes = u32x4_eq(
            v128_and(lanes, u32x4_splat(0x00f0_c0c0)),
            u32x4_splat(0x00e0_8080),
        );
        let high = v128_and(u32x4_shr(lanes, 4), u32x4_splat(0xf000));
        let middle = v128_and(u32x4_shr(lanes, 2), u32x4_splat(0x0fc0));
        let codes = v128_or(v128_or(high, middle), v128_and(lanes, u32x4_splat(0x003f)));
        let top = v128_and(codes, u32x4_splat(0xf800));
        // Longer than needed, or half of a pair.
        let bad = v128_or(
            u32x4_eq(top, u32x4_splat(0)),
            u32x4_eq(top, u32x4_splat(0xd800)),
        );
        let narrow = u16x8_narrow_i32x4(codes, codes);
        // SAFETY: `units` is 32 bytes; a store has no alignment to keep.
        unsafe { v128_store64_lane::<0>(narrow, units.as_mut_ptr().cast()) };
        u32::from(u32x4_bitmask(v128_andnot(shapes, bad)))
    }
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn ascii_run(block: &Bytes, units: &mut Units) -> u32 {
    *units = block.map(|byte| MaybeUninit::new(u16::from(byte)));
    let prefix =
        (u128::from_le_bytes(*block) & u128::from_le_bytes([0x80; BLOCK])).trailing_zeros() / 8;
    (1 << prefix) - 1
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn two_byte_run(_: &Bytes, _: &mut Units) -> u32 {
    0
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn three_byte_run(_: &Bytes, _: &mut Units) -> u32 {
    0
}

/// The character that begins `text`, and its length; `None` where none begins.
#[inline(always)]
fn decode(text: &[u8]) -> Option<(u32, usize)> {
    let lead = u32::from(*text.first()?);
    let next = |index: usize| {
        text.get(index)
            .map(|byte| u32::from(*byte))
            .filter(|byte| byte & 0xc0 == 0x80)
    };
    let low = |byte: u32| byte & 0x3f;
    match lead {
        0x00..=0x7f => Some((lead, 1)),
        0xc2..=0xdf => Some((((lead & 0x1f) << 6) | low(next(1)?), 2)),
        0xe0..=0xef => {
            let code = ((lead & 0x0f) << 12) | (low(next(1)?) << 6) | low(next(2)?);
            // Neither longer than needed nor half of a pair.
            (code >= 0x800 && code & 0xf800 != 0xd800).then_some((code, 3))
        }
        0xf0..=0xf4 => {
            let code = ((lead & 0x07) << 18)
                | (low(next(1)?) << 12)
                | (low(next(2)?) << 6)
                | low(next(3)?);
            (0x1_0000..0x11_0000).contains(&code).then_some((code, 4))
        }
        _ => None,
    }
}

/// How many bytes one U+FFFD stands for: the longest start of a character, at least one.
#[cold]
fn bad_length(text: &[u8]) -> usize {
    text.utf8_chunks()
        .next()
        .map_or(1, |chunk| chunk.invalid().len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_the_standard_library_makes(bytes in proptest::collection::vec(any::<u8>(), 0..64), text in ".{0,40}", cjk in "[一-龥ぁ-ん ]{0,40}") {
            for input in [&bytes[..], text.as_bytes(), cjk.as_bytes(), &[text.as_bytes(), &bytes, cjk.as_bytes()].concat()] {
                let mut out = Vec::new();
                let (units, lossy) = push_utf16(&mut out, input);
                let expected: Vec<u16> = String::from_utf8_lossy(input).encode_utf16().collect();
                prop_assert_eq!(&out, &expected);
                prop_assert_eq!(units, expected.len());
                prop_assert_eq!(lossy, core::str::from_utf8(input).is_err());
            }
        }
    }
}
