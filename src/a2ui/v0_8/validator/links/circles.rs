//! All nodes put in order at once, and the circles among them.

use super::{Links, NONE};

impl Links {
    /// Orders all nodes so that links go forward. Links by which a node leads back to itself are cut; of each such circle
    /// comes the node of the text by which the message closed it.
    pub(in super::super) fn sort(&mut self, message: u32) -> Vec<u32> {
        let count = self.nodes.len();
        self.work += count as u64;
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
                self.work += 1;
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
            self.nodes[*node as usize].order = place as i64;
        }
        (self.lowest, self.highest) = (0, count as i64);
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
