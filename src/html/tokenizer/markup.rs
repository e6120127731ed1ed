//! What begins with `<!` or cannot be markup: comments, doctypes, CDATA sections (sections 13.2.5.41 to
//! 13.2.5.71).

use super::{scan, TextMode, Token, Tokenizer};
use crate::html::tree::Span;
use crate::text::{cut, same_word};

impl Tokenizer<'_> {
    /// What begins with `<!`. None where a CDATA section begins.
    pub(super) fn markup_declaration(&mut self, text: &mut String, foreign: bool) -> Option<Token> {
        let rest = cut(self.input, self.at + 2, self.input.len());
        if rest.starts_with("--") {
            return Some(self.comment(text));
        }
        if foreign && rest.starts_with("[CDATA[") {
            self.at += "<![CDATA[".len();
            self.mode = TextMode::Cdata;
            return None;
        }
        if rest.get(..7).is_some_and(|word| same_word(word, "doctype")) {
            let end = scan::until_any(self.input.as_bytes(), self.at, [b'>']);
            self.at = (end + 1).min(self.input.len());
            return Some(Token::Doctype);
        }
        Some(self.bogus_comment(text, 2))
    }

    /// A comment that begins `lead` bytes from here and ends at the next `>`.
    pub(super) fn bogus_comment(&mut self, text: &mut String, lead: usize) -> Token {
        let start = self.at + lead;
        let end = scan::until_any(self.input.as_bytes(), start, [b'>']);
        self.at = (end + 1).min(self.input.len());
        Token::Comment(self.without_nul(text, start, end))
    }

    fn comment(&mut self, text: &mut String) -> Token {
        let bytes = self.input.as_bytes();
        let start = self.at + 4;
        let (end, after) = match &bytes[start..] {
            [b'>', ..] => (start, start + 1),
            [b'-', b'>', ..] => (start, start + 2),
            _ => comment_end(bytes, start),
        };
        self.at = after;
        Token::Comment(self.without_nul(text, start, end))
    }

    /// The next text of a CDATA section, or the end of it.
    pub(super) fn cdata_text(&mut self) -> Option<Token> {
        let bytes = self.input.as_bytes();
        let start = self.at;
        let mut end = start;
        loop {
            end = scan::until_any(bytes, end, [b']', 0]);
            let rest = &bytes[end..];
            if rest.is_empty() || rest[0] == 0 || rest.starts_with(b"]]>") {
                break;
            }
            end += 1;
        }
        self.at = end;
        if start < end {
            return Some(Token::Text(Span::new(start, end)));
        }
        if bytes.get(end) == Some(&0) {
            self.at += 1;
            return Some(Token::Nul);
        }
        self.at = (end + 3).min(bytes.len());
        self.mode = TextMode::Data;
        None
    }
}

/// The end of the comment's text that begins at `start`, and of the comment: at `-->`, `--!>` or where the
/// input ends, less what may have been the beginning of an end.
fn comment_end(bytes: &[u8], start: usize) -> (usize, usize) {
    let mut at = start;
    loop {
        at = scan::until_any(bytes, at, [b'-']);
        match &bytes[at.min(bytes.len())..] {
            [] => break,
            [b'-', b'-', b'>', ..] => return (at, at + 3),
            [b'-', b'-', b'!', b'>', ..] => return (at, at + 4),
            _ => at += 1,
        }
    }
    let text = &bytes[start..];
    let begun: [&[u8]; 3] = [b"--!", b"--", b"-"];
    let cut = begun
        .iter()
        .find(|end| text.ends_with(end))
        .map_or(0, |end| end.len());
    (bytes.len() - cut, bytes.len())
}
