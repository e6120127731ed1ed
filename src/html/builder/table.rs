//! "In table", "in table text", "in caption", "in column group" (sections 13.2.6.4.9 to 13.2.6.4.12).

use super::class::{FOSTER, TABLE_SCOPE};
use super::modes::Mode;
use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::Token;
use crate::html::tree::{Namespace, Span};
use crate::text::same_word;

fn is_space(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

impl Builder<'_> {
    pub(super) fn in_table(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::Text(_) | Token::Nul, _) if self.takes_table_text() => {
                self.interrupted = self.mode;
                self.again_in(Mode::TableText, token);
            }
            (Token::Comment(text), _) => self.insert_comment(text),
            (Token::Doctype | Token::Eof, _) => {}
            (Token::Start, Tag::CAPTION) => {
                self.clear_to_table();
                self.formatting.mark();
                self.insert_element();
                self.mode = Mode::Caption;
            }
            (Token::Start, Tag::COLGROUP) => {
                self.clear_to_table();
                self.insert_element();
                self.mode = Mode::ColumnGroup;
            }
            (Token::Start, Tag::COL) => {
                self.clear_to_table();
                self.insert_implied(Tag::COLGROUP);
                self.again_in(Mode::ColumnGroup, token);
            }
            (Token::Start, Tag::TBODY | Tag::TFOOT | Tag::THEAD) => {
                self.clear_to_table();
                self.insert_element();
                self.mode = Mode::TableBody;
            }
            (Token::Start, Tag::TD | Tag::TH | Tag::TR) => {
                self.clear_to_table();
                self.insert_implied(Tag::TBODY);
                self.again_in(Mode::TableBody, token);
            }
            (Token::Start, Tag::TABLE) => {
                if self.close_in(TABLE_SCOPE, Tag::TABLE) {
                    self.reset_mode();
                    self.by_mode(token);
                }
            }
            (Token::End, Tag::TABLE) => {
                if self.close_in(TABLE_SCOPE, Tag::TABLE) {
                    self.reset_mode();
                }
            }
            (Token::End, Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {}
            (Token::End, Tag::TBODY | Tag::TD | Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR) => {}
            (Token::Start, Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE) => self.body_start(),
            (Token::End, Tag::TEMPLATE) => self.end_template(),
            (Token::Start, Tag::INPUT) if self.is_hidden() => {
                self.insert_void(Namespace::Html);
            }
            (Token::Start, Tag::FORM) => {
                if self.form.is_none() && !self.stack.has(Tag::TEMPLATE) {
                    self.form = Some(self.insert_void(Namespace::Html).node);
                }
            }
            _ => self.in_body_fostered(token),
        }
    }

    fn in_body_fostered(&mut self, token: Token) {
        self.foster = true;
        self.in_body(token);
        self.foster = false;
    }

    fn takes_table_text(&self) -> bool {
        let current = self.stack.current();
        current.class & FOSTER != 0 || current.is(Tag::TEMPLATE)
    }

    fn is_hidden(&self) -> bool {
        let text = &self.tree.text;
        self.tokenizer.tag.attributes.iter().any(|attribute| {
            attribute.name.of(text) == "type" && same_word(attribute.value.of(text), "hidden")
        })
    }

    /// "Clear the stack back to a table context".
    fn clear_to_table(&mut self) {
        self.stack
            .pop_to_class(&mut self.tree, |entry| entry.class & TABLE_SCOPE != 0);
    }

    pub(super) fn in_table_text(&mut self, token: Token) {
        match token {
            Token::Text(text) => return self.table_text.push(text),
            Token::Nul => return,
            _ => {}
        }
        let pieces = core::mem::take(&mut self.table_text);
        let mut texts = pieces
            .iter()
            .map(|piece| piece.of(&self.tree.text).as_bytes());
        let blank = texts.all(|text| text.iter().all(is_space));
        for piece in pieces {
            match blank {
                true => self.insert_text(piece),
                false => self.in_body_fostered(Token::Text(piece)),
            }
        }
        self.again_in(self.interrupted, token);
    }

    pub(super) fn in_caption(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::End, Tag::CAPTION) => {
                self.close_caption();
            }
            (Token::Start, Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TD)
            | (Token::Start, Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR)
            | (Token::End, Tag::TABLE) => {
                if self.close_caption() {
                    self.by_mode(token);
                }
            }
            (Token::End, Tag::BODY | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TBODY) => {}
            (Token::End, Tag::TD | Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR) => {}
            _ => self.in_body(token),
        }
    }

    fn close_caption(&mut self) -> bool {
        let closed = self.close_in(TABLE_SCOPE, Tag::CAPTION);
        if closed {
            self.formatting.clear_to_marker();
            self.mode = Mode::Table;
        }
        closed
    }

    pub(super) fn in_column_group(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::Text(text), _) => self.column_group_text(text),
            (Token::Comment(text), _) => self.insert_comment(text),
            (Token::Doctype | Token::Eof, _) | (Token::Start, Tag::HTML) => {}
            (Token::Start, Tag::COL) => {
                self.insert_void(Namespace::Html);
            }
            (Token::End, Tag::COLGROUP) => {
                if self.stack.current().is(Tag::COLGROUP) {
                    self.stack.pop(&mut self.tree);
                    self.mode = Mode::Table;
                }
            }
            (Token::End, Tag::COL) => {}
            (Token::Start, Tag::TEMPLATE) => self.start_template(),
            (Token::End, Tag::TEMPLATE) => self.end_template(),
            _ => self.leave_column_group(token),
        }
    }

    /// White space stays; other text ends the group, or, where a template stands for it, is dropped.
    fn column_group_text(&mut self, text: Span) {
        let mut start = text.start;
        while start < text.end() {
            let rest = &self.tree.text.as_bytes()[start as usize..text.end() as usize];
            let blank = rest.iter().take_while(|byte| is_space(byte)).count();
            let word = rest[blank..]
                .iter()
                .take_while(|byte| !is_space(byte))
                .count();
            let blank_end = start as usize + blank;
            if blank > 0 {
                self.insert_text(Span::new(start as usize, blank_end));
            }
            if word > 0 && self.stack.current().is(Tag::COLGROUP) {
                let rest = Span::new(blank_end, text.end() as usize);
                return self.leave_column_group(Token::Text(rest));
            }
            start = (blank_end + word) as u32;
        }
    }

    fn leave_column_group(&mut self, token: Token) {
        if self.stack.current().is(Tag::COLGROUP) {
            self.stack.pop(&mut self.tree);
            self.again_in(Mode::Table, token);
        }
    }
}
