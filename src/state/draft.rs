//! Changes: trees of the files that a command touches, in which it walks through mounts and sets values.
//!
//! A place is a way in one file's tree. Walking into a mount goes on in the file that it names, so that what is changed
//! below it is changed there (decisions 6, 12, 16, 17).

use super::graph::{At, Contents, File, Graph, Hole};
use super::keys::quoted;
use super::outcome::{Refusal, Result};
use super::print::pretty;
use super::tape::target_of;
use crate::json::Json;
use crate::map::Map;
use std::rc::Rc;

/// A step down a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// Where a value stands as it is written, which may be a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    file: usize,
    steps: Vec<Step>,
}

impl Place {
    /// An item of the array at this place.
    pub(super) fn item(&self, index: usize) -> Place {
        let mut item = self.clone();
        item.steps.push(Step::Index(index));
        item
    }
}

/// A document that is being changed.
pub(super) struct Draft<'g> {
    graph: &'g Graph,
    trees: Map<u64, Rc<Json>>,
    /// The files whose trees are not what their texts say.
    changed: Vec<usize>,
}

impl<'g> Draft<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Draft {
            graph,
            trees: Map::default(),
            changed: Vec::new(),
        }
    }

    pub(super) fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The whole document.
    pub(super) fn root(&self) -> Place {
        Place {
            file: 0,
            steps: Vec::new(),
        }
    }

    /// The tree of a file as it is now; nothing where the file is not there.
    pub(super) fn tree(&mut self, file: usize) -> Option<Rc<Json>> {
        if !self.trees.contains(file as u64) {
            let source = self.graph.tape(file)?.source();
            // What the scanner took the reader takes.
            let tree = Json::parse(source.as_bytes()).ok()?;
            self.trees.insert(file as u64, Rc::new(tree));
        }
        self.trees.get(file as u64).cloned()
    }

    /// What stands at a place, as it is written.
    fn value(&mut self, place: &Place) -> Option<&Json> {
        self.tree(place.file)?;
        let mut value: &Json = self.trees.get(place.file as u64)?;
        for step in &place.steps {
            value = match (step, value) {
                (Step::Key(key), Json::Object(entries)) => {
                    &entries.iter().find(|entry| entry.0 == *key)?.1
                }
                (Step::Index(index), Json::Array(items)) => items.get(*index)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// The same to be changed, for which the file then counts as changed.
    fn value_mut(&mut self, place: &Place) -> Option<&mut Json> {
        self.tree(place.file)?;
        if !self.changed.contains(&place.file) {
            self.changed.push(place.file);
        }
        let mut value = Rc::make_mut(self.trees.get_mut(place.file as u64)?);
        for step in &place.steps {
            value = match (step, value) {
                (Step::Key(key), Json::Object(entries)) => {
                    &mut entries.iter_mut().find(|entry| entry.0 == *key)?.1
                }
                (Step::Index(index), Json::Array(items)) => items.get_mut(*index)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// The place where the value stands that a place shows: behind its references.
    ///
    /// # Errors
    /// Exit 3 where a file is not there.
    pub(super) fn follow(&mut self, place: Place) -> Result<Place> {
        let end = self.end_of(place)?;
        match self.hole(end.file) {
            Some(refusal) => Err(refusal),
            None => Ok(end),
        }
    }

    /// The same, where the last file need not be there.
    fn end_of(&mut self, mut place: Place) -> Result<Place> {
        while let Some(file) = self.mounted(&place)? {
            place = Place {
                file,
                steps: Vec::new(),
            };
        }
        Ok(place)
    }

    /// The file that is mounted at a place.
    fn mounted(&mut self, place: &Place) -> Result<Option<usize>> {
        let graph = self.graph;
        let Some(target) = self.value(place).and_then(target_of) else {
            return Ok(None);
        };
        let lost = || {
            Refusal::state(format!(
                "{} was mounted by this very command",
                quoted(target)
            ))
        };
        graph.file_of(target).map(Some).ok_or_else(lost)
    }

    /// Why a file has no content, where it has none and was given none.
    pub(super) fn hole(&self, file: usize) -> Option<Refusal> {
        let File { path, content, .. } = &self.graph.files[file];
        let hole = content.as_ref().err();
        hole.filter(|_| !self.trees.contains(file as u64))
            .map(|hole| hole.refusal(path))
    }

    /// The value at a place, behind its references.
    pub(super) fn shown(&mut self, place: Place) -> Result<Json> {
        let place = self.follow(place)?;
        Ok(self.value(&place).cloned().unwrap_or(Json::Null))
    }

    /// Where a place is in the files as they were read.
    pub(super) fn at(&self, place: &Place) -> Option<At> {
        let tape = self.graph.tape(place.file)?;
        let mut node = 0;
        for step in &place.steps {
            node = match step {
                Step::Key(key) => {
                    tape.members(node)
                        .find(|member| member.0 == key.as_str())?
                        .1
                }
                Step::Index(index) => tape.items(node).nth(*index)?,
            };
        }
        Some(At {
            file: place.file,
            node,
        })
    }

    /// What kind of value is at a place.
    pub(super) fn kind(&mut self, place: Place) -> Result<&'static str> {
        let place = self.follow(place)?;
        Ok(self.value(&place).map_or("nothing", Json::kind))
    }

    /// A member of the object at a place; nothing where it has no such key.
    ///
    /// # Errors
    /// Exit 3 where it is no object, or its file is not there.
    pub(super) fn member(&mut self, place: Place, key: &str) -> Result<Option<Place>> {
        let mut place = self.follow(place)?;
        let entries = match self.value(&place) {
            Some(Json::Object(entries)) => entries,
            other => {
                let kind = other.map_or("nothing", Json::kind);
                return Err(Refusal::state(format!(
                    "{key} would be in {kind}; only objects are entered"
                )));
            }
        };
        if !entries.iter().any(|entry| entry.0 == key) {
            return Ok(None);
        }
        place.steps.push(Step::Key(key.to_owned()));
        Ok(Some(place))
    }

    /// A member that the schema demands.
    pub(super) fn field(&mut self, place: Place, key: &str) -> Result<Place> {
        let member = self.member(place, key)?;
        member.ok_or_else(|| Refusal::state(format!("{key} is missing")))
    }

    /// A member, which becomes `value` where it is not there.
    pub(super) fn member_or(
        &mut self,
        place: Place,
        key: &str,
        value: impl FnOnce() -> Json,
    ) -> Result<Place> {
        match self.member(place.clone(), key)? {
            Some(member) => Ok(member),
            None => self.insert(place, key, value()),
        }
    }

    /// Adds a member to the object at a place.
    pub(super) fn insert(&mut self, place: Place, key: &str, value: Json) -> Result<Place> {
        let mut place = self.follow(place)?;
        if let Some(Json::Object(entries)) = self.value_mut(&place) {
            entries.push((key.to_owned(), value));
        }
        place.steps.push(Step::Key(key.to_owned()));
        Ok(place)
    }

    /// Removes a member as it is written: of a mount, the reference.
    pub(super) fn remove(&mut self, place: Place, key: &str) -> Result<()> {
        let place = self.follow(place)?;
        if let Some(Json::Object(entries)) = self.value_mut(&place) {
            entries.retain(|entry| entry.0 != key);
        }
        Ok(())
    }

    /// The items of the array at a place.
    pub(super) fn items(&mut self, place: Place) -> Result<Vec<Place>> {
        let place = self.follow(place)?;
        let count = self
            .value(&place)
            .and_then(Json::as_array)
            .map_or(0, <[Json]>::len);
        Ok((0..count).map(|index| place.item(index)).collect())
    }

    /// Appends to the array at a place.
    pub(super) fn push(&mut self, place: Place, value: Json) -> Result<Place> {
        let mut place = self.follow(place)?;
        if let Some(Json::Array(items)) = self.value_mut(&place) {
            items.push(value);
            let last = items.len() - 1;
            place.steps.push(Step::Index(last));
        }
        Ok(place)
    }

    /// Sets what is at a place: a reference replaces what is written there, any other value what is shown there, so that
    /// a mount stays and its file gets the value, also where there was no such file.
    pub(super) fn set(&mut self, place: Place, value: Json) -> Result<()> {
        let place = match target_of(&value) {
            Some(_) => place,
            None => self.end_of(place)?,
        };
        if self.hole(place.file).is_some() {
            return self.fill(place.file, value);
        }
        if self.value(&place) != Some(&value) {
            if let Some(there) = self.value_mut(&place) {
                *there = value;
            }
        }
        Ok(())
    }

    /// Replaces the whole tree of a file, also of one that is not there.
    ///
    /// # Errors
    /// Exit 3 where something stands in the file's place that is no file.
    pub(super) fn fill(&mut self, file: usize, tree: Json) -> Result<()> {
        if let Err(Hole::Unreadable(_)) = self.graph.files[file].content {
            return Err(self.hole(file).unwrap_or_else(|| self.graph.missing()));
        }
        if self.tree(file).as_deref() != Some(&tree) {
            self.trees.insert(file as u64, Rc::new(tree));
            if !self.changed.contains(&file) {
                self.changed.push(file);
            }
        }
        Ok(())
    }

    /// The new texts of the files that changed.
    pub(super) fn contents(mut self) -> Contents {
        let mut contents = Map::default();
        for file in core::mem::take(&mut self.changed) {
            if let Some(tree) = self.trees.get(file as u64) {
                contents.insert(self.graph.files[file].id.clone(), pretty(tree));
            }
        }
        contents
    }
}
