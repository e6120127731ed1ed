//! Map keys that were seen before cross to JavaScript as an index: its engine then meets the same string object
//! again, which is what makes property stores fast.

use crate::text::same_bytes;

/// A fixed-size table. Full, or with too many keys in one place, it interns no more: the key goes as text.
#[derive(Debug)]
pub(super) struct Keys {
    names: Vec<String>,
    /// Name + 1; 0: free.
    places: Vec<u16>,
}

const PLACES: usize = 4096;
const MOST: usize = 2048;
const LONGEST: usize = 64;
/// Bounds a lookup, whatever the keys: the hash is no secret.
const PROBES: usize = 8;

impl Default for Keys {
    fn default() -> Self {
        Keys {
            names: Vec::new(),
            places: vec![0; PLACES],
        }
    }
}

impl Keys {
    /// The keys by index.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The index of a key, which is interned if there is room.
    #[inline]
    pub(super) fn intern(&mut self, key: &[u8]) -> Option<u32> {
        if key.len() > LONGEST {
            return None;
        }
        let start = hash(key);
        for probe in 0..PROBES {
            let place = (start + probe) % PLACES;
            match self.places[place] {
                0 => return self.add(key, place),
                name if same_bytes(self.names[usize::from(name) - 1].as_bytes(), key) => {
                    return Some(u32::from(name) - 1);
                }
                _ => {}
            }
        }
        None
    }

    fn add(&mut self, key: &[u8], place: usize) -> Option<u32> {
        if self.names.len() >= MOST {
            return None;
        }
        self.names.push(core::str::from_utf8(key).ok()?.to_owned());
        self.places[place] = self.names.len() as u16;
        Some(self.names.len() as u32 - 1)
    }
}

/// Where the search for a key begins: eight bytes a multiplication.
#[inline(always)]
fn hash(key: &[u8]) -> usize {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = key.as_chunks();
    let rest = rest
        .iter()
        .fold(0, |word, byte| word << 8 | u64::from(*byte));
    let hash = words.iter().fold(key.len() as u64, |hash, word| {
        mix(hash, u64::from_le_bytes(*word)).rotate_left(31)
    });
    (mix(hash, rest) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_interns_no_more_and_still_knows_what_it_has() {
        let mut keys = Keys::default();
        let ids: Vec<_> = (0..10_000)
            .map(|n| keys.intern(format!("key{n}").as_bytes()))
            .collect();
        assert!(keys.names().len() <= MOST);
        for (n, id) in ids.iter().enumerate().filter(|(_, id)| id.is_some()) {
            assert_eq!(keys.intern(format!("key{n}").as_bytes()), *id);
        }
        assert_eq!(keys.intern(&[0xff]), None);
        assert_eq!(keys.intern(&[b'x'; 65]), None);
    }
}
