//! The op buffer: what is to be done to the page, in one run of words and two runs of text.
//!
//! `words` are read strictly forward by `js/src/html/builder.ts`, the only reader. An op is `payload << 4 | code`,
//! codes as in [`Op`]. A *string word* is `length << 1 | wide`: the characters are the next `length` of `ascii` (0), one
//! byte each, or of `wide` (1), a UTF-16 unit each. Elements and attributes are numbers of the policy's tables, so a
//! buffer cannot name anything that is not in them; the reader has tables of its own and refuses other numbers.
//!
//! What is built goes into a new fragment until a [`Op::Place`] puts the fragment where the target is. `Target` chooses
//! the target among the nodes that the reader's caller gave, or that `Keep` had it keep. Outside of what is built, `Attribute`,
//! `OpenAttribute`, `RemoveAttribute`, `SetText` and `Remove` change the target itself.

use super::models::{hash, Beginning, Likeness, Models};
use super::policy::attributes::number_of;
use super::policy::elements::{INPUT, NOT_COPIED, OPTION};
use super::walk::Sink;
use crate::text;

/// What an op does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Op {
    /// Payload: an element. It is appended to what is open, and is open. An `option` is appended when it ends: a list
    /// looks at its attributes when it comes.
    Open = 0,
    /// What is open ends. Payload: whether it is an `option`.
    Close = 1,
    /// Payload: a string word. Text is appended to what is open.
    Text = 2,
    /// Payload: an attribute. A string word follows, its value.
    Attribute = 3,
    /// Two string words follow: the name, `data-*` or `aria-*`, and the value.
    OpenAttribute = 4,
    /// Payload: a handle. The node of that handle is the target.
    Target = 5,
    /// Payload: a [`Place`]. What was built goes there.
    Place = 6,
    /// Payload: a handle, by which the element that is open is known from here.
    Keep = 7,
    /// The target is taken from its parent.
    Remove = 8,
    /// Payload: an attribute, taken from the target.
    RemoveAttribute = 9,
    /// Payload: a string word, the target's whole content from here.
    SetText = 10,
    /// Payload: the number of a model. A copy of it, with its attributes and without content, is appended to what is
    /// open, and is open.
    Like = 11,
    /// The element that is open is a model: the next, from 0. What has state is none ([`NOT_COPIED`]).
    Model = 12,
}

/// Where a fragment goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Place {
    /// It is all that the target holds.
    Set = 0,
    /// After what the target holds.
    Append = 1,
    /// Instead of the target.
    Replace = 2,
    /// Before the target.
    Before = 3,
}

const CODE_BITS: u32 = 4;

/// What an `input` is given last, in this order. Its reader sets one attribute after the other, and the page holds a value
/// to the type and the limits that are there by then, where a parser knows them all; what does not fit it forgets.
const LATE: [usize; 2] = [number_of("type"), number_of("value")];

/// An op buffer. Cleared, not freed, between uses.
#[derive(Debug, Default)]
pub struct Ops {
    /// Ops and string words.
    pub words: Vec<u32>,
    /// Text of one byte a character.
    pub ascii: Vec<u8>,
    /// Text in UTF-16.
    pub wide: Vec<u16>,
    /// Where the element that was opened last begins.
    start: (usize, usize, usize),
    models: Models,
    /// The model that the element opened last is, or is a copy of.
    model: Option<u32>,
    /// Whether the element whose attributes come is an `input`, and what it is given last.
    is_input: bool,
    late: [Option<String>; 2],
}

impl Ops {
    /// A buffer that is read in parts, each from where the one before ended. Its reader keeps the models of all parts,
    /// each as it was when it was built.
    pub fn in_parts() -> Self {
        Ops {
            models: Models::of_parts(),
            ..Ops::default()
        }
    }

    /// Where a part that begins now begins: places in the words, in the text of one byte, in that of two.
    pub fn part(&self) -> [usize; 3] {
        [self.words.len(), self.ascii.len(), self.wide.len()]
    }

    /// Empties the buffer.
    pub fn clear(&mut self) {
        self.words.clear();
        self.ascii.clear();
        self.wide.clear();
        self.models.clear();
    }

    /// Makes the node of `handle` the target.
    pub fn target(&mut self, handle: u32) {
        self.op(Op::Target, handle);
    }

    /// Puts what was built.
    pub fn place(&mut self, place: Place) {
        self.op(Op::Place, place as u32);
    }

    /// Makes the element that is open known as `handle`.
    pub fn keep(&mut self, handle: u32) {
        self.op(Op::Keep, handle);
    }

    /// Takes the target from its parent.
    pub fn remove(&mut self) {
        self.op(Op::Remove, 0);
    }

    /// Takes an attribute from the target.
    pub fn remove_attribute(&mut self, attribute: usize) {
        self.op(Op::RemoveAttribute, attribute as u32);
    }

    /// Makes `text` the target's whole content.
    pub fn set_text(&mut self, text: &str) {
        let word = self.string(text);
        self.op(Op::SetText, word);
    }

    /// The model that the element opened last is, or is a copy of.
    pub fn model(&self) -> Option<u32> {
        self.model
    }

    /// Opens a copy of a model.
    pub fn open_like(&mut self, model: u32) {
        self.op(Op::Like, model);
    }

    #[inline]
    fn op(&mut self, op: Op, payload: u32) {
        self.words.push(payload << CODE_BITS | op as u32);
    }

    /// Stores text; its string word. Lengths stay below 2^27: markup is at most 4 MiB.
    #[inline]
    fn string(&mut self, value: &str) -> u32 {
        if text::push_ascii(&mut self.ascii, value.as_bytes()) {
            return (value.len() as u32) << 1;
        }
        let (units, _) = text::push_utf16(&mut self.wide, value.as_bytes());
        (units as u32) << 1 | 1
    }
}

impl Sink for Ops {
    fn open(&mut self, element: usize) {
        self.start = (self.words.len(), self.ascii.len(), self.wide.len());
        self.op(Op::Open, element as u32);
        self.is_input = element == INPUT;
    }

    fn attribute(&mut self, attribute: usize, value: &str) {
        if self.is_input {
            if let Some(place) = LATE.iter().position(|late| *late == attribute) {
                self.late[place] = Some(value.to_owned());
                return;
            }
        }
        self.op(Op::Attribute, attribute as u32);
        let word = self.string(value);
        self.words.push(word);
    }

    fn open_attribute(&mut self, name: &str, value: &str) {
        self.op(Op::OpenAttribute, 0);
        let name = self.string(name);
        self.words.push(name);
        let value = self.string(value);
        self.words.push(value);
    }

    fn opened(&mut self) {
        if core::mem::take(&mut self.is_input) {
            for (place, attribute) in LATE.into_iter().enumerate() {
                if let Some(value) = self.late[place].take() {
                    self.attribute(attribute, &value);
                }
            }
        }
        self.model = None;
        let (words, ascii, wide) = self.start;
        let [open, attributes @ ..] = &self.words[words..] else {
            return;
        };
        if attributes.is_empty() || NOT_COPIED.contains(&((*open >> CODE_BITS) as usize)) {
            return;
        }
        let hash = hash(&self.words[words..], &self.ascii[ascii..]);
        let beginning = Beginning {
            words: words..self.words.len(),
            ascii: ascii..self.ascii.len(),
            wide: wide..self.wide.len(),
        };
        let model = self.models.find(hash, beginning, |model| {
            self.words[model.words.clone()] == self.words[words..]
                && self.ascii[model.ascii.clone()] == self.ascii[ascii..]
                && self.wide[model.wide.clone()] == self.wide[wide..]
        });
        match model {
            Likeness::Alone => {}
            Likeness::Model(number) => {
                self.model = Some(number);
                self.op(Op::Model, 0);
            }
            Likeness::Like(number) => {
                self.model = Some(number);
                self.words.truncate(words);
                self.ascii.truncate(ascii);
                self.wide.truncate(wide);
                self.op(Op::Like, number);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            let word = self.string(text);
            self.op(Op::Text, word);
        }
    }

    fn close(&mut self, element: usize) {
        self.op(Op::Close, u32::from(element == OPTION));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(ops: &mut Ops, element: usize, class: &str, title: &str) {
        ops.open(element);
        ops.attribute(9, class);
        ops.attribute(10, title);
        ops.opened();
        ops.close(element);
    }

    #[test]
    fn an_element_that_begins_like_an_earlier_one_is_a_copy() {
        let mut ops = Ops::default();
        for (element, class, title) in [
            (1, "a", "é"),
            (1, "a", "é"),
            (1, "b", "é"),
            (1, "a", "è"),
            (2, "a", "é"),
            (1, "b", "é"),
        ] {
            begin(&mut ops, element, class, title);
        }
        let mut likes = Vec::new();
        let mut words = ops.words.iter();
        let mut models = 0;
        while let Some(word) = words.next() {
            match word & 15 {
                3 => drop(words.next()),
                11 => likes.push(word >> 4),
                12 => models += 1,
                _ => {}
            }
        }
        assert_eq!((likes, models), (vec![0, 1], 4));
        assert_eq!((ops.ascii.as_slice(), ops.wide.len()), (&b"abaa"[..], 4));
    }

    #[test]
    fn in_parts_an_element_is_a_model_when_it_comes_again() {
        let mut ops = Ops::in_parts();
        for class in ["a", "b", "a", "a", "a", "b"] {
            begin(&mut ops, 1, class, "t");
        }
        let kinds: Vec<u32> = ops
            .words
            .iter()
            .map(|word| word & 15)
            .filter(|op| matches!(op, 11 | 12))
            .collect();
        assert_eq!(kinds, [12, 11, 11, 12]);
        assert_eq!(ops.ascii, b"atbtatbt");
    }

    #[test]
    fn what_has_state_and_what_has_no_attributes_is_no_model() {
        let mut ops = Ops::default();
        for element in NOT_COPIED {
            begin(&mut ops, element, "a", "b");
            begin(&mut ops, element, "a", "b");
        }
        for _ in 0..2 {
            ops.open(1);
            ops.opened();
            ops.close(1);
        }
        assert!(ops.words.iter().all(|word| !matches!(word & 15, 11 | 12)));
    }

    #[test]
    fn text_goes_where_its_characters_fit() {
        let mut ops = Ops::default();
        ops.target(0);
        ops.open(3);
        ops.attribute(5, "é");
        ops.open_attribute("data-x", "{{y}}");
        ops.text("abc");
        ops.text("");
        ops.close(3);
        ops.place(Place::Append);
        assert_eq!(
            ops.words,
            [
                5,
                3 << 4,
                5 << 4 | 3,
                1 << 1 | 1,
                4,
                6 << 1,
                5 << 1,
                3 << 5 | 2,
                1,
                1 << 4 | 6
            ]
        );
        assert_eq!(ops.ascii, b"data-x{{y}}abc");
        assert_eq!(ops.wide, [0xe9]);
    }
}
