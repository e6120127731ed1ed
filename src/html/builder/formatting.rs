//! The list of active formatting elements (section 13.2.4.3).

use super::stack::{digest, Entry};
use super::Builder;
use crate::html::names::Tag;
use crate::html::tree::{NodeId, Tree};

/// So many elements are kept after a marker. More cannot be open at the default depth.
const MOST_ACTIVE: usize = 256;
/// Noah's Ark: so many equal elements are kept.
const MOST_EQUAL: usize = 3;

#[derive(Debug, Clone, Copy)]
pub(super) enum Active {
    Marker,
    Element { entry: Entry, attributes: u64 },
}

impl Active {
    pub(super) fn node(&self) -> Option<NodeId> {
        match self {
            Active::Marker => None,
            Active::Element { entry, .. } => Some(entry.node),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Formatting {
    pub(super) list: Vec<Active>,
}

impl Formatting {
    pub(super) fn mark(&mut self) {
        self.list.push(Active::Marker);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(Active::Element { .. }) = self.list.pop() {}
    }

    /// The elements after the last marker with their places, the last first.
    pub(super) fn since_marker(&self) -> impl Iterator<Item = (usize, &Entry, u64)> {
        let active = self.list.iter().enumerate().rev();
        active.map_while(|(place, active)| match active {
            Active::Marker => None,
            Active::Element { entry, attributes } => Some((place, entry, *attributes)),
        })
    }

    /// The last element of the name after the last marker.
    pub(super) fn find(&self, tag: Tag) -> Option<(usize, Entry)> {
        let mut active = self.since_marker();
        active
            .find(|active| active.1.tag == tag)
            .map(|active| (active.0, *active.1))
    }

    #[inline(never)]
    pub(super) fn find_node(&self, node: NodeId) -> Option<usize> {
        self.list
            .iter()
            .rposition(|active| active.node() == Some(node))
    }

    #[inline(never)]
    pub(super) fn remove_node(&mut self, node: NodeId) {
        if let Some(place) = self.find_node(node) {
            self.list.remove(place);
        }
    }

    fn push(&mut self, entry: Entry, attributes: u64) {
        let (mut equal, mut active) = (0, 0);
        let (mut earliest, mut earliest_equal) = (None, None);
        for (place, other, others) in self.since_marker() {
            active += 1;
            earliest = Some(place);
            if other.tag == entry.tag && others == attributes {
                equal += 1;
                earliest_equal = Some(place);
            }
        }
        let one_too_many = match equal >= MOST_EQUAL {
            true => earliest_equal,
            false => earliest.filter(|_| active >= MOST_ACTIVE),
        };
        if let Some(place) = one_too_many {
            self.list.remove(place);
        }
        self.list.push(Active::Element { entry, attributes });
    }
}

/// A digest of an element's attributes that their order does not change. Two sets with one digest count as
/// equal: who contrives them loses some of his own formatting.
fn attribute_digest(tree: &Tree, node: NodeId) -> u64 {
    let attributes = tree.raw_attributes(node).iter();
    attributes.fold(0, |sum, attribute| {
        let name = u64::from(digest(attribute.name.of(&tree.text).as_bytes()));
        let value = u64::from(digest(attribute.value.of(&tree.text).as_bytes()));
        sum.wrapping_add((name << 32 | value).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    })
}

impl Builder<'_> {
    /// Puts an element just opened into the list.
    pub(super) fn push_formatting(&mut self, entry: Entry) {
        let attributes = attribute_digest(&self.tree, entry.node);
        self.formatting.push(entry, attributes);
    }

    /// Opens again what formatting was closed with the block around it.
    pub(super) fn reconstruct_formatting(&mut self) {
        let list = &self.formatting.list;
        let closed = list
            .iter()
            .rev()
            .take_while(|active| active.node().is_some_and(|node| !self.tree.is_open(node)));
        let first = list.len() - closed.count();
        for place in first..self.formatting.list.len() {
            if self.clones_left == 0 || self.is_deep() {
                self.truncation.unformatted += 1;
                return;
            }
            self.clones_left -= 1;
            if let Active::Element { entry, .. } = &mut self.formatting.list[place] {
                entry.node = self.tree.clone_element(entry.node);
                let entry = *entry;
                self.insert_node(entry.node);
                self.stack.push(&mut self.tree, entry);
            }
        }
    }
}
