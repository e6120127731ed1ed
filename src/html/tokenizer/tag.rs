//! Tags and their attributes (sections 13.2.5.6 to 13.2.5.8 and 13.2.5.32 to 13.2.5.40).

use super::scan::{self, until_class, CLASS};
use super::{Token, Tokenizer};
use crate::html::names::Tag;
use crate::html::tree::{RawAttribute, Span};
use crate::text::cut;

/// From this many attributes on, doubles are found by sorting.
const MANY_ATTRIBUTES: usize = 12;

impl Tokenizer<'_> {
    /// Reads a tag whose name begins `lead` bytes from here. At the end of the input a tag is nothing.
    pub(super) fn read_tag(&mut self, text: &mut String, lead: usize, kind: Token) -> Token {
        let start = self.at + lead;
        let (end, met) = until_class(self.input.as_bytes(), start, scan::NAME_END);
        let name = self.small_name(text, start, end, met);
        self.tag.name = name;
        self.tag.tag = Tag::find(name.of(text));
        self.tag.self_closing = false;
        self.tag.attributes.clear();
        match self.attributes(text, end) {
            Some(after) => {
                self.at = after;
                self.drop_doubles(text);
                kind
            }
            None => {
                self.at = self.input.len();
                Token::Eof
            }
        }
    }

    fn small_name(&self, text: &mut String, start: usize, end: usize, met: u8) -> Span {
        if met & scan::CHANGED_IN_NAME == 0 {
            return Span::new(start, end);
        }
        let tail = text.len();
        text.extend(cut(self.input, start, end).chars().map(|char| match char {
            '\0' => char::REPLACEMENT_CHARACTER,
            other => other.to_ascii_lowercase(),
        }));
        Span::new(tail, text.len())
    }

    /// Reads attributes from `at` and returns the place after the tag's `>`.
    fn attributes(&mut self, text: &mut String, mut at: usize) -> Option<usize> {
        let bytes = self.input.as_bytes();
        loop {
            at = scan::skip_spaces(bytes, at);
            match bytes.get(at)? {
                b'>' => return Some(at + 1),
                b'/' => {
                    at += 1;
                    if *bytes.get(at)? == b'>' {
                        self.tag.self_closing = true;
                        return Some(at + 1);
                    }
                    continue;
                }
                _ => {}
            }
            // An equals sign in the first place is part of the name.
            let (end, mut met) = until_class(bytes, at + 1, scan::ATTRIBUTE_NAME_END);
            met |= CLASS[bytes[at] as usize];
            let name = self.small_name(text, at, end, met);
            let value;
            at = scan::skip_spaces(bytes, end);
            (value, at) = match bytes.get(at)? {
                b'=' => self.value(text, scan::skip_spaces(bytes, at + 1))?,
                _ => (Span::new(at, at), at),
            };
            self.tag.attributes.push(RawAttribute { name, value });
        }
    }

    /// Reads the value that begins at `at`, and returns it with the place after it.
    fn value(&self, text: &mut String, at: usize) -> Option<(Span, usize)> {
        let bytes = self.input.as_bytes();
        let quote = *bytes.get(at)?;
        match quote {
            b'"' | b'\'' => {
                let start = at + 1;
                let mut end = scan::until_any(bytes, start, [quote, b'&', 0]);
                let changed = *bytes.get(end)? != quote;
                if changed {
                    end = scan::until_any(bytes, end, [quote]);
                    bytes.get(end)?;
                }
                Some((self.decode(text, start, end, changed, true), end + 1))
            }
            b'>' => Some((Span::new(at, at), at)),
            _ => {
                let (end, met) = until_class(bytes, at, scan::UNQUOTED_END);
                bytes.get(end)?;
                let changed = met & scan::CHANGED_IN_VALUE != 0;
                Some((self.decode(text, at, end, changed, true), end))
            }
        }
    }

    /// Keeps the first of the attributes with equal names.
    fn drop_doubles(&mut self, text: &str) {
        let attributes = &mut self.tag.attributes;
        let name = |attribute: &RawAttribute| attribute.name.of(text);
        if attributes.len() < MANY_ATTRIBUTES {
            let mut kept = 0;
            for next in 0..attributes.len() {
                let attribute = attributes[next];
                if attributes[..kept]
                    .iter()
                    .all(|a| name(a) != name(&attribute))
                {
                    attributes[kept] = attribute;
                    kept += 1;
                }
            }
            attributes.truncate(kept);
            return;
        }
        let mut order: Vec<usize> = (0..attributes.len()).collect();
        order.sort_by_key(|place| (name(&attributes[*place]), *place));
        order.dedup_by_key(|place| name(&attributes[*place]));
        order.sort_unstable();
        *attributes = order.iter().map(|place| attributes[*place]).collect();
    }
}
