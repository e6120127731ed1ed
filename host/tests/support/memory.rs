//! An engine in memory: what the contract means without a disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use vitrine::error::Result;
use vitrine::turns::blob::Hash;
use vitrine::turns::wire::reply::Head;
use vitrine_host::store::{
    rules, Ledger, Remembered, Snapshot, Staged, Storage, Turn, Turns, Write, Written, REMEMBER_MS,
};

#[derive(Clone, Default)]
struct State {
    heads: BTreeMap<u64, Head>,
    turns: BTreeMap<u64, Turn>,
    blobs: BTreeMap<Hash, Vec<u8>>,
    keys: BTreeMap<(u64, Vec<u8>), Remembered>,
    bundles: Vec<Vec<u8>>,
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
    fn contexts(&self, before: Option<u64>, limit: usize) -> Result<Vec<Head>> {
        let before = before.unwrap_or(u64::MAX);
        Ok(self
            .heads
            .range(..before)
            .rev()
            .take(limit)
            .map(|(_, head)| *head)
            .collect())
    }
    fn blob(&self, hash: &Hash) -> Result<Option<Vec<u8>>> {
        Ok(self.blobs.get(hash).cloned())
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
    fn put_blob(&mut self, hash: &Hash, payload: &Staged) -> Result<()> {
        if let Staged::Inline(bytes) = payload {
            self.blobs.insert(*hash, bytes.clone());
        }
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
