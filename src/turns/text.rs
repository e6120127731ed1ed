//! Text the tape carries: UTF-8 taken apart into an ASCII arena and a UTF-16 arena, and the renderings of
//! numbers, times, bytes and hashes, which are all ASCII.

use core::mem::MaybeUninit;

/// Appends `text` if it is ASCII; whether it is. One pass that checks and copies, by 16 bytes; what is left of longer
/// text is copied with the 16 bytes that end it, so that no loop runs over single bytes.
#[inline]
pub fn push_ascii(out: &mut Vec<u8>, text: &[u8]) -> bool {
    out.reserve(text.len());
    let room = &mut out.spare_capacity_mut()[..text.len()];
    let copied = match text.len() {
        0..4 => copy_bytes(room, text),
        4..8 => copy_blocks::<4>(room, text),
        8..16 => copy_blocks::<8>(room, text),
        _ => copy_blocks::<16>(room, text),
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

#[inline(always)]
fn is_ascii_block<const N: usize>(block: &[u8; N]) -> bool {
    block.iter().fold(0, |seen, byte| seen | byte) < 0x80
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
        if let Some(block) = ascii_block(text, read) {
            if let Some(units) = units[written..].first_chunk_mut::<BLOCK>() {
                *units = block.map(|byte| MaybeUninit::new(u16::from(byte)));
            }
            read += BLOCK;
            written += BLOCK;
            continue;
        }
        // A few characters before looking for a block again: text that is not ASCII rarely alternates at once.
        let until = text.len().min(read + BLOCK);
        while read < until {
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

const BLOCK: usize = 16;

#[inline(always)]
fn ascii_block(text: &[u8], at: usize) -> Option<&[u8; BLOCK]> {
    text[at..]
        .first_chunk::<BLOCK>()
        .filter(|block| is_ascii_block(block))
}

/// The first character of `text` and its length; `None` where no character begins.
#[inline(always)]
fn decode(text: &[u8]) -> Option<(u32, usize)> {
    let lead = u32::from(*text.first()?);
    if lead < 0x80 {
        return Some((lead, 1));
    }
    let next = |index: usize| {
        text.get(index)
            .map(|byte| u32::from(*byte))
            .filter(|byte| byte & 0xc0 == 0x80)
    };
    let low = |byte: u32| byte & 0x3f;
    match lead {
        0xc2..=0xdf => Some((((lead & 0x1f) << 6) | low(next(1)?), 2)),
        0xe0..=0xef => {
            let code = ((lead & 0x0f) << 12) | (low(next(1)?) << 6) | low(next(2)?);
            // Neither longer than needed nor half of a pair.
            (code >= 0x800 && !(0xd800..0xe000).contains(&code)).then_some((code, 3))
        }
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
                let mut copy = vec![b'<'];
                prop_assert_eq!(push_ascii(&mut copy, input), input.is_ascii());
                prop_assert_eq!(&copy[1..], if input.is_ascii() { input } else { &[] });
            }
        }
    }

    #[test]
    fn bytes_render_in_hex() {
        let mut out = Vec::new();
        assert_eq!(push_hex(&mut out, &[0x00, 0xaf]), 4);
        assert_eq!(out, b"00af");
    }
}
