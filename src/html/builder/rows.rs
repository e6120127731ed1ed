//! "In table body", "in row", "in cell" (sections 13.2.6.4.13 to 13.2.6.4.15).

use super::class::TABLE_SCOPE;
use super::modes::Mode;
use super::stack::Entry;
use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::Token;

fn is_body(entry: &Entry) -> bool {
    entry.is(Tag::TBODY) || entry.is(Tag::THEAD) || entry.is(Tag::TFOOT)
}

fn is_cell(entry: &Entry) -> bool {
    entry.is(Tag::TD) || entry.is(Tag::TH)
}

impl Builder<'_> {
    pub(super) fn in_table_body(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::Start, Tag::TR) => {
                self.clear_to(is_body);
                self.insert_element();
                self.mode = Mode::Row;
            }
            (Token::Start, Tag::TH | Tag::TD) => {
                self.clear_to(is_body);
                self.insert_implied(Tag::TR);
                self.again_in(Mode::Row, token);
            }
            (Token::End, Tag::TBODY | Tag::TFOOT | Tag::THEAD) => {
                if self.stack.find_in(TABLE_SCOPE, tag).is_some() {
                    self.close_body();
                }
            }
            (Token::Start, Tag::CAPTION | Tag::COL | Tag::COLGROUP)
            | (Token::Start, Tag::TBODY | Tag::TFOOT | Tag::THEAD)
            | (Token::End, Tag::TABLE) => {
                if self.stack.find_where(TABLE_SCOPE, is_body).is_some() {
                    self.close_body();
                    self.by_mode(token);
                }
            }
            (Token::End, Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {}
            (Token::End, Tag::TD | Tag::TH | Tag::TR) => {}
            _ => self.in_table(token),
        }
    }

    /// "Clear the stack back to a table body (or row) context".
    fn clear_to(&mut self, context: impl Fn(&Entry) -> bool) {
        self.stack.pop_to_class(&mut self.tree, |entry| {
            context(entry) || entry.is(Tag::TEMPLATE)
        });
    }

    fn close_body(&mut self) {
        self.clear_to(is_body);
        self.stack.pop(&mut self.tree);
        self.mode = Mode::Table;
    }

    pub(super) fn in_row(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::Start, Tag::TH | Tag::TD) => {
                self.clear_to(|entry| entry.is(Tag::TR));
                self.insert_element();
                self.formatting.mark();
                self.mode = Mode::Cell;
            }
            (Token::End, Tag::TR) => {
                self.close_row();
            }
            (Token::Start, Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT)
            | (Token::Start, Tag::THEAD | Tag::TR)
            | (Token::End, Tag::TABLE) => {
                if self.close_row() {
                    self.by_mode(token);
                }
            }
            (Token::End, Tag::TBODY | Tag::TFOOT | Tag::THEAD) => {
                if self.stack.find_in(TABLE_SCOPE, tag).is_some() && self.close_row() {
                    self.by_mode(token);
                }
            }
            (Token::End, Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {}
            (Token::End, Tag::TD | Tag::TH) => {}
            _ => self.in_table(token),
        }
    }

    fn close_row(&mut self) -> bool {
        let closed = self.close_in(TABLE_SCOPE, Tag::TR);
        if closed {
            self.mode = Mode::TableBody;
        }
        closed
    }

    pub(super) fn in_cell(&mut self, token: Token) {
        let tag = self.tokenizer.tag.tag;
        match (token, tag) {
            (Token::End, Tag::TD | Tag::TH) => {
                if self.stack.find_in(TABLE_SCOPE, tag).is_some() {
                    self.close_in(TABLE_SCOPE, tag);
                    self.formatting.clear_to_marker();
                    self.mode = Mode::Row;
                }
            }
            (Token::Start, Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TD)
            | (Token::Start, Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR) => {
                self.close_cell();
                self.by_mode(token);
            }
            (Token::End, Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {}
            (Token::End, Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR) => {
                if self.stack.find_in(TABLE_SCOPE, tag).is_some() {
                    self.close_cell();
                    self.by_mode(token);
                }
            }
            _ => self.in_body(token),
        }
    }

    fn close_cell(&mut self) {
        if let Some(place) = self.stack.find_where(TABLE_SCOPE, is_cell) {
            self.stack.pop_from(&mut self.tree, place);
        }
        self.formatting.clear_to_marker();
        self.mode = Mode::Row;
    }
}
