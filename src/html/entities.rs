//! Character references by name and by number (section 13.2.5.72 and after).
//!
//! The names are in two texts, from which sorted lists are made when the first name is met: `entities-legacy.txt` has
//! those that may stand without a semicolon (none of which begins another), a line `name codepoint` each;
//! `entities.txt` the rest, a line for each code point in their order, which is a third smaller for a browser than the
//! order of names. There a line is `[=difference[+second] ]name…`: by how much its code point is more than that of the
//! line before (1 where it says nothing), and where there is one the second code point, both in hexadecimal.

use crate::text::cut;
use std::sync::LazyLock;

type Chars = [Option<char>; 2];
type Row = (&'static str, Chars);

static LEGACY: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("entities-legacy.txt").lines();
    let row = |line: &'static str| {
        line.split_once(' ')
            .map(|(name, hex)| (name, [char_of(hex), None]))
    };
    lines.filter_map(row).collect()
});

static MODERN: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let (mut rows, mut point) = (Vec::new(), 0);
    for line in include_str!("entities.txt").lines() {
        let lead = line.strip_prefix('=').and_then(|line| line.split_once(' '));
        let (lead, names) = lead.unwrap_or(("1", line));
        let (difference, second) = lead.split_once('+').unwrap_or((lead, ""));
        point += u32::from_str_radix(difference, 16).unwrap_or(0);
        let chars = [char::from_u32(point), char_of(second)];
        rows.extend(names.split(' ').map(|name| (name, chars)));
    }
    rows.sort_unstable_by_key(|row| row.0);
    rows
});

fn char_of(hex: &str) -> Option<char> {
    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
}

/// A reference: the bytes it takes after the `&`, and the characters it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) len: usize,
    pub(crate) chars: Chars,
}

/// Reads the reference that `rest`, the input after an `&`, begins with. In an attribute a name without a
/// semicolon does not count before `=`, a letter or a digit.
pub(crate) fn reference(rest: &str, in_attribute: bool) -> Option<Reference> {
    match rest.as_bytes().first()? {
        b'#' => numeric(rest),
        first if first.is_ascii_alphabetic() => named(rest, in_attribute),
        _ => None,
    }
}

/// No name is longer than this.
const LONGEST_NAME: usize = 31;

fn named(rest: &str, in_attribute: bool) -> Option<Reference> {
    let bytes = rest.as_bytes();
    let end = bytes
        .iter()
        .take(LONGEST_NAME + 1)
        .position(|byte| !byte.is_ascii_alphanumeric())
        .unwrap_or(bytes.len().min(LONGEST_NAME + 1));
    let word = cut(rest, 0, end);
    let closed = bytes.get(end) == Some(&b';');
    let legacy = at_or_before(&LEGACY, word);
    if closed {
        let is_word = |row: &&Row| row.0 == word;
        let whole = legacy.filter(is_word);
        let whole = whole.or_else(|| at_or_before(&MODERN, word).filter(is_word));
        if let Some((_, chars)) = whole {
            return found(end + 1, *chars);
        }
    }
    let (name, chars) = *legacy?;
    if !word.starts_with(name) {
        return None;
    }
    let after = bytes.get(name.len());
    let goes_on = after.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric());
    match in_attribute && goes_on {
        true => None,
        false => found(name.len(), chars),
    }
}

fn found(len: usize, chars: Chars) -> Option<Reference> {
    Some(Reference { len, chars })
}

/// The last row of a sorted list whose name is not after `word`.
fn at_or_before(list: &'static [Row], word: &str) -> Option<&'static Row> {
    let after = list.partition_point(|row| row.0 <= word);
    list.get(after.checked_sub(1)?)
}

fn numeric(rest: &str) -> Option<Reference> {
    let bytes = rest.as_bytes();
    let (radix, start) = match bytes.get(1) {
        Some(b'x' | b'X') => (16, 2),
        _ => (10, 1),
    };
    let mut value = 0u32;
    let mut end = start;
    while let Some(digit) = bytes.get(end).and_then(|b| (*b as char).to_digit(radix)) {
        // Beyond the last character every value means the same.
        value = (value * radix + digit).min(0x11_0000);
        end += 1;
    }
    if end == start {
        return None;
    }
    let closed = usize::from(bytes.get(end) == Some(&b';'));
    Some(Reference {
        len: end + closed,
        chars: [Some(code_point(value)), None],
    })
}

fn code_point(value: u32) -> char {
    let value = match value {
        0 => 0xFFFD,
        0x80..=0x9F => u32::from(WINDOWS_1252[value as usize - 0x80]),
        other => other,
    };
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// What references to C1 controls mean (section 13.2.5.80).
static WINDOWS_1252: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(rest: &str, in_attribute: bool) -> Option<(usize, String)> {
        let reference = reference(rest, in_attribute)?;
        Some((
            reference.len,
            reference.chars.into_iter().flatten().collect(),
        ))
    }

    fn text(row: &Row) -> String {
        row.1.into_iter().flatten().collect()
    }

    #[test]
    fn the_lists_are_sorted_whole_and_no_legacy_name_begins_another() {
        let (legacy, modern) = (&*LEGACY, &*MODERN);
        assert_eq!((legacy.len(), 2 * legacy.len() + modern.len()), (106, 2231));
        for list in [legacy, modern] {
            assert!(list.is_sorted_by_key(|row| row.0));
            assert!(list.iter().all(|row| row.0.len() <= LONGEST_NAME));
        }
        for pair in legacy.windows(2) {
            assert!(!pair[1].0.starts_with(pair[0].0), "{pair:?}");
        }
    }

    #[test]
    fn every_name_is_decoded() {
        for row in LEGACY.iter().chain(&*MODERN) {
            let (name, text) = (row.0, text(row));
            let closed = format!("{name};x");
            assert_eq!(
                decoded(&closed, true),
                Some((name.len() + 1, text)),
                "{name}"
            );
        }
        for row in &*LEGACY {
            let (name, text) = (row.0, text(row));
            assert_eq!(
                decoded(&format!("{name} "), false),
                Some((name.len(), text.clone()))
            );
            assert_eq!(
                decoded(&format!("{name}zz;"), false),
                Some((name.len(), text))
            );
            assert_eq!(decoded(&format!("{name}zz;"), true), None, "{name}");
            assert_eq!(decoded(&format!("{name}="), true), None, "{name}");
        }
    }

    #[test]
    fn the_longest_name_wins_and_what_is_none_stays() {
        assert_eq!(decoded("notin;", false), Some((6, "∉".into())));
        assert_eq!(decoded("notit;", false), Some((3, "¬".into())));
        for none in [
            "", " ", "a", "zzz;", "Abreve ", "AAAA;", ";", "#", "#x;", "#z", "\u{e4};",
        ] {
            assert_eq!(decoded(none, false), None, "{none:?}");
        }
    }

    #[test]
    fn numbers_are_mapped_as_the_standard_says() {
        for (text, len, char) in [
            ("#65;", 4, 'A'),
            ("#x41x", 4, 'A'),
            ("#X1F600;", 8, '😀'),
            ("#128;", 5, '€'),
            ("#x81;", 5, '\u{81}'),
            ("#0;", 3, '\u{FFFD}'),
            ("#xD800;", 7, '\u{FFFD}'),
            ("#99999999999999999999;", 22, '\u{FFFD}'),
            ("#13;", 4, '\r'),
        ] {
            assert_eq!(decoded(text, true), Some((len, char.to_string())), "{text}");
        }
    }
}
