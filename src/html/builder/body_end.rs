//! "In body" (section 13.2.6.4.7): end tags.

use super::class::{
    class_of, BLOCK, BUTTON_SCOPE, FORMATTING, HEADING, IMPLIED_END, LIST_SCOPE, SCOPE, SPECIAL,
};
use super::stack::{name_key, Entry};
use super::Builder;
use crate::html::names::Tag;
use crate::html::tree::Namespace;

impl Builder<'_> {
    pub(super) fn body_end(&mut self) {
        let tag = self.tokenizer.tag.tag;
        let class = class_of(Namespace::Html, tag);
        match tag {
            Tag::HTML | Tag::BODY => {}
            Tag::TEMPLATE => self.end_template(),
            Tag::BUTTON | Tag::DD | Tag::DT | Tag::LISTING | Tag::PRE | Tag::SELECT => {
                self.close_in(SCOPE, tag);
            }
            _ if class & BLOCK != 0 => {
                self.close_in(SCOPE, tag);
            }
            Tag::LI => {
                self.close_in(LIST_SCOPE, tag);
            }
            Tag::FORM => self.end_form(),
            Tag::P => {
                if !self.close_in(BUTTON_SCOPE, tag) {
                    self.insert_implied(tag);
                    self.stack.pop(&mut self.tree);
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                let heading = |entry: &Entry| entry.class & HEADING != 0;
                if let Some(place) = self.stack.find_where(SCOPE, heading) {
                    self.stack.pop_from(&mut self.tree, place);
                }
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.close_in(SCOPE, tag) {
                    self.formatting.clear_to_marker();
                }
            }
            Tag::BR => {
                self.tokenizer.tag.attributes.clear();
                self.body_start();
            }
            _ => {
                if class & FORMATTING == 0 || !self.adopt(tag) {
                    self.end_any_other();
                }
            }
        }
    }

    fn end_form(&mut self) {
        if self.stack.has(Tag::TEMPLATE) {
            self.close_in(SCOPE, Tag::FORM);
            return;
        }
        let Some(form) = self.form.take() else {
            return;
        };
        let wanted = |entry: &Entry| entry.node == form && entry.is(Tag::FORM);
        if self.stack.find_where(SCOPE, wanted).is_none() {
            return;
        }
        self.stack
            .pop_implied(&mut self.tree, IMPLIED_END, Tag::UNKNOWN);
        if let Some(place) = self.stack.find_node(form) {
            self.stack.remove(&mut self.tree, place);
        }
    }

    /// "Any other end tag": ends the nearest element of that name, unless a special one is nearer.
    fn end_any_other(&mut self) {
        let html = |entry: &Entry| entry.namespace == Namespace::Html;
        let special = |entry: &Entry| entry.class & SPECIAL != 0;
        if let Some((place, entry)) = self.find_named(html, special) {
            if !special(&entry) {
                self.stack.pop_from(&mut self.tree, place);
            }
        }
    }

    /// The uppermost element that is a `stop`, or is a `candidate` and has the name of the tag in hand; none
    /// where no element of the name is open.
    pub(super) fn find_named(
        &self,
        candidate: impl Fn(&Entry) -> bool,
        stop: impl Fn(&Entry) -> bool,
    ) -> Option<(usize, Entry)> {
        let text = &self.tree.text;
        let token = &self.tokenizer.tag;
        let key = name_key(token.tag, token.name.of(text));
        if !self.stack.may_have(key) {
            return None;
        }
        self.stack
            .downwards()
            .find(|(_, entry)| {
                let named = entry.key == key
                    && candidate(entry)
                    && (token.tag != Tag::UNKNOWN
                        || self.tree.name(entry.node) == token.name.of(text));
                named || stop(entry)
            })
            .map(|(place, entry)| (place, *entry))
    }
}
