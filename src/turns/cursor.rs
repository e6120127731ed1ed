//! A msgpack reader that borrows: no intermediate value, no allocation.
//!
//! Every length that a header announces is held against the bytes that are left before anything is
//! done with it, so a 5-byte array header cannot ask for 4 billion items of memory.

use super::fault::{Budget, Fault, Read};
use crate::text::float;

/// One msgpack value, or the header of a container. Strings may hold any bytes: UTF-8 is checked where text is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token<'a> {
    /// nil
    Nil,
    /// true, false
    Bool(bool),
    /// A non-negative integer of any width or family.
    UInt(u64),
    /// A negative integer of any width.
    Int(i64),
    /// float 32 or float 64
    Float(f64),
    /// str
    Str(&'a [u8]),
    /// bin
    Bin(&'a [u8]),
    /// An array of that many items, which follow.
    Array(u32),
    /// A map of that many pairs, which follow.
    Map(u32),
    /// ext: type and data
    Ext(i8, &'a [u8]),
}

impl Token<'_> {
    /// What this is, in words for a warning.
    pub fn describe(&self) -> String {
        match self {
            Token::Nil => "nil".to_owned(),
            Token::Bool(b) => format!("bool {b}"),
            Token::UInt(n) => format!("integer {n}"),
            Token::Int(n) => format!("integer {n}"),
            Token::Float(f) => format!("float {}", float(*f)),
            Token::Str(s) => format!("string of {} bytes", s.len()),
            Token::Bin(s) => format!("binary of {} bytes", s.len()),
            Token::Array(n) => format!("array of {n} items"),
            Token::Map(n) => format!("map of {n} pairs"),
            Token::Ext(t, s) => format!("ext {t} of {} bytes", s.len()),
        }
    }

    /// The kind alone.
    pub fn kind(&self) -> &'static str {
        match self {
            Token::Nil => "nil",
            Token::Bool(_) => "a boolean",
            Token::UInt(_) | Token::Int(_) => "an integer",
            Token::Float(_) => "a float",
            Token::Str(_) => "a string",
            Token::Bin(_) => "binary data",
            Token::Array(_) => "an array",
            Token::Map(_) => "a map",
            Token::Ext(..) => "an ext value",
        }
    }
}

/// A position in msgpack bytes.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at `at`; one past the end reads as truncated.
    #[inline]
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Cursor { bytes, at }
    }

    /// The offset of the next byte.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    #[inline(always)]
    pub fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Holds the value that was read to be all there is.
    #[inline(always)]
    pub fn end(&self) -> Read<()> {
        match self.remaining() {
            0 => Ok(()),
            extra => Err(Fault::Trailing { at: self.at, extra }),
        }
    }

    /// The next byte, not taken.
    #[inline(always)]
    pub fn peek(&self) -> Read<u8> {
        self.bytes
            .get(self.at)
            .copied()
            .ok_or(Fault::Truncated { at: self.at })
    }

    #[inline(always)]
    fn take(&mut self, len: usize, start: usize) -> Read<&'a [u8]> {
        let end = self.at.wrapping_add(len);
        match self.bytes.get(self.at..end) {
            Some(slice) => {
                self.at = end;
                Ok(slice)
            }
            None => Err(Fault::Truncated { at: start }),
        }
    }

    #[inline(always)]
    fn fixed<const N: usize>(&mut self, start: usize) -> Read<[u8; N]> {
        match self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<N>) {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(Fault::Truncated { at: start }),
        }
    }

    #[inline(always)]
    fn len8(&mut self, start: usize) -> Read<usize> {
        Ok(self.fixed::<1>(start)?[0] as usize)
    }
    #[inline(always)]
    fn len16(&mut self, start: usize) -> Read<usize> {
        Ok(u16::from_be_bytes(self.fixed(start)?) as usize)
    }
    #[inline(always)]
    fn len32(&mut self, start: usize) -> Read<usize> {
        Ok(u32::from_be_bytes(self.fixed(start)?) as usize)
    }

    #[inline]
    fn array(&mut self, count: usize, start: usize) -> Read<Token<'a>> {
        if count > self.remaining() {
            return Err(Fault::Truncated { at: start });
        }
        Ok(Token::Array(count as u32))
    }

    #[inline]
    fn map(&mut self, count: usize, start: usize) -> Read<Token<'a>> {
        if count > self.remaining() / 2 {
            return Err(Fault::Truncated { at: start });
        }
        Ok(Token::Map(count as u32))
    }

    #[inline]
    fn ext(&mut self, len: usize, start: usize) -> Read<Token<'a>> {
        let [kind] = self.fixed::<1>(start)?;
        Ok(Token::Ext(kind as i8, self.take(len, start)?))
    }

    /// Takes the next value; of a container, its header.
    #[inline]
    pub fn token(&mut self) -> Read<Token<'a>> {
        let start = self.at;
        let byte = self.peek()?;
        self.at += 1;
        Ok(match byte {
            0x00..=0x7f => Token::UInt(byte.into()),
            0x80..=0x8f => return self.map((byte & 15).into(), start),
            0x90..=0x9f => return self.array((byte & 15).into(), start),
            0xa0..=0xbf => Token::Str(self.take((byte & 31).into(), start)?),
            0xc0 => Token::Nil,
            0xc1 => return Err(Fault::Reserved { at: start }),
            0xc2 => Token::Bool(false),
            0xc3 => Token::Bool(true),
            0xc4 => {
                let len = self.len8(start)?;
                Token::Bin(self.take(len, start)?)
            }
            0xc5 => {
                let len = self.len16(start)?;
                Token::Bin(self.take(len, start)?)
            }
            0xc6 => {
                let len = self.len32(start)?;
                Token::Bin(self.take(len, start)?)
            }
            0xc7 => {
                let len = self.len8(start)?;
                return self.ext(len, start);
            }
            0xc8 => {
                let len = self.len16(start)?;
                return self.ext(len, start);
            }
            0xc9 => {
                let len = self.len32(start)?;
                return self.ext(len, start);
            }
            0xca => Token::Float(f32::from_be_bytes(self.fixed(start)?).into()),
            0xcb => Token::Float(f64::from_be_bytes(self.fixed(start)?)),
            0xcc => Token::UInt(self.fixed::<1>(start)?[0].into()),
            0xcd => Token::UInt(u16::from_be_bytes(self.fixed(start)?).into()),
            0xce => Token::UInt(u32::from_be_bytes(self.fixed(start)?).into()),
            0xcf => Token::UInt(u64::from_be_bytes(self.fixed(start)?)),
            0xd0 => signed(i8::from_be_bytes(self.fixed(start)?).into()),
            0xd1 => signed(i16::from_be_bytes(self.fixed(start)?).into()),
            0xd2 => signed(i32::from_be_bytes(self.fixed(start)?).into()),
            0xd3 => signed(i64::from_be_bytes(self.fixed(start)?)),
            0xd4..=0xd8 => return self.ext(1 << (byte - 0xd4), start),
            0xd9 => {
                let len = self.len8(start)?;
                Token::Str(self.take(len, start)?)
            }
            0xda => {
                let len = self.len16(start)?;
                Token::Str(self.take(len, start)?)
            }
            0xdb => {
                let len = self.len32(start)?;
                Token::Str(self.take(len, start)?)
            }
            0xdc => {
                let count = self.len16(start)?;
                return self.array(count, start);
            }
            0xdd => {
                let count = self.len32(start)?;
                return self.array(count, start);
            }
            0xde => {
                let count = self.len16(start)?;
                return self.map(count, start);
            }
            0xdf => {
                let count = self.len32(start)?;
                return self.map(count, start);
            }
            0xe0..=0xff => Token::Int((byte as i8).into()),
        })
    }

    /// Takes an unsigned integer of any width; `None`, and nothing taken, where something else stands.
    #[inline(always)]
    pub fn uint(&mut self) -> Read<Option<u64>> {
        let byte = self.peek()?;
        if byte < 0x80 {
            self.at += 1;
            return Ok(Some(byte.into()));
        }
        if !(0xcc..=0xcf).contains(&byte) {
            return Ok(None);
        }
        match self.token()? {
            Token::UInt(n) => Ok(Some(n)),
            _ => Ok(None),
        }
    }

    /// Takes a str; `None`, and nothing taken, where something else stands.
    #[inline(always)]
    pub fn str(&mut self) -> Read<Option<&'a [u8]>> {
        let start = self.at;
        let byte = self.peek()?;
        self.at += 1;
        let len = match byte {
            0xa0..=0xbf => usize::from(byte & 31),
            0xd9 => self.len8(start)?,
            0xda => self.len16(start)?,
            0xdb => self.len32(start)?,
            _ => {
                self.at = start;
                return Ok(None);
            }
        };
        self.take(len, start).map(Some)
    }

    /// Takes the header of a map; `None`, and nothing taken, where something else stands.
    #[inline(always)]
    pub fn map_header(&mut self) -> Read<Option<u32>> {
        match self.peek()? {
            0x80..=0x8f | 0xde | 0xdf => match self.token()? {
                Token::Map(count) => Ok(Some(count)),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Takes a whole value, whatever is in it, within `budget`, which has paid for the value itself. `depth` containers
    /// are already open around it.
    pub fn skip(&mut self, budget: &mut Budget, depth: u32) -> Read<()> {
        let start = self.at;
        let items = match self.token()? {
            Token::Array(n) => n,
            Token::Map(n) => n.saturating_mul(2),
            _ => return Ok(()),
        };
        budget.enter(depth, start)?;
        budget.spend(items)?;
        for _ in 0..items {
            // Most items are scalars; only containers recurse, and no deeper than the budget allows.
            self.skip(budget, depth + 1)?;
        }
        Ok(())
    }
}

/// A signed format that holds a non-negative number reads as the same number unsigned.
#[inline(always)]
fn signed<'a>(n: i64) -> Token<'a> {
    if n < 0 {
        Token::Int(n)
    } else {
        Token::UInt(n as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn budget() -> Budget {
        Budget::new(1_000, 64)
    }

    /// What rmpv, the reference, makes of the same bytes: consumed length, or none when it refuses them.
    fn reference(bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes;
        rmpv::decode::read_value_with_max_depth(&mut rest, 70).ok()?;
        Some(bytes.len() - rest.len())
    }

    proptest! {
        #[test]
        fn skipping_consumes_what_the_reference_reader_consumes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut cursor = Cursor::new(&bytes, 0);
            let skipped = cursor.skip(&mut budget(), 0).ok().map(|()| cursor.position());
            // rmpv reads 0xc1 as nil; the format says that it is never used.
            if !bytes.contains(&0xc1) {
                prop_assert_eq!(skipped, reference(&bytes));
            }
        }
    }

    #[test]
    fn a_header_cannot_announce_more_than_the_bytes_hold() {
        for bytes in [
            &[0xdd, 0xff, 0xff, 0xff, 0xff][..],
            &[0xdf, 0, 1, 0, 0, 0],
            &[0xdb, 0, 0, 0, 9, b'a'],
            &[0xc6, 1, 0, 0, 0],
        ] {
            assert_eq!(
                Cursor::new(bytes, 0).token(),
                Err(Fault::Truncated { at: 0 })
            );
        }
    }

    #[test]
    fn depth_and_node_budgets_hold() {
        let deep = [0x91; 65];
        assert_eq!(
            Cursor::new(&[&deep[..63], &[0]].concat(), 0).skip(&mut budget(), 1),
            Ok(())
        );
        let too_deep = [&deep[..64], &[0]].concat();
        assert_eq!(
            Cursor::new(&too_deep, 0).skip(&mut budget(), 1),
            Err(Fault::TooDeep { at: 63, limit: 64 })
        );
        let many = [&[0xdc, 4, 0][..], &vec![0; 1024]].concat();
        assert_eq!(
            Cursor::new(&many, 0).skip(&mut budget(), 1),
            Err(Fault::TooMany { limit: 1_000 })
        );
    }

    #[test]
    fn a_reserved_byte_is_named() {
        assert_eq!(
            Cursor::new(&[0x91, 0xc1], 0).skip(&mut budget(), 0),
            Err(Fault::Reserved { at: 1 })
        );
    }

    #[test]
    fn signed_formats_with_non_negative_values_are_unsigned() {
        assert_eq!(
            Cursor::new(&[0xd3, 0, 0, 0, 0, 0, 0, 0, 5], 0).token(),
            Ok(Token::UInt(5))
        );
        assert_eq!(Cursor::new(&[0xd0, 0xff], 0).token(), Ok(Token::Int(-1)));
    }
}
