//! The workspace: batches in, commands out as JSON, what they show as op buffers.

use super::html::{keep_removed, options, run_of};
use super::ui::take_batch;
use crate::error::{Code, Error};
use crate::json::Json;
use crate::uicp::failure::Failure;
use crate::uicp::operations::{Scope, StateRef};
use crate::uicp::queue::Origin;
use crate::uicp::render::Renderer;
use crate::uicp::store::Address;
use crate::uicp::template::{fill, Context};
use crate::uicp::workspace::Workspace;
use wasm_bindgen::prelude::*;

/// A workspace. Times are milliseconds since any fixed moment; texts of JSON are empty where there is nothing.
#[wasm_bindgen]
pub struct CoreWorkspace {
    inner: Workspace,
    renderer: Renderer,
    layout: [u32; 11],
}

#[wasm_bindgen]
impl CoreWorkspace {
    /// An empty one. The arguments are those of `html_render`.
    #[wasm_bindgen(constructor)]
    pub fn new(flags: u32, origins: &str) -> CoreWorkspace {
        CoreWorkspace {
            inner: Workspace::default(),
            renderer: Renderer::new(options(0, flags, origins)),
            layout: [0; 11],
        }
    }

    /// Queues the batch that was checked last; the number by which its outcome is known. `origin` is a place in
    /// [`Origin`].
    pub fn enqueue(&mut self, origin: u32, now: f64) -> f64 {
        let batch = take_batch().unwrap_or_default();
        self.inner.enqueue(batch, origin_of(origin), now as u64) as f64
    }

    /// The batch of a `data-command` as JSON text; `context` is `{windowId, componentId?, value, form}`.
    pub fn fill(&self, command: &str, context: &str) -> Result<String, JsValue> {
        let context = Json::parse(context.as_bytes())?;
        let text = |name| context.get(name).and_then(Json::as_str).unwrap_or_default();
        let form = context.get("form").and_then(Json::as_object);
        let context = Context {
            window: text("windowId"),
            component: text("componentId"),
            value: text("value"),
            form: form.unwrap_or_default(),
        };
        Ok(fill(command, &context)?.to_string())
    }

    /// Is there anything to do now?
    pub fn is_due(&self, now: f64) -> bool {
        self.inner.is_due(now as u64)
    }

    /// When there is something to do without anybody asking; infinite if never.
    pub fn wakes(&self) -> f64 {
        self.inner.wakes().map_or(f64::INFINITY, |at| at as f64)
    }

    /// Begins a run that weighs no more than that: its commands, a JSON array.
    pub fn run(&mut self, now: f64, weight: usize) -> String {
        self.renderer.begin_run();
        let commands = self.inner.run(now as u64, weight);
        let mut text = String::with_capacity(64 * commands.len());
        for (_, command) in commands {
            text.push(if text.is_empty() { '[' } else { ',' });
            command.write(&mut text);
        }
        if !text.is_empty() {
            text.push(']');
        }
        text
    }

    /// What the command of that place in the run shows, as ops with a handle for each element that the shell has to make
    /// work; `context` is the number of the element that is to hold it. The address of
    /// `[words, n, ascii, n, wide, n, removals, generation, texts, first of ascii, first of wide]`: the models of the parts
    /// before count as long as `generation` is the same, and texts that were read already are the same as long as `texts`
    /// is.
    pub fn render(&mut self, command: usize, context: usize) -> Result<*const u32, JsValue> {
        let shown = self.renderer.render(&self.inner, command, context)?;
        let ops = self.renderer.ops();
        let [words, ascii, wide] = [
            run_of(&ops.words[shown.words]),
            run_of(&ops.ascii[shown.ascii]),
            run_of(&ops.wide[shown.wide]),
        ];
        let [first_byte, first_unit] = shown.own;
        self.layout = [
            words[0],
            words[1],
            ascii[0],
            ascii[1],
            wide[0],
            wide[1],
            shown.removed.len() as u32,
            shown.generation,
            shown.texts,
            first_byte as u32,
            first_unit as u32,
        ];
        keep_removed(shown.removed);
        Ok(self.layout.as_ptr())
    }

    /// What a watch shows now, as a command that [`CoreWorkspace::render`] knows by the place that it says.
    pub fn follow(&mut self, watch: f64, now: f64) -> String {
        let Some((place, command)) = self.inner.follow(watch as u64, now as u64) else {
            return String::new();
        };
        let mut text = format!("[{place},");
        command.write(&mut text);
        text.push(']');
        text
    }

    /// Ends a run; `failures` is a JSON array of `[place, code, message]`, or empty.
    pub fn settle(&mut self, failures: &str, now: f64) -> Result<(), JsValue> {
        let read = if failures.is_empty() {
            Json::Null
        } else {
            Json::parse(failures.as_bytes())?
        };
        let failures = read
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(|failure| {
                let [place, code, message] = failure.as_array()? else {
                    return None;
                };
                Some((
                    place.as_u64()? as usize,
                    Failure::new(code.as_str()?, message.as_str()?),
                ))
            });
        self.inner.settle(failures.collect(), now as u64);
        Ok(())
    }

    /// An effect counts as applied and waits for a person.
    pub fn effect_waits(&mut self, ticket: f64, now: f64) {
        self.inner.effect_waits(ticket as u64, now as u64);
    }

    /// An effect has come to its end; `data` is JSON, or empty.
    pub fn effect_succeeded(&mut self, ticket: f64, data: &str, now: f64) -> Result<(), JsValue> {
        let data = (!data.is_empty())
            .then(|| Json::parse(data.as_bytes()))
            .transpose()?;
        self.inner.effect_ended(ticket as u64, Ok(data), now as u64);
        Ok(())
    }

    /// An effect has failed.
    pub fn effect_failed(&mut self, ticket: f64, code: &str, message: &str, now: f64) {
        let failure = Failure::new(code, message);
        self.inner
            .effect_ended(ticket as u64, Err(failure), now as u64);
    }

    /// What has ended and what has happened since the last call: JSON `[outcomes, events]`, or empty.
    pub fn news(&mut self) -> String {
        let (outcomes, events) = (self.inner.outcomes(), self.inner.events());
        if outcomes.is_empty() && events.is_empty() {
            return String::new();
        }
        Json::Array(vec![Json::Array(outcomes), Json::Array(events)]).to_string()
    }

    /// A value of the state as JSON.
    pub fn state(
        &self,
        scope: &str,
        key: &str,
        window: Option<String>,
        now: f64,
    ) -> Result<String, JsValue> {
        let place = Address::new(scope_of(scope)?, window.as_deref(), key);
        let value = self.inner.state(&place, now as u64);
        Ok(value.map(Json::to_string).unwrap_or_default())
    }

    /// Sets a value at once.
    pub fn set_state(
        &mut self,
        scope: &str,
        key: &str,
        window: Option<String>,
        value: &str,
        origin: u32,
        now: f64,
    ) -> Result<(), JsValue> {
        let at = StateRef {
            scope: scope_of(scope)?,
            key: key.to_owned(),
            window_id: None,
        };
        let value = Json::parse(value.as_bytes())?;
        let set =
            self.inner
                .set_state(&at, window.as_deref(), value, origin_of(origin), now as u64);
        set.map_err(|failure| JsValue::from_str(&failure.to_json().to_string()))
    }

    /// The open windows: JSON `[{id, title}]`.
    pub fn windows(&self) -> String {
        self.inner.windows().to_string()
    }

    /// How often the log has changed.
    pub fn log_changes(&self) -> f64 {
        self.inner.log_changes() as f64
    }

    /// The log: a JSON array of envelopes.
    pub fn log(&mut self) -> String {
        self.inner.log().to_string()
    }

    /// Begins anew.
    pub fn reset(&mut self, now: f64) {
        self.inner.reset(now as u64);
    }
}

fn scope_of(name: &str) -> Result<Scope, Error> {
    match name {
        "window" => Ok(Scope::Window),
        "workspace" => Ok(Scope::Workspace),
        "global" => Ok(Scope::Global),
        other => {
            let expected = "window, workspace or global";
            Err(Error::mismatch(Code::BadRequest, "scope", expected, other))
        }
    }
}

fn origin_of(number: u32) -> Origin {
    match number {
        1 => Origin::Page,
        2 => Origin::Replay,
        3 => Origin::Adapter,
        _ => Origin::Agent,
    }
}
