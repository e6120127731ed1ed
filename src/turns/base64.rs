//! Standard, padded base64. Attachments make it a large part of a typed view's bytes, so the module's SIMD encodes
//! 12 bytes at a time; natively, and for what is left over, the library does it. (`npm run bench -- projection`:
//! with the library alone, mixed turns took a tenth longer.)

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use core::mem::MaybeUninit;

/// Appends the base64 of `bytes`; returns how many characters.
pub fn push_base64(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let len = bytes.len().div_ceil(3) * 4;
    let start = out.len();
    out.reserve(len);
    let done = encode_blocks(&mut out.spare_capacity_mut()[..len], bytes);
    // SAFETY: `encode_blocks` wrote 4 characters for every 3 bytes that it took, from the start of the spare capacity.
    unsafe { out.set_len(start + done / 3 * 4) };
    out.resize(start + len, 0);
    // The rest of the slice is exactly as long as the rest's encoding, so the encoder cannot run out of room.
    let _ = STANDARD.encode_slice(&bytes[done..], &mut out[start + done / 3 * 4..]);
    len
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

#[cfg(not(target_feature = "simd128"))]
fn encode_blocks(_: &mut [MaybeUninit<u8>], _: &[u8]) -> usize {
    0
}
