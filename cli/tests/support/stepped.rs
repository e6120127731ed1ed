//! The real file system, which fails or ends the process at a chosen step.

use std::cell::{Cell, RefCell};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use vitrine_state::disk::{Disk, Files};

/// What happens at the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The process is killed before it.
    Die,
    /// The process is killed in the middle of it.
    DieWithin,
    /// It fails, in the middle of it; what comes after it works.
    Fail(ErrorKind),
    /// It fails, and so does all that comes after it.
    FailFrom(ErrorKind),
}

/// A disk on which something happens at the `at`-th change, counted from 0.
#[derive(Debug)]
pub struct Stepped {
    at: usize,
    fault: Fault,
    step: Cell<usize>,
    /// What was done, and to what.
    pub log: RefCell<Vec<(&'static str, PathBuf)>>,
}

impl Stepped {
    pub fn new(fault: Fault, at: usize) -> Stepped {
        Stepped {
            at,
            fault,
            step: Cell::new(0),
            log: RefCell::default(),
        }
    }

    /// Whether the step was reached.
    pub fn happened(&self) -> bool {
        self.step.get() > self.at
    }

    fn step(
        &self,
        what: &'static str,
        path: &Path,
        half: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        self.log.borrow_mut().push((what, path.to_owned()));
        let step = self.step.replace(self.step.get() + 1);
        match self.fault {
            Fault::Die if step == self.at => die(),
            Fault::DieWithin if step == self.at => {
                half()?;
                die()
            }
            Fault::Fail(kind) if step == self.at => {
                half()?;
                Err(kind.into())
            }
            Fault::FailFrom(kind) if step >= self.at => Err(kind.into()),
            _ => Ok(()),
        }
    }
}

/// As by `kill -9`: nothing runs any more, no destructor, no handler.
fn die() -> ! {
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::abort()
}

fn nothing() -> io::Result<()> {
    Ok(())
}

impl Disk for Stepped {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Files.read(path)
    }

    fn write(&self, path: &Path, text: &[u8], like: Option<&Path>) -> io::Result<()> {
        self.step("write", path, || {
            Files.write(path, &text[..text.len() / 2], like)
        })?;
        Files.write(path, text, like)
    }

    fn append(&self, path: &Path, text: &[u8]) -> io::Result<()> {
        self.step("append", path, || {
            Files.append(path, &text[..text.len() / 2])
        })?;
        Files.append(path, text)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.step("sync", path, nothing)?;
        Files.sync(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step("rename", to, nothing)?;
        Files.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove", path, nothing)?;
        Files.remove(path)
    }

    fn make_folders(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.step("make", path, nothing)?;
        Files.make_folders(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step("remove folder", path, nothing)?;
        Files.remove_folder(path)
    }
}
