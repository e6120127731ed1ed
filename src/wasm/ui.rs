//! Batches of operations: checked here, carried out by the package's shell.

use crate::uicp::envelope::Batch;
use crate::uicp::operations::TABLE;
use wasm_bindgen::prelude::*;

/// The names of all operations, a line each.
#[wasm_bindgen]
pub fn uicp_operations() -> String {
    let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    names.join("\n")
}

pub(super) fn checked(text: &[u8]) -> Result<Batch, JsValue> {
    crate::uicp::validate::batch(text)
        .map_err(|invalid| JsValue::from_str(&invalid.to_json().to_string()))
}
