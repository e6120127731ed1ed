//! A component comes anew: its nodes become what it is now, and keep what they had where it has that too.

use super::define::Kind;
use super::graph::Place;
use super::view::{Kids, Node, NONE};
use super::Surface;
use crate::map::Map;
use std::rc::Rc;

impl Surface {
    /// Gives a node what its component became. The nodes below stay where the new component has them too.
    pub(super) fn redefine(&mut self, number: u32) {
        let Some(node) = self.nodes.get_mut(number) else {
            return;
        };
        let scope = Rc::clone(&node.scope);
        let kids = core::mem::take(&mut node.kids);
        let former_definition = node.definition.take();
        for watch in core::mem::take(&mut node.watches) {
            self.watches.remove(watch);
        }
        // Where the children were, as the feed knows it.
        let mut pool: Map<Place, Vec<u32>> = Map::EMPTY;
        let mut places: Map<u32, String> = Map::EMPTY;
        for (slot, kids) in kids.iter().enumerate() {
            if matches!(kids, Kids::Rows(_) | Kids::Value) {
                continue;
            }
            let slot = former_definition
                .as_ref()
                .and_then(|old| old.slots.get(slot));
            for (index, child) in kids.nodes().iter().enumerate().rev() {
                let Some(node) = self.nodes.get(*child) else {
                    continue;
                };
                pool.get_or_insert_with(node.component, Vec::new)
                    .push(*child);
                let place = slot.map_or("", |slot| slot.place.as_str());
                let place = match kids {
                    Kids::One(_) => place.to_owned(),
                    _ => format!("{place},{index}"),
                };
                places.insert(*child, place);
            }
        }
        let mut former = Node {
            component: 0,
            definition: former_definition,
            parent: NONE,
            slot: 0,
            index: 0,
            depth: 0,
            scope,
            kids,
            watches: Vec::new(),
            place: 0,
            serial: 0,
            told: 0,
            kept: false,
        };
        let mut new = Vec::new();
        self.fill(number, &mut pool, Some(&mut former), &mut new);
        new.reverse();
        self.build(new);
        let left = pool.into_entries().into_iter().flat_map(|(_, nodes)| nodes);
        let mut left: Vec<u32> = left.collect();
        for kids in &former.kids {
            if let Kids::Rows(rows) = kids {
                left.extend(&rows.nodes);
            }
        }
        for node in left {
            self.remove(node);
        }
        self.tell(number);
        self.patch_redefined(number, &former, &places);
    }

    /// Writes what a node became, with what it keeps by reference.
    fn patch_redefined(&mut self, number: u32, former: &Node, places: &Map<u32, String>) {
        if !self.feed.follows() {
            return;
        }
        let Some(node) = self.nodes.get(number) else {
            return;
        };
        let Some(definition) = node.definition.clone() else {
            return;
        };
        let mut moves = Vec::new();
        let mut kept = Vec::new();
        for (slot, kids) in definition.slots.iter().zip(&node.kids) {
            match (kids, &slot.kind) {
                (Kids::Rows(rows), Kind::Template { component, path }) => {
                    let was = self.same_rows(former, *component, path);
                    let was = was.filter(|was| matches!(former.kids.get(*was), Some(Kids::Value)));
                    let was = was.and_then(|was| former.definition.as_ref()?.slots.get(was));
                    if let Some(was) = was {
                        moves.push(format!("[[{}],[{}]]", slot.place, was.place));
                        // The first stands for all.
                        kept.extend(rows.nodes.first());
                    }
                }
                (kids, _) => {
                    for (index, child) in kids.nodes().iter().enumerate() {
                        let Some(was) = places.get(*child) else {
                            continue;
                        };
                        let place = match kids {
                            Kids::One(_) => slot.place.clone(),
                            _ => format!("{},{index}", slot.place),
                        };
                        moves.push(format!("[[{place}],[{was}]]"));
                        kept.push(*child);
                    }
                }
            }
        }
        self.keep(&kept, true);
        let mut patch = String::from("[2,[");
        self.nodes.place(number, &mut patch);
        patch.push_str("],");
        self.write_node(number, &mut patch);
        patch.push_str(",[");
        patch.push_str(&moves.join(","));
        patch.push_str("]]");
        self.keep(&kept, false);
        self.feed.patch(|out| out.push_str(&patch));
    }

    fn keep(&mut self, nodes: &[u32], kept: bool) {
        for node in nodes {
            if let Some(node) = self.nodes.get_mut(*node) {
                node.kept = kept;
            }
        }
    }
}
