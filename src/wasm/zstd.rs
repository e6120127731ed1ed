//! zstd.

use wasm_bindgen::prelude::*;

/// Unpacks to exactly `len` bytes.
#[wasm_bindgen]
pub fn zstd_unpack(packed: &[u8], len: u32) -> Result<Vec<u8>, JsValue> {
    Ok(crate::zstd::unpack(packed, len)?)
}
