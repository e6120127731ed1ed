//! A page of turns.

use super::raw;
use crate::error::{Code, Error};
use crate::turns::batch::Batch;
use crate::turns::check;
use wasm_bindgen::prelude::*;

/// A GET_LAST payload, copied into this module's memory once.
#[wasm_bindgen]
pub struct CoreBatch {
    pub(super) inner: Batch,
}

#[wasm_bindgen]
impl CoreBatch {
    /// Finds the turns in the bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<CoreBatch, JsValue> {
        Ok(CoreBatch {
            inner: Batch::new(bytes)?,
        })
    }

    /// How many turns.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.inner.len() as u32
    }

    /// How many bytes the turns from `start` up to `end` take.
    pub fn span(&self, start: u32, end: u32) -> usize {
        self.inner.span(start as usize, end as usize)
    }

    /// Where a turn's payload lies in the bytes: offset and length.
    pub fn payload_range(&self, index: u32) -> Result<Vec<u32>, JsValue> {
        let item = self.item(index)?;
        Ok(vec![item.payload_at as u32, item.payload.len() as u32])
    }

    /// A turn's payload as a plain value; `verify`: after its hash was checked.
    pub fn decode(&self, index: u32, verify: bool) -> Result<JsValue, JsValue> {
        let item = self.item(index)?;
        check::item(&item, verify)?;
        raw::decode(item.payload)
    }
}

impl CoreBatch {
    fn item(&self, index: u32) -> Result<crate::turns::wire::item::ItemHead<'_>, JsValue> {
        self.inner.get(index as usize).ok_or_else(|| {
            let expected = format!("an index below {}", self.inner.len());
            Error::mismatch(Code::NotFound, "turn of the page", expected, index).into()
        })
    }
}
