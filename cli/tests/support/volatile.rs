//! A disk in memory that tells what is durable from what is merely done: contents become durable when the file is
//! synced, names when their folder is. When the power goes, of each folder's pending changes a number of the first are
//! there, and a file that was not synced has any part of its content, or zeros.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use vitrine_state::disk::Disk;

type Names = BTreeMap<PathBuf, usize>;

#[derive(Debug, Clone, Default)]
struct State {
    /// Content, and what of it is durable; by number.
    files: Vec<(Vec<u8>, Vec<u8>)>,
    live: Names,
    durable: Names,
    folders: BTreeSet<PathBuf>,
    durable_folders: BTreeSet<PathBuf>,
    pending: Vec<(PathBuf, Change)>,
    /// Steps until the power goes.
    left: Option<usize>,
    /// No file can be renamed to this.
    guarded: Option<PathBuf>,
}

#[derive(Debug, Clone)]
enum Change {
    Name(PathBuf, usize),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    Folder(PathBuf),
}

#[derive(Debug, Default)]
pub struct Volatile(RefCell<State>);

impl Volatile {
    /// A disk with these files, all of them durable.
    pub fn with(contents: &[(&str, &str)]) -> Volatile {
        let disk = Volatile::default();
        for (path, text) in contents {
            disk.make_folders(folder(Path::new(path))).unwrap();
            disk.write(Path::new(path), text.as_bytes(), None).unwrap();
        }
        disk.0
            .borrow_mut()
            .settle(|_, all| all, |live, _| live.to_vec());
        disk
    }

    /// The power goes before the step with that number.
    pub fn cut_at(&self, step: usize) {
        self.0.borrow_mut().left = Some(step);
    }

    /// From now on, until the power comes back, nothing takes this file's place.
    pub fn guard(&self, path: &Path) {
        self.0.borrow_mut().guarded = Some(path.to_owned());
    }

    /// Whether it has gone.
    pub fn is_cut(&self) -> bool {
        self.0.borrow().left == Some(0)
    }

    /// What is found when the power is back. `draw` gives a number below its argument.
    pub fn found(&self, draw: &mut dyn FnMut(usize) -> usize) -> Volatile {
        let mut state = self.0.borrow().clone();
        let draw = RefCell::new(draw);
        state.settle(
            |_, all| (draw.borrow_mut())(all + 1),
            |live, durable| match (draw.borrow_mut())(4) {
                0 => durable.to_vec(),
                1 => live[..live.len() / 2].to_vec(),
                2 => vec![0; live.len()],
                _ => live.to_vec(),
            },
        );
        state.left = None;
        state.guarded = None;
        Volatile(RefCell::new(state))
    }

    /// All files but those of a transaction under way.
    pub fn contents(&self) -> BTreeMap<PathBuf, String> {
        let state = self.0.borrow();
        let is_own = |path: &Path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(".vitrine-") || name.contains(".journal")
        };
        let files = state.live.iter().filter(|(path, _)| !is_own(path));
        let text = |number: &usize| String::from_utf8(state.files[*number].0.clone()).unwrap();
        files
            .map(|(path, number)| (path.clone(), text(number)))
            .collect()
    }

    fn step(&self) -> io::Result<std::cell::RefMut<'_, State>> {
        let mut state = self.0.borrow_mut();
        match &mut state.left {
            Some(0) => return Err(ErrorKind::Other.into()),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(state)
    }
}

impl State {
    /// Makes durable, of each folder's pending changes, the first `keep(folder, how many)`, and of each file's content
    /// what `content(live, durable)` says where they differ; that is all there is from now on.
    fn settle(
        &mut self,
        keep: impl Fn(&Path, usize) -> usize,
        content: impl Fn(&[u8], &[u8]) -> Vec<u8>,
    ) {
        let folders: BTreeSet<_> = self.pending.iter().map(|change| change.0.clone()).collect();
        for folder in folders {
            let all = self
                .pending
                .iter()
                .filter(|change| change.0 == folder)
                .count();
            self.persist(&folder, keep(&folder, all));
        }
        self.pending.clear();
        // A name in a folder that is not there leads nowhere.
        let folders = self.durable_folders.clone();
        let there = |path: &Path| path.ancestors().skip(1).all(|each| folders.contains(each));
        self.durable.retain(|path, _| there(path));
        self.live = self.durable.clone();
        self.folders = folders;
        for (live, durable) in &mut self.files {
            if live != durable {
                *live = content(live, durable);
                durable.clone_from(live);
            }
        }
    }

    /// Makes the first pending changes of a folder durable.
    fn persist(&mut self, folder: &Path, count: usize) {
        let mut left = count;
        let pending = std::mem::take(&mut self.pending);
        for (of, change) in pending {
            if of != folder || left == 0 {
                self.pending.push((of, change));
                continue;
            }
            left -= 1;
            match change {
                Change::Name(path, number) => {
                    self.durable.insert(path, number);
                }
                Change::Rename(from, to) => {
                    if let Some(number) = self.durable.remove(&from) {
                        self.durable.insert(to, number);
                    }
                }
                Change::Remove(path) => {
                    self.durable.remove(&path);
                }
                Change::Folder(path) => {
                    self.durable_folders.insert(path);
                }
            }
        }
    }

    fn number(&self, path: &Path) -> io::Result<usize> {
        self.live
            .get(path)
            .copied()
            .ok_or(ErrorKind::NotFound.into())
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

impl Disk for Volatile {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let state = self.0.borrow();
        Ok(state.files[state.number(path)?].0.clone())
    }

    fn write(&self, path: &Path, text: &[u8], _like: Option<&Path>) -> io::Result<()> {
        let mut state = self.step()?;
        if state.live.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        if !state.folders.contains(folder(path)) {
            return Err(ErrorKind::NotFound.into());
        }
        let number = state.files.len();
        state.files.push((text.to_vec(), Vec::new()));
        state.live.insert(path.to_owned(), number);
        let change = Change::Name(path.to_owned(), number);
        state.pending.push((folder(path).to_owned(), change));
        Ok(())
    }

    fn append(&self, path: &Path, text: &[u8]) -> io::Result<()> {
        let mut state = self.step()?;
        let number = state.number(path)?;
        state.files[number].0.extend(text);
        Ok(())
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        if state.folders.contains(path) {
            state.persist(path, usize::MAX);
            return Ok(());
        }
        let number = state.number(path)?;
        let (live, durable) = &mut state.files[number];
        durable.clone_from(live);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        let number = state.number(from)?;
        if state.guarded.as_deref() == Some(to) {
            return Err(ErrorKind::PermissionDenied.into());
        }
        assert_eq!(folder(from), folder(to));
        state.live.remove(from);
        state.live.insert(to.to_owned(), number);
        let change = Change::Rename(from.to_owned(), to.to_owned());
        state.pending.push((folder(to).to_owned(), change));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        state.number(path)?;
        state.live.remove(path);
        let change = Change::Remove(path.to_owned());
        state.pending.push((folder(path).to_owned(), change));
        Ok(())
    }

    fn make_folders(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let mut state = self.step()?;
        let missing = path
            .ancestors()
            .filter(|each| !state.folders.contains(*each));
        let mut made: Vec<_> = missing.map(Path::to_owned).collect();
        made.reverse();
        for each in &made {
            state.folders.insert(each.clone());
            let change = Change::Folder(each.clone());
            state.pending.push((folder(each).to_owned(), change));
        }
        Ok(made)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step()?.folders.remove(path);
        Ok(())
    }
}
