//! A backup as one stream of bytes: all that a store holds at one moment.
//!
//! `VITRINE1`, then records of `kind u8, len u32` and that many bytes, little-endian; the last has kind 0 and is the
//! BLAKE3 hash of all bytes before it. Turns come by rising ids, so that a parent precedes its children. What a kind's
//! bytes are is told at [`Record`].

use std::io::{Read, Write};
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reader::Reader;

const MAGIC: &[u8; 8] = b"VITRINE1";
const END: u8 = 0;

/// Longest record, in bytes: a payload that fills a frame, and what stands around it.
const LONGEST: u32 = 65 << 20;

/// One row of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// 1: `value u64, name`. A counter.
    Meta(String, u64),
    /// 2: `id u64, turn u64, depth u32, tag`.
    Context(u64, u64, u32, String),
    /// 3: `id u64`, then the record of [`super::record`].
    Turn(u64, Vec<u8>),
    /// 4: `hash[32], payload`.
    Blob(Hash, Vec<u8>),
    /// 5: `hash[32], why`. A payload that could not be read.
    LostBlob(Hash, String),
    /// 6: `context u64, content[32], turn u64, depth u32, hash[32], at_ms u64, key`. An idempotency key.
    Key(u64, KeyRow, Vec<u8>),
    /// 7: `number u64, id_len u32, id, text`. A registry bundle.
    Bundle(u64, String, Vec<u8>),
    /// 8: `number u64, kind u8, context u64, turn u64`.
    Event(u64, u8, u64, u64),
}

/// What is remembered of an idempotency key: content, turn, depth, hash, time.
pub type KeyRow = (Hash, u64, u32, Hash, u64);

impl Record {
    fn kind(&self) -> u8 {
        match self {
            Record::Meta(..) => 1,
            Record::Context(..) => 2,
            Record::Turn(..) => 3,
            Record::Blob(..) => 4,
            Record::LostBlob(..) => 5,
            Record::Key(..) => 6,
            Record::Bundle(..) => 7,
            Record::Event(..) => 8,
        }
    }

    fn put(&self, out: &mut Vec<u8>) {
        let mut u64s = |numbers: &[u64]| {
            for number in numbers {
                out.extend_from_slice(&number.to_le_bytes());
            }
        };
        match self {
            Record::Meta(name, value) => {
                u64s(&[*value]);
                out.extend_from_slice(name.as_bytes());
            }
            Record::Context(id, turn, depth, tag) => {
                u64s(&[*id, *turn]);
                out.extend_from_slice(&depth.to_le_bytes());
                out.extend_from_slice(tag.as_bytes());
            }
            Record::Turn(id, record) => {
                u64s(&[*id]);
                out.extend_from_slice(record);
            }
            Record::Blob(hash, payload) => {
                out.extend_from_slice(hash);
                out.extend_from_slice(payload);
            }
            Record::LostBlob(hash, why) => {
                out.extend_from_slice(hash);
                out.extend_from_slice(why.as_bytes());
            }
            Record::Key(context, (content, turn, depth, hash, at_ms), key) => {
                u64s(&[*context]);
                out.extend_from_slice(content);
                out.extend_from_slice(&turn.to_le_bytes());
                out.extend_from_slice(&depth.to_le_bytes());
                out.extend_from_slice(hash);
                out.extend_from_slice(&at_ms.to_le_bytes());
                out.extend_from_slice(key);
            }
            Record::Bundle(number, id, text) => {
                u64s(&[*number]);
                let len = u32::try_from(id.len()).unwrap_or(u32::MAX);
                out.extend_from_slice(&len.to_le_bytes());
                out.extend_from_slice(id.as_bytes());
                out.extend_from_slice(text);
            }
            Record::Event(number, kind, context, turn) => {
                u64s(&[*number]);
                out.push(*kind);
                out.extend_from_slice(&context.to_le_bytes());
                out.extend_from_slice(&turn.to_le_bytes());
            }
        }
    }

    fn read(kind: u8, bytes: &[u8]) -> Result<Record> {
        let mut r = Reader::new(bytes);
        let record = match kind {
            1 => {
                let value = r.u64("value")?;
                Record::Meta(r.rest_as_text("name")?.to_owned(), value)
            }
            2 => {
                let (id, turn, depth) = (r.u64("id")?, r.u64("turn")?, r.u32("depth")?);
                Record::Context(id, turn, depth, r.rest_as_text("tag")?.to_owned())
            }
            3 => Record::Turn(r.u64("id")?, r.rest().to_vec()),
            4 => Record::Blob(*r.array("hash")?, r.rest().to_vec()),
            5 => Record::LostBlob(*r.array("hash")?, r.rest_as_text("why")?.to_owned()),
            6 => {
                let context = r.u64("context")?;
                let (content, turn) = (*r.array("content")?, r.u64("turn")?);
                let (depth, hash) = (r.u32("depth")?, *r.array("hash")?);
                let row = (content, turn, depth, hash, r.u64("at_ms")?);
                Record::Key(context, row, r.rest().to_vec())
            }
            7 => {
                let (number, id) = (r.u64("number")?, r.text("id")?.to_owned());
                Record::Bundle(number, id, r.rest().to_vec())
            }
            8 => {
                let (number, kind) = (r.u64("number")?, r.u8("kind")?);
                Record::Event(number, kind, r.u64("context")?, r.u64("turn")?)
            }
            other => return Err(damaged(format_args!("a record of kind {other}"))),
        };
        r.finish("record")?;
        Ok(record)
    }
}

/// Writes a backup.
pub struct ArchiveWriter<W> {
    out: W,
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins one.
    ///
    /// # Errors
    /// `Storage` when `out` fails.
    pub fn new(out: W) -> Result<Self> {
        let mut writer = ArchiveWriter {
            out,
            hasher: blake3::Hasher::new(),
            buffer: MAGIC.to_vec(),
        };
        writer.flush()?;
        Ok(writer)
    }

    /// Adds a record.
    ///
    /// # Errors
    /// `Storage` when the target fails.
    pub fn put(&mut self, record: &Record) -> Result<()> {
        self.buffer.extend_from_slice(&[record.kind(), 0, 0, 0, 0]);
        record.put(&mut self.buffer);
        let len = u32::try_from(self.buffer.len() - 5).unwrap_or(u32::MAX);
        self.buffer[1..5].copy_from_slice(&len.to_le_bytes());
        self.flush()
    }

    fn flush(&mut self) -> Result<()> {
        self.hasher.update(&self.buffer);
        self.out.write_all(&self.buffer).map_err(failed)?;
        self.buffer.clear();
        Ok(())
    }

    /// Ends it, and gives the target back.
    ///
    /// # Errors
    /// `Storage` when the target fails.
    pub fn finish(mut self) -> Result<W> {
        let mut end = vec![END, 32, 0, 0, 0];
        end.extend_from_slice(self.hasher.finalize().as_bytes());
        self.out.write_all(&end).map_err(failed)?;
        self.out.flush().map_err(failed)?;
        Ok(self.out)
    }
}

/// Reads a backup.
pub struct ArchiveReader<R> {
    input: R,
    hasher: blake3::Hasher,
}

impl<R: Read> ArchiveReader<R> {
    /// Begins.
    ///
    /// # Errors
    /// `DecodeError` when this is no backup, `Storage` when it cannot be read.
    pub fn new(input: R) -> Result<Self> {
        let mut reader = ArchiveReader {
            input,
            hasher: blake3::Hasher::new(),
        };
        let mut magic = [0; MAGIC.len()];
        reader.exactly(&mut magic)?;
        if magic != *MAGIC {
            return Err(damaged("another beginning than that of a backup"));
        }
        reader.hasher.update(&magic);
        Ok(reader)
    }

    /// The next record; `None` at the end, once the hash is right.
    ///
    /// # Errors
    /// `DecodeError` where the bytes are not those that were written, `Storage` when they cannot be read.
    pub fn next_record(&mut self) -> Result<Option<Record>> {
        let mut head = [0; 5];
        self.exactly(&mut head)?;
        let [kind, a, b, c, d] = head;
        let len = u32::from_le_bytes([a, b, c, d]);
        if len > LONGEST {
            return Err(damaged(format_args!("a record of {len} bytes")));
        }
        // What is merely announced reserves nothing.
        let mut bytes = Vec::new();
        let most = u64::from(len);
        (&mut self.input)
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 != most {
            return Err(damaged("the end of the file"));
        }
        if kind == END {
            let found = self.hasher.finalize();
            if bytes != found.as_bytes() {
                return Err(damaged("bytes of another hash than the one at its end"));
            }
            return match self.input.read(&mut [0]).map_err(failed)? {
                0 => Ok(None),
                _ => Err(damaged("more bytes after its end")),
            };
        }
        self.hasher.update(&head).update(&bytes);
        Record::read(kind, &bytes)
            .map(Some)
            .map_err(|e| damaged(&e.message))
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.input.read_exact(bytes).map_err(|e| match e.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged("the end of the file"),
            _ => failed(e),
        })
    }
}

fn failed(e: std::io::Error) -> Error {
    Error::new(
        Code::Storage,
        format!("the backup cannot be read or written: {e}"),
    )
}

fn damaged(found: impl std::fmt::Display) -> Error {
    Error::mismatch(
        Code::DecodeError,
        "backup",
        "the bytes that were written",
        found,
    )
}
