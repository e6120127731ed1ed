//! The keys that mean something, by number, in both spellings. A number takes one word of a document and is compared in
//! one step; the package has the same list, and makes objects by it.

/// In camelCase, and in snake_case where that is another. The number of a key is twice its place, and one more for
/// snake_case.
const NAMES: &[(&str, &str)] = &[
    ("op", ""),
    ("params", ""),
    ("id", ""),
    ("windowId", "window_id"),
    ("target", ""),
    ("html", ""),
    ("sanitize", ""),
    ("idempotencyKey", "idempotency_key"),
    ("traceId", "trace_id"),
    ("txnId", "txn_id"),
    ("method", ""),
    ("title", ""),
    ("x", ""),
    ("y", ""),
    ("width", ""),
    ("height", ""),
    ("zIndex", "z_index"),
    ("size", ""),
    ("type", ""),
    ("props", ""),
    ("scope", ""),
    ("key", ""),
    ("value", ""),
    ("ttlMs", "ttl_ms"),
    ("selector", ""),
    ("mode", ""),
    ("ops", ""),
    ("path", ""),
    ("url", ""),
    ("headers", ""),
    ("body", ""),
    ("into", ""),
    ("text", ""),
    ("textPrompt", "text_prompt"),
    ("fields", ""),
    ("submit", ""),
    ("cancel", ""),
    ("description", ""),
    ("name", ""),
    ("label", ""),
    ("placeholder", ""),
    ("options", ""),
    ("defaultValue", "default_value"),
    ("required", ""),
    ("summary", ""),
    ("risks", ""),
    ("batch", ""),
    ("actorHints", "actor_hints"),
];

/// The number of `html`.
pub(super) const HTML: u32 = number("html");
/// The number of `method`.
pub(super) const METHOD: u32 = number("method");
/// The number of `windowId`.
pub(super) const WINDOW_ID: u32 = number("windowId");
/// The number of `props`.
pub(super) const PROPS: u32 = number("props");
/// The number of `body`.
pub(super) const BODY: u32 = number("body");
/// The number of `text`.
pub(super) const TEXT: u32 = number("text");
/// The number of `textPrompt`.
pub(super) const TEXT_PROMPT: u32 = number("textPrompt");
/// The number of `fields`.
pub(super) const FIELDS: u32 = number("fields");
/// The number of `op`.
pub(super) const OP: u32 = number("op");

const SLOTS: usize = 256;
const NONE: u8 = u8::MAX;

/// The numbers by hash, each in the first free slot from there.
static BY_HASH: [u8; SLOTS] = {
    let mut slots = [NONE; SLOTS];
    let mut number = 0;
    while number < 2 * NAMES.len() {
        let name = spelling(number).as_bytes();
        if !name.is_empty() {
            let mut slot = hash(name);
            while slots[slot] != NONE {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = number as u8;
        }
        number += 1;
    }
    slots
};

const fn spelling(number: usize) -> &'static str {
    let (camel, snake) = NAMES[number / 2];
    if number.is_multiple_of(2) {
        camel
    } else {
        snake
    }
}

const fn hash(name: &[u8]) -> usize {
    let len = name.len();
    (name[0] as usize * 3 + name[len / 2] as usize * 5 + name[len - 1] as usize * 17 + len * 31)
        % SLOTS
}

/// The number of a key; `None` for what is only data.
#[inline]
pub(super) fn lookup(name: &[u8]) -> Option<u32> {
    if name.is_empty() {
        return None;
    }
    let mut slot = hash(name);
    loop {
        let number = BY_HASH[slot];
        if number == NONE {
            return None;
        }
        if spelling(number as usize).as_bytes() == name {
            return Some(number.into());
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Fields by the number of their key, so that a key is looked up in one step.
#[derive(Debug)]
pub(super) struct Index([u8; 2 * NAMES.len()]);

impl Index {
    /// The index of fields whose keys have these numbers.
    pub(super) const fn of(keys: &[u32]) -> Index {
        let mut index = [NONE; 2 * NAMES.len()];
        let mut at = 0;
        while at < keys.len() {
            index[keys[at] as usize] = at as u8;
            index[keys[at] as usize + 1] = at as u8;
            at += 1;
        }
        Index(index)
    }

    /// The place of the field whose key has that number, in either spelling.
    #[inline]
    pub(super) fn find(&self, number: u32) -> Option<usize> {
        let at = self
            .0
            .get(number as usize)
            .copied()
            .filter(|at| *at != NONE);
        at.map(usize::from)
    }
}

/// The name of a number, in its spelling.
pub(super) fn name(number: u32) -> &'static str {
    let number = number as usize;
    if number < 2 * NAMES.len() {
        spelling(number)
    } else {
        ""
    }
}

/// The number of the same key in camelCase.
pub(super) fn canonical(number: u32) -> u32 {
    number & !1
}

/// The number of a name in camelCase, when the crate is compiled.
pub(super) const fn number(name: &str) -> u32 {
    let mut number = 0;
    while number < 2 * NAMES.len() {
        if same(spelling(number).as_bytes(), name.as_bytes()) {
            return number as u32;
        }
        number += 2;
    }
    // Reached by the compiler alone: a field whose name is not in the list.
    #[allow(clippy::panic)]
    {
        panic!("not a key")
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// All spellings by number, a line each; an empty line where there is no second one.
pub fn list() -> String {
    let spellings: Vec<&str> = (0..2 * NAMES.len()).map(spelling).collect();
    spellings.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_found_and_nothing_else() {
        for number in 0..2 * NAMES.len() as u32 {
            let name = name(number);
            if !name.is_empty() {
                assert_eq!(lookup(name.as_bytes()), Some(number), "{name}");
            }
        }
        for name in [
            "",
            "o",
            "windowid",
            "__proto__",
            "constructor",
            "toString",
            "params ",
        ] {
            assert_eq!(lookup(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn the_second_spelling_is_the_first_in_snake_case() {
        for (camel, snake) in NAMES {
            let spelt: String = camel
                .chars()
                .map(|c| {
                    if c.is_uppercase() {
                        format!("_{}", c.to_lowercase())
                    } else {
                        c.to_string()
                    }
                })
                .collect();
            assert_eq!(if snake.is_empty() { camel } else { snake }, &spelt);
        }
    }
}
