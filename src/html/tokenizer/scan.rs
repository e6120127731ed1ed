//! Scanning: runs of bytes up to the next that means something.

/// Classes of bytes, as bits.
pub(super) const SPACE: u8 = 1;
const SLASH_OR_GT: u8 = 2;
const EQUALS: u8 = 4;
const CAPITAL: u8 = 8;
const NUL: u8 = 16;
const AMPERSAND: u8 = 32;
const GT: u8 = 64;

/// What ends a tag name.
pub(super) const NAME_END: u8 = SPACE | SLASH_OR_GT;
/// What ends an attribute name.
pub(super) const ATTRIBUTE_NAME_END: u8 = NAME_END | EQUALS;
/// What ends an unquoted value.
pub(super) const UNQUOTED_END: u8 = SPACE | GT;
/// What a name may not keep.
pub(super) const CHANGED_IN_NAME: u8 = CAPITAL | NUL;
/// What text may not keep.
pub(super) const CHANGED_IN_VALUE: u8 = AMPERSAND | NUL;

pub(super) static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' => SPACE,
            b'/' => SLASH_OR_GT,
            b'>' => SLASH_OR_GT | GT,
            b'=' => EQUALS,
            b'A'..=b'Z' => CAPITAL,
            0 => NUL,
            b'&' => AMPERSAND,
            _ => 0,
        };
        byte += 1;
    }
    class
};

/// The first place at or after `at` of a byte of the class, or the end; and all classes met before it.
#[inline]
pub(super) fn until_class(bytes: &[u8], at: usize, class: u8) -> (usize, u8) {
    let mut met = 0;
    let mut at = at;
    while at < bytes.len() {
        let here = CLASS[bytes[at] as usize];
        if here & class != 0 {
            break;
        }
        met |= here;
        at += 1;
    }
    (at, met)
}

/// The first place at or after `at` that is not white space.
#[inline]
pub(super) fn skip_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes
        .get(at)
        .is_some_and(|byte| CLASS[*byte as usize] & SPACE != 0)
    {
        at += 1;
    }
    at
}

const BLOCK: usize = 16;

/// The first place at or after `at` of any of the needles, or the end. Blocks are tested whole.
#[inline(never)]
pub(super) fn until_any<const N: usize>(bytes: &[u8], at: usize, needles: [u8; N]) -> usize {
    let mut at = at;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        let found = hits(block, needles);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let found = rest.iter().position(|byte| needles.contains(byte));
    at + found.unwrap_or(rest.len())
}

/// A bit for each byte of the block, set where the byte is a needle.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn hits<const N: usize>(block: &[u8; BLOCK], needles: [u8; N]) -> u16 {
    use core::arch::wasm32::*;
    // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
    let bytes = unsafe { v128_load(block.as_ptr().cast()) };
    let none = u8x16_splat(0);
    let any = |met, needle| v128_or(met, u8x16_eq(bytes, u8x16_splat(needle)));
    u8x16_bitmask(needles.into_iter().fold(none, any))
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn hits<const N: usize>(block: &[u8; BLOCK], needles: [u8; N]) -> u16 {
    let bit = |hits, (place, byte)| hits | u16::from(needles.contains(byte)) << place;
    block.iter().enumerate().fold(0, bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needles_are_found_wherever_they_stand() {
        for len in 0..70 {
            let mut bytes = vec![b'x'; len];
            assert_eq!(until_any(&bytes, 0, [b'<', b'&']), len);
            for place in 0..len {
                bytes[place] = b'&';
                assert_eq!(until_any(&bytes, 0, [b'<', b'&']), place);
                assert_eq!(until_any(&bytes, place, [b'<', b'&']), place);
                assert_eq!(until_any(&bytes, place + 1, [b'<', b'&']), len);
                bytes[place] = b'x';
            }
        }
    }
}
