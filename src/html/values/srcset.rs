//! Lists of images with conditions ("parse a srcset attribute", section 4.8.4.3.10): each candidate is judged alone.

use super::url::{self, Fetch, Refusal, Use};
use super::{before, is_space, trim};
use crate::text::cut;

/// Appends the candidates that may pass, in a form that parses back into the same; tells `refuse` of each other one.
pub fn check(list: &str, fetch: &Fetch, out: &mut String, refuse: &mut dyn FnMut(&str, Refusal)) {
    let mut rest = list;
    loop {
        let lead = before(rest, |b| !is_space(b) && b != b',');
        rest = cut(rest, lead, rest.len());
        if rest.is_empty() {
            return;
        }
        let end = before(rest, is_space);
        let address = cut(rest, 0, end).trim_end_matches(',');
        // An address that ends in a comma has no condition.
        let whole = address.len() == end;
        rest = cut(rest, end, rest.len());
        let mut condition = "";
        if whole {
            let end = condition_end(rest);
            condition = trim(cut(rest, 0, end), is_space);
            rest = cut(rest, end, rest.len());
        }
        if !is_condition(condition) {
            refuse(address, "the condition of an image is a width or a density");
            continue;
        }
        match url::check(address, Use::Image, fetch) {
            // A comma at an end would be taken for a separator.
            Ok(address) if !address.is_empty() && trim(&address, |b| b == b',') == address => {
                if !out.is_empty() {
                    out.push_str(", ");
                }
                out.push_str(&address);
                if !condition.is_empty() {
                    out.push(' ');
                    out.push_str(condition);
                }
            }
            Ok(_) => refuse(address, "an image needs an address"),
            Err(why) => refuse(address, why),
        }
    }
}

/// Where the condition at the start of `text` ends: at a comma that is not in parentheses.
fn condition_end(text: &str) -> usize {
    let mut in_parentheses = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => in_parentheses = true,
            b')' => in_parentheses = false,
            b',' if !in_parentheses => return at,
            _ => {}
        }
    }
    text.len()
}

/// `640w`, `2x`, `480h`, or several of them.
fn is_condition(text: &str) -> bool {
    text.split(|c: char| c.is_ascii() && is_space(c as u8))
        .filter(|word| !word.is_empty())
        .all(|word| {
            word.strip_suffix(['w', 'x', 'h']).is_some_and(|number| {
                !number.is_empty()
                    && number
                        .bytes()
                        .all(|b| b.is_ascii_digit() || b".+-eE".contains(&b))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(list: &str) -> String {
        let mut out = String::new();
        check(list, &Fetch::default(), &mut out, &mut |_, _| {});
        out
    }

    #[test]
    fn each_candidate_is_judged_alone() {
        assert_eq!(
            kept("a.png 1x,javascript:x 2x , b.png   640w"),
            "a.png 1x, b.png 640w"
        );
        assert_eq!(kept("a.png, //evil/b.png 2x"), "a.png");
        assert_eq!(
            kept("data:image/png;base64,AA== 2x, /b 3x"),
            "data:image/png;base64,AA== 2x, /b 3x"
        );
        assert_eq!(kept(",,, a.png,,, b.png"), "a.png, b.png");
        assert_eq!(kept("a.png (x,y) 2x, b.png"), "b.png");
        assert_eq!(kept("https://evil/a 1x"), "");
    }

    #[test]
    fn what_passes_passes_again() {
        for list in ["a,b c", "a, b", "a.png 1x,b 2x", "x,\ty 1x", "a,,b 1x,,c"] {
            let once = kept(list);
            assert_eq!(kept(&once), once, "{list}");
        }
    }
}
