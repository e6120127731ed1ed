//! The scanner: one pass without recursion. It is exact on what JSON is; what is wrong beyond that it notes and goes on,
//! since bytes that are no JSON come before everything else.

use super::super::keys::is_key;
use super::super::reference::{self, PREFIX};
use super::super::DEPTH;
use super::{Fault, Keys, Kind, Mount, Node, Tape, Wrong};
use crate::json::Json;
use crate::map::Map;

/// Marks what a text holds; the text itself where it is no JSON.
pub(super) fn scan(text: String, keys: Keys) -> Result<Tape, String> {
    let mut scan = Scan {
        text: &text,
        bytes: text.as_bytes(),
        at: 0,
        // Half of what dense texts have; it grows twice at most.
        nodes: Vec::with_capacity(text.len() / 16),
        open: Vec::new(),
        mounts: Vec::new(),
        depth: 0,
        fault: None,
        keys,
    };
    match scan.run() {
        Some(()) => {
            let Scan {
                nodes,
                mounts,
                depth,
                fault,
                ..
            } = scan;
            Ok(Tape {
                nodes,
                mounts,
                depth,
                fault,
                text,
            })
        }
        None => Err(text),
    }
}

/// What the inside of a string says.
pub(super) fn unescaped(raw: &str) -> Option<String> {
    match Json::parse(format!("\"{raw}\"").as_bytes()) {
        Ok(Json::String(text)) => Some(text),
        _ => None,
    }
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    open: Vec<Open>,
    mounts: Vec<Mount>,
    depth: u32,
    fault: Option<Fault>,
    keys: Keys,
}

/// An array or object whose end is to come.
struct Open {
    node: usize,
    is_object: bool,
    members: usize,
}

/// What may stand where the scanner stands.
enum Next {
    Value,
    Key,
    After,
}

impl Scan<'_> {
    fn run(&mut self) -> Option<()> {
        let mut next = Next::Value;
        loop {
            let byte = self.after_space();
            next = match next {
                Next::Value => self.value(byte?)?,
                Next::Key => self.key(byte?)?,
                Next::After => {
                    let Some(open) = self.open.last_mut() else {
                        return byte.is_none().then_some(());
                    };
                    self.at += 1;
                    match (byte?, open.is_object) {
                        (b',', true) => Next::Key,
                        (b',', false) => Next::Value,
                        (b'}', true) | (b']', false) => self.close(),
                        _ => return None,
                    }
                }
            };
        }
    }

    fn value(&mut self, byte: u8) -> Option<Next> {
        let start = self.at;
        match byte {
            b'{' => return Some(self.opened(Kind::Object, b'}', Next::Key)),
            b'[' => return Some(self.opened(Kind::List, b']', Next::Value)),
            b'"' => self.string()?,
            b'n' => self.word("null", Kind::Null)?,
            b't' => self.word("true", Kind::True)?,
            b'f' => self.word("false", Kind::False)?,
            _ => {
                self.number()?;
                self.push(Kind::Number, start, self.at);
            }
        }
        Some(Next::After)
    }

    fn opened(&mut self, kind: Kind, close: u8, then: Next) -> Next {
        let node = self.push(kind, self.at, self.at);
        self.open.push(Open {
            node,
            is_object: kind == Kind::Object,
            members: 0,
        });
        self.depth = self.depth.max(self.open.len() as u32);
        if self.open.len() == DEPTH + 1 {
            self.wrong(node, Wrong::Deep);
        }
        self.at += 1;
        if self.after_space() == Some(close) {
            self.at += 1;
            return self.close();
        }
        then
    }

    fn close(&mut self) -> Next {
        if let Some(open) = self.open.pop() {
            let end = self.nodes.len() as u32;
            self.nodes[open.node].next = end;
            if open.is_object && self.keys == Keys::Stored {
                self.no_key_twice(&open);
            }
        }
        Next::After
    }

    fn key(&mut self, byte: u8) -> Option<Next> {
        if byte != b'"' {
            return None;
        }
        let (start, escaped) = self.quoted()?;
        let end = self.at - 1;
        let kind = if escaped { Kind::EscapedKey } else { Kind::Key };
        let node = self.push(kind, start, end);
        if let Some(open) = self.open.last_mut() {
            open.members += 1;
        }
        if self.keys == Keys::Stored {
            let raw = &self.bytes[start..end];
            let is_one = match escaped {
                false => is_key(raw),
                true => unescaped(&self.text[start..end]).is_some_and(|key| is_key(key.as_bytes())),
            };
            if !is_one {
                self.wrong(node, Wrong::Key);
            }
        }
        if self.after_space() != Some(b':') {
            return None;
        }
        self.at += 1;
        Some(Next::Value)
    }

    fn string(&mut self) -> Option<()> {
        let (start, escaped) = self.quoted()?;
        let raw = &self.text[start..self.at - 1];
        let target = match escaped {
            false => raw.strip_prefix(PREFIX).map(str::to_owned),
            true if raw.starts_with(['r', '\\']) => {
                unescaped(raw).and_then(|text| text.strip_prefix(PREFIX).map(str::to_owned))
            }
            true => None,
        };
        let kind = match (&target, escaped) {
            (Some(_), _) => Kind::Mount,
            (None, true) => Kind::Escaped,
            (None, false) => Kind::Text,
        };
        let node = self.push(kind, start, self.at - 1);
        if let Some(target) = target {
            if let Err(why) = reference::check(&target) {
                self.wrong(node, Wrong::Reference(why));
            }
            let depth = self.open.len() as u32;
            self.mounts.push(Mount {
                node,
                depth,
                target,
            });
        }
        Some(())
    }

    /// Steps over a string; where its inside begins and whether it has escapes.
    #[inline(always)]
    fn quoted(&mut self) -> Option<(usize, bool)> {
        let start = self.at + 1;
        let mut escaped = false;
        self.at = plain_end(self.bytes, start);
        loop {
            match self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.bytes.get(self.at + 1)?;
                    self.at = plain_end(self.bytes, self.at + 2);
                }
                _ => return None,
            }
        }
        self.at += 1;
        if escaped {
            unescaped(self.text.get(start..self.at - 1)?)?;
        }
        Some((start, escaped))
    }

    fn word(&mut self, word: &str, kind: Kind) -> Option<()> {
        let start = self.at;
        let there = self.bytes[start..].starts_with(word.as_bytes());
        self.at += word.len();
        there.then(|| {
            self.push(kind, start, start + word.len());
        })
    }

    fn number(&mut self) -> Option<()> {
        self.skip(b'-');
        if !self.skip(b'0') {
            self.digits()?;
        }
        if self.skip(b'.') {
            self.digits()?;
        }
        if self.skip(b'e') || self.skip(b'E') {
            let _ = self.skip(b'+') || self.skip(b'-');
            self.digits()?;
        }
        Some(())
    }

    /// At least one.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn skip(&mut self, byte: u8) -> bool {
        let there = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(there);
        there
    }

    /// The next byte that is no space; the scanner stands on it.
    #[inline(always)]
    fn after_space(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at).copied() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other,
            }
        }
    }

    /// A node without anything in it; which one.
    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node {
            kind,
            start: start as u32,
            end: end as u32,
            next: node as u32 + 1,
        });
        node
    }

    /// Keeps the first.
    #[cold]
    fn wrong(&mut self, node: usize, what: Wrong) {
        self.fault.get_or_insert(Fault { node, what });
    }

    fn no_key_twice(&mut self, open: &Open) {
        if open.members < 2 {
            return;
        }
        let mut keys = Vec::with_capacity(open.members);
        let mut node = open.node + 1;
        while let Some(key) = self.nodes.get(node) {
            keys.push((
                &self.bytes[key.start as usize..key.end as usize],
                key.kind,
                node,
            ));
            node = self
                .nodes
                .get(node + 1)
                .map_or(usize::MAX, |value| value.next as usize);
        }
        if keys.iter().any(|key| key.1 == Kind::EscapedKey) {
            return self.no_escaped_key_twice(&keys.iter().map(|key| key.2).collect::<Vec<_>>());
        }
        // In order already, as often, or else sorted.
        keys.sort_unstable_by(|a, b| a.0.cmp(b.0));
        let twice = keys
            .windows(2)
            .find(|pair| pair[0].0 == pair[1].0)
            .map(|pair| pair[1].2);
        if let Some(node) = twice {
            self.wrong(node, Wrong::Repeated);
        }
    }

    #[cold]
    fn no_escaped_key_twice(&mut self, nodes: &[usize]) {
        let mut seen = Map::default();
        for node in nodes {
            let key = self.nodes[*node];
            let said = unescaped(&self.text[key.start as usize..key.end as usize]);
            if !seen.insert(said.unwrap_or_default(), ()) {
                return self.wrong(*node, Wrong::Repeated);
            }
        }
    }
}

/// The first place from `at` on that is no plain character of a string: a quote, a backslash, a control character, the
/// end. Eight bytes at a time.
#[inline(always)]
fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The lowest byte that is marked is below the limit; those above it may be marked in error.
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let stops = below(word, b' ')
            | below(word ^ (ONES * u64::from(b'"')), 1)
            | below(word ^ (ONES * u64::from(b'\\')), 1);
        if stops != 0 {
            return at + stops.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes
        .get(at)
        .is_some_and(|byte| *byte >= b' ' && !matches!(byte, b'"' | b'\\'))
    {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Parts of JSON in any order, and what is near to them.
    fn texts() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            4 => "[\\[\\]{}:,\"\\\\ 0-9eE.+-]{0,3}",
            4 => r#""([a-c]|\\(u[0-9a-f]{4}|ud[89][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[bfnrtux"/\\])){0,3}""#,
            2 => r#"(\[|\]|\{"A":|\}|,|"b"|null|true|false|-?[0-9]{1,21}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?|"[a-z\\n\u{7f}-\u{1f600}]{0,20}")"#,
            1 => ".{0,2}",
        ];
        prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn what_the_reader_of_json_takes_is_taken_and_nothing_else(text in texts()) {
            let scanned = scan(text.clone(), Keys::Stored).is_ok();
            prop_assert_eq!(scanned, Json::parse(text.as_bytes()).is_ok());
        }

        #[test]
        fn strings_end_at_their_end(text in "[ -~é\u{0}\\\\\"]{0,40}", from in 0..8usize) {
            let bytes = text.as_bytes();
            let stop = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
            let from = from.min(bytes.len());
            let expected = bytes[from..].iter().position(stop).map_or(bytes.len(), |at| from + at);
            prop_assert_eq!(plain_end(bytes, from), expected);
        }
    }
}
