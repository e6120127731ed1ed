//! Times as RFC 3339 writes them.

/// Is it a time of RFC 3339: `2026-01-31T23:59:60.5+01:00`? A second of 60 may stand wherever it could be a leap second.
pub(super) fn is_rfc3339(text: &str) -> bool {
    read(text.as_bytes()).is_some()
}

fn read(text: &[u8]) -> Option<()> {
    let mut rest = text;
    let year = digits(&mut rest, 4)?;
    sign(&mut rest, b"-")?;
    let month = within(digits(&mut rest, 2)?, 1, 12)?;
    sign(&mut rest, b"-")?;
    within(digits(&mut rest, 2)?, 1, days(year, month))?;
    sign(&mut rest, b"Tt")?;
    let hour = within(digits(&mut rest, 2)?, 0, 23)?;
    sign(&mut rest, b":")?;
    let minute = within(digits(&mut rest, 2)?, 0, 59)?;
    sign(&mut rest, b":")?;
    let second = within(digits(&mut rest, 2)?, 0, 60)?;
    if sign(&mut rest, b".").is_some() {
        digits(&mut rest, 1)?;
        while digits(&mut rest, 1).is_some() {}
    }
    let ahead = match sign(&mut rest, b"Zz+-")? {
        b'+' => offset(&mut rest)?,
        b'-' => -offset(&mut rest)?,
        _ => 0,
    };
    // A leap second is the last of a day in UTC.
    let utc = (i64::from(hour * 60 + minute) - ahead).rem_euclid(24 * 60);
    (rest.is_empty() && (second < 60 || utc == 24 * 60 - 1)).then_some(())
}

/// Minutes.
fn offset(rest: &mut &[u8]) -> Option<i64> {
    let hours = within(digits(rest, 2)?, 0, 23)?;
    sign(rest, b":")?;
    let minutes = within(digits(rest, 2)?, 0, 59)?;
    Some(i64::from(hours * 60 + minutes))
}

fn digits(rest: &mut &[u8], count: usize) -> Option<u32> {
    let (head, tail) = rest.split_at_checked(count)?;
    let number = head.iter().try_fold(0, |number, byte| {
        let digit = char::from(*byte).to_digit(10)?;
        Some(number * 10 + digit)
    })?;
    *rest = tail;
    Some(number)
}

/// Takes one of these bytes.
fn sign(rest: &mut &[u8], allowed: &[u8]) -> Option<u8> {
    let (first, tail) = rest.split_first()?;
    if !allowed.contains(first) {
        return None;
    }
    *rest = tail;
    Some(*first)
}

fn within(number: u32, least: u32, most: u32) -> Option<u32> {
    (least..=most).contains(&number).then_some(number)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

/// Milliseconds since 1970 in UTC, to the millisecond. What is past the year 9999 is its last moment.
pub(super) fn written(milliseconds: u64) -> String {
    const LAST: u64 = 253_402_300_799_999;
    let milliseconds = milliseconds.min(LAST);
    let (mut left, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000);
    let mut year = 1970;
    let length = |year: u32| 337 + u64::from(days(year, 2));
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let mut month = 1;
    while left >= u64::from(days(year, month)) {
        left -= u64::from(days(year, month));
        month += 1;
    }
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, fraction) = (rest / 1000 % 60, rest % 1000);
    let day = left + 1;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        for text in [
            "2026-01-31T23:59:59Z",
            "2026-01-31t00:00:00z",
            "2024-02-29T12:00:00.123456789+14:00",
            "2000-02-29T12:00:00-00:00",
            "1990-12-31T15:59:60-08:00",
            "1990-12-31T23:59:60Z",
            "0000-01-01T00:00:00Z",
        ] {
            assert!(is_rfc3339(text), "{text}");
        }
        for text in [
            "",
            "2026-01-31",
            "2026-01-31T23:59Z",
            "2026-01-31T23:59:59",
            "2026-01-31 23:59:59Z",
            "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T12:00:60Z",
            "2026-01-31T23:59:59.Z",
            "2026-01-31T23:59:59+24:00",
            "2026-01-31T23:59:59+0100",
            "2026-01-31T23:59:59ZZ",
            "+026-01-31T23:59:59Z",
            "２026-01-31T23:59:59Z",
        ] {
            assert!(!is_rfc3339(text), "{text}");
        }
    }

    #[test]
    fn a_moment_is_written_in_utc() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_827_696_789, "2000-02-29T12:34:56.789Z"),
            (1_795_564_800_000, "2026-11-25T00:00:00.000Z"),
            (u64::MAX, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(written(milliseconds), text);
            assert!(is_rfc3339(text));
        }
    }
}
