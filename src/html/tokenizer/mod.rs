//! The tokenizer (section 13.2.5): a state of the standard is a place in a function here, since the whole
//! input is there to be scanned. Every byte is read a bounded number of times.

mod markup;
mod raw;
mod scan;
mod tag;

use crate::html::entities;
use crate::html::names::Tag;
use crate::html::tree::{RawAttribute, Span};
use crate::text::cut;

/// How text is read, set by the tree builder after certain start tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextMode {
    /// Markup.
    Data,
    /// `title` and `textarea`: references count, tags do not.
    Rcdata,
    /// `style` and its like.
    RawText,
    /// `script`.
    Script,
    /// `plaintext`: all that follows.
    Plaintext,
    /// A CDATA section of foreign content.
    Cdata,
}

/// A token. Places are in the tree's string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// Text without NUL; never empty.
    Text(Span),
    /// One NUL among data, which the builder drops or replaces.
    Nul,
    /// A start tag, described by [`Tokenizer::tag`].
    Start,
    /// An end tag, described by [`Tokenizer::tag`].
    End,
    /// A comment.
    Comment(Span),
    /// A doctype, which fragments ignore.
    Doctype,
    /// The end of the input.
    Eof,
}

/// The latest tag.
#[derive(Debug)]
pub(crate) struct TagToken {
    /// The interned name; unknown tags have only the written one.
    pub(crate) tag: Tag,
    /// The name as written, in small letters.
    pub(crate) name: Span,
    /// Of a start tag: each name once, the first of those that are equal.
    pub(crate) attributes: Vec<RawAttribute>,
    /// Whether it ended with `/>`.
    pub(crate) self_closing: bool,
}

/// Reads tokens from normalised input.
#[derive(Debug)]
pub(crate) struct Tokenizer<'i> {
    input: &'i str,
    at: usize,
    /// Where the latest token began.
    pub(crate) token_start: usize,
    mode: TextMode,
    /// The name of the last start tag of a text mode: only its end tag ends the text.
    raw_name: Option<Tag>,
    pub(crate) tag: TagToken,
}

impl<'i> Tokenizer<'i> {
    /// A tokenizer at the start of `input`, of which the tree's string is a copy.
    pub(crate) fn new(input: &'i str, mode: TextMode) -> Self {
        Tokenizer {
            input,
            at: 0,
            token_start: 0,
            mode,
            raw_name: None,
            tag: TagToken {
                tag: Tag::UNKNOWN,
                name: Span::default(),
                attributes: Vec::new(),
                self_closing: false,
            },
        }
    }

    /// Reads what follows as the text of an element, up to the end tag of that name.
    pub(crate) fn read_text_of(&mut self, name: Tag, mode: TextMode) {
        self.mode = mode;
        self.raw_name = Some(name);
    }

    /// The next token. `text` is the tree's string; `foreign` says whether CDATA sections count.
    pub(crate) fn next(&mut self, text: &mut String, foreign: bool) -> Token {
        loop {
            self.token_start = self.at;
            let token = match self.mode {
                TextMode::Data => self.markup(text, foreign),
                TextMode::Cdata => self.cdata_text(),
                _ => self.raw_text(text),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    /// The token that begins here, unless what begins here is none.
    fn markup(&mut self, text: &mut String, foreign: bool) -> Option<Token> {
        let bytes = self.input.as_bytes();
        let Some(first) = bytes.get(self.at) else {
            return Some(Token::Eof);
        };
        match (first, bytes.get(self.at + 1)) {
            (0, _) => {
                self.at += 1;
                Some(Token::Nul)
            }
            (b'<', Some(b'a'..=b'z' | b'A'..=b'Z')) => Some(self.read_tag(text, 1, Token::Start)),
            (b'<', Some(b'/')) => match bytes.get(self.at + 2) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => Some(self.read_tag(text, 2, Token::End)),
                Some(b'>') => {
                    self.at += 3;
                    None
                }
                Some(_) => Some(self.bogus_comment(text, 2)),
                None => Some(self.data(text)),
            },
            (b'<', Some(b'!')) => self.markup_declaration(text, foreign),
            (b'<', Some(b'?')) => Some(self.bogus_comment(text, 1)),
            _ => Some(self.data(text)),
        }
    }

    /// Text from here, whose first byte is text whatever it is, to the next markup or NUL.
    fn data(&mut self, text: &mut String) -> Token {
        let bytes = self.input.as_bytes();
        let start = self.at;
        let mut end = start;
        let mut changed = false;
        loop {
            let from = match bytes.get(end) {
                Some(b'<') => end + 1,
                _ => end,
            };
            end = scan::until_any(bytes, from, [b'<', b'&', 0]);
            if bytes.get(end) == Some(&b'&') {
                changed = true;
                end = scan::until_any(bytes, end, [b'<', 0]);
            }
            // A `<` that begins nothing is text.
            let begins =
                |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?');
            if bytes.get(end) != Some(&b'<') || bytes.get(end + 1).is_some_and(begins) {
                break;
            }
        }
        self.at = end;
        Token::Text(self.decode(text, start, end, changed, false))
    }

    /// The input from `start` to `end`; where it is `changed`, decoded at the end of the tree's string.
    fn decode(
        &self,
        text: &mut String,
        start: usize,
        end: usize,
        changed: bool,
        in_attribute: bool,
    ) -> Span {
        if !changed {
            return Span::new(start, end);
        }
        let tail = text.len();
        let bytes = &self.input.as_bytes()[..end];
        let mut from = start;
        loop {
            let at = scan::until_any(bytes, from, [b'&', 0]);
            text.push_str(cut(self.input, from, at));
            from = at + 1;
            match bytes.get(at) {
                None => break,
                Some(b'&') => match entities::reference(cut(self.input, from, end), in_attribute) {
                    Some(reference) => {
                        text.extend(reference.chars.into_iter().flatten());
                        from += reference.len;
                    }
                    None => text.push('&'),
                },
                Some(_) => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        Span::new(tail, text.len())
    }

    /// The input from `start` to `end` with every NUL replaced.
    fn without_nul(&self, text: &mut String, start: usize, end: usize) -> Span {
        let raw = cut(self.input, start, end);
        if scan::until_any(raw.as_bytes(), 0, [0]) == raw.len() {
            return Span::new(start, end);
        }
        let tail = text.len();
        text.push_str(&raw.replace('\0', "\u{FFFD}"));
        Span::new(tail, text.len())
    }
}
