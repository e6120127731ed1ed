//! The pairs of a map in order. They are written as they come, which is mostly in order; where not, the bytes of whole
//! pairs change places, so that nothing is encoded twice.

use super::value::misfit;
use crate::error::{Error, Result};
use crate::map::sorted_order;
use crate::turns::cursor::{Cursor, Token};
use core::cmp::Ordering;

/// Pairs of the maps that are being written, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pairs: Vec<Pair>,
    scratch: Vec<u8>,
}

/// Where a pair stands in the output; its value ends where the next pair begins.
#[derive(Debug, Clone, Copy)]
struct Pair {
    start: usize,
    key_end: usize,
}

impl Parts {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// A map begins; what to give [`finish`](Parts::finish).
    #[inline(always)]
    pub(super) fn begin(&self) -> usize {
        self.pairs.len()
    }

    /// A pair was begun at `start`, its key ends at `key_end`.
    #[inline(always)]
    pub(super) fn push(&mut self, start: usize, key_end: usize) {
        self.pairs.push(Pair { start, key_end });
    }

    /// The map that began with pair `first` is written: brings its pairs in order.
    ///
    /// # Errors
    /// `Unprocessable` where a key comes twice.
    #[inline]
    pub(super) fn finish(&mut self, first: usize, out: &mut Vec<u8>) -> Result<()> {
        let pairs = &self.pairs[first..];
        let ascends = |two: &[Pair]| compare(out, two[0], two[1]) == Ordering::Less;
        if !pairs.windows(2).all(ascends) {
            self.reorder(first, out)?;
        }
        self.pairs.truncate(first);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn reorder(&mut self, first: usize, out: &mut Vec<u8>) -> Result<()> {
        let pairs = &self.pairs[first..];
        let order = sorted_order(pairs.len(), &mut |a, b| compare(out, pairs[a], pairs[b]));
        for two in order.windows(2) {
            if compare(out, pairs[two[0]], pairs[two[1]]) == Ordering::Equal {
                return Err(twice(out, pairs[two[0]]));
            }
        }
        self.scratch.clear();
        for place in order {
            let end = pairs.get(place + 1).map_or(out.len(), |next| next.start);
            self.scratch
                .extend_from_slice(&out[pairs[place].start..end]);
        }
        out.truncate(pairs[0].start);
        out.extend_from_slice(&self.scratch);
        Ok(())
    }
}

/// Integers before text, each in its order; anything else last, by its bytes.
#[inline]
fn compare(out: &[u8], a: Pair, b: Pair) -> Ordering {
    rank(&out[a.start..a.key_end]).cmp(&rank(&out[b.start..b.key_end]))
}

#[inline(always)]
fn rank(key: &[u8]) -> (u8, i128, &[u8]) {
    match key {
        [tag @ 0..=0x7f] => (0, i128::from(*tag), &[]),
        _ => match Cursor::new(key, 0).token() {
            Ok(Token::UInt(n)) => (0, n.into(), &[]),
            Ok(Token::Int(n)) => (0, n.into(), &[]),
            Ok(Token::Str(text)) => (1, 0, text),
            _ => (2, 0, key),
        },
    }
}

#[cold]
fn twice(out: &[u8], pair: Pair) -> Error {
    let key = Cursor::new(&out[pair.start..pair.key_end], 0).token();
    let found = key.map_or_else(|_| "one".to_owned(), |key| super::value::describe(key));
    misfit("each key once", &format!("{found} again"))
}
