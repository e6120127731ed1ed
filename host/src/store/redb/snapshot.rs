//! The store at one moment, in one read transaction.

use super::{
    dump, engine, read_head, read_turn, BLOBS, BUNDLES, CONTEXTS, EVENTS, FAMILIES, FILE, INLINE,
    KINDS, TAGGED, TAGS, TURNS,
};
use crate::store::archive::Record;
use crate::store::files::BlobFiles;
use crate::store::{Event, Snapshot, Turn, Turns};
use ::redb::{ReadOnlyTable, ReadTransaction, ReadableTable};
use std::borrow::Cow;
use std::sync::Arc;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::Head;

pub(super) struct RedbSnapshot {
    contexts: ReadOnlyTable<u64, (u64, u32)>,
    turns: ReadOnlyTable<u64, &'static [u8]>,
    blobs: ReadOnlyTable<&'static Hash, &'static [u8]>,
    /// For the tables that few reads need.
    transaction: ReadTransaction,
    files: Arc<BlobFiles>,
}

impl RedbSnapshot {
    pub(super) fn open(transaction: ReadTransaction, files: &Arc<BlobFiles>) -> Result<Self> {
        Ok(RedbSnapshot {
            contexts: transaction.open_table(CONTEXTS).map_err(engine)?,
            turns: transaction.open_table(TURNS).map_err(engine)?,
            blobs: transaction.open_table(BLOBS).map_err(engine)?,
            transaction,
            files: Arc::clone(files),
        })
    }

    fn tagged(&self, tag: &str, before: u64, limit: usize) -> Result<Vec<Head>> {
        let tagged = self.transaction.open_table(TAGGED).map_err(engine)?;
        let range = tagged.range((tag, 0)..(tag, before)).map_err(engine)?;
        let mut heads = Vec::new();
        for row in range.rev().take(limit) {
            let (_, context) = row.map_err(engine)?.0.value();
            heads.extend(self.head(context)?);
        }
        Ok(heads)
    }
}

impl Turns for RedbSnapshot {
    fn turn(&self, id: u64) -> Result<Option<Turn>> {
        read_turn(&self.turns, id)
    }
}

impl Snapshot for RedbSnapshot {
    fn head(&self, context: u64) -> Result<Option<Head>> {
        read_head(&self.contexts, context)
    }

    fn contexts(&self, before: Option<u64>, limit: usize, tag: Option<&str>) -> Result<Vec<Head>> {
        let before = before.unwrap_or(u64::MAX);
        if let Some(tag) = tag {
            return self.tagged(tag, before, limit);
        }
        let range = self.contexts.range(..before).map_err(engine)?;
        let newest_first = range.rev().take(limit);
        newest_first
            .map(|row| {
                let (context, head) = row.map_err(engine)?;
                let (turn, depth) = head.value();
                Ok(Head {
                    context: context.value(),
                    turn,
                    depth,
                })
            })
            .collect()
    }

    fn blob_len(&self, hash: &Hash) -> Result<Option<u32>> {
        let row = self.blobs.get(hash).map_err(engine)?;
        Ok(row.map(|row| match row.value() {
            &[FILE, a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            row => u32::try_from(row.len().saturating_sub(1)).unwrap_or(u32::MAX),
        }))
    }

    fn with_blob(&self, hash: &Hash, take: &mut dyn FnMut(Cow<'_, [u8]>)) -> Result<bool> {
        let Some(row) = self.blobs.get(hash).map_err(engine)? else {
            return Ok(false);
        };
        match row.value().split_first() {
            Some((&INLINE, bytes)) => take(Cow::Borrowed(bytes)),
            Some((&FILE, &[a, b, c, d])) => {
                let len = u32::from_le_bytes([a, b, c, d]);
                take(Cow::Owned(self.files.read(hash, len)?));
            }
            _ => {
                let message = "the record of a payload is damaged";
                return Err(Error::new(Code::Storage, message));
            }
        }
        Ok(true)
    }

    fn bundles(&self) -> Result<Vec<Vec<u8>>> {
        let bundles = self.transaction.open_table(BUNDLES).map_err(engine)?;
        let rows = bundles.iter().map_err(engine)?;
        rows.map(|row| Ok(row.map_err(engine)?.1.value().1.to_vec()))
            .collect()
    }

    fn dump(&self, take: &mut dyn FnMut(Record) -> Result<()>) -> Result<()> {
        dump::dump(&self.transaction, &|hash| self.blob(hash), take)
    }

    fn counts(&self) -> Result<[u64; 6]> {
        dump::counts(&self.transaction)
    }

    fn tag(&self, context: u64) -> Result<String> {
        let tags = self.transaction.open_table(TAGS).map_err(engine)?;
        let tag = tags.get(context).map_err(engine)?;
        Ok(tag.map_or_else(String::new, |tag| tag.value().to_owned()))
    }

    fn family(&self, root: u64, after: u64, limit: usize) -> Result<Vec<u64>> {
        let families = self.transaction.open_table(FAMILIES).map_err(engine)?;
        let range = families.range((root, after.saturating_add(1))..=(root, u64::MAX));
        let rows = range.map_err(engine)?.take(limit);
        rows.map(|row| Ok(row.map_err(engine)?.0.value().1))
            .collect()
    }

    fn events(&self, after: u64, limit: usize) -> Result<Vec<Event>> {
        let events = self.transaction.open_table(EVENTS).map_err(engine)?;
        let range = events.range(after.saturating_add(1)..).map_err(engine)?;
        range
            .take(limit)
            .map(|row| {
                let (number, event) = row.map_err(engine)?;
                let (kind, context, turn) = event.value();
                let kind = KINDS.get(usize::from(kind)).copied().ok_or_else(|| {
                    Error::new(Code::Storage, "the record of an event is damaged")
                })?;
                Ok(Event {
                    number: number.value(),
                    kind,
                    context,
                    turn,
                })
            })
            .collect()
    }

    fn last_event(&self) -> Result<u64> {
        let events = self.transaction.open_table(EVENTS).map_err(engine)?;
        let last = events.last().map_err(engine)?;
        Ok(last.map_or(0, |(number, _)| number.value()))
    }
}
