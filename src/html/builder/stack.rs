//! The stack of open elements (section 13.2.4.2), with a count of each name on it.

use super::class::{class_of, SCOPE};
use crate::html::names::Tag;
use crate::html::tree::{Namespace, NodeId, Tree};

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) node: NodeId,
    pub(super) tag: Tag,
    pub(super) namespace: Namespace,
    /// What [`super::class`] says of it.
    pub(super) class: u16,
    /// Equal for equal names, and nearly always only for those: see [`name_key`].
    pub(super) key: u32,
}

impl Entry {
    pub(super) fn is(&self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }
}

/// A digest that tells bytes apart.
#[inline(never)]
pub(super) fn digest(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// A number for a name: its tag, or where it is unknown a digest, which no tag reaches.
pub(super) fn name_key(tag: Tag, name: &str) -> u32 {
    match tag {
        Tag::UNKNOWN => digest(name.as_bytes()) | 1 << 31,
        _ => u32::from(tag.0),
    }
}

/// So many counters are kept of names that are open, more than there are tags.
const NAME_COUNTERS: usize = 512;

/// The open elements; the first, the root of the fragment, stands for `html` and stays.
#[derive(Debug)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    /// How many HTML elements of each name are open.
    open: [u32; Tag::COUNT],
    /// How many elements are open of the names that share a counter, in any namespace.
    names: [u32; NAME_COUNTERS],
}

impl Stack {
    pub(super) fn new() -> Self {
        let mut stack = Stack {
            entries: Vec::with_capacity(32),
            open: [0; Tag::COUNT],
            names: [0; NAME_COUNTERS],
        };
        stack.entries.push(Entry {
            node: Tree::ROOT,
            tag: Tag::HTML,
            namespace: Namespace::Html,
            class: class_of(Namespace::Html, Tag::HTML),
            key: name_key(Tag::HTML, ""),
        });
        stack
    }

    fn count(&mut self, entry: &Entry) -> Option<&mut u32> {
        match entry.namespace {
            Namespace::Html => self.open.get_mut(entry.tag.0 as usize),
            _ => None,
        }
    }

    fn opened(&mut self, tree: &mut Tree, entry: &Entry) {
        tree.set_open(entry.node, true);
        if let Some(count) = self.count(entry) {
            *count += 1;
        }
        self.names[entry.key as usize % NAME_COUNTERS] += 1;
    }

    fn closed(&mut self, tree: &mut Tree, entry: &Entry) {
        tree.set_open(entry.node, false);
        if let Some(count) = self.count(entry) {
            *count -= 1;
        }
        self.names[entry.key as usize % NAME_COUNTERS] -= 1;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, place: usize) -> Entry {
        self.entries[place]
    }

    pub(super) fn current(&self) -> Entry {
        self.entries[self.entries.len() - 1]
    }

    /// The open elements with their places, the current node first.
    pub(super) fn downwards(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries.iter().enumerate().rev()
    }

    pub(super) fn push(&mut self, tree: &mut Tree, entry: Entry) {
        self.opened(tree, &entry);
        self.entries.push(entry);
    }

    /// Pops the current node, unless it is the root.
    pub(super) fn pop(&mut self, tree: &mut Tree) -> Option<Entry> {
        if self.entries.len() == 1 {
            return None;
        }
        let entry = self.entries.pop()?;
        self.closed(tree, &entry);
        Some(entry)
    }

    /// Pops the element at `place` and all above it.
    pub(super) fn pop_from(&mut self, tree: &mut Tree, place: usize) {
        while self.entries.len() > place && self.pop(tree).is_some() {}
    }

    #[inline(never)]
    pub(super) fn remove(&mut self, tree: &mut Tree, place: usize) {
        let entry = self.entries.remove(place);
        self.closed(tree, &entry);
    }

    pub(super) fn insert(&mut self, tree: &mut Tree, place: usize, entry: Entry) {
        self.opened(tree, &entry);
        self.entries.insert(place, entry);
    }

    /// Puts another element of the same name in the place of one.
    pub(super) fn replace(&mut self, tree: &mut Tree, place: usize, node: NodeId) {
        tree.set_open(self.entries[place].node, false);
        tree.set_open(node, true);
        self.entries[place].node = node;
    }

    /// Whether an HTML element of the name is open at all.
    pub(super) fn has(&self, tag: Tag) -> bool {
        self.open
            .get(tag.0 as usize)
            .is_some_and(|count| *count > 0)
    }

    /// Whether an element of the name may be open, in any namespace; never wrong when it says no.
    pub(super) fn may_have(&self, key: u32) -> bool {
        self.names[key as usize % NAME_COUNTERS] > 0
    }

    /// The place of the uppermost HTML element of the name.
    pub(super) fn find(&self, tag: Tag) -> Option<usize> {
        match self.has(tag) {
            true => self.entries.iter().rposition(|entry| entry.is(tag)),
            false => None,
        }
    }

    pub(super) fn find_node(&self, node: NodeId) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    /// The place of the uppermost element of the name if nothing of `boundary` is above it.
    pub(super) fn find_in(&self, boundary: u16, tag: Tag) -> Option<usize> {
        match self.has(tag) {
            true => self.find_where(boundary, |entry| entry.is(tag)),
            false => None,
        }
    }

    /// Whether an element of the name is in scope.
    pub(super) fn in_scope(&self, tag: Tag) -> bool {
        self.find_in(SCOPE, tag).is_some()
    }

    /// The place of the uppermost element that `wanted` picks, if nothing of `boundary` is above it.
    pub(super) fn find_where(
        &self,
        boundary: u16,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Option<usize> {
        for (place, entry) in self.downwards() {
            if wanted(entry) {
                return Some(place);
            }
            if entry.class & boundary != 0 {
                return None;
            }
        }
        None
    }

    /// Pops elements until the current node is of the class or is the root.
    pub(super) fn pop_to_class(&mut self, tree: &mut Tree, class: impl Fn(&Entry) -> bool) {
        while !class(&self.current()) && self.pop(tree).is_some() {}
    }

    /// "Generate implied end tags", except for the name given.
    pub(super) fn pop_implied(&mut self, tree: &mut Tree, class: u16, except: Tag) {
        while self.current().class & class != 0 && self.current().tag != except {
            self.pop(tree);
        }
    }
}
