//! Start tags that were judged: one that is written as an earlier one is not judged again. Models write the same tags
//! over and over, and to judge an attribute takes longer than to read it.

use crate::html::models::hash;
use core::ops::Range;

/// So many are looked for; a newer one takes the place of an older.
const SLOTS: usize = 64;
/// The most bytes of source that are kept; then it begins anew.
const SOURCES: usize = 64 << 10;

/// What became of a start tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The model that such elements are copies of.
    pub(super) model: u32,
    /// Whether the shell has to make them work.
    pub(super) works: bool,
}

#[derive(Debug, Clone)]
struct Known {
    element: usize,
    source: Range<usize>,
    outcome: Outcome,
}

/// Start tags of which nothing was removed, as they were written: the element's number and the source of its attributes,
/// from the first name to the last value. All under the same options.
#[derive(Debug)]
pub struct Judged {
    /// By hash: a place in `known` and one more, or 0. Small, because it is emptied for every piece of markup.
    slots: [u8; SLOTS],
    known: Vec<Known>,
    sources: Vec<u8>,
}

impl Default for Judged {
    fn default() -> Self {
        Judged {
            slots: [0; SLOTS],
            known: Vec::new(),
            sources: Vec::new(),
        }
    }
}

impl Judged {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.known.clear();
        self.sources.clear();
    }

    /// What became of the tag that was written so.
    pub(super) fn find(&self, element: usize, source: &str) -> Option<Outcome> {
        let place = self.slots[slot(element, source)];
        let known = self.known.get(usize::from(place).checked_sub(1)?)?;
        let same =
            known.element == element && self.sources[known.source.clone()] == *source.as_bytes();
        same.then_some(known.outcome)
    }

    /// Notes what became of a tag.
    pub(super) fn add(&mut self, element: usize, source: &str, outcome: Outcome) {
        if source.len() > SOURCES / 16 {
            return;
        }
        let full = self.known.len() == usize::from(u8::MAX);
        if full || self.sources.len() + source.len() > SOURCES {
            self.clear();
        }
        let start = self.sources.len();
        self.sources.extend_from_slice(source.as_bytes());
        self.known.push(Known {
            element,
            source: start..self.sources.len(),
            outcome,
        });
        self.slots[slot(element, source)] = self.known.len() as u8;
    }
}

fn slot(element: usize, source: &str) -> usize {
    hash(&[element as u32], source.as_bytes()) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_source_on_the_same_element_is_known() {
        let mut judged = Judged::default();
        let outcome = |model| Outcome {
            model,
            works: model == 1,
        };
        judged.add(3, "class=\"a\"", outcome(1));
        judged.add(4, "class=\"a\"", outcome(2));
        assert_eq!(judged.find(3, "class=\"a\""), Some(outcome(1)));
        assert_eq!(judged.find(4, "class=\"a\""), Some(outcome(2)));
        assert_eq!(judged.find(3, "class='a'"), None);
        assert_eq!(judged.find(5, "class=\"a\""), None);
        judged.clear();
        assert_eq!(judged.find(3, "class=\"a\""), None);
    }

    #[test]
    fn it_holds_no_more_than_it_may() {
        let mut judged = Judged::default();
        for n in 0..10_000 {
            judged.add(
                1,
                &format!("title={n:0100}"),
                Outcome {
                    model: n,
                    works: false,
                },
            );
        }
        judged.add(
            1,
            &"x".repeat(SOURCES),
            Outcome {
                model: 0,
                works: false,
            },
        );
        assert!(judged.sources.len() <= SOURCES);
    }
}
