//! What the host keeps, and the contract of the engines that keep it.
//!
//! The rules of appending live once, in [`rules`]; an engine gives them a [`Ledger`] to write to. An
//! engine is right when it passes the contract tests, which are generic over it.

pub mod ancestry;
pub mod archive;
pub mod files;
pub mod record;
pub mod redb;
pub mod rules;
pub mod writer;

use std::borrow::Cow;
use vitrine::error::Result;
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::{Appended, Head};

/// A stored turn, without its payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its id, at least 1.
    pub id: u64,
    /// Its parent's id; 0 for a root.
    pub parent: u64,
    /// Steps from the root, whose depth is 0.
    pub depth: u32,
    /// An ancestor to jump to on the way to the root, see [`ancestry`]; a root's is itself.
    pub jump: u64,
    /// The depth of `jump`.
    pub jump_depth: u32,
    /// The root of the tree of branches that the turn belongs to; a root's is itself.
    pub root: u64,
    /// The declared type; may be empty.
    pub type_id: String,
    /// The declared version.
    pub type_version: u32,
    /// 1: msgpack.
    pub encoding: u32,
    /// Length of the uncompressed payload, in bytes.
    pub uncompressed_len: u32,
    /// BLAKE3 of the uncompressed payload.
    pub hash: Hash,
    /// Root hash of a file system snapshot that belongs to the turn.
    pub fs_root: Option<Hash>,
}

/// A turn to be stored. Its payload has been checked against `hash`.
#[derive(Debug, Clone)]
pub struct NewTurn {
    /// The context to append to.
    pub context: u64,
    /// The turn to append onto; 0 for the context's head.
    pub parent: u64,
    /// The declared type.
    pub type_id: String,
    /// The declared version.
    pub type_version: u32,
    /// 1: msgpack.
    pub encoding: u32,
    /// BLAKE3 of the uncompressed payload.
    pub hash: Hash,
    /// The payload, as [`Storage::stage`] returned it.
    pub payload: Staged,
    /// Empty for none.
    pub idempotency_key: Vec<u8>,
    /// Root hash of a file system snapshot.
    pub fs_root: Option<Hash>,
}

/// A payload that is ready to be committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Staged {
    /// Travels with the commit.
    Inline(Vec<u8>),
    /// Is durable already; its length in bytes.
    External(u32),
}

impl Staged {
    /// Length of the payload, in bytes.
    pub fn len(&self) -> u32 {
        match self {
            // Payloads fit a frame, so the length always fits.
            Staged::Inline(bytes) => u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            Staged::External(len) => *len,
        }
    }

    /// Whether the payload is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One change of the store.
#[derive(Debug, Clone)]
pub enum Write {
    /// A new context.
    CreateContext {
        /// The turn that is its head; 0 for an empty one.
        base: u64,
        /// What its maker calls itself; may be empty.
        tag: String,
    },
    /// A new turn, which becomes its context's head.
    Append(NewTurn),
    /// New turns, all of them or none.
    AppendAll(Vec<NewTurn>),
    /// A payload that no turn has yet.
    PutBlob(Hash, Staged),
    /// A turn's file system snapshot, in place of the one that it has.
    AttachFs(u64, Hash),
    /// A registry bundle that the registry has admitted: its id and its text.
    PutBundle(String, Vec<u8>),
}

/// What a write came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// Of `CreateContext`.
    Head(Head),
    /// Of `Append`.
    Appended(Appended),
    /// Of `AppendAll`, in its order.
    AppendedAll(Vec<Appended>),
    /// Of `PutBlob`: whether the payload was not there.
    BlobPut(bool),
    /// Of `AttachFs`.
    Attached,
    /// Of `PutBundle`.
    Bundle,
}

/// Something that readers may wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Counts from 1 in the order of the writes; never given twice.
    pub number: u64,
    /// What happened.
    pub kind: EventKind,
    /// The context that it happened to.
    pub context: u64,
    /// The context's head since then; 0 for none.
    pub turn: u64,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A context was made.
    ContextCreated,
    /// A turn was appended.
    TurnAppended,
}

/// An idempotency key's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remembered {
    /// Hash of what the append said, see [`rules`].
    pub content: Hash,
    /// What it was answered.
    pub ack: Appended,
    /// When, in ms since 1970.
    pub at_ms: u64,
}

/// How long an idempotency key is remembered at least, in ms: 24 h.
pub const REMEMBER_MS: u64 = 24 * 60 * 60 * 1000;

/// An engine.
///
/// - `commit` is atomic and durable: when it returns, its writes survive a crash and are in every later
///   snapshot; when the process dies before, all of them are there or none is.
/// - Within a commit writes take effect in order, each seeing those before it. A refused write
///   (`NotFound`, `Conflict`, `Unprocessable`) changes nothing and does not keep others from succeeding; a
///   `Storage` error refuses them all.
/// - Ids of turns and of contexts start at 1, rise in the order of the writes and are never given twice,
///   also when the store was closed or killed in between.
/// - A turn is visible only together with its payload; a head never names a turn that is not visible.
/// - Every new context and turn leaves an event, in the order of the writes, visible together with it.
/// - `snapshot` never waits for a commit, and what it shows does not change.
pub trait Storage: Send + Sync + 'static {
    /// Makes a payload ready for a commit: a large one durable, so that commits stay short. A payload
    /// that is staged and never committed does no harm.
    ///
    /// # Errors
    /// `Storage` when the disk fails.
    fn stage(&self, hash: &Hash, payload: Vec<u8>) -> Result<Staged>;

    /// Carries out the writes, and answers each. `now_ms` is the time, in ms since 1970.
    fn commit(&self, writes: Vec<Write>, now_ms: u64) -> Vec<Result<Written>>;

    /// The store as of the last commit.
    ///
    /// # Errors
    /// `Storage` when the engine fails.
    fn snapshot(&self) -> Result<Box<dyn Snapshot>>;
}

/// The store at one moment. Every method fails with `Storage` when the engine does.
#[allow(clippy::missing_errors_doc)]
pub trait Snapshot: Turns {
    /// A context's head.
    fn head(&self, context: u64) -> Result<Option<Head>>;

    /// Up to `limit` contexts with ids under `before`, newest first; with a tag, only those that have it.
    fn contexts(&self, before: Option<u64>, limit: usize, tag: Option<&str>) -> Result<Vec<Head>>;

    /// A context's tag; empty for none.
    fn tag(&self, context: u64) -> Result<String>;

    /// Up to `limit` ids over `after` of the turns whose root is `root`, rising: a parent comes before its children.
    fn family(&self, root: u64, after: u64, limit: usize) -> Result<Vec<u64>>;

    /// Up to `limit` events after number `after`, in order.
    fn events(&self, after: u64, limit: usize) -> Result<Vec<Event>>;

    /// The number of the newest event; 0 for none.
    fn last_event(&self) -> Result<u64>;

    /// Length of an uncompressed payload, in bytes, whether it can be read or not.
    fn blob_len(&self, hash: &Hash) -> Result<Option<u32>>;

    /// Gives an uncompressed payload to `take`, once; false where it is not known. An error where it is known but cannot
    /// be read whole.
    fn with_blob(&self, hash: &Hash, take: &mut dyn FnMut(Cow<'_, [u8]>)) -> Result<bool>;

    /// An uncompressed payload; see [`Snapshot::with_blob`].
    fn blob(&self, hash: &Hash) -> Result<Option<Vec<u8>>> {
        let mut found = None;
        self.with_blob(hash, &mut |bytes| found = Some(bytes.into_owned()))?;
        Ok(found)
    }

    /// The texts of all bundles, in order of arrival.
    fn bundles(&self) -> Result<Vec<Vec<u8>>>;

    /// Gives everything to `take`: counters, bundles, payloads, turns by rising ids, contexts, keys, events. A payload
    /// that cannot be read is given as lost. Also fails where `take` does.
    fn dump(&self, take: &mut dyn FnMut(archive::Record) -> Result<()>) -> Result<()>;

    /// How many contexts, turns, payloads, bundles, events and idempotency keys there are.
    fn counts(&self) -> Result<[u64; 6]>;
}

/// Where turns can be looked up.
pub trait Turns {
    /// A turn by its id, in one point read.
    ///
    /// # Errors
    /// `Storage` when the engine fails.
    fn turn(&self, id: u64) -> Result<Option<Turn>>;
}

/// The open transaction of a commit. Every method fails with `Storage` when the engine does.
#[allow(clippy::missing_errors_doc)]
pub trait Ledger: Turns {
    /// A context's head.
    fn head(&self, context: u64) -> Result<Option<Head>>;
    /// An id for a turn that no turn had before.
    fn next_turn(&mut self) -> Result<u64>;
    /// An id for a context that no context had before.
    fn next_context(&mut self) -> Result<u64>;
    /// Writes a context.
    fn put_head(&mut self, head: Head) -> Result<()>;
    /// Writes a context's tag.
    fn put_tag(&mut self, context: u64, tag: &str) -> Result<()>;
    /// Writes a turn, in place of the one that has its id.
    fn put_turn(&mut self, turn: &Turn) -> Result<()>;
    /// Writes a payload, unless it is there with these bytes; says whether it was not there at all.
    fn put_blob(&mut self, hash: &Hash, payload: &Staged) -> Result<bool>;
    /// Appends an event to the list.
    fn put_event(&mut self, kind: EventKind, context: u64, turn: u64) -> Result<()>;
    /// What is remembered of an idempotency key.
    fn remembered(&self, context: u64, key: &[u8]) -> Result<Option<Remembered>>;
    /// Remembers an idempotency key.
    fn remember(&mut self, context: u64, key: &[u8], memory: &Remembered) -> Result<()>;
    /// Appends a bundle to the list.
    fn put_bundle(&mut self, id: &str, text: &[u8]) -> Result<()>;
}
