//! The tree builder (section 13.2.6) for fragments (section 13.4).
//!
//! The root of the tree stands for the `html` element of the standard's fragment case. Every walk along the
//! stack is bounded by the depth limit, every walk along the formatting list by its own bound.

mod adoption;
mod body_end;
mod body_start;
mod class;
mod foreign;
mod formatting;
mod insert;
mod modes;
mod rows;
mod stack;
mod table;

use super::limits::{HtmlLimits, Truncation};
use super::names::Tag;
use super::tokenizer::{TextMode, Token, Tokenizer};
use super::tree::{Namespace, NodeId, Span, Tree};
use class::{class_of, FORMATTING, MARKED, MODE};
use formatting::Formatting;
use modes::Mode;
use stack::{Entry, Stack};

/// Levels below the deepest element that may stay open: those that one tag can imply, and a leaf.
const RESERVED_DEPTH: usize = 4;
/// Copies of formatting elements that any markup may cause, beside one for so many bytes: a page makes 64 KB of paragraphs
/// that open all of them again in 10 ms, and of written markup none comes near.
const FREE_CLONES: usize = 1024;
const BYTES_PER_CLONE: usize = 64;

pub(super) struct Builder<'i> {
    tokenizer: Tokenizer<'i>,
    tree: Tree,
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    /// The mode that table text interrupted, and that text.
    interrupted: Mode,
    table_text: Vec<Span>,
    template_modes: Vec<Mode>,
    /// The form element pointer; the root where the context is a form.
    form: Option<NodeId>,
    /// The context element: its name, where it is HTML, or its namespace.
    context: Tag,
    context_namespace: Namespace,
    /// Whether what does not belong into a table goes before it.
    foster: bool,
    /// Whether a newline that begins the next token is dropped.
    skip_newline: bool,
    /// Where the token in hand began.
    offset: u32,
    max_open: usize,
    max_nodes: usize,
    clones_left: usize,
    /// Elements closed at once because they were too deep, the last first to see its end tag.
    flattened: Vec<Tag>,
    /// How many nodes there were when the last of them was closed; 0 when it was seen to be empty.
    flattened_at: usize,
    truncation: Truncation,
}

impl<'i> Builder<'i> {
    pub(super) fn new(input: &'i str, context: &str, limits: &HtmlLimits) -> Self {
        let (context, context_namespace) = match Tag::find(context) {
            tag @ Tag::SVG => (tag, Namespace::Svg),
            tag @ Tag::MATH => (tag, Namespace::MathMl),
            tag => (tag, Namespace::Html),
        };
        let mut builder = Builder {
            tokenizer: Tokenizer::new(input, context_text_mode(context)),
            tree: Tree::new(input.to_owned()),
            stack: Stack::new(),
            formatting: Formatting::default(),
            mode: Mode::Body,
            interrupted: Mode::Body,
            table_text: Vec::new(),
            template_modes: Vec::new(),
            form: (context == Tag::FORM).then_some(Tree::ROOT),
            context,
            context_namespace,
            foster: false,
            skip_newline: false,
            offset: 0,
            max_open: (limits.depth as usize)
                .saturating_sub(RESERVED_DEPTH)
                .max(1),
            max_nodes: limits.nodes as usize,
            clones_left: FREE_CLONES + input.len() / BYTES_PER_CLONE,
            flattened: Vec::new(),
            flattened_at: 0,
            truncation: Truncation::default(),
        };
        if context == Tag::TEMPLATE {
            builder.template_modes.push(Mode::Template);
        }
        builder.reset_mode();
        builder
    }

    /// Reads everything.
    pub(super) fn run(mut self) -> (Tree, Truncation) {
        loop {
            let foreign = self.adjusted_current().1 != Namespace::Html;
            let token = self.tokenizer.next(&mut self.tree.text, foreign);
            self.offset = self.tokenizer.token_start as u32;
            if self.tree.node_count() > self.max_nodes && token != Token::Eof {
                self.truncation.stopped_at = Some(self.offset);
                break;
            }
            self.token(token);
            if token == Token::Eof {
                break;
            }
        }
        self.tree.join_pieces();
        (self.tree, self.truncation)
    }

    fn token(&mut self, token: Token) {
        let token = match (core::mem::take(&mut self.skip_newline), token) {
            (true, Token::Text(text)) => match self.without_newline(text) {
                Span { len: 0, .. } => return,
                text => Token::Text(text),
            },
            _ => token,
        };
        if token == Token::End && self.flattened.last() == Some(&self.tokenizer.tag.tag) {
            self.flattened.pop();
            if self.tree.node_count() == self.flattened_at {
                // It held nothing, so nothing stands beside it.
                self.flattened_at = 0;
                self.truncation.flattened -= 1;
            }
            return;
        }
        self.dispatch(token);
        if self.stack.len() > self.max_open || self.is_low_table() {
            self.flatten();
        } else if self.stack.len() + RESERVED_DEPTH < self.max_open {
            self.flattened.clear();
        }
    }

    /// "The tree construction dispatcher".
    fn dispatch(&mut self, token: Token) {
        match self.is_foreign(token) {
            true => self.foreign(token),
            false => self.by_mode(token),
        }
    }

    /// Whether the stack is as high as the depth limit allows.
    fn is_deep(&self) -> bool {
        self.stack.len() >= self.max_open
    }

    /// Whether a table was opened where its rows and cells would be too deep. One is closed at once like all that is; its
    /// parts, which tags imply and texts then name, would be closed one by one and implied again by the next.
    fn is_low_table(&self) -> bool {
        self.stack.len() + RESERVED_DEPTH > self.max_open && self.stack.current().is(Tag::TABLE)
    }

    /// Closes what is open beyond the depth limit, so that what follows becomes its sibling.
    fn flatten(&mut self) {
        let mut has_mode = false;
        while self.stack.len() > self.max_open || self.is_low_table() {
            let Some(entry) = self.stack.pop(&mut self.tree) else {
                break;
            };
            if entry.class & MARKED != 0 {
                self.formatting.clear_to_marker();
            }
            if entry.class & FORMATTING != 0 {
                self.formatting.remove_node(entry.node);
            }
            if entry.is(Tag::TEMPLATE) {
                self.template_modes.pop();
            }
            has_mode |= entry.class & MODE != 0;
            self.flattened.push(entry.tag);
            self.flattened_at = self.tree.node_count();
            self.truncation.flattened += 1;
        }
        if has_mode {
            self.reset_mode();
        }
    }

    /// The adjusted current node's bits and namespace: at the bottom of the stack, the context's.
    fn adjusted_current(&self) -> (u16, Namespace) {
        match self.stack.len() {
            1 => (0, self.context_namespace),
            _ => {
                let Entry {
                    class, namespace, ..
                } = self.stack.current();
                (class, namespace)
            }
        }
    }
}

/// The tokenizer's first state, by the context element (section 13.4, step 4).
fn context_text_mode(context: Tag) -> TextMode {
    match context {
        Tag::TITLE | Tag::TEXTAREA => TextMode::Rcdata,
        Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES | Tag::NOSCRIPT => {
            TextMode::RawText
        }
        Tag::SCRIPT => TextMode::Script,
        Tag::PLAINTEXT => TextMode::Plaintext,
        _ => TextMode::Data,
    }
}

/// Whether a fragment for that context element is read as one for a `div`: in the mode of a body, and no rule asks for it.
pub(super) fn begins_in_body(context: &str) -> bool {
    let tag = Tag::find(context);
    !matches!(tag, Tag::SVG | Tag::MATH | Tag::FORM | Tag::SELECT)
        && class_of(Namespace::Html, tag) & MODE == 0
        && matches!(context_text_mode(tag), TextMode::Data)
}
