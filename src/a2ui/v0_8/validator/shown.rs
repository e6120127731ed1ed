//! Which components the root leads to, and how deep: kept up with each link, so that the end of a response costs what the
//! response changed, and not its surface.

use crate::a2ui::links::{Links, Order};
use core::cmp::{Ordering, Reverse};
use core::iter::Peekable;
use std::collections::BinaryHeap;
use std::vec::IntoIter;

/// What is shown, by the numbers of components.
#[derive(Debug, Default)]
pub(super) struct Shown {
    nodes: Vec<Node>,
    /// What came since the last look, some of it twice.
    arrived: Vec<u32>,
    /// Around what something did.
    touched: Vec<u32>,
    /// All is to be looked at anew.
    all: bool,
    root: Option<u32>,
    /// Nodes looked at.
    pub(super) work: u64,
}

#[derive(Debug, Default)]
struct Node {
    /// 1 of the root, 0 of what is not shown.
    depth: u32,
    /// The depth of the deepest of what is shown and leads here, and how many are as deep; most often it is one.
    above: u32,
    times: u32,
    /// The same of those that are less deep, the deepest last.
    less: Vec<(u32, u32)>,
    /// How many links to it are of no Row or Column; being the root counts as one.
    elsewhere: u32,
    touched: bool,
}

impl Shown {
    /// Makes room for so many more to come.
    pub(super) fn reserve(&mut self, count: usize) {
        self.arrived.reserve(count);
    }

    /// A component came, or came anew.
    pub(super) fn arrive(&mut self, number: u32) {
        self.arrived.push(number);
    }

    /// A link came (`true`) or goes; is it of a Row or Column?
    pub(super) fn link(&mut self, from: u32, to: u32, line: bool, comes: bool) {
        let depth = self.nodes.get(from as usize).map_or(0, |node| node.depth);
        if depth > 0 {
            self.reach(to as usize + 1);
            self.hold(to, depth, line, comes);
        }
    }

    /// The surface is shown from a component on, or not shown.
    pub(super) fn show(&mut self, root: Option<u32>) {
        let former = std::mem::replace(&mut self.root, root);
        if former == root {
            return;
        }
        for (root, comes) in [(former, false), (root, true)] {
            if let Some(root) = root {
                self.reach(root as usize + 1);
                self.hold(root, 0, false, comes);
            }
        }
    }

    /// All is to be looked at anew.
    pub(super) fn touch_all(&mut self) {
        self.all = true;
    }

    /// Takes up what changed: says the components that came, or around which something did, in the order of links.
    pub(super) fn settle(
        &mut self,
        links: &Links,
        most: u32,
        is_line: impl Fn(u32) -> bool,
        mut say: impl FnMut(u32, At),
    ) {
        let mut known = std::mem::take(&mut self.arrived);
        self.reach(links.count());
        if std::mem::take(&mut self.all) {
            known = (0..self.nodes.len() as u32).collect();
        }
        let (mut sorted, mut last) = (true, (0, i64::MIN));
        for number in &known {
            self.nodes[*number as usize].touched = true;
            let order = links.order(*number);
            sorted &= last <= order;
            last = order;
        }
        // Most often they came in order; the small sort of WebAssembly's library would not notice.
        if !sorted {
            known.sort_unstable_by_key(|number| links.order(*number));
        }
        let mut known = known.into_iter().peekable();
        let due = |number: u32| Reverse((links.order(number), number));
        let mut more: BinaryHeap<_> = self.touched.drain(..).map(due).collect();
        loop {
            let next = match more.is_empty() {
                true => known.next(),
                false => first_of(&mut known, &mut more, links),
            };
            let Some(number) = next else {
                return;
            };
            let node = &mut self.nodes[number as usize];
            if !std::mem::take(&mut node.touched) {
                continue;
            }
            let was = node.depth;
            let below = if node.times > 0 { node.above + 1 } else { 0 };
            let depth = below.min(most + 1);
            node.depth = depth;
            let in_lines = node.elsewhere == 0;
            say(number, At { depth, in_lines });
            self.work += 1;
            if was == depth {
                continue;
            }
            let line = is_line(number);
            for to in links.targets(number) {
                if was > 0 {
                    self.hold(to, was, line, false);
                }
                if depth > 0 {
                    self.hold(to, depth, line, true);
                }
                if let Some(to) = self.touched.pop() {
                    more.push(due(to));
                }
                self.work += 1;
            }
        }
    }

    /// Counts a link of what is shown, or counts it no more.
    fn hold(&mut self, to: u32, depth: u32, line: bool, comes: bool) {
        let node = &mut self.nodes[to as usize];
        if !std::mem::replace(&mut node.touched, true) {
            self.touched.push(to);
        }
        let elsewhere = u32::from(!line);
        match comes {
            true => node.elsewhere += elsewhere,
            false => node.elsewhere -= elsewhere,
        }
        if comes && node.times == 0 {
            (node.above, node.times) = (depth, 1);
        } else if comes {
            node.count(depth);
        } else {
            node.discount(depth);
        }
    }

    /// Makes sure that there are so many nodes.
    fn reach(&mut self, count: usize) {
        if self.nodes.len() < count {
            self.nodes.resize_with(count, Node::default);
        }
    }
}

impl Node {
    /// Counts one more that leads here.
    fn count(&mut self, depth: u32) {
        match depth.cmp(&self.above) {
            Ordering::Equal => self.times += 1,
            Ordering::Greater => {
                self.less.push((self.above, self.times));
                (self.above, self.times) = (depth, 1);
            }
            Ordering::Less => match self.less.binary_search_by_key(&depth, |less| less.0) {
                Ok(at) => self.less[at].1 += 1,
                Err(at) => self.less.insert(at, (depth, 1)),
            },
        }
    }

    /// Counts one that leads here no more.
    fn discount(&mut self, depth: u32) {
        if depth == self.above {
            self.times -= 1;
            if self.times == 0 {
                (self.above, self.times) = self.less.pop().unwrap_or_default();
            }
        } else if let Ok(at) = self.less.binary_search_by_key(&depth, |less| less.0) {
            self.less[at].1 -= 1;
            if self.less[at].1 == 0 {
                self.less.remove(at);
            }
        }
    }
}

/// The next of those that are known to be due and those that became it.
#[cold]
fn first_of(
    known: &mut Peekable<IntoIter<u32>>,
    more: &mut BinaryHeap<Reverse<(Order, u32)>>,
    links: &Links,
) -> Option<u32> {
    let Reverse((first, _)) = more.peek()?;
    let before = known.next_if(|known| links.order(*known) <= *first);
    before.or_else(|| Some(more.pop()?.0 .1))
}

/// Where a component is.
pub(super) struct At {
    /// How deep: 0 where it is not shown, one more than `settle`'s most where it is deeper than that.
    pub(super) depth: u32,
    /// Of what is shown, in Rows and Columns only?
    pub(super) in_lines: bool,
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
            (0..COUNT).for_each(|number| shown.arrive(number));
            let mut root = None;
            let mut before = Vec::new();
            for (from, children, next) in changes {
                links.targets(from).for_each(|to| shown.link(from, to, is_line(from), false));
                links.unlink(from);
                for to in children {
                    if links.link(from, to) {
                        shown.link(from, to, is_line(from), true);
                    }
                }
                if next.is_some() {
                    root = next;
                    shown.show(root);
                }
                let mut looked = Vec::new();
                shown.settle(&links, MOST, is_line, |number, at| looked.push((number, at.depth, at.in_lines)));
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
                let kept: Vec<(u32, u32)> = shown.nodes.iter().map(|node| (node.depth, node.elsewhere)).collect();
                let asked: Vec<(u32, u32)> = depths.into_iter().zip(elsewhere).collect();
                prop_assert_eq!(&kept, &asked);
                // What changed was looked at, each once.
                for (number, kept) in kept.iter().enumerate() {
                    let said: Vec<_> = looked.iter().filter(|looked| looked.0 as usize == number).collect();
                    prop_assert!(said.iter().all(|(_, depth, in_lines)| (*depth, *in_lines) == (kept.0, kept.1 == 0)));
                    let times = said.len();
                    let changed = before.get(number).is_some_and(|before| before != kept);
                    prop_assert!(times == 1 || (times == 0 && !changed));
                }
                before = kept;
            }
        }
    }
}
