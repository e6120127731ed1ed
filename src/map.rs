//! The one map of the core: ordered, so that no output depends on hashing and no choice of keys makes it slow.
//!
//! The search tree is over bytes whatever the key, and leads to a place in a list whatever the value, so that a wasm
//! file holds one tree and not one for each pair of types (which took 66 KB of it, 18 KB in brotli).

use std::collections::BTreeMap;
use std::sync::Arc;

/// A key: its bytes are ordered as the keys are.
pub trait Key {
    /// The bytes.
    fn bytes(&self) -> impl AsRef<[u8]>;
}

impl Key for &str {
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.as_bytes()
    }
}
impl Key for String {
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.as_bytes()
    }
}
impl Key for u32 {
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.to_be_bytes()
    }
}
impl Key for u64 {
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.to_be_bytes()
    }
}
impl Key for i128 {
    fn bytes(&self) -> impl AsRef<[u8]> {
        // The sign bit turned, so that what is below zero comes first.
        (self ^ i128::MIN).to_be_bytes()
    }
}

/// Values by key, in the order of the keys.
#[derive(Debug, Clone)]
pub struct Map<K, V> {
    places: Places,
    /// In the order of their arrival.
    entries: Vec<(K, V)>,
}

impl<K: Key, V> Map<K, V> {
    /// The map without entries.
    pub const EMPTY: Self = Map {
        places: Places(None),
        entries: Vec::new(),
    };

    /// How many entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// No entries?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key; any type of key with the same bytes will do.
    #[inline]
    pub fn get(&self, key: impl Key) -> Option<&V> {
        let place = self.places.find(key.bytes().as_ref())?;
        self.entries.get(place).map(|entry| &entry.1)
    }

    /// The value of a key, to change.
    pub fn get_mut(&mut self, key: impl Key) -> Option<&mut V> {
        let place = self.places.find(key.bytes().as_ref())?;
        self.entries.get_mut(place).map(|entry| &mut entry.1)
    }

    /// Is there such an entry?
    pub fn contains(&self, key: impl Key) -> bool {
        self.places.find(key.bytes().as_ref()).is_some()
    }

    /// Sets the value of a key; whether the key is new.
    pub fn insert(&mut self, key: K, value: V) -> bool {
        let place = self.places.place(key.bytes().as_ref(), self.entries.len());
        match self.entries.get_mut(place) {
            Some(entry) => {
                entry.1 = value;
                false
            }
            None => {
                self.entries.push((key, value));
                true
            }
        }
    }

    /// Sets the value of a key; what it was.
    pub fn replace(&mut self, key: K, value: V) -> Option<V> {
        let place = self.places.place(key.bytes().as_ref(), self.entries.len());
        match self.entries.get_mut(place) {
            Some(entry) => Some(core::mem::replace(&mut entry.1, value)),
            None => {
                self.entries.push((key, value));
                None
            }
        }
    }

    /// The value of a key, which is made where the key is new.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let place = self.places.place(key.bytes().as_ref(), self.entries.len());
        if place == self.entries.len() {
            self.entries.push((key, value()));
        }
        &mut self.entries[place].1
    }

    /// Removes an entry. The one that arrived last takes its place among those that arrived.
    pub fn remove(&mut self, key: impl Key) -> Option<V> {
        let place = self.places.remove(key.bytes().as_ref())?;
        let (_, value) = self.entries.swap_remove(place);
        if let Some((moved, _)) = self.entries.get(place) {
            self.places.put(moved.bytes().as_ref(), place);
        }
        Some(value)
    }

    /// Removes all.
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
    }

    /// The entry of the highest key.
    pub fn last(&self) -> Option<(&K, &V)> {
        let place = self.places.0.as_ref()?.values().next_back()?;
        self.entries.get(*place).map(|(key, value)| (key, value))
    }

    /// Keys and values, by key ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let places = self.places.in_order().into_iter();
        places.map(|place| (&self.entries[place].0, &self.entries[place].1))
    }

    /// The values as they arrived.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Keys and values as they arrived.
    pub fn into_entries(self) -> Vec<(K, V)> {
        self.entries
    }

    /// Keys and values, by key ascending.
    pub fn into_sorted(self) -> impl Iterator<Item = (K, V)> {
        let mut entries: Vec<_> = self.entries.into_iter().map(Some).collect();
        let places = self.places.in_order().into_iter();
        places.filter_map(move |place| entries[place].take())
    }
}

impl<K: Key, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: Key + PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}
impl<K: Key + Eq, V: Eq> Eq for Map<K, V> {}

impl<K: Key, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::EMPTY;
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

/// Where in the list the entry of a key is. Shared, so that a copy or a drop of the tree is no code of its own where
/// a map is copied or dropped.
#[derive(Debug, Clone)]
struct Places(Option<Arc<Tree>>);

type Tree = BTreeMap<Box<[u8]>, usize>;

impl Places {
    #[inline(never)]
    fn find(&self, key: &[u8]) -> Option<usize> {
        self.0.as_ref()?.get(key).copied()
    }

    /// The place of a key, which is `next` where it is new.
    #[inline(never)]
    fn place(&mut self, key: &[u8], next: usize) -> usize {
        let tree = Arc::make_mut(self.0.get_or_insert_default());
        *tree.entry(key.into()).or_insert(next)
    }

    #[inline(never)]
    fn remove(&mut self, key: &[u8]) -> Option<usize> {
        Arc::make_mut(self.0.as_mut()?).remove(key)
    }

    #[inline(never)]
    fn put(&mut self, key: &[u8], place: usize) {
        if let Some(known) = self
            .0
            .as_mut()
            .and_then(|tree| Arc::make_mut(tree).get_mut(key))
        {
            *known = place;
        }
    }

    /// All places, by key.
    #[inline(never)]
    fn in_order(&self) -> Vec<usize> {
        let tree = self.0.as_ref();
        tree.map_or(Vec::new(), |tree| tree.values().copied().collect())
    }
}

/// The order in which `compare` has the indices below `len`; equal ones stay as they are. One sort for all lists, for
/// the same reason.
pub fn sorted_order(
    len: usize,
    compare: &mut dyn FnMut(usize, usize) -> core::cmp::Ordering,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_holds_what_a_tree_of_its_own_would(
            numbers in prop::collection::vec((-3_i128..300, any::<u8>()), 0..40),
            far in prop::collection::vec((any::<i128>(), any::<u8>()), 0..20),
            texts in prop::collection::vec(("[a-c]{0,3}", any::<u8>()), 0..40),
        ) {
            let numbers = [numbers, far].concat();
            let (map, tree): (Map<_, _>, BTreeMap<_, _>) = (numbers.iter().copied().collect(), numbers.iter().copied().collect());
            prop_assert_eq!(map.iter().collect::<Vec<_>>(), tree.iter().collect::<Vec<_>>());
            prop_assert_eq!(map.into_sorted().collect::<Vec<_>>(), tree.into_iter().collect::<Vec<_>>());
            let (map, tree): (Map<_, _>, BTreeMap<_, _>) = (texts.iter().cloned().collect(), texts.into_iter().collect());
            prop_assert_eq!(map.iter().collect::<Vec<_>>(), tree.iter().collect::<Vec<_>>());
            for key in ["", "a", "ab", "cc", "d"] {
                prop_assert_eq!(map.get(key), tree.get(key));
            }
        }
    }

    proptest! {
        #[test]
        fn it_loses_what_a_tree_of_its_own_would(steps in prop::collection::vec((0_u32..12, any::<bool>()), 0..60)) {
            let (mut map, mut tree) = (Map::EMPTY, BTreeMap::new());
            for (step, (key, add)) in steps.into_iter().enumerate() {
                if add {
                    match step % 2 {
                        0 => prop_assert_eq!(map.insert(key, step), tree.insert(key, step).is_none()),
                        _ => prop_assert_eq!(map.replace(key, step), tree.insert(key, step)),
                    }
                } else {
                    prop_assert_eq!(map.remove(key), tree.remove(&key));
                }
                prop_assert_eq!(map.iter().collect::<Vec<_>>(), tree.iter().collect::<Vec<_>>());
                prop_assert_eq!(map.last(), tree.last_key_value());
            }
        }
    }

    #[test]
    fn an_insertion_says_whether_the_key_is_new() {
        let mut map = Map::EMPTY;
        assert!(map.insert("a", 1));
        assert!(!map.insert("a", 2));
        assert_eq!((map.get("a"), map.len()), (Some(&2), 1));
        assert_eq!(*map.get_or_insert_with("a", || 3), 2);
        assert_eq!(*map.get_or_insert_with("b", || 3), 3);
    }
}
