//! What would come is measured before, so that a change is made as a whole or not at all.

use super::define::Kind;
use super::graph::Place;
use super::view::{Kids, Node};
use super::{Refusal, Surface};
use crate::a2ui::model::Value;
use crate::a2ui::path::Path;
use crate::a2ui::registry::{LIMIT_DEPTH, LIMIT_NODES};
use crate::map::Map;

/// A node that would come: its component, the row that it is in, its depth.
pub(super) type Plan<'v> = (Place, Option<&'v Value>, u32);

impl Surface {
    /// Refuses what would make more nodes than are allowed, beside all but `gone` of those that are there, or deeper ones.
    /// Looks at no more than are allowed.
    pub(super) fn measure(&self, mut plans: Vec<Plan<'_>>, gone: usize) -> Result<(), Refusal> {
        let most = self.limits.nodes as usize;
        let mut count = self.nodes.len() - gone;
        while let Some((place, row, depth)) = plans.pop() {
            count += 1;
            // Those that are planned count too: else lists in lists would be planned without end.
            if count + plans.len() > most {
                let message = format!("expected at most {most} nodes shown at a time, found more");
                return Err(Refusal::of(&LIMIT_NODES, None, message));
            }
            if depth > self.limits.depth {
                let most = self.limits.depth;
                let message = format!("expected components nested at most {most} deep, found more");
                return Err(Refusal::of(&LIMIT_DEPTH, None, message));
            }
            let Some(definition) = &self.graph.component(place).definition else {
                continue;
            };
            for slot in &definition.slots {
                match &slot.kind {
                    Kind::Value { .. } => {}
                    Kind::Child(child) => plans.push((*child, row, depth + 1)),
                    Kind::Children(children) => {
                        plans.extend(children.iter().map(|child| (*child, row, depth + 1)));
                    }
                    Kind::Template { component, path } => {
                        let list = row.and_then(|row| row.at(&path.0));
                        if let Some(list) = list {
                            list.each(|row| plans.push((*component, Some(row), depth + 1)));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Measures what [`Surface::redefine`] would make of these nodes.
    pub(super) fn measure_redefined(&self, nodes: &[u32]) -> Result<(), Refusal> {
        let mut plans = Vec::new();
        for number in nodes {
            let Some(node) = self.nodes.get(*number) else {
                continue;
            };
            let Some(new) = &self.graph.component(node.component).definition else {
                continue;
            };
            let row = self.model.root().at(&node.scope.keys);
            let mut pool: Map<Place, usize> = Map::EMPTY;
            let single = node.kids.iter().filter(|kids| !kids.is_rows());
            for child in single.flat_map(Kids::nodes) {
                if let Some(child) = self.nodes.get(*child) {
                    *pool.get_or_insert_with(child.component, || 0) += 1;
                }
            }
            let mut take = |component: &Place| {
                let left = pool.get_mut(*component).filter(|left| **left > 0);
                left.map(|left| *left -= 1).is_some()
            };
            for slot in &new.slots {
                match &slot.kind {
                    Kind::Value { .. } => {}
                    Kind::Child(child) => {
                        if !take(child) {
                            plans.push((*child, row, node.depth + 1));
                        }
                    }
                    Kind::Children(children) => {
                        for child in children.iter().filter(|child| !take(child)) {
                            plans.push((*child, row, node.depth + 1));
                        }
                    }
                    Kind::Template { component, path } => {
                        if self.same_rows(node, *component, path).is_none() {
                            let list = row.and_then(|row| row.at(&path.0));
                            if let Some(list) = list {
                                list.each(|row| {
                                    plans.push((*component, Some(row), node.depth + 1))
                                });
                            }
                        }
                    }
                }
            }
        }
        self.measure(plans, 0)
    }

    /// The slot of a node whose rows are those of the template.
    pub(super) fn same_rows(&self, node: &Node, component: Place, path: &Path) -> Option<usize> {
        let slots = &node.definition.as_ref()?.slots;
        slots.iter().position(|slot| {
            matches!(&slot.kind, Kind::Template { component: former, path: at } if *former == component && at == path)
        })
    }
}
