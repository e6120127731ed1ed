//! The tape: what projection writes and a materialiser reads, in one pass each.
//!
//! Four buffers that are read strictly forward: `words` (i32), `ascii` and `wide` (all text, end to end, one byte
//! or two a character), and `floats`. A word is a *slot* word, whose meaning the program gives, or a *tagged* word,
//! which says itself what it is. The two readers, `materialise.rs` here and `materialise.ts` in the package, follow
//! this page:
//!
//! - string word: `length << 1 | wide`; the characters are the next `length` of `ascii` (0) or `wide` (1).
//! - slot words, by the slot's kind: `Label`: index of a label; `Text`: string word; `Number`: the number itself, or
//!   [`FLOAT`]: the next of `floats`; `Struct`: presence mask, then each present slot in order; `Structs`: count,
//!   then that many `Struct`; `Any`: a tagged word. Where [`ESCAPE`] stands instead of the first word of a slot, a
//!   tagged word follows: this value is not what the descriptor says.
//! - tagged word: `payload << 4 | tag`, tags as in [`Tag`].
//! - a turn: see `project.rs`, which writes it.
//!
//! Why not JSON text out of wasm: it was slower than plain JavaScript. Why not a tree of `JsValue`s: slower still.

use crate::text;

/// Instead of a slot's word: a tagged word follows.
pub const ESCAPE: i32 = i32::MIN;
/// Instead of a number: it is the next of `floats`.
pub const FLOAT: i32 = i32::MIN + 1;

/// The low four bits of a tagged word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Tag {
    /// null
    Null = 0,
    /// false
    False = 1,
    /// true
    True = 2,
    /// The payload is the number, signed.
    Int = 3,
    /// The number is the next of `floats`.
    Float = 4,
    /// The payload is a string word.
    Text = 5,
    /// The payload counts the tagged values that follow.
    List = 6,
    /// The payload counts the pairs that follow: a key word (string word, or [`INTERNED`] `| key index`), then a tagged value.
    Dict = 7,
    /// The payload is a program; a mask and its slots follow, as in a `Struct` slot.
    Struct = 8,
    /// The payload is a program; a count follows, then that many pairs of slot index and slot. A slot may come twice: the last one holds.
    Pairs = 9,
    /// The payload indexes the labels.
    Label = 10,
    /// The payload is a string word of decimal digits: a `BigInt`.
    Big = 11,
    /// Two words follow, an offset into the page (for a bare payload: into it) and a length: a view.
    View = 12,
}

impl Tag {
    const ALL: [Tag; 13] = [
        Tag::Null,
        Tag::False,
        Tag::True,
        Tag::Int,
        Tag::Float,
        Tag::Text,
        Tag::List,
        Tag::Dict,
        Tag::Struct,
        Tag::Pairs,
        Tag::Label,
        Tag::Big,
        Tag::View,
    ];

    /// The tag of a tagged word.
    pub fn of(word: i32) -> Option<Tag> {
        Tag::ALL
            .get((word & ((1 << TAG_BITS) - 1)) as usize)
            .copied()
    }
}

/// How many bits a tag takes.
pub const TAG_BITS: u32 = 4;
/// The sign bit of a key word: the rest indexes the interned keys.
pub const INTERNED: i32 = i32::MIN;

/// The buffers. Cleared, not freed, between chunks: in steady state projection allocates nothing.
#[derive(Debug, Default)]
pub struct Tape {
    /// Slot and tagged words.
    pub words: Vec<i32>,
    /// One-byte text.
    pub ascii: Vec<u8>,
    /// Two-byte text.
    pub wide: Vec<u16>,
    /// Numbers that are no i32.
    pub floats: Vec<f64>,
}

/// Where the buffers stood, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    words: usize,
    ascii: usize,
    wide: usize,
    floats: usize,
}

impl Tape {
    /// Empties the buffers.
    pub fn clear(&mut self) {
        self.rewind(Mark {
            words: 0,
            ascii: 0,
            wide: 0,
            floats: 0,
        });
    }

    /// The place reached.
    pub fn mark(&self) -> Mark {
        Mark {
            words: self.words.len(),
            ascii: self.ascii.len(),
            wide: self.wide.len(),
            floats: self.floats.len(),
        }
    }

    /// Back to `mark`.
    pub fn rewind(&mut self, mark: Mark) {
        self.words.truncate(mark.words);
        self.ascii.truncate(mark.ascii);
        self.wide.truncate(mark.wide);
        self.floats.truncate(mark.floats);
    }

    /// How many bytes the fullest buffer holds: what a chunk's size is measured by.
    pub fn bytes(&self) -> usize {
        let texts = self.ascii.len().max(self.wide.len() * 2);
        texts.max(self.words.len() * 4).max(self.floats.len() * 8)
    }

    /// Appends a word.
    #[inline(always)]
    pub fn word(&mut self, word: i32) {
        self.words.push(word);
    }

    /// Appends a tagged word.
    #[inline(always)]
    pub fn tagged(&mut self, tag: Tag, payload: i32) {
        self.words.push(payload << TAG_BITS | tag as i32);
    }

    /// Appends a number as a slot word.
    #[inline]
    pub fn number(&mut self, n: f64) {
        self.words.push(FLOAT);
        self.floats.push(n);
    }

    /// Stores text; its string word, and whether U+FFFD had to stand in for bytes that are not UTF-8.
    #[inline]
    pub fn text(&mut self, bytes: &[u8]) -> (i32, bool) {
        if text::push_ascii(&mut self.ascii, bytes) {
            (string_word(bytes.len()), false)
        } else {
            let (units, lossy) = text::push_utf16(&mut self.wide, bytes);
            (string_word(units) | 1, lossy)
        }
    }

    /// The string word of what `push` appends to the ASCII arena.
    #[inline]
    pub fn ascii(&mut self, push: impl FnOnce(&mut Vec<u8>) -> usize) -> i32 {
        string_word(push(&mut self.ascii))
    }
}

/// The word of `len` ASCII characters. Lengths stay below 2^27, since a payload is below 64 MiB and no rendering
/// more than doubles it.
#[inline(always)]
fn string_word(len: usize) -> i32 {
    (len as i32) << 1
}
