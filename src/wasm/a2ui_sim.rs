//! A client without a screen: messages in as text, what changed out as JSON.

use crate::a2ui::client_sim::{ClientSim, Shown};
use crate::json::Json;
use wasm_bindgen::prelude::*;

/// As much room is kept for messages.
const KEPT: usize = 64 << 10;

/// A client without a screen.
#[wasm_bindgen]
pub struct CoreClientSim {
    inner: ClientSim,
    input: Vec<u8>,
}

#[wasm_bindgen]
impl CoreClientSim {
    /// `options`: JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<CoreClientSim, JsValue> {
        let inner = ClientSim::new(Json::parse(options.as_bytes())?)?;
        Ok(CoreClientSim::of(inner))
    }

    /// Takes up a snapshot.
    pub fn restore(bytes: &[u8]) -> Result<CoreClientSim, JsValue> {
        let inner = ClientSim::restore(bytes)?;
        Ok(CoreClientSim::of(inner))
    }

    /// Makes room for so many bytes of a message; its address.
    pub fn input(&mut self, bytes: usize) -> *mut u8 {
        // A large message does not keep its room.
        if self.input.len() < bytes || self.input.len() > bytes.max(KEPT) {
            self.input = vec![0; bytes];
        }
        self.input.as_mut_ptr()
    }

    /// Applies the message, JSON text, that the first `bytes` of the input are: `{changed, findings}`.
    pub fn apply(&mut self, bytes: usize) -> String {
        let text = self.input.get(..bytes).unwrap_or_default();
        self.inner.apply(text).text()
    }

    /// The largest message that is looked into, in bytes.
    #[wasm_bindgen(getter)]
    pub fn most(&self) -> u32 {
        self.inner.most()
    }

    /// Refuses a message of so many bytes, which is more than any may have.
    pub fn refuse(&self, bytes: f64) -> String {
        self.inner.refuse(bytes as usize).text()
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

impl CoreClientSim {
    fn of(inner: ClientSim) -> CoreClientSim {
        let input = Vec::new();
        CoreClientSim { inner, input }
    }
}
