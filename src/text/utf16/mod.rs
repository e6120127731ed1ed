//! UTF-8, as payloads hold it, to UTF-16, as JavaScript holds text that is not ASCII.

use super::BLOCK;
use core::mem::MaybeUninit;

#[cfg(target_feature = "simd128")]
mod blocks;
/// Without vectors, characters are taken one by one.
#[cfg(not(target_feature = "simd128"))]
mod blocks {
    use super::MaybeUninit;

    pub(super) fn transcode(_: &[u8], _: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        (0, 0)
    }
}

/// Appends `text` as UTF-16. Each maximal bad sequence becomes one U+FFFD, as the Encoding Standard has it;
/// the result says how many units were written and whether any was bad.
pub fn push_utf16(out: &mut Vec<u16>, text: &[u8]) -> (usize, bool) {
    // No byte makes more than one unit; a block is written whole, however much of it counts.
    out.reserve(text.len() + BLOCK);
    let units = &mut out.spare_capacity_mut()[..text.len() + BLOCK];
    let (mut read, mut written, mut lossy) = (0, 0, false);
    loop {
        let (bytes, made) = blocks::transcode(&text[read..], &mut units[written..]);
        read += bytes;
        written += made;
        let (rest, room) = (&text[read..], &mut units[written..]);
        if rest.is_empty() {
            break;
        }
        let (code, len) = decode(rest).unwrap_or_else(|| {
            lossy = true;
            (0xfffd, bad_length(rest))
        });
        read += len;
        written += put(code, room);
    }
    // SAFETY: the first `written` units of the spare capacity were written above, one after the other.
    unsafe { out.set_len(out.len() + written) };
    (written, lossy)
}

/// Writes a character; how many units it takes.
#[inline(always)]
fn put(code: u32, room: &mut [MaybeUninit<u16>]) -> usize {
    if code < 0x1_0000 {
        room[0].write(code as u16);
        return 1;
    }
    room[0].write((0xd7c0 + (code >> 10)) as u16);
    room[1].write((0xdc00 + (code & 0x3ff)) as u16);
    2
}

/// The character that begins `text`, and its length; `None` where none begins.
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
        0x00..=0x7f => Some((lead, 1)),
        0xc2..=0xdf => Some((((lead & 0x1f) << 6) | low(next(1)?), 2)),
        0xe0..=0xef => {
            let code = ((lead & 0x0f) << 12) | (low(next(1)?) << 6) | low(next(2)?);
            // Neither longer than needed nor half of a pair.
            (code >= 0x800 && code & 0xf800 != 0xd800).then_some((code, 3))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_the_standard_library_makes(bytes in proptest::collection::vec(any::<u8>(), 0..64), text in ".{0,40}", cjk in "[一-龥ぁ-ん ]{0,40}") {
            for input in [&bytes[..], text.as_bytes(), cjk.as_bytes(), &[text.as_bytes(), &bytes, cjk.as_bytes()].concat()] {
                let mut out = Vec::new();
                let (units, lossy) = push_utf16(&mut out, input);
                let expected: Vec<u16> = String::from_utf8_lossy(input).encode_utf16().collect();
                prop_assert_eq!(&out, &expected);
                prop_assert_eq!(units, expected.len());
                prop_assert_eq!(lossy, core::str::from_utf8(input).is_err());
            }
        }
    }
}
