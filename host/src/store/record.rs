//! A stored turn as bytes.
//!
//! `parent u64, depth u32, jump u64, jump_depth u32, root u64, type_version u32, encoding u32, uncompressed_len u32,
//! hash[32], has_fs_root u8, fs_root[32] where it has one, type_id` to the end, little-endian. The store's
//! `format` number stands for this layout.

use super::Turn;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::wire::reader::Reader;

/// The record of `turn`; its id is the record's key.
pub fn encode(turn: &Turn) -> Vec<u8> {
    let mut out = Vec::with_capacity(77 + 32 + turn.type_id.len());
    out.extend_from_slice(&turn.parent.to_le_bytes());
    out.extend_from_slice(&turn.depth.to_le_bytes());
    out.extend_from_slice(&turn.jump.to_le_bytes());
    out.extend_from_slice(&turn.jump_depth.to_le_bytes());
    out.extend_from_slice(&turn.root.to_le_bytes());
    out.extend_from_slice(&turn.type_version.to_le_bytes());
    out.extend_from_slice(&turn.encoding.to_le_bytes());
    out.extend_from_slice(&turn.uncompressed_len.to_le_bytes());
    out.extend_from_slice(&turn.hash);
    out.push(turn.fs_root.is_some().into());
    if let Some(root) = &turn.fs_root {
        out.extend_from_slice(root);
    }
    out.extend_from_slice(turn.type_id.as_bytes());
    out
}

/// Reads the record of turn `id`.
///
/// # Errors
/// `Storage` when the bytes are not a record.
pub fn decode(id: u64, bytes: &[u8]) -> Result<Turn> {
    fields(id, bytes).map_err(|e| {
        Error::new(
            Code::Storage,
            format!("the record of turn {id} is damaged: {}", e.message),
        )
    })
}

fn fields(id: u64, bytes: &[u8]) -> Result<Turn> {
    let mut r = Reader::new(bytes);
    Ok(Turn {
        id,
        parent: r.u64("parent")?,
        depth: r.u32("depth")?,
        jump: r.u64("jump")?,
        jump_depth: r.u32("jump_depth")?,
        root: r.u64("root")?,
        type_version: r.u32("type_version")?,
        encoding: r.u32("encoding")?,
        uncompressed_len: r.u32("uncompressed_len")?,
        hash: *r.array("hash")?,
        fs_root: match r.array("has_fs_root")? {
            [0] => None,
            _ => Some(*r.array("fs_root")?),
        },
        type_id: r.rest_as_text("type_id")?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back_and_cut_ones_fail() {
        for fs_root in [None, Some([9; 32])] {
            let turn = Turn {
                id: 7,
                parent: 6,
                depth: 5,
                jump: 3,
                jump_depth: 2,
                root: 1,
                type_id: "a.B".into(),
                type_version: 4,
                encoding: 1,
                uncompressed_len: 12,
                hash: [1; 32],
                fs_root,
            };
            let bytes = encode(&turn);
            assert_eq!(decode(7, &bytes), Ok(turn));
            let error = decode(7, &bytes[..bytes.len() - 4]).unwrap_err();
            assert_eq!(error.code, Code::Storage);
        }
    }
}
