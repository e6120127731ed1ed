//! Names as numbers, in the order of their arrival.
//!
//! A table that is looked into at most sixteen places from the one that a name's hash says; names for which all of them
//! are taken go to an ordered map. So no choice of names makes it slow, though the hash is a simple one.

use crate::map::Map;

/// How far from its place a name is looked for.
const REACH: usize = 16;

/// Names by number, numbers by name.
#[derive(Debug, Clone, Default)]
pub struct Names {
    text: String,
    /// Where each name ends in `text`.
    ends: Vec<u32>,
    /// Numbers plus one; 0 where none is. Its length is a power of two, or 0.
    table: Vec<u32>,
    crowded: Map<String, u32>,
}

impl Names {
    /// How many names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a number; empty for a number that no name has.
    #[inline]
    pub fn name(&self, number: u32) -> &str {
        let at = number as usize;
        let end = self.ends.get(at).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = before.copied().unwrap_or_default();
        self.text
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    /// The number of a name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<u32> {
        match self.look(name) {
            Look::Found(number) => Some(number),
            Look::Free(_) => None,
            Look::Crowded => self.crowded.get(name).copied(),
        }
    }

    /// The number of a name, which is given one where it is new.
    #[inline]
    pub fn number(&mut self, name: &str) -> u32 {
        if 2 * self.ends.len() >= self.table.len() {
            self.grow();
        }
        let new = self.ends.len() as u32;
        match self.look(name) {
            Look::Found(number) => return number,
            Look::Free(slot) => {
                if let Some(place) = self.table.get_mut(slot) {
                    *place = new + 1;
                }
            }
            Look::Crowded => {
                if let Some(number) = self.crowded.get(name) {
                    return *number;
                }
                self.crowded.insert(name.to_owned(), new);
            }
        }
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
        new
    }

    #[inline]
    fn look(&self, name: &str) -> Look {
        let Some(mask) = self.table.len().checked_sub(1) else {
            return Look::Crowded;
        };
        let first = hash(name.as_bytes());
        for step in 0..REACH {
            let slot = first.wrapping_add(step) & mask;
            match self.table.get(slot).copied().unwrap_or_default() {
                0 => return Look::Free(slot),
                taken if same(self.name(taken - 1), name) => return Look::Found(taken - 1),
                _ => {}
            }
        }
        Look::Crowded
    }

    #[cold]
    fn grow(&mut self) {
        let size = (4 * self.ends.len()).next_power_of_two().max(64);
        self.table = vec![0; size];
        self.crowded.clear();
        for number in 0..self.ends.len() as u32 {
            match self.look(self.name(number)) {
                Look::Free(slot) => {
                    if let Some(place) = self.table.get_mut(slot) {
                        *place = number + 1;
                    }
                }
                _ => {
                    let name = self.name(number).to_owned();
                    self.crowded.insert(name, number);
                }
            }
        }
    }
}

enum Look {
    Found(u32),
    Free(usize),
    Crowded,
}

/// Are two texts equal? Eight bytes at a time and in place, where a call would cost more than the comparison.
#[inline(always)]
pub fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    match (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        (Some(first), Some(other)) => {
            // The last eight may overlap the ones before.
            let chunks = a.chunks_exact(8).zip(b.chunks_exact(8)).skip(1);
            first == other
                && a.last_chunk::<8>() == b.last_chunk::<8>()
                && chunks.into_iter().all(|(one, other)| one == other)
        }
        _ => a.iter().zip(b).all(|(one, other)| one == other),
    }
}

#[inline]
fn hash(bytes: &[u8]) -> usize {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(MIX);
    let mut hash = bytes.len() as u64;
    match bytes.last_chunk::<8>() {
        Some(last) => {
            let (chunks, _) = bytes.as_chunks::<8>();
            for chunk in chunks {
                hash = mix(hash, u64::from_le_bytes(*chunk));
            }
            hash = mix(hash, u64::from_le_bytes(*last));
        }
        None => {
            let word = bytes.iter();
            hash = mix(
                hash,
                word.fold(0, |word, byte| word << 8 | u64::from(*byte)),
            );
        }
    }
    (hash ^ hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_of_one_place_are_still_told_apart() {
        let place = |name: &str| hash(name.as_bytes()) & 0xfff;
        let all = (0..4_000_000).map(|n| format!("n{n}"));
        let same: Vec<String> = all.filter(|name| place(name) == 7).take(600).collect();
        assert!(same.len() > 500, "{}", same.len());
        let mut names = Names::default();
        for (number, name) in same.iter().enumerate() {
            assert_eq!(names.number(name), number as u32);
        }
        assert!(!names.crowded.is_empty());
        for (number, name) in same.iter().enumerate() {
            assert_eq!(names.number(name), number as u32);
            assert_eq!(names.find(name), Some(number as u32));
            assert_eq!(names.name(number as u32), name);
        }
    }

    proptest! {
        #[test]
        fn same_is_equal(a in "[ab]{0,40}", b in "[ab]{0,40}", at in 0..40_usize) {
            prop_assert!(same(&a, &a.clone()));
            prop_assert_eq!(same(&a, &b), a == b);
            let mut changed = a.clone().into_bytes();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 3;
            }
            let changed = String::from_utf8(changed).unwrap();
            prop_assert_eq!(same(&a, &changed), a == changed);
        }

        #[test]
        fn numbers_are_those_of_first_arrival(given in prop::collection::vec("[a-d]{0,3}|__proto__|.{0,12}", 0..300)) {
            let mut names = Names::default();
            let mut seen: Vec<&String> = Vec::new();
            for name in &given {
                let known = seen.iter().position(|other| *other == name);
                prop_assert_eq!(names.find(name).map(|n| n as usize), known);
                if known.is_none() {
                    seen.push(name);
                }
                let number = names.number(name) as usize;
                prop_assert_eq!(number, known.unwrap_or(seen.len() - 1));
                prop_assert_eq!(names.name(number as u32), name);
            }
            prop_assert_eq!(names.len(), seen.len());
        }
    }
}
