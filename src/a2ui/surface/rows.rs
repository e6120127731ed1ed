//! The rows of a template, in order.

use super::view::Nodes;
use crate::a2ui::model::{by_index, is_index};
use crate::map::Map;

/// The rows of a template.
#[derive(Debug, Default, Clone)]
pub struct Rows {
    /// A node each, in the order of their keys: numeric where all are indices, otherwise bytewise.
    pub nodes: Vec<u32>,
    /// How many keys are no indices.
    pub named: usize,
}

/// How a list changes: the rows that stay, by where they were, and the keys of those that come.
#[derive(Debug)]
pub enum Part {
    /// So many rows from a place on stay.
    Kept(usize, usize),
    /// A row comes.
    New(String),
}

impl Rows {
    /// Where the row of a key is, or would be.
    pub fn find(&self, key: &str, nodes: &Nodes) -> Result<usize, usize> {
        let numeric = self.named == 0;
        self.nodes.binary_search_by(|node| {
            let other = nodes.key(*node);
            if numeric {
                by_index(other, key)
            } else {
                other.cmp(key)
            }
        })
    }

    /// Where a row that is added stands; nothing where it would change the order of the others, or is there.
    pub fn place_of(&self, key: &str, nodes: &Nodes) -> Option<usize> {
        match (self.nodes.is_empty(), is_index(key)) {
            (true, _) => Some(0),
            (false, false) if self.named == 0 => None,
            (false, _) => self.find(key, nodes).err(),
        }
    }

    /// What it comes to when these are the keys, in order.
    pub fn changed(&self, keys: Vec<String>, nodes: &Nodes) -> Vec<Part> {
        let places = self.nodes.iter().enumerate();
        let former: Map<&str, usize> = places
            .map(|(place, node)| (nodes.key(*node), place))
            .collect();
        let mut parts: Vec<Part> = Vec::new();
        for key in keys {
            match (former.get(key.as_str()), parts.last_mut()) {
                (Some(place), Some(Part::Kept(from, count))) if *from + *count == *place => {
                    *count += 1;
                }
                (Some(place), _) => parts.push(Part::Kept(*place, 1)),
                (None, _) => parts.push(Part::New(key)),
            }
        }
        parts
    }

    /// Do these parts leave it as it is?
    pub fn stays(&self, parts: &[Part]) -> bool {
        match parts {
            [] => self.nodes.is_empty(),
            [Part::Kept(0, count)] => *count == self.nodes.len(),
            _ => false,
        }
    }
}

/// How many keys are no indices.
pub fn named<'k>(keys: impl Iterator<Item = &'k str>) -> usize {
    keys.filter(|key| !is_index(key)).count()
}
