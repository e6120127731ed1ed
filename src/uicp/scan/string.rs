//! The strings of a text, block by block.

use super::super::keys;
use crate::json::hex;
use crate::json::quotes::{block, stop, stops, BLOCK};

/// What the character after a backslash stands for; 0 where it stands for nothing by itself.
static ESCAPES: [u8; 256] = {
    let mut escapes = [0; 256];
    escapes[b'"' as usize] = b'"';
    escapes[b'\\' as usize] = b'\\';
    escapes[b'/' as usize] = b'/';
    escapes[b'b' as usize] = 8;
    escapes[b'f' as usize] = 12;
    escapes[b'n' as usize] = b'\n';
    escapes[b'r' as usize] = b'\r';
    escapes[b't' as usize] = b'\t';
    escapes
};

/// A string that is being read, from after its opening quote.
pub(super) struct Unescape<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    /// Longer than all that is read, and a block more.
    pub(super) out: &'a mut [u8],
    pub(super) end: usize,
}

/// Or what was expected instead.
type Read<T> = Result<T, &'static str>;

impl Unescape<'_> {
    /// Reads on behind the closing quote; whether all was ASCII.
    #[inline(never)]
    pub(super) fn run(&mut self) -> Read<bool> {
        let mut is_ascii = true;
        loop {
            self.plain(is_ascii);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(is_ascii);
                }
                Some(b'\\') => match self.text.get(self.at + 1) {
                    Some(b'u') => {
                        self.at += 1;
                        is_ascii &= self.unit()?;
                    }
                    Some(escaped) if ESCAPES[usize::from(*escaped)] != 0 => {
                        self.put(ESCAPES[usize::from(*escaped)]);
                        self.at += 2;
                    }
                    _ => {
                        self.at += 1;
                        return Err("an escape that JSON knows");
                    }
                },
                Some(0x80..) => is_ascii = false,
                _ => return Err("the string's closing quote"),
            }
        }
    }

    /// Appends what stands for itself. Blocks are copied whole, however much of them does.
    #[inline(always)]
    fn plain(&mut self, only_ascii: bool) {
        let (mut at, mut end) = (self.at, self.end);
        while let (Some(from), Some(to)) = (block(self.text, at), block_mut(self.out, end)) {
            *to = *from;
            let stops = stops(from, only_ascii);
            if stops != 0 {
                let count = stops.trailing_zeros() as usize;
                (self.at, self.end) = (at + count, end + count);
                return;
            }
            (at, end) = (at + BLOCK, end + BLOCK);
        }
        (self.at, self.end) = (at, end);
        while let Some(byte) = self.peek() {
            if stop(byte, only_ascii) {
                return;
            }
            self.put(byte);
            self.at += 1;
        }
    }

    #[inline(always)]
    fn put(&mut self, byte: u8) {
        if let Some(place) = self.out.get_mut(self.end) {
            *place = byte;
            self.end += 1;
        }
    }

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// A UTF-16 unit, or two that are one character, from `u` on; whether that is ASCII. Half of a pair becomes U+FFFD, as
    /// in text of JavaScript that is written as UTF-8.
    #[cold]
    fn unit(&mut self) -> Read<bool> {
        let mut code = hex(self.text, &mut self.at)?;
        if code & 0xfc00 == 0xd800 && self.text.get(self.at..self.at + 2) == Some(b"\\u") {
            let after_high = self.at;
            self.at += 1;
            let low = hex(self.text, &mut self.at)?;
            if low & 0xfc00 == 0xdc00 {
                code = 0x1_0000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
            } else {
                self.at = after_high;
            }
        }
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            self.put(byte);
        }
        Ok(c.is_ascii())
    }
}

/// The number and length of a key that means something, is written without escapes and has its quote within a block.
#[inline(always)]
pub(super) fn short_key(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let block = block(text, at)?;
    let len = stops(block, true).trailing_zeros() as usize;
    let key = block.get(..len)?;
    let number = keys::lookup(key)?;
    (block.get(len) == Some(&b'"')).then_some((number, len))
}

#[inline(always)]
fn block_mut(bytes: &mut [u8], at: usize) -> Option<&mut [u8; BLOCK]> {
    bytes.get_mut(at..)?.first_chunk_mut()
}
