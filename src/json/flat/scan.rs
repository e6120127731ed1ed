//! From a text to its nodes: one pass. What is wrong with a text is said by the reader of trees.

use super::super::between::{after_space, is};
use super::super::quotes::{block, stop, stops, BLOCK};
use super::super::read::{escaped, DEPTH};
use super::{Flat, Kind, Node};
use core::num::NonZeroUsize;

/// So many keys are held against each other one by one.
const FEW: usize = 8;

/// Where the scanner goes on: behind what was read, and so never 0. Handed on from step to step, as what is kept in
/// memory would be written and read again with each byte.
type Next = Option<NonZeroUsize>;

pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    pub(super) flat: Flat<'a>,
}

impl Scanner<'_> {
    pub(super) fn whole(&mut self) -> Option<()> {
        let text = self.text;
        let end = self.value(0, DEPTH)?.get();
        after_space(text, end).0.is_none().then_some(())
    }

    fn value(&mut self, at: usize, depth: u32) -> Next {
        let text = self.text;
        let (byte, at) = after_space(text, at);
        match byte? {
            b'"' => self.string(text, at),
            b'{' => self.object(at, depth.checked_sub(1)?),
            b'[' => self.list(at, depth.checked_sub(1)?),
            b'-' | b'0'..=b'9' => self.number(at),
            b'n' => self.word(at, b"null", Kind::Null),
            b't' => self.word(at, b"true", Kind::True),
            b'f' => self.word(at, b"false", Kind::False),
            _ => None,
        }
    }

    #[inline]
    fn push(&mut self, kind: Kind, len: usize, at: usize) {
        self.flat.nodes.push(Node {
            head: kind as u32 | (len as u32) << 3,
            at: at as u32,
        });
    }

    #[inline]
    fn push_text(&mut self, kind: Kind, len: usize, at: usize) {
        self.flat.longest = self.flat.longest.max(len);
        self.push(kind, len, at);
    }

    fn list(&mut self, at: usize, depth: u32) -> Next {
        let text = self.text;
        let head = self.open();
        let mut count = 0;
        let (mut byte, mut at) = after_space(text, at + 1);
        if byte != Some(b']') {
            loop {
                let end = self.value(at, depth)?.get();
                count += 1;
                (byte, at) = after_space(text, end);
                match byte? {
                    b',' => at += 1,
                    b']' => break,
                    _ => return None,
                }
            }
        }
        self.close(head, Kind::List, count);
        NonZeroUsize::new(at + 1)
    }

    fn object(&mut self, at: usize, depth: u32) -> Next {
        let text = self.text;
        let head = self.open();
        let mut count = 0;
        // Keys of different lengths differ.
        let (mut lengths, mut alike) = (0_u64, false);
        let (mut byte, mut at) = after_space(text, at + 1);
        if byte != Some(b'}') {
            loop {
                if byte != Some(b'"') {
                    return None;
                }
                let end = self.string(text, at)?.get();
                let length = 1 << (self.flat.nodes.last()?.head >> 3 & 63);
                alike |= lengths & length != 0;
                lengths |= length;
                (byte, at) = after_space(text, end);
                if byte != Some(b':') {
                    return None;
                }
                (byte, at) = after_space(text, at + 1);
                // Most values are strings.
                let end = match byte? {
                    b'"' => self.string(text, at)?.get(),
                    _ => self.value(at, depth)?.get(),
                };
                count += 1;
                (byte, at) = after_space(text, end);
                match byte? {
                    b',' => (byte, at) = after_space(text, at + 1),
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        self.close(head, Kind::Object, count);
        if alike {
            self.find_repeated(head as u32, count as usize);
        }
        NonZeroUsize::new(at + 1)
    }

    fn open(&mut self) -> usize {
        let head = self.flat.nodes.len();
        self.push(Kind::Null, 0, 0);
        head
    }

    fn close(&mut self, head: usize, kind: Kind, count: u32) {
        let at = self.flat.nodes.len() as u32;
        if let Some(node) = self.flat.nodes.get_mut(head) {
            node.head = kind as u32 | count << 3;
            node.at = at;
        }
    }

    /// Notes the keys that are there twice.
    #[inline(never)]
    fn find_repeated(&mut self, object: u32, count: usize) {
        if count > FEW {
            return self.find_repeated_of_many(object);
        }
        let flat = &self.flat;
        let mut repeated = Vec::new();
        for (index, (key, _)) in flat.members(object).enumerate() {
            let mut before = flat.members(object).take(index);
            if before.any(|(other, _)| flat.text(other) == flat.text(key)) {
                repeated.push(key);
            }
        }
        self.flat.repeated.append(&mut repeated);
    }

    #[cold]
    fn find_repeated_of_many(&mut self, object: u32) {
        let flat = &self.flat;
        let mut keys: Vec<(&str, u32)> = flat
            .members(object)
            .map(|(key, _)| (flat.text(key), key))
            .collect();
        keys.sort_unstable();
        let pairs = keys.windows(2);
        let mut repeated: Vec<u32> = pairs
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| pair[1].1)
            .collect();
        self.flat.repeated.append(&mut repeated);
    }

    fn word(&mut self, at: usize, word: &[u8], kind: Kind) -> Next {
        let text = self.text;
        if !text.get(at..)?.starts_with(word) {
            return None;
        }
        self.push(kind, word.len(), at);
        NonZeroUsize::new(at + word.len())
    }

    fn number(&mut self, start: usize) -> Next {
        let text = self.text;
        let mut at = start + usize::from(is(text, start, b"-"));
        at = match is(text, at, b"0") {
            true => at + 1,
            false => digits(text, at)?,
        };
        if is(text, at, b".") {
            at = digits(text, at + 1)?;
        }
        if is(text, at, b"eE") {
            at += 1;
            at = digits(text, at + usize::from(is(text, at, b"+-")))?;
        }
        self.push(Kind::Number, at - start, start);
        NonZeroUsize::new(at)
    }

    #[inline(always)]
    fn string(&mut self, text: &[u8], at: usize) -> Next {
        let start = at + 1;
        let end = plain(text, start);
        match peek(text, end)? {
            b'"' => {
                self.push_text(Kind::Text, end - start, start);
                NonZeroUsize::new(end + 1)
            }
            b'\\' => self.unescape(start, end),
            _ => None,
        }
    }

    /// Writes a string out whose first escape is at a place.
    #[inline(never)]
    fn unescape(&mut self, mut start: usize, mut at: usize) -> Next {
        let text = self.text;
        let first = self.flat.unescaped.len();
        loop {
            let written = self.flat.text.get(start..at)?;
            self.flat.unescaped.push_str(written);
            match peek(text, at)? {
                b'"' => break,
                b'\\' => {
                    at += 1;
                    let c = escaped(text, &mut at).ok()?;
                    self.flat.unescaped.push(c);
                }
                _ => return None,
            }
            start = at;
            at = plain(text, at);
        }
        let len = self.flat.unescaped.len() - first;
        self.push_text(Kind::Escaped, len, first);
        NonZeroUsize::new(at + 1)
    }
}

/// Behind at least one digit.
fn digits(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then_some(start + count)
}

/// Where the string ends, an escape begins or something is that must not be there.
#[inline(always)]
fn plain(text: &[u8], mut at: usize) -> usize {
    while let Some(bytes) = block(text, at) {
        match stops(bytes, false) {
            0 => at += BLOCK,
            stops => return at + stops.trailing_zeros() as usize,
        }
    }
    while peek(text, at).is_some_and(|byte| !stop(byte, false)) {
        at += 1;
    }
    at
}

#[inline(always)]
fn peek(text: &[u8], at: usize) -> Option<u8> {
    text.get(at).copied()
}
