//! Typed contents: how v0.8 writes a map of the data model, as a list of entries that name their types.

use super::shape::Judge;
use crate::a2ui::finding::quoted;
use crate::a2ui::names::Names;
use crate::a2ui::path::Path;
use crate::a2ui::registry::*;
use crate::json::flat::{Flat, Kind};

/// An entry of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its key, a plain one: `.` and `[` in it mean nothing.
    pub key: String,
    /// Its value.
    pub value: Value,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `valueString`; never read as JSON.
    String(String),
    /// `valueNumber`, finite.
    Number(f64),
    /// `valueBoolean`
    Boolean(bool),
    /// `valueMap`
    Map(Vec<Entry>),
}

/// At which depth the contents of an update are: 1 for the whole model.
pub(super) fn depth_at(path: Option<&str>) -> u32 {
    let keys = path.map_or(0, |path| Path::lenient(path).0.len());
    u32::try_from(keys).unwrap_or(u32::MAX).saturating_add(1)
}

impl Judge<'_> {
    /// Judges the contents of an update, which are to stand at that depth.
    pub(super) fn contents(&mut self, list: u32, depth: u32) {
        let most = self.settings.limits.data_depth;
        if depth > most {
            let message = format!("expected a data model at most {most} deep, found {depth}");
            self.notes.error(&LIMIT_DATA_DEPTH, list, message);
            return;
        }
        self.map(list, depth, false);
    }

    fn map(&mut self, list: u32, depth: u32, nested: bool) {
        let flat = self.flat;
        let mut keys = Vec::with_capacity(flat.count(list));
        for entry in flat.items(list) {
            if flat.kind(entry) != Kind::Object {
                self.mistyped(&DATA_ENTRY, entry, "an object with a key and a value");
                continue;
            }
            let mut key = None;
            let mut values = 0;
            for (name, value) in flat.members(entry) {
                match flat.text(name) {
                    "key" => {
                        key = Some(value);
                        match flat.as_text(value) {
                            Some(text) => keys.push((text, value)),
                            None => self.mistyped(&DATA_ENTRY, value, "a string"),
                        }
                        continue;
                    }
                    "valueString" => {
                        if !flat.is_text(value) {
                            self.mistyped(&DATA_TYPE, value, "a string");
                        }
                    }
                    "valueNumber" => {
                        if flat.number(value).is_none_or(|n| !n.is_finite()) {
                            self.mistyped(&DATA_TYPE, value, "a number");
                        }
                    }
                    "valueBoolean" => {
                        if !matches!(flat.kind(value), Kind::True | Kind::False) {
                            self.mistyped(&DATA_TYPE, value, "a boolean");
                        }
                    }
                    "valueMap" => self.value_map(value, depth, nested),
                    _ => {
                        let found = quoted(flat.text(name));
                        let message = format!("expected only key, valueString, valueNumber, valueBoolean, valueMap, found {found}");
                        self.notes.error(&DATA_UNKNOWN_KEY, name, message);
                        continue;
                    }
                }
                values += 1;
            }
            if key.is_none() {
                self.notes.missing(&DATA_ENTRY, entry, "key");
            }
            if values != 1 {
                let message = format!("expected exactly one value, found {values}");
                self.notes.error(&DATA_ONE_VALUE, entry, message);
            }
        }
        self.keys(keys);
    }

    fn value_map(&mut self, at: u32, depth: u32, nested: bool) {
        if self.flat.kind(at) != Kind::List {
            return self.mistyped(&DATA_TYPE, at, "an array of entries");
        }
        if nested {
            let lenient = self.settings.is_lenient();
            let message = "expected a value that is no map, found a map in a map";
            self.notes
                .forgivable(lenient, &DATA_NESTED_MAP, at, message);
        }
        let most = self.settings.limits.data_depth;
        match depth < most {
            true => self.map(at, depth + 1, true),
            false => {
                let message = format!("expected a data model at most {most} deep, found more");
                self.notes.error(&LIMIT_DATA_DEPTH, at, message);
            }
        }
    }

    fn keys(&mut self, keys: Vec<(&str, u32)>) {
        let mut names = Names::default();
        names.reserve(keys.len());
        for (key, at) in keys {
            let known = names.len();
            if (names.number(key) as usize) < known {
                let message = format!("expected each key once, found {} again", quoted(key));
                self.notes.error(&DATA_KEY_DUPLICATE, at, message);
            }
        }
    }
}

/// How many entries valid contents have, at all depths together.
pub(super) fn count(flat: &Flat<'_>, list: u32) -> usize {
    let entries = flat.items(list).flat_map(|entry| flat.members(entry));
    let inner = entries.map(|(_, value)| count(flat, value)).sum::<usize>();
    flat.count(list) * usize::from(flat.kind(list) == Kind::List) + inner
}

/// Valid contents, as values of their own.
pub(super) fn entries(flat: &Flat<'_>, list: u32) -> Vec<Entry> {
    flat.items(list).map(|at| entry(flat, at)).collect()
}

fn entry(flat: &Flat<'_>, at: u32) -> Entry {
    let mut entry = Entry {
        key: String::new(),
        value: Value::Boolean(false),
    };
    for (name, value) in flat.members(at) {
        match flat.text(name) {
            "key" => entry.key = flat.text(value).to_owned(),
            "valueString" => entry.value = Value::String(flat.text(value).to_owned()),
            "valueNumber" => entry.value = Value::Number(flat.number(value).unwrap_or_default()),
            "valueBoolean" => entry.value = Value::Boolean(flat.kind(value) == Kind::True),
            _ => entry.value = Value::Map(entries(flat, value)),
        }
    }
    entry
}
