//! Times as ISO 8601, both ways.

use crate::text::push_ascii;

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
        DayCache {
            day: i64::MIN,
            text: [0; 14],
            len: 0,
        }
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
    let (h, m, s, ms) = (
        time / 3_600_000,
        time / 60_000 % 60,
        time / 1000 % 60,
        time % 1000,
    );
    let [[h1, h2], [m1, m2], [s1, s2], [f1, f2]] = [h, m, s, ms % 100].map(two_digits);
    push_ascii(out, &cache.text[..cache.len]);
    out.extend_from_slice(&[
        b'T',
        h1,
        h2,
        b':',
        m1,
        m2,
        b':',
        s1,
        s2,
        b'.',
        b'0' + (ms / 100) as u8,
        f1,
        f2,
        b'Z',
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
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let text = if (0..=9999).contains(&year) {
        format!("{year:04}-{month:02}-{date:02}")
    } else {
        format!(
            "{}{:06}-{month:02}-{date:02}",
            if year < 0 { '-' } else { '+' },
            year.abs()
        )
    };
    cache.day = day;
    cache.len = text.len();
    cache.text[..text.len()].copy_from_slice(text.as_bytes());
}

/// Milliseconds since the epoch of a time as [`push_iso`] writes it, with zero to three digits of fraction; `None` for
/// any other text and for dates that do not exist.
pub fn parse_iso(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let year_len = if matches!(bytes.first()?, b'+' | b'-') {
        7
    } else {
        4
    };
    let (year, rest) = (text.get(..year_len)?, bytes.get(year_len..)?);
    let year: i64 = if year_len == 4 {
        digits(year.as_bytes())?
    } else {
        year.parse().ok()?
    };
    let [b'-', mo1, mo2, b'-', d1, d2, b'T', h1, h2, b':', m1, m2, b':', s1, s2, fraction @ .., b'Z'] =
        rest
    else {
        return None;
    };
    let pair = |a: &u8, b: &u8| digits(&[*a, *b]);
    let (month, day) = (pair(mo1, mo2)?, pair(d1, d2)?);
    let (h, m, s) = (pair(h1, h2)?, pair(m1, m2)?, pair(s1, s2)?);
    let ms = match fraction {
        [] => 0,
        [b'.', fraction @ ..] if (1..=3).contains(&fraction.len()) => {
            digits(fraction)? * 10_i64.pow(3 - fraction.len() as u32)
        }
        _ => return None,
    };
    if h > 23 || m > 59 || s > 59 {
        return None;
    }
    let days = days_since_epoch(year, month, day)?;
    let time = days * DAY_MS + ((h * 60 + m) * 60 + s) * 1000 + ms;
    (-MAX_TIME_MS..=MAX_TIME_MS).contains(&time).then_some(time)
}

fn digits(bytes: &[u8]) -> Option<i64> {
    bytes.iter().try_fold(0, |n, byte| {
        byte.is_ascii_digit()
            .then(|| n * 10 + i64::from(byte - b'0'))
    })
}

/// The inverse of [`render_day`]'s arithmetic.
fn days_since_epoch(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
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
        fn every_time_reads_back(ms in -MAX_TIME_MS..=MAX_TIME_MS) {
            prop_assert_eq!(iso(ms).as_deref().and_then(parse_iso), Some(ms));
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "2024-02-30T00:00:00.000Z",
            "2023-02-29T00:00:00Z",
            "2024-01-01",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:00:00.0000Z",
            "2024-01-01T00:00:00+01:00",
            "2024-1-01T00:00:00Z",
            "+27576-09-13T00:00:00Z",
            "2024-01-01T00:00:00.Z",
        ] {
            assert_eq!(parse_iso(text), None, "{text}");
        }
        assert_eq!(parse_iso("2024-02-29T12:34:56.7Z"), Some(1_709_210_096_700));
    }
}
