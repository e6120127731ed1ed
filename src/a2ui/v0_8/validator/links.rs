//! Which component leads to which, over all updates of a surface, and that none leads back to itself.
//!
//! Nodes have an order in which every link goes forward. A node that comes as a component stands before all others, one
//! that comes as a reference behind them: streams that send parents before children, or children before parents, never
//! turn a link around. Where one is, the whole graph is ordered anew, once a message.

const NONE: u32 = u32::MAX;

/// The graph. Nodes are numbered by the names of the surface.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) nodes: Vec<Node>,
    edges: Vec<Edge>,
    free: u32,
    lowest: i32,
    highest: i32,
    /// Nodes and links visited, for tests that count work.
    #[cfg(test)]
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
    order: i32,
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
            #[cfg(test)]
            work: 0,
        }
    }

    #[inline]
    fn visit(&mut self) {
        #[cfg(test)]
        {
            self.work += 1;
        }
    }

    /// The node of a number that is new by at most one.
    #[inline]
    pub(super) fn node(&mut self, number: u32, referred_to: bool) -> &mut Node {
        let at = number as usize;
        if at >= self.nodes.len() {
            let order = match referred_to {
                true => {
                    self.highest = self.highest.saturating_add(1);
                    self.highest
                }
                false => {
                    self.lowest = self.lowest.saturating_sub(1);
                    self.lowest
                }
            };
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

    /// Adds a link; whether it goes forward.
    #[inline]
    pub(super) fn link(&mut self, from: u32, to: u32, message: u32, at: u32) -> bool {
        self.visit();
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
        source.order < target.order
    }

    /// Removes what a component leads to.
    pub(super) fn unlink(&mut self, from: u32) {
        let mut next = std::mem::replace(&mut self.nodes[from as usize].first_out, NONE);
        while next != NONE {
            self.visit();
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
            self.visit();
            if !std::mem::replace(&mut seen[edge.to as usize], true) {
                stack.push((edge.to, self.nodes[edge.to as usize].first_out));
            }
        }
        order.reverse();
        order
    }

    /// Orders all nodes so that links go forward. Links by which a node leads back to itself are cut; of each such circle
    /// comes the node of the text by which the message closed it.
    pub(super) fn sort(&mut self, message: u32) -> Vec<u32> {
        let count = self.nodes.len();
        let mut state = vec![State::New; count];
        let mut finished = Vec::with_capacity(count);
        let (mut back, mut blamed) = (Vec::new(), Vec::new());
        for start in 0..count as u32 {
            if state[start as usize] != State::New {
                continue;
            }
            state[start as usize] = State::Open;
            let mut stack = vec![Frame {
                node: start,
                next: self.nodes[start as usize].first_out,
                newest: NONE,
            }];
            while let Some(frame) = stack.last_mut() {
                let Some(edge) = self.edges.get(frame.next as usize).copied() else {
                    state[frame.node as usize] = State::Done;
                    finished.push(frame.node);
                    stack.pop();
                    continue;
                };
                let number = std::mem::replace(&mut frame.next, edge.next_out);
                let newest = match edge.message == message {
                    true => number,
                    false => frame.newest,
                };
                self.visit();
                match state[edge.to as usize] {
                    State::Done => {}
                    State::Open => {
                        // Before this message there was no circle: a link of it is in every one.
                        blamed.extend(self.edges.get(newest as usize).map(|edge| edge.at));
                        back.push(number);
                    }
                    State::New => {
                        state[edge.to as usize] = State::Open;
                        stack.push(Frame {
                            node: edge.to,
                            next: self.nodes[edge.to as usize].first_out,
                            newest,
                        });
                    }
                }
            }
        }
        for (place, node) in finished.iter().rev().enumerate() {
            self.nodes[*node as usize].order = place as i32;
        }
        (self.lowest, self.highest) = (0, count as i32);
        self.cut(back);
        blamed.sort_unstable();
        blamed.dedup();
        blamed
    }

    /// Removes these links: each of the nodes they come from is gone through once.
    fn cut(&mut self, mut back: Vec<u32>) {
        for number in &back {
            self.edges[*number as usize].at = NONE;
        }
        let from = |links: &Links, number: u32| links.edges[number as usize].from;
        back.sort_unstable_by_key(|number| from(self, *number));
        back.dedup_by_key(|number| from(self, *number));
        for number in back {
            let node = from(self, number);
            let mut next = std::mem::replace(&mut self.nodes[node as usize].first_out, NONE);
            while let Some(edge) = self.edges.get(next as usize).copied() {
                let number = std::mem::replace(&mut next, edge.next_out);
                if edge.at == NONE {
                    self.drop_incoming(number);
                } else {
                    let first = &mut self.nodes[node as usize].first_out;
                    self.edges[number as usize].next_out = std::mem::replace(first, number);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// A node on the way, the next of its links, and the last link on the way here that is new.
struct Frame {
    node: u32,
    next: u32,
    newest: u32,
}
