//! The tape's native reader: turns as JSON. Its twin, `materialise.ts` in the package, makes JavaScript objects; both
//! follow the description in `tape.rs`.

use super::program::{Program, SlotKind};
use super::project::{flag, Head, Projector};
use super::tape::{Tag, ESCAPE, FLOAT, INTERNED, TAG_BITS};
use crate::json::{Json, Number};
use crate::map::Map;

/// Turns of the last [`Projector::fill`], as objects in the form of the specification's section 5.2.2.
pub fn turns(projector: &Projector, count: usize) -> Vec<Json> {
    let mut reader = Reader::new(projector);
    (0..count).map(|_| reader.turn()).collect()
}

/// The payload of the last [`Projector::fill_payload`]: `{data, unknown?, warnings?}`.
pub fn payload(projector: &Projector, flags: i32) -> Json {
    let mut entries = Vec::new();
    Reader::new(projector).body(flags, &mut entries);
    Json::Object(entries)
}

struct Reader<'a> {
    projector: &'a Projector,
    word: usize,
    ascii: usize,
    wide: usize,
    float: usize,
    /// The id of the turn before.
    before: String,
}

type Entries = Vec<(String, Json)>;

/// A tape is written and read by this crate alone, so its indices hold; reading past an end, which a fault in
/// the writer would cause, gives zeros and empty text.
impl<'a> Reader<'a> {
    fn new(projector: &'a Projector) -> Self {
        Reader {
            projector,
            word: 0,
            ascii: 0,
            wide: 0,
            float: 0,
            before: String::new(),
        }
    }

    fn next(&mut self) -> i32 {
        let word = self
            .projector
            .tape()
            .words
            .get(self.word)
            .copied()
            .unwrap_or(0);
        self.word += 1;
        word
    }

    fn float(&mut self) -> Json {
        let float = self
            .projector
            .tape()
            .floats
            .get(self.float)
            .copied()
            .unwrap_or(0.0);
        self.float += 1;
        number(float)
    }

    fn text(&mut self, string_word: i32) -> String {
        let len = (string_word as u32 >> 1) as usize;
        let tape = self.projector.tape();
        if string_word & 1 == 1 {
            let units = tape.wide.get(self.wide..self.wide + len).unwrap_or(&[]);
            self.wide += len;
            String::from_utf16_lossy(units)
        } else {
            self.ascii(len)
        }
    }

    fn ascii(&mut self, len: usize) -> String {
        let bytes = self
            .projector
            .tape()
            .ascii
            .get(self.ascii..self.ascii + len)
            .unwrap_or(&[]);
        self.ascii += len;
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn turn(&mut self) -> Json {
        let flags = self.next();
        let (declared, used) = (self.head(), self.head());
        let (turn, parent) = (self.next(), self.next());
        let turn = self.text(turn);
        let parent = match parent {
            ESCAPE => core::mem::take(&mut self.before),
            parent => self.text(parent),
        };
        self.before.clone_from(&turn);
        let hash = self.ascii(64);
        let depth = self.slot(SlotKind::Number, 0);
        let mut entries: Entries = vec![
            ("turn_id".into(), turn.into()),
            ("parent_turn_id".into(), parent.into()),
            ("depth".into(), depth),
            ("declared_type".into(), declared),
            ("decoded_as".into(), used),
            ("content_hash_b3".into(), hash.into()),
            ("verified".into(), (flags & flag::VERIFIED != 0).into()),
        ];
        if flags & flag::ERROR != 0 {
            let error = self.tagged();
            entries.push(("error".into(), error));
        } else {
            self.body(flags, &mut entries);
        }
        Json::Object(entries)
    }

    fn head(&mut self) -> Json {
        let index = self.next() as usize;
        let Some(Head { type_id, version }) = self.projector.heads().get(index) else {
            return Json::Null;
        };
        Json::Object(vec![
            ("type_id".into(), type_id.as_str().into()),
            ("type_version".into(), (*version).into()),
        ])
    }

    fn body(&mut self, flags: i32, entries: &mut Entries) {
        let program = self.next() as u32;
        entries.push(("data".into(), self.slot(SlotKind::Struct, program)));
        if flags & flag::UNKNOWN != 0 {
            entries.push(("unknown".into(), self.tagged()));
        }
        if flags & flag::WARNINGS != 0 {
            entries.push(("warnings".into(), self.tagged()));
        }
    }

    fn slot(&mut self, kind: SlotKind, program: u32) -> Json {
        if kind == SlotKind::Any {
            return self.tagged();
        }
        let word = self.next();
        if word == ESCAPE {
            return self.tagged();
        }
        match kind {
            SlotKind::Label => self.label(word),
            SlotKind::Text => self.text(word).into(),
            SlotKind::Number if word == FLOAT => self.float(),
            SlotKind::Number => Json::Number(word.into()),
            SlotKind::Struct => self.masked(program, word),
            SlotKind::Structs => Json::Array(
                (0..word)
                    .map(|_| self.slot(SlotKind::Struct, program))
                    .collect(),
            ),
            SlotKind::Any => Json::Null,
        }
    }

    fn program(&self, index: u32) -> &'a Program {
        &self.projector.code().programs[index as usize]
    }

    fn masked(&mut self, program: u32, mask: i32) -> Json {
        let mut entries = Vec::new();
        for (index, slot) in self.program(program).slots.iter().enumerate() {
            if mask >> index & 1 == 1 {
                let value = self.slot(slot.op.slot_kind(), slot.op.program().unwrap_or(0));
                entries.push((slot.name.clone(), value));
            }
        }
        Json::Object(entries)
    }

    /// Slots in any order, the last value of each; in the object they stand in the program's.
    fn pairs(&mut self, program: u32) -> Json {
        let slots = &self.program(program).slots;
        let mut values = Map::EMPTY;
        for _ in 0..self.next() {
            let index = self.next() as u32;
            let op = slots[index as usize].op;
            let value = self.slot(op.slot_kind(), op.program().unwrap_or(0));
            values.insert(index, value);
        }
        let named = values
            .into_sorted()
            .map(|(index, value)| (slots[index as usize].name.clone(), value));
        Json::Object(named.collect())
    }

    fn label(&self, index: i32) -> Json {
        self.projector.code().labels[index as usize].as_str().into()
    }

    fn tagged(&mut self) -> Json {
        let word = self.next();
        let payload = (word as u32 >> TAG_BITS) as i32;
        match Tag::of(word) {
            None | Some(Tag::Null) => Json::Null,
            Some(Tag::False) => Json::Bool(false),
            Some(Tag::True) => Json::Bool(true),
            Some(Tag::Int) => Json::Number((word >> TAG_BITS).into()),
            Some(Tag::Float) => self.float(),
            Some(Tag::Text | Tag::Big) => self.text(payload).into(),
            Some(Tag::List) => Json::Array((0..payload).map(|_| self.tagged()).collect()),
            Some(Tag::Dict) => self.dict(payload),
            Some(Tag::Struct) => self.slot(SlotKind::Struct, payload as u32),
            Some(Tag::Pairs) => self.pairs(payload as u32),
            Some(Tag::Label) => self.label(payload),
            Some(Tag::View) => {
                let (offset, len) = (self.next() as u32, self.next() as u32);
                Json::Object(vec![
                    ("offset".into(), offset.into()),
                    ("len".into(), len.into()),
                ])
            }
        }
    }

    /// A key given twice holds its last value, in its first place, as in a JavaScript object.
    fn dict(&mut self, count: i32) -> Json {
        let mut entries: Entries = Vec::new();
        let mut places = Map::EMPTY;
        for _ in 0..count {
            let word = self.next();
            let key = if word & INTERNED != 0 {
                self.projector.keys()[(word & !INTERNED) as usize].clone()
            } else {
                self.text(word)
            };
            let value = self.tagged();
            match places.get(key.as_str()) {
                Some(place) => entries[*place] = (key, value),
                None => {
                    places.insert(key.clone(), entries.len());
                    entries.push((key, value));
                }
            }
        }
        Json::Object(entries)
    }
}

/// A number as JavaScript writes it: whole ones without a fraction.
fn number(n: f64) -> Json {
    if n.fract() == 0.0 && n.abs() < 9_007_199_254_740_992.0 {
        Json::Number(Number::from(n as i64))
    } else {
        n.into()
    }
}
