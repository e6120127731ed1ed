//! Where nodes go (section 13.2.6.1).

use super::class::{class_of, FOSTER, HTML_POINT};
use super::stack::{name_key, Entry};
use super::Builder;
use crate::html::names::Tag;
use crate::html::tokenizer::{TextMode, Token};
use crate::html::tree::{ElementName, Kind, Namespace, NodeId, Span};
use crate::text::same_word;

impl Builder<'_> {
    /// The appropriate place for inserting a node: a parent, and the child before which it goes.
    pub(super) fn place_in(&self, target: Entry) -> (NodeId, Option<NodeId>) {
        if !self.foster || target.class & FOSTER == 0 {
            return (target.node, None);
        }
        let table = self.stack.find(Tag::TABLE);
        match (self.stack.find(Tag::TEMPLATE), table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                (self.stack.get(template).node, None)
            }
            (_, None) => (self.stack.get(0).node, None),
            (_, Some(place)) => {
                let table = self.stack.get(place).node;
                match self.tree.parent(table) {
                    Some(parent) => (parent, Some(table)),
                    None => (self.stack.get(place - 1).node, None),
                }
            }
        }
    }

    pub(super) fn insert_node(&mut self, node: NodeId) {
        let (parent, before) = self.place_in(self.stack.current());
        self.tree.insert(node, parent, before);
    }

    pub(super) fn insert_text(&mut self, text: Span) {
        let (parent, before) = self.place_in(self.stack.current());
        let previous = match before {
            Some(before) => self.tree.prev_sibling(before),
            None => self.tree.last_child(parent),
        };
        match previous {
            Some(previous) if self.tree.kind(previous) == Kind::Text => {
                self.tree.append_text(previous, text);
            }
            _ => {
                let node = self.tree.add_text(text, self.offset);
                self.tree.insert(node, parent, before);
            }
        }
    }

    /// U+FFFD as text.
    pub(super) fn insert_replacement(&mut self) {
        let start = self.tree.text.len();
        self.tree.text.push(char::REPLACEMENT_CHARACTER);
        self.insert_text(Span::new(start, self.tree.text.len()));
    }

    pub(super) fn insert_comment(&mut self, text: Span) {
        let node = self.tree.add_comment(text, self.offset);
        self.insert_node(node);
    }

    fn entry_of(&self, node: NodeId, name: ElementName) -> Entry {
        let mut class = class_of(name.namespace, name.tag);
        if name.namespace == Namespace::MathMl && self.annotates_html(node) {
            class |= HTML_POINT;
        }
        Entry {
            node,
            tag: name.tag,
            namespace: name.namespace,
            class,
            key: name_key(name.tag, name.name.of(&self.tree.text)),
        }
    }

    /// Whether it is an `annotation-xml` that says that it holds HTML.
    #[cold]
    #[inline(never)]
    fn annotates_html(&self, node: NodeId) -> bool {
        let text = &self.tree.text;
        let mut attributes = self.tree.raw_attributes(node).iter();
        self.tree.tag(node) == Tag::ANNOTATION_XML
            && attributes.any(|attribute| {
                let is = |value| same_word(attribute.value.of(text), value);
                attribute.name.of(text) == "encoding"
                    && (is("text/html") || is("application/xhtml+xml"))
            })
    }

    /// Makes and inserts an element of the token in hand, without opening it.
    fn insert_unopened(&mut self, namespace: Namespace) -> Entry {
        let token = &self.tokenizer.tag;
        let name = ElementName {
            namespace,
            tag: token.tag,
            name: token.name,
        };
        let node = self.tree.add_element(name, &token.attributes, self.offset);
        self.insert_node(node);
        self.entry_of(node, name)
    }

    /// Inserts an element of the token in hand and opens it.
    pub(super) fn insert_element(&mut self) -> Entry {
        self.insert_foreign(Namespace::Html)
    }

    /// The same in a namespace.
    pub(super) fn insert_foreign(&mut self, namespace: Namespace) -> Entry {
        let entry = self.insert_unopened(namespace);
        self.stack.push(&mut self.tree, entry);
        entry
    }

    /// Inserts an element that can have no content.
    pub(super) fn insert_void(&mut self, namespace: Namespace) -> Entry {
        self.insert_unopened(namespace)
    }

    /// Inserts and opens an element that the markup left out.
    pub(super) fn insert_implied(&mut self, tag: Tag) {
        let name = ElementName {
            namespace: Namespace::Html,
            tag,
            name: Span::default(),
        };
        let node = self.tree.add_element(name, &[], self.offset);
        self.insert_node(node);
        let entry = self.entry_of(node, name);
        self.stack.push(&mut self.tree, entry);
    }

    /// Inserts an element whose content is text, with the text and the end tag that follow.
    pub(super) fn insert_text_element(&mut self, mode: TextMode) {
        let tag = self.tokenizer.tag.tag;
        let entry = self.insert_unopened(Namespace::Html);
        self.tokenizer.read_text_of(tag, mode);
        let mut token = self.tokenizer.next(&mut self.tree.text, false);
        if let Token::Text(text) = token {
            let text = match tag {
                Tag::TEXTAREA => self.without_newline(text),
                _ => text,
            };
            if text.len > 0 {
                let node = self.tree.add_text(text, self.tokenizer.token_start as u32);
                self.tree.insert(node, entry.node, None);
            }
            token = self.tokenizer.next(&mut self.tree.text, false);
        }
        debug_assert!(
            matches!(token, Token::End | Token::Eof),
            "text of {tag:?}: {token:?}"
        );
    }

    /// The text without one newline at its beginning.
    pub(super) fn without_newline(&self, text: Span) -> Span {
        match text.of(&self.tree.text).starts_with('\n') {
            true => Span {
                start: text.start + 1,
                len: text.len - 1,
            },
            false => text,
        }
    }
}
