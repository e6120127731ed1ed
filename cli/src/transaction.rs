//! Changing several files so that all of them change or none (decision 19).
//!
//! [`commit`] begins a journal, writes the new contents to files that wait beside their targets, syncs them, adds the
//! journal's last line and syncs it: from here on the change holds. Then the waiting files get their names, the folders
//! are synced, and the journal goes. Where a name cannot be given, what has been renamed is put back by a transaction of
//! its own, whose journal takes the place of the first.
//!
//! [`recover`] is what the next run does when one was stopped: without the last line it takes away what waits, with it
//! gives the names that are still to be given. Both may be stopped and begun again.
//!
//! Whoever calls these holds the lock exclusively.

use crate::disk::Disk;
use crate::journal::{Journal, Step};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind::NotFound};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use vitrine::state::Write;

/// What was left by a run that was stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// It had made its change but not told all files.
    Finished {
        /// How many files it changes.
        files: usize,
    },
    /// It had not got that far: nothing has changed.
    Undone,
}

/// Where the journal of a state file is.
pub fn journal_of(state: &Path) -> PathBuf {
    with_suffix(state, ".journal")
}

/// All places where a journal of a state file may be.
pub(crate) fn journals_of(state: &Path) -> [PathBuf; 2] {
    let journal = journal_of(state);
    let successor = successor(&journal);
    [journal, successor]
}

/// A path with more at its end.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut longer = path.as_os_str().to_owned();
    longer.push(suffix);
    longer.into()
}

/// Carries out the writes, in their order. `state` is the real path of the state file.
///
/// # Errors
/// A sentence. Every file then is as it was, except where the sentence says otherwise.
pub fn commit(disk: &dyn Disk, state: &Path, writes: &[Write]) -> Result<(), String> {
    if writes.is_empty() {
        return Ok(());
    }
    let (steps, texts) = writes
        .iter()
        .map(|write| {
            (
                Step::Write(PathBuf::from(&write.path)),
                write.text.as_bytes(),
            )
        })
        .unzip();
    Transaction {
        disk,
        path: &journal_of(state),
        journal: journal(steps),
        texts,
    }
    .run()
}

/// Repairs what a stopped run has left; nothing where none was stopped.
///
/// # Errors
/// A sentence, where it cannot be repaired. What was left stays.
pub fn recover(disk: &dyn Disk, state: &Path) -> Result<Option<Recovered>, String> {
    let path = journal_of(state);
    let failed = |error: io::Error| {
        format!(
            "a run that was stopped left {}, and repairing it failed: {error}",
            path.display()
        )
    };
    let text = match disk.read(&path) {
        Err(error) if error.kind() == NotFound => return Ok(None),
        text => text.map_err(failed)?,
    };
    let journal = Journal::read(&text).map_err(|why| format!("{}: {why}", path.display()))?;
    let recovered = match journal.committed {
        true => {
            for step in 0..journal.steps.len() {
                settled(apply(disk, &journal, step)).map_err(failed)?;
            }
            sync_folders(disk, &journal, []).map_err(failed)?;
            Recovered::Finished {
                files: journal.steps.len(),
            }
        }
        false => {
            discard(disk, &journal).map_err(failed)?;
            Recovered::Undone
        }
    };
    settled(disk.remove(&successor(&path))).map_err(failed)?;
    disk.remove(&path).map_err(failed)?;
    Ok(Some(recovered))
}

struct Transaction<'a> {
    disk: &'a dyn Disk,
    path: &'a Path,
    journal: Journal,
    texts: Vec<&'a [u8]>,
}

impl Transaction<'_> {
    fn run(&self) -> Result<(), String> {
        let mut folders = Vec::new();
        if let Err(error) = self.prepare(&mut folders) {
            return Err(self.give_up(&folders, &error.to_string()));
        }
        let mut before = Vec::new();
        for step in 0..self.journal.steps.len() {
            if let Err(why) = self.carry_out(step, &mut before) {
                return Err(match before.is_empty() {
                    true => self.give_up(&folders, &why),
                    false => self.turn_back(&folders, before, &why),
                });
            }
        }
        // The change holds, whatever comes now: with the journal there, the next run does what is left.
        if sync_folders(self.disk, &self.journal, []).is_ok() {
            let _ = self.disk.remove(self.path);
        }
        Ok(())
    }

    /// All up to the point from which the change holds.
    fn prepare(&self, folders: &mut Vec<PathBuf>) -> io::Result<()> {
        let begun = self.journal.begun();
        self.disk.write(self.path, begun.as_bytes(), None)?;
        for step in &self.journal.steps {
            folders.extend(self.disk.make_folders(folder_of(step.target()))?);
        }
        self.write_waiting()?;
        // The names of all that the journal counts on, and its own, before its last line.
        let named = folders.iter().map(|folder| folder_of(folder));
        sync_folders(
            self.disk,
            &self.journal,
            named.chain([folder_of(self.path)]),
        )?;
        self.disk
            .append(self.path, self.journal.commit().as_bytes())?;
        self.disk.sync(self.path)
    }

    /// The new contents, beside their targets and durable.
    fn write_waiting(&self) -> io::Result<()> {
        for (step, text) in self.texts.iter().enumerate() {
            let waiting = self.journal.waiting(step);
            let target = self.journal.steps[step].target();
            self.disk.write(&waiting, text, Some(target))?;
            self.disk.sync(&waiting)?;
        }
        Ok(())
    }

    /// Gives a file its new content and keeps the old one in `before`, in case that a later step fails.
    fn carry_out(&self, step: usize, before: &mut Vec<Option<Vec<u8>>>) -> Result<(), String> {
        let target = self.journal.steps[step].target();
        let failed = |error: io::Error| format!("{} cannot be replaced: {error}", target.display());
        let old = match step + 1 < self.journal.steps.len() {
            true => found(self.disk.read(target)).map_err(failed)?,
            false => None,
        };
        apply(self.disk, &self.journal, step).map_err(failed)?;
        before.push(old);
        Ok(())
    }

    /// Takes away what was prepared. The journal goes first: with its last line and without the files that wait it would
    /// say that they had been renamed.
    fn give_up(&self, folders: &[PathBuf], why: &str) -> String {
        let gone = found(self.disk.remove(self.path))
            .and_then(|gone| gone.map_or(Ok(()), |()| self.disk.sync(folder_of(self.path))))
            .and_then(|()| discard(self.disk, &self.journal));
        self.remove_folders(folders);
        match gone {
            Ok(()) => format!("nothing was written: {why}"),
            Err(error) => {
                format!("{why}; then cleaning up failed, which the next run repairs: {error}")
            }
        }
    }

    /// Puts back what has been renamed.
    fn turn_back(&self, folders: &[PathBuf], before: Vec<Option<Vec<u8>>>, why: &str) -> String {
        let renamed = before.len();
        // Files to be written come first, because the texts go by place.
        let mut texts = Vec::new();
        let mut steps = Vec::new();
        let mut removed = Vec::new();
        for (step, old) in before.iter().enumerate().rev() {
            let target = self.journal.steps[step].target().to_owned();
            match old {
                Some(text) => {
                    steps.push(Step::Write(target));
                    texts.push(text.as_slice());
                }
                None => removed.push(Step::Remove(target)),
            }
        }
        steps.extend(removed);
        let waiting = (renamed..self.journal.steps.len()).map(|step| self.journal.waiting(step));
        steps.extend(waiting.map(Step::Remove));
        let back = Transaction {
            disk: self.disk,
            path: self.path,
            journal: journal(steps),
            texts,
        };
        let done = back.replace();
        self.remove_folders(folders);
        match done {
            Ok(()) => format!("nothing was written: {why}"),
            Err(error) => format!("{why}; then putting back what had been written failed, and the next run repairs it: {error}"),
        }
    }

    /// Takes away the folders that were made, where they are empty.
    fn remove_folders(&self, folders: &[PathBuf]) {
        for folder in folders.iter().rev() {
            let _ = self.disk.remove_folder(folder);
        }
    }

    /// Runs as the successor of the journal that is there.
    fn replace(&self) -> io::Result<()> {
        let successor = successor(self.path);
        settled(self.disk.remove(&successor))?;
        self.write_waiting()?;
        sync_folders(self.disk, &self.journal, [])?;
        let text = self.journal.begun() + &self.journal.commit();
        self.disk.write(&successor, text.as_bytes(), None)?;
        self.disk.sync(&successor)?;
        self.disk.rename(&successor, self.path)?;
        self.disk.sync(folder_of(self.path))?;
        for step in 0..self.journal.steps.len() {
            settled(apply(self.disk, &self.journal, step))?;
        }
        sync_folders(self.disk, &self.journal, [])?;
        self.disk.remove(self.path)
    }
}

fn journal(steps: Vec<Step>) -> Journal {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Journal {
        number: format!("{:x}-{:x}", since.as_nanos(), std::process::id()),
        steps,
        committed: false,
    }
}

/// Where a journal waits that takes the place of another.
fn successor(journal: &Path) -> PathBuf {
    with_suffix(journal, ".new")
}

fn apply(disk: &dyn Disk, journal: &Journal, step: usize) -> io::Result<()> {
    match &journal.steps[step] {
        Step::Write(target) => disk.rename(&journal.waiting(step), target),
        Step::Remove(target) => disk.remove(target),
    }
}

/// Takes away the files that wait.
fn discard(disk: &dyn Disk, journal: &Journal) -> io::Result<()> {
    for step in 0..journal.steps.len() {
        if let Step::Write(_) = &journal.steps[step] {
            settled(disk.remove(&journal.waiting(step)))?;
        }
    }
    Ok(())
}

/// Makes durable which names the folders of a transaction have, and some more.
fn sync_folders<'a>(
    disk: &dyn Disk,
    journal: &'a Journal,
    more: impl IntoIterator<Item = &'a Path>,
) -> io::Result<()> {
    let folders = journal.steps.iter().map(|step| folder_of(step.target()));
    let folders: BTreeSet<_> = folders.chain(more).collect();
    folders
        .into_iter()
        .try_for_each(|folder| settled(disk.sync(folder)))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Done before is done.
fn settled(result: io::Result<()>) -> io::Result<()> {
    found(result).map(Option::unwrap_or_default)
}

fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == NotFound => Ok(None),
        other => other.map(Some),
    }
}
