//! What a value may say: addresses, lists of them, CSS, words and numbers.

pub mod css;
pub mod srcset;
pub mod url;

/// Whether the text is a number with a unit, `%` or nothing behind it, as attributes of HTML have them.
pub fn is_number(text: &str) -> bool {
    let text = text.trim_matches(is_space);
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let unit = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < digits.len()
        && (unit == "%" || unit.len() <= 4 && unit.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Whether the text is made of what paths and lists of points are made of.
pub fn is_geometry(text: &str) -> bool {
    text.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b" \t\n\r\x0c+-.,%".contains(&b))
}

/// White space as HTML and CSS know it.
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
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
