//! Elements that the shell has to make work: those with a command, a bound value or a slot. They come with what is built,
//! so that nobody has to look for them in the page.

use crate::html::ops::Ops;
use crate::html::walk::Sink;

/// The attributes by which an element is one of them.
const NAMES: [&str; 3] = ["data-command", "data-state-key", "data-slot"];

/// Writes ops, and keeps those elements by handles from `next` on.
pub struct Prepared<'o> {
    /// The ops.
    pub ops: &'o mut Ops,
    /// The handle of the next of those elements.
    pub next: u32,
    is_one: bool,
}

impl<'o> Prepared<'o> {
    /// Writes into `ops`; the first handle is 1, after the target's.
    pub fn new(ops: &'o mut Ops) -> Self {
        Prepared {
            ops,
            next: 1,
            is_one: false,
        }
    }
}

impl Sink for Prepared<'_> {
    fn open(&mut self, element: usize) {
        self.is_one = false;
        self.ops.open(element);
    }

    fn attribute(&mut self, attribute: usize, value: &str) {
        self.ops.attribute(attribute, value);
    }

    fn open_attribute(&mut self, name: &str, value: &str) {
        self.is_one |= NAMES.contains(&name);
        self.ops.open_attribute(name, value);
    }

    fn opened(&mut self) {
        self.ops.opened();
        if self.is_one {
            self.ops.keep(self.next);
            self.next += 1;
        }
    }

    fn text(&mut self, text: &str) {
        self.ops.text(text);
    }

    fn close(&mut self, element: usize) {
        self.ops.close(element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::options::Options;
    use crate::html::sanitize::sanitize_to_ops;

    #[test]
    fn those_elements_are_kept_and_no_others_copies_among_them() {
        let mut ops = Ops::default();
        let row = "<li class=a>x</li><li data-command=c>y</li>";
        let markup =
            format!("<p data-x=1></p>{row}{row}<i data-slot=ready></i><input data-state-key=k>");
        sanitize_to_ops(&markup, &Options::default(), &mut Prepared::new(&mut ops)).unwrap();
        let kept: Vec<u32> = ops
            .words
            .iter()
            .filter(|word| **word & 15 == 7)
            .map(|word| word >> 4)
            .collect();
        assert_eq!(kept, [1, 2, 3, 4]);
    }
}
