//! Values that a descriptor describes, onto the tape.
//!
//! Two forms of the same value: in a slot, whose meaning the program gives, or tagged, where it stands in a list
//! or a map. `SLOT` chooses at compile time, so that each rule stands here once.

use super::notes::Step;
use super::warnings::Found;
use super::Projection;
use crate::map::Map;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::Read;
use crate::turns::number::exact_float;
use crate::turns::program::{Op, Program, Slot};
use crate::turns::tape::{Tag, ESCAPE};

impl Projection<'_> {
    /// A tagged map, whose first byte is next, by its program. The presence mask needs fields in tag order and
    /// each once, as writers write them; where they come otherwise, the turn is projected once more in pairs.
    pub(super) fn structure(
        &mut self,
        r: &mut Cursor<'_>,
        program: u32,
        count: u32,
        depth: u32,
    ) -> Read<()> {
        self.budget.spend(count.saturating_mul(2))?;
        let code = self.code;
        let program_index = program as i32;
        let program = &code.programs[program as usize];
        if self.in_pairs || program.is_wide() {
            self.tape.word(ESCAPE);
            self.tape.tagged(Tag::Pairs, program_index);
            return self.pairs(r, program, count, depth);
        }
        let mask_at = self.tape.words.len();
        self.tape.word(0);
        let (mut mask, mut next_slot, mut last_unknown) = (0_i32, 0, None);
        for _ in 0..count {
            let key_at = r.position();
            let slot = match self.field_tag(r, depth)? {
                Some(tag) => match program.slot_of(tag) {
                    Some(slot) => slot,
                    None => {
                        self.out_of_order |= Some(tag) <= last_unknown;
                        last_unknown = Some(tag);
                        self.unnamed(r, tag, key_at, depth)?;
                        continue;
                    }
                },
                None => {
                    self.unknown(r, key_at, depth)?;
                    continue;
                }
            };
            if slot < next_slot {
                // No use to go on: this pass will be thrown away.
                self.out_of_order = true;
            }
            next_slot = slot + 1;
            mask |= 1 << slot;
            self.field(r, &program.slots[slot], depth)?;
        }
        self.tape.words[mask_at] = mask;
        Ok(())
    }

    /// The fields of a struct as pairs of slot and value, in any order, any of them twice.
    fn pairs(&mut self, r: &mut Cursor<'_>, program: &Program, count: u32, depth: u32) -> Read<()> {
        let count_at = self.tape.words.len();
        self.tape.word(0);
        let mut written = 0;
        let mut seen = Map::EMPTY;
        for _ in 0..count {
            let key_at = r.position();
            let Some(tag) = self.field_tag(r, depth)? else {
                self.unknown(r, key_at, depth)?;
                continue;
            };
            if let Some(earlier) = seen.get(tag).copied() {
                self.forget(earlier);
                self.path.set(depth, Step::Tag(tag));
                self.warn(
                    depth,
                    "each tag once",
                    Found::Words("the tag again; its last value holds"),
                );
            }
            let mark = self.mark();
            match program.slot_of(tag) {
                Some(slot) => {
                    self.tape.word(slot as i32);
                    self.field(r, &program.slots[slot], depth)?;
                    written += 1;
                }
                None => self.unnamed(r, tag, key_at, depth)?,
            }
            seen.insert(tag, [mark, self.mark()]);
        }
        self.tape.words[count_at] = written;
        Ok(())
    }

    /// A tag that no descriptor names. Tags are positive, so 0 is a writer's mistake that no registry can mend.
    #[inline]
    fn unnamed(&mut self, r: &mut Cursor<'_>, tag: u64, key_at: usize, depth: u32) -> Read<()> {
        if tag == 0 {
            self.path.set(depth, Step::Tag(0));
            self.warn(
                depth,
                "a positive tag",
                Found::Words("tag 0, which no type can have"),
            );
        }
        self.unknown(r, key_at, depth)
    }

    /// Takes a key: the tag, where it is an unsigned integer or its canonical decimal digits.
    #[inline(always)]
    fn field_tag(&mut self, r: &mut Cursor<'_>, depth: u32) -> Read<Option<u64>> {
        match r.uint()? {
            Some(tag) => Ok(Some(tag)),
            None => self.other_key(r, depth),
        }
    }

    #[cold]
    fn other_key(&mut self, r: &mut Cursor<'_>, depth: u32) -> Read<Option<u64>> {
        let mut ahead = *r;
        let tag = spelled_tag(&mut ahead)?;
        if ahead.position() == r.position() {
            r.skip(&mut self.budget, depth)?;
        } else {
            *r = ahead;
        }
        Ok(tag)
    }

    #[inline(always)]
    fn field(&mut self, r: &mut Cursor<'_>, slot: &Slot, depth: u32) -> Read<()> {
        self.path.set(depth, Step::Tag(slot.tag));
        self.value::<true>(r, slot, depth)
    }

    /// One value: a field's, or what stands in a container; `depth` is the containers around it.
    pub(super) fn value<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let op = slot.op;
        match op {
            Op::Text => {
                if let Some(bytes) = r.str()? {
                    self.text::<SLOT>(bytes, depth);
                    return Ok(());
                }
            }
            Op::Integer(width, render) => {
                return self.integer::<SLOT>(r, width, render, slot, depth)
            }
            Op::Enum(index, render, base) => {
                return self.enumeration::<SLOT>(r, index, render, base, slot, depth)
            }
            Op::Time(base) => return self.time::<SLOT>(r, base, slot, depth),
            Op::Struct(program) => {
                let at = r.position();
                if let Some(count) = r.map_header()? {
                    self.budget.enter(depth, at)?;
                    if !SLOT {
                        self.tape.tagged(Tag::Struct, program as i32);
                    }
                    return self.structure(r, program, count, depth + 1);
                }
            }
            Op::Structs { items, .. } => return self.list::<SLOT>(r, items, slot, depth),
            Op::List(items) => return self.list::<false>(r, items, slot, depth),
            Op::Map { keys, values } => return self.map(r, keys, values, slot, depth),
            Op::Bytes(render) => {
                let mut ahead = *r;
                if let Token::Bin(bytes) = ahead.token()? {
                    *r = ahead;
                    self.bytes::<SLOT>(bytes, ahead.position(), render);
                    return Ok(());
                }
            }
            Op::TypedBlob(render) => return self.typed_blob(r, render, slot, depth),
            Op::Float(bits) => {
                let mut ahead = *r;
                if let Some(number) = exact_float(bits, ahead.token()?) {
                    *r = ahead;
                    self.float::<SLOT>(number);
                    return Ok(());
                }
            }
            Op::Bool => {
                let mut ahead = *r;
                if let Token::Bool(b) = ahead.token()? {
                    *r = ahead;
                    self.escape::<SLOT>(op);
                    self.tape.tagged(if b { Tag::True } else { Tag::False }, 0);
                    return Ok(());
                }
            }
            Op::Any => return self.any(r, depth),
        }
        self.misfit::<SLOT>(r, slot, depth)
    }

    /// Something else than the descriptor says: the generic rendering and, unless nil may stand there, a warning.
    #[cold]
    pub(super) fn misfit<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let found = { *r }.token()?;
        if !(found == Token::Nil && slot.optional) {
            self.warn(depth, &slot.expected, Found::Token(found));
        }
        self.escape::<SLOT>(slot.op);
        self.any(r, depth)
    }

    /// Before a tagged word in a slot that expects another.
    #[inline(always)]
    pub(super) fn escape<const SLOT: bool>(&mut self, op: Op) {
        if SLOT && op.slot_kind() != crate::turns::program::SlotKind::Any {
            self.tape.word(ESCAPE);
        }
    }

    /// Text; a warning where it is not UTF-8.
    #[inline(always)]
    pub(super) fn text<const SLOT: bool>(&mut self, bytes: &[u8], depth: u32) {
        let (word, lossy) = self.tape.text(bytes);
        self.string_word::<SLOT>(word);
        if lossy {
            self.warn(
                depth,
                "UTF-8",
                Found::Words("bytes that are not; U+FFFD stands in their place"),
            );
        }
    }

    #[inline(always)]
    pub(super) fn string_word<const SLOT: bool>(&mut self, word: i32) {
        if SLOT {
            self.tape.word(word);
        } else {
            self.tape.tagged(Tag::Text, word);
        }
    }
}

/// Takes a key that is a str or of a signed format, and gives the tag that it is; nothing is taken where something else
/// stands.
#[cold]
pub(super) fn spelled_tag(r: &mut Cursor<'_>) -> Read<Option<u64>> {
    match r.peek()? {
        // A signed format can hold an unsigned tag.
        0xd0..=0xd3 => match r.token()? {
            Token::UInt(tag) => Ok(Some(tag)),
            _ => Ok(None),
        },
        _ => Ok(r.str()?.and_then(canonical_tag)),
    }
}

/// The tag that a digit string spells: decimal, without leading zeros or sign.
fn canonical_tag(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 20 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    core::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::canonical_tag;

    #[test]
    fn only_canonical_decimals_are_tags() {
        assert_eq!(canonical_tag(b"42"), Some(42));
        assert_eq!(canonical_tag(b"0"), Some(0));
        assert_eq!(canonical_tag(b"18446744073709551615"), Some(u64::MAX));
        for other in [
            &b""[..],
            b"01",
            b"+1",
            b"-1",
            b"18446744073709551616",
            b"1 ",
            b"\xd9\xa1",
            b"one",
        ] {
            assert_eq!(canonical_tag(other), None);
        }
    }
}
