//! The renderings of numbers and hashes, which are all ASCII.

/// Appends the decimal digits of `n`; returns how many.
///
/// By eights: a module has no division of 64 bits by a constant but the slow one, and this way there are two at most.
#[inline]
pub fn push_u64(out: &mut Vec<u8>, n: u64) -> usize {
    const EIGHT: u64 = 100_000_000;
    let start = out.len();
    if n < EIGHT {
        push_significant(out, n as u32);
    } else {
        let (high, low) = (n / EIGHT, n % EIGHT);
        if high < EIGHT {
            push_significant(out, high as u32);
        } else {
            push_significant(out, (high / EIGHT) as u32);
            out.extend_from_slice(&eight_digits((high % EIGHT) as u32).to_le_bytes());
        }
        out.extend_from_slice(&eight_digits(low as u32).to_le_bytes());
    }
    out.len() - start
}

/// Appends the decimal digits of `n`, with a sign where it is negative; returns how many bytes.
pub fn push_i64(out: &mut Vec<u8>, n: i64) -> usize {
    if n < 0 {
        out.push(b'-');
    }
    push_u64(out, n.unsigned_abs()) + usize::from(n < 0)
}

/// Appends the digits of a number below 10^8 without zeros before them.
#[inline(always)]
fn push_significant(out: &mut Vec<u8>, n: u32) {
    let digits = eight_digits(n);
    // 0 has a digit, too.
    let zeros = ((digits ^ ZEROS).trailing_zeros() / 8).min(7);
    out.extend_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
    out.truncate(out.len() - zeros as usize);
}

/// Eight times the digit 0.
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// The eight digits of a number below 10^8, the first one lowest: split into halves, quarters and digits, those of a kind at
/// once in the lanes of one word. The factors are 1/100 and 1/10, exact for what they meet.
#[inline(always)]
fn eight_digits(n: u32) -> u64 {
    let halves = u64::from(n / 10_000) | u64::from(n % 10_000) << 32;
    let hundreds = ((halves * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let quarters = hundreds | (halves - hundreds * 100) << 16;
    let tens = ((quarters * 103) >> 10) & 0x000f_000f_000f_000f;
    (tens | (quarters - tens * 10) << 8) + ZEROS
}

/// Appends lower-case hexadecimal; returns how many bytes.
#[inline]
pub fn push_hex(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<16>();
    for block in blocks {
        out.extend_from_slice(hex_block(block).as_flattened());
    }
    out.extend(rest.iter().flat_map(|byte| hex_digits(*byte)));
    bytes.len() * 2
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn hex_block(block: &[u8; 16]) -> [[u8; 2]; 16] {
    use core::arch::wasm32::*;
    let digits = u8x16(
        b'0', b'1', b'2', b'3', b'4', b'5', b'6', b'7', b'8', b'9', b'a', b'b', b'c', b'd', b'e',
        b'f',
    );
    // SAFETY: `block` is 16 bytes; a load has no alignment to keep.
    let bytes = unsafe { v128_load(block.as_ptr().cast()) };
    let high = i8x16_swizzle(digits, u8x16_shr(bytes, 4));
    let low = i8x16_swizzle(digits, v128_and(bytes, u8x16_splat(15)));
    let mut out = [[0; 2]; 16];
    // SAFETY: `out` is 32 bytes; a store has no alignment to keep.
    unsafe {
        let first =
            i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(high, low);
        let second = i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
            high, low,
        );
        v128_store(out.as_mut_ptr().cast(), first);
        v128_store(out.as_mut_ptr().add(8).cast(), second);
    }
    out
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn hex_block(block: &[u8; 16]) -> [[u8; 2]; 16] {
    block.map(hex_digits)
}

#[inline(always)]
fn hex_digits(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|digit| digit + b'0' + if digit > 9 { b'a' - b'9' - 1 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_render_in_hex(bytes in proptest::collection::vec(any::<u8>(), 0..70)) {
            let mut out = Vec::new();
            prop_assert_eq!(push_hex(&mut out, &bytes), 2 * bytes.len());
            let expected: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            prop_assert_eq!(out, expected.into_bytes());
        }

        #[test]
        fn numbers_render_as_the_standard_library_renders_them(n in any::<u64>(), shift in 0..64_u32) {
            let n = n >> shift;
            for n in [n, n / 10 * 10, 10_u64.pow(shift % 20), 10_u64.pow(shift % 20) - 1] {
                let mut out = Vec::new();
                prop_assert_eq!(push_u64(&mut out, n), out.len());
                prop_assert_eq!(out, n.to_string().into_bytes());
                for n in [n as i64, (n as i64).wrapping_neg()] {
                    let mut out = Vec::new();
                    prop_assert_eq!(push_i64(&mut out, n), out.len());
                    prop_assert_eq!(out, n.to_string().into_bytes());
                }
            }
        }
    }

    #[test]
    fn each_number_of_four_digits_is_split_exactly() {
        for n in 0..10_000 {
            assert_eq!(
                eight_digits(n * 10_000 + n).to_le_bytes(),
                *format!("{n:04}{n:04}").as_bytes()
            );
        }
    }
}
