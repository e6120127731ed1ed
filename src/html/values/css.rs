//! CSS of `style` attributes and of SVG's presentation attributes.
//!
//! A declaration passes whole or not at all. Its value is made of words, numbers, strings, signs and functions of
//! known names; what could hide something (escapes, comments, blocks) or fetch something (`url()`, `image-set()`, `src()`)
//! is in none of them, nor in their strings. What passes is written anew, one declaration after the other, each closed in
//! itself.

use super::{before, is_space, trim};
use crate::html::policy::style::{FUNCTIONS, POSITIONS, PROPERTIES};
use crate::text::{cut, same_word};

/// Why a declaration or a value is refused.
pub type Refusal = &'static str;

/// Longest name that is looked up.
const NAME: usize = 40;

/// Functions that fetch, as they end: prefixes are before them.
const FETCHING: [&str; 3] = ["image-set", "src", "url"];

/// Appends the declarations that may pass; tells `refuse` the property of each other one. Comments between them go.
pub fn declarations(text: &str, out: &mut String, refuse: &mut dyn FnMut(&str, Refusal)) {
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(comment) = rest.trim_ascii_start().strip_prefix("/*") {
            // A search for text is four kilobytes of module.
            let end = comment.as_bytes().windows(2).position(|two| two == b"*/");
            rest = end.and_then(|at| comment.get(at + 2..)).unwrap_or("");
            continue;
        }
        let end = declaration_end(rest);
        let declaration = trim(cut(rest, 0, end), is_space);
        rest = rest.get(end + 1..).unwrap_or("");
        if declaration.is_empty() {
            continue;
        }
        let colon = before(declaration, |b| b == b':');
        let property = cut(declaration, 0, colon);
        let value = declaration.get(colon + 1..).unwrap_or("");
        let (property, value) = (trim(property, is_space), trim(value, is_space));
        match judge(property, value) {
            Ok(()) => {
                if !out.is_empty() {
                    out.push_str("; ");
                }
                out.push_str(property);
                out.push_str(": ");
                out.push_str(value);
            }
            Err(why) => refuse(property, why),
        }
    }
}

/// Where the first declaration of `text` ends: at a `;` that is in no string and no brackets. A string ends with its line.
fn declaration_end(text: &str) -> usize {
    let (mut depth, mut quote) = (0u32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if quote != 0 => {
                let ends = byte == quote || matches!(byte, b'\n' | b'\r' | b'\x0c');
                quote = if ends { 0 } else { quote };
            }
            b'"' | b'\'' => quote = byte,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

fn judge(property: &str, value: &str) -> Result<(), Refusal> {
    if value.is_empty() {
        return Err("a declaration is a property, a colon and a value");
    }
    if !is_custom(property) && !is_in(&PROPERTIES, property) {
        return Err("the property is not in the policy");
    }
    check_value(value, false)?;
    if same_word(property, "position") && !is_position(value) {
        return Err("position is static, relative or absolute");
    }
    Ok(())
}

fn is_custom(property: &str) -> bool {
    property.strip_prefix("--").is_some_and(|name| {
        !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    })
}

fn is_position(value: &str) -> bool {
    let word = trim(cut(value, 0, before(value, |b| b == b'!')), is_space);
    POSITIONS.iter().any(|known| same_word(known, word))
}

/// Whether a sorted list has a name, in any case of ASCII.
fn is_in(list: &[&str], name: &str) -> bool {
    let mut small = [0; NAME];
    let Some(small) = small.get_mut(..name.len()) else {
        return false;
    };
    small.copy_from_slice(name.as_bytes());
    small.make_ascii_lowercase();
    list.binary_search_by(|known| known.as_bytes().cmp(small))
        .is_ok()
}

/// Whether a value may pass.
///
/// # Errors
/// Why it may not. `references`: whether `url(#id)`, a reference into the same document, may.
pub fn check_value(value: &str, references: bool) -> Result<(), Refusal> {
    let bytes = value.as_bytes();
    (0..bytes.len()).try_for_each(|at| check_sign(bytes, at))?;
    // The brackets that are open, the innermost lowest: a bit for each, below one that is always there.
    let (mut at, mut open) = (0, 1u64);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => at = string_end(bytes, at)?,
            b'(' | b'[' if open.leading_zeros() > 0 => {
                open = open << 1 | u64::from(*byte == b'[');
                at += 1;
            }
            b')' | b']' if open > 1 && (open & 1 == 1) == (*byte == b']') => {
                open >>= 1;
                at += 1;
            }
            b'(' | b')' | b'[' | b']' => return Err("brackets do not match"),
            b'!' => {
                let rest = trim(cut(value, at + 1, value.len()), is_space);
                return match open == 1 && same_word(rest, "important") {
                    true => Ok(()),
                    false => Err("after ! only important may stand"),
                };
            }
            b'\t' | b'\n' | b'\r' | b'\x0c' | b' ' => at += 1,
            b'#' | b'%' | b'*' | b'+' | b',' | b'.' | b'/' => at += 1,
            _ if is_word(*byte) => at = word_end(value, at, references)?,
            _ => return Err("a sign that no value of the policy has"),
        }
    }
    match open {
        1 => Ok(()),
        _ => Err("brackets do not match"),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80
}

/// Refuses what no value has, in a string or out of one: a program of the page may write a string's text as CSS.
fn check_sign(bytes: &[u8], at: usize) -> Result<(), Refusal> {
    match bytes[at] {
        b'\\' => Err("escapes are not allowed"),
        b'@' | b'{' | b'}' => Err("rules and blocks are not allowed"),
        b'/' if bytes.get(at + 1) == Some(&b'*') => Err("comments are not allowed"),
        _ => Ok(()),
    }
}

fn fetches(before: &[u8]) -> bool {
    FETCHING.iter().any(|name| {
        let (from, name) = (before.len().wrapping_sub(name.len()), name.as_bytes());
        before
            .get(from..)
            .is_some_and(|end| end.eq_ignore_ascii_case(name))
    })
}

/// The place after the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> Result<usize, Refusal> {
    let quote = bytes[start];
    for (at, byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            _ if *byte == quote => return Ok(at + 1),
            b'(' if fetches(&bytes[start + 1..at]) => return Err("nothing is fetched"),
            b'\n' | b'\r' | b'\x0c' => break,
            _ => {}
        }
    }
    Err("a string is not closed")
}

/// The place after the word that begins at `start`; a function must be one of the policy.
fn word_end(value: &str, start: usize, references: bool) -> Result<usize, Refusal> {
    let bytes = value.as_bytes();
    let len = bytes[start..].iter().take_while(|b| is_word(**b)).count();
    let end = start + len;
    if bytes.get(end) != Some(&b'(') {
        return Ok(end);
    }
    let name = cut(value, start, end);
    if is_in(&FUNCTIONS, name) {
        return Ok(end);
    }
    if references && same_word(name, "url") {
        return reference_end(value, end);
    }
    Err("the function is not in the policy")
}

/// The place after `(#id)`, where one stands at `open`.
fn reference_end(value: &str, open: usize) -> Result<usize, Refusal> {
    const REFUSED: Refusal = "url() is only for #id";
    let close = open + before(cut(value, open, value.len()), |b| b == b')');
    if close == value.len() {
        return Err(REFUSED);
    }
    let inner = trim(cut(value, open + 1, close), is_space);
    let inner = [b'"', b'\'']
        .iter()
        .find_map(|quote| {
            inner
                .strip_prefix(char::from(*quote))?
                .strip_suffix(char::from(*quote))
        })
        .unwrap_or(inner);
    let id = inner.strip_prefix('#').ok_or(REFUSED)?;
    match !id.is_empty() && id.bytes().all(is_word) {
        true => Ok(close + 1),
        false => Err(REFUSED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept(text: &str) -> String {
        let mut out = String::new();
        declarations(text, &mut out, &mut |_, _| {});
        out
    }

    #[test]
    fn the_lists_are_sorted() {
        assert!(PROPERTIES.is_sorted_by(|a, b| a < b));
        assert!(FUNCTIONS.is_sorted_by(|a, b| a < b));
        assert!(PROPERTIES
            .iter()
            .chain(&*FUNCTIONS)
            .all(|name| name.len() <= NAME));
    }

    #[test]
    fn ordinary_css_passes() {
        for css in [
            "color: red",
            "--accent: #0af; color: var(--accent, blue)",
            "grid-template-areas: \"a b\" 'c d'",
            "width: calc(100% - 2 * 3px) !important",
            "transform: translate(-50%, 2px) rotate(3deg)",
            "background: linear-gradient(90deg, rgba(0, 0, 0, .5), #fff)",
            "font: 700 1rem/1.5 \"Gill Sans\", système, sans-serif",
            "grid-template-columns: [full-start] repeat(auto-fill, minmax(10rem, 1fr))",
            "POSITION: Absolute",
            "--x: url 'url (' \"a / * src\"",
        ] {
            assert_eq!(kept(css), css);
        }
        assert_eq!(kept(" ;color:red;; margin :0 ; "), "color: red; margin: 0");
        let commented = "/* a; b: '*/ color: red;\n/**//* c */ margin: 0; /* d";
        assert_eq!(kept(commented), "color: red; margin: 0");
        assert_eq!(kept("/*/ color: red; /**/ margin: 0"), "margin: 0");
    }

    #[test]
    fn only_the_declaration_that_offends_goes() {
        for bad in [
            "background: url(x)",
            "background: URL( 'x' )",
            "background: image-set('x' 1x)",
            "background: -webkit-image-set('x' 1x)",
            "background: src('x')",
            "background: u\\72l(x)",
            "background: ur/**/l(x)",
            "color: red}",
            "color: {x}",
            "color: @x",
            "color: a:b",
            "color: <x>",
            "behavior: x",
            "-moz-binding: x",
            "position: fixed",
            "position: sticky",
            "position: var(--p)",
            "position: fixed !important",
            "position: absolute fixed",
            "width: expression(alert(1))",
            "color: (",
            "color: )",
            "color: red !x",
            "color: 'x\ny'",
            "color: '@x'",
            "color: '{'",
            "color: '/*'",
            "color: 'x Image-Set(y)'",
            "color: \"url(\"",
            "color: attr(x)",
            "color",
            "color:",
            "--: x",
            "animation: x",
        ] {
            assert_eq!(kept(&format!("margin: 1px; {bad}")), "margin: 1px", "{bad}");
            if (!bad.contains("(") || bad.contains(")")) && !bad.contains('\n') {
                assert!(
                    kept(&format!("{bad}; margin: 1px")).ends_with("margin: 1px"),
                    "{bad}"
                );
            }
        }
        assert_eq!(kept("color: 'x; margin: 1px"), "");
        // A string ends with its line, and a quote in the next one begins another.
        assert_eq!(kept("color: 'x\n; margin: 1px"), "margin: 1px");
        assert_eq!(kept("color: 'x\ny'; margin: 1px"), "");
    }

    #[test]
    fn brackets_close_what_they_opened() {
        let named = "grid-template-columns: [a b] 1fr";
        assert_eq!(
            kept(&format!("{named}; margin: 1px")),
            format!("{named}; margin: 1px")
        );
        for bad in ["[a;b] 1fr", "[a", "a]", "[a)", "([a)]", "[a] ]"] {
            let text = format!("margin: 1px; grid-template-columns: {bad}");
            assert_eq!(kept(&text), "margin: 1px", "{bad}");
        }
        assert_eq!(
            kept("grid-template-columns: [a;b] 1fr; color: red"),
            "color: red"
        );
        let deep = |depth| format!("color: {}1{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(kept(&deep(60)), deep(60));
        assert_eq!(kept(&deep(70)), "");
    }

    #[test]
    fn references_are_for_paint() {
        for value in ["url(#a)", "url( '#a-b' )", "url(#a) red", "none", "#fff"] {
            assert!(check_value(value, true).is_ok(), "{value}");
        }
        for value in [
            "url(x#a)",
            "url(#a b)",
            "url(//evil)",
            "url(",
            "url(#)",
            "url('#a\")",
        ] {
            assert!(check_value(value, true).is_err(), "{value}");
        }
        assert!(check_value("url(#a)", false).is_err());
    }

    proptest! {
        #[test]
        fn what_passes_passes_again(css in "((color|width|position|--x|b)?[ :;()'\"a-z0-9!/*\\\\@{}#,-]{0,8}){0,6}") {
            let once = kept(&css);
            prop_assert_eq!(kept(&once), once);
        }
    }
}
