//! One message by itself: its envelope and its shape, and where in the text its parts are.

use super::contents;
use super::shape::Judge;
use crate::a2ui::finding::quoted;
use crate::a2ui::registry::*;
use crate::json::flat::Kind;

/// Where the parts of a message are. A part that is missing or of a wrong type is not there.
#[derive(Debug)]
pub(super) enum Parts {
    Update {
        surface: Option<u32>,
        components: Vec<Part>,
    },
    Data {
        surface: Option<u32>,
        path: Option<u32>,
        contents: Option<u32>,
    },
    Begin {
        body: u32,
        surface: Option<u32>,
        catalog: Option<u32>,
        root: Option<u32>,
        styles: Option<u32>,
    },
    Delete {
        surface: Option<u32>,
    },
}

impl Parts {
    pub(super) fn surface(&self) -> Option<u32> {
        match self {
            Parts::Update { surface, .. }
            | Parts::Data { surface, .. }
            | Parts::Begin { surface, .. }
            | Parts::Delete { surface } => *surface,
        }
    }
}

/// Where the parts of a component are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) at: u32,
    pub(super) id: Option<u32>,
    pub(super) weight: Option<u32>,
    /// The key that is its type.
    pub(super) kind: Option<u32>,
    /// The type's place in the pinned catalog.
    pub(super) number: Option<u32>,
    /// Where its references begin, among those of the message.
    pub(super) references: u32,
}

/// A field of a message: its name, whether it must be there, and what it is.
type Field = (&'static str, bool, Is);

#[derive(Clone, Copy, PartialEq)]
enum Is {
    Text,
    List,
    Object,
}

const UPDATE: [Field; 2] = [
    ("surfaceId", true, Is::Text),
    ("components", true, Is::List),
];
const DATA: [Field; 3] = [
    ("surfaceId", true, Is::Text),
    ("path", false, Is::Text),
    ("contents", true, Is::List),
];
const BEGIN: [Field; 4] = [
    ("surfaceId", true, Is::Text),
    ("catalogId", false, Is::Text),
    ("root", true, Is::Text),
    ("styles", false, Is::Object),
];
const DELETE: [Field; 1] = [("surfaceId", true, Is::Text)];

impl Judge<'_> {
    /// Judges the message that the text is. Its parts, where it is one message.
    pub(super) fn message(&mut self) -> Option<Parts> {
        let flat = self.flat;
        self.repeated_keys();
        for at in flat.longer_than(self.settings.limits.string_bytes as usize) {
            let most = self.settings.limits.string_bytes;
            let message = format!("expected at most {most} bytes, found {}", flat.count(at));
            self.notes.error(&LIMIT_STRING_BYTES, at, message);
        }
        if flat.kind(0) != Kind::Object {
            self.mistyped(&ENVELOPE_NOT_OBJECT, 0, "an object");
            return None;
        }
        let mut parts = None;
        let mut names = Vec::new();
        for (key, value) in flat.members(0) {
            let name = flat.text(key);
            parts = match name {
                "surfaceUpdate" => self.update(value),
                "dataModelUpdate" => self.data(value),
                "beginRendering" => self.begin(value),
                "deleteSurface" => self
                    .fields(value, &DELETE)
                    .map(|[surface]| Parts::Delete { surface }),
                _ => {
                    self.unknown_key(
                        key,
                        "one of surfaceUpdate, dataModelUpdate, beginRendering and deleteSurface",
                    );
                    continue;
                }
            };
            names.push(name);
        }
        if names.len() == 1 {
            return parts;
        }
        let found = match names.is_empty() {
            true => "none".to_owned(),
            false => crate::a2ui::finding::cut(&names.join(", ")),
        };
        let message = format!("expected exactly one of surfaceUpdate, dataModelUpdate, beginRendering and deleteSurface, found {found}");
        self.notes.error(&ENVELOPE_ONE_KEY, 0, message);
        None
    }

    /// Reports the keys that an object has twice.
    pub(super) fn repeated_keys(&mut self) {
        let flat = self.flat;
        for key in flat.repeated() {
            let message = format!(
                "expected each key once, found {} again",
                quoted(flat.text(*key))
            );
            self.notes.error(&ENVELOPE_DUPLICATE_KEY, *key, message);
        }
    }

    #[cold]
    fn unknown_key(&mut self, key: u32, expected: &str) {
        let message = format!("expected {expected}, found {}", quoted(self.flat.text(key)));
        self.notes.error(&ENVELOPE_UNKNOWN_KEY, key, message);
    }

    /// Where the fields of the object at a node are; nothing where there is no object.
    fn fields<const N: usize>(&mut self, at: u32, fields: &[Field; N]) -> Option<[Option<u32>; N]> {
        let flat = self.flat;
        if flat.kind(at) != Kind::Object {
            self.mistyped(&ENVELOPE_TYPE, at, "an object");
            return None;
        }
        let mut found = [None; N];
        let mut seen = [false; N];
        for (key, value) in flat.members(at) {
            let name = flat.text(key);
            let Some(row) = fields.iter().position(|field| field.0 == name) else {
                let names = fields.map(|field| field.0).join(", ");
                self.unknown_key(key, &format!("only {names}"));
                continue;
            };
            seen[row] = true;
            let (right, expected) = match fields[row].2 {
                Is::Text => (flat.is_text(value), "a string"),
                Is::List => (flat.kind(value) == Kind::List, "an array"),
                Is::Object => (flat.kind(value) == Kind::Object, "an object"),
            };
            match right {
                true => found[row] = Some(value),
                false => self.mistyped(&ENVELOPE_TYPE, value, expected),
            }
        }
        for (row, (name, required, _)) in fields.iter().enumerate() {
            if *required && !seen[row] {
                self.notes.missing(&ENVELOPE_MISSING, at, name);
            }
        }
        Some(found)
    }

    fn update(&mut self, at: u32) -> Option<Parts> {
        let flat = self.flat;
        let [surface, list] = self.fields(at, &UPDATE)?;
        let mut components = Vec::new();
        if let Some(list) = list {
            if flat.count(list) == 0 {
                let message = "expected at least one component, found none";
                self.notes.error(&ENVELOPE_EMPTY, list, message);
            }
            components.reserve(flat.count(list));
            for item in flat.items(list) {
                if let Some(part) = self.component(item) {
                    components.push(part);
                }
            }
        }
        Some(Parts::Update {
            surface,
            components,
        })
    }

    fn component(&mut self, at: u32) -> Option<Part> {
        let flat = self.flat;
        if flat.kind(at) != Kind::Object {
            self.mistyped(&COMPONENT_INVALID, at, "an object with id and component");
            return None;
        }
        let mut part = Part {
            at,
            id: None,
            weight: None,
            kind: None,
            number: None,
            references: self.references.len() as u32,
        };
        let (mut has_id, mut has_wrapper) = (false, false);
        for (key, value) in flat.members(at) {
            match flat.bytes(key) {
                b"id" => {
                    has_id = true;
                    match flat.is_text(value) {
                        true => part.id = Some(value),
                        false => self.mistyped(&COMPONENT_PROPERTY_TYPE, value, "a string"),
                    }
                }
                b"weight" => match flat.number(value).filter(|n| n.is_finite()) {
                    Some(_) => part.weight = Some(value),
                    None => self.mistyped(&COMPONENT_PROPERTY_TYPE, value, "a number"),
                },
                b"component" => {
                    has_wrapper = true;
                    if let Some((kind, number)) = self.wrapper(value) {
                        (part.kind, part.number) = (Some(kind), number);
                    }
                }
                _ => {
                    let found = quoted(flat.text(key));
                    let message = format!("expected only id, weight, component, found {found}");
                    let lenient = self.settings.is_lenient();
                    self.notes
                        .forgivable(lenient, &COMPONENT_PROPERTY_UNKNOWN, key, message);
                }
            }
        }
        if !has_id {
            self.notes.missing(&COMPONENT_ID_MISSING, at, "id");
        }
        if !has_wrapper {
            self.notes.missing(&COMPONENT_WRAPPER, at, "component");
        }
        Some(part)
    }

    /// The object that holds a component under its type: the key that is the type, and its place in the pinned
    /// catalog.
    fn wrapper(&mut self, at: u32) -> Option<(u32, Option<u32>)> {
        let flat = self.flat;
        if flat.kind(at) != Kind::Object {
            self.mistyped(&COMPONENT_WRAPPER, at, "an object with one key");
            return None;
        }
        if flat.count(at) != 1 {
            let message = format!(
                "expected exactly one component type, found {}",
                flat.count(at)
            );
            self.notes.error(&COMPONENT_WRAPPER, at, message);
            return None;
        }
        let (key, value) = flat.members(at).next()?;
        let settings = self.settings;
        let kind = flat.text(key);
        if let Some((number, object)) = settings.catalog.numbered(kind) {
            self.object(object, value);
            return Some((key, Some(number)));
        }
        match settings.component(kind) {
            Some(object) => self.object(object, value),
            None => {
                let found = quoted(kind);
                let message = format!("expected a component type of the catalog, found {found}");
                self.notes.error(&COMPONENT_UNKNOWN_TYPE, key, message);
            }
        }
        Some((key, None))
    }

    fn data(&mut self, at: u32) -> Option<Parts> {
        let [surface, path, contents] = self.fields(at, &DATA)?;
        if let Some(path) = path {
            let text = self.flat.text(path);
            self.path(path, text);
        }
        if let Some(list) = contents {
            let depth = contents::depth_at(path.map(|path| self.flat.text(path)));
            self.contents(list, depth);
        }
        Some(Parts::Data {
            surface,
            path,
            contents,
        })
    }

    fn begin(&mut self, at: u32) -> Option<Parts> {
        let [surface, catalog, root, styles] = self.fields(at, &BEGIN)?;
        if let Some(catalog) = catalog {
            self.catalog(catalog);
        }
        if let Some(styles) = styles {
            let settings = self.settings;
            let before = self.notes.len();
            self.object(&settings.catalog.styles, styles);
            self.notes.recode(before, &BEGIN_STYLE);
        }
        Some(Parts::Begin {
            body: at,
            surface,
            catalog,
            root,
            styles,
        })
    }

    /// The catalog that a surface names.
    fn catalog(&mut self, at: u32) {
        let settings = self.settings;
        let id = self.flat.text(at);
        if id == settings.catalog.id {
            return;
        }
        let inline = settings.inline.iter().any(|catalog| catalog.id == id);
        if inline && settings.inline_allowed {
            return;
        }
        let expected = quoted(&settings.catalog.id);
        let (rule, what): (&'static Rule, _) = match inline {
            true => (&CATALOG_INLINE, "the inline catalog "),
            false => (&CATALOG_UNSUPPORTED, ""),
        };
        let message = format!("expected {expected}, found {what}{}", quoted(id));
        self.notes.error(rule, at, message);
    }
}
