//! The whole store as records, and records as a store.

use super::{
    engine, RedbStorage, BLOBS, BUNDLES, CONTEXTS, EVENTS, FAMILIES, FILE, INLINE, KEYS, KEY_AGES,
    META, TAGGED, TAGS, TURNS,
};
use crate::store::archive::Record;
use crate::store::files::BlobFiles;
use crate::store::record;
use crate::store::redb::INLINE_BYTES;
use ::redb::{Durability, ReadTransaction, ReadableTable, ReadableTableMetadata, WriteTransaction};
use std::path::Path;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::Hash;

/// Records that go into one transaction.
const TOGETHER: usize = 10_000;

/// How many rows the tables have: contexts, turns, payloads, bundles, events, idempotency keys.
pub(super) fn counts(transaction: &ReadTransaction) -> Result<[u64; 6]> {
    Ok([
        transaction
            .open_table(CONTEXTS)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
        transaction
            .open_table(TURNS)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
        transaction
            .open_table(BLOBS)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
        transaction
            .open_table(BUNDLES)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
        transaction
            .open_table(EVENTS)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
        transaction
            .open_table(KEYS)
            .map_err(engine)?
            .len()
            .map_err(engine)?,
    ])
}

/// Gives every row to `take`.
pub(super) fn dump(
    transaction: &ReadTransaction,
    blob: &dyn Fn(&Hash) -> Result<Option<Vec<u8>>>,
    take: &mut dyn FnMut(Record) -> Result<()>,
) -> Result<()> {
    let table = transaction.open_table(META).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (name, value) = row.map_err(engine)?;
        take(Record::Meta(name.value().to_owned(), value.value()))?;
    }
    let table = transaction.open_table(BUNDLES).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (number, bundle) = row.map_err(engine)?;
        let (id, text) = bundle.value();
        take(Record::Bundle(number.value(), id.to_owned(), text.to_vec()))?;
    }
    let table = transaction.open_table(BLOBS).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let hash = *row.map_err(engine)?.0.value();
        take(match blob(&hash) {
            Ok(Some(bytes)) => Record::Blob(hash, bytes),
            Ok(None) => Record::LostBlob(hash, "it is not in the store".into()),
            Err(e) => Record::LostBlob(hash, e.message.clone()),
        })?;
    }
    let table = transaction.open_table(TURNS).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (id, bytes) = row.map_err(engine)?;
        take(Record::Turn(id.value(), bytes.value().to_vec()))?;
    }
    let tags = transaction.open_table(TAGS).map_err(engine)?;
    let table = transaction.open_table(CONTEXTS).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (id, head) = row.map_err(engine)?;
        let (turn, depth) = head.value();
        let tag = tags.get(id.value()).map_err(engine)?;
        let tag = tag.map_or_else(String::new, |tag| tag.value().to_owned());
        take(Record::Context(id.value(), turn, depth, tag))?;
    }
    let table = transaction.open_table(KEYS).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (key, known) = row.map_err(engine)?;
        let (context, key) = key.value();
        let (content, turn, depth, hash, at_ms) = known.value();
        take(Record::Key(
            context,
            (*content, turn, depth, *hash, at_ms),
            key.to_vec(),
        ))?;
    }
    let table = transaction.open_table(EVENTS).map_err(engine)?;
    for row in table.iter().map_err(engine)? {
        let (number, event) = row.map_err(engine)?;
        let (kind, context, turn) = event.value();
        take(Record::Event(number.value(), kind, context, turn))?;
    }
    Ok(())
}

impl RedbStorage {
    /// Makes a store in `folder`, which must not exist, of records. It is durable when this returns.
    ///
    /// # Errors
    /// Those of `next`; `Conflict` when the folder exists, `Storage` when the disk refuses.
    pub fn restore(
        folder: &Path,
        mut next: impl FnMut() -> Result<Option<Record>>,
    ) -> Result<RedbStorage> {
        if folder.exists() {
            let message = format!(
                "{} exists; a backup is restored into a new folder",
                folder.display()
            );
            return Err(Error::new(Code::Conflict, message));
        }
        let store = RedbStorage::open(folder)?;
        let mut more = true;
        while more {
            let mut transaction =
                store.with_database(|database| database.begin_write().map_err(engine))?;
            transaction
                .set_durability(Durability::Immediate)
                .map_err(engine)?;
            for _ in 0..TOGETHER {
                match next()? {
                    Some(record) => put(&transaction, &store.files, record)?,
                    None => {
                        more = false;
                        break;
                    }
                }
            }
            transaction.commit().map_err(engine)?;
        }
        Ok(store)
    }
}

fn put(transaction: &WriteTransaction, files: &BlobFiles, record: Record) -> Result<()> {
    match record {
        Record::Meta(name, value) => {
            let mut table = transaction.open_table(META).map_err(engine)?;
            table.insert(name.as_str(), value).map_err(engine)?;
        }
        Record::Context(id, turn, depth, tag) => {
            let mut table = transaction.open_table(CONTEXTS).map_err(engine)?;
            table.insert(id, (turn, depth)).map_err(engine)?;
            if !tag.is_empty() {
                let mut tags = transaction.open_table(TAGS).map_err(engine)?;
                tags.insert(id, tag.as_str()).map_err(engine)?;
                let mut tagged = transaction.open_table(TAGGED).map_err(engine)?;
                tagged.insert((tag.as_str(), id), ()).map_err(engine)?;
            }
        }
        Record::Turn(id, bytes) => {
            let root = record::decode(id, &bytes)?.root;
            let mut table = transaction.open_table(TURNS).map_err(engine)?;
            table.insert(id, bytes.as_slice()).map_err(engine)?;
            let mut families = transaction.open_table(FAMILIES).map_err(engine)?;
            families.insert((root, id), ()).map_err(engine)?;
        }
        Record::Blob(hash, bytes) => {
            let row = if bytes.len() > INLINE_BYTES {
                files.write(&hash, &bytes)?;
                let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                [&[FILE], &len.to_le_bytes()[..]].concat()
            } else {
                [&[INLINE], &bytes[..]].concat()
            };
            let mut table = transaction.open_table(BLOBS).map_err(engine)?;
            table.insert(&hash, row.as_slice()).map_err(engine)?;
        }
        // Its turns show it as unreadable, as they did in the store that was backed up.
        Record::LostBlob(..) => {}
        Record::Key(context, (content, turn, depth, hash, at_ms), key) => {
            let mut table = transaction.open_table(KEYS).map_err(engine)?;
            let row = (&content, turn, depth, &hash, at_ms);
            table
                .insert((context, key.as_slice()), row)
                .map_err(engine)?;
            let mut ages = transaction.open_table(KEY_AGES).map_err(engine)?;
            ages.insert((at_ms, context, key.as_slice()), ())
                .map_err(engine)?;
        }
        Record::Bundle(number, id, text) => {
            let mut table = transaction.open_table(BUNDLES).map_err(engine)?;
            table
                .insert(number, (id.as_str(), text.as_slice()))
                .map_err(engine)?;
        }
        Record::Event(number, kind, context, turn) => {
            let mut table = transaction.open_table(EVENTS).map_err(engine)?;
            table
                .insert(number, (kind, context, turn))
                .map_err(engine)?;
        }
    }
    Ok(())
}
