//! Values that no descriptor describes, and the containers of values that one does.

use super::map::spell;
use super::notes::{Place, Step, UnknownTree};
use super::value::spelled_tag;
use super::{fresh_budget, Projection};
use crate::json::Json;
use crate::limits::MAX_SAFE_INTEGER;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::Read;
use crate::turns::options::{BytesRender, U64Format};
use crate::turns::program::Slot;
use crate::turns::tape::Tag;
use crate::turns::text;

impl Projection<'_> {
    /// The generic rendering: what a value is without a descriptor. Integers are numbers where those are exact,
    /// else digits (or a `BigInt`, where that is asked for); ext values are `{ext, bytes}`.
    pub(super) fn any(&mut self, r: &mut Cursor<'_>, depth: u32) -> Read<()> {
        let at = r.position();
        match r.token()? {
            Token::Nil => self.tape.tagged(Tag::Null, 0),
            Token::Bool(b) => self.tape.tagged(if b { Tag::True } else { Tag::False }, 0),
            Token::UInt(n) if n <= MAX_SAFE_INTEGER => self.number::<false>(n as i64),
            Token::Int(n) if n.unsigned_abs() <= MAX_SAFE_INTEGER => self.number::<false>(n),
            Token::UInt(n) => {
                let word = self.tape.ascii(|out| text::push_u64(out, n));
                self.large(word);
            }
            Token::Int(n) => {
                let word = self.tape.ascii(|out| text::push_i64(out, n));
                self.large(word);
            }
            Token::Float(n) => self.float::<false>(n),
            Token::Str(bytes) => self.text::<false>(bytes, depth),
            Token::Bin(bytes) => self.bytes::<false>(bytes, r.position(), self.options.bytes),
            Token::Ext(kind, bytes) => {
                self.tape.tagged(Tag::Dict, 2);
                self.key(b"ext");
                self.number::<false>(kind.into());
                self.key(b"bytes");
                self.bytes::<false>(bytes, r.position(), self.options.bytes);
            }
            Token::Array(count) => {
                self.budget.enter(depth, at)?;
                self.budget.spend(count)?;
                self.tape.tagged(Tag::List, count as i32);
                for index in 0..count {
                    self.path.set(depth + 1, Step::Index(index));
                    self.any(r, depth + 1)?;
                }
            }
            Token::Map(count) => {
                self.budget.enter(depth, at)?;
                self.budget.spend(count.saturating_mul(2))?;
                self.tape.tagged(Tag::Dict, count as i32);
                let first = *r;
                let mut noted = Vec::new();
                for entry in 0..count {
                    let mark = self.mark();
                    self.path.set(depth + 1, Step::Key(r.position()));
                    self.map_key(r, None, depth + 1, depth)?;
                    self.any(r, depth + 1)?;
                    if self.mark() != mark {
                        self.note(&mut noted, entry, mark);
                    }
                }
                self.forget_earlier(first, count, None, &noted)?;
            }
        }
        Ok(())
    }

    /// An integer that is no safe number, whose digits are `word`.
    pub(super) fn large(&mut self, word: i32) {
        let tag = if self.options.u64 == U64Format::BigInt {
            Tag::Big
        } else {
            Tag::Text
        };
        self.tape.tagged(tag, word);
    }

    /// A list whose items are as `items` says: tagged, or structs in a slot of their own kind.
    pub(super) fn list<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        items: u32,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let at = r.position();
        let mut ahead = *r;
        let Token::Array(count) = ahead.token()? else {
            return self.misfit::<SLOT>(r, slot, depth);
        };
        *r = ahead;
        self.budget.enter(depth, at)?;
        self.budget.spend(count)?;
        if SLOT {
            self.tape.word(count as i32);
        } else {
            self.tape.tagged(Tag::List, count as i32);
        }
        let item = &self.code.items[items as usize];
        for index in 0..count {
            self.path.set(depth + 1, Step::Index(index));
            self.value::<SLOT>(r, item, depth + 1)?;
        }
        Ok(())
    }

    /// Bytes, or a tagged map of 1 type_id, 2 type_version and 3 bytes, rendered under those names.
    pub(super) fn typed_blob(
        &mut self,
        r: &mut Cursor<'_>,
        render: BytesRender,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let at = r.position();
        let mut ahead = *r;
        let count = match ahead.token()? {
            Token::Bin(bytes) => {
                *r = ahead;
                self.bytes::<false>(bytes, ahead.position(), render);
                return Ok(());
            }
            Token::Map(count) if is_typed_blob(ahead, count) => count,
            _ => return self.misfit::<false>(r, slot, depth),
        };
        *r = ahead;
        self.budget.enter(depth, at)?;
        self.budget.spend(count * 2)?;
        self.tape.tagged(Tag::Dict, count as i32);
        for _ in 0..count {
            self.path.set(depth + 1, Step::Key(r.position()));
            let name: &[u8] = match blob_tag(r)? {
                Some(1) => b"type_id",
                Some(2) => b"type_version",
                _ => b"bytes",
            };
            self.key(name);
            self.any(r, depth + 1)?;
        }
        Ok(())
    }

    /// Takes the value of a field that no descriptor names, and notes it where unknown fields are wanted.
    pub(super) fn unknown(&mut self, r: &mut Cursor<'_>, key_at: usize, depth: u32) -> Read<()> {
        if self.options.include_unknown {
            let steps = self.path.upto(depth - 1);
            self.unknowns.push(key_at, steps);
        }
        r.skip(&mut self.budget, depth)
    }

    /// The unknown fields, as an object that mirrors the payload by tags.
    pub(super) fn unknown_tree(&mut self, tree: &UnknownTree, depth: u32) -> Read<()> {
        self.tape.tagged(Tag::Dict, tree.entries.len() as i32);
        for entry in &tree.entries {
            match entry.place {
                Place::Field(key_at) => {
                    let mut r = Cursor::new(self.payload, key_at);
                    self.path.set(depth, Step::Key(key_at));
                    self.map_key(&mut r, None, depth, depth)?;
                    self.any(&mut r, depth)?;
                }
                Place::Step(step) => {
                    let spelled = self.spell_step(step);
                    self.path.set(depth, step);
                    self.key(spelled.as_bytes());
                    self.unknown_tree(&entry.inside, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    /// A JSON value as a tagged value: how warnings and errors travel.
    pub(super) fn json(&mut self, json: &Json) {
        match json {
            Json::Null => self.tape.tagged(Tag::Null, 0),
            Json::Bool(b) => self.tape.tagged(if *b { Tag::True } else { Tag::False }, 0),
            Json::Number(n) => {
                // No error or warning holds a decimal.
                let unsigned = n.as_u64().map(|n| n as f64);
                let number = unsigned.or_else(|| n.as_i64().map(|n| n as f64));
                self.float::<false>(number.unwrap_or(f64::NAN));
            }
            Json::String(s) => {
                let (word, _) = self.tape.text(s.as_bytes());
                self.tape.tagged(Tag::Text, word);
            }
            Json::Array(items) => {
                self.tape.tagged(Tag::List, items.len() as i32);
                items.iter().for_each(|item| self.json(item));
            }
            Json::Object(entries) => {
                self.tape.tagged(Tag::Dict, entries.len() as i32);
                for (key, value) in entries {
                    self.key(key.as_bytes());
                    self.json(value);
                }
            }
        }
    }

    pub(super) fn spell_step(&self, step: Step) -> String {
        match step {
            Step::Tag(tag) => tag.to_string(),
            Step::Index(index) => index.to_string(),
            Step::Key(at) => {
                let mut r = Cursor::new(self.payload, at);
                match r.str() {
                    Ok(Some(key)) => String::from_utf8_lossy(key).into_owned(),
                    // It was read before, so it can be read again; its nodes are paid for.
                    _ => spell(self.payload, &mut r, 0, &mut fresh_budget()).unwrap_or_default(),
                }
            }
        }
    }
}

/// Are the `count` pairs that follow 1 str, 2 integer, 3 bin, the last of them and any of the others, each once?
fn is_typed_blob(mut r: Cursor<'_>, count: u32) -> bool {
    let mut seen = [false; 4];
    count <= 3
        && (0..count).all(|_| {
            let tag = blob_tag(&mut r).ok().flatten().unwrap_or(0);
            let fits = match r.token() {
                Ok(Token::Str(_)) => tag == 1,
                Ok(Token::UInt(_)) => tag == 2,
                Ok(Token::Bin(_)) => tag == 3,
                _ => false,
            };
            fits && !core::mem::replace(&mut seen[tag as usize % 4], true)
        })
        && seen[3]
}

/// A key that may be a tag, in any of the forms that a field's tag has.
fn blob_tag(r: &mut Cursor<'_>) -> Read<Option<u64>> {
    match r.uint()? {
        Some(tag) => Ok(Some(tag)),
        None => spelled_tag(r),
    }
}
