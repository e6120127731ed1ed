//! The beginning of a JSON string whose end has not come.

use crate::json::hex;

/// What the bytes say that are complete, and how many of them that is: an escape, a surrogate pair or a character that
/// is cut waits. `None` where it is no JSON string.
pub(super) fn decode(raw: &[u8]) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = 0;
    while let Some(byte) = raw.get(at).copied() {
        if byte == b'\\' {
            match escape(&raw[at..])? {
                Some((c, count)) => {
                    text.push(c);
                    at += count;
                }
                None => break,
            }
            continue;
        }
        let rest = &raw[at..];
        let plain = rest.iter().position(|byte| *byte < b' ' || *byte == b'\\');
        let (plain, cut) = match core::str::from_utf8(&rest[..plain.unwrap_or(rest.len())]) {
            Ok(plain) => (plain, false),
            Err(error) => {
                let whole = rest.get(..error.valid_up_to())?;
                let cut = error.error_len().is_none() && plain.is_none();
                (core::str::from_utf8(whole).ok().filter(|_| cut)?, true)
            }
        };
        text.push_str(plain);
        at += plain.len();
        if cut {
            break;
        }
        if raw.get(at).is_some_and(|byte| *byte < b' ') {
            return None;
        }
    }
    Some((text, at))
}

/// The character of an escape and its length; `Some(None)` where it is cut.
fn escape(raw: &[u8]) -> Option<Option<(char, usize)>> {
    let c = match raw.get(1) {
        None => return Some(None),
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unit(raw),
        Some(_) => return None,
    };
    Some(Some((c, 2)))
}

fn unit(raw: &[u8]) -> Option<Option<(char, usize)>> {
    const UNIT: usize = 6;
    if raw.len() < UNIT {
        return Some(None);
    }
    let high = hex(raw, &mut 1).ok()?;
    if high & 0xfc00 != 0xd800 {
        return Some(Some((char::from_u32(high)?, UNIT)));
    }
    let second = &raw[UNIT..];
    if !second.starts_with(&b"\\u"[..second.len().min(2)]) {
        return None;
    }
    if second.len() < UNIT {
        return Some(None);
    }
    let low = hex(second, &mut 1).ok()?;
    if low & 0xfc00 != 0xdc00 {
        return None;
    }
    let code = 0x1_0000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
    Some(Some((char::from_u32(code)?, 2 * UNIT)))
}

/// Is the beginning of a value one of a text for people? Ids, URLs and values out of lists have no spaces and are
/// ASCII, so the first space or other character shows it, unless what stands before it looks like the beginning of a
/// URL or path. `None`: it cannot be told yet.
pub(super) fn is_text(beginning: &str) -> Option<bool> {
    const LONGEST_WORD: usize = 40;
    for (at, c) in beginning.char_indices() {
        match c {
            ':' | '/' => return Some(false),
            c if c.is_ascii_graphic() && at < LONGEST_WORD => {}
            c => return Some(!c.is_ascii_graphic()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_waits() {
        for (raw, text, count) in [
            (&b"abc"[..], "abc", 3),
            (b"a\\", "a", 1),
            (b"a\\u00", "a", 1),
            (b"\\u0041b", "Ab", 7),
            (b"\\ud83d", "", 0),
            (b"\\ud83d\\ude0", "", 0),
            (b"\\ud83d\\ude00!", "\u{1f600}!", 13),
            (b"x\xf0\x9f\x98", "x", 1),
            (b"x\xf0\x9f\x98\x80", "x\u{1f600}", 5),
            (b"\\n\\\"\\/", "\n\"/", 6),
        ] {
            assert_eq!(decode(raw), Some((text.to_owned(), count)), "{raw:?}");
        }
        for wrong in [
            &b"a\nb"[..],
            b"\\x",
            b"\\ud83dx",
            b"\\ude00",
            b"\xff",
            b"\xf0\x9f\\n",
        ] {
            assert_eq!(decode(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_text_shows_itself_by_its_first_space() {
        for (beginning, told) in [
            ("", None),
            ("Hel", None),
            ("Hello ", Some(true)),
            ("h\u{e9}", Some(true)),
            ("\u{3053}", Some(true)),
            ("https", None),
            ("https:", Some(false)),
            ("/a b", Some(false)),
            ("data:text/html, x y", Some(false)),
            (
                "0123456789012345678901234567890123456789012345",
                Some(false),
            ),
        ] {
            assert_eq!(is_text(beginning), told, "{beginning:?}");
        }
    }
}
