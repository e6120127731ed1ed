//! zstd frames, for clients that have none of their own (section 5.1.2 of the turn store's client specification,
//! `compression` 1). Bounded by what an item declares: nothing that a frame says makes it take more.

use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use ruzstd::decoding::FrameDecoder;

/// Bytes that a frame may look back, where its content is shorter: what every decoder is to support (RFC 8878, section
/// 3.1.1.1.2), since a writer who does not know the length beforehand announces as much.
const WINDOW_BYTES: u64 = 8 << 20;

/// Unpacks `packed` to `len` bytes.
///
/// # Errors
/// `DecodeError` where it is not zstd, does not hold exactly `len` bytes, or `len` is more than a frame of the protocol
/// holds.
pub fn unpack(packed: &[u8], len: u32) -> Result<Vec<u8>> {
    let most = Limits::DEFAULT.frame_bytes;
    if len > most {
        let expected = format!("at most {most} bytes");
        return Err(Error::mismatch(
            Code::DecodeError,
            "packed payload",
            expected,
            len,
        ));
    }
    let mut bytes = vec![0; len as usize];
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW_BYTES.max(len.into()));
    let written = decoder
        .decode_all(packed, &mut bytes)
        .map_err(|error| refuse(len, &error.to_string()))?;
    if written != bytes.len() {
        return Err(refuse(len, &format!("{written} bytes")));
    }
    Ok(bytes)
}

fn refuse(len: u32, found: &str) -> Error {
    let expected = format!("zstd of {len} bytes");
    Error::mismatch(Code::DecodeError, "packed payload", expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{compress_to_vec, CompressionLevel};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        for len in [0, 1, 1000, 300_000] {
            let bytes: Vec<u8> = (0..len).map(|i| (i % 7 * i % 251) as u8).collect();
            assert_eq!(unpack(&packed(&bytes), len), Ok(bytes));
        }
    }

    #[test]
    fn another_length_than_was_declared_is_refused() {
        let zeros = packed(&[0; 100_000]);
        for len in [0, 1, 99_999, 100_001, u32::MAX] {
            let error = unpack(&zeros, len).unwrap_err();
            assert_eq!(error.code, Code::DecodeError, "{len}");
        }
    }

    #[test]
    fn what_is_no_zstd_is_refused() {
        let whole = packed(b"some text, some text, some text");
        for end in 1..whole.len() {
            assert!(unpack(&whole[..end], 31).is_err(), "cut at {end}");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 0xff;
            // It may be other bytes; it must not be other than a result.
            let _ = unpack(&other, 31);
        }
        assert!(unpack(b"no", 2).is_err());
    }

    #[test]
    fn a_frame_that_looks_back_too_far_is_refused() {
        // A header without a content size, a window of 16 MiB, and an empty last block.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 14 << 3, 1, 0, 0];
        let error = unpack(&frame, 0).unwrap_err();
        assert!(error.message.contains("indow"), "{error}");
        // 8 MiB are taken.
        frame[5] = 13 << 3;
        assert_eq!(unpack(&frame, 0), Ok(Vec::new()));
    }
}
