//! Batches of operations: checked here, carried out by the package's shell.

use crate::uicp::operations::TABLE;
use wasm_bindgen::prelude::*;

/// The names of all operations, a line each.
#[wasm_bindgen]
pub fn uicp_operations() -> String {
    let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    names.join("\n")
}
