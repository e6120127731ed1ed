//! Standard, padded base64, both ways. Attachments make it a large part of a typed view's bytes, so the module's SIMD
//! encodes 12 bytes at a time; natively, and for what is left over, it goes by three bytes.

use core::mem::MaybeUninit;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The base64 of `bytes`.
pub fn to_base64(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    push_base64(&mut out, bytes);
    out.into_iter().map(char::from).collect()
}

/// Appends the base64 of `bytes`; returns how many characters.
pub fn push_base64(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let len = bytes.len().div_ceil(3) * 4;
    let start = out.len();
    out.reserve(len);
    let done = encode_blocks(&mut out.spare_capacity_mut()[..len], bytes);
    // SAFETY: `encode_blocks` wrote 4 characters for every 3 bytes that it took, from the start of the spare capacity.
    unsafe { out.set_len(start + done / 3 * 4) };
    for three in bytes[done..].chunks(3) {
        let byte = |index: usize| three.get(index).map_or(0, |byte| u32::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let mut four = [18, 12, 6, 0].map(|shift| DIGITS[(bits >> shift & 63) as usize]);
        four[three.len() + 1..].fill(b'=');
        out.extend_from_slice(&four);
    }
    len
}

/// Appends the bytes of padded base64; false, and some of them appended, for any other text, also where bits stand in the
/// padding.
pub fn push_from_base64(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let (whole, rest) = text.as_chunks::<4>();
    let (last, whole) = match (whole.split_last(), rest) {
        (None, []) => return true,
        (Some(split), []) => split,
        _ => return false,
    };
    // A block writes four bytes more than it decodes, which the next one, or the last four characters, overwrite.
    let room = whole.len() * 3 + 4;
    out.reserve(room);
    let blocks = decode_blocks(&mut out.spare_capacity_mut()[..room], whole.as_flattened());
    // SAFETY: `decode_blocks` wrote 12 bytes for every block that it took, from the start of the spare capacity.
    unsafe { out.set_len(out.len() + 12 * blocks) };
    for four in &whole[4 * blocks..] {
        let Some(three) = decode_four(four) else {
            return false;
        };
        out.extend_from_slice(&three);
    }
    let digits = match last {
        [.., b'=', b'='] => 2,
        [.., b'='] => 3,
        _ => 4,
    };
    let mut padded = *last;
    padded[digits..].fill(b'A');
    let Some(bytes) = decode_four(&padded) else {
        return false;
    };
    let (bytes, beyond) = bytes.split_at(digits - 1);
    out.extend_from_slice(bytes);
    beyond.iter().all(|byte| *byte == 0)
}

fn decode_four(four: &[u8; 4]) -> Option<[u8; 3]> {
    let mut bits = 0;
    for digit in four {
        let six = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
    }
    let [_, bytes @ ..] = bits.to_be_bytes();
    Some(bytes)
}

/// Encodes whole blocks of 12 bytes to 16 characters, four at a time while there are as many; returns how many bytes
/// were taken, a multiple of 12.
#[cfg(target_feature = "simd128")]
fn encode_blocks(out: &mut [MaybeUninit<u8>], bytes: &[u8]) -> usize {
    let mut done = 0;
    for (input, out) in bytes.windows(52).step_by(48).zip(out.chunks_exact_mut(64)) {
        for block in 0..4 {
            encode_block(&input[12 * block..], &mut out[16 * block..]);
        }
        done += 48;
    }
    let rest = &mut out[done / 3 * 4..];
    for (input, out) in bytes[done..]
        .windows(16)
        .step_by(12)
        .zip(rest.chunks_exact_mut(16))
    {
        encode_block(input, out);
        done += 12;
    }
    done
}

/// Encodes 12 bytes, the first of the 16 at least that `input` has, to the 16 characters that `out` begins with.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn encode_block(input: &[u8], out: &mut [MaybeUninit<u8>]) {
    use core::arch::wasm32::*;
    // Each group of three bytes comes to lie as b, a, c, b in its 32-bit lane, from where shifts put
    // each six bits into a byte of their own.
    let spread = i8x16(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    // What to add to six bits to make them a character, by class: letters from 26, digits, plus, slash, capitals.
    let offsets = i8x16(
        71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 65, 0, 0,
    );
    let (Some(input), Some(out)) = (input.first_chunk::<16>(), out.first_chunk_mut::<16>()) else {
        return;
    };
    // SAFETY: `input` is 16 bytes; a load has no alignment to keep.
    let lanes = i8x16_swizzle(unsafe { v128_load(input.as_ptr().cast()) }, spread);
    // Shifts alone: a multiplication by powers of two, one instruction, is taken apart lane by lane by the compiler.
    let first = v128_and(u32x4_shr(lanes, 10), u32x4_splat(0x0000_003f));
    let second = v128_and(u32x4_shl(lanes, 4), u32x4_splat(0x0000_3f00));
    let third = v128_and(u32x4_shr(lanes, 6), u32x4_splat(0x003f_0000));
    let fourth = v128_and(u32x4_shl(lanes, 8), u32x4_splat(0x3f00_0000));
    let six = v128_or(v128_or(first, second), v128_or(third, fourth));
    let above = u8x16_sub_sat(six, u8x16_splat(51));
    let capital = v128_and(u8x16_lt(six, u8x16_splat(26)), u8x16_splat(13));
    let text = i8x16_add(i8x16_swizzle(offsets, v128_or(above, capital)), six);
    // SAFETY: `out` is 16 bytes; a store has no alignment to keep.
    unsafe { v128_store(out.as_mut_ptr().cast(), text) };
}

/// Decodes blocks of 16 characters to 12 bytes, up to the first that holds another character; returns how many blocks.
#[cfg(target_feature = "simd128")]
fn decode_blocks(out: &mut [MaybeUninit<u8>], text: &[u8]) -> usize {
    use core::arch::wasm32::*;
    let mut done = 0;
    for input in text.as_chunks::<16>().0 {
        let Some(out) = out[12 * done..].first_chunk_mut::<16>() else {
            break;
        };
        // SAFETY: `input` is 16 bytes; a load has no alignment to keep.
        let text = unsafe { v128_load(input.as_ptr().cast()) };
        // What to add to a character of each class to make it six bits.
        let class = |first: u8, count: u8, add: i8| {
            let inside = u8x16_lt(u8x16_sub(text, u8x16_splat(first)), u8x16_splat(count));
            (inside, v128_and(inside, i8x16_splat(add)))
        };
        let (mut known, mut add) = class(b'A', 26, -65);
        for (first, count, offset) in [(b'a', 26, -71), (b'0', 10, 4), (b'+', 1, 19), (b'/', 1, 16)]
        {
            let (inside, offsets) = class(first, count, offset);
            known = v128_or(known, inside);
            add = v128_or(add, offsets);
        }
        if !u8x16_all_true(known) {
            break;
        }
        let six = u8x16_add(text, add);
        let first = u32x4_shl(v128_and(six, u32x4_splat(0x3f)), 18);
        let second = u32x4_shl(v128_and(six, u32x4_splat(0x3f00)), 4);
        let third = u32x4_shr(v128_and(six, u32x4_splat(0x3f_0000)), 10);
        let bits = v128_or(v128_or(first, second), v128_or(third, u32x4_shr(six, 24)));
        let bytes = i8x16_swizzle(
            bits,
            i8x16(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1),
        );
        // SAFETY: `out` is 16 bytes; a store has no alignment to keep.
        unsafe { v128_store(out.as_mut_ptr().cast(), bytes) };
        done += 1;
    }
    done
}

#[cfg(not(target_feature = "simd128"))]
fn decode_blocks(_: &mut [MaybeUninit<u8>], _: &[u8]) -> usize {
    0
}

#[cfg(not(target_feature = "simd128"))]
fn encode_blocks(_: &mut [MaybeUninit<u8>], _: &[u8]) -> usize {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::STANDARD;
    use base64::Engine;
    use proptest::prelude::*;

    fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        push_from_base64(&mut out, text).then_some(out)
    }

    proptest! {
        #[test]
        fn it_is_what_the_library_makes(bytes in prop::collection::vec(any::<u8>(), 0..70)) {
            prop_assert_eq!(to_base64(&bytes), STANDARD.encode(&bytes));
            prop_assert_eq!(from_base64(STANDARD.encode(&bytes).as_bytes()), Some(bytes));
        }

        #[test]
        fn it_takes_what_the_library_takes(text in "[A-Ca+/=_ ]{0,9}") {
            prop_assert_eq!(from_base64(text.as_bytes()), STANDARD.decode(&text).ok());
        }
    }
}
