//! Text the tape carries: UTF-8 taken apart into an ASCII arena and a UTF-16 arena, and the renderings of
//! numbers, times, bytes and hashes, which are all ASCII.

use core::mem::MaybeUninit;

/// Appends `text` if it is ASCII; whether it is. One pass that checks and copies, by blocks; what is left after whole
/// blocks is copied with the block that ends the text, so that no loop runs over single bytes.
#[inline]
pub fn push_ascii(out: &mut Vec<u8>, text: &[u8]) -> bool {
    out.reserve(text.len());
    let room = &mut out.spare_capacity_mut()[..text.len()];
    let copied = match text.len() {
        0..4 => copy_bytes(room, text),
        4..8 => copy_blocks::<4>(room, text),
        8..16 => copy_blocks::<8>(room, text),
        16..64 => copy_blocks::<16>(room, text),
        _ => copy_blocks::<64>(room, text),
    };
    if copied {
        // SAFETY: all of `room`, which is the first `text.len()` bytes of the spare capacity, was written.
        unsafe { out.set_len(out.len() + text.len()) };
    }
    copied
}

#[inline(always)]
fn copy_bytes(room: &mut [MaybeUninit<u8>], text: &[u8]) -> bool {
    let mut seen = 0;
    for (place, byte) in room.iter_mut().zip(text) {
        place.write(*byte);
        seen |= byte;
    }
    seen < 0x80
}

/// Copies text of at least `N` bytes by blocks of `N`; false, and part of it copied, where a byte is not ASCII.
#[inline(always)]
fn copy_blocks<const N: usize>(room: &mut [MaybeUninit<u8>], text: &[u8]) -> bool {
    for (place, block) in room.chunks_exact_mut(N).zip(text.chunks_exact(N)) {
        if !copy_block::<N>(place, block) {
            return false;
        }
    }
    match (room.last_chunk_mut::<N>(), text.last_chunk::<N>()) {
        (Some(place), Some(block)) => copy_block::<N>(place, block),
        _ => false,
    }
}

#[inline(always)]
fn copy_block<const N: usize>(room: &mut [MaybeUninit<u8>], block: &[u8]) -> bool {
    match (room.first_chunk_mut::<N>(), block.first_chunk::<N>()) {
        (Some(room), Some(block)) => {
            *room = block.map(MaybeUninit::new);
            is_ascii_block(block)
        }
        _ => false,
    }
}

/// Whole words: or-ing byte by byte makes the compiler take a vector apart again, lane by lane.
#[inline(always)]
fn is_ascii_block<const N: usize>(block: &[u8; N]) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut seen = 0;
    for part in block.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        seen |= u64::from_ne_bytes(word);
    }
    seen & HIGH_BITS == 0
}

/// Appends `text` as UTF-16. Each maximal bad sequence becomes one U+FFFD, as the Encoding Standard has it;
/// the result says how many units were written and whether any was bad.
///
/// One pass that checks and transcodes: blocks of ASCII are widened whole, everything else goes by its lead byte.
pub fn push_utf16(out: &mut Vec<u16>, text: &[u8]) -> (usize, bool) {
    // No byte makes more than one unit.
    out.reserve(text.len());
    let units = &mut out.spare_capacity_mut()[..text.len()];
    let (mut read, mut written, mut lossy) = (0, 0, false);
    while read < text.len() {
        // Sixteen bytes are widened at once; as many as are ASCII hold.
        let ascii = match (
            text[read..].first_chunk(),
            units[written..].first_chunk_mut(),
        ) {
            (Some(block), Some(units)) => {
                *units = block.map(|byte| MaybeUninit::new(u16::from(byte)));
                ascii_prefix(block)
            }
            _ if text[read] < 0x80 => {
                units[written].write(text[read].into());
                1
            }
            _ => 0,
        };
        read += ascii;
        written += ascii;
        while read < text.len() && text[read] >= 0x80 {
            if let Some(unit) = three_bytes(&text[read..]) {
                units[written].write(unit);
                read += 3;
                written += 1;
                continue;
            }
            let (code, len) = decode(&text[read..]).unwrap_or_else(|| {
                lossy = true;
                (0xfffd, bad_length(&text[read..]))
            });
            read += len;
            if code < 0x1_0000 {
                units[written].write(code as u16);
                written += 1;
            } else {
                units[written].write((0xd7c0 + (code >> 10)) as u16);
                units[written + 1].write((0xdc00 + (code & 0x3ff)) as u16);
                written += 2;
            }
        }
    }
    // SAFETY: the first `written` units of the spare capacity were written above, one after the other.
    unsafe { out.set_len(out.len() + written) };
    (written, lossy)
}

/// How many bytes before the first that is not ASCII.
#[inline(always)]
fn ascii_prefix(block: &[u8; 16]) -> usize {
    (u128::from_le_bytes(*block) & u128::from_le_bytes([0x80; 16])).trailing_zeros() as usize / 8
}

/// The character of three bytes that begins `text`: most of what is not Latin, and so worth a path of its own.
#[inline(always)]
fn three_bytes(text: &[u8]) -> Option<u16> {
    let [a, b, c] = *text.first_chunk()?;
    let shape = u32::from_be_bytes([0, a, b, c]);
    let unit = (u16::from(a & 0x0f) << 12) | (u16::from(b & 0x3f) << 6) | u16::from(c & 0x3f);
    // Neither longer than needed nor half of a pair.
    let fits = shape & 0x00f0_c0c0 == 0x00e0_8080 && unit >= 0x800 && unit & 0xf800 != 0xd800;
    fits.then_some(unit)
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
                let mut copy = vec![b'<'];
                prop_assert_eq!(push_ascii(&mut copy, input), input.is_ascii());
                prop_assert_eq!(&copy[1..], if input.is_ascii() { input } else { &[] });
            }
        }
    }

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
