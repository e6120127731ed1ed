//! The list of active formatting elements (section 13.2.4.3).

use super::stack::{digest, Entry};
use super::Builder;
use crate::html::names::Tag;
use crate::html::tree::{NodeId, Tree};

/// So many elements are kept after a marker. More cannot be open at the default depth.
const MOST_ACTIVE: usize = 256;
/// Noah's Ark: so many equal elements are kept.
const MOST_EQUAL: usize = 3;
/// Odd, its bits without a pattern: spreads numbers over all of them.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The key of a marker, which no element has.
const MARKER: u32 = 0;

#[derive(Debug, Clone, Copy)]
struct Active {
    /// None is a marker.
    entry: Option<Entry>,
    /// [`MARKER`], or a digest of the element's name and attributes.
    key: u32,
}

#[derive(Debug, Default)]
pub(super) struct Formatting {
    list: Vec<Active>,
    /// Where the elements after the last marker begin.
    start: usize,
}

impl Formatting {
    #[inline(never)]
    pub(super) fn mark(&mut self) {
        let (entry, key) = (None, MARKER);
        self.list.push(Active { entry, key });
        self.start = self.list.len();
    }

    #[inline(never)]
    pub(super) fn clear_to_marker(&mut self) {
        self.list.truncate(self.start.saturating_sub(1));
        let marker = self.list.iter().rposition(|active| active.key == MARKER);
        self.start = marker.map_or(0, |marker| marker + 1);
    }

    /// The last element of the name after the last marker.
    pub(super) fn find(&self, tag: Tag) -> Option<Entry> {
        let mut active = self.list.iter().rev().map_while(|active| active.entry);
        active.find(|entry| entry.tag == tag)
    }

    #[inline(never)]
    pub(super) fn find_node(&self, node: NodeId) -> Option<usize> {
        self.list
            .iter()
            .rposition(|active| active.entry.is_some_and(|entry| entry.node == node))
    }

    #[inline(never)]
    pub(super) fn remove_node(&mut self, node: NodeId) {
        if let Some(place) = self.find_node(node) {
            self.remove(place);
        }
    }

    /// Has the element `new` stand where `old` does.
    pub(super) fn replace(&mut self, old: NodeId, new: NodeId) {
        let place = self.find_node(old);
        let active = place.and_then(|place| self.list.get_mut(place)?.entry.as_mut());
        if let Some(entry) = active {
            entry.node = new;
        }
    }

    /// Moves the element `node` to the place after another.
    pub(super) fn move_after(&mut self, node: NodeId, other: NodeId) {
        let Some(place) = self.find_node(node) else {
            return;
        };
        let active = self.remove(place);
        let after = self.find_node(other).map_or(place, |other| other + 1);
        self.start += usize::from(after < self.start);
        self.list.insert(after, active);
    }

    #[inline(never)]
    fn remove(&mut self, place: usize) -> Active {
        self.start -= usize::from(place < self.start);
        self.list.remove(place)
    }

    fn push(&mut self, entry: Entry, key: u32) {
        let active = self.list.get(self.start..).unwrap_or_default();
        // One look at each, which asks nothing but its key: floods of tags come here with the list full.
        let equal = active.iter().filter(|other| other.key == key).count();
        let one_too_many = match equal >= MOST_EQUAL {
            true => active.iter().position(|other| other.key == key),
            false => (active.len() >= MOST_ACTIVE).then_some(0),
        };
        if let Some(place) = one_too_many {
            self.remove(self.start + place);
        }
        let entry = Some(entry);
        self.list.push(Active { entry, key });
    }
}

/// A digest of an element's name and attributes that their order does not change. Elements with one digest count as equal:
/// who contrives them loses some of his own formatting.
fn key_of(tree: &Tree, entry: &Entry) -> u32 {
    let attributes = tree.raw_attributes(entry.node).iter();
    let sum = attributes.fold(u64::from(entry.key), |sum, attribute| {
        let name = u64::from(digest(attribute.name.of(&tree.text).as_bytes()));
        let value = u64::from(digest(attribute.value.of(&tree.text).as_bytes()));
        sum.wrapping_add((name << 32 | value).wrapping_mul(MIX) | 1)
    });
    (sum.wrapping_mul(MIX) >> 32) as u32 | 1
}

impl Builder<'_> {
    /// Puts an element just opened into the list.
    pub(super) fn push_formatting(&mut self, entry: Entry) {
        self.formatting.push(entry, key_of(&self.tree, &entry));
    }

    /// Opens again what formatting was closed with the block around it.
    pub(super) fn reconstruct_formatting(&mut self) {
        let is_closed = |active: &&Active| {
            let entry = active.entry.as_ref();
            entry.is_some_and(|entry| !self.tree.is_open(entry.node))
        };
        let list = &self.formatting.list;
        let closed = list.iter().rev().take_while(is_closed).count();
        for place in list.len() - closed..list.len() {
            if self.clones_left == 0 || self.is_deep() {
                self.truncation.unformatted += 1;
                return;
            }
            self.clones_left -= 1;
            if let Some(entry) = &mut self.formatting.list[place].entry {
                entry.node = self.tree.clone_element(entry.node);
                let entry = *entry;
                self.insert_node(entry.node);
                self.stack.push(&mut self.tree, entry);
            }
        }
    }
}
