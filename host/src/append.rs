//! Checks an APPEND_TURN before anything of it is kept.

use crate::packing::unpack;
use vitrine::error::{Code, Error, Result};
use vitrine::limits::Limits;
use vitrine::turns::blob::{self, Hash};
use vitrine::turns::wire::request::AppendTurn;
use vitrine::turns::wire::ItemHead;

/// Longest type id and idempotency key, in bytes.
pub const NAME_BYTES: usize = 1024;

/// The bytes around the item in the frame that has most of them, that of a subscription: the context's id.
const AROUND_ITEM: usize = 8;

/// The uncompressed payload of `turn`, whose length and hash are the declared ones.
///
/// # Errors
/// `Unprocessable` with both values: an encoding or compression that is not known, a name or payload that
/// is too long, a payload that does not decompress, a wrong length, a wrong hash.
pub fn checked_payload(turn: &AppendTurn<'_>, limits: &Limits) -> Result<Vec<u8>> {
    check("encoding", turn.encoding == 1, "1 (msgpack)", turn.encoding)?;
    let names = [
        ("type_id length", turn.type_id.len()),
        ("idempotency_key length", turn.idempotency_key.len()),
    ];
    for (name, length) in names {
        let expected = format_args!("at most {NAME_BYTES} bytes");
        check(name, length <= NAME_BYTES, expected, length)?;
    }
    // A turn that does not fit the frame that gives it back could never be read.
    let around = AROUND_ITEM + ItemHead::encoded_len(turn.type_id.len(), 0);
    let most = (limits.frame_bytes as usize).saturating_sub(around);
    let declared = turn.uncompressed_len as usize;
    check(
        "uncompressed_len",
        declared <= most,
        format_args!("at most {most}"),
        declared,
    )?;

    let payload = match turn.compression {
        0 => turn.payload.to_vec(),
        1 => unpack(turn.payload, declared)?,
        other => return Err(mismatch("compression", "0 (none) or 1 (zstd)", other)),
    };
    check(
        "payload length",
        payload.len() == declared,
        declared,
        payload.len(),
    )?;
    check_hash(&turn.hash, &payload)?;
    Ok(payload)
}

/// Holds `payload` to the hash that its sender declared.
///
/// # Errors
/// `Unprocessable` with both hashes.
pub fn check_hash(declared: &Hash, payload: &[u8]) -> Result<()> {
    let found = blob::hash(payload);
    if found == *declared {
        return Ok(());
    }
    let (declared, found) = (blob::to_hex(declared), blob::to_hex(&found));
    Err(mismatch("payload hash", declared, found))
}

fn check(
    what: &str,
    holds: bool,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(mismatch(what, expected, found))
    }
}

fn mismatch(what: &str, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Error {
    Error::mismatch(Code::Unprocessable, what, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine::turns::wire::reply::Reply;
    use vitrine::turns::wire::MessageType;

    fn turn(payload: &[u8], compression: u32, uncompressed: &[u8]) -> Result<Vec<u8>> {
        turn_within(payload, compression, uncompressed, &Limits::DEFAULT)
    }

    fn turn_within(
        payload: &[u8],
        compression: u32,
        uncompressed: &[u8],
        limits: &Limits,
    ) -> Result<Vec<u8>> {
        let turn = AppendTurn {
            context: 1,
            parent: 0,
            type_id: "T",
            type_version: 1,
            encoding: 1,
            compression,
            uncompressed_len: u32::try_from(uncompressed.len()).unwrap(),
            hash: blob::hash(uncompressed),
            payload,
            idempotency_key: b"",
            fs_root: None,
        };
        checked_payload(&turn, limits)
    }

    #[test]
    fn the_largest_turn_fits_every_frame_that_gives_it_back() {
        let limits = Limits {
            frame_bytes: 1000,
            ..Limits::DEFAULT
        };
        let fits = |len: &usize| turn_within(&vec![0; *len], 0, &vec![0; *len], &limits).is_ok();
        let largest = (0..1000).rfind(fits).unwrap();
        let item = ItemHead {
            turn: 1,
            parent: 0,
            depth: 0,
            type_id: "T",
            type_version: 1,
            encoding: 1,
            compression: 0,
            uncompressed_len: u32::try_from(largest).unwrap(),
            hash: &[0; 32],
            payload: &vec![0; largest],
            payload_at: 0,
        };
        let mut frame = Vec::new();
        Reply::Pushed { context: 1, item }.encode(MessageType::Subscribe, 1, &mut frame);
        let len = u32::from_le_bytes(*frame.first_chunk().unwrap());
        assert_eq!(len, limits.frame_bytes);
    }

    #[test]
    fn compressed_payloads_come_out_whole() {
        let text = b"again and again and again".repeat(1000);
        let packed = zstd::encode_all(&text[..], 3).unwrap();
        assert_eq!(turn(&packed, 1, &text).unwrap(), text);
        assert_eq!(turn(&text, 0, &text).unwrap(), text);
    }

    #[test]
    fn a_bomb_is_stopped_at_the_declared_length() {
        let bomb = zstd::encode_all(&vec![0u8; 50 << 20][..], 3).unwrap();
        let error = turn(&bomb, 1, b"small").unwrap_err();
        assert_eq!(error.message, "payload length: expected 5, found more");
    }

    #[test]
    fn damaged_or_unknown_compression_is_unprocessable() {
        let packed = zstd::encode_all(&b"abc"[..], 3).unwrap();
        for (payload, compression) in [(&packed[..packed.len() - 2], 1), (b"abc", 1), (b"abc", 2)] {
            let error = turn(payload, compression, b"abc").unwrap_err();
            assert_eq!(error.code, Code::Unprocessable, "{error}");
        }
        let mut trailing = packed.clone();
        trailing.extend(b"rubbish");
        assert_eq!(
            turn(&trailing, 1, b"abc").unwrap_err().code,
            Code::Unprocessable
        );
    }
}
