//! A disk in memory that tells what is durable from what is merely written, and fails when it is told to.

use redb::StorageBackend;
use std::io::{Error, ErrorKind, Result};
use std::sync::{Arc, Mutex, MutexGuard};

#[derive(Debug, Clone)]
pub enum Change {
    Write(u64, Vec<u8>),
    Len(u64),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Len(len) => bytes.resize(*len as usize, 0),
            Change::Write(at, data) => {
                let (start, end) = (*at as usize, *at as usize + data.len());
                bytes.resize(bytes.len().max(end), 0);
                bytes[start..end].copy_from_slice(data);
            }
        }
    }
}

/// Told of each sync beforehand: what is durable, and what is pending.
pub type OnSync = Box<dyn FnMut(&[u8], &[Change]) + Send>;

#[derive(Default)]
pub struct State {
    live: Vec<u8>,
    durable: Vec<u8>,
    /// What was written since the last sync.
    pending: Vec<Change>,
    pub on_sync: Option<OnSync>,
    /// Bytes that the disk has.
    pub room: Option<u64>,
    pub unreadable: bool,
}

/// Clones are the same disk.
#[derive(Clone, Default)]
pub struct Disk(Arc<Mutex<State>>);

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Disk")
    }
}

/// What a machine that lost its power could find: of the pending changes those that `keep` picks, the last of them torn
/// where `torn`.
pub fn image(
    durable: &[u8],
    pending: &[Change],
    keep: impl Fn(usize) -> bool,
    torn: bool,
) -> Vec<u8> {
    let mut bytes = durable.to_vec();
    let kept: Vec<_> = pending
        .iter()
        .enumerate()
        .filter(|(i, _)| keep(*i))
        .collect();
    for (number, (_, change)) in kept.iter().enumerate() {
        match change {
            Change::Write(at, data) if torn && number + 1 == kept.len() => {
                Change::Write(*at, data[..data.len() / 2].to_vec()).apply(&mut bytes);
            }
            change => change.apply(&mut bytes),
        }
    }
    bytes
}

impl Disk {
    pub fn with(bytes: Vec<u8>) -> Disk {
        let disk = Disk::default();
        disk.state().live.clone_from(&bytes);
        disk.state().durable = bytes;
        disk
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    fn change(&self, change: Change, end: u64) -> Result<()> {
        let mut state = self.state();
        if state.room.is_some_and(|room| end > room) {
            return Err(Error::from(ErrorKind::StorageFull));
        }
        change.apply(&mut state.live);
        state.pending.push(change);
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> Result<u64> {
        Ok(self.state().live.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let state = self.state();
        if state.unreadable {
            return Err(Error::other("the disk cannot be read"));
        }
        let start = offset as usize;
        let found = state.live.get(start..start + out.len());
        out.copy_from_slice(found.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> Result<()> {
        self.change(Change::Len(len), len)
    }

    fn sync_data(&self) -> Result<()> {
        let state = &mut *self.state();
        if let Some(on_sync) = &mut state.on_sync {
            on_sync(&state.durable, &state.pending);
        }
        for change in std::mem::take(&mut state.pending) {
            change.apply(&mut state.durable);
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<()> {
        let end = offset + data.len() as u64;
        self.change(Change::Write(offset, data.to_vec()), end)
    }
}
