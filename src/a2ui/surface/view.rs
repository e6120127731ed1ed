//! The nodes that a surface shows: a tree, from the root component on. A row of a template has nodes of its own.

use super::define::Definition;
use super::graph::Place;
use super::rows::Rows;
use super::scope::Scope;
use std::rc::Rc;

/// No node.
pub const NONE: u32 = u32::MAX;

/// A node.
#[derive(Debug)]
pub struct Node {
    /// The component that it shows.
    pub component: Place,
    /// What the component is; nothing as long as it was not sent.
    pub definition: Option<Rc<Definition<Place>>>,
    /// The node around it, or [`NONE`].
    pub parent: u32,
    /// In which of the slots there.
    pub slot: u32,
    /// Which of the slot's children.
    pub index: u32,
    /// 1 for the root.
    pub depth: u32,
    /// Where its paths start.
    pub scope: Rc<Scope>,
    /// What is in its slots.
    pub kids: Vec<Kids>,
    /// By what it waits for data.
    pub watches: Vec<u32>,
    /// Its place among the nodes of its component.
    pub place: u32,
    /// No other node ever had this number.
    pub serial: u64,
    /// It was told in the change of that number that it changed.
    pub told: u64,
    /// It is only moved by the patch that is being written.
    pub kept: bool,
}

/// The nodes in a slot.
#[derive(Debug, Clone, Default)]
pub enum Kids {
    /// None: a value.
    #[default]
    Value,
    /// One.
    One(u32),
    /// A list.
    Many(Vec<u32>),
    /// Rows of a template.
    Rows(Rows),
}

impl Kids {
    /// Rows of a template?
    pub fn is_rows(&self) -> bool {
        matches!(self, Kids::Rows(_))
    }

    /// The nodes.
    pub fn nodes(&self) -> &[u32] {
        match self {
            Kids::Value => &[],
            Kids::One(node) => core::slice::from_ref(node),
            Kids::Many(nodes) => nodes,
            Kids::Rows(rows) => &rows.nodes,
        }
    }
}

/// The nodes, by number.
#[derive(Debug, Default)]
pub struct Nodes {
    nodes: Vec<Option<Node>>,
    free: Vec<u32>,
    live: usize,
    serials: u64,
}

impl Nodes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.live
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// A node that is there.
    pub fn get(&self, number: u32) -> Option<&Node> {
        self.nodes.get(number as usize)?.as_ref()
    }

    /// A node that is there, to change.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut Node> {
        self.nodes.get_mut(number as usize)?.as_mut()
    }

    /// Adds a node; its number.
    pub fn add(&mut self, mut node: Node) -> u32 {
        self.serials += 1;
        node.serial = self.serials;
        self.live += 1;
        match self.free.pop() {
            Some(number) => {
                self.nodes[number as usize] = Some(node);
                number
            }
            None => {
                self.nodes.push(Some(node));
                (self.nodes.len() - 1) as u32
            }
        }
    }

    /// Removes a node.
    pub fn remove(&mut self, number: u32) -> Option<Node> {
        let node = self.nodes.get_mut(number as usize)?.take()?;
        self.live -= 1;
        self.free.push(number);
        Some(node)
    }

    /// The key of a row's node.
    pub fn key(&self, number: u32) -> &str {
        self.get(number).map_or("", |node| node.scope.key())
    }

    /// Appends the keys and indices that lead to a node from the root, as JSON between commas.
    pub fn place(&self, number: u32, out: &mut String) {
        let mut trail = Vec::new();
        let mut at = number;
        while let Some(node) = self.get(at).filter(|node| node.parent != NONE) {
            trail.push(at);
            at = node.parent;
        }
        for number in trail.into_iter().rev() {
            let Some(node) = self.get(number) else { return };
            let parent = self.get(node.parent);
            let slot = parent.and_then(|parent| {
                let definition = parent.definition.as_ref()?;
                Some((
                    definition.slots.get(node.slot as usize)?,
                    parent.kids.get(node.slot as usize)?,
                ))
            });
            let Some((slot, kids)) = slot else { return };
            if !out.ends_with('[') {
                out.push(',');
            }
            out.push_str(&slot.place);
            let index = match kids {
                Kids::Value | Kids::One(_) => continue,
                Kids::Many(_) => node.index as usize,
                Kids::Rows(rows) => rows.find(node.scope.key(), self).unwrap_or(0),
            };
            out.push(',');
            out.push_str(&index.to_string());
        }
    }
}
