//! Which component leads to which, over all updates of a surface, and that none leads back to itself.
//!
//! Nodes have an order in which every link goes forward. Components that are new stand before all others, in the order
//! of their message; what is only referred to stands behind them. Streams that send parents before children, or children
//! before parents, never turn a link around. Where one is, the nodes between its ends are put in order again (Pearce and
//! Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", 2007); where that would visit more nodes
//! than there are, or a circle is met, all are, once a message.

mod circles;

use core::ops::RangeInclusive;
use std::collections::BTreeSet;

const NONE: u32 = u32::MAX;

/// The graph. Nodes are numbered by the names of the surface.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) nodes: Vec<Node>,
    edges: Vec<Edge>,
    free: u32,
    /// The places before and behind all others.
    lowest: i64,
    highest: i64,
    /// The place of the next component that is new.
    fresh: i64,
    /// How many more nodes may be visited for the message's links.
    budget: usize,
    /// Nodes and links visited.
    pub(super) work: u64,
}

/// A component, or what one refers to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// The number of its type, plus one; 0 while there is no such component.
    pub(super) kind: u32,
    /// The message that brought it, and its place there.
    pub(super) message: u32,
    pub(super) index: u32,
    pub(super) weight: bool,
    order: i64,
    first_out: u32,
    first_in: u32,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    next_out: u32,
    next_in: u32,
    previous_in: u32,
    /// The node of the text that says so, while its message is being judged.
    at: u32,
    message: u32,
}

impl Links {
    pub(super) fn new() -> Links {
        Links {
            nodes: Vec::new(),
            edges: Vec::new(),
            free: NONE,
            lowest: 0,
            highest: 0,
            fresh: 0,
            budget: 0,
            work: 0,
        }
    }

    /// Makes ready for a message with so many components.
    pub(super) fn expect(&mut self, components: usize) {
        self.lowest -= components as i64;
        self.fresh = self.lowest;
        self.budget = self.nodes.len() + self.edges.len() + components;
    }

    /// Makes room for so many more components, with a link each.
    pub(super) fn reserve(&mut self, components: usize) {
        self.nodes.reserve(components);
        self.edges.reserve(components);
    }

    /// The node of a number that is new by at most one.
    #[inline]
    pub(super) fn node(&mut self, number: u32, referred_to: bool) -> &mut Node {
        let at = number as usize;
        if at >= self.nodes.len() {
            let place = match referred_to {
                true => &mut self.highest,
                false => &mut self.fresh,
            };
            let order = *place;
            *place += 1;
            self.nodes.push(Node {
                kind: 0,
                message: 0,
                index: 0,
                weight: false,
                order,
                first_out: NONE,
                first_in: NONE,
            });
        }
        let at = at.min(self.nodes.len() - 1);
        &mut self.nodes[at]
    }

    /// Adds a link; whether it goes forward then, where all others do (`sorted`).
    #[inline]
    pub(super) fn link(&mut self, from: u32, to: u32, message: u32, at: u32, sorted: bool) -> bool {
        self.work += 1;
        let source = self.nodes[from as usize];
        let target = self.nodes[to as usize];
        let edge = Edge {
            from,
            to,
            next_out: source.first_out,
            next_in: target.first_in,
            previous_in: NONE,
            at,
            message,
        };
        let number = match self.edges.get_mut(self.free as usize) {
            Some(place) => {
                let number = self.free;
                self.free = place.next_out;
                *place = edge;
                number
            }
            None => {
                self.edges.push(edge);
                (self.edges.len() - 1) as u32
            }
        };
        if let Some(next) = self.edges.get_mut(target.first_in as usize) {
            next.previous_in = number;
        }
        self.nodes[from as usize].first_out = number;
        self.nodes[to as usize].first_in = number;
        source.order < target.order || (sorted && self.turn(from, to))
    }

    /// Puts the nodes in order that a link which goes backward stands between; whether that was done.
    fn turn(&mut self, from: u32, to: u32) -> bool {
        let (last, first) = (
            self.nodes[from as usize].order,
            self.nodes[to as usize].order,
        );
        // What `to` leads to has to go behind what leads to `from`.
        let Some(mut behind) = self.around(to, |links, node, ends| {
            let next = links.nodes[node as usize].first_out;
            links.chain(next, |edge| (edge.to, edge.next_out), first..=last, ends)
        }) else {
            return false;
        };
        if behind.contains(&from) {
            return false;
        }
        let Some(mut before) = self.around(from, |links, node, ends| {
            let next = links.nodes[node as usize].first_in;
            links.chain(next, |edge| (edge.from, edge.next_in), first..=last, ends)
        }) else {
            return false;
        };
        let order = |node: &u32| self.nodes[*node as usize].order;
        before.sort_unstable_by_key(order);
        behind.sort_unstable_by_key(order);
        before.append(&mut behind);
        let mut places: Vec<i64> = before.iter().map(order).collect();
        places.sort_unstable();
        for (node, place) in before.into_iter().zip(places) {
            self.nodes[node as usize].order = place;
        }
        true
    }

    /// All nodes that a node has around it, itself among them; nothing where that means too many steps.
    fn around(
        &mut self,
        start: u32,
        ends: impl Fn(&Links, u32, &mut Vec<u32>) -> usize,
    ) -> Option<Vec<u32>> {
        let mut found = vec![start];
        let mut seen = BTreeSet::from([start]);
        let mut more = Vec::new();
        let mut at = 0;
        while let Some(node) = found.get(at).copied() {
            at += 1;
            let steps = 1 + ends(self, node, &mut more);
            self.work += steps as u64;
            self.budget = self.budget.checked_sub(steps)?;
            found.extend(more.drain(..).filter(|node| seen.insert(*node)));
        }
        Some(found)
    }

    /// Takes the ends of a chain of links that stand within a range; how long the chain is.
    fn chain(
        &self,
        mut next: u32,
        step: impl Fn(&Edge) -> (u32, u32),
        range: RangeInclusive<i64>,
        ends: &mut Vec<u32>,
    ) -> usize {
        let mut steps = 0;
        while let Some(edge) = self.edges.get(next as usize) {
            steps += 1;
            let (end, after) = step(edge);
            next = after;
            if range.contains(&self.nodes[end as usize].order) {
                ends.push(end);
            }
        }
        steps
    }

    /// Removes what a component leads to.
    pub(super) fn unlink(&mut self, from: u32) {
        let mut next = std::mem::replace(&mut self.nodes[from as usize].first_out, NONE);
        while next != NONE {
            self.work += 1;
            let number = next;
            next = self.edges[number as usize].next_out;
            self.drop_incoming(number);
        }
    }

    /// Takes a link out of those that lead to its target, and frees it.
    fn drop_incoming(&mut self, number: u32) {
        let edge = self.edges[number as usize];
        match self.edges.get_mut(edge.previous_in as usize) {
            Some(previous) => previous.next_in = edge.next_in,
            None => self.nodes[edge.to as usize].first_in = edge.next_in,
        }
        if let Some(after) = self.edges.get_mut(edge.next_in as usize) {
            after.previous_in = edge.previous_in;
        }
        self.edges[number as usize].next_out = self.free;
        self.free = number;
    }

    /// What leads to a node.
    pub(super) fn parents(&self, to: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self
            .nodes
            .get(to as usize)
            .map_or(NONE, |node| node.first_in);
        core::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next_in;
            Some(edge.from)
        })
    }

    /// All that a node leads to and itself, each behind all that lead to it.
    pub(super) fn reachable(&mut self, root: u32) -> Vec<u32> {
        self.work += self.nodes.len() as u64;
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![(root, NONE)];
        let mut order = Vec::new();
        if let Some(seen) = seen.get_mut(root as usize) {
            *seen = true;
        }
        if let (Some(frame), Some(node)) = (stack.last_mut(), self.nodes.get(root as usize)) {
            frame.1 = node.first_out;
        }
        while let Some((node, next)) = stack.last_mut() {
            let Some(edge) = self.edges.get(*next as usize).copied() else {
                order.push(*node);
                stack.pop();
                continue;
            };
            *next = edge.next_out;
            self.work += 1;
            if !std::mem::replace(&mut seen[edge.to as usize], true) {
                stack.push((edge.to, self.nodes[edge.to as usize].first_out));
            }
        }
        order.reverse();
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Does a node of these lead back to itself?
    fn is_circular(children: &[Vec<u32>]) -> bool {
        let mut left: Vec<u32> = (0..children.len() as u32).collect();
        loop {
            let before = left.len();
            let now = left.clone();
            left.retain(|node| {
                children[*node as usize]
                    .iter()
                    .any(|child| now.contains(child))
            });
            if left.len() == before {
                return before > 0;
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn links_go_forward_until_a_circle_is_closed(
            messages in prop::collection::vec(prop::collection::btree_map(0..12_u32, prop::collection::vec(0..12_u32, 0..4), 1..4), 1..16)
        ) {
            let mut links = Links::new();
            let mut numbers = Vec::new();
            let mut number = |links: &mut Links, name: u32, referred_to: bool| {
                let at = numbers.iter().position(|known| *known == name).unwrap_or(numbers.len());
                if at == numbers.len() {
                    numbers.push(name);
                }
                links.node(at as u32, referred_to);
                at as u32
            };
            let mut children = vec![Vec::new(); 12];
            for (message, update) in messages.into_iter().enumerate() {
                links.expect(update.len());
                for name in update.keys() {
                    let from = number(&mut links, *name, false);
                    links.unlink(from);
                }
                let mut sorted = true;
                for (name, to) in update {
                    let from = number(&mut links, name, false);
                    for child in &to {
                        let to = number(&mut links, *child, true);
                        sorted &= links.link(from, to, message as u32, child + 1, sorted);
                    }
                    children[name as usize] = to;
                }
                let circles = if sorted { Vec::new() } else { links.sort(message as u32) };
                prop_assert_eq!(!circles.is_empty(), is_circular(&children));
                let live = (0..links.nodes.len() as u32).flat_map(|to| links.parents(to).map(move |from| (from, to)));
                for (from, to) in live.collect::<Vec<_>>() {
                    prop_assert!(links.nodes[from as usize].order < links.nodes[to as usize].order);
                }
                if !circles.is_empty() {
                    return Ok(());
                }
            }
        }
    }
}
