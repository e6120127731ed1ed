//! What comes from clients: bodies in, answers out as JSON.

use crate::a2ui::ingress::options::Options;
use crate::a2ui::ingress::surface::{own_id, Surface};
use crate::a2ui::ingress::Ingress;
use crate::json::Json;
use crate::pointer::Pointer;
use wasm_bindgen::prelude::*;

/// Takes in what clients send.
#[wasm_bindgen]
pub struct CoreIngress {
    inner: Ingress,
}

#[wasm_bindgen]
impl CoreIngress {
    /// `options`: JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<CoreIngress, JsValue> {
        let (options, surfaces) = Options::of_json(&Json::parse(options.as_bytes())?)?;
        let inner = Ingress::new(options, surfaces);
        Ok(CoreIngress { inner })
    }

    /// `surface`: JSON text of what is current of it.
    pub fn set_surface(&mut self, id: String, surface: &str) -> Result<(), JsValue> {
        let json = Json::parse(surface.as_bytes())?;
        let surface = Surface::of_json(&json, &Pointer::root())?;
        own_id(&id, surface.epoch, &Pointer::root())?;
        self.inner.set_surface(id, surface);
        Ok(())
    }

    /// The surface is gone.
    pub fn remove_surface(&mut self, id: &str) -> Result<(), JsValue> {
        own_id(id, 1, &Pointer::root())?;
        self.inner.remove_surface(id);
        Ok(())
    }

    /// The largest body that is looked into, in bytes.
    #[wasm_bindgen(getter)]
    pub fn most(&self) -> f64 {
        self.inner.most() as f64
    }

    /// Rejects a body of so many bytes, which is more than any may have.
    pub fn refuse(&self, bytes: f64) -> String {
        self.inner.too_large(bytes as usize).to_json().to_string()
    }

    /// Takes in JSON text.
    pub fn accept(&mut self, body: &[u8], now: f64) -> String {
        self.inner.accept(body, now as u64).to_json().to_string()
    }

    /// Takes in a form.
    pub fn accept_form(&mut self, body: &[u8], now: f64) -> String {
        self.inner
            .accept_form(body, now as u64)
            .to_json()
            .to_string()
    }
}
