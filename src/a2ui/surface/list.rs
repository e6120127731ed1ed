//! Rows come and go.

use super::define::Kind;
use super::rows::{named, Part, Rows};
use super::view::Kids;
use super::Surface;
use crate::a2ui::model::is_index;
use std::rc::Rc;

impl Surface {
    /// Makes the rows of a template those that the parts say.
    pub(super) fn set_rows(&mut self, number: u32, slot: usize, parts: &[Part]) {
        let Some(rows) = self.rows_mut(number, slot).map(core::mem::take) else {
            return;
        };
        let mut former: Vec<Option<u32>> = rows.nodes.into_iter().map(Some).collect();
        let mut nodes = Vec::with_capacity(former.len());
        let mut made = Vec::new();
        for part in parts {
            match part {
                Part::Kept(from, count) => {
                    let kept = former.iter_mut().skip(*from).take(*count);
                    nodes.extend(kept.filter_map(Option::take));
                }
                Part::New(key) => {
                    made.extend(self.row(number, slot, key));
                    nodes.extend(made.last());
                }
            }
        }
        self.work += (nodes.len() + former.len()) as u64;
        for gone in former.into_iter().flatten() {
            self.remove(gone);
        }
        let named = named(nodes.iter().map(|node| self.nodes.key(*node)));
        if let Some(rows) = self.rows_mut(number, slot) {
            *rows = Rows { nodes, named };
        }
        self.built_rows(number, slot, parts, made);
    }

    /// Adds a row: the list is not gone over.
    pub(super) fn add_row(&mut self, number: u32, slot: usize, at: usize, key: &str) {
        let Some(made) = self.row(number, slot, key) else {
            return;
        };
        let Some(rows) = self.rows_mut(number, slot) else {
            return;
        };
        let after = rows.nodes.len() - at;
        rows.nodes.insert(at, made);
        rows.named += usize::from(!is_index(key));
        let parts = [
            Part::Kept(0, at),
            Part::New(key.to_owned()),
            Part::Kept(at, after),
        ];
        self.built_rows(number, slot, &parts, vec![made]);
    }

    fn rows_mut(&mut self, number: u32, slot: usize) -> Option<&mut Rows> {
        match self.nodes.get_mut(number)?.kids.get_mut(slot)? {
            Kids::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// A node for a row, not yet among the others.
    fn row(&mut self, number: u32, slot: usize, key: &str) -> Option<u32> {
        let node = self.nodes.get(number)?;
        let depth = node.depth + 1;
        let definition = Rc::clone(node.definition.as_ref()?);
        let Kind::Template { component, path } = &definition.slots.get(slot)?.kind else {
            return None;
        };
        let row = node.scope.row(path, key);
        Some(self.node(*component, number, (slot, 0), depth, row))
    }

    fn built_rows(&mut self, number: u32, slot: usize, parts: &[Part], made: Vec<u32>) {
        self.tell(number);
        let mut new = made.clone();
        new.reverse();
        self.build(new);
        self.patch_rows(number, slot, parts, &made);
    }

    fn patch_rows(&mut self, number: u32, slot: usize, parts: &[Part], made: &[u32]) {
        let definition = self
            .nodes
            .get(number)
            .and_then(|node| node.definition.clone());
        let slot = definition
            .as_ref()
            .and_then(|definition| definition.slots.get(slot));
        let Some(slot) = slot.filter(|_| self.feed.follows()) else {
            return;
        };
        let mut patch = String::from("[1,[");
        self.nodes.place(number, &mut patch);
        if !patch.ends_with('[') {
            patch.push(',');
        }
        patch.push_str(&slot.place);
        patch.push_str("],[");
        let mut made = made.iter();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                patch.push(',');
            }
            match part {
                Part::Kept(from, count) => patch.push_str(&format!("[{from},{count}]")),
                Part::New(_) => {
                    if let Some(node) = made.next() {
                        self.write_node(*node, &mut patch);
                    }
                }
            }
        }
        patch.push_str("]]");
        self.feed.patch(|out| out.push_str(&patch));
    }
}
