//! UTF-8, as payloads hold it, to UTF-16, as JavaScript holds text that is not ASCII.

use core::mem::MaybeUninit;

/// Appends `text` as UTF-16. Each maximal bad sequence becomes one U+FFFD, as the Encoding Standard has it;
/// the result says how many units were written and whether any was bad.
///
/// One pass that checks and transcodes: runs of ASCII and of three-byte characters by blocks, the rest by lead byte.
pub fn push_utf16(out: &mut Vec<u16>, text: &[u8]) -> (usize, bool) {
    // No byte makes more than one unit.
    out.reserve(text.len());
    let units = &mut out.spare_capacity_mut()[..text.len()];
    let (mut read, mut written, mut lossy) = (0, 0, false);
    while let Some(lead) = text.get(read) {
        let (rest, room) = (&text[read..], &mut units[written..]);
        if *lead < 0x80 {
            let len = widen_ascii(rest, room);
            read += len;
            written += len;
            continue;
        }
        let run = three_byte_run(rest, room);
        if run > 0 {
            read += 3 * run;
            written += run;
            continue;
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

/// Widens the ASCII that `text` begins with, up to 16 bytes of it; returns how many. `text` begins with some.
#[inline(always)]
fn widen_ascii(text: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
    let single = text.get(1).is_none_or(|next| *next >= 0x80);
    match (text.first_chunk::<16>(), units.first_chunk_mut::<16>()) {
        // All are widened, as many as are ASCII hold.
        (Some(block), Some(units)) if !single => {
            widen(block, units);
            ascii_prefix(block)
        }
        _ => {
            units[0].write(text[0].into());
            1
        }
    }
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn widen(block: &[u8; 16], units: &mut [MaybeUninit<u16>; 16]) {
    use core::arch::wasm32::*;
    // SAFETY: 16 bytes are read and 32 written, the sizes of `block` and `units`; neither has an alignment to keep.
    unsafe {
        let bytes = v128_load(block.as_ptr().cast());
        v128_store(units.as_mut_ptr().cast(), u16x8_extend_low_u8x16(bytes));
        v128_store(
            units.as_mut_ptr().add(8).cast(),
            u16x8_extend_high_u8x16(bytes),
        );
    }
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn widen(block: &[u8; 16], units: &mut [MaybeUninit<u16>; 16]) {
    *units = block.map(|byte| MaybeUninit::new(u16::from(byte)));
}

/// How many bytes before the first that is not ASCII.
#[inline(always)]
fn ascii_prefix(block: &[u8; 16]) -> usize {
    (u128::from_le_bytes(*block) & u128::from_le_bytes([0x80; 16])).trailing_zeros() as usize / 8
}

/// Transcodes characters of three bytes that begin `text`, up to four at once, as they come in running Chinese or
/// Japanese; returns how many.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn three_byte_run(text: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
    use core::arch::wasm32::*;
    let (Some(block), Some(units)) = (text.first_chunk::<16>(), units.first_chunk_mut::<4>())
    else {
        return three_bytes(text, units);
    };
    // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
    let bytes = unsafe { v128_load(block.as_ptr().cast()) };
    // One character a lane, its last byte lowest.
    let lanes = i8x16_swizzle(
        bytes,
        i8x16(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1),
    );
    let shapes = i32x4_eq(
        v128_and(lanes, u32x4_splat(0x00f0_c0c0)),
        u32x4_splat(0x00e0_8080),
    );
    let high = v128_and(u32x4_shr(lanes, 4), u32x4_splat(0xf000));
    let middle = v128_and(u32x4_shr(lanes, 2), u32x4_splat(0x0fc0));
    let codes = v128_or(v128_or(high, middle), v128_and(lanes, u32x4_splat(0x003f)));
    let top = v128_and(codes, u32x4_splat(0xf800));
    // Longer than needed, or half of a pair.
    let bad = v128_or(
        i32x4_eq(top, u32x4_splat(0)),
        i32x4_eq(top, u32x4_splat(0xd800)),
    );
    let narrow = u16x8_narrow_i32x4(codes, codes);
    // SAFETY: `units` is 8 bytes; a store has no alignment to keep.
    unsafe { v128_store64_lane::<0>(narrow, units.as_mut_ptr().cast()) };
    i32x4_bitmask(v128_andnot(shapes, bad)).trailing_ones() as usize
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn three_byte_run(text: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
    three_bytes(text, units)
}

/// Transcodes the character of three bytes that begins `text`; returns 1, or 0 where none does.
#[inline(always)]
fn three_bytes(text: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
    let Some([a, b, c]) = text.first_chunk() else {
        return 0;
    };
    let shape = u32::from_be_bytes([0, *a, *b, *c]);
    let unit = (u16::from(a & 0x0f) << 12) | (u16::from(b & 0x3f) << 6) | u16::from(c & 0x3f);
    // Neither longer than needed nor half of a pair.
    let fits = shape & 0x00f0_c0c0 == 0x00e0_8080 && unit >= 0x800 && unit & 0xf800 != 0xd800;
    if fits {
        units[0].write(unit);
    }
    usize::from(fits)
}

/// The character of two or four bytes that begins `text`, and its length; `None` where none begins.
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
        0xc2..=0xdf => Some((((lead & 0x1f) << 6) | low(next(1)?), 2)),
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
