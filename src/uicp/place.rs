//! Where in a document something is. Kept as a chain on the stack, so that a document in which nothing is wrong pays
//! nothing for it.

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
    step: StepRef<'a>,
    /// Where its value is in the document; issues are in this order.
    pub(super) at: usize,
}

#[derive(Clone, Copy)]
enum StepRef<'a> {
    Root,
    Index(usize),
    Key(&'a str),
}

impl<'a> Place<'a> {
    /// The document itself.
    pub(super) const ROOT: Place<'static> = Place {
        outer: None,
        step: StepRef::Root,
        at: 0,
    };

    pub(super) fn index(&'a self, index: usize, at: usize) -> Place<'a> {
        Place {
            outer: Some(self),
            step: StepRef::Index(index),
            at,
        }
    }

    pub(super) fn key(&'a self, key: &'a str, at: usize) -> Place<'a> {
        Place {
            outer: Some(self),
            step: StepRef::Key(key),
            at,
        }
    }

    /// The same place, elsewhere in the order of issues.
    pub(super) fn ordered_at(self, at: usize) -> Place<'a> {
        Place { at, ..self }
    }

    /// The steps from the document's root.
    #[cold]
    pub(super) fn path(&self) -> Vec<Step> {
        let mut path = self.outer.map_or_else(Vec::new, Place::path);
        match self.step {
            StepRef::Root => {}
            StepRef::Index(index) => path.push(Step::Index(index)),
            StepRef::Key(key) => path.push(Step::Key(key.to_owned())),
        }
        path
    }
}

/// The pointer of a path.
pub(super) fn pointer(path: &[Step]) -> Pointer {
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
