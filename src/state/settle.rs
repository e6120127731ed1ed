//! A whole new document, put back into the files of the old one: where the old one has a mount and the new one a plain
//! value, the value goes into the mounted file and the mount stays (decision 35).

use super::draft::Draft;
use super::graph::Graph;
use super::outcome::{Refusal, Result};
use super::tape::target_of;
use crate::json::Json;
use crate::map::Map;
use std::rc::Rc;

/// Makes the document this one.
///
/// # Errors
/// Exit 3 where a file that is mounted in many places would get different contents, or cannot be written.
pub(super) fn settle(draft: &mut Draft<'_>, document: Json) -> Result<()> {
    let mut settling = Settling {
        mounted: draft.graph().mounted(),
        draft,
        given: Map::default(),
    };
    settling.file(0, document)
}

struct Settling<'d, 'g> {
    draft: &'d mut Draft<'g>,
    /// How many references lead to each file.
    mounted: Vec<usize>,
    /// What each file that is mounted more than once is to show, as the new document has it.
    given: Map<u64, Json>,
}

impl<'g> Settling<'_, 'g> {
    /// What a file is to show.
    fn file(&mut self, file: usize, new: Json) -> Result<()> {
        if let Some(given) = self.given.get(file as u64) {
            let path = &self.graph().files[file].path;
            return (*given == new).then_some(()).ok_or_else(|| {
                Refusal::state(format!(
                    "{path} is mounted in several places and would get different contents; change all of them alike"
                ))
            });
        }
        if self.mounted[file] > 1 {
            self.given.insert(file as u64, new.clone());
        }
        let tree = match self.draft.tree(file) {
            Some(old) => self.value(&old, new)?,
            None => new,
        };
        self.draft.fill(file, tree)
    }

    /// What is to be written where `old` is written, so that it shows `new`.
    fn value(&mut self, old: &Json, new: Json) -> Result<Json> {
        if let (Some(target), None) = (target_of(old), target_of(&new)) {
            if let Some(file) = self.graph().file_of(target) {
                self.file(file, new)?;
                return Ok(old.clone());
            }
        }
        match (old, new) {
            (Json::Object(old), Json::Object(new)) => {
                let old = index(old);
                let member = |(key, new): (String, Json)| match old.get(key.as_str()) {
                    Some(old) => Ok((key, self.value(old, new)?)),
                    None => Ok((key, new)),
                };
                Ok(Json::Object(
                    new.into_iter().map(member).collect::<Result<_>>()?,
                ))
            }
            (Json::Array(old), Json::Array(new)) => self.list(old, new),
            (_, new) => Ok(new),
        }
    }

    /// Where items were added or taken out, those before and after that place keep what they are written as; what is
    /// between goes by index.
    fn list(&mut self, old: &[Json], new: Vec<Json>) -> Result<Json> {
        let shorter = old.len().min(new.len());
        let (mut before, mut after) = (shorter, 0);
        if old.len() != new.len() {
            let same = |old: &Json, new: &Json| shows(self.draft, old, new);
            before = pairs(old.iter().zip(&new), shorter, same);
            let same = |old: &Json, new: &Json| shows(self.draft, old, new);
            after = pairs(
                old.iter().rev().zip(new.iter().rev()),
                shorter - before,
                same,
            );
        }
        let (old_end, new_end) = (old.len() - after, new.len() - after);
        let mut items = Vec::with_capacity(new.len());
        for (index, item) in new.into_iter().enumerate() {
            let old = match index {
                _ if index < before => old.get(index),
                _ if index >= new_end => old.get(index - new_end + old_end),
                _ => old.get(index).filter(|_| index < old_end),
            };
            items.push(match old {
                Some(old) => self.value(old, item)?,
                None => item,
            });
        }
        Ok(Json::Array(items))
    }

    fn graph(&self) -> &'g Graph {
        self.draft.graph()
    }
}

/// How many pairs are the same, from the first on.
fn pairs<'a>(
    pairs: impl Iterator<Item = (&'a Json, &'a Json)>,
    most: usize,
    mut same: impl FnMut(&Json, &Json) -> bool,
) -> usize {
    pairs
        .take(most)
        .take_while(|(old, new)| same(old, new))
        .count()
}

/// Whether what is written as `old` shows `new`. Never more work than `new` is large: references lead on at most 64 times.
fn shows(draft: &mut Draft<'_>, old: &Json, new: &Json) -> bool {
    if let (Some(target), None) = (target_of(old), target_of(new)) {
        let file = draft.graph().file_of(target);
        let tree: Option<Rc<Json>> = file.and_then(|file| draft.tree(file));
        return tree.is_some_and(|tree| shows(draft, &tree, new));
    }
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => {
            let mut pairs = old.iter().zip(new);
            old.len() == new.len()
                && pairs.all(|(old, new)| old.0 == new.0 && shows(draft, &old.1, &new.1))
        }
        (Json::Array(old), Json::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| shows(draft, old, new))
        }
        (old, new) => old == new,
    }
}

fn index(entries: &[(String, Json)]) -> Map<&str, &Json> {
    entries
        .iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect()
}
