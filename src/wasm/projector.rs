//! The projector: fills a tape that the package reads in this module's memory.

use super::batch::CoreBatch;
use super::registry::CoreRegistry;
use crate::json::Json;
use crate::turns::options::ProjectOptions;
use crate::turns::program::Slot;
use crate::turns::project::Projector;
use wasm_bindgen::prelude::*;

/// A registry and a set of options, compiled.
#[wasm_bindgen]
pub struct CoreProjector {
    inner: Projector,
    layout: [u32; 14],
}

#[wasm_bindgen]
impl CoreProjector {
    /// Over the registry as it is now; `options` is JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(registry: &CoreRegistry, options: &str) -> Result<CoreProjector, JsValue> {
        let options = ProjectOptions::from_json(&Json::parse(options.as_bytes())?)?;
        Ok(CoreProjector {
            inner: Projector::new(&registry.inner, options),
            layout: [0; 14],
        })
    }

    /// Writes turns from `start` up to `end`, a chunk of about `bytes`; the address of the layout.
    pub fn fill(&mut self, batch: &CoreBatch, start: u32, end: u32, bytes: u32) -> *const u32 {
        let items = batch.inner.range(start as usize, end as usize);
        let written = self.inner.fill(items, bytes as usize);
        self.lay_out(written as u32)
    }

    /// Writes one bare payload; the address of the layout, whose first word is the payload's flags.
    pub fn fill_payload(
        &mut self,
        payload: &[u8],
        type_id: &str,
        version: u32,
    ) -> Result<*const u32, JsValue> {
        let flags = self.inner.fill_payload(payload, type_id, version)?;
        Ok(self.lay_out(flags as u32))
    }

    /// What the tape's indices mean, beyond what is known: JSON text `{heads, programs, labels, keys}`.
    pub fn describe(&self, heads: usize, programs: usize, labels: usize, keys: usize) -> String {
        let (all, code) = (&self.inner, self.inner.code());
        let heads = all
            .heads()
            .iter()
            .skip(heads)
            .map(|head| Json::Array(vec![head.type_id.as_str().into(), head.version.into()]));
        let programs = code
            .programs
            .iter()
            .skip(programs)
            .map(|program| Json::Array(program.slots.iter().map(describe_slot).collect()));
        let labels = code
            .labels
            .iter()
            .skip(labels)
            .map(|label| label.as_str().into());
        let keys = all.keys().iter().skip(keys).map(|key| key.as_str().into());
        Json::Object(vec![
            ("heads".into(), Json::Array(heads.collect())),
            ("programs".into(), Json::Array(programs.collect())),
            ("labels".into(), Json::Array(labels.collect())),
            ("keys".into(), Json::Array(keys.collect())),
        ])
        .to_string()
    }
}

/// `[name, kind, program]`
fn describe_slot(slot: &Slot) -> Json {
    Json::Array(vec![
        slot.name.as_str().into(),
        (slot.op.slot_kind() as u32).into(),
        slot.op.program().unwrap_or(0).into(),
    ])
}

impl CoreProjector {
    /// `[first, generation, heads, programs, labels, keys, words, n, ascii, n, wide, n, floats, n]`: counts and
    /// addresses. They hold until the next call into the module.
    fn lay_out(&mut self, first: u32) -> *const u32 {
        let (all, code, tape) = (&self.inner, self.inner.code(), self.inner.tape());
        self.layout = [
            first,
            all.generation(),
            all.heads().len() as u32,
            code.programs.len() as u32,
            code.labels.len() as u32,
            all.keys().len() as u32,
            tape.words.as_ptr() as usize as u32,
            tape.words.len() as u32,
            tape.ascii.as_ptr() as usize as u32,
            tape.ascii.len() as u32,
            tape.wide.as_ptr() as usize as u32,
            tape.wide.len() as u32,
            tape.floats.as_ptr() as usize as u32,
            tape.floats.len() as u32,
        ];
        self.layout.as_ptr()
    }
}
