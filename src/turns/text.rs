//! Text the tape carries: UTF-8 taken apart into an ASCII arena and a UTF-16 arena, and the renderings of
//! numbers, times, bytes and hashes, which are all ASCII.

use base64::engine::general_purpose::STANDARD;
use base64::Engine;

/// True where every byte is below 0x80. Blocks keep the loop free of branches, so that it is vectorised, and
/// let it stop early on long text that is not ASCII.
#[inline]
pub fn is_ascii(text: &[u8]) -> bool {
    text.chunks(256).all(|block| block.iter().fold(0, |seen, byte| seen | byte) < 0x80)
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
        let ascii = rest.as_bytes().iter().position(|byte| *byte >= 0x80).unwrap_or(rest.len());
        out.extend(rest.as_bytes()[..ascii].iter().map(|byte| u16::from(*byte)));
        rest = &rest[ascii..];
        let wide = rest.as_bytes().iter().position(|byte| *byte < 0x80).unwrap_or(rest.len());
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
        bytes.iter().flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
    );
    bytes.len() * 2
}

/// The largest distance from the epoch that a JavaScript `Date` holds, in milliseconds.
pub const MAX_TIME_MS: i64 = 8_640_000_000_000_000;

const DAY_MS: i64 = 86_400_000;

/// The last day that was rendered: turns of a conversation mostly share it.
#[derive(Debug, Clone)]
pub struct DayCache {
    day: i64,
    text: [u8; 14],
    len: usize,
}

impl Default for DayCache {
    fn default() -> Self {
        DayCache { day: i64::MIN, text: [0; 14], len: 0 }
    }
}

/// Appends `ms` since the epoch as ISO 8601 in UTC with milliseconds and `Z`, as `Date.prototype.toISOString`
/// does (years outside 0 to 9999 with a sign and six digits); returns how many bytes, or `None` outside
/// [`MAX_TIME_MS`].
pub fn push_iso(out: &mut Vec<u8>, ms: i64, cache: &mut DayCache) -> Option<usize> {
    if !(-MAX_TIME_MS..=MAX_TIME_MS).contains(&ms) {
        return None;
    }
    let (day, time) = (ms.div_euclid(DAY_MS), ms.rem_euclid(DAY_MS) as u32);
    if cache.day != day {
        render_day(day, cache);
    }
    let (h, m, s, ms) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60, time % 1000);
    let [[h1, h2], [m1, m2], [s1, s2], [f1, f2]] = [h, m, s, ms % 100].map(two_digits);
    out.extend_from_slice(&cache.text[..cache.len]);
    out.extend_from_slice(&[
        b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'.', b'0' + (ms / 100) as u8, f1, f2, b'Z',
    ]);
    Some(cache.len + 14)
}

fn two_digits(n: u32) -> [u8; 2] {
    [b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8]
}

/// Days since the epoch to a date of the proleptic Gregorian calendar, counted in 400-year eras that begin
/// on 1 March, so that the leap day is an era's last.
fn render_day(day: i64, cache: &mut DayCache) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let date = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let text = if (0..=9999).contains(&year) {
        format!("{year:04}-{month:02}-{date:02}")
    } else {
        format!("{}{:06}-{month:02}-{date:02}", if year < 0 { '-' } else { '+' }, year.abs())
    };
    cache.day = day;
    cache.len = text.len();
    cache.text[..text.len()].copy_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn iso(ms: i64) -> Option<String> {
        let mut out = Vec::new();
        push_iso(&mut out, ms, &mut DayCache::default())?;
        String::from_utf8(out).ok()
    }

    #[test]
    fn times_render_as_date_to_iso_string_does() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
            (MAX_TIME_MS, "+275760-09-13T00:00:00.000Z"),
            (-MAX_TIME_MS, "-271821-04-20T00:00:00.000Z"),
        ] {
            assert_eq!(iso(ms).as_deref(), Some(text));
        }
        assert_eq!(iso(MAX_TIME_MS + 1), None);
        assert_eq!(iso(i64::MIN), None);
    }

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
