//! What a turn says beside its data: fields that no descriptor names, and warnings (`warnings.rs`). Both are rare, so
//! they are collected apart and written once the data stands.

use super::Projection;
use crate::limits::Limits;

/// One step from the payload's map to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A field.
    Tag(u64),
    /// An array item.
    Index(u32),
    /// A map entry, by the offset of its key.
    Key(usize),
}

/// Steps that are taken now; as long as the depth limit, so that a step costs one store.
#[derive(Debug)]
pub(super) struct Path {
    steps: [Step; Limits::DEFAULT.depth as usize + 1],
}

impl Default for Path {
    fn default() -> Self {
        Path {
            steps: [Step::Index(0); Limits::DEFAULT.depth as usize + 1],
        }
    }
}

impl Path {
    /// Sets the step taken inside `depth` containers (1: the payload's map).
    #[inline(always)]
    pub(super) fn set(&mut self, depth: u32, step: Step) {
        if let Some(place) = self.steps.get_mut(depth as usize) {
            *place = step;
        }
    }

    /// The steps inside `depth` containers.
    pub(super) fn upto(&self, depth: u32) -> &[Step] {
        self.steps.get(1..=depth as usize).unwrap_or(&[])
    }
}

/// A field that no descriptor names: where its key begins, and the steps to the struct that holds it.
#[derive(Debug)]
struct Unknown {
    key_at: usize,
    steps_end: usize,
    /// The value that it stands in is not the last one of its tag or key.
    dropped: bool,
}

/// Unknown fields in payload order.
#[derive(Debug, Default)]
pub(super) struct Unknowns {
    found: Vec<Unknown>,
    steps: Vec<Step>,
}

/// Unknown fields as a tree that mirrors the payload: a known field stands in it where something inside is unknown.
#[derive(Debug, Default)]
pub(super) struct UnknownTree {
    /// Children in payload order.
    pub(super) entries: Vec<UnknownEntry>,
}

/// An entry of the tree.
#[derive(Debug)]
pub(super) struct UnknownEntry {
    pub(super) place: Place,
    /// Empty below a field.
    pub(super) inside: UnknownTree,
}

/// What an entry stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The unknown field whose key begins there.
    Field(usize),
    /// Something known, with unknown fields inside.
    Step(Step),
}

impl Unknowns {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.steps.clear();
    }

    /// Notes the field whose key begins at `key_at`, in the struct that `steps` lead to.
    pub(super) fn push(&mut self, key_at: usize, steps: &[Step]) {
        self.steps.extend_from_slice(steps);
        self.found.push(Unknown {
            key_at,
            steps_end: self.steps.len(),
            dropped: false,
        });
    }

    /// The tree. Fields came in payload order, so those inside one value stand together and the last child is
    /// the only one to look at.
    pub(super) fn tree(&self) -> UnknownTree {
        let mut root = UnknownTree::default();
        let mut start = 0;
        for unknown in &self.found {
            let steps = start..unknown.steps_end;
            start = unknown.steps_end;
            if unknown.dropped {
                continue;
            }
            let mut node = &mut root;
            for step in &self.steps[steps] {
                node = node.child(Place::Step(*step));
            }
            node.child(Place::Field(unknown.key_at));
        }
        root
    }
}

impl UnknownTree {
    fn child(&mut self, place: Place) -> &mut UnknownTree {
        if self.entries.last().is_none_or(|last| last.place != place) {
            self.entries.push(UnknownEntry {
                place,
                inside: UnknownTree::default(),
            });
        }
        let last = self.entries.len() - 1;
        &mut self.entries[last].inside
    }
}

/// What had been noted when a value began, or ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    unknowns: usize,
    /// Warnings ever pushed.
    pushed: u32,
    /// Warnings not forgotten.
    warnings: u32,
}

impl Projection<'_> {
    /// What has been noted so far.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark {
            unknowns: self.unknowns.found.len(),
            pushed: self.warnings.pushed(),
            warnings: self.warnings.standing(),
        }
    }

    /// Forgets what a value noted, from its beginning to its end, because another one holds in its place.
    #[cold]
    pub(super) fn forget(&mut self, [from, to]: [Mark; 2]) {
        for unknown in &mut self.unknowns.found[from.unknowns..to.unknowns] {
            unknown.dropped = true;
        }
        self.warnings
            .forget(from.pushed..to.pushed, to.warnings - from.warnings);
    }
}
