//! "In body" (section 13.2.6.4.7): text, start tags, and what "in head" has for both.

use super::class::{class_of, BLOCK, BUTTON_SCOPE, HEADING, IMPLIED_END, SCOPE, SPECIAL};
use super::modes::Mode;
use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::{TextMode, Token};
use crate::html::tree::Namespace;

impl Builder<'_> {
    pub(super) fn in_body(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                self.reconstruct_formatting();
                self.insert_text(text);
            }
            Token::Start => self.body_start(),
            Token::End => self.body_end(),
            Token::Comment(text) => self.insert_comment(text),
            Token::Nul | Token::Doctype | Token::Eof => {}
        }
    }

    pub(super) fn body_start(&mut self) {
        let tag = self.tokenizer.tag.tag;
        match tag {
            // A fragment has no skeleton, and parts of tables need a table.
            Tag::HTML
            | Tag::HEAD
            | Tag::BODY
            | Tag::FRAMESET
            | Tag::FRAME
            | Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}

            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::PARAM
            | Tag::SOURCE
            | Tag::TRACK => {
                self.insert_void(Namespace::Html);
            }
            Tag::TITLE => self.insert_text_element(TextMode::Rcdata),
            Tag::NOFRAMES | Tag::STYLE | Tag::IFRAME | Tag::NOEMBED | Tag::NOSCRIPT => {
                self.insert_text_element(TextMode::RawText);
            }
            Tag::SCRIPT => self.insert_text_element(TextMode::Script),
            Tag::TEXTAREA => self.insert_text_element(TextMode::Rcdata),
            Tag::XMP => {
                self.close_p();
                self.reconstruct_formatting();
                self.insert_text_element(TextMode::RawText);
            }
            Tag::PLAINTEXT => {
                self.close_p();
                self.insert_element();
                self.tokenizer.read_text_of(tag, TextMode::Plaintext);
            }
            Tag::TEMPLATE => self.start_template(),

            _ if class_of(Namespace::Html, tag) & BLOCK != 0 || tag == Tag::P => {
                self.close_p();
                self.insert_element();
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.close_p();
                if self.stack.current().class & HEADING != 0 {
                    self.stack.pop(&mut self.tree);
                }
                self.insert_element();
            }
            Tag::PRE | Tag::LISTING => {
                self.close_p();
                self.insert_element();
                self.skip_newline = true;
            }
            Tag::FORM => {
                let in_template = self.stack.has(Tag::TEMPLATE);
                if self.form.is_some() && !in_template {
                    return;
                }
                self.close_p();
                let form = self.insert_element();
                if !in_template {
                    self.form = Some(form.node);
                }
            }
            Tag::LI => self.start_item(&[Tag::LI]),
            Tag::DD | Tag::DT => self.start_item(&[Tag::DD, Tag::DT]),
            Tag::TABLE => {
                self.close_p();
                self.insert_element();
                self.mode = Mode::Table;
            }

            Tag::BUTTON => {
                self.close_in(SCOPE, Tag::BUTTON);
                self.reconstruct_formatting();
                self.insert_element();
            }
            Tag::A => {
                if let Some(open) = self.formatting.find(Tag::A) {
                    self.adopt(Tag::A);
                    self.formatting.remove_node(open.node);
                    if let Some(place) = self.stack.find_node(open.node) {
                        self.stack.remove(&mut self.tree, place);
                    }
                }
                self.start_formatting();
            }
            Tag::NOBR => {
                self.reconstruct_formatting();
                if self.stack.in_scope(Tag::NOBR) {
                    self.adopt(Tag::NOBR);
                }
                self.start_formatting();
            }
            Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => self.start_formatting(),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct_formatting();
                self.insert_element();
                self.formatting.mark();
            }

            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct_formatting();
                self.insert_void(Namespace::Html);
            }
            Tag::IMAGE => {
                self.tokenizer.tag.tag = Tag::IMG;
                self.body_start();
            }
            Tag::INPUT | Tag::HR | Tag::SELECT | Tag::OPTION | Tag::OPTGROUP => {
                self.start_select_part(tag);
            }

            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                let except = match tag {
                    Tag::RP | Tag::RT => Tag::RTC,
                    _ => Tag::UNKNOWN,
                };
                if self.stack.in_scope(Tag::RUBY) {
                    self.stack.pop_implied(&mut self.tree, IMPLIED_END, except);
                }
                self.insert_element();
            }
            Tag::MATH => self.start_foreign_root(Namespace::MathMl),
            Tag::SVG => self.start_foreign_root(Namespace::Svg),
            _ => {
                self.reconstruct_formatting();
                self.insert_element();
            }
        }
    }

    /// What the standard says of `select` and its parts since their content may be any.
    fn start_select_part(&mut self, tag: Tag) {
        let in_select = self.stack.in_scope(Tag::SELECT);
        match tag {
            Tag::HR => {
                self.close_p();
                if in_select {
                    self.stack
                        .pop_implied(&mut self.tree, IMPLIED_END, Tag::UNKNOWN);
                }
                self.insert_void(Namespace::Html);
                return;
            }
            Tag::INPUT | Tag::SELECT if self.context == Tag::SELECT => return,
            Tag::INPUT if in_select => {
                self.close_in(SCOPE, Tag::SELECT);
            }
            Tag::SELECT if in_select => {
                self.close_in(SCOPE, Tag::SELECT);
                return;
            }
            Tag::OPTION if in_select => {
                self.stack
                    .pop_implied(&mut self.tree, IMPLIED_END, Tag::OPTGROUP);
            }
            Tag::OPTGROUP if in_select => {
                self.stack
                    .pop_implied(&mut self.tree, IMPLIED_END, Tag::UNKNOWN);
            }
            Tag::OPTION | Tag::OPTGROUP if self.stack.current().is(Tag::OPTION) => {
                self.stack.pop(&mut self.tree);
            }
            _ => {}
        }
        self.reconstruct_formatting();
        match tag {
            Tag::INPUT => self.insert_void(Namespace::Html),
            _ => self.insert_element(),
        };
    }

    fn start_formatting(&mut self) {
        self.reconstruct_formatting();
        let entry = self.insert_element();
        self.push_formatting(entry);
    }

    /// `li`, `dd`, `dt`: ends the item before it in the same list.
    fn start_item(&mut self, equals: &[Tag]) {
        let ends = |tag| matches!(tag, Tag::ADDRESS | Tag::DIV | Tag::P);
        let before = self.stack.downwards().find(|(_, entry)| {
            let special = entry.class & SPECIAL != 0 && !ends(entry.tag);
            special || equals.iter().any(|tag| entry.is(*tag))
        });
        if let Some((place, entry)) = before {
            if equals.iter().any(|tag| entry.is(*tag)) {
                self.stack.pop_from(&mut self.tree, place);
            }
        }
        self.close_p();
        self.insert_element();
    }

    fn start_foreign_root(&mut self, namespace: Namespace) {
        self.reconstruct_formatting();
        self.start_foreign(namespace);
    }

    /// "Close a p element", where one is in button scope.
    pub(super) fn close_p(&mut self) {
        self.close_in(BUTTON_SCOPE, Tag::P);
    }
}
