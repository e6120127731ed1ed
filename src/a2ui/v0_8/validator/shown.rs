//! Which components the root leads to, and how deep: kept up with each link, so that the end of a response costs what the
//! response changed, and not its surface.

use crate::a2ui::links::{Links, Order};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is shown, by the numbers of components.
#[derive(Debug, Default)]
pub(super) struct Shown {
    nodes: Vec<Node>,
    /// Where something came or went since the last look.
    touched: Vec<u32>,
    root: Option<u32>,
    /// Nodes looked at.
    pub(super) work: u64,
}

#[derive(Debug, Default)]
struct Node {
    /// 1 of the root, 0 of what is not shown.
    depth: u32,
    /// Those of what is shown and leads here.
    above: Depths,
    /// How many links to it are of no Row or Column; being the root counts as one.
    elsewhere: u32,
    line: bool,
    touched: bool,
}

impl Shown {
    /// A component came, or came anew; is it a Row or Column?
    pub(super) fn arrive(&mut self, number: u32, line: bool) {
        self.node(number).line = line;
        self.touch(number);
    }

    /// A link came (`true`) or goes.
    pub(super) fn link(&mut self, from: u32, to: u32, comes: bool) {
        let Node { depth, line, .. } = *self.node(from);
        if depth > 0 {
            self.hold(to, depth, line, comes);
        }
    }

    /// The surface is shown from a component on, or not shown.
    pub(super) fn show(&mut self, root: Option<u32>) {
        let former = std::mem::replace(&mut self.root, root);
        if former != root {
            former
                .into_iter()
                .for_each(|former| self.hold(former, 0, false, false));
            root.into_iter()
                .for_each(|root| self.hold(root, 0, false, true));
        }
    }

    /// All is to be looked at anew.
    pub(super) fn touch_all(&mut self) {
        (0..self.nodes.len() as u32).for_each(|number| self.touch(number));
    }

    /// How deep a component is; 0 where it is not shown. Depths past `settle`'s most are one more than that.
    pub(super) fn depth(&self, number: u32) -> u32 {
        self.nodes.get(number as usize).map_or(0, |node| node.depth)
    }

    /// Is it, of what is shown, in Rows and Columns only?
    pub(super) fn is_in_lines(&self, number: u32) -> bool {
        self.nodes
            .get(number as usize)
            .is_some_and(|node| node.elsewhere == 0)
    }

    /// Takes up what changed: the components that came, or around which something did, in the order of links.
    pub(super) fn settle(&mut self, links: &Links, most: u32) -> Vec<u32> {
        let due = |number: u32| Reverse((links.order(number), number));
        let touched = std::mem::take(&mut self.touched);
        let mut due_now: BinaryHeap<Reverse<(Order, u32)>> = touched.into_iter().map(due).collect();
        let mut looked = Vec::with_capacity(due_now.len());
        while let Some(Reverse((_, number))) = due_now.pop() {
            let node = self.node(number);
            node.touched = false;
            let (was, line) = (node.depth, node.line);
            node.depth = node.above.below().min(most + 1);
            let is = node.depth;
            self.work += 1;
            looked.push(number);
            if was == is {
                continue;
            }
            for to in links.targets(number) {
                for (depth, comes) in [(was, false), (is, true)] {
                    if depth > 0 {
                        self.hold(to, depth, line, comes);
                    }
                }
                due_now.extend(self.touched.drain(..).map(due));
                self.work += 1;
            }
        }
        looked
    }

    /// Counts a link of what is shown, or counts it no more.
    fn hold(&mut self, to: u32, depth: u32, line: bool, comes: bool) {
        let node = self.node(to);
        let elsewhere = u32::from(!line);
        if comes {
            node.above.add(depth);
            node.elsewhere += elsewhere;
        } else {
            node.above.remove(depth);
            node.elsewhere -= elsewhere;
        }
        self.touch(to);
    }

    fn touch(&mut self, number: u32) {
        if !std::mem::replace(&mut self.node(number).touched, true) {
            self.touched.push(number);
        }
    }

    fn node(&mut self, number: u32) -> &mut Node {
        let at = number as usize;
        if at >= self.nodes.len() {
            self.nodes.resize_with(at + 1, Node::default);
        }
        &mut self.nodes[at]
    }
}

/// Depths, and how often each is there. Most often it is one, which needs no list.
#[derive(Debug, Default)]
struct Depths {
    deepest: (u32, u32),
    /// The others, the deepest last.
    others: Vec<(u32, u32)>,
}

impl Depths {
    /// The depth of what is below them; 0 where there is none.
    fn below(&self) -> u32 {
        match self.deepest {
            (_, 0) => 0,
            (depth, _) => depth + 1,
        }
    }

    fn add(&mut self, depth: u32) {
        let (deepest, times) = self.deepest;
        if times == 0 || deepest == depth {
            self.deepest = (depth, times + 1);
        } else if depth > deepest {
            self.others.push((deepest, times));
            self.deepest = (depth, 1);
        } else {
            match self.others.binary_search_by_key(&depth, |other| other.0) {
                Ok(at) => self.others[at].1 += 1,
                Err(at) => self.others.insert(at, (depth, 1)),
            }
        }
    }

    /// Removes a depth that is there.
    fn remove(&mut self, depth: u32) {
        if self.deepest.0 == depth {
            self.deepest.1 -= 1;
            if self.deepest.1 == 0 {
                self.deepest = self.others.pop().unwrap_or_default();
            }
        } else if let Ok(at) = self.others.binary_search_by_key(&depth, |other| other.0) {
            self.others[at].1 -= 1;
            if self.others[at].1 == 0 {
                self.others.remove(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const COUNT: u32 = 12;
    const MOST: u32 = 4;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn what_is_kept_up_is_what_the_links_say(
            changes in prop::collection::vec((0..COUNT, prop::collection::vec(0..COUNT, 0..4), prop::option::of(0..COUNT)), 1..30)
        ) {
            let (mut links, mut shown) = (Links::default(), Shown::default());
            links.reach(COUNT - 1);
            let is_line = |number: u32| number.is_multiple_of(3);
            (0..COUNT).for_each(|number| shown.arrive(number, is_line(number)));
            let mut root = None;
            let mut before = Vec::new();
            for (from, children, next) in changes {
                links.targets(from).for_each(|to| shown.link(from, to, false));
                links.unlink(from);
                for to in children {
                    if links.link(from, to) {
                        shown.link(from, to, true);
                    }
                }
                if next.is_some() {
                    root = next;
                    shown.show(root);
                }
                let looked = shown.settle(&links, MOST);
                let (mut depths, mut elsewhere) = ([0; COUNT as usize], [0; COUNT as usize]);
                if let Some(root) = root {
                    (depths[root as usize], elsewhere[root as usize]) = (1, 1);
                }
                let mut order: Vec<u32> = (0..COUNT).collect();
                order.sort_by_key(|number| links.order(*number));
                for from in order {
                    let depth = depths[from as usize];
                    if depth == 0 {
                        continue;
                    }
                    for to in links.targets(from) {
                        let to = to as usize;
                        depths[to] = (depth + 1).min(MOST + 1).max(depths[to]);
                        elsewhere[to] += u32::from(!is_line(from));
                    }
                }
                let kept: Vec<(u32, u32)> = (0..COUNT).map(|number| (shown.depth(number), shown.node(number).elsewhere)).collect();
                let asked: Vec<(u32, u32)> = depths.into_iter().zip(elsewhere).collect();
                prop_assert_eq!(&kept, &asked);
                // What changed was looked at, each once.
                for (number, kept) in kept.iter().enumerate() {
                    let times = looked.iter().filter(|looked| **looked as usize == number).count();
                    let changed = before.get(number).is_some_and(|before| before != kept);
                    prop_assert!(times == 1 || (times == 0 && !changed));
                }
                before = kept;
            }
        }
    }
}
