//! The lock: `flock` on a file of its own, which stays there for good.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use vitrine::state::Access;

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Takes the lock, waiting for it as long as `timeout`.
///
/// # Errors
/// A sentence: the file cannot be opened, or others held the lock all the time.
pub fn take(path: &Path, access: Access, timeout: Duration) -> Result<Lock, String> {
    let unusable =
        |error: io::Error| format!("the lock {} cannot be opened: {error}", path.display());
    let end = Instant::now() + timeout;
    loop {
        let file = open(path).map_err(unusable)?;
        let Some(file) = locked(file, access, end).map_err(unusable)? else {
            return Err(format!(
                "others held the lock {} for {} ms; try again, or wait longer with STATE_LOCK_TIMEOUT_MS",
                path.display(),
                timeout.as_millis()
            ));
        };
        // Somebody may have removed the file meanwhile, and the next one would lock another.
        if is_at(&file, path).map_err(unusable)? {
            return Ok(Lock { _file: file });
        }
    }
}

/// Opens the file, which is made where it is not there. To read is enough where the folder allows no more.
fn open(path: &Path) -> io::Result<File> {
    let made = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    match made {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            File::open(path).map_err(|_| error)
        }
        other => other,
    }
}

/// The file, locked; nothing where the time ran out.
fn locked(file: File, access: Access, end: Instant) -> io::Result<Option<File>> {
    let tried = match access {
        Access::Shared => file.try_lock_shared(),
        Access::Exclusive => file.try_lock(),
    };
    match tried {
        Ok(()) => return Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => return Err(error),
    }
    // The system wakes whoever waits, in the order in which they came; a thread can be left waiting.
    let (give, taken) = mpsc::channel();
    thread::spawn(move || {
        let locked = match access {
            Access::Shared => file.lock_shared(),
            Access::Exclusive => file.lock(),
        };
        // Where nobody takes it any more, the file is closed and the lock is free again.
        let _ = give.send(locked.map(|()| file));
    });
    let left = end.saturating_duration_since(Instant::now());
    taken.recv_timeout(left).ok().transpose()
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((held.dev(), held.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
