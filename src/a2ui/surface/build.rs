//! Nodes come and go.

use super::define::Kind;
use super::graph::Place;
use super::rows::{named, Rows};
use super::scope::Scope;
use super::view::{Kids, Node};
use super::watch::Watcher;
use super::Surface;
use crate::a2ui::model::Value;
use crate::a2ui::path::Path;
use crate::map::Map;
use std::rc::Rc;

impl Surface {
    /// A node without anything in its slots yet.
    pub(super) fn node(
        &mut self,
        component: Place,
        parent: u32,
        (slot, index): (usize, usize),
        depth: u32,
        scope: Rc<Scope>,
    ) -> u32 {
        let place = self.graph.component(component).nodes.len() as u32;
        let number = self.nodes.add(Node {
            component,
            definition: None,
            parent,
            slot: slot as u32,
            index: index as u32,
            depth,
            scope,
            kids: Vec::new(),
            watches: Vec::new(),
            place,
            serial: 0,
            told: 0,
            kept: false,
        });
        self.graph.component_mut(component).nodes.push(number);
        number
    }

    /// Fills the slots of new nodes, and of the nodes in these.
    pub(super) fn build(&mut self, mut new: Vec<u32>) {
        while let Some(number) = new.pop() {
            let from = new.len();
            self.fill(number, &mut Map::default(), None, &mut new);
            self.tell(number);
            // So that they are told in the order in which they stand.
            new[from..].reverse();
        }
    }

    /// Fills the slots of a node with the nodes of the pool, then with new ones. `former` has rows that may stay.
    pub(super) fn fill(
        &mut self,
        number: u32,
        pool: &mut Map<Place, Vec<u32>>,
        mut former: Option<&mut Node>,
        new: &mut Vec<u32>,
    ) {
        let Some(node) = self.nodes.get(number) else {
            return;
        };
        let (scope, depth) = (Rc::clone(&node.scope), node.depth + 1);
        let Some(definition) = self.graph.component(node.component).definition.clone() else {
            return;
        };
        let mut kids = Vec::with_capacity(definition.slots.len());
        let mut watches = Vec::new();
        for (at, slot) in definition.slots.iter().enumerate() {
            self.work += 1;
            let watcher = |keys| Watcher {
                node: number,
                slot: at as u32,
                keys,
            };
            let mut child = |surface: &mut Surface, component: Place, index: usize| {
                let kept = pool.get_mut(component).and_then(Vec::pop);
                if let Some(node) = kept.and_then(|kept| surface.nodes.get_mut(kept)) {
                    (node.slot, node.index) = (at as u32, index as u32);
                }
                kept.unwrap_or_else(|| {
                    let made =
                        surface.node(component, number, (at, index), depth, Rc::clone(&scope));
                    new.push(made);
                    made
                })
            };
            kids.push(match &slot.kind {
                Kind::Value { path, initial } => {
                    self.watch(watcher(false), &scope, path, &mut watches);
                    if let Some(initial) = initial.as_ref().filter(|_| self.literals) {
                        let path = scope.absolute(path);
                        if self.model.is_free(&path) {
                            self.initial.push((path, initial.clone()));
                        }
                    }
                    Kids::Value
                }
                Kind::Child(component) => Kids::One(child(self, *component, 0)),
                Kind::Children(components) => {
                    let children = components.iter().enumerate();
                    Kids::Many(
                        children
                            .map(|(index, component)| child(self, *component, index))
                            .collect(),
                    )
                }
                Kind::Template { component, path } => {
                    self.watch(watcher(true), &scope, path, &mut watches);
                    let same = former.as_deref_mut().and_then(|former| {
                        let slot = self.same_rows(former, *component, path)?;
                        let kids = former.kids.get_mut(slot)?;
                        Some((slot, core::mem::take(kids)))
                    });
                    match same {
                        Some((was, rows @ Kids::Rows(_))) => {
                            let moved = if was == at { &[] } else { rows.nodes() };
                            for row in moved {
                                if let Some(row) = self.nodes.get_mut(*row) {
                                    row.slot = at as u32;
                                }
                            }
                            rows
                        }
                        _ => {
                            let list = self.model.root().at(&scope.absolute(path));
                            let keys = list.map(Value::keys).unwrap_or_default();
                            let named = named(keys.iter().map(String::as_str));
                            let mut nodes = Vec::with_capacity(keys.len());
                            for (index, key) in keys.iter().enumerate() {
                                let row = scope.row(path, key);
                                let made = self.node(*component, number, (at, index), depth, row);
                                new.push(made);
                                nodes.push(made);
                            }
                            Kids::Rows(Rows { nodes, named })
                        }
                    }
                }
            });
        }
        if let Some(node) = self.nodes.get_mut(number) {
            node.definition = Some(definition);
            node.kids = kids;
            node.watches = watches;
        }
    }

    /// Waits at a path, unless nothing can ever stand there.
    fn watch(&mut self, watcher: Watcher, scope: &Scope, path: &Path, out: &mut Vec<u32>) {
        if scope.keys.len() + path.0.len() <= self.limits.data_depth as usize {
            let keys = scope.keys.iter().chain(&path.0);
            out.push(self.watches.add(watcher, keys));
        }
    }

    /// Removes a node and all below it.
    pub(super) fn remove(&mut self, number: u32) {
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            self.work += 1;
            self.tell(number);
            let Some(node) = self.nodes.remove(number) else {
                continue;
            };
            for watch in node.watches {
                self.watches.remove(watch);
            }
            stack.extend(node.kids.iter().flat_map(|kids| kids.nodes()));
            let siblings = &mut self.graph.component_mut(node.component).nodes;
            siblings.swap_remove(node.place as usize);
            if let Some(moved) = siblings.get(node.place as usize).copied() {
                if let Some(moved) = self.nodes.get_mut(moved) {
                    moved.place = node.place;
                }
            }
            self.graph.loosen(node.component);
        }
    }

    /// Notes that a node changed.
    pub(super) fn tell(&mut self, number: u32) {
        let Some(node) = self.nodes.get_mut(number) else {
            return;
        };
        if core::mem::replace(&mut node.told, self.changes + 1) == self.changes + 1 {
            return;
        }
        let id = &self.graph.component(node.component).id;
        self.changed
            .number(&[id, node.scope.suffix.as_str()].concat());
    }
}
