//! JSON in one list of nodes that borrow the text: for what is judged more often than kept. Key order and repeated keys
//! stay; nothing is made for a string but where an escape is in it.
//!
//! Reads what [`Json::parse`] reads and nothing else.

use super::quotes::{block, stop, stops, BLOCK};
use super::read::hex;
use super::{Json, Number};
use crate::error::{Code, Error, Result};
use crate::pointer::Pointer;

/// How many arrays and objects may stand inside each other; as with [`Json::parse`].
const DEPTH: u32 = 127;
/// Most bytes of a text: lengths and places have 29 bits.
const MOST: usize = (1 << 29) - 1;

/// So many keys are held against each other one by one.
const FEW: usize = 8;

/// What kind of value a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `null`
    Null,
    /// `false`
    False,
    /// `true`
    True,
    /// A number.
    Number,
    /// A string that is as the text has it.
    Text,
    /// A string that had escapes.
    Escaped,
    /// An array.
    List,
    /// An object.
    Object,
}

const KINDS: [Kind; 8] = [
    Kind::Null,
    Kind::False,
    Kind::True,
    Kind::Number,
    Kind::Text,
    Kind::Escaped,
    Kind::List,
    Kind::Object,
];

/// A value, or a key. Of a scalar: its length and its place in the text. Of an array or object: how many items or
/// members, and the node after the last of them.
#[derive(Debug, Clone, Copy)]
struct Node {
    head: u32,
    at: u32,
}

/// A text, read. Node 0 is the whole; after an array come its items, after an object a key and a value for each member.
#[derive(Debug)]
pub struct Flat<'a> {
    text: &'a str,
    nodes: Vec<Node>,
    unescaped: String,
    /// Keys that an earlier member of the same object has.
    repeated: Vec<u32>,
    /// Bytes of the longest string.
    longest: usize,
}

/// Nodes, to be used again for the next text.
#[derive(Debug, Default)]
pub struct Room(Vec<Node>);

impl<'a> Flat<'a> {
    /// Reads one JSON text.
    ///
    /// # Errors
    /// As [`Json::parse`], and for more than 512 MiB.
    pub fn parse(text: &'a [u8]) -> Result<Flat<'a>> {
        Flat::parse_in(text, Room::default())
    }

    /// Reads one JSON text, in the room that another one had.
    ///
    /// # Errors
    /// As [`Flat::parse`].
    pub fn parse_in(text: &'a [u8], room: Room) -> Result<Flat<'a>> {
        if text.len() > MOST {
            let what = "not readable as JSON";
            let expected = format!("at most {MOST} bytes");
            return Err(Error::mismatch(
                Code::BadRequest,
                what,
                expected,
                text.len(),
            ));
        }
        let Ok(utf8) = core::str::from_utf8(text) else {
            return Err(refused(text));
        };
        let mut nodes = room.0;
        nodes.clear();
        // About as many as there are in messages of short strings.
        nodes.reserve(text.len() / 7);
        let flat = Flat {
            text: utf8,
            nodes,
            unescaped: String::new(),
            repeated: Vec::new(),
            longest: 0,
        };
        let mut scanner = Scanner { text, at: 0, flat };
        match scanner.whole() {
            Some(()) => {
                // Inner objects are closed before outer ones.
                scanner.flat.repeated.sort_unstable();
                Ok(scanner.flat)
            }
            None => Err(refused(text)),
        }
    }

    /// Gives its room back.
    pub fn into_room(self) -> Room {
        Room(self.nodes)
    }

    /// How many nodes: values and keys.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always the whole.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        let none = Node { head: 0, at: 0 };
        self.nodes.get(at as usize).copied().unwrap_or(none)
    }

    /// What kind of value.
    #[inline]
    pub fn kind(&self, at: u32) -> Kind {
        KINDS[(self.node(at).head & 7) as usize]
    }

    /// What kind of value, for messages.
    pub fn kind_name(&self, at: u32) -> &'static str {
        match self.kind(at) {
            Kind::Null => "null",
            Kind::False | Kind::True => "a boolean",
            Kind::Number => "a number",
            Kind::Text | Kind::Escaped => "a string",
            Kind::List => "an array",
            Kind::Object => "an object",
        }
    }

    /// Bytes of a scalar; items of an array, members of an object.
    #[inline]
    pub fn count(&self, at: u32) -> usize {
        (self.node(at).head >> 3) as usize
    }

    /// A string; nothing for another value.
    #[inline]
    pub fn as_text(&self, at: u32) -> Option<&str> {
        let node = self.node(at);
        let texts = match KINDS[(node.head & 7) as usize] {
            Kind::Text => self.text,
            Kind::Escaped => &self.unescaped,
            _ => return None,
        };
        let start = node.at as usize;
        texts.get(start..start + (node.head >> 3) as usize)
    }

    /// A string or key; empty for another value.
    #[inline]
    pub fn text(&self, at: u32) -> &str {
        self.as_text(at).unwrap_or_default()
    }

    /// The digits of a number; nothing for another value.
    pub fn digits(&self, at: u32) -> Option<&str> {
        let node = self.node(at);
        let start = node.at as usize;
        let written = || self.text.get(start..start + (node.head >> 3) as usize);
        (self.kind(at) == Kind::Number).then(written).flatten()
    }

    /// The nearest float of a number.
    pub fn number(&self, at: u32) -> Option<f64> {
        self.digits(at)?.parse().ok()
    }

    /// The node after a value and all in it.
    #[inline]
    pub fn after(&self, at: u32) -> u32 {
        let node = self.node(at);
        if node.head & 7 >= Kind::List as u32 {
            node.at
        } else {
            at + 1
        }
    }

    /// The items of an array; none for another value.
    #[inline]
    pub fn items(&self, list: u32) -> impl Iterator<Item = u32> + '_ {
        let end = match self.kind(list) {
            Kind::List => self.after(list),
            _ => 0,
        };
        let mut next = list + 1;
        core::iter::from_fn(move || {
            let at = next;
            if at >= end {
                return None;
            }
            next = self.after(at);
            Some(at)
        })
    }

    /// Keys and values of an object; none for another value.
    #[inline]
    pub fn members(&self, object: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let end = match self.kind(object) {
            Kind::Object => self.after(object),
            _ => 0,
        };
        let mut next = object + 1;
        core::iter::from_fn(move || {
            let key = next;
            if key >= end {
                return None;
            }
            next = self.after(key + 1);
            Some((key, key + 1))
        })
    }

    /// Keys that an earlier member of the same object has, in the order of the text.
    pub fn repeated(&self) -> &[u32] {
        &self.repeated
    }

    /// Strings and keys of more bytes than that.
    pub fn longer_than(&self, bytes: usize) -> Vec<u32> {
        if self.longest <= bytes {
            return Vec::new();
        }
        let long = |at: &u32| self.as_text(*at).is_some() && self.count(*at) > bytes;
        (0..self.nodes.len() as u32).filter(long).collect()
    }

    /// The value as a tree of its own.
    pub fn to_json(&self, at: u32) -> Json {
        match self.kind(at) {
            Kind::Null => Json::Null,
            Kind::False => Json::Bool(false),
            Kind::True => Json::Bool(true),
            Kind::Number => Json::Number(Number::of_text(self.digits(at).unwrap_or("0"))),
            Kind::Text | Kind::Escaped => self.text(at).into(),
            Kind::List => Json::Array(self.items(at).map(|item| self.to_json(item)).collect()),
            Kind::Object => Json::Object(
                self.members(at)
                    .map(|(key, value)| (self.text(key).to_owned(), self.to_json(value)))
                    .collect(),
            ),
        }
    }

    /// Where nodes are, in one walk. `wanted` ascends; a key is where its value is. Ends early where the pointers become
    /// longer than `budget` together.
    pub fn pointers(&self, wanted: &[u32], budget: usize) -> Vec<Pointer> {
        let mut walk = Walk {
            flat: self,
            wanted,
            budget,
            found: Vec::new(),
        };
        walk.inside(0, &Pointer::root());
        walk.found
    }
}

struct Walk<'w> {
    flat: &'w Flat<'w>,
    wanted: &'w [u32],
    budget: usize,
    found: Vec<Pointer>,
}

impl Walk<'_> {
    fn next(&self) -> Option<u32> {
        self.wanted.get(self.found.len()).copied()
    }

    fn inside(&mut self, at: u32, pointer: &Pointer) {
        while self.next() == Some(at) {
            self.take(pointer);
        }
        let flat = self.flat;
        for (index, item) in flat.items(at).enumerate() {
            match self.next() {
                Some(next) if next < flat.after(at) => {
                    if next < flat.after(item) {
                        self.inside(item, &pointer.index(index));
                    }
                }
                _ => return,
            }
        }
        for (key, value) in flat.members(at) {
            match self.next() {
                Some(next) if next < flat.after(at) => {
                    if next < flat.after(value) {
                        let pointer = pointer.key(flat.text(key));
                        while self.next() == Some(key) {
                            self.take(&pointer);
                        }
                        self.inside(value, &pointer);
                    }
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, pointer: &Pointer) {
        match self.budget.checked_sub(pointer.as_str().len()) {
            Some(rest) => {
                self.budget = rest;
                self.found.push(pointer.clone());
            }
            None => self.wanted = &[],
        }
    }
}

/// What is wrong with a text, said by the reader that says it well.
#[cold]
fn refused(text: &[u8]) -> Error {
    let other = || Error::new(Code::BadRequest, "not readable as JSON");
    Json::parse(text).err().unwrap_or_else(other)
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    flat: Flat<'a>,
}

impl Scanner<'_> {
    fn whole(&mut self) -> Option<()> {
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
        let mut keys = [0; FEW];
        if self.after_space() != Some(b'}') {
            loop {
                if self.after_space()? != b'"' {
                    return None;
                }
                if let Some(place) = keys.get_mut(count as usize) {
                    *place = self.flat.nodes.len() as u32;
                }
                self.string()?;
                if self.after_space()? != b':' {
                    return None;
                }
                self.at += 1;
                self.value(depth)?;
                count += 1;
                match self.after_space()? {
                    b',' => self.at += 1,
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        self.close(head, Kind::Object, count);
        match keys.get(..count as usize) {
            Some(keys) => self.find_repeated(keys),
            None => self.find_repeated_of_many(head as u32),
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
    #[inline]
    fn find_repeated(&mut self, keys: &[u32]) {
        for (index, key) in keys.iter().enumerate().skip(1) {
            let head = self.flat.node(*key).head;
            // Unless one had escapes, equal keys have equal heads.
            let like = |other: &u32| {
                let other = self.flat.node(*other).head;
                other == head || (head ^ other) & 7 != 0
            };
            let same = |other: &u32| like(other) && self.flat.text(*other) == self.flat.text(*key);
            if keys.iter().take(index).any(same) {
                self.flat.repeated.push(*key);
            }
        }
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

    #[inline]
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
    #[inline]
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
                    let c = self.escaped()?;
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

    fn escaped(&mut self) -> Option<char> {
        let c = match self.peek()? {
            c @ (b'"' | b'\\' | b'/') => c.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.escaped_unit(),
            _ => return None,
        };
        self.at += 1;
        Some(c)
    }

    fn escaped_unit(&mut self) -> Option<char> {
        let unit = hex(self.text, &mut self.at).ok()?;
        if unit & 0xfc00 != 0xd800 {
            return char::from_u32(unit);
        }
        if !self.skip(b"\\") || self.peek() != Some(b'u') {
            return None;
        }
        let low = hex(self.text, &mut self.at).ok()?;
        if low & 0xfc00 != 0xdc00 {
            return None;
        }
        char::from_u32(0x1_0000 + ((unit & 0x3ff) << 10 | (low & 0x3ff)))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline]
    fn after_space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                next => return next,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(text: &str) -> Flat<'_> {
        Flat::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn repeated_keys_are_found_in_the_order_of_the_text() {
        let many: String = (0..20).map(|n| format!(r#""k{}":0,"#, n % 12)).collect();
        let text = format!(r#"{{"a":{{"x":1,"y":2,"\u0078":3}},"b":[{{{many}"z":1}}],"a":4}}"#);
        let flat = flat(&text);
        let keys: Vec<&str> = flat.repeated().iter().map(|at| flat.text(*at)).collect();
        assert_eq!(
            keys,
            ["x", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "a"]
        );
        let pointers = flat.pointers(flat.repeated(), usize::MAX);
        assert_eq!(pointers[0].as_str(), "/a/x");
        assert_eq!(pointers[1].as_str(), "/b/0/k0");
        assert_eq!(pointers[9].as_str(), "/a");
    }

    #[test]
    fn pointers_are_of_all_that_is_wanted_within_the_budget() {
        let flat = flat(r#"{"a":[1,{"b/c":[true]}],"d":null}"#);
        let all: Vec<u32> = (0..flat.len() as u32).collect();
        let pointers = flat.pointers(&all, usize::MAX);
        let texts: Vec<&str> = pointers.iter().map(Pointer::as_str).collect();
        let expected = [
            "",
            "/a",
            "/a",
            "/a/0",
            "/a/1",
            "/a/1/b~1c",
            "/a/1/b~1c",
            "/a/1/b~1c/0",
            "/d",
            "/d",
        ];
        assert_eq!(texts, expected);
        assert_eq!(flat.pointers(&all, 10).len(), 4);
    }
}
