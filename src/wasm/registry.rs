//! The type registry.

use crate::turns::registry::{Put, Registry};
use wasm_bindgen::prelude::*;

/// Registry bundles that were put, in order.
#[wasm_bindgen]
#[derive(Default)]
pub struct CoreRegistry {
    pub(super) inner: Registry,
}

#[wasm_bindgen]
impl CoreRegistry {
    /// An empty registry.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        CoreRegistry::default()
    }

    /// Adds a bundle, JSON text: 201, or 204 where it was there. A refused bundle changes nothing.
    pub fn put(&mut self, bundle: &str) -> Result<u32, JsValue> {
        Ok(match self.inner.put_text(bundle.as_bytes())? {
            Put::Created => 201,
            Put::Unchanged => 204,
        })
    }

    /// The descriptor of a type version as written, JSON text; the latest without a version.
    pub fn descriptor(&self, type_id: &str, version: Option<u32>) -> Option<String> {
        self.inner
            .descriptor(type_id, version)
            .map(ToString::to_string)
    }

    /// The newest bundle's id.
    pub fn bundle_id(&self) -> Option<String> {
        self.inner.bundle_id().map(ToOwned::to_owned)
    }
}
