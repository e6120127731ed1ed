//! A map that is most often small: a sorted list as long as it is, the core's map from then on.

use crate::map::Map;

/// As many entries are kept in a list.
const SMALL: usize = 8;

/// Values by key, in the order of the keys' bytes.
#[derive(Debug, Clone)]
pub enum Table<V> {
    /// Few.
    Small(Vec<(String, V)>),
    /// Many.
    Large(Map<String, V>),
}

impl<V> Table<V> {
    /// How many entries.
    pub fn len(&self) -> usize {
        match self {
            Table::Small(list) => list.len(),
            Table::Large(map) => map.len(),
        }
    }

    /// No entries?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&V> {
        match self {
            Table::Small(list) => list
                .iter()
                .find(|entry| entry.0 == key)
                .map(|entry| &entry.1),
            Table::Large(map) => map.get(key),
        }
    }

    /// The value of a key, to change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        match self {
            Table::Small(list) => {
                let entry = list.iter_mut().find(|entry| entry.0 == key);
                entry.map(|entry| &mut entry.1)
            }
            Table::Large(map) => map.get_mut(key),
        }
    }

    /// Sets the value of a key; what it was.
    pub fn insert(&mut self, key: String, value: V) -> Option<V> {
        let list = match self {
            Table::Large(map) => return map.replace(key, value),
            Table::Small(list) => list,
        };
        if let Some((_, there)) = list.iter_mut().find(|entry| entry.0 == key) {
            return Some(core::mem::replace(there, value));
        }
        if list.len() < SMALL {
            let at = list.partition_point(|entry| entry.0 < key);
            list.insert(at, (key, value));
        } else {
            let mut map: Map<String, V> = core::mem::take(list).into_iter().collect();
            map.insert(key, value);
            *self = Table::Large(map);
        }
        None
    }

    /// Removes an entry.
    pub fn remove(&mut self, key: &str) -> Option<V> {
        match self {
            Table::Small(list) => {
                let at = list.iter().position(|entry| entry.0 == key)?;
                Some(list.remove(at).1)
            }
            Table::Large(map) => map.remove(key),
        }
    }

    /// Goes over the values, in any order; makes nothing.
    pub fn each<'v>(&'v self, mut visit: impl FnMut(&'v V)) {
        match self {
            Table::Small(list) => list.iter().for_each(|entry| visit(&entry.1)),
            Table::Large(map) => map.values().for_each(visit),
        }
    }

    /// Keys and values, by key.
    pub fn entries(&self) -> Vec<(&str, &V)> {
        match self {
            Table::Small(list) => list
                .iter()
                .map(|(key, value)| (key.as_str(), value))
                .collect(),
            Table::Large(map) => map
                .iter()
                .map(|(key, value)| (key.as_str(), value))
                .collect(),
        }
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Table::Small(Vec::new())
    }
}

impl<V: PartialEq> PartialEq for Table<V> {
    fn eq(&self, other: &Self) -> bool {
        self.entries() == other.entries()
    }
}

impl<V> FromIterator<(String, V)> for Table<V> {
    /// Of a repeated key the last holds.
    fn from_iter<I: IntoIterator<Item = (String, V)>>(entries: I) -> Self {
        let mut table = Table::default();
        for (key, value) in entries {
            table.insert(key, value);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_holds_what_a_tree_would(steps in prop::collection::vec(("[a-c]{0,3}", any::<bool>()), 0..60)) {
            let (mut table, mut tree) = (Table::default(), BTreeMap::new());
            for (step, (key, add)) in steps.into_iter().enumerate() {
                if add {
                    prop_assert_eq!(table.insert(key.clone(), step), tree.insert(key, step));
                } else {
                    prop_assert_eq!(table.remove(&key), tree.remove(&key));
                }
                let held: Vec<_> = tree.iter().map(|(key, value)| (key.as_str(), value)).collect();
                prop_assert_eq!(table.entries(), held);
                prop_assert_eq!(table.get("a"), tree.get("a"));
            }
        }
    }
}
