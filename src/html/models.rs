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

/// What an element is to those that began like it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// None did, or it is too early to tell.
    Alone,
    /// Those that come after it are copies of it, by that number.
    Model(u32),
    /// It is a copy of the model of that number.
    Like(u32),
}

/// An element that others may begin like.
#[derive(Debug, Clone)]
struct Known {
    /// `None` as long as it was seen only once.
    model: Option<u32>,
    beginning: Beginning,
}

/// The models of one op buffer.
#[derive(Debug)]
pub(super) struct Models {
    /// By hash.
    slots: [Option<Known>; SLOTS],
    count: u32,
    /// Whether an element is a model when it is seen again, and not at once.
    second: bool,
}

impl Default for Models {
    fn default() -> Self {
        Models {
            slots: [const { None }; SLOTS],
            count: 0,
            second: false,
        }
    }
}

impl Models {
    /// Models for a buffer that is read in parts, whose reader has to copy each model to keep it as it was: that pays
    /// for elements only that come again.
    pub(super) fn of_parts() -> Self {
        Models {
            second: true,
            ..Models::default()
        }
    }

    pub(super) fn clear(&mut self) {
        let second = self.second;
        *self = Models {
            second,
            ..Models::default()
        };
    }

    /// What the element that begins so is.
    pub(super) fn find(
        &mut self,
        hash: u32,
        beginning: Beginning,
        equal: impl Fn(&Beginning) -> bool,
    ) -> Likeness {
        let slot = &mut self.slots[hash as usize % SLOTS];
        let known = slot.as_mut().filter(|known| equal(&known.beginning));
        if let Some(model) = known.as_ref().and_then(|known| known.model) {
            return Likeness::Like(model);
        }
        let model = (!self.second || known.is_some()).then_some(self.count);
        *slot = Some(Known { model, beginning });
        match model {
            Some(number) => {
                self.count += 1;
                Likeness::Model(number)
            }
            None => Likeness::Alone,
        }
    }
}

/// A hash of bytes and words, by whole words where it can.
pub(crate) fn hash(words: &[u32], bytes: &[u8]) -> u32 {
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
