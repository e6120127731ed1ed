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

/// The first place at or after `at` of any of the needles, or the end. Blocks are tested whole, which
/// compilers turn into a few vector instructions.
#[inline]
pub(super) fn until_any<const N: usize>(bytes: &[u8], at: usize, needles: [u8; N]) -> usize {
    let is_needle = |byte: &u8| needles.iter().fold(false, |hit, n| hit | (n == byte));
    let mut at = at;
    while let Some(block) = bytes.get(at..at + BLOCK) {
        if block.iter().fold(false, |hit, byte| hit | is_needle(byte)) {
            break;
        }
        at += BLOCK;
    }
    let rest = &bytes[at.min(bytes.len())..];
    at + rest.iter().position(is_needle).unwrap_or(rest.len())
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
