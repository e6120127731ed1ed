//! Values that a descriptor describes, onto the tape.
//!
//! Two forms of the same value: in a slot, whose meaning the program gives, or tagged, where it stands in a list
//! or a map. `SLOT` chooses at compile time, so that each rule stands here once.

use super::notes::Step;
use super::Projection;
use crate::map::Map;
use crate::turns::base64::push_base64;
use crate::turns::cursor::{Cursor, Read, Token};
use crate::turns::iso::push_iso;
use crate::turns::options::{BytesRender, EnumRender};
use crate::turns::program::{IntegerAs, Op, Program, Slot, Width};
use crate::turns::tape::{Tag, ESCAPE, FLOAT};
use crate::turns::text;

/// Integers whose JavaScript number is exact.
pub(super) const MAX_SAFE: u64 = (1 << 53) - 1;

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
        let (mut mask, mut next_slot, mut next_unknown) = (0_i32, 0, 0);
        for _ in 0..count {
            let key_at = r.position();
            let slot = match self.field_tag(r, depth)? {
                Some(tag) => match program.slot_of(tag) {
                    Some(slot) => slot,
                    None => {
                        self.out_of_order |= tag < next_unknown;
                        next_unknown = tag.saturating_add(1);
                        self.unknown(r, key_at, depth)?;
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
            let tag = self.field_tag(r, depth)?;
            if let Some(tag) = tag.filter(|tag| !seen.insert(*tag, ())) {
                self.path.set(depth, Step::Tag(tag));
                self.warn(
                    depth,
                    "each tag once",
                    "the tag again; its last value holds".to_owned(),
                );
            }
            match tag.and_then(|tag| program.slot_of(tag)) {
                Some(slot) => {
                    self.tape.word(slot as i32);
                    self.field(r, &program.slots[slot], depth)?;
                    written += 1;
                }
                None => self.unknown(r, key_at, depth)?,
            }
        }
        self.tape.words[count_at] = written;
        Ok(())
    }

    /// Takes a key: the tag, where it is an unsigned integer or its canonical decimal digits.
    #[inline(always)]
    fn field_tag(&mut self, r: &mut Cursor<'_>, depth: u32) -> Read<Option<u64>> {
        self.budget.spend(1)?;
        match r.uint()? {
            Some(tag) => Ok(Some(tag)),
            None => self.other_key(r, depth),
        }
    }

    #[cold]
    fn other_key(&mut self, r: &mut Cursor<'_>, depth: u32) -> Read<Option<u64>> {
        match r.peek()? {
            // A signed format can hold an unsigned tag.
            0xd0..=0xd3 => match r.token()? {
                Token::UInt(tag) => Ok(Some(tag)),
                _ => Ok(None),
            },
            _ => match r.str()? {
                Some(digits) => Ok(canonical_tag(digits)),
                None => r.skip(&mut self.budget, depth).map(|()| None),
            },
        }
    }

    #[inline(always)]
    fn field(&mut self, r: &mut Cursor<'_>, slot: &Slot, depth: u32) -> Read<()> {
        self.path.set(depth, Step::Tag(slot.tag));
        self.budget.spend(1)?;
        self.value::<true>(r, slot.op, slot, depth)
    }

    /// One value by its op; `slot` is the field it belongs to, `depth` the containers around it.
    pub(super) fn value<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        op: Op,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
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
            Op::Enum(index, render) => {
                return self.enumeration::<SLOT>(r, index, render, slot, depth)
            }
            Op::Time => return self.time::<SLOT>(r, slot, depth),
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
            Op::Structs(program) => return self.structs::<SLOT>(r, program, slot, depth),
            Op::List(items) => return self.list(r, items, slot, depth),
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
            Op::Float => {
                let mut ahead = *r;
                let number = match ahead.token()? {
                    Token::Float(f) => Some(f),
                    Token::UInt(n) if n <= MAX_SAFE => Some(n as f64),
                    Token::Int(n) if n.unsigned_abs() <= MAX_SAFE => Some(n as f64),
                    _ => None,
                };
                if let Some(number) = number {
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
        self.misfit::<SLOT>(r, op, slot, depth)
    }

    /// Something else than the descriptor says: the generic rendering and, unless nil may stand there, a warning.
    #[cold]
    pub(super) fn misfit<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        op: Op,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let found = { *r }.token()?;
        if !(found == Token::Nil && slot.optional) {
            self.warn(depth, &slot.expected, found.describe());
        }
        self.escape::<SLOT>(op);
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
                "bytes that are not; U+FFFD stands in their place".to_owned(),
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

    fn integer<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        width: Width,
        render: IntegerAs,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let mut ahead = *r;
        let op = Op::Integer(width, render);
        let (fits, word) = match ahead.token()? {
            Token::UInt(n) => {
                let bits = u32::from(width.bits) - u32::from(width.signed);
                let fits = bits == 64 || n >> bits == 0;
                let word = match render {
                    _ if !fits => 0,
                    IntegerAs::Number if n <= MAX_SAFE => {
                        *r = ahead;
                        self.number::<SLOT>(n as i64);
                        return Ok(());
                    }
                    _ => self.tape.ascii(|out| text::push_u64(out, n)),
                };
                (fits, word)
            }
            Token::Int(n) => {
                let fits = width.signed && (width.bits == 64 || n >= -(1_i64 << (width.bits - 1)));
                let word = match render {
                    _ if !fits => 0,
                    IntegerAs::Number if n.unsigned_abs() <= MAX_SAFE => {
                        *r = ahead;
                        self.number::<SLOT>(n);
                        return Ok(());
                    }
                    _ => self.tape.ascii(|out| text::push_i64(out, n)),
                };
                (fits, word)
            }
            _ => (false, 0),
        };
        if !fits {
            return self.misfit::<SLOT>(r, op, slot, depth);
        }
        *r = ahead;
        match render {
            IntegerAs::Digits => self.string_word::<SLOT>(word),
            // A number that is no safe integer: digits, so that nothing is lost.
            IntegerAs::Number => {
                self.escape::<SLOT>(op);
                self.tape.tagged(Tag::Text, word);
            }
            IntegerAs::Big => self.tape.tagged(Tag::Big, word),
        }
        Ok(())
    }

    /// A number that is a safe integer.
    #[inline(always)]
    pub(super) fn number<const SLOT: bool>(&mut self, n: i64) {
        match i32::try_from(n) {
            Ok(small) if SLOT && small > FLOAT => self.tape.word(small),
            // A tagged word has 28 bits for it.
            Ok(small) if !SLOT && (-(1 << 27)..1 << 27).contains(&small) => {
                self.tape.tagged(Tag::Int, small)
            }
            _ => self.plain_float::<SLOT>(n as f64),
        }
    }

    #[inline(always)]
    fn plain_float<const SLOT: bool>(&mut self, n: f64) {
        if SLOT {
            self.tape.number(n);
        } else {
            self.tape.tagged(Tag::Float, 0);
            self.tape.floats.push(n);
        }
    }

    /// A float; the three that JSON has no number for, as strings.
    pub(super) fn float<const SLOT: bool>(&mut self, n: f64) {
        let name: &[u8] = match n {
            n if n.is_nan() => b"NaN",
            f64::INFINITY => b"Infinity",
            f64::NEG_INFINITY => b"-Infinity",
            n => return self.plain_float::<SLOT>(n),
        };
        self.escape::<SLOT>(Op::Float);
        let (word, _) = self.tape.text(name);
        self.tape.tagged(Tag::Text, word);
    }

    fn enumeration<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        index: u32,
        render: EnumRender,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let op = Op::Enum(index, render);
        let mut ahead = *r;
        if SLOT && render == EnumRender::Label {
            // Nearly all enums: a small number with a label.
            let small = ahead
                .uint()?
                .and_then(|n| self.code.enums[index as usize].small(n));
            if let Some(label) = small {
                *r = ahead;
                self.tape.word(label as i32);
                return Ok(());
            }
            ahead = *r;
        }
        let number = match ahead.token()? {
            Token::UInt(n) => i128::from(n),
            Token::Int(n) => i128::from(n),
            _ => return self.misfit::<SLOT>(r, op, slot, depth),
        };
        let label = self.code.enums[index as usize]
            .get(number)
            .map(|label| label as i32);
        match (render, label) {
            (EnumRender::Label, Some(label)) => {
                *r = ahead;
                if SLOT {
                    self.tape.word(label);
                } else {
                    self.tape.tagged(Tag::Label, label);
                }
                Ok(())
            }
            (EnumRender::Both, Some(label)) => {
                self.tape.tagged(Tag::Dict, 2);
                self.key(b"label");
                self.tape.tagged(Tag::Label, label);
                self.key(b"value");
                self.any(r, depth)
            }
            _ => {
                // A slot of numbers takes the number; any other says that it is one.
                if SLOT && matches!(render, EnumRender::Number) {
                    if let Ok(n) = i64::try_from(number) {
                        if n.unsigned_abs() <= MAX_SAFE {
                            *r = ahead;
                            self.number::<true>(n);
                            return Ok(());
                        }
                    }
                }
                self.escape::<SLOT>(op);
                self.any(r, depth)
            }
        }
    }

    fn time<const SLOT: bool>(&mut self, r: &mut Cursor<'_>, slot: &Slot, depth: u32) -> Read<()> {
        let mut ahead = *r;
        let ms = match ahead.token()? {
            Token::UInt(n) => i64::try_from(n).ok(),
            Token::Int(n) => Some(n),
            _ => return self.misfit::<SLOT>(r, Op::Time, slot, depth),
        };
        let day = &mut self.day;
        match ms.and_then(|ms| push_iso(&mut self.tape.ascii, ms, day)) {
            Some(len) => {
                *r = ahead;
                self.string_word::<SLOT>((len as i32) << 1);
                Ok(())
            }
            // Out of a date's range: the number.
            None => {
                self.escape::<SLOT>(Op::Time);
                self.any(r, depth)
            }
        }
    }

    /// Bytes that end at `end` of the payload.
    pub(super) fn bytes<const SLOT: bool>(
        &mut self,
        bytes: &[u8],
        end: usize,
        render: BytesRender,
    ) {
        match render {
            BytesRender::Base64 => {
                let word = self.tape.ascii(|out| push_base64(out, bytes));
                self.string_word::<SLOT>(word);
            }
            BytesRender::Hex => {
                let word = self.tape.ascii(|out| text::push_hex(out, bytes));
                self.string_word::<SLOT>(word);
            }
            BytesRender::LenOnly => self.number::<SLOT>(bytes.len() as i64),
            BytesRender::View => {
                self.tape.tagged(Tag::View, 0);
                self.tape.word((end - bytes.len()) as i32);
                self.tape.word(bytes.len() as i32);
            }
        }
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
