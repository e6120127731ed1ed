//! Keys: words of capital letters with dashes between them, and what becomes one (decisions 1 to 5).

use super::outcome::{Refusal, Result};

/// Most segments of an item's path: as deep as a file may nest.
pub(super) const MOST_SEGMENTS: usize = super::DEPTH;

/// Whether a stored key is one: `^[A-Z]+(-[A-Z]+)*$`.
pub(super) fn is_key(key: &[u8]) -> bool {
    let mut letter = false;
    for byte in key {
        match byte {
            b'A'..=b'Z' => letter = true,
            b'-' if letter => letter = false,
            _ => return false,
        }
    }
    letter
}

/// The key that an argument, or a key of a JSON argument, stands for.
///
/// # Errors
/// Exit 2, with the key that may have been meant.
pub(super) fn normalised(text: &str) -> Result<String> {
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'A'..='Z' | 'a'..='z' => key.push(c.to_ascii_uppercase()),
            ' ' | '-' if key.ends_with('-') => {}
            ' ' | '-' => key.push('-'),
            _ => return Err(Refusal::input(explained(text, From::Given))),
        }
    }
    if is_key(key.as_bytes()) {
        Ok(key)
    } else {
        Err(Refusal::input(explained(text, From::Given)))
    }
}

/// The keys of an item's path, which is divided by `/` and `.`.
///
/// # Errors
/// Exit 2.
pub(super) fn path(text: &str) -> Result<Vec<String>> {
    let segments = text.split(['/', '.']);
    if segments.clone().count() > MOST_SEGMENTS {
        return Err(Refusal::input(format!(
            "a path has at most {MOST_SEGMENTS} segments; this one has {}",
            segments.count()
        )));
    }
    let empty = || {
        Refusal::input(format!(
            "{}: an item's path has no empty segment; write it as ALPHA/BETA",
            quoted(text)
        ))
    };
    segments
        .map(|segment| match segment {
            "" => Err(empty()),
            _ => normalised(segment),
        })
        .collect()
}

/// Where a key is from: small letters and spaces are as good as capitals and dashes where it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    Given,
    Stored,
}

/// What is wrong with a key, and what it may be instead.
pub(super) fn explained(key: &str, from: From) -> String {
    // What is wrong anywhere comes before what is wrong in a stored key alone.
    let odd = |c: &char| !matches!(c, 'A'..='Z' | 'a'..='z' | '-' | ' ');
    let unready = |c: &char| from == From::Stored && matches!(c, 'a'..='z' | ' ');
    let why = match key.chars().find(odd).or_else(|| key.chars().find(unready)) {
        Some(c) => format!(
            "{} is not allowed in a key",
            quoted(c.encode_utf8(&mut [0; 4]))
        ),
        None if key.is_empty() => "a key has at least one letter".to_owned(),
        None if key.starts_with(['-', ' ']) || key.ends_with(['-', ' ']) => {
            "a key begins and ends with a letter".to_owned()
        }
        None => "one dash stands between the words of a key".to_owned(),
    };
    let (key, meant) = (quoted(key), meant(key));
    if meant.is_empty() {
        format!(
            "{key}: {why}; a key is words of letters A to Z with dashes between them, as in MY-KEY"
        )
    } else {
        format!("{key}: {why}; try {meant}")
    }
}

/// The key that is nearest to a text: digits as words, a dash for everything else. Empty where nothing is left.
fn meant(text: &str) -> String {
    const DIGITS: [&str; 10] = [
        "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE",
    ];
    let mut words = String::new();
    for c in text.chars().take(SHOWN) {
        match c {
            'A'..='Z' | 'a'..='z' => words.push(c.to_ascii_uppercase()),
            '0'..='9' => {
                words.push('-');
                words.push_str(DIGITS[(c as u8 - b'0') as usize]);
                words.push('-');
            }
            _ => words.push('-'),
        }
    }
    let words: Vec<_> = words.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Most characters of a text that a message shows.
const SHOWN: usize = 60;

/// A text as a message shows it: in quotes, escaped, and not all of a long one.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == SHOWN => {
                shown.push('…');
                break;
            }
            '"' | '\\' => shown.extend(['\\', c]),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown.push('"');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_keys_and_nothing_else_does() {
        for (text, key) in [
            ("alpha", "ALPHA"),
            ("my goal", "MY-GOAL"),
            ("a - - b", "A-B"),
            ("A--B", "A-B"),
        ] {
            assert_eq!(normalised(text), Ok(key.to_owned()));
        }
        for text in [
            "",
            " a",
            "a-",
            "-",
            " ",
            "a\t",
            "é",
            "ſ",
            "a\n",
            "a1",
            "a_b",
            "a.b",
            "__proto__",
            "Ａ",
        ] {
            assert!(normalised(text).is_err(), "{text:?}");
            assert!(!is_key(text.as_bytes()), "{text:?}");
        }
        assert!(is_key(b"A-B") && !is_key(b"A--B") && !is_key(b"a"));
    }

    #[test]
    fn a_refused_key_comes_with_one_that_may_be_meant() {
        for (key, from, message) in [
            (
                "my_key",
                From::Given,
                r#""my_key": "_" is not allowed in a key; try MY-KEY"#,
            ),
            (
                "phase2",
                From::Given,
                r#""phase2": "2" is not allowed in a key; try PHASE-TWO"#,
            ),
            (
                "a-",
                From::Given,
                r#""a-": a key begins and ends with a letter; try A"#,
            ),
            (
                "alpha",
                From::Stored,
                r#""alpha": "a" is not allowed in a key; try ALPHA"#,
            ),
            (
                "A--B",
                From::Stored,
                r#""A--B": one dash stands between the words of a key; try A-B"#,
            ),
            (
                "é",
                From::Given,
                r#""é": "é" is not allowed in a key; a key is words of letters A to Z with dashes between them, as in MY-KEY"#,
            ),
        ] {
            assert_eq!(explained(key, from), message);
        }
    }
}
