//! Nodes come and go. What would come is measured before, so that a change is made as a whole or not at all.

use super::define::Kind;
use super::graph::Place;
use super::rows::{named, Part, Rows};
use super::scope::Scope;
use super::view::{Kids, Node, NONE};
use super::watch::Watcher;
use super::{Refusal, Surface};
use crate::a2ui::model::{index_of, Value};
use crate::a2ui::path::Path;
use crate::a2ui::registry::{LIMIT_DEPTH, LIMIT_NODES};
use crate::map::Map;
use std::rc::Rc;

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
    fn same_rows(&self, node: &Node, component: Place, path: &Path) -> Option<usize> {
        let slots = &node.definition.as_ref()?.slots;
        slots.iter().position(|slot| {
            matches!(&slot.kind, Kind::Template { component: former, path: at } if *former == component && at == path)
        })
    }

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
    fn fill(
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
        rows.named += usize::from(index_of(key).is_none());
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
        self.changed.push([id, node.scope.suffix.as_str()].concat());
    }
}
