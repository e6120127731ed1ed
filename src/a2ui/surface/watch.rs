//! What waits for which part of the data model: a tree of the paths that are bound, with who is bound at each.

use crate::a2ui::model::Value;
use crate::a2ui::table::Table;

/// Nobody, or no place.
const NONE: u32 = u32::MAX;

/// Who waits: a slot of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watcher {
    /// The node.
    pub node: u32,
    /// The slot.
    pub slot: u32,
    /// Whether for the keys at the path, not for the value.
    pub keys: bool,
}

#[derive(Debug)]
struct Watch {
    watcher: Watcher,
    /// Its path.
    at: u32,
    /// Its place among those at the path.
    place: u32,
}

#[derive(Debug, Default)]
struct Branch {
    parent: u32,
    key: String,
    branches: Table<u32>,
    watches: Vec<u32>,
}

/// All that waits.
#[derive(Debug)]
pub struct Watches {
    branches: Vec<Branch>,
    free_branches: Vec<u32>,
    watches: Vec<Watch>,
    free_watches: Vec<u32>,
    /// Paths, watchers and keys looked at so far.
    pub work: u64,
}

/// Who is touched by a change.
#[derive(Debug, Default)]
pub struct Touched {
    /// Whose value may be another one.
    pub values: Vec<Watcher>,
    /// Whose keys are other ones, and the key where one was added and no other changed.
    pub keys: Vec<(Watcher, Option<String>)>,
}

impl Default for Watches {
    fn default() -> Self {
        let root = Branch {
            parent: NONE,
            ..Branch::default()
        };
        Watches {
            branches: vec![root],
            free_branches: Vec::new(),
            watches: Vec::new(),
            free_watches: Vec::new(),
            work: 0,
        }
    }
}

impl Watches {
    /// Waits at a path; the number by which to stop.
    pub fn add(&mut self, watcher: Watcher, path: impl Iterator<Item = impl AsRef<str>>) -> u32 {
        let mut at = 0;
        for key in path {
            self.work += 1;
            at = self.branch(at, key.as_ref());
        }
        let place = self.branches[at as usize].watches.len() as u32;
        let watch = Watch { watcher, at, place };
        let number = match self.free_watches.pop() {
            Some(number) => {
                self.watches[number as usize] = watch;
                number
            }
            None => {
                self.watches.push(watch);
                (self.watches.len() - 1) as u32
            }
        };
        self.branches[at as usize].watches.push(number);
        number
    }

    fn branch(&mut self, parent: u32, key: &str) -> u32 {
        if let Some(at) = self.branches[parent as usize].branches.get(key) {
            return *at;
        }
        let branch = Branch {
            parent,
            key: key.to_owned(),
            ..Branch::default()
        };
        let at = match self.free_branches.pop() {
            Some(at) => {
                self.branches[at as usize] = branch;
                at
            }
            None => {
                self.branches.push(branch);
                (self.branches.len() - 1) as u32
            }
        };
        let branches = &mut self.branches[parent as usize].branches;
        branches.insert(key.to_owned(), at);
        at
    }

    /// Stops waiting.
    pub fn remove(&mut self, number: u32) {
        let Watch { at, place, .. } = self.watches[number as usize];
        self.free_watches.push(number);
        let branch = &mut self.branches[at as usize];
        branch.watches.swap_remove(place as usize);
        if let Some(moved) = branch.watches.get(place as usize) {
            self.watches[*moved as usize].place = place;
        }
        self.prune(at);
    }

    /// Removes paths at which nobody waits.
    fn prune(&mut self, mut at: u32) {
        while at != 0 {
            let branch = &mut self.branches[at as usize];
            if !branch.watches.is_empty() || !branch.branches.is_empty() {
                return;
            }
            let (key, parent) = (core::mem::take(&mut branch.key), branch.parent);
            self.free_branches.push(at);
            self.work += 1;
            self.branches[parent as usize].branches.remove(&key);
            at = parent;
        }
    }

    /// Who is touched when what was `old` at `path` is `new`.
    pub fn touched(
        &mut self,
        path: &[String],
        old: Option<&Value>,
        new: Option<&Value>,
    ) -> Touched {
        let mut touched = Touched::default();
        if self.same(old, new) {
            return touched;
        }
        let mut at = 0;
        for (depth, key) in path.iter().enumerate() {
            let added = (old.is_none() && depth + 1 == path.len()).then_some(key);
            for watcher in self.watchers(at) {
                match (watcher.keys, added) {
                    (false, _) => touched.values.push(watcher),
                    (true, Some(key)) => touched.keys.push((watcher, Some(key.clone()))),
                    (true, None) => {}
                }
            }
            match self.branches[at as usize].branches.get(key) {
                Some(below) => at = *below,
                None => return touched,
            }
        }
        let mut stack = vec![(at, old, new)];
        while let Some((at, old, new)) = stack.pop() {
            let watchers = self.watchers(at);
            if !watchers.is_empty() && self.same(old, new) {
                continue;
            }
            for watcher in watchers {
                if watcher.keys {
                    touched.keys.push((watcher, None));
                } else {
                    touched.values.push(watcher);
                }
            }
            self.below(at, old, new, &mut stack);
        }
        touched
    }

    /// Did nothing change? Goes over both at most: what changes was sent, and what it replaces.
    fn same(&mut self, old: Option<&Value>, new: Option<&Value>) -> bool {
        let size = |value: Option<&Value>| value.map_or(0, Value::len);
        self.work += size(old).min(size(new)) as u64;
        old == new
    }

    fn watchers(&mut self, at: u32) -> Vec<Watcher> {
        let watches = self.branches[at as usize].watches.iter();
        let watchers: Vec<Watcher> = watches
            .map(|number| self.watches[*number as usize].watcher)
            .collect();
        self.work += 1 + watchers.len() as u64;
        watchers
    }

    /// The paths one key deeper at which something was or is: over the paths or over the data, whichever is less.
    fn below<'v>(
        &mut self,
        at: u32,
        old: Option<&'v Value>,
        new: Option<&'v Value>,
        out: &mut Vec<(u32, Option<&'v Value>, Option<&'v Value>)>,
    ) {
        let branches = &self.branches[at as usize].branches;
        let size = |value: Option<&Value>| value.map_or(0, Value::len);
        let mut put = |key: &str, at: u32| {
            let (old, new) = (
                old.and_then(|old| old.get(key)),
                new.and_then(|new| new.get(key)),
            );
            if old.is_some() || new.is_some() {
                out.push((at, old, new));
            }
        };
        if branches.len() <= size(old) + size(new) {
            self.work += branches.len() as u64;
            for (key, at) in branches.entries() {
                put(key, *at);
            }
            return;
        }
        self.work += (size(old) + size(new)) as u64;
        for key in old.map(Value::keys).unwrap_or_default() {
            if let Some(at) = branches.get(&key) {
                put(&key, *at);
            }
        }
        for key in new.map(Value::keys).unwrap_or_default() {
            if old.is_some_and(|old| old.get(&key).is_some()) {
                continue;
            }
            if let Some(at) = branches.get(&key) {
                put(&key, *at);
            }
        }
    }
}
