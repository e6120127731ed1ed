//! Scalars that a descriptor describes: integers, floats, enums, times, bytes, in a slot or tagged.

use super::Projection;
use crate::limits::MAX_SAFE_INTEGER;
use crate::turns::base64::push_base64;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::Read;
use crate::turns::iso::push_iso;
use crate::turns::number::Width;
use crate::turns::options::{BytesRender, EnumRender};
use crate::turns::program::{IntegerAs, Op, Slot};
use crate::turns::tape::{Tag, FLOAT};
use crate::turns::text;

impl Projection<'_> {
    pub(super) fn integer<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        width: Width,
        render: IntegerAs,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let mut ahead = *r;
        let token = ahead.token()?;
        let as_number = render == IntegerAs::Number;
        let word = match token {
            _ if !width.holds(token) => return self.misfit::<SLOT>(r, slot, depth),
            Token::UInt(n) if as_number && n <= MAX_SAFE_INTEGER => {
                *r = ahead;
                self.number::<SLOT>(n as i64);
                return Ok(());
            }
            Token::Int(n) if as_number && n.unsigned_abs() <= MAX_SAFE_INTEGER => {
                *r = ahead;
                self.number::<SLOT>(n);
                return Ok(());
            }
            Token::UInt(n) => self.tape.ascii(|out| text::push_u64(out, n)),
            Token::Int(n) => self.tape.ascii(|out| text::push_i64(out, n)),
            _ => return self.misfit::<SLOT>(r, slot, depth),
        };
        *r = ahead;
        match render {
            IntegerAs::Digits => self.string_word::<SLOT>(word),
            // A number that is no safe integer: as one without a descriptor, so that nothing is lost.
            IntegerAs::Number => {
                self.escape::<SLOT>(slot.op);
                self.large(word);
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
        self.escape::<SLOT>(Op::Float(64));
        let (word, _) = self.tape.text(name);
        self.tape.tagged(Tag::Text, word);
    }

    pub(super) fn enumeration<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        index: u32,
        render: EnumRender,
        base: Width,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let mut ahead = *r;
        if SLOT && render == EnumRender::Label && base != Width::new(true, 8) {
            // Nearly all enums: a small number with a label. It fits all integers but the smallest.
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
            Token::UInt(n) if base.holds(Token::UInt(n)) => i128::from(n),
            Token::Int(n) if base.holds(Token::Int(n)) => i128::from(n),
            _ => return self.misfit::<SLOT>(r, slot, depth),
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
                        if n.unsigned_abs() <= MAX_SAFE_INTEGER {
                            *r = ahead;
                            self.number::<true>(n);
                            return Ok(());
                        }
                    }
                }
                self.escape::<SLOT>(slot.op);
                self.any(r, depth)
            }
        }
    }

    pub(super) fn time<const SLOT: bool>(
        &mut self,
        r: &mut Cursor<'_>,
        base: Width,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let mut ahead = *r;
        let ms = match ahead.token()? {
            Token::UInt(n) if base.holds(Token::UInt(n)) => i64::try_from(n).ok(),
            Token::Int(n) if base.holds(Token::Int(n)) => Some(n),
            _ => return self.misfit::<SLOT>(r, slot, depth),
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
                self.escape::<SLOT>(slot.op);
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
                self.tape.word((self.payload_at + end - bytes.len()) as i32);
                self.tape.word(bytes.len() as i32);
            }
        }
    }
}
