//! Reads little-endian fields off the front of a payload, never past its end.

use crate::error::{Code, Error, Result};

/// A cursor over one payload. Every method names the field it reads, for the error.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    rest: &'a [u8],
    whole: usize,
}

impl<'a> Reader<'a> {
    /// A cursor at the start of `bytes`.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader {
            rest: bytes,
            whole: bytes.len(),
        }
    }

    /// A cursor at `at`; at the end where `at` lies beyond it.
    #[inline]
    pub fn starting_at(bytes: &'a [u8], at: usize) -> Self {
        Reader {
            rest: bytes.get(at..).unwrap_or_default(),
            whole: bytes.len(),
        }
    }

    /// The offset of the next field from the start of the payload, in bytes.
    #[inline]
    pub fn position(&self) -> usize {
        self.whole - self.rest.len()
    }

    /// Whether every byte has been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next `length` bytes.
    ///
    /// # Errors
    /// `BadRequest` when fewer are left.
    #[inline]
    pub fn bytes(&mut self, length: usize, field: &'static str) -> Result<&'a [u8]> {
        match self.rest.split_at_checked(length) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.short(length, field)),
        }
    }

    /// The next `N` bytes as an array.
    ///
    /// # Errors
    /// `BadRequest` when fewer are left.
    #[inline]
    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<&'a [u8; N]> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.short(N, field)),
        }
    }

    /// What lies between this cursor and a later one over the same payload.
    pub(super) fn up_to(&self, later: &Reader<'a>) -> &'a [u8] {
        let length = self.rest.len().saturating_sub(later.rest.len());
        self.rest.get(..length).unwrap_or_default()
    }

    /// A u8.
    ///
    /// # Errors
    /// `BadRequest` when nothing is left.
    #[inline]
    pub fn u8(&mut self, field: &'static str) -> Result<u8> {
        self.array(field).map(|[b]| *b)
    }

    /// A u16.
    ///
    /// # Errors
    /// `BadRequest` when fewer than 2 bytes are left.
    #[inline]
    pub fn u16(&mut self, field: &'static str) -> Result<u16> {
        self.array(field).map(|b| u16::from_le_bytes(*b))
    }

    /// A u32.
    ///
    /// # Errors
    /// `BadRequest` when fewer than 4 bytes are left.
    #[inline]
    pub fn u32(&mut self, field: &'static str) -> Result<u32> {
        self.array(field).map(|b| u32::from_le_bytes(*b))
    }

    /// A u64.
    ///
    /// # Errors
    /// `BadRequest` when fewer than 8 bytes are left.
    #[inline]
    pub fn u64(&mut self, field: &'static str) -> Result<u64> {
        self.array(field).map(|b| u64::from_le_bytes(*b))
    }

    /// A u32 length, then that many bytes.
    ///
    /// # Errors
    /// `BadRequest` when the length, or what it announces, is not all there.
    #[inline]
    pub fn counted(&mut self, field: &'static str) -> Result<&'a [u8]> {
        let length = self.u32(field)?;
        self.bytes(length as usize, field)
    }

    /// A u32 length, then that many bytes of UTF-8.
    ///
    /// # Errors
    /// `BadRequest` when the text is cut short or is not UTF-8.
    #[inline]
    pub fn text(&mut self, field: &'static str) -> Result<&'a str> {
        let bytes = self.counted(field)?;
        utf8(bytes, field)
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        core::mem::take(&mut self.rest)
    }

    /// All that is left, as UTF-8.
    ///
    /// # Errors
    /// `BadRequest` when it is not UTF-8.
    pub fn rest_as_text(&mut self, field: &'static str) -> Result<&'a str> {
        utf8(self.rest(), field)
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// `BadRequest` with the number of bytes that are.
    pub fn finish(&self, message: &str) -> Result<()> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(Error::mismatch(
            Code::BadRequest,
            &format!("{message} payload"),
            format_args!("{} bytes", self.position()),
            format_args!("{} bytes", self.whole),
        ))
    }

    #[cold]
    fn short(&self, expected: usize, field: &'static str) -> Error {
        Error::mismatch(
            Code::BadRequest,
            field,
            format_args!("{expected} bytes at offset {}", self.position()),
            format_args!("{} left in the payload", self.rest.len()),
        )
    }
}

/// `bytes` as text.
pub(super) fn utf8<'a>(bytes: &'a [u8], field: &'static str) -> Result<&'a str> {
    core::str::from_utf8(bytes).map_err(|e| {
        Error::mismatch(
            Code::BadRequest,
            field,
            "UTF-8",
            format_args!(
                "a byte that is not, at offset {} of {}",
                e.valid_up_to(),
                bytes.len()
            ),
        )
    })
}

/// Appends `bytes` after their length as a u32. Callers hold the length under the frame limit, which
/// is far under `u32::MAX`; a longer slice is cut, so that length and bytes always agree.
pub(super) fn put_counted(out: &mut Vec<u8>, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&bytes[..length as usize]);
}
