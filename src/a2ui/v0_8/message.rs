//! The four messages from server to client, read.

use super::contents::{self, Entry};
use super::envelope::{Part, Parts};
use super::shape::{object_tree, Judge};
use crate::a2ui::finding::{quoted, Finding};
use crate::a2ui::names::Names;
use crate::a2ui::path::Path;
use crate::a2ui::registry::{
    COMPONENT_ID_DUPLICATE, ENVELOPE_JSON, LIMIT_COMPONENTS, LIMIT_DATA_ENTRIES,
    LIMIT_MESSAGE_BYTES,
};
use crate::a2ui::settings::{Mode, Settings};
use crate::json::flat::{Flat, Room};
use crate::json::Json;
use crate::pointer::Pointer;

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Adds components to a surface, or replaces them.
    SurfaceUpdate {
        /// The surface.
        surface_id: String,
        /// In the order sent; ids are not repeated.
        components: Vec<Component>,
    },
    /// Replaces the map at a path of a surface's data model.
    DataModelUpdate {
        /// The surface.
        surface_id: String,
        /// Where; the root replaces the whole model.
        path: Path,
        /// What stands there then; keys are not repeated.
        contents: Vec<Entry>,
    },
    /// Shows a surface from its root on.
    BeginRendering {
        /// The surface.
        surface_id: String,
        /// The catalog that the surface names.
        catalog_id: Option<String>,
        /// The id of the root component.
        root: String,
        /// The styles, an object.
        styles: Option<Json>,
    },
    /// Removes a surface; one that is not there is removed too.
    DeleteSurface {
        /// The surface.
        surface_id: String,
    },
}

impl Message {
    /// The surface that the message is to.
    pub fn surface_id(&self) -> &str {
        match self {
            Message::SurfaceUpdate { surface_id, .. }
            | Message::DataModelUpdate { surface_id, .. }
            | Message::BeginRendering { surface_id, .. }
            | Message::DeleteSurface { surface_id } => surface_id,
        }
    }
}

/// A component.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// Its id.
    pub id: String,
    /// Its share of a Row or Column.
    pub weight: Option<f64>,
    /// Its type, a name of the catalog.
    pub kind: String,
    /// Its properties, an object as the catalog describes it. In lenient mode paths are canonical here and unknown
    /// properties left out; a bound value may have a path and a literal.
    pub props: Json,
}

/// What came of reading a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The message; `None` where a finding is an error.
    pub message: Option<Message>,
    /// All that is wrong, in the order of the text.
    pub findings: Vec<Finding>,
}

/// Reads one message, JSON text, by itself: its envelope, its shape against the catalog, and the limits that need no
/// memory of other messages.
pub fn read(text: &[u8], settings: &Settings) -> Reading {
    let flat = match parse(text, settings, Room::default()) {
        Ok(flat) => flat,
        Err(finding) => {
            return Reading {
                message: None,
                findings: vec![*finding],
            }
        }
    };
    let mut judge = Judge::new(&flat, settings);
    let parts = judge.message();
    if let Some(parts) = &parts {
        alone(&mut judge, parts);
    }
    let valid = !judge.notes.has_errors();
    let surface = parts.as_ref().and_then(Parts::surface);
    let surface = surface.map(|at| flat.text(at));
    Reading {
        message: parts
            .filter(|_| valid)
            .and_then(|parts| build(&flat, settings, &parts)),
        findings: judge.notes.findings(&flat, surface, text.len()),
    }
}

/// The text as nodes, where it is short enough and JSON.
pub(super) fn parse<'a>(
    text: &'a [u8],
    settings: &Settings,
    room: Room,
) -> Result<Flat<'a>, Box<Finding>> {
    let most = settings.limits.message_bytes;
    if text.len() > most as usize {
        return Err(Box::new(too_long(text.len(), most)));
    }
    Flat::parse_in(text, room).map_err(|error| {
        let message = error.message.clone();
        Box::new(Finding::error(&ENVELOPE_JSON, Pointer::root(), message))
    })
}

/// What is wrong with a message of so many bytes.
#[cold]
pub fn too_long(bytes: usize, most: u32) -> Finding {
    let message = format!("expected at most {most} bytes, found {bytes}");
    Finding::error(&LIMIT_MESSAGE_BYTES, Pointer::root(), message)
}

/// What a message says by itself about rules whose subject is a surface.
fn alone(judge: &mut Judge<'_>, parts: &Parts) {
    let (flat, limits) = (judge.flat, &judge.settings.limits);
    match parts {
        Parts::Update { components, .. } => {
            let mut ids = Names::default();
            for id in components.iter().filter_map(|part| part.id) {
                let before = ids.len();
                ids.number(flat.text(id));
                if ids.len() == before {
                    judge.repeated_id(id);
                }
            }
            let most = limits.components as usize;
            if ids.len() > most {
                let message = format!("expected at most {most} components, found {}", ids.len());
                let at = components.get(most).map_or(0, |part| part.at);
                judge.notes.error(&LIMIT_COMPONENTS, at, message);
            }
        }
        Parts::Data {
            contents: Some(list),
            ..
        } => {
            let (found, most) = (contents::count(flat, *list), limits.data_entries as usize);
            if found > most {
                let message = format!("expected at most {most} entries, found {found}");
                judge.notes.error(&LIMIT_DATA_ENTRIES, *list, message);
            }
        }
        _ => {}
    }
}

impl Judge<'_> {
    #[cold]
    pub(super) fn repeated_id(&mut self, id: u32) {
        let found = quoted(self.flat.text(id));
        let message = format!("expected each id once in a surfaceUpdate, found {found} again");
        self.notes.error(&COMPONENT_ID_DUPLICATE, id, message);
    }
}

fn build(flat: &Flat<'_>, settings: &Settings, parts: &Parts) -> Option<Message> {
    let text = |at: u32| flat.text(at).to_owned();
    let surface_id = text(parts.surface()?);
    Some(match parts {
        Parts::Update { components, .. } => Message::SurfaceUpdate {
            surface_id,
            components: components
                .iter()
                .map(|part| component(flat, settings, part))
                .collect::<Option<_>>()?,
        },
        Parts::Data { path, contents, .. } => Message::DataModelUpdate {
            surface_id,
            path: path.map_or_else(Path::default, |at| Path::lenient(flat.text(at))),
            contents: contents::entries(flat, (*contents)?),
        },
        Parts::Begin {
            catalog,
            root,
            styles,
            ..
        } => Message::BeginRendering {
            surface_id,
            catalog_id: catalog.map(text),
            root: text((*root)?),
            styles: styles.map(|at| flat.to_json(at)),
        },
        Parts::Delete { .. } => Message::DeleteSurface { surface_id },
    })
}

fn component(flat: &Flat<'_>, settings: &Settings, part: &Part) -> Option<Component> {
    let kind = flat.text(part.kind?);
    let props = part.kind? + 1;
    Some(Component {
        id: flat.text(part.id?).to_owned(),
        weight: part.weight.and_then(|at| flat.number(at)),
        kind: kind.to_owned(),
        props: match settings.mode {
            Mode::Strict => flat.to_json(props),
            Mode::Lenient => object_tree(flat, settings.component(kind)?, props),
        },
    })
}
