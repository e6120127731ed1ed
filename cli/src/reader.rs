//! Files as the engine sees them: what is at a path, and which file that is.

use rustix::fs::OFlags;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use vitrine::state::{Found, Shard, Shards};

/// Most symbolic links on the way to a file; as many as Linux follows.
const LINKS: usize = 40;

/// More than the engine takes of one file: what is longer need not be in memory to be refused.
pub(crate) const MOST_BYTES: u64 = (64 << 20) + 1;

/// More than the engine takes of all files together, for the same reason.
const MOST_IN_ALL: u64 = (256 << 20) + MOST_BYTES;

/// Reads files and finds out their real paths. Folders are looked up once.
#[derive(Debug, Default)]
pub struct Reader {
    folders: HashMap<PathBuf, Folder>,
    bytes: u64,
    /// The real paths of files that the document is kept by: its lock, its journal. None of them can be a part of it.
    kept_by: Vec<PathBuf>,
}

/// Where a folder really is.
#[derive(Debug, Clone)]
enum Folder {
    There(PathBuf),
    /// Where it would be.
    Missing(PathBuf),
    Unreadable(String),
}

impl Shards for Reader {
    fn open(&mut self, path: &str) -> Shard {
        let (path, found) = self.look(Path::new(path), path.ends_with('/'), LINKS);
        match path.to_str() {
            Some(id) => Shard {
                id: id.to_owned(),
                found,
            },
            None => Shard {
                id: path.to_string_lossy().into_owned(),
                found: Found::Unreadable("its real path is no UTF-8".to_owned()),
            },
        }
    }
}

impl Reader {
    /// The same, for a document that is kept by these files.
    pub(crate) fn beside(paths: &[&Path]) -> Reader {
        let mut reader = Reader::default();
        let real = paths
            .iter()
            .filter_map(|path| path.to_str())
            .map(|path| reader.real_path(path));
        reader.kept_by = real.collect();
        reader
    }

    /// The real path of a file, also of one that is not there.
    pub(crate) fn real_path(&mut self, path: &str) -> PathBuf {
        fs::canonicalize(path).unwrap_or_else(|_| self.open(path).id.into())
    }

    /// The real path, and what is there.
    fn look(&mut self, path: &Path, is_folder: bool, links: usize) -> (PathBuf, Found) {
        let unreadable = |why: &str| (path.to_owned(), Found::Unreadable(why.to_owned()));
        let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), is_folder) else {
            return unreadable("it names a folder");
        };
        let real = match self.folder(folder) {
            Folder::There(folder) => folder.join(name),
            Folder::Missing(folder) => return (folder.join(name), Found::Missing),
            Folder::Unreadable(why) => return unreadable(&why),
        };
        if self.kept_by.contains(&real) {
            let why = "the document's own lock or journal is no part of it";
            return (real, Found::Unreadable(why.to_owned()));
        }
        if self.bytes > MOST_IN_ALL {
            return unreadable("the files before it are larger than a document may be");
        }
        match read(&real) {
            Ok(found) => {
                if let Found::Text(text) = &found {
                    self.bytes += text.len() as u64;
                }
                (real, found)
            }
            Err(error) => match fs::read_link(&real) {
                Ok(_) if links == 0 => unreadable("too many symbolic links lead to it"),
                Ok(target) => {
                    let target = real.with_file_name("").join(target);
                    self.look(&target, false, links - 1)
                }
                Err(_) if error.kind() == ErrorKind::NotFound => (real, Found::Missing),
                Err(_) => (real, Found::Unreadable(error.to_string())),
            },
        }
    }

    fn folder(&mut self, path: &Path) -> Folder {
        if let Some(known) = self.folders.get(path) {
            return known.clone();
        }
        let folder = match fs::canonicalize(path) {
            Ok(real) => Folder::There(real),
            Err(error) if error.kind() == ErrorKind::NotFound => match path.parent() {
                Some(parent) => match self.folder(parent) {
                    Folder::There(real) | Folder::Missing(real) => match path.file_name() {
                        Some(name) => Folder::Missing(real.join(name)),
                        None => Folder::Unreadable(
                            "it leads back out of a folder that is not there".to_owned(),
                        ),
                    },
                    unreadable @ Folder::Unreadable(_) => unreadable,
                },
                None => Folder::Unreadable(error.to_string()),
            },
            Err(error) => Folder::Unreadable(error.to_string()),
        };
        self.folders.insert(path.to_owned(), folder.clone());
        folder
    }
}

/// What is at a path whose folder is real; links are an error, and what is no file is not waited for.
fn read(path: &Path) -> io::Result<Found> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        let what = if about.is_dir() {
            "it is a folder"
        } else {
            "it is no regular file"
        };
        return Ok(Found::Unreadable(what.to_owned()));
    }
    let room = about.len().min(MOST_BYTES);
    Ok(Found::Text(limited(
        file,
        usize::try_from(room + 1).unwrap_or(0),
    )?))
}

/// The bytes of an input, as far as there is any use in reading it.
pub(crate) fn limited(input: impl Read, expected: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected);
    input.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of a file that the command line names.
pub(crate) fn named(path: &str) -> io::Result<Vec<u8>> {
    limited(File::open(path)?, 0)
}
