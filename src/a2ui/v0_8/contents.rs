//! Typed contents: how v0.8 writes a map of the data model, as a list of entries that name their types.

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
