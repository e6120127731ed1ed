//! Typed contents: JSON text in and out.

use crate::a2ui::v0_8::encode::{contents, decode, to_json, updates, Strategy};
use crate::json::Json;
use wasm_bindgen::prelude::*;

/// Writes an object as contents.
#[wasm_bindgen]
pub fn a2ui_encode(value: &str, options: &str) -> Result<String, JsValue> {
    let (value, strategy) = read(value, options)?;
    Ok(to_json(&contents(&value, strategy)?).to_string())
}

/// Writes an object as messages that update a surface.
#[wasm_bindgen]
pub fn a2ui_updates(surface_id: &str, value: &str, options: &str) -> Result<String, JsValue> {
    let (value, strategy) = read(value, options)?;
    let updates = updates(&value, strategy)?;
    let messages = updates.iter().map(|update| update.to_json(surface_id));
    Ok(Json::Array(messages.collect()).to_string())
}

/// Reads contents.
#[wasm_bindgen]
pub fn a2ui_decode(contents: &str) -> Result<String, JsValue> {
    Ok(decode(contents.as_bytes())?.to_string())
}

fn read(value: &str, options: &str) -> Result<(Json, Strategy), JsValue> {
    let strategy = Strategy::of_json(&Json::parse(options.as_bytes())?)?;
    Ok((Json::parse(value.as_bytes())?, strategy))
}
