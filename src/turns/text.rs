//! Text the tape carries: UTF-8 taken apart into an ASCII arena and a UTF-16 arena, and the renderings of
//! numbers, times, bytes and hashes, which are all ASCII.

use base64::engine::general_purpose::STANDARD;
use base64::Engine;

/// True where every byte is below 0x80. Blocks keep the loop free of branches, so that it is vectorised, and
/// let it stop early on long text that is not ASCII.
#[inline]
pub fn is_ascii(text: &[u8]) -> bool {
    text.chunks(256)
        .all(|block| block.iter().fold(0, |seen, byte| seen | byte) < 0x80)
}

/// Appends `text` as UTF-16. Each maximal bad sequence becomes one U+FFFD, as the Encoding Standard has it;
/// the result says how many units were written and whether any was bad.
pub fn push_utf16(out: &mut Vec<u16>, text: &[u8]) -> (usize, bool) {
    let before = out.len();
    out.reserve(text.len());
    let mut lossy = false;
    for chunk in text.utf8_chunks() {
        push_valid(out, chunk.valid());
        if !chunk.invalid().is_empty() {
            lossy = true;
            out.push(0xfffd);
        }
    }
    (out.len() - before, lossy)
}

/// Appends valid UTF-8: ASCII by blocks, the rest character by character.
fn push_valid(out: &mut Vec<u16>, text: &str) {
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest
            .as_bytes()
            .iter()
            .position(|byte| *byte >= 0x80)
            .unwrap_or(rest.len());
        out.extend(rest.as_bytes()[..ascii].iter().map(|byte| u16::from(*byte)));
        rest = &rest[ascii..];
        let wide = rest
            .as_bytes()
            .iter()
            .position(|byte| *byte < 0x80)
            .unwrap_or(rest.len());
        out.extend(rest[..wide].encode_utf16());
        rest = &rest[wide..];
    }
}

/// Appends the decimal digits of `n`; returns how many.
#[inline]
pub fn push_u64(out: &mut Vec<u8>, n: u64) -> usize {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(n).as_bytes();
    out.extend_from_slice(digits);
    digits.len()
}

/// Appends the decimal digits of `n`, with a sign where it is negative; returns how many bytes.
pub fn push_i64(out: &mut Vec<u8>, n: i64) -> usize {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(n).as_bytes();
    out.extend_from_slice(digits);
    digits.len()
}

/// Appends standard, padded base64; returns how many bytes.
pub fn push_base64(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let len = bytes.len().div_ceil(3) * 4;
    let start = out.len();
    out.resize(start + len, 0);
    // The slice is exactly as long as the encoding, so the encoder cannot run out of room.
    STANDARD.encode_slice(bytes, &mut out[start..]).unwrap_or(0)
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends lower-case hexadecimal; returns how many bytes.
#[inline]
pub fn push_hex(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    out.extend(
        bytes
            .iter()
            .flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
    );
    bytes.len() * 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn utf16_is_what_the_standard_library_makes(bytes in proptest::collection::vec(any::<u8>(), 0..64), text in ".{0,40}") {
            for input in [&bytes[..], text.as_bytes(), &[text.as_bytes(), &bytes].concat()] {
                let mut out = Vec::new();
                let (units, lossy) = push_utf16(&mut out, input);
                let expected: Vec<u16> = String::from_utf8_lossy(input).encode_utf16().collect();
                prop_assert_eq!(&out, &expected);
                prop_assert_eq!(units, expected.len());
                prop_assert_eq!(lossy, core::str::from_utf8(input).is_err());
                prop_assert_eq!(is_ascii(input), input.is_ascii());
            }
        }
    }

    #[test]
    fn bytes_render_in_base64_and_hex() {
        let mut out = Vec::new();
        assert_eq!(push_base64(&mut out, &[0xfb, 0xff, 0xfe, 0x01]), 8);
        assert_eq!(push_hex(&mut out, &[0x00, 0xaf]), 4);
        assert_eq!(out, b"+//+AQ==00af");
    }
}
