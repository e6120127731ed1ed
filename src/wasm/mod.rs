//! The only code that knows JavaScript: one file per exported class, thin.
//!
//! Errors cross as a string of JSON, `{code, message, details}`; the package makes error objects of them. Bulk data
//! crosses as bytes in this module's memory: the package reads a tape where `CoreProjector` says it lies.

#[cfg(feature = "turns")]
mod batch;
#[cfg(feature = "turns")]
pub mod encode;
#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "turns")]
mod projector;
#[cfg(feature = "turns")]
mod raw;
#[cfg(feature = "turns")]
mod registry;
#[cfg(feature = "state")]
pub mod state;
#[cfg(feature = "uicp")]
pub mod ui;
#[cfg(feature = "uicp")]
mod workspace;
#[cfg(feature = "zstd")]
pub mod zstd;

use crate::error::Error;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what a panic says, because the trap that follows carries no words.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(info.to_string()));
    }));
}

/// What the panic that poisoned this instance said.
#[wasm_bindgen]
pub fn last_panic() -> Option<String> {
    LAST_PANIC.with(|last| last.borrow().clone())
}

/// The version of the crate: the package refuses a module of another one.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// This instance's memory, in which tapes are read.
#[wasm_bindgen]
pub fn shared_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// BLAKE3-256.
#[cfg(feature = "turns")]
#[wasm_bindgen]
pub fn blake3(bytes: &[u8]) -> Vec<u8> {
    crate::turns::blob::hash(bytes).to_vec()
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        JsValue::from_str(&error.to_json().to_string())
    }
}
