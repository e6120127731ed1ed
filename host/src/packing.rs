//! Payloads in zstd: as they come, as they lie on the disk, as they go out.

use std::io::Read;
use vitrine::error::{Code, Error, Result};

/// zstd's window is never longer than a payload may be: 64 MiB.
const WINDOW_LOG_MAX: u32 = 26;

/// `payload` in zstd, where that is shorter.
pub fn pack(payload: &[u8]) -> Option<Vec<u8>> {
    // Its fastest level: a reader on the same machine must not wait longer for fewer bytes.
    let packed = zstd::bulk::compress(payload, 1).ok()?;
    (packed.len() < payload.len()).then_some(packed)
}

/// What was packed, which has up to `length` bytes. Reads at most one byte more than that, whatever the data promises.
///
/// # Errors
/// `Unprocessable` for what is not zstd, or longer.
pub fn unpack(packed: &[u8], length: usize) -> Result<Vec<u8>> {
    let fail = |e: std::io::Error| {
        let found = format_args!("this: {e}");
        Error::mismatch(Code::Unprocessable, "payload", "zstd data", found)
    };
    let mut decoder = zstd::Decoder::with_buffer(packed).map_err(fail)?;
    decoder.window_log_max(WINDOW_LOG_MAX).map_err(fail)?;
    let mut payload = Vec::new();
    decoder
        .take(length as u64 + 1)
        .read_to_end(&mut payload)
        .map_err(fail)?;
    if payload.len() > length {
        let what = "payload length";
        return Err(Error::mismatch(Code::Unprocessable, what, length, "more"));
    }
    Ok(payload)
}
