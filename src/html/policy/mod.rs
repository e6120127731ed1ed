//! The policy: which elements, attributes and values may pass. Data in tables; `docs/html.md` is made from them.

pub mod attributes;
pub mod clobbering;
pub mod describe;
pub mod elements;
pub mod nesting;
pub mod rules;
pub mod style;

use super::{Namespace, Tag};
use elements::{Content, ELEMENTS, GO_WHOLE, HTML, SVG_UNWRAPPED};
use nesting::Facts;
use std::sync::LazyLock;

const NO_ELEMENT: u8 = u8::MAX;

/// For each tag, the number of the element of HTML and of that of SVG.
static BY_TAG: LazyLock<[[u8; Tag::COUNT]; 2]> = LazyLock::new(|| {
    let mut numbers = [[NO_ELEMENT; Tag::COUNT]; 2];
    for (number, element) in ELEMENTS.iter().enumerate() {
        let tag = Tag::find(&element.name.to_ascii_lowercase());
        if let Some(slot) = numbers[usize::from(element.svg)].get_mut(usize::from(tag.0)) {
            *slot = number as u8;
        }
    }
    numbers
});

/// The number of an element in [`ELEMENTS`], if it may pass.
#[inline]
pub fn element_number(tag: Tag, namespace: Namespace) -> Option<usize> {
    let numbers = match namespace {
        Namespace::Html => &BY_TAG[0],
        Namespace::Svg => &BY_TAG[1],
        Namespace::MathMl => return None,
    };
    let number = numbers.get(usize::from(tag.0))?;
    (*number != NO_ELEMENT).then_some(usize::from(*number))
}

/// Whether an element that may not pass takes all that it holds with it.
pub fn goes_whole(name: &str, namespace: Namespace) -> bool {
    match namespace {
        Namespace::Html => GO_WHOLE.binary_search(&name).is_ok(),
        Namespace::Svg => !SVG_UNWRAPPED.contains(&name),
        Namespace::MathMl => true,
    }
}

/// The one context that is no element of the policy: a page's own template.
const TEMPLATE: &str = "template";

/// The element that markup may be meant for, by its number: one of [`ELEMENTS`], or the number after theirs for a template.
pub fn context_name(number: usize) -> Option<&'static str> {
    match ELEMENTS.get(number) {
        Some(element) => Some(element.name),
        None => (number == ELEMENTS.len()).then_some(TEMPLATE),
    }
}

/// What holds at the top of markup that is meant for an element of that name: one of HTML that holds elements, `svg` or
/// `template`.
pub fn facts_in(context: &str) -> Facts {
    if context == TEMPLATE {
        return Facts::IN_TEMPLATE;
    }
    let range = match context {
        "svg" => &ELEMENTS[HTML..],
        _ => &ELEMENTS[..HTML],
    };
    match range.binary_search_by(|element| element.name.cmp(context)) {
        Ok(at) if range[at].content != Content::Void => range[at].place.at_root(),
        _ => Facts::NONE,
    }
}

/// Most bytes of an open name.
const OPEN_NAME: usize = 128;

/// Whether an attribute's name is one of those that carry data to programs: `data-*` and `aria-*`, in small letters,
/// digits, `-`, `_` and `.`.
pub fn open_name(name: &str) -> bool {
    (name.starts_with("data-") || name.starts_with("aria-"))
        && name.len() > 5
        && name.len() <= OPEN_NAME
        && name
            .bytes()
            .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_found_by_its_tag() {
        for (number, element) in ELEMENTS.iter().enumerate() {
            let namespace = [Namespace::Html, Namespace::Svg][usize::from(element.svg)];
            let tag = Tag::find(&element.name.to_ascii_lowercase());
            assert_eq!(
                element_number(tag, namespace),
                Some(number),
                "{}",
                element.name
            );
        }
        assert_eq!(element_number(Tag::SCRIPT, Namespace::Html), None);
        assert_eq!(element_number(Tag::SCRIPT, Namespace::Svg), None);
        assert_eq!(element_number(Tag::A, Namespace::Svg), None);
        assert_eq!(element_number(Tag::UNKNOWN, Namespace::Html), None);
    }

    #[test]
    fn open_names_are_plain() {
        for name in [
            "data-command",
            "aria-label",
            "data-state-key",
            "data-a.b_c-1",
        ] {
            assert!(open_name(name), "{name}");
        }
        for name in [
            "data-",
            "data-x\"y",
            "data-é",
            "data-X",
            "on-data-x",
            "data-a:b",
        ] {
            assert!(!open_name(name), "{name}");
        }
    }
}
