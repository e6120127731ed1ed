//! The open transaction of a commit.

use super::{
    engine, read_head, read_meta, read_turn, Meta, RememberedRow, BLOBS, BUNDLES, CONTEXTS, EVENTS,
    FAMILIES, FILE, FORGET_PER_COMMIT, INLINE, KEYS, KEY_AGES, KINDS, META, NEXT_BUNDLE,
    NEXT_CONTEXT, NEXT_EVENT, NEXT_TURN, TAGGED, TAGS, TURNS,
};
use crate::store::{record, EventKind, Ledger, Remembered, Staged, Turn, Turns};
use ::redb::{ReadableTable, Table, WriteTransaction};
use vitrine::error::Result;
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::{Appended, Head};

pub(super) struct RedbLedger<'t> {
    pub(super) meta: Table<'t, &'static str, u64>,
    contexts: Table<'t, u64, (u64, u32)>,
    turns: Table<'t, u64, &'static [u8]>,
    blobs: Table<'t, &'static Hash, &'static [u8]>,
    keys: Table<'t, (u64, &'static [u8]), RememberedRow>,
    key_ages: Table<'t, (u64, u64, &'static [u8]), ()>,
    bundles: Table<'t, u64, (&'static str, &'static [u8])>,
    tags: Table<'t, u64, &'static str>,
    tagged: Table<'t, (&'static str, u64), ()>,
    families: Table<'t, (u64, u64), ()>,
    events: Table<'t, u64, (u8, u64, u64)>,
}

impl<'t> RedbLedger<'t> {
    pub(super) fn open(transaction: &'t WriteTransaction) -> Result<Self> {
        Ok(RedbLedger {
            meta: transaction.open_table(META).map_err(engine)?,
            contexts: transaction.open_table(CONTEXTS).map_err(engine)?,
            turns: transaction.open_table(TURNS).map_err(engine)?,
            blobs: transaction.open_table(BLOBS).map_err(engine)?,
            keys: transaction.open_table(KEYS).map_err(engine)?,
            key_ages: transaction.open_table(KEY_AGES).map_err(engine)?,
            bundles: transaction.open_table(BUNDLES).map_err(engine)?,
            tags: transaction.open_table(TAGS).map_err(engine)?,
            tagged: transaction.open_table(TAGGED).map_err(engine)?,
            families: transaction.open_table(FAMILIES).map_err(engine)?,
            events: transaction.open_table(EVENTS).map_err(engine)?,
        })
    }

    /// Counts up the number under `row`'s name, which starts at `row`'s number.
    fn count(&mut self, row: Meta) -> Result<u64> {
        let next = read_meta(&self.meta, row)?;
        self.meta.insert(row.0, next + 1).map_err(engine)?;
        Ok(next)
    }

    pub(super) fn forget(&mut self, before_ms: u64) -> Result<()> {
        let mut expired = Vec::new();
        let oldest = self
            .key_ages
            .range(..(before_ms, 0, &b""[..]))
            .map_err(engine)?;
        for row in oldest.take(FORGET_PER_COMMIT) {
            let (row, ()) = row.map(|(k, v)| (k, v.value())).map_err(engine)?;
            let (at, context, key) = row.value();
            expired.push((at, context, key.to_vec()));
        }
        for (at, context, key) in expired {
            self.key_ages
                .remove((at, context, key.as_slice()))
                .map_err(engine)?;
            self.keys
                .remove((context, key.as_slice()))
                .map_err(engine)?;
        }
        Ok(())
    }
}

impl Turns for RedbLedger<'_> {
    fn turn(&self, id: u64) -> Result<Option<Turn>> {
        read_turn(&self.turns, id)
    }
}

impl Ledger for RedbLedger<'_> {
    fn head(&self, context: u64) -> Result<Option<Head>> {
        read_head(&self.contexts, context)
    }

    fn next_turn(&mut self) -> Result<u64> {
        self.count(NEXT_TURN)
    }

    fn next_context(&mut self) -> Result<u64> {
        self.count(NEXT_CONTEXT)
    }

    fn put_head(&mut self, head: Head) -> Result<()> {
        self.contexts
            .insert(head.context, (head.turn, head.depth))
            .map_err(engine)?;
        Ok(())
    }

    fn put_tag(&mut self, context: u64, tag: &str) -> Result<()> {
        self.tags.insert(context, tag).map_err(engine)?;
        self.tagged.insert((tag, context), ()).map_err(engine)?;
        Ok(())
    }

    fn put_event(&mut self, kind: EventKind, context: u64, turn: u64) -> Result<()> {
        let number = self.count(NEXT_EVENT)?;
        let kind = KINDS.iter().position(|known| *known == kind);
        let row = (kind.unwrap_or_default() as u8, context, turn);
        self.events.insert(number, row).map_err(engine)?;
        Ok(())
    }

    fn put_turn(&mut self, turn: &Turn) -> Result<()> {
        self.turns
            .insert(turn.id, record::encode(turn).as_slice())
            .map_err(engine)?;
        self.families
            .insert((turn.root, turn.id), ())
            .map_err(engine)?;
        Ok(())
    }

    fn put_blob(&mut self, hash: &Hash, payload: &Staged) -> Result<bool> {
        let (kind, bytes) = match payload {
            Staged::Inline(bytes) => (INLINE, bytes.as_slice()),
            Staged::External(len) => (FILE, &len.to_le_bytes()[..]),
        };
        let found = self.blobs.get(hash).map_err(engine)?;
        let is_new = found.is_none();
        let whole = found.is_some_and(|row| row.value().split_first() == Some((&kind, bytes)));
        if whole {
            return Ok(false);
        }
        let mut row = self
            .blobs
            .insert_reserve(hash, bytes.len() + 1)
            .map_err(engine)?;
        let (first, rest) = row.as_mut().split_at_mut(1);
        first.fill(kind);
        rest.copy_from_slice(bytes);
        Ok(is_new)
    }

    fn remembered(&self, context: u64, key: &[u8]) -> Result<Option<Remembered>> {
        let row = self.keys.get((context, key)).map_err(engine)?;
        Ok(row.map(|row| {
            let (content, turn, depth, hash, at_ms) = row.value();
            let ack = Appended {
                context,
                turn,
                depth,
                hash: *hash,
            };
            Remembered {
                content: *content,
                ack,
                at_ms,
            }
        }))
    }

    fn remember(&mut self, context: u64, key: &[u8], memory: &Remembered) -> Result<()> {
        let Remembered {
            content,
            ack,
            at_ms,
        } = memory;
        let row = (content, ack.turn, ack.depth, &ack.hash, *at_ms);
        self.keys.insert((context, key), row).map_err(engine)?;
        self.key_ages
            .insert((*at_ms, context, key), ())
            .map_err(engine)?;
        Ok(())
    }

    fn put_bundle(&mut self, id: &str, text: &[u8]) -> Result<()> {
        let number = self.count(NEXT_BUNDLE)?;
        self.bundles.insert(number, (id, text)).map_err(engine)?;
        Ok(())
    }
}
