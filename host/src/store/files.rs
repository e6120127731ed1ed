//! Large payloads as files: `DIR/ab/cdef…`, named by their hash.
//!
//! A file gets its name only when its bytes are on the disk, and the folder is synced before the payload
//! counts as stored, so a name never stands for half a payload. A file that is shorter than its payload is that payload in
//! zstd.

use crate::packing::{pack, unpack};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::{to_hex, Hash};

/// A folder of payloads.
#[derive(Debug)]
pub struct BlobFiles {
    folder: PathBuf,
    /// Numbers temporary files, so that two writers never share one.
    next: AtomicU64,
}

impl BlobFiles {
    const TEMPORARY: &str = "tmp";

    /// Opens the folder, makes it where it is missing, and clears what a killed process left unnamed.
    ///
    /// # Errors
    /// `Storage` when the disk refuses.
    pub fn open(folder: PathBuf) -> Result<BlobFiles> {
        let temporary = folder.join(Self::TEMPORARY);
        fs::create_dir_all(&temporary).map_err(failed("make", &temporary))?;
        let left = fs::read_dir(&temporary).map_err(failed("list", &temporary))?;
        for entry in left {
            let path = entry.map_err(failed("list", &temporary))?.path();
            fs::remove_file(&path).map_err(failed("remove", &path))?;
        }
        sync_folder(&folder)?;
        Ok(BlobFiles::in_folder(folder))
    }

    /// A folder that is only read from, as it is.
    pub fn in_folder(folder: PathBuf) -> BlobFiles {
        BlobFiles {
            folder,
            next: AtomicU64::new(0),
        }
    }

    /// Writes a payload durably; one that is there already is only made sure of, and one that is there with other bytes is
    /// written anew: who appends what was lost heals it.
    ///
    /// # Errors
    /// `Storage` when the disk refuses.
    pub fn write(&self, hash: &Hash, bytes: &[u8]) -> Result<()> {
        let packed = pack(bytes);
        let bytes = packed.as_deref().unwrap_or(bytes);
        let path = self.path(hash);
        let folder = path.parent().unwrap_or(&self.folder);
        if is_there(&path, bytes) {
            // Another writer may have named it and not yet synced the folder.
            return sync_folder(folder);
        }
        match fs::create_dir(folder) {
            Ok(()) => sync_folder(&self.folder)?,
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            Err(e) => return Err(failed("make", folder)(e)),
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(Self::TEMPORARY).join(number.to_string());
        fill(&temporary, bytes).inspect_err(|_| {
            // A full disk must not stay full of halves.
            let _ = fs::remove_file(&temporary);
        })?;
        fs::rename(&temporary, &path).map_err(failed("name", &path))?;
        sync_folder(folder)
    }

    /// Reads a payload of `len` bytes.
    ///
    /// # Errors
    /// `Storage` when the file is missing, unreadable or damaged.
    pub fn read(&self, hash: &Hash, len: u32) -> Result<Vec<u8>> {
        let path = self.path(hash);
        let mut file = File::open(&path).map_err(failed("open", &path))?;
        let found = file.metadata().map_err(failed("look at", &path))?.len();
        let other_length = |found: u64| {
            let what = format!("length of the stored payload {}", to_hex(hash));
            Error::mismatch(Code::Storage, &what, len, found)
        };
        let stored = u32::try_from(found).ok().filter(|stored| *stored <= len);
        let stored = stored.ok_or_else(|| other_length(found))?;
        let mut bytes = vec![0; stored as usize];
        file.read_exact(&mut bytes).map_err(failed("read", &path))?;
        if stored == len {
            return Ok(bytes);
        }
        // Shorter: in zstd, or cut.
        match unpack(&bytes, len as usize) {
            Ok(payload) if payload.len() == len as usize => Ok(payload),
            _ => {
                let what = format!("stored payload {}", to_hex(hash));
                let expected = format_args!("zstd of {len} bytes");
                let found = format_args!("{found} bytes that are not");
                Err(Error::mismatch(Code::Storage, &what, expected, found))
            }
        }
    }

    fn path(&self, hash: &Hash) -> PathBuf {
        let hex = to_hex(hash);
        self.folder.join(&hex[..2]).join(&hex[2..])
    }
}

/// Whether a file holds these bytes. One of another length is not read.
fn is_there(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|about| about.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|found| found == bytes)
}

fn fill(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create(path).map_err(failed("create", path))?;
    file.write_all(bytes).map_err(failed("write", path))?;
    file.sync_all().map_err(failed("sync", path))
}

pub(super) fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder)
        .and_then(|f| f.sync_all())
        .map_err(failed("sync", folder))
}

/// Turns an I/O error into `Storage`, with what was tried on which path.
pub(super) fn failed<'a>(
    doing: &'a str,
    path: &'a Path,
) -> impl FnOnce(std::io::Error) -> Error + 'a {
    move |e| {
        Error::new(
            Code::Storage,
            format!("cannot {doing} {}: {e}", path.display()),
        )
    }
}
