//! JSON in one list of nodes that borrow the text: for what is judged more often than kept. Key order and repeated keys
//! stay; nothing is made for a string but where an escape is in it.
//!
//! Reads what [`Json::parse`] reads and nothing else.

mod scan;
mod walk;

use self::scan::Scanner;
use super::{Json, Number};
use crate::error::{Code, Error, Result};
use crate::pointer::Pointer;

/// Most bytes of a text: lengths and places have 29 bits.
const MOST: usize = (1 << 29) - 1;

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

/// A value, or a key. Of a scalar: its length and its place in the text. Of an array or object: how many items or
/// members, and the node after the last of them.
#[derive(Debug, Clone, Copy)]
struct Node {
    head: u32,
    at: u32,
}

impl Node {
    #[inline]
    fn kind(self) -> Kind {
        match self.head & 7 {
            0 => Kind::Null,
            1 => Kind::False,
            2 => Kind::True,
            3 => Kind::Number,
            4 => Kind::Text,
            5 => Kind::Escaped,
            6 => Kind::List,
            _ => Kind::Object,
        }
    }

    /// Bytes of a scalar; items of an array, members of an object.
    #[inline]
    fn count(self) -> usize {
        (self.head >> 3) as usize
    }
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
        let mut scanner = Scanner { text, flat };
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
        self.node(at).kind()
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
        self.node(at).count()
    }

    /// Is it a string?
    #[inline]
    pub fn is_text(&self, at: u32) -> bool {
        matches!(self.kind(at), Kind::Text | Kind::Escaped)
    }

    /// A string; nothing for another value.
    #[inline]
    pub fn as_text(&self, at: u32) -> Option<&str> {
        let node = self.node(at);
        let texts = match node.kind() {
            Kind::Text => self.text,
            Kind::Escaped => &self.unescaped,
            _ => return None,
        };
        let start = node.at as usize;
        texts.get(start..start + node.count())
    }

    /// The bytes of a string or key; none for another value.
    #[inline]
    pub fn bytes(&self, at: u32) -> &[u8] {
        let node = self.node(at);
        let texts = match node.kind() {
            Kind::Text => self.text.as_bytes(),
            Kind::Escaped => self.unescaped.as_bytes(),
            _ => return &[],
        };
        let start = node.at as usize;
        let text = texts.get(start..start + node.count());
        text.unwrap_or_default()
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
        let written = || self.text.get(start..start + node.count());
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
        walk::pointers(self, wanted, budget)
    }
}

/// What is wrong with a text, said by the reader that says it well.
#[cold]
fn refused(text: &[u8]) -> Error {
    let other = || Error::new(Code::BadRequest, "not readable as JSON");
    Json::parse(text).err().unwrap_or_else(other)
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
