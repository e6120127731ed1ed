//! An engine in memory: what the contract means without a disk.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use vitrine::error::Result;
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::Head;
use vitrine_host::store::archive::Record;
use vitrine_host::store::{
    rules, Event, EventKind, Ledger, Remembered, Snapshot, Staged, Storage, Turn, Turns, Write,
    Written, REMEMBER_MS,
};

#[derive(Clone, Default)]
struct State {
    heads: BTreeMap<u64, Head>,
    turns: BTreeMap<u64, Turn>,
    blobs: BTreeMap<Hash, Vec<u8>>,
    keys: BTreeMap<(u64, Vec<u8>), Remembered>,
    bundles: Vec<Vec<u8>>,
    tags: BTreeMap<u64, String>,
    events: Vec<Event>,
}

#[derive(Clone, Default)]
pub struct MemoryStorage(Arc<Mutex<State>>);

impl Storage for MemoryStorage {
    fn stage(&self, _: &Hash, payload: Vec<u8>) -> Result<Staged> {
        Ok(Staged::Inline(payload))
    }

    fn commit(&self, writes: Vec<Write>, now_ms: u64) -> Vec<Result<Written>> {
        let mut state = self.0.lock().unwrap();
        state
            .keys
            .retain(|_, known| known.at_ms + REMEMBER_MS >= now_ms);
        writes
            .iter()
            .map(|write| rules::apply(&mut *state, write, now_ms))
            .collect()
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot>> {
        Ok(Box::new(self.0.lock().unwrap().clone()))
    }
}

impl Turns for State {
    fn turn(&self, id: u64) -> Result<Option<Turn>> {
        Ok(self.turns.get(&id).cloned())
    }
}

impl Snapshot for State {
    fn head(&self, context: u64) -> Result<Option<Head>> {
        Ok(self.heads.get(&context).copied())
    }
    fn contexts(&self, before: Option<u64>, limit: usize, tag: Option<&str>) -> Result<Vec<Head>> {
        let before = before.unwrap_or(u64::MAX);
        let tagged =
            |context: &u64| tag.is_none() || tag == self.tags.get(context).map(String::as_str);
        let newest_first = self.heads.range(..before).rev();
        let heads = newest_first.filter(|(context, _)| tagged(context));
        Ok(heads.take(limit).map(|(_, head)| *head).collect())
    }
    fn dump(&self, _: &mut dyn FnMut(Record) -> Result<()>) -> Result<()> {
        unreachable!("nobody backs up what is gone with the process")
    }
    fn counts(&self) -> Result<[u64; 6]> {
        unreachable!("nobody asks")
    }
    fn tag(&self, context: u64) -> Result<String> {
        Ok(self.tags.get(&context).cloned().unwrap_or_default())
    }
    fn family(&self, root: u64, after: u64, limit: usize) -> Result<Vec<u64>> {
        let turns = self.turns.range(after + 1..);
        let family = turns.filter(|(_, turn)| turn.root == root);
        Ok(family.take(limit).map(|(id, _)| *id).collect())
    }
    fn events(&self, after: u64, limit: usize) -> Result<Vec<Event>> {
        let events = self.events.iter().skip(after as usize);
        Ok(events.take(limit).copied().collect())
    }
    fn last_event(&self) -> Result<u64> {
        Ok(self.events.len() as u64)
    }
    fn blob_len(&self, hash: &Hash) -> Result<Option<u32>> {
        Ok(self.blobs.get(hash).map(|blob| blob.len() as u32))
    }
    fn with_blob(&self, hash: &Hash, take: &mut dyn FnMut(Cow<'_, [u8]>)) -> Result<bool> {
        let found = self.blobs.get(hash);
        Ok(found.map(|bytes| take(Cow::Borrowed(bytes))).is_some())
    }
    fn bundles(&self) -> Result<Vec<Vec<u8>>> {
        Ok(self.bundles.clone())
    }
}

impl Ledger for State {
    fn head(&self, context: u64) -> Result<Option<Head>> {
        Snapshot::head(self, context)
    }
    fn next_turn(&mut self) -> Result<u64> {
        Ok(self.turns.len() as u64 + 1)
    }
    fn next_context(&mut self) -> Result<u64> {
        Ok(self.heads.len() as u64 + 1)
    }
    fn put_head(&mut self, head: Head) -> Result<()> {
        self.heads.insert(head.context, head);
        Ok(())
    }
    fn put_turn(&mut self, turn: &Turn) -> Result<()> {
        self.turns.insert(turn.id, turn.clone());
        Ok(())
    }
    fn put_tag(&mut self, context: u64, tag: &str) -> Result<()> {
        self.tags.insert(context, tag.to_owned());
        Ok(())
    }
    fn put_blob(&mut self, hash: &Hash, payload: &Staged) -> Result<bool> {
        let Staged::Inline(bytes) = payload else {
            unreachable!("this engine stages nothing elsewhere")
        };
        Ok(self.blobs.insert(*hash, bytes.clone()).is_none())
    }
    fn put_event(&mut self, kind: EventKind, context: u64, turn: u64) -> Result<()> {
        let number = self.events.len() as u64 + 1;
        self.events.push(Event {
            number,
            kind,
            context,
            turn,
        });
        Ok(())
    }
    fn remembered(&self, context: u64, key: &[u8]) -> Result<Option<Remembered>> {
        Ok(self.keys.get(&(context, key.to_vec())).copied())
    }
    fn remember(&mut self, context: u64, key: &[u8], memory: &Remembered) -> Result<()> {
        self.keys.insert((context, key.to_vec()), *memory);
        Ok(())
    }
    fn put_bundle(&mut self, _: &str, text: &[u8]) -> Result<()> {
        self.bundles.push(text.to_vec());
        Ok(())
    }
}
