//! Where in a document something is. Kept as a chain on the stack, so that a document in which nothing is wrong pays
//! nothing for it.

use super::doc::{Doc, Member};
use crate::json::Json;
use crate::pointer::Pointer;

/// One step into a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An item of a list, from 0.
    Index(usize),
    /// A member of an object, in the spelling of the document.
    Key(String),
}

/// A place, while the check is there.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    outer: Option<&'a Place<'a>>,
    step: StepAt,
    /// Where its value is in the document; issues are in this order.
    pub(super) at: usize,
}

#[derive(Clone, Copy)]
enum StepAt {
    Root,
    Index(usize),
    /// The key's place.
    Key(usize),
    /// A key that is not there.
    Missing(&'static str),
}

impl<'a> Place<'a> {
    /// The document itself.
    pub(super) const ROOT: Place<'static> = Place {
        outer: None,
        step: StepAt::Root,
        at: 0,
    };

    #[inline]
    pub(super) fn index(&'a self, index: usize, at: usize) -> Place<'a> {
        self.step(StepAt::Index(index), at)
    }

    #[inline]
    pub(super) fn member(&'a self, Member { key_at, at }: Member) -> Place<'a> {
        self.step(StepAt::Key(key_at), at)
    }

    /// A declared field: its key takes one word.
    #[inline]
    pub(super) fn field(&'a self, at: usize) -> Place<'a> {
        self.step(StepAt::Key(at.saturating_sub(1)), at)
    }

    /// A field that is not there; `at` is after all that is.
    pub(super) fn missing(&'a self, name: &'static str, at: usize) -> Place<'a> {
        self.step(StepAt::Missing(name), at)
    }

    /// The same place, elsewhere in the order of issues.
    pub(super) fn ordered_at(self, at: usize) -> Place<'a> {
        Place { at, ..self }
    }

    #[inline]
    fn step(&'a self, step: StepAt, at: usize) -> Place<'a> {
        Place {
            outer: Some(self),
            step,
            at,
        }
    }

    /// The steps from the document's root.
    #[cold]
    pub(super) fn path(&self, doc: &Doc) -> Vec<Step> {
        let mut path = self.outer.map_or_else(Vec::new, |outer| outer.path(doc));
        path.extend(match self.step {
            StepAt::Root => None,
            StepAt::Index(index) => Some(Step::Index(index)),
            StepAt::Key(at) => Some(Step::Key(doc.key(at).to_owned())),
            StepAt::Missing(name) => Some(Step::Key(name.to_owned())),
        });
        path
    }
}

/// The pointer of a path.
pub fn pointer(path: &[Step]) -> Pointer {
    path.iter()
        .fold(Pointer::root(), |pointer, step| match step {
            Step::Index(index) => pointer.index(*index),
            Step::Key(key) => pointer.key(key),
        })
}

/// A path as Zod writes it: numbers and strings.
pub(super) fn path_json(path: &[Step]) -> Json {
    let steps = path.iter().map(|step| match step {
        Step::Index(index) => Json::from(*index as u64),
        Step::Key(key) => key.as_str().into(),
    });
    Json::Array(steps.collect())
}
