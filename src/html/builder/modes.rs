//! Insertion modes: which there are, which one a stack asks for, and templates (sections 13.2.4.1 and
//! 13.2.6.4.22).

use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::Token;
use crate::html::tree::Namespace;

/// The insertion modes that a fragment can meet; "text" is [`Builder::insert_text_element`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Body,
    Table,
    TableText,
    Caption,
    ColumnGroup,
    TableBody,
    Row,
    Cell,
    Template,
}

impl Builder<'_> {
    /// Processes a token by the rules of the current insertion mode.
    pub(super) fn by_mode(&mut self, token: Token) {
        match self.mode {
            Mode::Body => self.in_body(token),
            Mode::Table => self.in_table(token),
            Mode::TableText => self.in_table_text(token),
            Mode::Caption => self.in_caption(token),
            Mode::ColumnGroup => self.in_column_group(token),
            Mode::TableBody => self.in_table_body(token),
            Mode::Row => self.in_row(token),
            Mode::Cell => self.in_cell(token),
            Mode::Template => self.in_template(token),
        }
    }

    /// Changes the mode and processes the token again.
    pub(super) fn again_in(&mut self, mode: Mode, token: Token) {
        self.mode = mode;
        self.by_mode(token);
    }

    /// "Reset the insertion mode appropriately".
    pub(super) fn reset_mode(&mut self) {
        let mode = self.stack.downwards().find_map(|(place, entry)| {
            let (tag, last) = match place {
                0 if self.context_namespace == Namespace::Html => (self.context, true),
                0 => (Tag::UNKNOWN, true),
                _ if entry.namespace == Namespace::Html => (entry.tag, false),
                _ => return None,
            };
            match tag {
                Tag::TD | Tag::TH if !last => Some(Mode::Cell),
                Tag::TR => Some(Mode::Row),
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Some(Mode::TableBody),
                Tag::CAPTION => Some(Mode::Caption),
                Tag::COLGROUP => Some(Mode::ColumnGroup),
                Tag::TABLE => Some(Mode::Table),
                Tag::TEMPLATE => self.template_modes.last().copied(),
                _ => None,
            }
        });
        self.mode = mode.unwrap_or(Mode::Body);
    }

    fn in_template(&mut self, token: Token) {
        let mode = match (token, self.tokenizer.tag.tag) {
            (Token::Start, tag) => match tag {
                Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => Mode::Table,
                Tag::COL => Mode::ColumnGroup,
                Tag::TR => Mode::TableBody,
                Tag::TD | Tag::TH => Mode::Row,
                Tag::BASE
                | Tag::BASEFONT
                | Tag::BGSOUND
                | Tag::LINK
                | Tag::META
                | Tag::NOFRAMES
                | Tag::SCRIPT
                | Tag::STYLE
                | Tag::TEMPLATE
                | Tag::TITLE => return self.body_start(),
                _ => Mode::Body,
            },
            (Token::End, Tag::TEMPLATE) => return self.end_template(),
            (Token::End, _) => return,
            _ => return self.in_body(token),
        };
        if let Some(last) = self.template_modes.last_mut() {
            *last = mode;
        }
        self.again_in(mode, token);
    }

    pub(super) fn start_template(&mut self) {
        self.insert_element();
        self.formatting.mark();
        self.mode = Mode::Template;
        self.template_modes.push(Mode::Template);
    }

    pub(super) fn end_template(&mut self) {
        let Some(place) = self.stack.find(Tag::TEMPLATE) else {
            return;
        };
        self.stack.pop_from(&mut self.tree, place);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    /// Pops up to the element of the name if it is in scope of the boundary, and says whether it was.
    pub(super) fn close_in(&mut self, boundary: u16, tag: Tag) -> bool {
        let place = self.stack.find_in(boundary, tag);
        if let Some(place) = place {
            self.stack.pop_from(&mut self.tree, place);
        }
        place.is_some()
    }
}
