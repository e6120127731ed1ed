//! A JSON document in words: what the scanner makes of a text and the package of a value, what the check reads, and what
//! the package makes the result of.
//!
//! | word | then |
//! |---|---|
//! | tag in the low 4 bits, payload above | |
//! | `NULL`, `FALSE`, `TRUE` | |
//! | `NUMBER` | the two halves of a float, low first |
//! | `TEXT`, payload bytes | place in `ascii` |
//! | `WIDE`, payload bytes | place in `wide`; place and count of units in `utf16` |
//! | `GIVEN`, payload bytes | place in `wide`; the package's own number of the text |
//! | `LIST`, payload count | the place after it; the items |
//! | `OBJECT`, `CALL`, payload count | the place after it; the members: a key, `TEXT`, `WIDE`, `GIVEN`, `KEY` with the key's number or `DROPPED`, and a value |
//! | `ODD`, payload kind | |
//! | `LENGTH`, payload bytes | the package's own number of the text |
//!
//! `LENGTH` is a text that the package did not write out, because only its length is asked for. `CALL` is an object that gets `method: "GET"` beside what it has. `ODD` is what only a value of JavaScript can hold.
//! Words that say something else read as `null`: nothing here relies on who wrote them.

use super::keys;

pub(super) const NULL: u32 = 0;
pub(super) const FALSE: u32 = 1;
pub(super) const TRUE: u32 = 2;
pub(super) const NUMBER: u32 = 3;
pub(super) const TEXT: u32 = 4;
pub(super) const WIDE: u32 = 5;
pub(super) const LIST: u32 = 6;
pub(super) const OBJECT: u32 = 7;
pub(super) const KEY: u32 = 8;
const GIVEN: u32 = 9;
pub(super) const DROPPED: u32 = 10;
pub(super) const CALL: u32 = 11;
const ODD: u32 = 12;
const LENGTH: u32 = 13;

/// What no JSON holds, by the payload of `ODD`; the package has the same order.
const ODD_KINDS: &[&str] = &[
    "undefined",
    "a function",
    "a symbol",
    "a bigint",
    "NaN",
    "an infinite number",
    "an object that is neither plain nor a list",
    "an object inside itself",
    "a property that cannot be read",
    "arrays and objects nested more than 64 deep",
    "more than 100,000 values",
    "more than 4 MiB",
];

/// A document.
#[derive(Debug, Default)]
pub struct Doc {
    /// The words.
    pub words: Vec<u32>,
    /// Texts of ASCII, as long as `ascii_len` says.
    pub ascii: Vec<u8>,
    /// Bytes of `ascii` that are text; what is behind them is room.
    pub ascii_len: usize,
    /// Other texts, as UTF-8.
    pub wide: Vec<u8>,
    /// Whether a word may be `ODD`.
    pub odd: bool,
    /// Other texts as UTF-16.
    pub utf16: Vec<u16>,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(&'a str),
    List,
    Object,
    Odd(&'static str),
}

impl Node<'_> {
    /// What kind of value this is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "a boolean",
            Node::Number(_) => "a number",
            Node::Text(_) => "a string",
            Node::List => "an array",
            Node::Object => "an object",
            Node::Odd(kind) => kind,
        }
    }
}

/// A member of an object: where its key is, where its value is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) key_at: usize,
    pub(super) at: usize,
}

impl Doc {
    /// Empties it; its memory is kept.
    pub fn clear(&mut self) {
        self.words.clear();
        self.ascii_len = 0;
        self.odd = false;
        self.wide.clear();
        self.utf16.clear();
    }

    /// Changes words; how many.
    pub(super) fn rewrite(&mut self, words: Vec<(usize, u32)>) -> usize {
        let count = words.len();
        for (at, word) in words {
            if let Some(place) = self.words.get_mut(at) {
                *place = word;
            }
        }
        count
    }

    #[inline]
    fn word(&self, at: usize) -> u32 {
        self.words.get(at).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn node(&self, at: usize) -> Node<'_> {
        let word = self.word(at);
        match word & 15 {
            FALSE => Node::Bool(false),
            TRUE => Node::Bool(true),
            NUMBER => Node::Number(self.number(at)),
            TEXT | WIDE | GIVEN | LENGTH => Node::Text(self.text(at)),
            LIST => Node::List,
            OBJECT | CALL => Node::Object,
            ODD => {
                let kind = (word >> 4) as usize;
                Node::Odd(ODD_KINDS.get(kind).copied().unwrap_or_default())
            }
            _ => Node::Null,
        }
    }

    fn number(&self, at: usize) -> f64 {
        f64::from_bits(u64::from(self.word(at + 2)) << 32 | u64::from(self.word(at + 1)))
    }

    #[inline]
    pub(super) fn text(&self, at: usize) -> &str {
        let word = self.word(at);
        let place = self.word(at + 1) as usize;
        let texts: &[u8] = match word & 15 {
            TEXT => &self.ascii,
            LENGTH => &[],
            _ => &self.wide,
        };
        let text = texts.get(place..place.saturating_add((word >> 4) as usize));
        core::str::from_utf8(text.unwrap_or_default()).unwrap_or_default()
    }

    /// A text; nothing for another value.
    #[inline]
    pub(super) fn as_text(&self, at: usize) -> Option<&str> {
        matches!(self.word(at) & 15, TEXT | WIDE | GIVEN | LENGTH).then(|| self.text(at))
    }

    /// Is it a list?
    #[inline]
    pub(super) fn is_list(&self, at: usize) -> bool {
        self.word(at) & 15 == LIST
    }

    /// Is it an object?
    #[inline]
    pub(super) fn is_object(&self, at: usize) -> bool {
        matches!(self.word(at) & 15, OBJECT | CALL)
    }

    /// The bytes of a text; nothing for another value.
    #[inline]
    pub(super) fn text_len(&self, at: usize) -> Option<usize> {
        let word = self.word(at);
        matches!(word & 15, TEXT | WIDE | GIVEN | LENGTH).then_some((word >> 4) as usize)
    }

    /// The key whose words are at that place.
    pub(super) fn key(&self, at: usize) -> &str {
        match self.key_number(at) {
            Some(number) => keys::name(number),
            None => self.text(at),
        }
    }

    /// The number of the key at that place, where it is one that means something.
    #[inline]
    pub(super) fn key_number(&self, at: usize) -> Option<u32> {
        let word = self.word(at);
        (word & 15 == KEY).then_some(word >> 4)
    }

    /// The place after the value, or after the key.
    #[inline]
    pub(super) fn after(&self, at: usize) -> usize {
        const LENGTHS: [u8; 16] = [1, 1, 1, 3, 2, 4, 2, 2, 1, 3, 1, 2, 1, 2, 1, 1];
        let tag = self.word(at) & 15;
        let next = at + usize::from(LENGTHS[tag as usize]);
        match tag {
            // Never backwards.
            LIST | OBJECT | CALL => (self.word(at + 1) as usize).max(next),
            _ => next,
        }
    }

    /// The places of a list's items.
    pub(super) fn items(&self, list: usize) -> impl Iterator<Item = usize> + '_ {
        let (mut next, end) = (list + 2, self.after(list).min(self.words.len()));
        core::iter::from_fn(move || {
            let at = next;
            next = self.after(at);
            (at < end).then_some(at)
        })
    }

    /// The number of a list's items, of an object's members.
    pub(super) fn count(&self, at: usize) -> usize {
        (self.word(at) >> 4) as usize
    }

    /// An object's members.
    #[inline]
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = Member> + '_ {
        let (mut next, end) = (object + 2, self.after(object).min(self.words.len()));
        core::iter::from_fn(move || {
            let key_at = next;
            let at = self.after(key_at);
            next = self.after(at);
            (key_at < end).then_some(Member { key_at, at })
        })
    }

    /// Are two values equal, with the same order of keys?
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Null, Node::Null) => true,
            (Node::Bool(a), Node::Bool(b)) => a == b,
            (Node::Number(a), Node::Number(b)) => a == b,
            (Node::Text(a), Node::Text(b)) => a == b,
            (Node::List, Node::List) => {
                let (mut a, mut b) = (self.items(a), self.items(b));
                loop {
                    match (a.next(), b.next()) {
                        (Some(a), Some(b)) if self.same(a, b) => {}
                        (a, b) => return a.is_none() && b.is_none(),
                    }
                }
            }
            (Node::Object, Node::Object) => {
                let (mut a, mut b) = (self.members(a), self.members(b));
                loop {
                    match (a.next(), b.next()) {
                        (Some(a), Some(b))
                            if self.key(a.key_at) == self.key(b.key_at)
                                && self.same(a.at, b.at) => {}
                        (a, b) => return a.is_none() && b.is_none(),
                    }
                }
            }
            _ => false,
        }
    }
}
