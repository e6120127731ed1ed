//! A client without a screen: applies the messages of a stream and says what a person would be shown.
//!
//! Each message is applied as a whole or not at all. A surface is buffered until its rendering is begun; in lenient mode
//! also until the root component has come. What the root leads to may come later: until then `null` stands in its place.

mod snapshot;

use super::finding::{findings_json, quoted, Finding};
use super::registry::{BEGIN_BEFORE_UPDATE, BEGIN_ROOT_MISSING};
use super::settings::Settings;
use super::surface::define::{Definer, Definition, Source};
use super::surface::hash::hash;
use super::surface::{Begin, Refusal, Surface};
use super::v0_8::contents::{Entry, Value as Content};
use super::v0_8::message::{read, too_long, Component, Message};
use crate::a2ui::model::{write_text, Value};
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

/// What a message came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The ids of the nodes that came, changed or went, each once.
    pub changed: Vec<String>,
    /// What is wrong; with an error among it the message was not applied.
    pub findings: Vec<Finding>,
}

impl Outcome {
    /// `{changed, findings}`, JSON text.
    pub fn text(&self) -> String {
        let mut text = String::from("{\"changed\":[");
        for (index, id) in self.changed.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            write_text(id, &mut text);
        }
        text.push_str("],\"findings\":");
        text.push_str(&findings_json(&self.findings).to_string());
        text.push('}');
        text
    }
}

/// What there is to show of a surface.
#[derive(Debug, PartialEq)]
pub enum Shown {
    /// Nothing.
    Nothing,
    /// What was there the last time.
    Same,
    /// The whole tree, JSON text.
    Whole(String),
    /// What changed since the last time ([`super::surface::feed`]).
    Patches(String),
}

/// A client.
#[derive(Debug)]
pub struct ClientSim {
    settings: Settings,
    options: Json,
    surfaces: Map<String, Surface>,
    work: u64,
}

impl ClientSim {
    /// A client without surfaces, with options that [`Settings::of_json`] reads; a snapshot carries them.
    ///
    /// # Errors
    /// Those of [`Settings::of_json`].
    pub fn new(options: Json) -> Result<ClientSim> {
        Ok(ClientSim {
            settings: Settings::of_json(&options)?,
            options,
            surfaces: Map::EMPTY,
            work: 0,
        })
    }

    /// Applies a message, JSON text.
    pub fn apply(&mut self, text: &[u8]) -> Outcome {
        self.work += (text.len() / 16) as u64;
        let reading = read(text, &self.settings);
        let mut findings = reading.findings;
        let Some(message) = reading.message else {
            return Outcome {
                changed: Vec::new(),
                findings,
            };
        };
        let id = message.surface_id().to_owned();
        let deletes = matches!(message, Message::DeleteSurface { .. });
        let known = self.surfaces.contains(id.as_str());
        let mut changed = Vec::new();
        match self.change(message) {
            Ok(warning) => {
                findings.extend(warning);
                if let Some(surface) = self.surfaces.get_mut(id.as_str()) {
                    changed = surface.take_changed();
                }
                if deletes {
                    self.surfaces.remove(id.as_str());
                }
            }
            Err(finding) => {
                findings.push(*finding);
                if !known {
                    self.surfaces.remove(id.as_str());
                }
            }
        }
        for finding in &mut findings {
            finding.surface_id.get_or_insert_with(|| id.clone());
        }
        Outcome { changed, findings }
    }

    /// The largest message that is looked into, in bytes.
    pub fn most(&self) -> u32 {
        self.settings.limits.message_bytes
    }

    /// What comes of a message of so many bytes, which is more than any may have.
    pub fn refuse(&self, bytes: usize) -> Outcome {
        Outcome {
            changed: Vec::new(),
            findings: vec![too_long(bytes, self.most())],
        }
    }

    /// Makes a change; what lenient mode forgave.
    fn change(&mut self, message: Message) -> core::result::Result<Option<Finding>, Box<Finding>> {
        match message {
            Message::SurfaceUpdate {
                surface_id,
                components,
            } => {
                let definitions = self.define(components);
                let updated = self.surface(surface_id).update_components(definitions);
                updated.map_err(in_update)?;
                Ok(None)
            }
            Message::DataModelUpdate {
                surface_id,
                path,
                contents,
            } => {
                let replaced = self
                    .surface(surface_id)
                    .replace_data(&path, value_of(contents));
                let at = Pointer::root().key("dataModelUpdate").key("contents");
                replaced.map_err(|refusal| found(refusal, at))?;
                Ok(None)
            }
            Message::BeginRendering {
                surface_id,
                catalog_id,
                root,
                styles,
            } => {
                let begin = self.begin_of(catalog_id, root, styles);
                self.begin(surface_id, begin)
            }
            Message::DeleteSurface { surface_id } => {
                if let Some(surface) = self.surfaces.get_mut(surface_id.as_str()) {
                    surface.hide();
                    self.work += surface.work();
                }
                Ok(None)
            }
        }
    }

    fn begin(
        &mut self,
        id: String,
        begin: Begin,
    ) -> core::result::Result<Option<Finding>, Box<Finding>> {
        let at = Pointer::root().key("beginRendering");
        let surface = self.surfaces.get(id.as_str());
        let updated = surface.is_some_and(|surface| surface.graph().iter().next().is_some());
        let rooted = surface.is_some_and(|surface| surface.graph().defined(&begin.root).is_some());
        let (rule, at, message) = match (updated, rooted) {
            (_, true) => {
                let shown = self.surface(id).show(begin);
                return match shown {
                    Ok(_) => Ok(None),
                    Err(refusal) => Err(found(refusal, at.key("root"))),
                };
            }
            (false, _) => {
                let message = "expected a surfaceUpdate of the surface before, found none";
                (&BEGIN_BEFORE_UPDATE, at, message.to_owned())
            }
            (true, false) => {
                let found = quoted(&begin.root);
                let message = format!("expected a component of the surface, found {found}");
                (&BEGIN_ROOT_MISSING, at.key("root"), message)
            }
        };
        if !self.settings.is_lenient() {
            return Err(Box::new(Finding::error(rule, at, message)));
        }
        // It waits for the root; nothing of it is measured before.
        let waits = self.surface(id).show(begin);
        waits.map_err(|refusal| found(refusal, at.clone()))?;
        Ok(Some(Finding::warning(rule, at, message)))
    }

    fn begin_of(&self, catalog_id: Option<String>, root: String, styles: Option<Json>) -> Begin {
        Begin {
            root,
            catalog_id: catalog_id.unwrap_or_else(|| self.settings.catalog.id.clone()),
            styles,
        }
    }

    fn define(&self, components: Vec<Component>) -> Vec<Definition<String>> {
        let mut definer = Definer::default();
        let each = components.into_iter().map(|component| {
            let object = self.settings.component(&component.kind);
            let source = Source {
                id: component.id,
                weight: component.weight,
                kind: component.kind,
                props: component.props,
            };
            definer.define(source, object)
        });
        each.collect()
    }

    fn surface(&mut self, id: String) -> &mut Surface {
        let Settings {
            limits, extended, ..
        } = self.settings;
        let new = || Surface::new(limits, true).with_lists(extended);
        self.surfaces.get_or_insert_with(id, new)
    }

    /// The ids of the surfaces, in order.
    pub fn surfaces(&self) -> impl Iterator<Item = &str> {
        self.surfaces.iter().map(|(id, _)| id.as_str())
    }

    /// A surface.
    pub fn get(&self, id: &str) -> Option<&Surface> {
        self.surfaces.get(id)
    }

    /// The hash of a surface's state, equal for equal states; of one that is not there, the hash of none.
    pub fn state_hash(&self, id: &str) -> [u8; 32] {
        hash(self.surfaces.get(id).map(|surface| (surface, epoch(id))))
    }

    /// The data model of a surface, JSON text; `null` of one that is not there.
    pub fn data_model(&self, id: &str) -> String {
        let mut text = String::new();
        match self.surfaces.get(id) {
            Some(surface) => surface.write_data(&mut text),
            None => text.push_str("null"),
        }
        text
    }

    /// The tree of a surface as JSON text; nothing of one that is not shown.
    pub fn resolve(&mut self, id: &str) -> Option<String> {
        self.surfaces.get_mut(id)?.text()
    }

    /// What there is to show of a surface, for one who keeps what was shown before.
    pub fn shown(&mut self, id: &str) -> Shown {
        let Some(surface) = self
            .surfaces
            .get_mut(id)
            .filter(|surface| surface.is_shown())
        else {
            return Shown::Nothing;
        };
        match surface.take_patches() {
            None => surface.text().map_or(Shown::Nothing, Shown::Whole),
            Some(patches) if patches.is_empty() => Shown::Same,
            Some(patches) => Shown::Patches(patches),
        }
    }

    /// What was looked at so far: nodes, components, paths and entries, and bytes read and written, by sixteens. Two
    /// amounts can be compared; one by itself says nothing.
    pub fn work(&self) -> u64 {
        let surfaces = self.surfaces.iter().map(|(_, surface)| surface.work());
        self.work + surfaces.sum::<u64>()
    }
}

fn found(refusal: Refusal, at: Pointer) -> Box<Finding> {
    Box::new(Finding::error(refusal.rule, at, refusal.message))
}

fn in_update(refusal: Refusal) -> Box<Finding> {
    let mut at = Pointer::root().key("surfaceUpdate").key("components");
    if let Some(index) = refusal.at {
        at = at.index(index);
    }
    if let Some(kind) = &refusal.kind {
        at = at.key("component").key(kind);
    }
    found(refusal, at)
}

fn value_of(contents: Vec<Entry>) -> Value {
    let entries = contents.into_iter().map(|Entry { key, value }| {
        let value = match value {
            Content::String(text) => Value::String(text),
            Content::Number(n) => Value::number(n),
            Content::Boolean(truth) => Value::Bool(truth),
            Content::Map(inner) => value_of(inner),
        };
        (key, value)
    });
    Value::Map(entries.collect())
}

/// The epoch of a surface: what its id says behind `#e=`, otherwise the first.
pub fn epoch(id: &str) -> u64 {
    let written = id.rsplit_once("#e=").map(|(_, epoch)| epoch);
    written.and_then(|epoch| epoch.parse().ok()).unwrap_or(1)
}
