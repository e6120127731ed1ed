//! The workspace: batches in, commands out as JSON, what they show as op buffers.

use super::html::{keep_removed, layout, options};
use super::ui::take_batch;
use crate::error::{Code, Error};
use crate::html::ops::{Ops, Place};
use crate::html::options::Options;
use crate::html::policy::elements::ELEMENTS;
use crate::html::report::Removed;
use crate::html::sanitize::sanitize_to_ops;
use crate::json::Json;
use crate::uicp::command::Command;
use crate::uicp::failure::Failure;
use crate::uicp::judged::Judged;
use crate::uicp::operations::{Scope, StateRef};
use crate::uicp::prepared::Prepared;
use crate::uicp::queue::Origin;
use crate::uicp::store::Address;
use crate::uicp::template::{fill, within_limits, Context};
use crate::uicp::view;
use crate::uicp::workspace::Workspace;
use wasm_bindgen::prelude::*;

/// A workspace. Times are milliseconds since any fixed moment; texts of JSON are empty where there is nothing.
#[wasm_bindgen]
pub struct CoreWorkspace {
    inner: Workspace,
    /// For all markup; only the context is each target's own.
    options: Options,
    /// In parts, so that elements that begin alike are copies whatever command they come with.
    ops: Ops,
    /// About the models of `ops`.
    judged: Judged,
    /// How often `ops` began anew.
    generation: u32,
    layout: [u32; 8],
}

/// As many words are kept in the op buffer, and the last part beyond them.
const OPS: usize = 256 << 10;

#[wasm_bindgen]
impl CoreWorkspace {
    /// An empty one. The arguments are those of `html_render`.
    #[wasm_bindgen(constructor)]
    pub fn new(flags: u32, origins: &str) -> CoreWorkspace {
        CoreWorkspace {
            inner: Workspace::default(),
            options: Options {
                refuse_data: Some(refuse_command),
                ..options(0, flags, origins)
            },
            ops: Ops::in_parts(),
            judged: Judged::default(),
            generation: 0,
            layout: [0; 8],
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

    /// Begins a run: its commands, a JSON array.
    pub fn run(&mut self, now: f64) -> String {
        let commands = self.inner.run(now as u64);
        if commands.is_empty() {
            return String::new();
        }
        Json::Array(
            commands
                .iter()
                .map(|(_, command)| command.to_json())
                .collect(),
        )
        .to_string()
    }

    /// What the command of that place in the run shows, as ops, with a handle for each element that the shell has to make
    /// work: the address of what `html_render` lays out, and a number
    /// that is another one when the models of the parts before do not count any more. `context` is the number of the
    /// element that is to hold it.
    pub fn render(&mut self, command: usize, context: usize) -> Result<*const u32, JsValue> {
        if self.ops.words.len() > OPS {
            self.ops.clear();
            self.judged.clear();
            self.generation += 1;
        }
        let part = self.ops.part();
        let removed = self.write(command, context)?;
        let [words, word_count, ascii, ascii_count, wide, wide_count, removals] =
            layout(&self.ops, part, removed.len());
        let generation = self.generation;
        self.layout = [
            words,
            word_count,
            ascii,
            ascii_count,
            wide,
            wide_count,
            removals,
            generation,
        ];
        keep_removed(removed);
        Ok(self.layout.as_ptr())
    }

    /// What a watch shows now, as a command that [`CoreWorkspace::render`] knows by the place that it says.
    pub fn follow(&mut self, watch: f64, now: f64) -> String {
        let Some((place, command)) = self.inner.follow(watch as u64, now as u64) else {
            return String::new();
        };
        Json::Array(vec![(place as u64).into(), command.to_json()]).to_string()
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

impl CoreWorkspace {
    /// Writes what a command shows; what was taken away of it.
    fn write(&mut self, command: usize, context: usize) -> Result<Vec<Removed>, Error> {
        let ops = &mut self.ops;
        ops.target(0);
        let (place, removed) = match self.inner.command(command) {
            Some(Command::Markup { html, place, .. }) => {
                if let Some(element) = ELEMENTS.get(context) {
                    element.name.clone_into(&mut self.options.context);
                }
                let mut prepared = Prepared::new(ops, &mut self.judged);
                (*place, sanitize_to_ops(html, &self.options, &mut prepared)?)
            }
            Some(Command::Component { component, target }) => {
                match target {
                    Some(_) => component.write(ops, 1),
                    None => component.write_content(ops),
                }
                (Place::Set, Vec::new())
            }
            Some(Command::Show(show)) => {
                view::write(show.seen(), ops);
                let place = if show.append {
                    Place::Append
                } else {
                    Place::Set
                };
                (place, Vec::new())
            }
            _ => (Place::Append, Vec::new()),
        };
        ops.place(place);
        Ok(removed)
    }
}

/// The rule for what a window's markup carries in its data.
fn refuse_command(name: &str, value: &str) -> Option<&'static str> {
    (name == "data-command")
        .then(|| within_limits(value).err())
        .flatten()
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
