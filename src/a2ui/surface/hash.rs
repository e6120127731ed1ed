//! What a surface is, as bytes that are equal for equal states, and their BLAKE3.
//!
//! Each value is a tag and what it holds; texts and lists are preceded by their length (u32, little-endian), keys stand in
//! the order of their bytes, numbers are floats (their bits, little-endian) with one zero.

use super::define::Source;
use super::Surface;
use crate::a2ui::model::Value;
use crate::json::Json;
use crate::map::Map;

/// What the bytes begin with: they change their meaning with it.
const FORMAT: &str = "vitrine a2ui surface 1";

/// The hash of a surface in an epoch; without a surface, the hash of none.
pub fn hash(surface: Option<(&Surface, u64)>) -> [u8; 32] {
    let mut bytes = Bytes::default();
    bytes.text(FORMAT);
    if let Some((surface, epoch)) = surface {
        bytes.number(epoch as f64);
        bytes.truth(surface.is_shown());
        match &surface.begin {
            None => bytes.null(),
            Some(begin) => {
                bytes.text(&begin.root);
                bytes.text(&begin.catalog_id);
                bytes.json(begin.styles.as_ref().unwrap_or(&Json::Null));
            }
        }
        let components: Vec<&Source> = surface.graph.iter().map(|each| &each.source).collect();
        bytes.list(components.len());
        for source in components {
            bytes.text(&source.id);
            bytes.text(&source.kind);
            match source.weight {
                None => bytes.null(),
                Some(weight) => bytes.number(weight),
            }
            bytes.json(&source.props);
        }
        bytes.value(surface.model.root());
    }
    *blake3::hash(&bytes.0).as_bytes()
}

#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn null(&mut self) {
        self.0.push(0);
    }

    fn truth(&mut self, truth: bool) {
        self.0.push(1 + u8::from(truth));
    }

    fn number(&mut self, n: f64) {
        let n = if n == 0.0 { 0.0 } else { n };
        self.0.push(3);
        self.0.extend(n.to_bits().to_le_bytes());
    }

    fn length(&mut self, tag: u8, length: usize) {
        self.0.push(tag);
        self.0.extend((length as u32).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.length(4, text.len());
        self.0.extend(text.as_bytes());
    }

    fn list(&mut self, length: usize) {
        self.length(5, length);
    }

    fn map(&mut self, length: usize) {
        self.length(6, length);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.null(),
            Value::Bool(truth) => self.truth(*truth),
            Value::Number(n) => self.number(*n),
            Value::String(text) => self.text(text),
            Value::List(items) => {
                self.list(items.len());
                items.iter().for_each(|item| self.value(item));
            }
            Value::Map(entries) => {
                self.map(entries.len());
                for (key, value) in entries.entries() {
                    self.text(key);
                    self.value(value);
                }
            }
        }
    }

    /// Of a repeated key the last counts.
    fn json(&mut self, json: &Json) {
        match json {
            Json::Array(items) => {
                self.list(items.len());
                items.iter().for_each(|item| self.json(item));
            }
            Json::Object(entries) => {
                let entries: Map<&str, &Json> = entries
                    .iter()
                    .map(|(key, value)| (key.as_str(), value))
                    .collect();
                self.map(entries.len());
                for (key, value) in entries.iter() {
                    self.text(key);
                    self.json(value);
                }
            }
            scalar => self.value(&Value::of_json(scalar)),
        }
    }
}
