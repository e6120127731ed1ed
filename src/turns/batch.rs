//! A page of turns as it came: the GET_LAST payload, read in place.

use super::wire::item::ItemHead;
use crate::error::{Code, Error, Result};
use crate::pointer::Pointer;

/// A GET_LAST payload (section 5.1.4 of the client specification): `count u32`, then that many items. Finding the
/// items takes one pass over their headers; payloads are not touched.
#[derive(Debug)]
pub struct Batch {
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

impl Batch {
    /// Takes the bytes and finds the items in them.
    ///
    /// # Errors
    /// `DecodeError` with the item's pointer, where the bytes end too early, go on after the last item, or hold a
    /// type id that is not UTF-8.
    pub fn new(bytes: Vec<u8>) -> Result<Self> {
        let head = bytes.first_chunk::<4>().ok_or_else(|| {
            Error::mismatch(
                Code::DecodeError,
                "page of turns",
                "a count of 4 bytes",
                format!("{} bytes", bytes.len()),
            )
        })?;
        let count = u32::from_le_bytes(*head) as usize;
        let most = (bytes.len() - 4) / ItemHead::FIXED_LEN;
        if count > most || bytes.len() > u32::MAX as usize {
            let expected = format!("at most {most} turns in {} bytes", bytes.len());
            return Err(Error::mismatch(
                Code::DecodeError,
                "page of turns",
                expected,
                count,
            ));
        }
        let mut starts = Vec::with_capacity(count);
        let mut at = 4;
        for index in 0..count {
            starts.push(at as u32);
            ItemHead::read(&bytes, &mut at).map_err(|mut error| {
                error.code = Code::DecodeError;
                error.at(Pointer::root().index(index))
            })?;
        }
        if at != bytes.len() {
            let found = format!("{} more bytes", bytes.len() - at);
            return Err(Error::mismatch(
                Code::DecodeError,
                "page of turns",
                "its end after the last turn",
                found,
            ));
        }
        Ok(Batch { bytes, starts })
    }

    /// How many turns.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// No turns?
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many bytes the turns from `start` up to `end` take.
    pub fn span(&self, start: usize, end: usize) -> usize {
        let place = |index| {
            self.starts
                .get(index)
                .map_or(self.bytes.len(), |at| *at as usize)
        };
        place(end).saturating_sub(place(start))
    }

    /// The turn of that index.
    pub fn get(&self, index: usize) -> Option<ItemHead<'_>> {
        let at = *self.starts.get(index)? as usize;
        // SAFETY: `new` has read the item that begins there, and nothing changes the bytes.
        unsafe { ItemHead::read_again(&self.bytes, at) }
    }

    /// The turns from `start` up to `end`, both cut to the page.
    pub fn range(&self, start: usize, end: usize) -> impl Iterator<Item = ItemHead<'_>> {
        let end = end.min(self.len());
        (start.min(end)..end).filter_map(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page(count: u32, written: u32) -> Vec<u8> {
        let mut bytes = count.to_le_bytes().to_vec();
        for turn in 1..=written {
            let item = ItemHead {
                turn: turn.into(),
                parent: u64::from(turn) - 1,
                depth: turn - 1,
                type_id: "com.example.Note",
                type_version: 1,
                encoding: 1,
                compression: 0,
                uncompressed_len: 1,
                hash: &[7; 32],
                payload: &[0x80],
                payload_at: 0,
            };
            item.write(&mut bytes);
        }
        bytes
    }

    #[test]
    fn items_are_found_in_place() {
        let batch = Batch::new(page(3, 3)).unwrap();
        let turns: Vec<u64> = batch.range(1, 99).map(|item| item.turn).collect();
        assert_eq!((batch.len(), turns), (3, vec![2, 3]));
        let each = ItemHead::encoded_len("com.example.Note".len(), 1);
        assert_eq!(
            [(0, 3), (1, 2), (2, 99), (3, 1)].map(|(start, end)| batch.span(start, end) / each),
            [3, 1, 1, 0]
        );
    }

    #[test]
    fn every_other_length_is_an_error() {
        let whole = page(2, 2);
        for len in 0..whole.len() {
            assert_eq!(
                Batch::new(whole[..len].to_vec()).unwrap_err().code,
                Code::DecodeError,
                "{len} bytes"
            );
        }
        assert!(Batch::new(page(1, 2)).is_err());
        assert!(Batch::new(page(u32::MAX, 1)).is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            if let Ok(batch) = Batch::new(bytes) {
                prop_assert_eq!(batch.range(0, usize::MAX).count(), batch.len());
            }
        }
    }
}
