//! A client as bytes, and back.
//!
//! A snapshot is lines of JSON: the format and the options; then of each surface its id and data model, and the messages
//! that make the rest of it. Each line nests no deeper than what was sent. It is read as hostile input: what it says goes
//! through the same checks as messages.

use super::ClientSim;
use crate::a2ui::finding::{cut, quoted, Finding};
use crate::a2ui::model::{push_json, write_number, write_text, Value};
use crate::a2ui::path::Path;
use crate::a2ui::surface::define::Definition;
use crate::a2ui::surface::{Refusal, Surface};
use crate::a2ui::v0_8::message::{read, Message};
use crate::error::{Code, Error, Result};
use crate::json::Json;

/// What a snapshot calls itself.
const FORMAT: &str = "vitrine/a2ui-client/1";

impl ClientSim {
    /// The client as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut text = String::from("{\"format\":");
        write_text(FORMAT, &mut text);
        text.push_str(",\"options\":");
        push_json(&self.options, &mut text);
        text.push_str("}\n");
        for (id, surface) in self.surfaces.iter() {
            text.push_str("{\"surfaceId\":");
            write_text(id, &mut text);
            text.push_str(",\"data\":");
            surface.model().root().write(&mut text);
            text.push_str("}\n");
            write_messages(id, surface, &mut text);
        }
        text.into_bytes()
    }

    /// The client of a snapshot.
    ///
    /// # Errors
    /// `BadRequest` where the bytes are no snapshot, or one that the settings it names do not allow.
    pub fn restore(bytes: &[u8]) -> Result<ClientSim> {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let head = Json::parse(lines.next().unwrap_or_default())?;
        let format = head.get("format").and_then(Json::as_str);
        if format != Some(FORMAT) {
            let found = format.map_or_else(|| "another JSON value".to_owned(), cut);
            let what = "not a snapshot of a ClientSim";
            return Err(Error::mismatch(Code::BadRequest, what, FORMAT, found));
        }
        let options = head.get("options").cloned();
        let mut sim = ClientSim::new(options.ok_or_else(|| damaged("options", "none"))?)?;
        // A line may be longer than the message was: paths are canonical in it.
        let limits = &mut sim.settings.limits;
        let most = core::mem::replace(&mut limits.message_bytes, u32::MAX);
        let mut restoring: Option<Restoring> = None;
        for line in lines.filter(|line| !line.is_empty()) {
            match &mut restoring {
                Some(surface) if !line.starts_with(SURFACE) => surface.apply(line, &sim)?,
                _ => {
                    sim.add(restoring.take())?;
                    restoring = Some(Restoring::read(line, &sim)?);
                }
            }
        }
        sim.add(restoring)?;
        sim.settings.limits.message_bytes = most;
        Ok(sim)
    }

    /// Adds a surface whose last line was read.
    fn add(&mut self, restoring: Option<Restoring>) -> Result<()> {
        let Some(mut restoring) = restoring else {
            return Ok(());
        };
        restoring.update()?;
        let Restoring { id, surface, .. } = restoring;
        if !self.surfaces.insert(id, surface.resumed()) {
            return Err(damaged("each surface once", "one again"));
        }
        Ok(())
    }
}

/// How the lines begin that are no messages.
const SURFACE: &[u8] = b"{\"surfaceId\":";

/// A surface of which not all lines were read.
struct Restoring {
    id: String,
    surface: Surface,
    /// Components that are not in it yet: all come at once, because each update looks for cycles.
    components: Vec<Definition<String>>,
}

impl Restoring {
    fn read(line: &[u8], sim: &ClientSim) -> Result<Restoring> {
        let json = Json::parse(line)?;
        let id = json.get("surfaceId").and_then(Json::as_str);
        let data = json.get("data").filter(|data| data.as_object().is_some());
        let (Some(id), Some(data)) = (id, data) else {
            return Err(damaged("surfaceId and data", "another line"));
        };
        let mut surface =
            Surface::new(sim.settings.limits, false).with_lists(sim.settings.extended);
        let put = surface.replace_data(&Path::default(), Value::of_json(data));
        put.map_err(refused)?;
        let id = id.to_owned();
        Ok(Restoring {
            id,
            surface,
            components: Vec::new(),
        })
    }

    fn update(&mut self) -> Result<()> {
        let components = core::mem::take(&mut self.components);
        self.surface.update_components(components).map_err(refused)
    }

    fn apply(&mut self, line: &[u8], sim: &ClientSim) -> Result<()> {
        let reading = read(line, &sim.settings);
        let Some(message) = reading.message else {
            let why = reading.findings.into_iter().find(Finding::is_error);
            let why = why.map_or(String::new(), |finding| finding.message);
            return Err(damaged("messages without errors", why));
        };
        if message.surface_id() != self.id {
            return Err(damaged(&self.id, quoted(message.surface_id())));
        }
        match message {
            Message::SurfaceUpdate { components, .. } => {
                self.components.extend(sim.define(components));
                Ok(())
            }
            Message::BeginRendering {
                catalog_id,
                root,
                styles,
                ..
            } => {
                self.update()?;
                let shown = self.surface.show(sim.begin_of(catalog_id, root, styles));
                if !shown.map_err(refused)? && !sim.settings.is_lenient() {
                    return Err(damaged("a root among the components", "none"));
                }
                Ok(())
            }
            _ => Err(damaged(
                "surfaceUpdate or beginRendering",
                "another message",
            )),
        }
    }
}

fn write_messages(id: &str, surface: &Surface, out: &mut String) {
    for definition in surface.graph().iter() {
        let source = &definition.source;
        out.push_str("{\"surfaceUpdate\":{\"surfaceId\":");
        write_text(id, out);
        out.push_str(",\"components\":[{\"id\":");
        write_text(&source.id, out);
        if let Some(weight) = source.weight {
            out.push_str(",\"weight\":");
            write_number(weight, out);
        }
        out.push_str(",\"component\":{");
        write_text(&source.kind, out);
        out.push(':');
        push_json(&source.props, out);
        out.push_str("}}]}}\n");
    }
    let Some(begin) = surface.begin() else { return };
    out.push_str("{\"beginRendering\":{\"surfaceId\":");
    write_text(id, out);
    out.push_str(",\"root\":");
    write_text(&begin.root, out);
    out.push_str(",\"catalogId\":");
    write_text(&begin.catalog_id, out);
    if let Some(styles) = &begin.styles {
        out.push_str(",\"styles\":");
        push_json(styles, out);
    }
    out.push_str("}}\n");
}

#[cold]
fn damaged(expected: &str, found: impl core::fmt::Display) -> Error {
    Error::mismatch(Code::BadRequest, "the snapshot is damaged", expected, found)
}

#[cold]
fn refused(refusal: Refusal) -> Error {
    let message = format!("the snapshot is damaged: {}", refusal.message);
    Error::new(Code::BadRequest, message).with("rule", refusal.rule.code)
}
