//! Markup: sanitised to markup, or to an op buffer that the package reads in this module's memory.
//!
//! Input is written into this module's memory by the package itself, which encodes faster than the glue does.

use crate::error::{Code, Error};
use crate::html::ops::{Ops, Place};
use crate::html::options::Options;
use crate::html::policy::context_name;
use crate::html::report::{self, Removed};
use crate::html::sanitize::{sanitize_html, sanitize_to_ops};
use crate::html::values::url::Remote;
use crate::html::HtmlLimits;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// What is kept between calls, so that in steady state they allocate little.
#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    html: String,
    ops: Ops,
    removed: Vec<Removed>,
    layout: [u32; 7],
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for the UTF-8 of text of so many UTF-16 units; its address.
#[wasm_bindgen]
pub fn html_input(units: usize) -> Result<*mut u8, JsValue> {
    let limit = HtmlLimits::DEFAULT.bytes;
    if units > limit {
        let expected = format!("at most {limit} bytes");
        let found = format!("at least {units} bytes; send it in parts");
        return Err(Error::mismatch(Code::Unprocessable, "markup", expected, found).into());
    }
    DESK.with_borrow_mut(|desk| {
        // What is there is overwritten: only what is new is made.
        if desk.input.len() < units * 3 {
            desk.input.resize(units * 3, 0);
        }
        Ok(desk.input.as_mut_ptr())
    })
}

/// Sanitises the first `bytes` of the input to markup, as `options` says. The address of
/// `[address, bytes, is ASCII, removals]`.
#[wasm_bindgen]
pub fn html_sanitize(
    bytes: usize,
    context: usize,
    flags: u32,
    origins: &str,
) -> Result<*const u32, JsValue> {
    DESK.with_borrow_mut(|desk| {
        let options = options(context, flags, origins);
        let found = sanitize_html(text_of(&desk.input, bytes)?, &options)?;
        (desk.html, desk.removed) = (found.html, found.removed);
        let (at, len) = (desk.html.as_ptr() as usize as u32, desk.html.len() as u32);
        let ascii = u32::from(desk.html.is_ascii());
        Ok(desk.lay_out([at, len, ascii, desk.removed.len() as u32, 0, 0, 0]))
    })
}

/// Sanitises the first `bytes` of the input to ops that put what passes at `place` of the node of handle 0, as
/// `options` says. The address of `[words, n, ascii, n, wide, n, removals]`.
#[wasm_bindgen]
pub fn html_render(
    bytes: usize,
    context: usize,
    flags: u32,
    origins: &str,
    place: u32,
) -> Result<*const u32, JsValue> {
    DESK.with_borrow_mut(|desk| {
        let options = options(context, flags, origins);
        let mut ops = std::mem::take(&mut desk.ops);
        ops.clear();
        ops.target(0);
        let text = text_of(&desk.input, bytes);
        let removed = text.and_then(|text| sanitize_to_ops(text, &options, &mut ops));
        ops.place(place_of(place));
        desk.ops = ops;
        desk.removed = removed?;
        let [words, word_count] = run_of(&desk.ops.words);
        let [ascii, ascii_count] = run_of(&desk.ops.ascii);
        let [wide, wide_count] = run_of(&desk.ops.wide);
        let removals = desk.removed.len() as u32;
        Ok(desk.lay_out([
            words,
            word_count,
            ascii,
            ascii_count,
            wide,
            wide_count,
            removals,
        ]))
    })
}

/// Where values lie in memory, and how many.
pub(super) fn run_of<T>(values: &[T]) -> [u32; 2] {
    [values.as_ptr() as usize as u32, values.len() as u32]
}

/// What [`html_removed`] tells from here: for what another room renders.
#[cfg(feature = "uicp")]
pub(super) fn keep_removed(removed: Vec<Removed>) {
    DESK.with_borrow_mut(|desk| desk.removed = removed);
}

/// What the last call removed: JSON text, an array.
#[wasm_bindgen]
pub fn html_removed() -> String {
    DESK.with_borrow(|desk| report::to_json(&desk.removed).to_string())
}

impl Desk {
    /// The layout holds until the next call.
    fn lay_out(&mut self, layout: [u32; 7]) -> *const u32 {
        self.layout = layout;
        self.layout.as_ptr()
    }
}

fn text_of(input: &[u8], bytes: usize) -> Result<&str, Error> {
    let input = input.get(..bytes).unwrap_or_default();
    std::str::from_utf8(input)
        .map_err(|_| Error::mismatch(Code::BadRequest, "markup", "UTF-8", "other bytes"))
}

/// Options as the package passes them, which has checked them: the number of the context element
/// ([`context_name`]); 1 for no graphics, 2 for any `id` and `name`, 4 for images from everywhere; the page's own origin,
/// in a line of its own, and a line for each other whose images may be fetched.
pub(super) fn options(context: usize, flags: u32, origins: &str) -> Options {
    let mut options = Options::default();
    if let Some(name) = context_name(context) {
        options.context = name.to_owned();
    }
    options.svg = flags & 1 == 0;
    options.clobbering = flags & 2 == 0;
    let mut origins = origins.split('\n').map(str::to_owned);
    options.fetch.own = origins.next().filter(|own| !own.is_empty());
    options.fetch.remote = match flags & 4 {
        0 => Remote::Origins(origins.collect()),
        _ => Remote::Any,
    };
    options
}

fn place_of(number: u32) -> Place {
    match number {
        1 => Place::Append,
        2 => Place::Replace,
        3 => Place::Before,
        _ => Place::Set,
    }
}
