//! Elements that begin alike, such as the cells of a column: the second and those after it are copies of the first,
//! which a browser makes faster than an element with its attributes set one by one.

use core::ops::Range;

/// So many models are looked for; a newer one takes the place of an older.
const SLOTS: usize = 64;

/// Where in an op buffer an element begins: the runs of its own op and of its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Beginning {
    pub(super) words: Range<usize>,
    pub(super) ascii: Range<usize>,
    pub(super) wide: Range<usize>,
}

/// The models of one op buffer.
#[derive(Debug)]
pub(super) struct Models {
    /// By hash: the number of a model, and where it begins.
    slots: [Option<(u32, Beginning)>; SLOTS],
    count: u32,
}

impl Default for Models {
    fn default() -> Self {
        Models {
            slots: [const { None }; SLOTS],
            count: 0,
        }
    }
}

impl Models {
    pub(super) fn clear(&mut self) {
        *self = Models::default();
    }

    /// The number of the model that `beginning` is equal to; otherwise it is a model from here.
    pub(super) fn find(
        &mut self,
        hash: u32,
        beginning: Beginning,
        equal: impl Fn(&Beginning) -> bool,
    ) -> Option<u32> {
        let slot = &mut self.slots[hash as usize % SLOTS];
        match slot {
            Some((number, model)) if equal(model) => Some(*number),
            _ => {
                *slot = Some((self.count, beginning));
                self.count += 1;
                None
            }
        }
    }
}

/// A hash of bytes and words, by whole words where it can.
pub(super) fn hash(words: &[u32], bytes: &[u8]) -> u32 {
    let mut hash = bytes.len() as u32;
    let mut mix = |word: u32| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B1);
    words.iter().for_each(|word| mix(*word));
    let (chunks, rest) = bytes.as_chunks::<4>();
    chunks
        .iter()
        .for_each(|chunk| mix(u32::from_le_bytes(*chunk)));
    rest.iter().for_each(|byte| mix(u32::from(*byte)));
    hash ^ hash >> 15
}
