//! What a value may say: addresses, lists of them, CSS, words and numbers.

pub mod css;
pub mod srcset;
pub mod url;

use crate::text::cut;

/// Whether the text is a number with a unit, `%` or nothing behind it, as attributes of HTML have them.
pub fn is_number(text: &str) -> bool {
    let text = trim(text, is_space);
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = before(digits, |b| !b.is_ascii_digit() && b != b'.');
    let unit = cut(digits, end, digits.len());
    unit.len() < digits.len()
        && (unit == "%" || unit.len() <= 4 && unit.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Whether the text is made of what paths and lists of points are made of.
pub fn is_geometry(text: &str) -> bool {
    text.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b" \t\n\r\x0c+-.,%".contains(&b))
}

/// White space as HTML and CSS know it.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// How many bytes of `text` stand before the first of a kind of ASCII; all where there is none.
///
/// This and [`trim`] exist once in a wasm file, where the searches of `str` would be there once for each kind.
#[inline(never)]
fn before(text: &str, kind: fn(u8) -> bool) -> usize {
    text.bytes().position(kind).unwrap_or(text.len())
}

/// `text` without bytes of a kind of ASCII at its ends.
#[inline(never)]
fn trim(text: &str, kind: fn(u8) -> bool) -> &str {
    let end = text
        .bytes()
        .rposition(|b| !kind(b))
        .map_or(0, |last| last + 1);
    let start = text.bytes().position(|b| !kind(b)).unwrap_or(0);
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_a_unit() {
        for text in ["0", "-1", "100%", " 2.5em ", "+3", "320px"] {
            assert!(is_number(text), "{text}");
        }
        for text in ["", "px", "1 2", "1;2", "expression(1)", "1px\\"] {
            assert!(!is_number(text), "{text}");
        }
    }

    #[test]
    fn geometry_has_no_functions() {
        assert!(is_geometry("M10-20.5L3,4 1e-5z"));
        for text in ["url(#a)", "M0 0;", "a\\b", "M\u{a0}0"] {
            assert!(!is_geometry(text), "{text}");
        }
    }
}
