//! Scalars by their op. `None`: the field cannot hold that.

use super::value::{describe, misfit};
use super::Writing;
use crate::error::Result;
use crate::limits::MAX_SAFE_INTEGER;
use crate::turns::base64::push_from_base64;
use crate::turns::cursor::Token;
use crate::turns::iso::parse_iso;
use crate::turns::number::{exact_float, Width};
use crate::turns::program::{Op, Slot};
use crate::turns::write;

impl Writing<'_> {
    #[inline]
    pub(super) fn scalar(&mut self, op: Op, token: Token<'_>) -> Option<()> {
        match (op, token) {
            (Op::Text, Token::Str(text)) => write::text(self.out, text).then_some(()),
            (Op::Integer(width, _), token) => self.integer(width, integer(token)?),
            (Op::Bool, Token::Bool(b)) => {
                write::boolean(self.out, b);
                Some(())
            }
            (Op::Float(bits), token) => {
                let n = float(bits, token)?;
                if bits == 32 {
                    write::float32(self.out, n as f32);
                } else {
                    write::float64(self.out, n);
                }
                Some(())
            }
            (Op::Bytes(_) | Op::TypedBlob(_), Token::Bin(bytes)) => {
                write::bin(self.out, bytes);
                Some(())
            }
            (Op::Bytes(_) | Op::TypedBlob(_), Token::Str(text)) => {
                let padding = text.iter().rev().take(2).filter(|b| **b == b'=').count();
                write::bin_header(self.out, (text.len() / 4 * 3).checked_sub(padding)?);
                push_from_base64(self.out, text).then_some(())
            }
            (Op::Time(base), token) => {
                let ms = match token {
                    Token::Str(text) => core::str::from_utf8(text).ok().and_then(parse_iso),
                    _ => None,
                };
                self.integer(base, ms.map(i128::from).or_else(|| integer(token))?)
            }
            (Op::Enum(index, _, base), token) => self.integer(base, self.number(index, token)?),
            _ => None,
        }
    }

    pub(super) fn integer(&mut self, width: Width, n: i128) -> Option<()> {
        let token = match u64::try_from(n) {
            Ok(n) => Token::UInt(n),
            Err(_) => Token::Int(i64::try_from(n).ok()?),
        };
        if !width.holds(token) {
            return None;
        }
        match token {
            Token::UInt(n) => write::uint(self.out, n),
            _ => write::int(self.out, n as i64),
        }
        Some(())
    }

    /// The number that a label or a number means.
    pub(super) fn number(&self, index: u32, token: Token<'_>) -> Option<i128> {
        self.labelled(index, token).or_else(|| integer(token))
    }

    fn labelled(&self, index: u32, token: Token<'_>) -> Option<i128> {
        match token {
            Token::Str(label) => self.code.enums[index as usize].number(&self.code.labels, label),
            _ => None,
        }
    }

    /// Is `label` what the enum calls that number? A reader writes both only where it is; of two things that are not the
    /// same, either may be the one that was meant.
    pub(super) fn agree(
        &self,
        slot: &Slot,
        index: u32,
        (label, value): (Token<'_>, Token<'_>),
        number: i128,
    ) -> Result<()> {
        if self.labelled(index, label) == Some(number) {
            return Ok(());
        }
        let own = match self.code.enums[index as usize].get(number) {
            Some(place) => describe(Token::Str(self.code.labels[place as usize].as_bytes())),
            None => "none".to_owned(),
        };
        let expected = [
            &slot.expected,
            ", as a label and a value that agree or as one of them",
        ];
        let found = [
            "the label ",
            &describe(label),
            " with ",
            &describe(value),
            ", whose label is ",
            &own,
        ];
        Err(misfit(&expected.concat(), &found.concat()))
    }
}

/// An integer, whether it is held as one, as a whole float, or as decimal digits.
#[inline]
fn integer(token: Token<'_>) -> Option<i128> {
    match token {
        Token::UInt(n) => Some(n.into()),
        Token::Int(n) => Some(n.into()),
        Token::Float(n) if n.fract() == 0.0 && n.abs() <= MAX_SAFE_INTEGER as f64 => {
            Some((n as i64).into())
        }
        Token::Str(digits) => from_digits(digits),
        _ => None,
    }
}

/// Digits as an integer prints: no plus sign, no leading zero, no more than 64 bits.
fn from_digits(text: &[u8]) -> Option<i128> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || (digits[0] == b'0' && text.len() > 1) {
        return None;
    }
    let n = digits.iter().try_fold(0_u64, |n, digit| {
        let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        n.checked_mul(10)?.checked_add(digit)
    })?;
    Some(if negative { -i128::from(n) } else { n.into() })
}

/// A number that a float of that many bits holds: a decimal is rounded to one, an integer has to be exact.
fn float(bits: u8, token: Token<'_>) -> Option<f64> {
    match token {
        Token::Float(n) if bits == 32 && n.is_finite() => (n as f32).is_finite().then_some(n),
        Token::Str(b"NaN") => Some(f64::NAN),
        Token::Str(b"Infinity") => Some(f64::INFINITY),
        Token::Str(b"-Infinity") => Some(f64::NEG_INFINITY),
        token => exact_float(bits, token),
    }
}
