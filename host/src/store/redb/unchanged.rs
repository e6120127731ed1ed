//! A database file that stays as it is: what redb writes to it is kept in memory.
//!
//! redb mends what it finds damaged, by going back to an older state where it must. Whoever only looks at the data must not
//! have it changed under his eyes.

use ::redb::StorageBackend;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes that are kept together.
const BLOCK: u64 = 4096;

#[derive(Debug)]
pub(super) struct Unchanged(Mutex<Overlay>);

#[derive(Debug)]
struct Overlay {
    file: File,
    /// How much of the file is still looked at, in bytes.
    file_len: u64,
    len: u64,
    /// Blocks that were written to, by their number.
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Unchanged {
    pub(super) fn open(path: &Path) -> Result<Unchanged> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Unchanged(Mutex::new(Overlay {
            file,
            file_len: len,
            len,
            blocks: BTreeMap::new(),
        })))
    }

    fn overlay(&self) -> MutexGuard<'_, Overlay> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Overlay {
    /// Fills `out` with what is at `offset`: of the file, zeros after its end.
    fn read_file(&mut self, offset: u64, out: &mut [u8]) -> Result<()> {
        let there = self.file_len.saturating_sub(offset).min(out.len() as u64);
        // Not more than `out` has.
        let (of_file, beyond) = out.split_at_mut(there as usize);
        if !of_file.is_empty() {
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.read_exact(of_file)?;
        }
        beyond.fill(0);
        Ok(())
    }

    /// The parts of `len` bytes from `offset` that lie in one block each: its number, where in it, and how many.
    fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, usize)> {
        let end = offset + len as u64;
        let mut at = offset;
        std::iter::from_fn(move || {
            let (block, within) = (at / BLOCK, at % BLOCK);
            let part = (BLOCK - within).min(end - at);
            at += part;
            (part > 0).then_some((block, within as usize, part as usize))
        })
    }
}

impl StorageBackend for Unchanged {
    fn len(&self) -> Result<u64> {
        Ok(self.overlay().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let mut overlay = self.overlay();
        if offset + out.len() as u64 > overlay.len {
            return Err(Error::from(ErrorKind::UnexpectedEof));
        }
        overlay.read_file(offset, out)?;
        let mut rest = out;
        for (block, within, part) in Overlay::parts(offset, rest.len()) {
            let (here, after) = std::mem::take(&mut rest).split_at_mut(part);
            if let Some(written) = overlay.blocks.get(&block) {
                here.copy_from_slice(&written[within..within + part]);
            }
            rest = after;
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> Result<()> {
        let mut overlay = self.overlay();
        if len < overlay.len {
            overlay.file_len = overlay.file_len.min(len);
            let first_gone = len.div_ceil(BLOCK);
            overlay.blocks.split_off(&first_gone);
            if let Some(last) = overlay.blocks.get_mut(&(len / BLOCK)) {
                last[(len % BLOCK) as usize..].fill(0);
            }
        }
        overlay.len = len;
        Ok(())
    }

    fn sync_data(&self) -> Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<()> {
        let mut overlay = self.overlay();
        let mut rest = data;
        for (block, within, part) in Overlay::parts(offset, data.len()) {
            if !overlay.blocks.contains_key(&block) {
                let mut bytes = vec![0; BLOCK as usize];
                overlay.read_file(block * BLOCK, &mut bytes)?;
                overlay.blocks.insert(block, bytes);
            }
            let (here, after) = rest.split_at(part);
            if let Some(bytes) = overlay.blocks.get_mut(&block) {
                bytes[within..within + part].copy_from_slice(here);
            }
            rest = after;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use ::redb::backends::InMemoryBackend;
    use proptest::prelude::*;
    use std::fs;

    proptest! {
        #[test]
        fn it_reads_as_memory_that_began_like_the_file(
            steps in proptest::collection::vec((0..20_000_u64, proptest::collection::vec(any::<u8>(), 1..9000), any::<bool>()), 1..12)
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            let start: Vec<u8> = (0..10_000_u32).map(|n| n as u8).collect();
            fs::write(&path, &start).unwrap();
            let ours = Unchanged::open(&path).unwrap();
            let model = InMemoryBackend::new();
            model.set_len(start.len() as u64).unwrap();
            model.write(0, &start).unwrap();
            for (offset, data, resize) in &steps {
                let end = offset + data.len() as u64;
                for backend in [&ours as &dyn StorageBackend, &model] {
                    if *resize || backend.len().unwrap() < end {
                        backend.set_len(if *resize { *offset + 1 } else { end }).unwrap();
                    }
                    if !*resize {
                        backend.write(*offset, data).unwrap();
                    }
                }
                let len = model.len().unwrap();
                prop_assert_eq!(ours.len().unwrap(), len);
                let read = |backend: &dyn StorageBackend, from: u64| {
                    let mut out = vec![1; (len - from) as usize];
                    backend.read(from, &mut out).unwrap();
                    out
                };
                for from in [0, len / 3] {
                    prop_assert_eq!(read(&ours, from), read(&model, from));
                }
            }
            prop_assert!(ours.read(0, &mut vec![0; 60_000]).is_err());
            prop_assert_eq!(fs::read(&path).unwrap(), start);
        }
    }
}
