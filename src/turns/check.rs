//! Is a turn's payload what its item says of it? Asked before anything is decoded.

use super::blob;
use super::wire::item::ItemHead;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;

/// A payload that can be read as it was sent, and, where `verify` says so, has the hash it is known by.
///
/// # Errors
/// `DecodeError` for a blob that the host could not read, another encoding than msgpack, a compressed payload, another
/// length than declared, a length past the limit; with both hashes where they differ.
pub fn item(item: &ItemHead<'_>, verify: bool) -> Result<()> {
    if item.encoding == 0 && item.payload.is_empty() {
        let message = "the host could not read this turn's blob: `vitrine-host verify` says what is wrong with it";
        return Err(Error::new(Code::DecodeError, message));
    }
    if item.encoding != 1 {
        return Err(Error::mismatch(
            Code::DecodeError,
            "turn encoding",
            "1 (msgpack)",
            item.encoding,
        ));
    }
    if item.compression != 0 {
        let found = format_args!(
            "{}: decompression failed, or was not tried",
            item.compression
        );
        return Err(Error::mismatch(
            Code::DecodeError,
            "turn compression",
            "0 (none)",
            found,
        ));
    }
    if item.payload.len() != item.uncompressed_len as usize {
        return Err(Error::mismatch(
            Code::DecodeError,
            "payload length in bytes",
            item.uncompressed_len,
            item.payload.len(),
        ));
    }
    size(item.payload.len())?;
    if verify {
        blob::verify(item.payload, item.hash)?;
    }
    Ok(())
}

/// A payload's length, in bytes.
///
/// # Errors
/// `DecodeError` past the limit.
pub fn size(len: usize) -> Result<()> {
    let limit = Limits::DEFAULT.frame_bytes;
    if len > limit as usize {
        let expected = format!("at most {limit} bytes");
        return Err(Error::mismatch(
            Code::DecodeError,
            "payload length",
            expected,
            len,
        ));
    }
    Ok(())
}
