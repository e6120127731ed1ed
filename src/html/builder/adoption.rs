//! The adoption agency algorithm (section 13.2.6.4.7): what `<b><p></b></p>` means.

use super::class::{SCOPE, SPECIAL};
use super::stack::Entry;
use super::Builder;
use crate::html::names::Tag;

const OUTER_ROUNDS: usize = 8;
const INNER_ROUNDS: usize = 3;

impl Builder<'_> {
    /// Runs the algorithm for an end tag of the name; false where it is to be treated as any other end tag.
    pub(super) fn adopt(&mut self, subject: Tag) -> bool {
        let current = self.stack.current();
        if current.is(subject) && self.formatting.find_node(current.node).is_none() {
            self.stack.pop(&mut self.tree);
            return true;
        }
        for _ in 0..OUTER_ROUNDS {
            let Some(formatting) = self.formatting.find(subject) else {
                return false;
            };
            if !self.tree.is_open(formatting.node) {
                self.formatting.remove_node(formatting.node);
                return true;
            }
            let wanted = |entry: &Entry| entry.node == formatting.node;
            let Some(place) = self.stack.find_where(SCOPE, wanted) else {
                return true;
            };
            let above = place + 1..self.stack.len();
            let furthest = above
                .into_iter()
                .find(|at| self.stack.get(*at).class & SPECIAL != 0);
            match furthest {
                Some(furthest) => self.adopt_block(place, furthest),
                None => {
                    self.stack.pop_from(&mut self.tree, place);
                    self.formatting.remove_node(formatting.node);
                    return true;
                }
            }
        }
        true
    }

    /// One round: the formatting element at a place of the stack, and the furthest block at another.
    fn adopt_block(&mut self, formatting_place: usize, furthest_place: usize) {
        let formatting = self.stack.get(formatting_place);
        let furthest = self.stack.get(furthest_place);
        let ancestor = self.stack.get(formatting_place - 1);
        // After this node of the list the new formatting element goes.
        let mut bookmark = None;
        let mut last = furthest.node;
        let mut furthest_at = furthest_place;
        for (round, place) in (formatting_place + 1..furthest_place).rev().enumerate() {
            let node = self.stack.get(place).node;
            if round >= INNER_ROUNDS || self.formatting.find_node(node).is_none() {
                self.formatting.remove_node(node);
                self.stack.remove(&mut self.tree, place);
                furthest_at -= 1;
                continue;
            }
            let clone = self.tree.clone_element(node);
            self.stack.replace(&mut self.tree, place, clone);
            self.formatting.replace(node, clone);
            bookmark = bookmark.or(Some(clone));
            self.tree.detach(last);
            self.tree.insert(last, clone, None);
            last = clone;
        }
        self.tree.detach(last);
        let (parent, before) = self.place_in(ancestor);
        self.tree.insert(last, parent, before);

        let clone = self.tree.clone_element(formatting.node);
        self.tree.move_children(furthest.node, clone);
        self.tree.insert(clone, furthest.node, None);
        self.formatting.replace(formatting.node, clone);
        if let Some(bookmark) = bookmark {
            self.formatting.move_after(clone, bookmark);
        }
        self.stack.remove(&mut self.tree, formatting_place);
        let entry = Entry {
            node: clone,
            ..formatting
        };
        // The block is one place lower now, and the new element goes above it.
        self.stack.insert(&mut self.tree, furthest_at, entry);
    }
}
