//! Content addresses: a payload is known by the BLAKE3 hash of its uncompressed bytes.

use super::text::push_hex;
use crate::error::{Code, Error, Result};

/// A BLAKE3-256 hash.
pub type Hash = [u8; 32];

/// The hash of `bytes`.
#[inline]
pub fn hash(bytes: &[u8]) -> Hash {
    *blake3::hash(bytes).as_bytes()
}

/// A hash as 64 lower-case hexadecimal digits.
pub fn to_hex(hash: &Hash) -> String {
    let mut digits = Vec::with_capacity(64);
    push_hex(&mut digits, hash);
    digits.into_iter().map(char::from).collect()
}

/// Reads 64 hexadecimal digits of either case.
///
/// # Errors
/// `BadRequest` for anything else.
pub fn from_hex(text: &str) -> Result<Hash> {
    let mut hash = [0; 32];
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(Error::mismatch(
            Code::BadRequest,
            "hash",
            "64 hexadecimal digits",
            format_args!("{} bytes", digits.len()),
        ));
    }
    for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
        let (high, low) = (digit(pair[0])?, digit(pair[1])?);
        *byte = high << 4 | low;
    }
    Ok(hash)
}

fn digit(c: u8) -> Result<u8> {
    match c {
        b'0'..=b'9' => Ok(c - b'0'),
        b'a'..=b'f' => Ok(c - b'a' + 10),
        b'A'..=b'F' => Ok(c - b'A' + 10),
        _ => Err(Error::mismatch(
            Code::BadRequest,
            "hash",
            "64 hexadecimal digits",
            format_args!("the byte 0x{c:02x}"),
        )),
    }
}

/// Checks `bytes` against the hash they are known by.
///
/// # Errors
/// `DecodeError` with both hashes as `details.expected` and `details.found`.
#[inline]
pub fn verify(bytes: &[u8], expected: &Hash) -> Result<()> {
    let found = hash(bytes);
    if found == *expected {
        return Ok(());
    }
    Err(Error::mismatch(
        Code::DecodeError,
        "payload hash",
        to_hex(expected),
        to_hex(&found),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the BLAKE3 paper's test vectors: the empty input.
    const EMPTY: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

    #[test]
    fn the_hash_is_blake3() {
        assert_eq!(to_hex(&hash(b"")), EMPTY);
        assert_eq!(from_hex(EMPTY).unwrap(), hash(b""));
        assert_eq!(from_hex(&EMPTY.to_uppercase()).unwrap(), hash(b""));
    }

    #[test]
    fn a_mismatch_names_both_hashes() {
        assert!(verify(b"", &hash(b"")).is_ok());
        let error = verify(b"x", &hash(b"")).unwrap_err();
        assert_eq!(error.code, Code::DecodeError);
        assert_eq!(error.details[0], ("expected", EMPTY.into()));
        assert_eq!(error.details[1], ("found", to_hex(&hash(b"x")).into()));
    }

    #[test]
    fn what_is_not_a_hash_is_refused() {
        for text in [
            "",
            "af",
            &EMPTY[..63],
            &format!("{EMPTY}0"),
            &EMPTY.replace('a', "g"),
        ] {
            assert_eq!(from_hex(text).unwrap_err().code, Code::BadRequest, "{text}");
        }
        let multibyte = format!("é{}", &EMPTY[..62]);
        assert_eq!(from_hex(&multibyte).unwrap_err().code, Code::BadRequest);
    }
}
