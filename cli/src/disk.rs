//! The steps by which files change, each of which may fail or be the last before the power goes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{fchown, MetadataExt};
use std::path::{Path, PathBuf};

/// A disk. Tests have one that fails, or ends the process, at a chosen step.
pub trait Disk {
    /// All of a file.
    ///
    /// # Errors
    /// `NotFound` where there is none.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Makes a new file that is not synced yet, with the permissions and the owner of `like`, where that is there.
    ///
    /// # Errors
    /// `AlreadyExists`, or what the system says. A part of the file may be there then.
    fn write(&self, path: &Path, text: &[u8], like: Option<&Path>) -> io::Result<()>;

    /// Adds to the end of a file; not synced yet.
    ///
    /// # Errors
    /// What the system says. A part of the text may be there then.
    fn append(&self, path: &Path, text: &[u8]) -> io::Result<()>;

    /// Makes the content of a file durable, or which names a folder has.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Gives a file another name in the same folder, in place of what had it.
    ///
    /// # Errors
    /// What the system says; then nothing has changed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// `NotFound` where there is none.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes a folder and those above it; gives those that were not there, the outermost first.
    ///
    /// # Errors
    /// What the system says; those that were made stay.
    fn make_folders(&self, path: &Path) -> io::Result<Vec<PathBuf>>;

    /// Removes an empty folder.
    ///
    /// # Errors
    /// What the system says.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
}

/// What the system said, with the file that it is about.
fn at(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The file system.
#[derive(Debug, Clone, Copy)]
pub struct Files;

impl Disk for Files {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path).map_err(at(path))
    }

    fn write(&self, path: &Path, text: &[u8], like: Option<&Path>) -> io::Result<()> {
        let write = || {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            if let Some(like) = like {
                take_after(&file, like)?;
            }
            file.write_all(text)
        };
        write().map_err(at(path))
    }

    fn append(&self, path: &Path, text: &[u8]) -> io::Result<()> {
        let file = OpenOptions::new().append(true).open(path);
        file.and_then(|mut file| file.write_all(text))
            .map_err(at(path))
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        File::open(path)
            .and_then(|file| file.sync_all())
            .map_err(at(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to).map_err(at(to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path).map_err(at(path))
    }

    fn make_folders(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let missing = path
            .ancestors()
            .take_while(|folder| !folder.exists())
            .map(Path::to_owned);
        let mut made: Vec<_> = missing.collect();
        made.reverse();
        fs::create_dir_all(path).map_err(at(path))?;
        Ok(made)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path).map_err(at(path))
    }
}

/// Gives a new file the permissions of the one whose place it takes, and its owner where that is allowed.
fn take_after(file: &File, like: &Path) -> io::Result<()> {
    let old = match fs::metadata(like) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        old => old?,
    };
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        // Only root may give a file away; whoever else could replace the file owns it from now on.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    if new.mode() != old.mode() {
        file.set_permissions(old.permissions())?;
    }
    Ok(())
}
