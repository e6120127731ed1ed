//! The validator: messages are written into its memory by the package, findings come out as JSON.

use crate::a2ui::finding::{findings_json, Finding};
use crate::a2ui::settings::Settings;
use crate::a2ui::v0_8::validator::Validator;
use crate::json::Json;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Judges streams.
#[wasm_bindgen]
pub struct CoreValidator {
    inner: Validator,
}

thread_local! {
    /// The message that is being handed over, to any validator.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for so many bytes of a message; its address.
#[wasm_bindgen]
pub fn a2ui_input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        // What is there is overwritten: only what is new is made.
        if input.len() < bytes {
            input.resize(bytes, 0);
        }
        input.as_mut_ptr()
    })
}

#[wasm_bindgen]
impl CoreValidator {
    /// `settings`: JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<CoreValidator, JsValue> {
        let settings = Settings::of_json(&Json::parse(settings.as_bytes())?)?;
        Ok(CoreValidator {
            inner: Validator::new(settings),
        })
    }

    /// The largest message that is looked into, in bytes.
    #[wasm_bindgen(getter)]
    pub fn most(&self) -> u32 {
        self.inner.settings().limits.message_bytes
    }

    /// Judges the message that the first `bytes` of the input are: a JSON array of findings; empty where there are none.
    pub fn push(&mut self, bytes: usize) -> String {
        INPUT.with_borrow(|input| text(self.inner.push(input.get(..bytes).unwrap_or_default())))
    }

    /// Counts a message that was not written here: one of too many bytes, or, without a number, one that is no JSON.
    pub fn refuse(&mut self, bytes: Option<f64>, why: &str) -> String {
        text(match bytes {
            Some(bytes) => self.inner.push_too_long(bytes as usize),
            None => self.inner.push_unreadable(why),
        })
    }

    /// Ends a response.
    pub fn finish(&mut self) -> String {
        text(self.inner.finish())
    }
}

fn text(findings: Vec<Finding>) -> String {
    match findings.is_empty() {
        true => String::new(),
        false => findings_json(&findings).to_string(),
    }
}
