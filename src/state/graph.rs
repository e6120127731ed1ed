//! The document as it lies in its files: which file stands where, that none stands in itself, that none is missing.

use super::limits::{ALL_BYTES, CHAIN, FILES, RESOLVED_DEPTH};
use super::outcome::{Exit, Refusal, Result};
use super::ports::{Found, Root, Shards};
use super::reference;
use super::tape::{Kind, Tape};
use crate::map::Map;
use std::borrow::Cow;

/// A file of the document; the first is the root.
#[derive(Debug)]
pub(super) struct File {
    /// As it is opened, and as messages call it.
    pub(super) path: String,
    pub(super) id: String,
    /// What is in it, or why there is nothing.
    pub(super) content: core::result::Result<Tape, Hole>,
    /// Which file each of its references leads to.
    targets: Vec<usize>,
    /// The longest chain of references from here on.
    pub(super) height: usize,
    /// How deep it nests with its shards in their places.
    depth: u32,
    measured: bool,
}

/// Why a mounted file has no content.
#[derive(Debug, Clone)]
pub(super) enum Hole {
    Missing,
    Unreadable(String),
}

/// All files of a document.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) files: Vec<File>,
    by_target: Map<String, usize>,
    by_id: Map<String, usize>,
    /// The first reference to a file that is not there.
    pub(super) hole: Option<Refusal>,
}

/// A value: a node of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) file: usize,
    pub(super) node: usize,
}

impl At {
    /// A number of its own for each value, and for each of eight kinds of what is known of it.
    pub(super) fn number(self, kind: u8) -> u64 {
        (self.file as u64) << 35 | (self.node as u64) << 3 | u64::from(kind)
    }
}

/// Contents by identity, which come before what is on the disk.
pub(super) type Contents = Map<String, String>;

impl Graph {
    /// Reads the root and all that is mounted in it. What `prior` has read and `changed` does not name is not read again.
    ///
    /// # Errors
    /// Exit 7 where a file is no JSON, whatever else is wrong; 3 where keys, references, chains or sizes are.
    pub(super) fn load(
        root: Root<'_>,
        shards: &mut dyn Shards,
        prior: Option<Graph>,
        changed: &Contents,
    ) -> Result<Graph> {
        let mut loading = Loading {
            graph: Graph::default(),
            prior,
            changed,
            bytes: 0,
            broken: None,
            wrong: None,
        };
        let text = || Found::Text(root.text.map_or_else(super::default_text, <[u8]>::to_vec));
        loading.add(root.path, root.id.to_owned(), text);
        let mut next = 0;
        while next < loading.graph.files.len() {
            loading.follow(next, root.path, shards)?;
            next += 1;
        }
        if let Some(refusal) = loading.broken.or(loading.wrong) {
            return Err(refusal);
        }
        let mut graph = loading.graph;
        graph.measure(0, &mut Vec::new())?;
        if graph.files[0].height > CHAIN {
            return Err(too_long(graph.files[0].height));
        }
        Ok(graph)
    }

    /// What stands at a place, through references; nothing where the file is not there.
    pub(super) fn resolve(&self, mut at: At) -> Option<At> {
        while self.tape(at.file)?.kind(at.node) == Kind::Mount {
            at = At {
                file: self.target(at)?,
                node: 0,
            };
        }
        Some(at)
    }

    /// A member of an object, through references at both.
    pub(super) fn field(&self, at: At, key: &str) -> Option<At> {
        let At { file, node } = self.resolve(at)?;
        let (_, node) = self
            .tape(file)?
            .members(node)
            .find(|member| member.0 == key)?;
        self.resolve(At { file, node })
    }

    /// The items of an array, as they are written.
    pub(super) fn items(&self, at: At) -> Vec<At> {
        let At { file, node } = at;
        let items = self
            .tape(file)
            .into_iter()
            .flat_map(|tape| tape.items(node));
        items.map(|node| At { file, node }).collect()
    }

    /// What a string says.
    pub(super) fn text(&self, at: At) -> Option<Cow<'_, str>> {
        let tape = self.tape(at.file)?;
        matches!(tape.kind(at.node), Kind::Text | Kind::Escaped).then(|| tape.text(at.node))
    }

    pub(super) fn tape(&self, file: usize) -> Option<&Tape> {
        self.files.get(file)?.content.as_ref().ok()
    }

    /// The file that a reference leads to.
    fn target(&self, at: At) -> Option<usize> {
        let mounts = &self.tape(at.file)?.mounts;
        let mount = mounts
            .binary_search_by_key(&at.node, |mount| mount.node)
            .ok()?;
        self.files[at.file].targets.get(mount).copied()
    }

    /// The file of a reference's path, where the document has it.
    pub(super) fn file_of(&self, target: &str) -> Option<usize> {
        self.by_target.get(target).copied()
    }

    /// The file with that identity.
    pub(super) fn file_with(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// How many references lead to each file.
    pub(super) fn mounted(&self) -> Vec<usize> {
        let mut counts = vec![0; self.files.len()];
        for target in self.files.iter().flat_map(|file| &file.targets) {
            counts[*target] += 1;
        }
        counts
    }

    /// The files without content: how many references lead to each, by identity.
    pub(super) fn holes(&self) -> Map<String, usize> {
        let files = self.files.iter().zip(self.mounted());
        files
            .filter(|(file, _)| file.content.is_err())
            .map(|(file, count)| (file.id.clone(), count))
            .collect()
    }

    /// What a command says that needs all files.
    pub(super) fn missing(&self) -> Refusal {
        let other = || Refusal::state("a mounted file is not there");
        self.hole.clone().unwrap_or_else(other)
    }

    /// Height and depth of a file and of all that are mounted in it, of which none may be it.
    fn measure(&mut self, file: usize, chain: &mut Vec<usize>) -> Result<()> {
        if let Some(start) = chain.iter().position(|active| *active == file) {
            let around = chain[start..].iter().chain([&file]);
            let paths: Vec<_> = around.map(|file| self.files[*file].path.as_str()).collect();
            return Err(Refusal::state(format!(
                "a file stands in itself: {}; change one of these references in its file",
                paths.join(" → ")
            )));
        }
        if self.files[file].measured {
            return Ok(());
        }
        // Longer chains are measured as a whole, below; this one already is too long.
        if chain.len() > CHAIN {
            return Err(too_long(chain.len()));
        }
        chain.push(file);
        let (mut height, mut depth) = (0, self.tape(file).map_or(0, |tape| tape.depth));
        for index in 0..self.files[file].targets.len() {
            let target = self.files[file].targets[index];
            self.measure(target, chain)?;
            let above = self.tape(file).map_or(0, |tape| tape.mounts[index].depth);
            height = height.max(1 + self.files[target].height);
            depth = depth.max(above + self.files[target].depth);
        }
        chain.pop();
        if depth > RESOLVED_DEPTH {
            return Err(Refusal::state(format!(
                "{}: with its shards in their places it nests {depth} deep; at most {RESOLVED_DEPTH} are allowed",
                self.files[file].path
            )));
        }
        let measured = &mut self.files[file];
        (measured.height, measured.depth, measured.measured) = (height, depth, true);
        Ok(())
    }
}

#[cold]
fn too_much() -> Refusal {
    Refusal::state(format!(
        "a document has at most {ALL_BYTES} bytes in all its files"
    ))
}

fn too_long(length: usize) -> Refusal {
    Refusal::state(format!(
        "a chain of {length} references from file to file; at most {CHAIN} are allowed"
    ))
}

/// A graph that is being loaded.
struct Loading<'a> {
    graph: Graph,
    prior: Option<Graph>,
    changed: &'a Contents,
    bytes: usize,
    /// The first file that is no JSON.
    broken: Option<Refusal>,
    /// The first thing else that is wrong.
    wrong: Option<Refusal>,
}

impl Loading<'_> {
    /// Opens what a file mounts.
    fn follow(&mut self, file: usize, state_path: &str, shards: &mut dyn Shards) -> Result<()> {
        let count = self.graph.tape(file).map_or(0, |tape| tape.mounts.len());
        let mut targets = Vec::with_capacity(count);
        for index in 0..count {
            let Some(tape) = self.graph.tape(file) else {
                break;
            };
            let target = tape.mounts[index].target.clone();
            let known = self.graph.file_of(&target);
            let opened = match known {
                Some(known) => known,
                None => self.open(&target, state_path, shards)?,
            };
            if let (Err(hole), None) = (&self.graph.files[opened].content, &self.graph.hole) {
                self.graph.hole = Some(hole.refusal(&self.graph.files[opened].path));
            }
            targets.push(opened);
        }
        self.graph.files[file].targets = targets;
        Ok(())
    }

    /// The file that a reference's path leads to.
    fn open(&mut self, target: &str, state_path: &str, shards: &mut dyn Shards) -> Result<usize> {
        if self.graph.files.len() >= FILES {
            return Err(Refusal::state(format!(
                "a document has at most {FILES} files"
            )));
        }
        if self.bytes > ALL_BYTES {
            // What is too much already is not made more.
            return Err(too_much());
        }
        let path = reference::located(state_path, target);
        let before = self.prior.as_ref().and_then(|prior| {
            let file = &prior.files[prior.file_of(target)?];
            Some((file.id.clone(), file.content.as_ref().err().cloned()))
        });
        let (id, found) = match before {
            Some((id, Some(Hole::Unreadable(why)))) => (id, Found::Unreadable(why)),
            Some((id, _)) => (id, Found::Missing),
            None if reference::check(target).is_err() => (path.clone(), Found::Missing),
            None => {
                let shard = shards.open(&path);
                (shard.id, shard.found)
            }
        };
        let file = match self.graph.file_with(&id) {
            Some(file) => file,
            None => self.add(&path, id, || found),
        };
        self.graph.by_target.insert(target.to_owned(), file);
        Ok(file)
    }

    fn add(&mut self, path: &str, id: String, found: impl FnOnce() -> Found) -> usize {
        let content = self.content(path, &id, found);
        if let Ok(tape) = &content {
            self.bytes += tape.source().len();
            if let Err(refusal) = tape.check(path) {
                self.wrong.get_or_insert(refusal);
            }
            if self.bytes > ALL_BYTES {
                self.wrong.get_or_insert(too_much());
            }
        }
        let file = self.graph.files.len();
        self.graph.by_id.insert(id.clone(), file);
        self.graph.files.push(File {
            path: path.to_owned(),
            id,
            content,
            targets: Vec::new(),
            height: 0,
            depth: 0,
            measured: false,
        });
        file
    }

    fn content(
        &mut self,
        path: &str,
        id: &str,
        found: impl FnOnce() -> Found,
    ) -> core::result::Result<Tape, Hole> {
        let bytes = match self.changed.get(id) {
            Some(text) => text.clone().into_bytes(),
            None => match self.take(id) {
                Some(tape) => return Ok(tape),
                None => match found() {
                    Found::Text(bytes) => bytes,
                    Found::Missing => return Err(Hole::Missing),
                    Found::Unreadable(why) => return Err(Hole::Unreadable(why)),
                },
            },
        };
        Tape::read(path, bytes).map_err(|refusal| {
            let why = match refusal.exit {
                Exit::Json => &mut self.broken,
                _ => &mut self.wrong,
            };
            why.get_or_insert(refusal);
            Hole::Missing
        })
    }

    /// What was read before.
    fn take(&mut self, id: &str) -> Option<Tape> {
        let prior = self.prior.as_mut()?;
        let file = prior.file_with(id)?;
        core::mem::replace(&mut prior.files[file].content, Err(Hole::Missing)).ok()
    }
}

impl Hole {
    /// What a command says that needs the content.
    pub(super) fn refusal(&self, path: &str) -> Refusal {
        Refusal::state(match self {
            Hole::Missing => format!(
                "{path} is mounted but not there: create it, or overwrite or delete the mount; a new mount brings its file along as in \"ref file://OPS.json {{}}\""
            ),
            Hole::Unreadable(why) => format!("{path} is mounted but cannot be read: {why}"),
        })
    }
}
