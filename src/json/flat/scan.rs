//! From a text to its nodes: one pass. What is wrong with a text is said by the reader of trees.

use super::super::quotes::{block, stop, stops, BLOCK};
use super::super::read::{escaped, DEPTH};
use super::{Flat, Kind, Node};

/// So many keys are held against each other one by one.
const FEW: usize = 8;

pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    pub(super) flat: Flat<'a>,
}

impl Scanner<'_> {
    pub(super) fn whole(&mut self) -> Option<()> {
        self.value(DEPTH)?;
        self.after_space().is_none().then_some(())
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        match self.after_space()? {
            b'"' => self.string(),
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.list(depth.checked_sub(1)?),
            b'-' | b'0'..=b'9' => self.number(),
            b'n' => self.word(b"null", Kind::Null),
            b't' => self.word(b"true", Kind::True),
            b'f' => self.word(b"false", Kind::False),
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

    fn list(&mut self, depth: u32) -> Option<()> {
        let head = self.open();
        let mut count = 0;
        if self.after_space() != Some(b']') {
            loop {
                self.value(depth)?;
                count += 1;
                match self.after_space()? {
                    b',' => self.at += 1,
                    b']' => break,
                    _ => return None,
                }
            }
        }
        self.close(head, Kind::List, count);
        Some(())
    }

    fn object(&mut self, depth: u32) -> Option<()> {
        let head = self.open();
        let mut count = 0;
        // Keys of different lengths differ.
        let (mut lengths, mut alike) = (0_u64, false);
        if self.after_space() != Some(b'}') {
            loop {
                if self.after_space()? != b'"' {
                    return None;
                }
                self.string()?;
                let length = 1 << (self.flat.nodes.last()?.head >> 3 & 63);
                alike |= lengths & length != 0;
                lengths |= length;
                if self.after_space()? != b':' {
                    return None;
                }
                self.at += 1;
                // Most values are strings.
                match self.after_space()? {
                    b'"' => self.string()?,
                    _ => self.value(depth)?,
                }
                count += 1;
                match self.after_space()? {
                    b',' => self.at += 1,
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        self.close(head, Kind::Object, count);
        if alike {
            self.find_repeated(head as u32, count as usize);
        }
        Some(())
    }

    fn open(&mut self) -> usize {
        self.at += 1;
        let head = self.flat.nodes.len();
        self.push(Kind::Null, 0, 0);
        head
    }

    fn close(&mut self, head: usize, kind: Kind, count: u32) {
        self.at += 1;
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

    fn word(&mut self, word: &[u8], kind: Kind) -> Option<()> {
        if !self.text.get(self.at..)?.starts_with(word) {
            return None;
        }
        self.push(kind, word.len(), self.at);
        self.at += word.len();
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.skip(b"-");
        if !self.skip(b"0") {
            self.digits()?;
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        self.push(Kind::Number, self.at - start, start);
        Some(())
    }

    /// At least one.
    fn digits(&mut self) -> Option<()> {
        if !self.skip(b"0123456789") {
            return None;
        }
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        Some(())
    }

    #[inline(always)]
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        let start = self.at;
        self.plain();
        match self.peek()? {
            b'"' => {
                self.push_text(Kind::Text, self.at - start, start);
                self.at += 1;
                Some(())
            }
            b'\\' => self.unescape(start),
            _ => None,
        }
    }

    /// Goes on to what ends the string, begins an escape or must not be there.
    #[inline(always)]
    fn plain(&mut self) {
        while let Some(bytes) = block(self.text, self.at) {
            match stops(bytes, false) {
                0 => self.at += BLOCK,
                stops => {
                    self.at += stops.trailing_zeros() as usize;
                    return;
                }
            }
        }
        while self.peek().is_some_and(|byte| !stop(byte, false)) {
            self.at += 1;
        }
    }

    /// Writes a string out that has an escape, on which the scanner stands.
    #[inline(never)]
    fn unescape(&mut self, mut start: usize) -> Option<()> {
        let first = self.flat.unescaped.len();
        loop {
            let plain = self.flat.text.get(start..self.at)?;
            self.flat.unescaped.push_str(plain);
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    self.at += 1;
                    let c = escaped(self.text, &mut self.at).ok()?;
                    self.flat.unescaped.push(c);
                }
                _ => return None,
            }
            start = self.at;
            self.plain();
        }
        self.at += 1;
        let len = self.flat.unescaped.len() - first;
        self.push_text(Kind::Escaped, len, first);
        Some(())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline(always)]
    fn after_space(&mut self) -> Option<u8> {
        loop {
            match self.peek()? {
                next if next > b' ' => return Some(next),
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                other => return Some(other),
            }
        }
    }

    #[inline]
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let there = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(there);
        there
    }
}
