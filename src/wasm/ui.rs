//! Batches of operations: checked here, carried out by the package's shell.
//!
//! Input is written into this module's memory by the package: text as UTF-8, a value as the words of a document and the
//! UTF-8 of its texts. What was checked is read there too, as words.

use super::html::run_of;
use crate::text::push_utf8;
use crate::uicp::doc::Doc;
use crate::uicp::envelope::Batch;
use crate::uicp::issue::Invalid;
use crate::uicp::keys;
use crate::uicp::validate::{batch_of, plan_of, read_text, too_long};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// What is kept between calls, so that in steady state they allocate little.
#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    /// Text as JavaScript holds it, until it is made input.
    units: Vec<u16>,
    doc: Doc,
    about: String,
    /// The batch that was checked last to be queued, until it is taken.
    batch: Option<Batch>,
    layout: [u32; 7],
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// The keys that mean something, by number, a line each.
#[wasm_bindgen]
pub fn uicp_keys() -> String {
    keys::list()
}

/// Makes room for so many bytes of input; its address.
#[wasm_bindgen]
pub fn uicp_input(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        // What is there is overwritten: only what is new is made.
        if desk.input.len() < bytes {
            desk.input.resize(bytes, 0);
        }
        desk.input.as_mut_ptr()
    })
}

/// Makes room for text of so many UTF-16 units; its address.
#[wasm_bindgen]
pub fn uicp_units(count: usize) -> *mut u16 {
    DESK.with_borrow_mut(|desk| {
        desk.units.resize(count, 0);
        desk.units.as_mut_ptr()
    })
}

/// Makes the input UTF-8 of the text that was written; how many bytes it is.
#[wasm_bindgen]
pub fn uicp_input_of_units() -> usize {
    DESK.with_borrow_mut(|desk| {
        desk.input.clear();
        push_utf8(&mut desk.input, &desk.units);
        desk.input.len()
    })
}

/// Makes room for the words of a value; their address.
#[wasm_bindgen]
pub fn uicp_words(count: usize) -> *mut u32 {
    DESK.with_borrow_mut(|desk| {
        desk.doc.clear();
        desk.doc.words.resize(count, 0);
        desk.doc.words.as_mut_ptr()
    })
}

/// Refuses a text that is too long to be written here.
#[wasm_bindgen]
pub fn uicp_too_long(bytes: usize) -> String {
    too_long(bytes).to_json().to_string()
}

/// Checks the JSON text that the first `bytes` of the input are. The address of the layout, or what is wrong with it.
/// `keep`: a batch stays here, to be queued.
#[wasm_bindgen]
pub fn uicp_check_text(bytes: usize, plan: bool, keep: bool) -> Result<*const u32, JsValue> {
    DESK.with_borrow_mut(|desk| {
        let text = desk.input.get(..bytes).unwrap_or_default();
        read_text(text, &mut desk.doc).map_err(refusal)?;
        desk.check(plan, keep)
    })
}

/// Checks the value whose words were written, and whose texts the first `bytes` of the input are. `odd`: there may be
/// something in it that no JSON holds.
#[wasm_bindgen]
pub fn uicp_check_value(
    bytes: usize,
    odd: bool,
    plan: bool,
    keep: bool,
) -> Result<*const u32, JsValue> {
    DESK.with_borrow_mut(|desk| {
        let texts = desk.input.get(..bytes).unwrap_or_default();
        desk.doc.odd = odd;
        desk.doc.wide.extend_from_slice(texts);
        desk.check(plan, keep)
    })
}

/// What there is of the last plan beside its batch: JSON text.
#[wasm_bindgen]
pub fn uicp_about() -> String {
    DESK.with_borrow(|desk| desk.about.clone())
}

impl Desk {
    /// `[words, n, ascii, n, utf16, n, changed words]`, which holds until the next call.
    fn check(&mut self, plan: bool, keep: bool) -> Result<*const u32, JsValue> {
        self.batch = None;
        let changed = if plan {
            let (plan, changed) = plan_of(&mut self.doc, false).map_err(refusal)?;
            self.about = plan.about().to_string();
            changed
        } else {
            let (batch, changed) = batch_of(&mut self.doc, keep).map_err(refusal)?;
            self.batch = keep.then_some(batch);
            changed
        };
        let [words, word_count] = run_of(&self.doc.words);
        let [ascii, _] = run_of(&self.doc.ascii);
        let [utf16, unit_count] = run_of(&self.doc.utf16);
        self.layout = [
            words,
            word_count,
            ascii,
            self.doc.ascii_len as u32,
            utf16,
            unit_count,
            changed as u32,
        ];
        Ok(self.layout.as_ptr())
    }
}

/// The batch that was checked last.
pub(super) fn take_batch() -> Option<Batch> {
    DESK.with_borrow_mut(|desk| desk.batch.take())
}

/// All that is wrong, as JSON text.
fn refusal(invalid: Invalid) -> JsValue {
    JsValue::from_str(&invalid.to_json().to_string())
}
