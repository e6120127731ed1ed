//! A component, compiled: the JSON text of its node, cut where something comes in that is not the component's own.
//!
//! A node is `{"id", "type", "weight"?, "properties", "bindings"?}`: properties as the component has them, with the value
//! in the place of a bound value and nodes in the places of children; `bindings` says by the pointer of a property to which
//! path of the data model it is bound.

use super::scope::{pointer_of, push_key};
use crate::a2ui::catalog::{Exactly, Object, Role, Shape};
use crate::a2ui::model::{push_json, write_inside, write_number, write_text, Value};
use crate::a2ui::path::Path;
use crate::json::Json;
use core::ops::Range;

/// What a client is sent of a component.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// Its share of a Row or Column.
    pub weight: Option<f64>,
    /// Its type.
    pub kind: String,
    /// Its properties, as its type's row of the catalog has them.
    pub props: Json,
}

/// A compiled component. `R` refers to components: ids when it is compiled, places once it is in a graph.
#[derive(Debug)]
pub struct Definition<R> {
    /// What it was compiled from.
    pub source: Source,
    /// What pieces are of.
    pub text: String,
    /// The node's text.
    pub pieces: Vec<Piece>,
    /// What comes in.
    pub slots: Vec<Slot<R>>,
}

/// A piece of a node's text.
#[derive(Debug)]
pub enum Piece {
    /// A part of the definition's text, as it is.
    Text(Range<usize>),
    /// What a row adds to ids, inside of a string.
    Suffix,
    /// Where the node's paths start, a pointer inside of a string.
    Scope,
    /// The same where a path ends there too, a JSON value.
    Row,
    /// What is in the slot of that number.
    Slot(usize),
}

/// A place of a node where something comes in.
#[derive(Debug)]
pub struct Slot<R> {
    /// Keys and indices that lead there from the node, as JSON between commas.
    pub place: String,
    /// What comes in.
    pub kind: Kind<R>,
}

/// What comes into a slot.
#[derive(Debug)]
pub enum Kind<R> {
    /// A value of the data model.
    Value {
        /// Where it is.
        path: Path,
        /// What is written there first where nothing is (lenient mode).
        initial: Option<Value>,
    },
    /// A child.
    Child(R),
    /// Children.
    Children(Vec<R>),
    /// A child for each key of a part of the data model.
    Template {
        /// The child.
        component: R,
        /// The part.
        path: Path,
    },
}

impl<R> Definition<R> {
    /// The components that it refers to, in order.
    pub fn references(&self) -> Vec<&R> {
        let mut all = Vec::new();
        for slot in &self.slots {
            match &slot.kind {
                Kind::Value { .. } => {}
                Kind::Child(one) | Kind::Template { component: one, .. } => all.push(one),
                Kind::Children(many) => all.extend(many),
            }
        }
        all
    }

    /// Does it write a value where nothing is?
    pub fn has_initial(&self) -> bool {
        let mut slots = self.slots.iter();
        slots.any(|slot| matches!(&slot.kind, Kind::Value { initial, .. } if initial.is_some()))
    }

    /// With other references.
    pub fn map<T>(self, mut to: impl FnMut(R) -> T) -> Definition<T> {
        let slots = self.slots.into_iter().map(|slot| Slot {
            place: slot.place,
            kind: match slot.kind {
                Kind::Value { path, initial } => Kind::Value { path, initial },
                Kind::Child(one) => Kind::Child(to(one)),
                Kind::Children(many) => Kind::Children(many.into_iter().map(&mut to).collect()),
                Kind::Template { component, path } => Kind::Template {
                    component: to(component),
                    path,
                },
            },
        });
        Definition {
            slots: slots.collect(),
            source: self.source,
            text: self.text,
            pieces: self.pieces,
        }
    }
}

/// Compiles components, one after the other with the same room.
#[derive(Default)]
pub struct Definer {
    writer: Writer,
}

impl Definer {
    /// Compiles a component; `object` is what the catalog says of its properties.
    pub fn define(&mut self, source: Source, object: Option<&Object>) -> Definition<String> {
        let writer = &mut self.writer;
        writer.begin();
        writer.text.push_str("{\"id\":\"");
        write_inside(&source.id, &mut writer.text);
        writer.piece(Piece::Suffix);
        writer.text.push_str("\",\"type\":");
        write_text(&source.kind, &mut writer.text);
        if let Some(weight) = source.weight {
            writer.text.push_str(",\"weight\":");
            write_number(weight, &mut writer.text);
        }
        writer.text.push_str(",\"properties\":");
        match object {
            Some(object) => writer.object(&source.props, object),
            None => push_json(&source.props, &mut writer.text),
        }
        writer.bindings();
        writer.text.push('}');
        writer.cut();
        Definition {
            source,
            text: core::mem::take(&mut writer.text),
            pieces: core::mem::take(&mut writer.pieces),
            slots: core::mem::take(&mut writer.slots),
        }
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    /// Where the last piece ends.
    cut: usize,
    pieces: Vec<Piece>,
    slots: Vec<Slot<String>>,
    /// Keys and indices from the node, as JSON between commas.
    place: String,
    /// The same from the properties, as a JSON Pointer.
    pointer: String,
    /// Where the pointers of bound properties end in `pointers`, and their slots.
    bound: Vec<(usize, usize)>,
    pointers: String,
}

impl Writer {
    fn begin(&mut self) {
        self.text.reserve(128);
        self.pieces.reserve(8);
        self.cut = 0;
        self.place.clear();
        self.place.push_str("\"properties\"");
        self.pointer.clear();
        self.bound.clear();
        self.pointers.clear();
    }

    fn cut(&mut self) {
        let end = self.text.len();
        if end > self.cut {
            self.pieces.push(Piece::Text(self.cut..end));
            self.cut = end;
        }
    }

    fn piece(&mut self, piece: Piece) {
        self.cut();
        self.pieces.push(piece);
    }

    fn slot(&mut self, kind: Kind<String>) {
        self.piece(Piece::Slot(self.slots.len()));
        let place = self.place.clone();
        self.slots.push(Slot { place, kind });
    }

    fn object(&mut self, json: &Json, object: &Object) {
        let Some(entries) = json.as_object() else {
            return push_json(json, &mut self.text);
        };
        self.text.push('{');
        for (index, (key, value)) in entries.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            write_text(key, &mut self.text);
            self.text.push(':');
            let shape = object
                .property(key)
                .map_or(&Shape::Any, |(_, property)| &property.shape);
            let (place, pointer) = (self.place.len(), self.pointer.len());
            self.place.push(',');
            write_text(key, &mut self.place);
            push_key(key, &mut self.pointer);
            self.value(value, shape);
            self.place.truncate(place);
            self.pointer.truncate(pointer);
        }
        self.text.push('}');
    }

    fn value(&mut self, json: &Json, shape: &Shape) {
        match (shape, json) {
            (Shape::Text(Role::Component), Json::String(id)) => {
                self.slot(Kind::Child(id.clone()));
            }
            (Shape::List(item, _), Json::Array(items)) => {
                self.text.push('[');
                for (index, value) in items.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    let (place, pointer) = (self.place.len(), self.pointer.len());
                    let index = index.to_string();
                    self.place.push(',');
                    self.place.push_str(&index);
                    push_key(&index, &mut self.pointer);
                    self.value(value, item);
                    self.place.truncate(place);
                    self.pointer.truncate(pointer);
                }
                self.text.push(']');
            }
            (Shape::Object(object), Json::Object(entries)) => match object.exactly {
                Exactly::Free => self.object(json, object),
                Exactly::Bound => self.bound(entries),
                Exactly::Children => self.children(json),
            },
            _ => push_json(json, &mut self.text),
        }
    }

    fn bound(&mut self, entries: &[(String, Json)]) {
        let path = entries.iter().find(|(key, _)| key == "path");
        let literal = entries.iter().find(|(key, _)| key != "path");
        let literal = literal.map(|(_, literal)| literal);
        match path.and_then(|(_, path)| path.as_str()) {
            Some(path) => {
                let path = Path::lenient(path);
                self.pointers.push_str(&self.pointer);
                self.bound.push((self.pointers.len(), self.slots.len()));
                let initial = literal.map(Value::of_json);
                self.slot(Kind::Value { path, initial });
            }
            None => push_json(literal.unwrap_or(&Json::Null), &mut self.text),
        }
    }

    fn children(&mut self, json: &Json) {
        let text = |json: &Json, key| json.get(key).and_then(Json::as_str).map(str::to_owned);
        if let Some(ids) = json.get("explicitList").and_then(Json::as_array) {
            let ids = ids.iter().filter_map(Json::as_str).map(str::to_owned);
            return self.slot(Kind::Children(ids.collect()));
        }
        let template = json.get("template").and_then(|template| {
            Some(Kind::Template {
                component: text(template, "componentId")?,
                path: Path::lenient(&text(template, "dataBinding")?),
            })
        });
        match template {
            Some(kind) => self.slot(kind),
            None => self.text.push_str("[]"),
        }
    }

    fn bindings(&mut self) {
        let mut from = 0;
        for at in 0..self.bound.len() {
            let (to, slot) = self.bound[at];
            self.text
                .push_str(if at == 0 { ",\"bindings\":{" } else { "," });
            let pointer = self.pointers.get(from..to).unwrap_or_default();
            write_text(pointer, &mut self.text);
            from = to;
            self.text.push(':');
            let path = match self.slots.get(slot).map(|slot| &slot.kind) {
                Some(Kind::Value { path, .. }) => pointer_of(&path.0),
                _ => String::new(),
            };
            if path.is_empty() {
                self.piece(Piece::Row);
                continue;
            }
            self.text.push('"');
            self.piece(Piece::Scope);
            write_inside(&path, &mut self.text);
            self.text.push('"');
        }
        if !self.bound.is_empty() {
            self.text.push('}');
        }
    }
}
