//! APPEND_TURN and APPEND_BATCH: turns on their way to the store.

use super::layout::Layout;
use super::reader::{put_counted, Reader};
use super::reply::Appended;
use crate::error::Result;

/// Bit 0 of APPEND_TURN's flags: a file system root follows the other fields.
pub const FLAG_FS_ROOT: u16 = 1;

/// APPEND_TURN (section 5.1.2 of the turn store's client specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppendTurn<'a> {
    /// The context to append to.
    pub context: u64,
    /// The turn to append onto; 0 for the context's head.
    pub parent: u64,
    /// The declared type; may be empty.
    pub type_id: &'a str,
    /// The declared version.
    pub type_version: u32,
    /// 1: msgpack.
    pub encoding: u32,
    /// 0: none. 1: zstd.
    pub compression: u32,
    /// Length of the payload once decompressed, in bytes.
    pub uncompressed_len: u32,
    /// BLAKE3 of the uncompressed payload.
    pub hash: [u8; 32],
    /// The payload as sent.
    pub payload: &'a [u8],
    /// Makes a repetition of this request harmless; empty for none.
    pub idempotency_key: &'a [u8],
    /// Root hash of a file system snapshot that belongs to the turn.
    pub fs_root: Option<[u8; 32]>,
}

impl<'a> AppendTurn<'a> {
    /// Reads a whole APPEND_TURN payload.
    ///
    /// # Errors
    /// `BadRequest` when a field is cut short or malformed, or when bytes follow the last one.
    pub fn decode(flags: u16, payload: &'a [u8]) -> Result<AppendTurn<'a>> {
        let mut r = Reader::new(payload);
        let turn = AppendTurn::read(&mut r, flags)?;
        r.finish("APPEND_TURN")?;
        Ok(turn)
    }

    /// The frame's flags that say what the payload holds.
    pub fn flags(&self) -> u16 {
        if self.fs_root.is_some() {
            FLAG_FS_ROOT
        } else {
            0
        }
    }

    /// Reads the fields; `flags` says which trail. Other bits of `flags` mean nothing.
    pub(super) fn read(r: &mut Reader<'a>, flags: u16) -> Result<Self> {
        Ok(AppendTurn {
            context: r.u64("APPEND_TURN context")?,
            parent: r.u64("APPEND_TURN parent")?,
            type_id: r.text("APPEND_TURN type_id")?,
            type_version: r.u32("APPEND_TURN type_version")?,
            encoding: r.u32("APPEND_TURN encoding")?,
            compression: r.u32("APPEND_TURN compression")?,
            uncompressed_len: r.u32("APPEND_TURN uncompressed_len")?,
            hash: *r.array("APPEND_TURN hash")?,
            payload: r.counted("APPEND_TURN payload")?,
            idempotency_key: r.counted("APPEND_TURN idempotency_key")?,
            fs_root: if flags & FLAG_FS_ROOT != 0 {
                Some(*r.array("APPEND_TURN fs_root_hash")?)
            } else {
                None
            },
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.context.to_le_bytes());
        out.extend_from_slice(&self.parent.to_le_bytes());
        put_counted(out, self.type_id.as_bytes());
        out.extend_from_slice(&self.type_version.to_le_bytes());
        out.extend_from_slice(&self.encoding.to_le_bytes());
        out.extend_from_slice(&self.compression.to_le_bytes());
        out.extend_from_slice(&self.uncompressed_len.to_le_bytes());
        out.extend_from_slice(&self.hash);
        put_counted(out, self.payload);
        put_counted(out, self.idempotency_key);
        if let Some(root) = &self.fs_root {
            out.extend_from_slice(root);
        }
    }
}

/// APPEND_BATCH: `count u32`, then for each turn `len u32, flags u16` and an APPEND_TURN payload of that length. All
/// of them are appended or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppendBatch<'a> {
    count: u32,
    turns: &'a [u8],
}

impl<'a> AppendBatch<'a> {
    /// Bytes around each turn.
    const AROUND: usize = 6;

    /// Writes `turns` into `buffer`, which the batch then borrows.
    pub fn of(turns: &[AppendTurn<'_>], buffer: &'a mut Vec<u8>) -> AppendBatch<'a> {
        buffer.clear();
        for turn in turns {
            let start = buffer.len();
            buffer.extend_from_slice(&[0; 4]);
            buffer.extend_from_slice(&turn.flags().to_le_bytes());
            turn.write(buffer);
            // A payload that is longer than a frame is refused before its length matters.
            let len = u32::try_from(buffer.len() - start - Self::AROUND).unwrap_or(u32::MAX);
            buffer[start..start + 4].copy_from_slice(&len.to_le_bytes());
        }
        AppendBatch {
            count: u32::try_from(turns.len()).unwrap_or(u32::MAX),
            turns: buffer,
        }
    }

    /// How many turns there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no turn at all.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The turns, in their order.
    ///
    /// # Errors
    /// `BadRequest` for a turn that is cut short or malformed; `details.index` says which, from 0.
    pub fn turns(&self) -> impl Iterator<Item = Result<AppendTurn<'a>>> {
        let mut r = Reader::new(self.turns);
        (0..self.count).map(move |index| {
            let (flags, payload) = entry(&mut r)?;
            AppendTurn::decode(flags, payload).map_err(|e| e.with("index", index))
        })
    }
}

fn entry<'a>(r: &mut Reader<'a>) -> Result<(u16, &'a [u8])> {
    let len = r.u32("APPEND_BATCH turn length")?;
    let flags = r.u16("APPEND_BATCH turn flags")?;
    Ok((flags, r.bytes(len as usize, "APPEND_BATCH turn")?))
}

impl<'a> Layout<'a> for AppendBatch<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        let count = r.u32("APPEND_BATCH count")?;
        let turns = r.clone();
        // A count alone reserves nothing: each turn has to be there.
        for _ in 0..count {
            entry(r)?;
        }
        Ok(AppendBatch {
            count,
            turns: turns.up_to(r),
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.count.to_le_bytes());
        out.extend_from_slice(self.turns);
    }
}

/// The acknowledgements of an APPEND_BATCH: `count u32`, then as many of APPEND_TURN's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acks<'a> {
    count: u32,
    acks: &'a [u8],
}

impl<'a> Acks<'a> {
    /// Writes `acks` into `buffer`, which the reply then borrows.
    pub fn of(acks: &[Appended], buffer: &'a mut Vec<u8>) -> Acks<'a> {
        buffer.clear();
        for ack in acks {
            ack.write(buffer);
        }
        Acks {
            count: u32::try_from(acks.len()).unwrap_or(u32::MAX),
            acks: buffer,
        }
    }

    /// The acknowledgements, in the order of the turns.
    ///
    /// # Errors
    /// `BadRequest` for one that is cut short.
    pub fn iter(&self) -> impl Iterator<Item = Result<Appended>> + 'a {
        let mut r = Reader::new(self.acks);
        (0..self.count).map(move |_| Appended::read(&mut r))
    }
}

impl<'a> Layout<'a> for Acks<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        let count = r.u32("APPEND_BATCH ack count")?;
        let acks = r.clone();
        for _ in 0..count {
            Appended::read(r)?;
        }
        Ok(Acks {
            count,
            acks: acks.up_to(r),
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.count.to_le_bytes());
        out.extend_from_slice(self.acks);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::error::Code;
    use crate::turns::wire::{Header, Request};

    pub(crate) const TURN: AppendTurn<'static> = AppendTurn {
        context: 1,
        parent: 0,
        type_id: "T",
        type_version: 2,
        encoding: 1,
        compression: 0,
        uncompressed_len: 1,
        hash: [5; 32],
        payload: &[0x80],
        idempotency_key: b"",
        fs_root: None,
    };

    fn decode(payload: &[u8]) -> Result<Request<'_>> {
        let header = Header {
            len: 0,
            msg_type: 13,
            flags: 0,
            req_id: 0,
        };
        Request::decode(header, payload)
    }

    #[test]
    fn each_turn_of_a_batch_has_flags_of_its_own() {
        let turns = [
            TURN,
            AppendTurn {
                fs_root: Some([8; 32]),
                ..TURN
            },
        ];
        let mut buffer = Vec::new();
        let batch = AppendBatch::of(&turns, &mut buffer);
        let mut payload = Vec::new();
        batch.write(&mut payload);
        let Ok(Request::AppendBatch(read)) = decode(&payload) else {
            panic!("no batch")
        };
        assert_eq!(read.turns().collect::<Result<Vec<_>>>(), Ok(turns.into()));
        for end in 0..payload.len() {
            assert!(decode(&payload[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn a_malformed_turn_of_a_batch_is_named() {
        let mut buffer = Vec::new();
        let batch = AppendBatch::of(&[TURN, TURN], &mut buffer);
        let mut payload = Vec::new();
        batch.write(&mut payload);
        // The second turn's type is no longer UTF-8.
        let at = payload.iter().rposition(|b| *b == b'T').unwrap();
        payload[at] = 0xff;
        let Ok(Request::AppendBatch(read)) = decode(&payload) else {
            panic!("no batch")
        };
        let turns: Vec<_> = read.turns().collect();
        assert!(turns[0].is_ok());
        let error = turns[1].clone().unwrap_err();
        assert_eq!(error.details.last(), Some(&("index", 1u32.into())));
    }

    #[test]
    fn a_count_that_lies_reserves_nothing() {
        let error = decode(&u32::MAX.to_le_bytes()).unwrap_err();
        assert_eq!(error.code, Code::BadRequest);
    }
}
