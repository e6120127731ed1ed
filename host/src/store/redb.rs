//! The default engine: one redb file, and large payloads as files beside it.
//!
//! `DIR/lock` (held while the host runs), `DIR/turns.redb`, `DIR/blobs/`. redb's commit is the moment a
//! write becomes true; a torn one is found by its checksums and rolled back when the file is opened.

mod dump;
mod ledger;
mod snapshot;
mod unchanged;

use super::files::{failed, sync_folder, BlobFiles};
use super::{
    record, rules, EventKind, Snapshot, Staged, Storage, Turn, Write, Written, REMEMBER_MS,
};
use ::redb::backends::FileBackend;
use ::redb::{Builder, Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};
use ledger::RedbLedger;
use snapshot::RedbSnapshot;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use unchanged::Unchanged;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::Head;

/// The layout of the tables and of [`record`]. Another number is another layout.
const FORMAT: u64 = 2;

/// Payloads longer than this are files, in bytes.
pub const INLINE_BYTES: usize = 16 << 10;

/// The database's file.
pub const DATABASE: &str = "turns.redb";

/// The file that who has the folder holds.
const LOCK: &str = "lock";

/// The folder of the payloads that are files.
const BLOBS_FOLDER: &str = "blobs";

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

const TAGS: TableDefinition<'_, u64, &str> = TableDefinition::new("tags");
/// The contexts by tag.
const TAGGED: TableDefinition<'_, (&str, u64), ()> = TableDefinition::new("tagged");
/// The turns by their root.
const FAMILIES: TableDefinition<'_, (u64, u64), ()> = TableDefinition::new("families");
/// Kind, context and turn by number.
const EVENTS: TableDefinition<'_, u64, (u8, u64, u64)> = TableDefinition::new("events");

const INLINE: u8 = 0;
const FILE: u8 = 1;

/// The kinds of events, by the number that stands in their rows.
const KINDS: [EventKind; 2] = [EventKind::ContextCreated, EventKind::TurnAppended];

const FORMAT_KEY: Meta = ("format", FORMAT);
const NEXT_TURN: Meta = ("next_turn", 1);
const NEXT_CONTEXT: Meta = ("next_context", 1);
const NEXT_BUNDLE: Meta = ("next_bundle", 1);
const NEXT_EVENT: Meta = ("next_event", 1);

/// Opens the database file.
type Open = Box<dyn Fn() -> Result<Database> + Send + Sync>;

/// A data directory, held by this process.
///
/// After a failure of the disk redb refuses everything, reads too, until it is opened again. So the database is closed
/// then, and opened for whoever needs it next: a disk that is full costs the appends that do not fit, and nothing else.
pub struct RedbStorage {
    database: RwLock<Option<Database>>,
    open: Open,
    files: Arc<BlobFiles>,
    _lock: Option<File>,
}

impl RedbStorage {
    /// Opens `folder`, and makes it where it is missing.
    ///
    /// # Errors
    /// `Conflict` when another host holds it; `Storage` when the disk refuses or the data has a format that
    /// this version does not know.
    pub fn open(folder: &Path) -> Result<RedbStorage> {
        let path = folder.join(DATABASE);
        RedbStorage::open_on(folder, move || {
            if !path.exists() {
                make(&path)?;
            }
            not_empty(&path)?;
            let mut how = File::options();
            let file = how.read(true).write(true).open(&path);
            FileBackend::new(file.map_err(failed("open", &path))?).map_err(engine)
        })
    }

    /// Opens data that is there to look at it: nothing in the folder is changed, which may be one that cannot be.
    ///
    /// # Errors
    /// As [`RedbStorage::open`].
    pub fn open_unchanged(folder: &Path) -> Result<RedbStorage> {
        let lock = look_in(folder)?;
        let path = folder.join(DATABASE);
        let open = opener(move || {
            not_empty(&path)?;
            Unchanged::open(&path).map_err(failed("open", &path))
        });
        Ok(RedbStorage {
            database: RwLock::new(Some(guarded(|| start(folder, &open))?)),
            open,
            files: Arc::new(BlobFiles::in_folder(folder.join(BLOBS_FOLDER))),
            _lock: lock,
        })
    }

    /// Reads every page of the database in `folder`, to see whether it is what was written. Nothing is changed.
    ///
    /// # Errors
    /// `Storage` where it is not, or cannot be read at all.
    pub fn check(folder: &Path) -> Result<()> {
        let store = RedbStorage::open_unchanged(folder)?;
        let database = store.database.into_inner();
        let database = database.unwrap_or_else(PoisonError::into_inner);
        let mended = guarded(|| match database {
            Some(mut database) => Ok(database.check_integrity()),
            None => Ok(Ok(true)),
        });
        let how = match mended? {
            Ok(true) => return Ok(()),
            Ok(false) => "it has an older state that is whole".to_owned(),
            Err(e) => e.to_string(),
        };
        Err(damaged(&folder.join(DATABASE), &how))
    }

    /// Opens `folder` with the database on what `backend` gives, which may be called again after a failure.
    ///
    /// # Errors
    /// As [`RedbStorage::open`].
    pub fn open_on<B: StorageBackend>(
        folder: &Path,
        backend: impl Fn() -> Result<B> + Send + Sync + 'static,
    ) -> Result<RedbStorage> {
        fs::create_dir_all(folder).map_err(failed("make", folder))?;
        let lock = lock(folder)?;
        let files = Arc::new(BlobFiles::open(folder.join(BLOBS_FOLDER))?);
        let open = opener(backend);
        let database = guarded(|| start(folder, &open))?;
        // The file's own name must be durable too.
        sync_folder(folder)?;
        Ok(RedbStorage {
            database: RwLock::new(Some(database)),
            open,
            files,
            _lock: Some(lock),
        })
    }

    /// The open database, opened where a failure has closed it.
    fn with_database<T>(&self, work: impl FnOnce(&Database) -> Result<T>) -> Result<T> {
        // A panic leaves the option whole: it is only ever set as a whole.
        let held = self.database.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(database) = &*held {
            return work(database);
        }
        drop(held);
        let mut held = self
            .database
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        match &mut *held {
            Some(database) => work(database),
            closed => work(closed.insert(guarded(|| (self.open)())?)),
        }
    }

    /// Closes the database after a failure.
    fn close(&self) {
        *self
            .database
            .write()
            .unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn try_commit(&self, writes: &[Write], now_ms: u64) -> Result<Vec<Result<Written>>> {
        let transaction = self.with_database(|database| database.begin_write().map_err(engine))?;
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

/// Opens the database on what `backend` gives.
fn opener<B: StorageBackend>(backend: impl Fn() -> Result<B> + Send + Sync + 'static) -> Open {
    Box::new(move || {
        Builder::new()
            .set_cache_size(CACHE_BYTES)
            .set_repair_callback(|_| tracing::info!("checking the data after an unclean stop"))
            .create_with_backend(backend()?)
            .map_err(engine)
    })
}

/// Opens the database, and sees that it has this version's format and all tables, so that readers find them.
fn start(folder: &Path, open: &Open) -> Result<Database> {
    let database = open()?;
    let transaction = database.begin_write().map_err(engine)?;
    {
        // Also makes the tables, so that readers find them.
        let ledger = RedbLedger::open(&transaction)?;
        let found = read_meta(&ledger.meta, FORMAT_KEY)?;
        if found != FORMAT {
            let what = format!("format of the data in {}", folder.display());
            return Err(Error::mismatch(Code::Storage, &what, FORMAT, found));
        }
    }
    let mut meta = transaction.open_table(META).map_err(engine)?;
    meta.insert(FORMAT_KEY.0, FORMAT).map_err(engine)?;
    drop(meta);
    transaction.commit().map_err(engine)?;
    Ok(database)
}

/// Does work of redb, which panics where pages are not as it wrote them.
///
/// # Errors
/// `Storage` where it does; and those of the work.
pub fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let message = "the database is damaged and cannot be read: restore a backup";
        Err(Error::new(Code::Storage, message))
    })
}

/// A file has its name since all of it was on the disk; redb would begin a new store in an empty one.
fn not_empty(path: &Path) -> Result<()> {
    match fs::metadata(path).map_err(failed("look at", path))?.len() {
        0 => Err(damaged(path, "it is empty")),
        _ => Ok(()),
    }
}

#[cold]
fn damaged(path: &Path, how: &str) -> Error {
    let path = path.display();
    let message = format!("{path} is damaged ({how}): restore a backup");
    Error::new(Code::Storage, message)
}

/// Makes an empty database, which gets its name when all of it is on the disk: redb refuses one that is half made. What
/// an earlier attempt left is written over.
fn make(path: &Path) -> Result<()> {
    let unfinished = path.with_extension("redb.new");
    let mut how = File::options();
    let how = how.read(true).write(true).create(true).truncate(true);
    let file = how.open(&unfinished).map_err(failed("make", &unfinished))?;
    let backend = FileBackend::new(file).map_err(engine)?;
    drop(
        Builder::new()
            .create_with_backend(backend)
            .map_err(engine)?,
    );
    File::open(&unfinished)
        .and_then(|file| file.sync_all())
        .map_err(failed("sync", &unfinished))?;
    fs::rename(&unfinished, path).map_err(failed("name", path))
}

/// Holds a folder for a host.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(failed("create", &path))?;
    let taken = lock.try_lock();
    held(folder, lock, taken)
}

/// Holds a folder for those who look: no host has it as long, and others may look as well. Without a file to lock no host
/// has it, and none is made.
fn look_in(folder: &Path) -> Result<Option<File>> {
    let path = folder.join(LOCK);
    match File::open(&path) {
        Ok(lock) => {
            let taken = lock.try_lock_shared();
            held(folder, lock, taken).map(Some)
        }
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(failed("open", &path)(e)),
    }
}

fn held(folder: &Path, lock: File, taken: std::result::Result<(), TryLockError>) -> Result<File> {
    match taken {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::new(
            Code::Conflict,
            format!(
                "another vitrine-host is using {}; stop it, or choose another folder with --data",
                folder.display()
            ),
        )),
        Err(TryLockError::Error(e)) => Err(failed("lock", &folder.join(LOCK))(e)),
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
        // A page that is not as it was written costs the writes that meet it, and not the thread that all others need.
        guarded(|| self.try_commit(&writes, now_ms)).unwrap_or_else(|e| {
            self.close();
            vec![Err(e); writes.len()]
        })
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot>> {
        let open = |database: &Database| {
            RedbSnapshot::open(database.begin_read().map_err(engine)?, &self.files)
        };
        let snapshot = self.with_database(open).or_else(|e| {
            tracing::warn!("opening the database again: {e}");
            self.close();
            self.with_database(open)
        })?;
        Ok(Box::new(snapshot))
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
