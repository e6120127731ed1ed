//! Text in which tags do not count (sections 13.2.5.2 to 13.2.5.5 and 13.2.5.9 to 13.2.5.31).

use super::scan::{self, CLASS};
use super::{TextMode, Token, Tokenizer};
use crate::html::names::Tag;

impl Tokenizer<'_> {
    /// The text up to the end tag that ends the mode, if there is any.
    pub(super) fn raw_text(&mut self, text: &mut String) -> Option<Token> {
        let start = self.at;
        let end = match self.mode {
            TextMode::Plaintext => self.input.len(),
            TextMode::Script => self.script_end(),
            _ => self.text_end(),
        };
        let span = match self.mode {
            TextMode::Rcdata => self.decode(text, start, end, true, false),
            _ => self.without_nul(text, start, end),
        };
        self.mode = TextMode::Data;
        self.at = end;
        (start < end).then_some(Token::Text(span))
    }

    fn text_end(&self) -> usize {
        let bytes = self.input.as_bytes();
        let mut at = self.at;
        loop {
            at = scan::until_any(bytes, at, [b'<']);
            if at == bytes.len() || self.is_end_tag(at) {
                return at;
            }
            at += 1;
        }
    }

    /// Whether at `at` stands the end tag that ends this text.
    fn is_end_tag(&self, at: usize) -> bool {
        self.raw_name
            .is_some_and(|name| is_tag(&self.input.as_bytes()[at..], b"</", name))
    }

    /// A script's end: not within `<!-- <script> … </script> -->`.
    fn script_end(&self) -> usize {
        let bytes = self.input.as_bytes();
        let mut at = self.at;
        // Within `<!--`; within `<script` in that; hyphens just met, two of which end both with a `>`.
        let (mut escaped, mut doubly, mut hyphens) = (false, false, 0);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'-' if escaped => hyphens += 1,
                b'>' if hyphens >= 2 => (escaped, doubly, hyphens) = (false, false, 0),
                b'<' => {
                    hyphens = 0;
                    let here = &bytes[at..];
                    if !doubly && self.is_end_tag(at) {
                        return at;
                    }
                    if !escaped && here.starts_with(b"<!--") {
                        (escaped, hyphens) = (true, 2);
                        at += 3;
                    } else if escaped
                        && is_tag(here, [&b"<"[..], b"</"][usize::from(doubly)], Tag::SCRIPT)
                    {
                        doubly = !doubly;
                    }
                }
                _ => hyphens = 0,
            }
            at += 1;
        }
        at
    }
}

/// Whether `bytes` begin with `lead`, the name in letters of any size, and what ends a name.
fn is_tag(bytes: &[u8], lead: &[u8], name: Tag) -> bool {
    let name = name.name().as_bytes();
    let len = lead.len() + name.len();
    bytes.starts_with(lead)
        && bytes
            .get(lead.len()..len)
            .is_some_and(|word| word.eq_ignore_ascii_case(name))
        && bytes
            .get(len)
            .is_some_and(|end| CLASS[*end as usize] & scan::NAME_END != 0)
}
