//! The writer: what the package wrote down of a value, as a payload.

use super::registry::CoreRegistry;
use crate::turns::encode::Encoder;
use wasm_bindgen::prelude::*;

/// A registry, compiled for writing.
#[wasm_bindgen]
pub struct CoreEncoder {
    inner: Encoder,
}

#[wasm_bindgen]
impl CoreEncoder {
    /// Over the registry as it is now.
    #[wasm_bindgen(constructor)]
    pub fn new(registry: &CoreRegistry) -> CoreEncoder {
        CoreEncoder {
            inner: Encoder::new(&registry.inner),
        }
    }

    /// What to give `encode` for a type version.
    pub fn program(&mut self, type_id: &str, version: u32) -> Result<u32, JsValue> {
        Ok(self.inner.program(type_id, version)?)
    }

    /// Makes the payload of a value, which is msgpack with names for keys; returns how many bytes it has.
    pub fn encode(&mut self, program: u32, value: &[u8]) -> Result<usize, JsValue> {
        Ok(self.inner.encode(program, value)?.len())
    }

    /// Where that payload lies in this module's memory, until the next call into it.
    pub fn written(&self) -> *const u8 {
        self.inner.written().as_ptr()
    }
}
