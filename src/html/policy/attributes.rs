//! The attributes of the rules, by number: their order in [`NAMES`] is their number in an op buffer.

use super::elements::{ELEMENTS, HTML};
use super::rules::{On, Value, RULES};
use std::sync::LazyLock;

/// How many different names the rules have.
const COUNT: usize = 133;

/// The names of the rules, once each, sorted.
const LIST: [&str; COUNT] = names();

/// The names, a space after each: a text is half of what a table of names takes in a wasm file.
static TEXT: [u8; LENGTH] = text();

/// The names of the rules, once each, sorted.
pub static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let text = core::str::from_utf8(&TEXT).unwrap_or_default();
    text.split_terminator(' ').collect()
});

/// For each name, the rows of [`RULES`] that have it: from where to before where.
static ROWS: [(u8, u8); COUNT] = rows();

/// For each row of [`RULES`], the elements it is for: bit n for element n.
static MASKS: [u128; RULES.len()] = masks();

const SLOT_COUNT: usize = 512;
const EMPTY: u8 = u8::MAX;

/// The numbers by hash of the name, each at the first free slot from its own on.
static SLOTS: [u8; SLOT_COUNT] = slots();

/// The number of an attribute's name.
#[inline]
pub fn number(name: &str) -> Option<usize> {
    let mut slot = hash(name.as_bytes());
    while SLOTS[slot] != EMPTY {
        let number = usize::from(SLOTS[slot]);
        if NAMES[number] == name {
            return Some(number);
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
    None
}

/// The number of a name that the rules have, for constants: of one that they do not have there is none to compile.
pub const fn number_of(name: &str) -> usize {
    let mut at = 0;
    while !equal(LIST[at], name) {
        at += 1;
    }
    at
}

const fn hash(name: &[u8]) -> usize {
    let mut hash = name.len();
    let mut at = 0;
    while at < name.len() && at < 12 {
        hash = hash.wrapping_mul(31) ^ name[at] as usize;
        at += 1;
    }
    (hash ^ hash >> 7) % SLOT_COUNT
}

const fn slots() -> [u8; SLOT_COUNT] {
    let mut slots = [EMPTY; SLOT_COUNT];
    let mut number = 0;
    while number < COUNT {
        let mut slot = hash(LIST[number].as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = number as u8;
        number += 1;
    }
    slots
}

/// For each row of [`RULES`], the values that may pass. Apart, so that of the rules a wasm file holds no more than these.
static VALUES: [Value; RULES.len()] = values();

/// The values that may pass for the attribute of number `attribute` on the element of number `element`.
pub fn value(attribute: usize, element: usize) -> Option<Value> {
    let (from, to) = ROWS.get(attribute)?;
    (usize::from(*from)..usize::from(*to))
        .find(|row| MASKS[*row] >> element & 1 == 1)
        .map(|row| VALUES[row])
}

const fn values() -> [Value; RULES.len()] {
    let mut values = [Value::Text; RULES.len()];
    let mut row = 0;
    while row < RULES.len() {
        values[row] = RULES[row].value;
        row += 1;
    }
    values
}

/// How long the text of all names is.
const LENGTH: usize = {
    let (mut length, mut at) = (0, 0);
    while at < COUNT {
        length += LIST[at].len() + 1;
        at += 1;
    }
    length
};

const fn text() -> [u8; LENGTH] {
    let mut text = [b' '; LENGTH];
    let (mut end, mut at) = (0, 0);
    while at < COUNT {
        let name = LIST[at].as_bytes();
        let mut place = 0;
        while place < name.len() {
            text[end + place] = name[place];
            place += 1;
        }
        end += name.len() + 1;
        at += 1;
    }
    text
}

const fn names() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut row, mut count) = (0, 0);
    while row < RULES.len() {
        if row == 0 || !equal(RULES[row].name, RULES[row - 1].name) {
            names[count] = RULES[row].name;
            count += 1;
        }
        row += 1;
    }
    names
}

const fn rows() -> [(u8, u8); COUNT] {
    let mut rows = [(0, 0); COUNT];
    let (mut row, mut count) = (0, 0);
    while row < RULES.len() {
        if row == 0 || !equal(RULES[row].name, RULES[row - 1].name) {
            rows[count].0 = row as u8;
            count += 1;
        }
        rows[count - 1].1 = row as u8 + 1;
        row += 1;
    }
    rows
}

const fn masks() -> [u128; RULES.len()] {
    let mut masks = [0; RULES.len()];
    let mut row = 0;
    while row < RULES.len() {
        masks[row] = match RULES[row].on {
            On::All => u128::MAX,
            On::Html => (1 << HTML) - 1,
            On::Svg => !((1 << HTML) - 1),
            On::These(names) => mask(names),
        };
        row += 1;
    }
    masks
}

const fn mask(names: &[&str]) -> u128 {
    let (mut mask, mut at) = (0, 0);
    while at < names.len() {
        let mut element = 0;
        while !equal(ELEMENTS[element].name, names[at]) {
            element += 1;
        }
        mask |= 1 << element;
        at += 1;
    }
    mask
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::policy::elements::{FORM, INPUT, NOT_COPIED};

    #[test]
    fn the_tables_are_sorted() {
        assert!(RULES.is_sorted_by_key(|rule| rule.name));
        assert!(NAMES.is_sorted_by(|a, b| a < b));
        assert!(ELEMENTS[..HTML].is_sorted_by(|a, b| a.name < b.name));
        assert_eq!(ELEMENTS[FORM].name, "form");
        assert_eq!(ELEMENTS[INPUT].name, "input");
        let not_copied = NOT_COPIED.map(|number| ELEMENTS[number].name);
        assert_eq!(not_copied, ["audio", "form", "input", "option", "video"]);
        assert!(ELEMENTS[HTML..].is_sorted_by(|a, b| a.name < b.name && a.svg && b.svg));
    }

    #[test]
    fn every_name_is_found_by_its_hash() {
        for (place, name) in NAMES.iter().enumerate() {
            assert_eq!(number(name), Some(place), "{name}");
            assert_eq!(number_of(name), place, "{name}");
        }
        assert_eq!(number("onclick"), None);
        assert_eq!(number(""), None);
    }

    #[test]
    fn nothing_that_runs_has_a_number() {
        for name in [
            "script", "iframe", "object", "embed", "base", "meta", "link", "template", "style",
            "math",
        ] {
            assert!(
                ELEMENTS
                    .iter()
                    .all(|element| !element.name.eq_ignore_ascii_case(name)),
                "{name}"
            );
        }
        for name in &*NAMES {
            assert!(
                !name.starts_with("on")
                    && !["srcdoc", "action", "formaction", "is", "slot", "form"].contains(name),
                "{name}"
            );
        }
    }

    #[test]
    fn each_row_answers_for_its_elements() {
        let element = |name: &str, svg| {
            ELEMENTS
                .iter()
                .position(|e| e.name == name && e.svg == svg)
                .unwrap()
        };
        let value = |attribute, element| super::value(number(attribute)?, element);
        assert_eq!(value("src", element("img", false)), Some(Value::ImageUrl));
        assert_eq!(value("src", element("video", false)), Some(Value::MediaUrl));
        assert_eq!(value("src", element("input", false)), None);
        assert_eq!(value("width", element("rect", true)), Some(Value::Css));
        assert_eq!(value("width", element("img", false)), Some(Value::Number));
        assert_eq!(value("href", element("svg", true)), None);
        assert_eq!(value("onclick", 0), None);
    }
}
