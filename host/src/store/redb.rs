//! The default engine: one redb file, and large payloads as files beside it.
//!
//! `DIR/lock` (held while the host runs), `DIR/turns.redb`, `DIR/blobs/`. redb's commit is the moment a
//! write becomes true; a torn one is found by its checksums and rolled back when the file is opened.

use super::files::{failed, BlobFiles};
use super::{
    record, rules, Ledger, Remembered, Snapshot, Staged, Storage, Turn, Turns, Write, Written,
    REMEMBER_MS,
};
use ::redb::{
    Builder, Database, ReadOnlyTable, ReadableDatabase, ReadableTable, Table, TableDefinition,
    WriteTransaction,
};
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::{Appended, Head};

/// The layout of the tables and of [`record`]. Another number is another layout.
const FORMAT: u64 = 1;

/// Payloads longer than this are files, in bytes.
pub const INLINE_BYTES: usize = 16 << 10;

/// Memory for redb's pages, in bytes.
const CACHE_BYTES: usize = 128 << 20;

/// Expired idempotency keys dropped in one commit, so that none takes long.
const FORGET_PER_COMMIT: usize = 1024;

type Meta = (&'static str, u64);
type RememberedRow = (&'static Hash, u64, u32, &'static Hash, u64);

const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");
const CONTEXTS: TableDefinition<'_, u64, (u64, u32)> = TableDefinition::new("contexts");
const TURNS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("turns");
/// Either [`INLINE`] and the bytes, or [`FILE`] and the length.
const BLOBS: TableDefinition<'_, &Hash, &[u8]> = TableDefinition::new("blobs");
const KEYS: TableDefinition<'_, (u64, &[u8]), RememberedRow> = TableDefinition::new("keys");
/// The keys by age.
const KEY_AGES: TableDefinition<'_, (u64, u64, &[u8]), ()> = TableDefinition::new("key_ages");
const BUNDLES: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("bundles");

const INLINE: u8 = 0;
const FILE: u8 = 1;

const FORMAT_KEY: Meta = ("format", FORMAT);
const NEXT_TURN: Meta = ("next_turn", 1);
const NEXT_CONTEXT: Meta = ("next_context", 1);
const NEXT_BUNDLE: Meta = ("next_bundle", 1);

/// A data directory, held by this process.
#[derive(Debug)]
pub struct RedbStorage {
    database: Database,
    files: Arc<BlobFiles>,
    _lock: File,
}

impl RedbStorage {
    /// Opens `folder`, and makes it where it is missing.
    ///
    /// # Errors
    /// `Conflict` when another host holds it; `Storage` when the disk refuses or the data has a format that
    /// this version does not know.
    pub fn open(folder: &Path) -> Result<RedbStorage> {
        fs::create_dir_all(folder).map_err(failed("make", folder))?;
        let lock = lock(folder)?;
        let files = Arc::new(BlobFiles::open(folder.join("blobs"))?);
        let path = folder.join("turns.redb");
        let database = Builder::new()
            .set_cache_size(CACHE_BYTES)
            .set_repair_callback(|_| tracing::info!("checking the data after an unclean stop"))
            .create(&path)
            .map_err(engine)?;
        // The file's own name must be durable too.
        File::open(folder)
            .and_then(|f| f.sync_all())
            .map_err(failed("sync", folder))?;

        let transaction = database.begin_write().map_err(engine)?;
        {
            // Also makes the tables, so that readers find them.
            let ledger = RedbLedger::open(&transaction)?;
            let found = read_meta(&ledger.meta, FORMAT_KEY)?;
            if found != FORMAT {
                let what = format!("format of {}", path.display());
                return Err(Error::mismatch(Code::Storage, &what, FORMAT, found));
            }
        }
        let mut meta = transaction.open_table(META).map_err(engine)?;
        meta.insert(FORMAT_KEY.0, FORMAT).map_err(engine)?;
        drop(meta);
        transaction.commit().map_err(engine)?;
        Ok(RedbStorage {
            database,
            files,
            _lock: lock,
        })
    }

    fn try_commit(&self, writes: &[Write], now_ms: u64) -> Result<Vec<Result<Written>>> {
        let transaction = self.database.begin_write().map_err(engine)?;
        let mut answers = Vec::with_capacity(writes.len());
        {
            let mut ledger = RedbLedger::open(&transaction)?;
            ledger.forget(now_ms.saturating_sub(REMEMBER_MS))?;
            for write in writes {
                match rules::apply(&mut ledger, write, now_ms) {
                    Err(e) if e.code == Code::Storage => return Err(e),
                    answer => answers.push(answer),
                }
            }
        }
        if answers.iter().any(Result::is_ok) {
            transaction.commit().map_err(engine)?;
        } else {
            transaction.abort().map_err(engine)?;
        }
        Ok(answers)
    }
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(failed("create", &path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::new(
            Code::Conflict,
            format!(
                "another vitrine-host is using {}; stop it, or choose another folder with --data",
                folder.display()
            ),
        )),
        Err(TryLockError::Error(e)) => Err(failed("lock", &path)(e)),
    }
}

impl Storage for RedbStorage {
    fn stage(&self, hash: &Hash, payload: Vec<u8>) -> Result<Staged> {
        if payload.len() <= INLINE_BYTES {
            return Ok(Staged::Inline(payload));
        }
        self.files.write(hash, &payload)?;
        Ok(Staged::External(Staged::Inline(payload).len()))
    }

    fn commit(&self, writes: Vec<Write>, now_ms: u64) -> Vec<Result<Written>> {
        self.try_commit(&writes, now_ms)
            .unwrap_or_else(|e| vec![Err(e); writes.len()])
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot>> {
        let transaction = self.database.begin_read().map_err(engine)?;
        Ok(Box::new(RedbSnapshot {
            contexts: transaction.open_table(CONTEXTS).map_err(engine)?,
            turns: transaction.open_table(TURNS).map_err(engine)?,
            blobs: transaction.open_table(BLOBS).map_err(engine)?,
            bundles: transaction.open_table(BUNDLES).map_err(engine)?,
            files: Arc::clone(&self.files),
        }))
    }
}

struct RedbSnapshot {
    contexts: ReadOnlyTable<u64, (u64, u32)>,
    turns: ReadOnlyTable<u64, &'static [u8]>,
    blobs: ReadOnlyTable<&'static Hash, &'static [u8]>,
    bundles: ReadOnlyTable<u64, (&'static str, &'static [u8])>,
    files: Arc<BlobFiles>,
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

    fn contexts(&self, before: Option<u64>, limit: usize) -> Result<Vec<Head>> {
        let range = self
            .contexts
            .range(..before.unwrap_or(u64::MAX))
            .map_err(engine)?;
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

    fn blob(&self, hash: &Hash) -> Result<Option<Vec<u8>>> {
        let Some(row) = self.blobs.get(hash).map_err(engine)? else {
            return Ok(None);
        };
        match row.value().split_first() {
            Some((&INLINE, bytes)) => Ok(Some(bytes.to_vec())),
            Some((&FILE, &[a, b, c, d])) => self
                .files
                .read(hash, u32::from_le_bytes([a, b, c, d]))
                .map(Some),
            _ => Err(Error::new(
                Code::Storage,
                "the record of a payload is damaged",
            )),
        }
    }

    fn bundles(&self) -> Result<Vec<Vec<u8>>> {
        let rows = self.bundles.iter().map_err(engine)?;
        rows.map(|row| Ok(row.map_err(engine)?.1.value().1.to_vec()))
            .collect()
    }
}

struct RedbLedger<'t> {
    meta: Table<'t, &'static str, u64>,
    contexts: Table<'t, u64, (u64, u32)>,
    turns: Table<'t, u64, &'static [u8]>,
    blobs: Table<'t, &'static Hash, &'static [u8]>,
    keys: Table<'t, (u64, &'static [u8]), RememberedRow>,
    key_ages: Table<'t, (u64, u64, &'static [u8]), ()>,
    bundles: Table<'t, u64, (&'static str, &'static [u8])>,
}

impl<'t> RedbLedger<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self> {
        Ok(RedbLedger {
            meta: transaction.open_table(META).map_err(engine)?,
            contexts: transaction.open_table(CONTEXTS).map_err(engine)?,
            turns: transaction.open_table(TURNS).map_err(engine)?,
            blobs: transaction.open_table(BLOBS).map_err(engine)?,
            keys: transaction.open_table(KEYS).map_err(engine)?,
            key_ages: transaction.open_table(KEY_AGES).map_err(engine)?,
            bundles: transaction.open_table(BUNDLES).map_err(engine)?,
        })
    }

    /// Counts up the number under `row`'s name, which starts at `row`'s number.
    fn count(&mut self, row: Meta) -> Result<u64> {
        let next = read_meta(&self.meta, row)?;
        self.meta.insert(row.0, next + 1).map_err(engine)?;
        Ok(next)
    }

    fn forget(&mut self, before_ms: u64) -> Result<()> {
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

    fn put_turn(&mut self, turn: &Turn) -> Result<()> {
        self.turns
            .insert(turn.id, record::encode(turn).as_slice())
            .map_err(engine)?;
        Ok(())
    }

    fn put_blob(&mut self, hash: &Hash, payload: &Staged) -> Result<()> {
        if self.blobs.get(hash).map_err(engine)?.is_some() {
            return Ok(());
        }
        let (kind, bytes) = match payload {
            Staged::Inline(bytes) => (INLINE, bytes.as_slice()),
            Staged::External(len) => (FILE, &len.to_le_bytes()[..]),
        };
        let mut row = self
            .blobs
            .insert_reserve(hash, bytes.len() + 1)
            .map_err(engine)?;
        let (first, rest) = row.as_mut().split_at_mut(1);
        first.fill(kind);
        rest.copy_from_slice(bytes);
        Ok(())
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

fn read_meta(meta: &impl ReadableTable<&'static str, u64>, row: Meta) -> Result<u64> {
    Ok(meta
        .get(row.0)
        .map_err(engine)?
        .map_or(row.1, |found| found.value()))
}

fn read_turn(turns: &impl ReadableTable<u64, &'static [u8]>, id: u64) -> Result<Option<Turn>> {
    turns
        .get(id)
        .map_err(engine)?
        .map(|row| record::decode(id, row.value()))
        .transpose()
}

fn read_head(contexts: &impl ReadableTable<u64, (u64, u32)>, context: u64) -> Result<Option<Head>> {
    let row = contexts.get(context).map_err(engine)?;
    Ok(row.map(|row| {
        let (turn, depth) = row.value();
        Head {
            context,
            turn,
            depth,
        }
    }))
}

#[cold]
fn engine(e: impl std::fmt::Display) -> Error {
    Error::new(Code::Storage, format!("the storage engine failed: {e}"))
}
