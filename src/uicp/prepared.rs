//! Elements that the shell has to make work: those with a command, a bound value or a slot. They come with what is built,
//! so that nobody has to look for them in the page.

use super::judged::{Judged, Outcome};
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
    judged: &'o mut Judged,
    is_one: bool,
}

impl<'o> Prepared<'o> {
    /// Writes into `ops`; the first handle is 1, after the target's. `judged` is about the models of these ops.
    pub fn new(ops: &'o mut Ops, judged: &'o mut Judged) -> Self {
        Prepared {
            ops,
            next: 1,
            judged,
            is_one: false,
        }
    }

    fn keep(&mut self) {
        if self.is_one {
            self.ops.keep(self.next);
            self.next += 1;
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
        self.keep();
    }

    fn judged(&mut self, element: usize, source: &str) {
        if let Some(model) = self.ops.model() {
            let works = self.is_one;
            self.judged.add(element, source, Outcome { model, works });
        }
    }

    fn open_again(&mut self, element: usize, source: &str) -> bool {
        let Some(Outcome { model, works }) = self.judged.find(element, source) else {
            return false;
        };
        self.ops.open_like(model);
        self.is_one = works;
        self.keep();
        true
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
    use proptest::prelude::*;

    #[test]
    fn those_elements_are_kept_and_no_others_copies_among_them() {
        let mut ops = Ops::default();
        let row = "<li class=a>x</li><li data-command=c>y</li>";
        let markup =
            format!("<p data-x=1></p>{row}{row}<i data-slot=ready></i><input data-state-key=k>");
        sanitize_to_ops(
            &markup,
            &Options::default(),
            &mut Prepared::new(&mut ops, &mut Judged::default()),
        )
        .unwrap();
        let kept: Vec<u32> = ops
            .words
            .iter()
            .filter(|word| **word & 15 == 7)
            .map(|word| word >> 4)
            .collect();
        assert_eq!(kept, [1, 2, 3, 4]);
    }

    proptest! {
        #[test]
        fn what_is_not_judged_again_is_what_it_would_be(tags in proptest::collection::vec(0..TAGS.len(), 0..40)) {
            let markup: String = tags.into_iter().map(|tag| TAGS[tag]).collect();
            let (mut ops, mut prepared) = (Ops::in_parts(), Ops::in_parts());
            let mut judged = Judged::default();
            for _ in 0..3 {
                let removed = sanitize_to_ops(&markup, &Options::default(), &mut ops).unwrap();
                let mut sink = Prepared::new(&mut prepared, &mut judged);
                prop_assert_eq!(sanitize_to_ops(&markup, &Options::default(), &mut sink).unwrap(), removed);
            }
            prop_assert_eq!(built(&prepared), built(&ops));
        }
    }

    /// What a reader of these ops builds: an element's beginning by its words and text, whether it was a copy or not.
    fn built(ops: &Ops) -> Vec<String> {
        let (mut words, mut ascii, mut wide) = (ops.words.iter(), &ops.ascii[..], &ops.wide[..]);
        let mut text = |word: u32| {
            let length = (word >> 1) as usize;
            let (narrow, units);
            if word & 1 == 0 {
                (narrow, ascii) = ascii.split_at(length);
                return String::from_utf8_lossy(narrow).into_owned();
            }
            (units, wide) = wide.split_at(length);
            String::from_utf16_lossy(units)
        };
        let (mut built, mut open, mut models) = (Vec::new(), String::new(), Vec::new());
        while let Some(word) = words.next() {
            let payload = word >> 4;
            if matches!(word & 15, 0 | 1 | 2 | 11) {
                built.push(std::mem::take(&mut open));
            }
            match word & 15 {
                0 => open = format!("<{payload}"),
                2 => built.push(text(payload)),
                3 => open += &format!(" {payload}={}", text(*words.next().unwrap())),
                4 => {
                    open += &format!(
                        " {}={}",
                        text(*words.next().unwrap()),
                        text(*words.next().unwrap())
                    )
                }
                11 => open.clone_from(&models[payload as usize]),
                12 => models.push(open.clone()),
                1 | 7 => {}
                op => panic!("op {op}"),
            }
        }
        built
    }

    /// Tags that are alike but for what they are written as, that lose something, that are judged by their element.
    const TAGS: [&str; 16] = [
        "<p class=a>x</p>",
        "<p class='a'>x</p>",
        "<p class=\"a\">x</p>",
        "<p class=a onclick=b>x</p>",
        "<p onclick=b class=a>x</p>",
        "<div class=a>x</div>",
        "<a href=\"javascript:x\" class=a>x</a>",
        "<a target=_blank href=\"https://a.b/\" rel=opener>x</a>",
        "<td class=a>x</td>",
        "<input type=text value=\"&amp;\">",
        "<input type=text value=\"&amp;\" disabled >",
        "<li data-command=c>x</li>",
        "<li data-command=c class=a class=b>x</li>",
        "<LI Data-Command=c>x</LI>",
        "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
        "<form class=é>x</form>",
    ];
}
