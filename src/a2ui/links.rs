//! What leads to what, by number, over all changes; nothing leads back to itself.
//!
//! Nodes have an order in which every link goes forward: by level, then by place. One that goes forward as it comes is
//! not searched for, nor is one from what nothing leads to or to what leads nowhere, because these go where they have to:
//! streams that send parents before children, or children before parents, cost nothing more. For others, those of its
//! level that lead to its beginning are searched, but of m links no more than √m; where there are more, what it leads to
//! goes one level up. So each link costs about √m at most, as long as links only come (Bender, Fineman, Gilbert and
//! Tarjan, "A New Approach to Incremental Cycle Detection and Related Problems", 2016).

/// No link.
const NONE: u32 = u32::MAX;

/// Links that are always looked at before anything goes up.
const FEW: usize = 16;

/// A place in the order: a level, and a place in it.
pub(super) type Order = (u32, i64);

/// The graph.
#[derive(Debug, Default)]
pub(super) struct Links {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    free: Vec<u32>,
    /// The places before and behind all others of any level.
    first: i64,
    last: i64,
    searches: u64,
    /// Nodes and links visited.
    pub(super) work: u64,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    order: Order,
    first_out: u32,
    first_in: u32,
    /// The last search that met it.
    met: u64,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    next_out: u32,
    next_in: u32,
    previous_in: u32,
}

impl Links {
    /// Makes room for so many more nodes and links.
    pub(super) fn reserve(&mut self, nodes: usize, links: usize) {
        self.nodes.reserve(nodes);
        self.edges.reserve(links);
    }

    /// Makes sure that there are nodes up to a number.
    #[inline]
    pub(super) fn reach(&mut self, number: u32) {
        while self.nodes.len() <= number as usize {
            self.last += 1;
            self.nodes.push(Node {
                order: (0, self.last),
                first_out: NONE,
                first_in: NONE,
                met: 0,
            });
        }
    }

    /// How many nodes there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Where a node stands: before all that it leads to.
    pub(super) fn order(&self, node: u32) -> Order {
        self.nodes[node as usize].order
    }

    /// Does anything lead to a node?
    pub(super) fn is_held(&self, node: u32) -> bool {
        self.nodes[node as usize].first_in != NONE
    }

    /// What a node leads to, the last first; as often as it does.
    pub(super) fn targets(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.nodes[from as usize].first_out;
        core::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next_out;
            Some(edge.to)
        })
    }

    /// Adds a link, unless it would lead back; whether it did not.
    #[inline]
    pub(super) fn link(&mut self, from: u32, to: u32) -> bool {
        self.work += 1;
        let forward = self.order(from) < self.order(to);
        if !forward && !self.turn(from, to) {
            return false;
        }
        let free = self.free.pop();
        let number = free.unwrap_or(self.edges.len() as u32);
        let source = &mut self.nodes[from as usize];
        let next_out = std::mem::replace(&mut source.first_out, number);
        let target = &mut self.nodes[to as usize];
        let next_in = std::mem::replace(&mut target.first_in, number);
        if let Some(next) = self.edges.get_mut(next_in as usize) {
            next.previous_in = number;
        }
        let edge = Edge {
            from,
            to,
            next_out,
            next_in,
            previous_in: NONE,
        };
        match free {
            Some(number) => self.edges[number as usize] = edge,
            None => self.edges.push(edge),
        }
        true
    }

    /// Removes what a node leads to.
    pub(super) fn unlink(&mut self, from: u32) {
        let mut next = std::mem::replace(&mut self.nodes[from as usize].first_out, NONE);
        while let Some(edge) = self.edges.get(next as usize).copied() {
            self.work += 1;
            match self.edges.get_mut(edge.previous_in as usize) {
                Some(previous) => previous.next_in = edge.next_in,
                None => self.nodes[edge.to as usize].first_in = edge.next_in,
            }
            if let Some(after) = self.edges.get_mut(edge.next_in as usize) {
                after.previous_in = edge.previous_in;
            }
            self.free.push(next);
            next = edge.next_out;
        }
    }

    /// A way from a node to another one, both of them on it; empty where there is none.
    pub(super) fn way(&mut self, from: u32, to: u32) -> Vec<u32> {
        self.searches += 1;
        self.meet(from);
        let mut stack = vec![(from, self.nodes[from as usize].first_out)];
        while let Some((node, next)) = stack.last_mut() {
            if *node == to {
                break;
            }
            let Some(edge) = self.edges.get(*next as usize).copied() else {
                stack.pop();
                continue;
            };
            *next = edge.next_out;
            self.work += 1;
            if !self.is_met(edge.to) {
                self.meet(edge.to);
                stack.push((edge.to, self.nodes[edge.to as usize].first_out));
            }
        }
        stack.into_iter().map(|(node, _)| node).collect()
    }

    fn meet(&mut self, node: u32) {
        self.nodes[node as usize].met = self.searches;
    }

    fn is_met(&self, node: u32) -> bool {
        self.nodes[node as usize].met == self.searches
    }

    /// Changes the order so that a link goes forward; whether that can be.
    fn turn(&mut self, from: u32, to: u32) -> bool {
        if from == to {
            return false;
        }
        let (source, target) = (self.nodes[from as usize], self.nodes[to as usize]);
        let level = source.order.0;
        if source.first_in == NONE {
            self.first -= 1;
            self.nodes[from as usize].order = (0, self.first);
            return true;
        }
        if target.first_out == NONE {
            self.last += 1;
            self.nodes[to as usize].order = (level, self.last);
            return true;
        }
        self.searches += 1;
        let Some(before) = self.before(from) else {
            self.searches += 1;
            self.meet(from);
            return self.raise(to, level + 1);
        };
        let fits = match target.order.0 == level {
            true => !self.is_met(to),
            false => self.raise(to, level),
        };
        if fits {
            self.put_first(before, level);
        }
        fits
    }

    /// What leads to a node on its level, and itself: each before what it leads to. Nothing where that is too much.
    fn before(&mut self, node: u32) -> Option<Vec<u32>> {
        let level = self.order(node).0;
        let mut left = self.edges.len().max(FEW).isqrt();
        let mut before = Vec::new();
        self.meet(node);
        let mut stack = vec![(node, self.nodes[node as usize].first_in)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(edge) = self.edges.get(*next as usize).copied() else {
                before.push(*node);
                stack.pop();
                continue;
            };
            *next = edge.next_in;
            self.work += 1;
            left = left.checked_sub(1)?;
            if self.order(edge.from).0 == level && !self.is_met(edge.from) {
                self.meet(edge.from);
                stack.push((edge.from, self.nodes[edge.from as usize].first_in));
            }
        }
        Some(before)
    }

    /// Takes a node, and what it leads to, up to a level; whether it does not lead to a node that was met.
    fn raise(&mut self, node: u32, level: u32) -> bool {
        let mut fits = true;
        let mut raised = Vec::new();
        self.nodes[node as usize].order.0 = level;
        let mut stack = vec![(node, self.nodes[node as usize].first_out)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(edge) = self.edges.get(*next as usize).copied() else {
                raised.push(*node);
                stack.pop();
                continue;
            };
            *next = edge.next_out;
            self.work += 1;
            let target = &mut self.nodes[edge.to as usize];
            fits &= target.met != self.searches;
            if target.order.0 < level {
                target.order.0 = level;
                stack.push((edge.to, target.first_out));
            }
        }
        raised.reverse();
        self.put_first(raised, level);
        fits
    }

    /// Puts nodes, in their order, before all others of a level.
    fn put_first(&mut self, nodes: Vec<u32>, level: u32) {
        for node in nodes.into_iter().rev() {
            self.first -= 1;
            self.nodes[node as usize].order = (level, self.first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Does a node lead to another one, or is it that?
    fn leads(children: &[Vec<u32>], from: u32, to: u32) -> bool {
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(node) = seen.get(at).copied() {
            at += 1;
            for child in &children[node as usize] {
                if !seen.contains(child) {
                    seen.push(*child);
                }
            }
        }
        seen.contains(&to)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn links_go_forward_and_none_leads_back(
            changes in prop::collection::vec((prop::bool::weighted(0.2), 0..24_u32, prop::collection::vec(0..24_u32, 0..4)), 1..60),
        ) {
            let mut links = Links::default();
            links.reach(23);
            let mut children = vec![Vec::new(); 24];
            for (anew, from, to) in changes {
                if anew {
                    links.unlink(from);
                    children[from as usize].clear();
                }
                for to in to {
                    let back = leads(&children, to, from);
                    prop_assert_eq!(links.link(from, to), !back);
                    prop_assert_eq!(!links.way(to, from).is_empty(), back);
                    if !back {
                        children[from as usize].push(to);
                    }
                }
                for from in 0..24 {
                    let mut held: Vec<u32> = links.targets(from).collect();
                    held.reverse();
                    prop_assert_eq!(&held, &children[from as usize]);
                    for to in held {
                        prop_assert!(links.order(from) < links.order(to));
                        prop_assert!(links.is_held(to));
                    }
                }
            }
        }
    }
}
