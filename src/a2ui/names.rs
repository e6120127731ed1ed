//! Names as numbers, in the order of their arrival.
//!
//! A table that is looked into at most sixteen places from the one that a name's hash says; names for which all of them
//! are taken go to an ordered map. So no choice of names makes it slow, though the hash is a simple one.

use crate::map::Map;

/// How far from its place a name is looked for.
const REACH: usize = 16;

/// Bytes that a name usually has at least.
const USUAL: usize = 8;

/// Names by number, numbers by name.
#[derive(Debug, Clone, Default)]
pub struct Names {
    text: Vec<u8>,
    /// Where each name begins and ends in `text`.
    ends: Vec<(u32, u32)>,
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

    /// The names, by number.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.name(number))
    }

    /// Makes room for so many more names.
    pub fn reserve(&mut self, more: usize) {
        let names = self.ends.len() + more;
        if 2 * names > self.table.len() {
            self.ends.reserve(more);
            self.text.reserve(USUAL * more);
            self.grow(names);
        }
    }

    /// The name of a number; empty for a number that no name has.
    #[inline]
    pub fn name(&self, number: u32) -> &str {
        core::str::from_utf8(self.bytes(number)).unwrap_or_default()
    }

    #[inline]
    fn bytes(&self, number: u32) -> &[u8] {
        let place = self.ends.get(number as usize).copied();
        let (start, end) = place.unwrap_or_default();
        let bytes = self.text.get(start as usize..end as usize);
        bytes.unwrap_or_default()
    }

    /// The number of a name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<u32> {
        match self.look(name.as_bytes()) {
            Look::Found(number) => Some(number),
            Look::Free(_) => None,
            Look::Crowded => self.crowded.get(name).copied(),
        }
    }

    /// The number of a name, which is given one where it is new.
    #[inline]
    pub fn number(&mut self, name: &str) -> u32 {
        if 2 * self.ends.len() >= self.table.len() {
            self.grow(2 * self.ends.len());
        }
        let new = self.ends.len() as u32;
        match self.look(name.as_bytes()) {
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
        let start = self.text.len() as u32;
        append(&mut self.text, name.as_bytes());
        self.ends.push((start, self.text.len() as u32));
        new
    }

    /// The number of a name that is probably one of these: what is named in even steps once is so again.
    #[inline]
    pub fn number_near(&mut self, guesses: [u32; 3], name: &str) -> u32 {
        let is = |guess: &u32| {
            let known = (*guess as usize) < self.ends.len();
            known && same(self.bytes(*guess), name.as_bytes())
        };
        match guesses.into_iter().find(is) {
            Some(number) => number,
            None => self.number(name),
        }
    }

    #[inline]
    fn look(&self, name: &[u8]) -> Look {
        let Some(mask) = self.table.len().checked_sub(1) else {
            return Look::Crowded;
        };
        let first = hash(name);
        for step in 0..REACH {
            let slot = first.wrapping_add(step) & mask;
            match self.table.get(slot).copied().unwrap_or_default() {
                0 => return Look::Free(slot),
                taken if same(self.bytes(taken - 1), name) => return Look::Found(taken - 1),
                _ => {}
            }
        }
        Look::Crowded
    }

    /// Makes the table one for so many names.
    #[cold]
    fn grow(&mut self, names: usize) {
        let size = (2 * names).next_power_of_two().max(64);
        self.table = vec![0; size];
        self.crowded.clear();
        for number in 0..self.ends.len() as u32 {
            match self.look(self.bytes(number)) {
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

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(all: I) -> Names {
        let mut names = Names::default();
        for name in all {
            names.number(name);
        }
        names
    }
}

enum Look {
    Found(u32),
    Free(usize),
    Crowded,
}

/// Appends what is short, eight bytes at a time and in place, where a call would cost more than the copy.
#[inline]
fn append(text: &mut Vec<u8>, name: &[u8]) {
    text.reserve(name.len());
    let (chunks, rest) = name.as_chunks::<8>();
    for chunk in chunks {
        text.extend_from_slice(chunk);
    }
    for byte in rest {
        text.push(*byte);
    }
}

/// Are two texts equal? Eight bytes at a time and in place, where a call would cost more than the comparison.
#[inline(always)]
pub fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // The last eight, or four, may overlap the ones before.
    if let (Some(first), Some(other)) = (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        let mut chunks = a.chunks_exact(8).zip(b.chunks_exact(8)).skip(1);
        return first == other
            && a.last_chunk::<8>() == b.last_chunk::<8>()
            && (a.len() <= 16 || chunks.all(|(one, other)| one == other));
    }
    if let (Some(first), Some(other)) = (a.first_chunk::<4>(), b.first_chunk::<4>()) {
        return first == other && a.last_chunk::<4>() == b.last_chunk::<4>();
    }
    a.iter().zip(b).all(|(one, other)| one == other)
}

#[inline]
fn hash(bytes: &[u8]) -> usize {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    // What differs in the last bytes of a word must reach the low bits too: names count up at their ends.
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(MIX);
        mixed ^ mixed >> 32
    };
    let mut hash = bytes.len() as u64;
    if let Some(last) = bytes.last_chunk::<8>() {
        let (chunks, _) = bytes.as_chunks::<8>();
        for chunk in chunks {
            hash = mix(hash, u64::from_le_bytes(*chunk));
        }
        hash = mix(hash, u64::from_le_bytes(*last));
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        hash = mix(hash, u64::from(first) << 32 | u64::from(last));
    } else {
        let word = bytes.iter();
        hash = mix(
            hash,
            word.fold(0, |word, byte| word << 8 | u64::from(*byte)),
        );
    }
    (hash.wrapping_mul(MIX) >> 32) as usize
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

    #[test]
    fn names_that_count_up_are_near_their_places() {
        let kinds = [
            "r",
            "row",
            "icon",
            "label",
            "column",
            "a-longer-name",
            "template:/rows/",
        ];
        let all = (0..1_000).flat_map(|n| kinds.map(|kind| format!("{kind}-{n}")));
        let mut names = Names::default();
        for name in all {
            names.number(&name);
        }
        assert!(names.crowded.is_empty(), "{:?}", names.crowded);
        let mask = names.table.len() - 1;
        let steps = |name: &str| {
            let place = names.find(name).unwrap() + 1;
            let first = hash(name.as_bytes());
            let at = |step: &usize| names.table[first.wrapping_add(*step) & mask] == place;
            (0..REACH).find(at).unwrap() + 1
        };
        let steps: usize = names.iter().map(steps).sum();
        assert!(steps < 2 * names.len(), "{steps} for {}", names.len());
    }

    proptest! {
        #[test]
        fn same_is_equal(a in "[ab]{0,40}", b in "[ab]{0,40}", at in 0..40_usize) {
            prop_assert!(same(a.as_bytes(), a.clone().as_bytes()));
            prop_assert_eq!(same(a.as_bytes(), b.as_bytes()), a == b);
            let mut changed = a.clone().into_bytes();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 3;
            }
            let changed = String::from_utf8(changed).unwrap();
            prop_assert_eq!(same(a.as_bytes(), changed.as_bytes()), a == changed);
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
                // Whatever is guessed.
                for guess in [number as u32, 0, u32::MAX, 7] {
                    prop_assert_eq!(names.number_near([guess, 3, 299], name), number as u32);
                }
            }
            prop_assert_eq!(names.len(), seen.len());
        }
    }
}
