//! Where a string ends: sixteen bytes at a time.

/// Bytes that are looked at together.
pub(crate) const BLOCK: usize = 16;

/// The sixteen bytes from a place on.
#[inline(always)]
pub(crate) fn block(bytes: &[u8], at: usize) -> Option<&[u8; BLOCK]> {
    bytes.get(at..)?.first_chunk()
}

/// Does this byte of a string not stand for itself?
#[inline]
pub(crate) fn stop(byte: u8, only_ascii: bool) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\') || (only_ascii && byte >= 0x80)
}

/// A bit for each byte of the block, set where [`stop`].
#[cfg(target_feature = "simd128")]
#[inline(always)]
pub(crate) fn stops(block: &[u8; BLOCK], only_ascii: bool) -> u16 {
    use core::arch::wasm32::*;
    // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
    let bytes = unsafe { v128_load(block.as_ptr().cast()) };
    let quotes = v128_or(
        u8x16_eq(bytes, u8x16_splat(b'"')),
        u8x16_eq(bytes, u8x16_splat(b'\\')),
    );
    let controls = u8x16_lt(bytes, u8x16_splat(b' '));
    let high = if only_ascii { u8x16_bitmask(bytes) } else { 0 };
    u8x16_bitmask(v128_or(quotes, controls)) | high
}

/// A bit for each byte of the block, set where [`stop`].
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn stops(block: &[u8; BLOCK], only_ascii: bool) -> u16 {
    let bit =
        |stops, (place, byte): (usize, &u8)| stops | u16::from(stop(*byte, only_ascii)) << place;
    block.iter().enumerate().fold(0, bit)
}
