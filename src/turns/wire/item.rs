//! One turn as GET_LAST and its kin give it: the only place that knows an item's layout.
//!
//! Reading borrows everything from the payload and allocates nothing, because it runs once for every
//! turn of every page: `ItemHead::read(bytes: &[u8], pos: &mut usize) -> Result<ItemHead<'_>>`.

use super::reader::{put_counted, Reader};
use crate::error::Result;

/// A turn in a batch, borrowed from the batch's bytes.
///
/// Layout, little-endian: `turn u64, parent u64, depth u32, type_id_len u32, type_id, type_version u32,
/// encoding u32, compression u32, uncompressed_len u32, hash[32], payload_len u32, payload`
/// (section 5.1.4 of the turn store's client specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemHead<'a> {
    /// The turn's id.
    pub turn: u64,
    /// Its parent's id; 0 for a root.
    pub parent: u64,
    /// Steps from the root, whose depth is 0.
    pub depth: u32,
    /// The declared type; may be empty.
    pub type_id: &'a str,
    /// The declared version.
    pub type_version: u32,
    /// 1: msgpack. 0: the host could not read the payload.
    pub encoding: u32,
    /// 0: none. 1: zstd.
    pub compression: u32,
    /// Length of the payload once decompressed, in bytes.
    pub uncompressed_len: u32,
    /// BLAKE3 of the uncompressed payload.
    pub hash: &'a [u8; 32],
    /// The payload as sent; empty where only metadata was asked for.
    pub payload: &'a [u8],
    /// Where `payload` starts in the bytes that were read; 0 in an item that is to be written.
    pub payload_at: usize,
}

impl<'a> ItemHead<'a> {
    /// Bytes of an item without its type id and payload.
    pub const FIXED_LEN: usize = 76;

    /// Reads the item at `*pos` and moves `*pos` behind it; on an error `*pos` stays.
    ///
    /// # Errors
    /// `BadRequest` when the item is cut short or its type id is not UTF-8.
    #[inline]
    pub fn read(bytes: &'a [u8], pos: &mut usize) -> Result<Self> {
        match Self::read_whole(bytes, *pos, |type_id| core::str::from_utf8(type_id).ok()) {
            Some((item, end)) => {
                *pos = end;
                Ok(item)
            }
            None => Self::read_by_field(bytes, pos),
        }
    }

    /// Reads an item that was read before.
    ///
    /// # Safety
    /// [`read`](Self::read) has read an item at `at` of these bytes, which have not changed since.
    #[inline]
    pub unsafe fn read_again(bytes: &'a [u8], at: usize) -> Option<Self> {
        // SAFETY: its type id was found to be UTF-8 when the item was read, as the caller promises.
        let text = |type_id| Some(unsafe { core::str::from_utf8_unchecked(type_id) });
        Self::read_whole(bytes, at, text).map(|(item, _)| item)
    }

    /// An item that is there, by few checks: every turn of every page is read so, some of them twice.
    #[inline(always)]
    fn read_whole(
        bytes: &'a [u8],
        at: usize,
        text: impl FnOnce(&'a [u8]) -> Option<&'a str>,
    ) -> Option<(Self, usize)> {
        let (front, rest) = bytes.get(at..)?.split_first_chunk::<24>()?;
        let (type_id, rest) = rest.split_at_checked(u32_at(front, 20) as usize)?;
        let (back, rest) = rest.split_first_chunk::<52>()?;
        let payload = rest.get(..u32_at(back, 48) as usize)?;
        let payload_at = bytes.len() - rest.len();
        let item = ItemHead {
            turn: u64_at(front, 0),
            parent: u64_at(front, 8),
            depth: u32_at(front, 16),
            type_id: text(type_id)?,
            type_version: u32_at(back, 0),
            encoding: u32_at(back, 4),
            compression: u32_at(back, 8),
            uncompressed_len: u32_at(back, 12),
            hash: back[16..].first_chunk()?,
            payload,
            payload_at,
        };
        Some((item, payload_at + payload.len()))
    }

    /// The same, field by field, so that an error names the field.
    #[cold]
    fn read_by_field(bytes: &'a [u8], pos: &mut usize) -> Result<Self> {
        let mut r = Reader::starting_at(bytes, *pos);
        let item = Self::read_from(&mut r)?;
        *pos = r.position();
        Ok(item)
    }

    /// Reads the item that a cursor stands before.
    ///
    /// # Errors
    /// Those of [`ItemHead::read`].
    #[inline]
    pub fn read_from(r: &mut Reader<'a>) -> Result<Self> {
        let turn = r.u64("item turn")?;
        let parent = r.u64("item parent")?;
        let depth = r.u32("item depth")?;
        let type_id = r.text("item type_id")?;
        let type_version = r.u32("item type_version")?;
        let encoding = r.u32("item encoding")?;
        let compression = r.u32("item compression")?;
        let uncompressed_len = r.u32("item uncompressed_len")?;
        let hash = r.array::<32>("item hash")?;
        let payload = r.counted("item payload")?;
        let payload_at = r.position() - payload.len();
        Ok(ItemHead {
            turn,
            parent,
            depth,
            type_id,
            type_version,
            encoding,
            compression,
            uncompressed_len,
            hash,
            payload,
            payload_at,
        })
    }

    /// Appends the item to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.turn.to_le_bytes());
        out.extend_from_slice(&self.parent.to_le_bytes());
        out.extend_from_slice(&self.depth.to_le_bytes());
        put_counted(out, self.type_id.as_bytes());
        out.extend_from_slice(&self.type_version.to_le_bytes());
        out.extend_from_slice(&self.encoding.to_le_bytes());
        out.extend_from_slice(&self.compression.to_le_bytes());
        out.extend_from_slice(&self.uncompressed_len.to_le_bytes());
        out.extend_from_slice(self.hash);
        put_counted(out, self.payload);
    }

    /// Bytes that an item with this type id and payload length takes.
    pub const fn encoded_len(type_id_len: usize, payload_len: usize) -> usize {
        Self::FIXED_LEN + type_id_len + payload_len
    }
}

#[inline(always)]
fn u32_at<const N: usize>(bytes: &[u8; N], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[inline(always)]
fn u64_at<const N: usize>(bytes: &[u8; N], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use proptest::prelude::*;

    const HASH: [u8; 32] = [7; 32];

    fn sample() -> ItemHead<'static> {
        ItemHead {
            turn: 2,
            parent: 1,
            depth: 1,
            type_id: "a.B",
            type_version: 3,
            encoding: 1,
            compression: 0,
            uncompressed_len: 2,
            hash: &HASH,
            payload: &[0x81, 0x01],
            payload_at: 0,
        }
    }

    #[test]
    fn the_layout_is_the_documented_one() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        let mut expected = vec![2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
        expected.extend([3, 0, 0, 0, b'a', b'.', b'B', 3, 0, 0, 0]);
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
        expected.extend(HASH);
        expected.extend([2, 0, 0, 0, 0x81, 0x01]);
        assert_eq!(bytes, expected);
        assert_eq!(bytes.len(), ItemHead::encoded_len(3, 2));
    }

    #[test]
    fn every_cut_is_an_error_and_leaves_the_position() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        for end in 0..bytes.len() {
            let mut pos = 0;
            let error = ItemHead::read(&bytes[..end], &mut pos).unwrap_err();
            assert_eq!((error.code, pos), (Code::BadRequest, 0), "cut at {end}");
        }
        let mut past = bytes.len() + 5;
        assert!(ItemHead::read(&bytes, &mut past).is_err());
    }

    #[test]
    fn a_type_id_that_is_not_utf8_says_where() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        bytes[25] = 0xff;
        let error = ItemHead::read(&bytes, &mut 0).unwrap_err();
        assert!(
            error.message.contains("item type_id: expected UTF-8"),
            "{}",
            error.message
        );
        assert!(error.message.contains("offset 1 of 3"), "{}", error.message);
    }

    proptest! {
        #[test]
        fn written_items_read_back(
            ids in any::<(u64, u64, u32, u32, u32, u32, u32)>(),
            type_id in ".{0,40}",
            hash in any::<[u8; 32]>(),
            payload in prop::collection::vec(any::<u8>(), 0..200),
            before in prop::collection::vec(any::<u8>(), 0..9),
        ) {
            let item = ItemHead {
                turn: ids.0, parent: ids.1, depth: ids.2, type_id: &type_id, type_version: ids.3,
                encoding: ids.4, compression: ids.5, uncompressed_len: ids.6, hash: &hash,
                payload: &payload, payload_at: before.len() + ItemHead::FIXED_LEN + type_id.len(),
            };
            let mut bytes = before.clone();
            item.write(&mut bytes);
            let mut pos = before.len();
            prop_assert_eq!(ItemHead::read(&bytes, &mut pos).unwrap(), item);
            prop_assert_eq!(pos, bytes.len());
        }

        #[test]
        fn any_bytes_read_or_fail(bytes in prop::collection::vec(any::<u8>(), 0..300), start in 0usize..400) {
            let mut pos = start;
            while ItemHead::read(&bytes, &mut pos).is_ok() {}
        }
    }
}
