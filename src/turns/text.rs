//! The renderings of numbers and hashes, which are all ASCII.

use crate::text::push_ascii;

/// Appends the decimal digits of `n`; returns how many.
#[inline]
pub fn push_u64(out: &mut Vec<u8>, n: u64) -> usize {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(n).as_bytes();
    // Digits are few: copied by blocks here, they save a call out of wasm for a bulk copy.
    push_ascii(out, digits);
    digits.len()
}

/// Appends the decimal digits of `n`, with a sign where it is negative; returns how many bytes.
pub fn push_i64(out: &mut Vec<u8>, n: i64) -> usize {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(n).as_bytes();
    // Digits are few: copied by blocks here, they save a call out of wasm for a bulk copy.
    push_ascii(out, digits);
    digits.len()
}

/// Appends lower-case hexadecimal; returns how many bytes.
#[inline]
pub fn push_hex(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let mut blocks = bytes.chunks_exact(8);
    for block in &mut blocks {
        let digits: [[u8; 2]; 8] = core::array::from_fn(|index| hex_digits(block[index]));
        out.extend_from_slice(digits.as_flattened());
    }
    out.extend(blocks.remainder().iter().flat_map(|byte| hex_digits(*byte)));
    bytes.len() * 2
}

/// Without a table, so that a block of bytes is worked on at once.
#[inline(always)]
fn hex_digits(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|digit| digit + b'0' + if digit > 9 { b'a' - b'9' - 1 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_render_in_hex() {
        let mut out = Vec::new();
        assert_eq!(
            push_hex(
                &mut out,
                &[0x00, 0xaf, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde]
            ),
            18
        );
        assert_eq!(out, b"00af123456789abcde");
    }
}
