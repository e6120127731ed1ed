//! What the host can do, whichever way it is asked.
//!
//! Reads and whatever else may wait for the disk run in `block_in_place`, so that the other connections of
//! the thread go on; the runtime must be a multi-thread one.

use crate::append::{check_hash, checked_payload};
use crate::bundles::{Bundles, Known};
use crate::clock::Clock;
use crate::follow::Follow;
use crate::memory::{Memory, Share};
use crate::metrics::Metrics;
use crate::page::{self, Page, PageQuery};
use crate::store::writer::{Pending, Writer};
use crate::store::{rules, NewTurn, Snapshot, Storage, Write, Written};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::{watch, Semaphore};
use tokio::task::block_in_place;
use vitrine::error::{Code, Error, Result};
use vitrine::limits::Limits;
use vitrine::turns::blob::{to_hex, Hash};
use vitrine::turns::registry::Put;
use vitrine::turns::wire::reply::{Appended, Head};
use vitrine::turns::wire::request::{AppendBatch, AppendTurn};

/// Up to this length a payload is checked at once, without making way for other work, in bytes.
const QUICK_BYTES: usize = 16 << 10;

/// Up to this many turns a page's list is not worth a look at how long it will be.
const SHORT_LIST: u32 = 4096;

/// A turn on its way to the disk.
#[derive(Debug)]
pub struct Appending(Pending);

impl Appending {
    /// Waits until the turn is durable.
    ///
    /// # Errors
    /// `NotFound` for an unknown context or parent, `Conflict` for an idempotency key that stands for
    /// another turn, `Storage` when the disk fails.
    pub async fn done(self) -> Result<Appended> {
        match self.0.answer().await? {
            Written::Appended(ack) => Ok(ack),
            _ => Err(mixed_up()),
        }
    }
}

/// An open store and its registry.
pub struct Service {
    storage: Arc<dyn Storage>,
    writer: Writer,
    bundles: Bundles,
    strict_registry: bool,
    /// What all requests may hold.
    pub memory: Memory,
    /// One place: a backup holds a thread and a payload for as long as its reader takes.
    pub backups: Arc<Semaphore>,
    /// What has been done.
    pub metrics: Arc<Metrics>,
    stop: watch::Sender<bool>,
    /// What is accepted.
    pub limits: Limits,
}

impl Service {
    /// Takes the store into service. The thread ends soon after the service is dropped. With a strict registry, turns of
    /// types that no bundle has are refused.
    ///
    /// # Errors
    /// `Storage` when the store cannot be read.
    pub fn start(
        storage: Arc<dyn Storage>,
        clock: Clock,
        strict_registry: bool,
        memory: Memory,
    ) -> Result<(Arc<Service>, JoinHandle<()>)> {
        let metrics = Arc::new(Metrics::default());
        let bundles = Bundles::load(&*storage.snapshot()?)?;
        let (writer, thread) = Writer::start(Arc::clone(&storage), clock, Arc::clone(&metrics))?;
        let service = Service {
            storage,
            writer,
            bundles,
            strict_registry,
            memory,
            backups: Arc::new(Semaphore::new(1)),
            metrics,
            stop: watch::Sender::new(false),
            limits: Limits::DEFAULT,
        };
        Ok((Arc::new(service), thread))
    }

    /// The store as of the last commit, for reads that take long; not to be held by an async task.
    ///
    /// # Errors
    /// `Storage` when the engine fails.
    pub fn snapshot(&self) -> Result<Box<dyn Snapshot>> {
        self.storage.snapshot()
    }

    /// Reads the store as of the last commit.
    ///
    /// # Errors
    /// Those of `read`; `Storage` when the engine fails.
    pub fn read<T>(&self, read: impl FnOnce(&dyn Snapshot) -> Result<T>) -> Result<T> {
        block_in_place(|| read(&*self.storage.snapshot()?))
    }

    /// Makes a context at turn `base`; 0 for an empty one. `tag` is what its maker calls itself; may be empty.
    ///
    /// # Errors
    /// `NotFound` when there is no such turn.
    pub async fn create_context(&self, base: u64, tag: &str) -> Result<Head> {
        let tag = tag.to_owned();
        match self
            .writer
            .write(Write::CreateContext { base, tag })
            .await?
        {
            Written::Head(head) => Ok(head),
            _ => Err(mixed_up()),
        }
    }

    /// Makes a context at turn `base`.
    ///
    /// # Errors
    /// `NotFound` when there is no such turn; there is no turn 0.
    pub async fn fork(&self, base: u64, tag: &str) -> Result<Head> {
        if base == 0 {
            return Err(rules::no_turn(0));
        }
        self.create_context(base, tag).await
    }

    /// Makes a context at the head of `context`, or at an ancestor of it.
    ///
    /// # Errors
    /// `NotFound` when there is no such context or turn, `Conflict` when `turn` is not an ancestor of its head.
    pub async fn fork_context(&self, context: u64, turn: Option<u64>) -> Result<Head> {
        let base = self.read(|snapshot| {
            let head = snapshot
                .head(context)?
                .ok_or_else(|| rules::no_context(context))?;
            match turn {
                None => Ok(head.turn),
                Some(turn) if snapshot.turn(turn)?.is_none() => Err(rules::no_turn(turn)),
                Some(turn) => Ok(page::ancestor(snapshot, &head, turn)?.id),
            }
        })?;
        self.create_context(base, "").await
    }

    /// A context's head.
    ///
    /// # Errors
    /// `NotFound` when there is no such context.
    pub fn head(&self, context: u64) -> Result<Head> {
        self.read(|s| s.head(context)?.ok_or_else(|| rules::no_context(context)))
    }

    /// Checks a turn and sends it on its way to the disk. Its place among the context's turns is settled
    /// when this returns.
    ///
    /// # Errors
    /// Those of [`checked_payload`]; `NotFound` when there is no such context; `PreconditionFailed` when a strict registry
    /// does not know the type. The rest is the answer's.
    pub async fn append(&self, turn: &AppendTurn<'_>) -> Result<Appending> {
        let _unpacked = self.room_for(turn.uncompressed_len).await?;
        let new = self.checked(turn)?;
        self.writer.submit(Write::Append(new)).await.map(Appending)
    }

    /// Appends the turns of a batch, all or none, and waits until they are durable.
    ///
    /// # Errors
    /// Those of [`Service::append`] and of [`Appending::done`], with `details.index` of the turn that is to blame.
    pub async fn append_batch(&self, batch: &AppendBatch<'_>) -> Result<Vec<Appended>> {
        let mut bytes = 0;
        for (index, turn) in (0u64..).zip(batch.turns()) {
            bytes += u64::from(turn?.uncompressed_len);
            batch_fits(bytes, &self.limits).map_err(|e| e.with("index", index))?;
        }
        // Until it is durable: the small ones of its turns wait in memory.
        let _unpacked = self
            .room_for(u32::try_from(bytes).unwrap_or(u32::MAX))
            .await?;
        let mut new = Vec::new();
        for (index, turn) in (0u64..).zip(batch.turns()) {
            new.push(self.checked(&turn?).map_err(|e| e.with("index", index))?);
        }
        match self.writer.write(Write::AppendAll(new)).await? {
            Written::AppendedAll(acks) => Ok(acks),
            _ => Err(mixed_up()),
        }
    }

    /// Room for payloads of `bytes` together, and for what the disk is given of them.
    async fn room_for(&self, bytes: u32) -> Result<Share> {
        let bytes = bytes.min(self.limits.frame_bytes) as usize;
        self.memory.made.take(2 * bytes).await
    }

    fn checked(&self, turn: &AppendTurn<'_>) -> Result<NewTurn> {
        if self.strict_registry {
            self.known_type(turn.type_id, turn.type_version)?;
        }
        let quick = turn.compression == 0 && turn.payload.len() <= QUICK_BYTES;
        let stage = || {
            self.storage
                .stage(&turn.hash, checked_payload(turn, &self.limits)?)
        };
        let payload = if quick {
            stage()?
        } else {
            // A file would be left behind if only the commit found out.
            self.head(turn.context)?;
            block_in_place(stage)?
        };
        Ok(NewTurn {
            context: turn.context,
            parent: turn.parent,
            type_id: turn.type_id.to_owned(),
            type_version: turn.type_version,
            encoding: turn.encoding,
            hash: turn.hash,
            payload,
            idempotency_key: turn.idempotency_key.to_owned(),
            fs_root: turn.fs_root,
        })
    }

    fn known_type(&self, type_id: &str, version: u32) -> Result<()> {
        if self.registry().registry.version(type_id, version).is_some() {
            return Ok(());
        }
        let message = format!(
            "this host takes only types that it knows (--strict-registry), and no bundle has version {version} of \
             {type_id:?}; publish it first"
        );
        Err(Error::new(Code::PreconditionFailed, message)
            .with("type_id", type_id)
            .with("type_version", version))
    }

    /// Stores a payload without a turn; says whether it was not there.
    ///
    /// # Errors
    /// `Unprocessable` with both hashes when the bytes have another one, `Storage` when the disk fails.
    pub async fn put_blob(&self, hash: &Hash, bytes: &[u8]) -> Result<bool> {
        let _copied = self.memory.made.take(2 * bytes.len()).await?;
        let payload = block_in_place(|| {
            check_hash(hash, bytes)?;
            self.storage.stage(hash, bytes.to_vec())
        })?;
        match self.writer.write(Write::PutBlob(*hash, payload)).await? {
            Written::BlobPut(was_new) => Ok(was_new),
            _ => Err(mixed_up()),
        }
    }

    /// Gives a turn a file system snapshot, in place of the one that it has.
    ///
    /// # Errors
    /// `NotFound` when there is no such turn, `Storage` when the disk fails.
    pub async fn attach_fs(&self, turn: u64, root: Hash) -> Result<()> {
        match self.writer.write(Write::AttachFs(turn, root)).await? {
            Written::Attached => Ok(()),
            _ => Err(mixed_up()),
        }
    }

    /// A way to read what happens, from the event after number `after` on; see [`Follow`].
    pub fn follow(&self, after: u64) -> Follow {
        Follow::new(self.writer.commits(), self.stopping(), after)
    }

    /// A page of a context's turns, made into what `render` makes of it, in memory of `copies` times the page's length,
    /// and of one payload as it is stored and as it was, while that is copied.
    ///
    /// # Errors
    /// Those of [`Page::read`]; `Storage` when there is no memory for it.
    pub async fn page<T>(
        &self,
        query: &PageQuery,
        copies: usize,
        render: impl Fn(&dyn Snapshot, &Page) -> T,
    ) -> Result<(T, Share)> {
        let room = |page: &Page| copies * page.batch_bytes() + 2 * page.largest_payload();
        let _list = match query.limit {
            ..=SHORT_LIST => Share::default(),
            _ => {
                let bytes = self.read(|s| Page::list_bytes(s, query, &self.limits))?;
                self.memory.asked.take(bytes).await?
            }
        };
        let (page, done) = self.read(|snapshot| {
            let page = Page::read(snapshot, query, &self.limits)?;
            let share = self.memory.made.try_take(room(&page));
            let done = share.map(|share| (render(snapshot, &page), share));
            Ok((page, done))
        })?;
        let (made, mut share) = match done {
            Some(done) => done,
            None => {
                let share = self.memory.made.take(room(&page)).await?;
                // A later snapshot: what the turns say and hold never changes.
                (self.read(|snapshot| Ok(render(snapshot, &page)))?, share)
            }
        };
        share.shrink_to(copies * page.batch_bytes());
        Ok((made, share))
    }

    /// An uncompressed payload, and room for two of it.
    ///
    /// # Errors
    /// `NotFound` when no turn has it, `Storage` when it cannot be read, or there is no memory for it.
    pub async fn blob(&self, hash: &Hash) -> Result<(Vec<u8>, Share)> {
        let unknown = || {
            let hex = to_hex(hash);
            let message = format!("there is no payload with the hash {hex}");
            Error::new(Code::NotFound, message).with("hash", hex)
        };
        let bytes = self.read(|s| s.blob_len(hash))?.ok_or_else(unknown)?;
        let share = self.memory.made.take(2 * bytes as usize).await?;
        let payload = self.read(|s| s.blob(hash))?.ok_or_else(unknown)?;
        Ok((payload, share))
    }

    /// A text of the registry's, of up to a bundle's length, made where there is memory for it.
    ///
    /// # Errors
    /// `Storage` when there is no memory for it.
    pub async fn text(&self, make: impl FnOnce() -> String) -> Result<(String, Share)> {
        let mut share = self.memory.made.take(self.limits.bundle_bytes).await?;
        let text = block_in_place(make);
        share.shrink_to(text.len());
        Ok((text, share))
    }

    /// Ends what has no end of its own: subscriptions and streams of events.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Turns true when the host stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// The published registry.
    pub fn registry(&self) -> Arc<Known> {
        self.bundles.current()
    }

    /// Publishes a bundle.
    ///
    /// # Errors
    /// Those of [`Bundles::put`].
    pub async fn put_bundle(&self, id: &str, text: &[u8]) -> Result<Put> {
        self.bundles.put(id, text, &self.writer).await
    }
}

/// A batch is in memory all at once, so that compression must not make it larger than a frame.
fn batch_fits(bytes: u64, limits: &Limits) -> Result<()> {
    if bytes <= u64::from(limits.frame_bytes) {
        return Ok(());
    }
    Err(Error::mismatch(
        Code::Unprocessable,
        "uncompressed_len of the batch's turns together",
        format_args!("at most {}", limits.frame_bytes),
        bytes,
    ))
}

#[cold]
fn mixed_up() -> Error {
    Error::new(
        Code::Storage,
        "the engine answered another write than the one it was given",
    )
}
