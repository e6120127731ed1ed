//! A client without a screen: messages in as text, what changed out as JSON.

use crate::a2ui::client_sim::{ClientSim, Shown};
use crate::json::Json;
use wasm_bindgen::prelude::*;

/// A client without a screen.
#[wasm_bindgen]
pub struct CoreClientSim {
    inner: ClientSim,
}

#[wasm_bindgen]
impl CoreClientSim {
    /// `options`: JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<CoreClientSim, JsValue> {
        let inner = ClientSim::new(Json::parse(options.as_bytes())?)?;
        Ok(CoreClientSim { inner })
    }

    /// Takes up a snapshot.
    pub fn restore(bytes: &[u8]) -> Result<CoreClientSim, JsValue> {
        let inner = ClientSim::restore(bytes)?;
        Ok(CoreClientSim { inner })
    }

    /// Applies a message, JSON text: `{changed, findings}`.
    pub fn apply(&mut self, text: &str) -> String {
        self.inner.apply(text.as_bytes()).text()
    }

    /// The ids of the surfaces: a JSON array.
    pub fn surfaces(&self) -> String {
        Json::Array(self.inner.surfaces().map(Json::from).collect()).to_string()
    }

    /// What there is to show: `!` nothing, empty what was there the last time, `=` and the tree, or patches, a JSON array.
    pub fn shown(&mut self, id: &str) -> String {
        match self.inner.shown(id) {
            Shown::Nothing => "!".to_owned(),
            Shown::Same => String::new(),
            Shown::Whole(text) => ["=", &text].concat(),
            Shown::Patches(patches) => patches,
        }
    }

    /// The data model: JSON text.
    pub fn data_model(&self, id: &str) -> String {
        self.inner.data_model(id)
    }

    /// The hash of the state, hexadecimal.
    pub fn state_hash(&self, id: &str) -> String {
        let hash = self.inner.state_hash(id);
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The client as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        self.inner.snapshot()
    }

    /// What was looked at so far.
    pub fn work(&self) -> f64 {
        self.inner.work() as f64
    }
}
