//! Where nodes are, in one walk.

use super::Flat;
use crate::pointer::Pointer;

/// Pointers to nodes that ascend, as far as `budget` bytes of them go.
pub(super) fn pointers(flat: &Flat<'_>, wanted: &[u32], budget: usize) -> Vec<Pointer> {
    let mut walk = Walk {
        flat,
        wanted,
        budget,
        found: Vec::new(),
    };
    walk.inside(0, &Pointer::root());
    walk.found
}

struct Walk<'w> {
    flat: &'w Flat<'w>,
    wanted: &'w [u32],
    budget: usize,
    found: Vec<Pointer>,
}

impl Walk<'_> {
    fn next(&self) -> Option<u32> {
        self.wanted.get(self.found.len()).copied()
    }

    fn inside(&mut self, at: u32, pointer: &Pointer) {
        while self.next() == Some(at) {
            self.take(pointer);
        }
        let flat = self.flat;
        for (index, item) in flat.items(at).enumerate() {
            match self.next() {
                Some(next) if next < flat.after(at) => {
                    if next < flat.after(item) {
                        self.inside(item, &pointer.index(index));
                    }
                }
                _ => return,
            }
        }
        for (key, value) in flat.members(at) {
            match self.next() {
                Some(next) if next < flat.after(at) => {
                    if next < flat.after(value) {
                        let pointer = pointer.key(flat.text(key));
                        while self.next() == Some(key) {
                            self.take(&pointer);
                        }
                        self.inside(value, &pointer);
                    }
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, pointer: &Pointer) {
        match self.budget.checked_sub(pointer.as_str().len()) {
            Some(rest) => {
                self.budget = rest;
                self.found.push(pointer.clone());
            }
            None => self.wanted = &[],
        }
    }
}
