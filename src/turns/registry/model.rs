//! What a bundle says, once its spelling is gone: types, fields, enumerations.

use crate::map::Map;

/// One version of a type: its fields by tag, ascending, tombstones included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeVersion {
    /// The fields; tags are unique, names are unique among those that are not tombstones.
    pub fields: Vec<Field>,
}

/// One field of a type version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The msgpack key; never 0.
    pub tag: u64,
    /// The name in typed JSON; empty only where a tombstone was written without one.
    pub name: String,
    /// What the value is.
    pub ty: FieldType,
    /// A writer may leave it out.
    pub optional: bool,
    /// Removed: its value is not projected by name, its tag stays taken.
    pub tombstone: bool,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldType {
    /// A boolean.
    Bool,
    /// An unsigned integer of 8, 16, 32 or 64 bits.
    UInt(u8),
    /// A signed integer of 8, 16, 32 or 64 bits.
    Int(u8),
    /// A float of 32 or 64 bits.
    Float(u8),
    /// UTF-8 text.
    String,
    /// Raw bytes.
    Bytes,
    /// A msgpack bin, or a tagged map of type id, type version and bytes.
    TypedBlob,
    /// Milliseconds since 1970-01-01 UTC, as that integer: `UInt` or `Int`.
    Time(Box<FieldType>),
    /// An integer whose values have labels.
    Enum {
        /// The integer: `UInt` or `Int`.
        base: Box<FieldType>,
        /// The enumeration's name.
        name: String,
    },
    /// A list of one type.
    Array(Box<FieldType>),
    /// A map of one key type and one value type.
    Map {
        /// The keys.
        keys: Box<FieldType>,
        /// The values.
        values: Box<FieldType>,
    },
    /// A nested tagged map of that TypeID.
    Ref(String),
    /// What stands in a list or a map and may be nil there. A field itself says so in [`Field::optional`].
    Optional(Box<FieldType>),
    /// Anything.
    Any,
}

impl FieldType {
    /// The type of that name, where it needs nothing else said; both spellings of integers and floats.
    pub(super) fn plain(name: &str) -> Option<FieldType> {
        Some(match name {
            "bool" => FieldType::Bool,
            "u8" | "uint8" => FieldType::UInt(8),
            "u16" | "uint16" => FieldType::UInt(16),
            "u32" | "uint32" => FieldType::UInt(32),
            "u64" | "uint64" => FieldType::UInt(64),
            "i8" | "int8" => FieldType::Int(8),
            "i16" | "int16" => FieldType::Int(16),
            "i32" | "int32" => FieldType::Int(32),
            "i64" | "int64" => FieldType::Int(64),
            "f32" | "float32" => FieldType::Float(32),
            "f64" | "float64" => FieldType::Float(64),
            "string" => FieldType::String,
            "bytes" => FieldType::Bytes,
            "typed_blob" => FieldType::TypedBlob,
            "any" => FieldType::Any,
            time if is_time(time) => FieldType::Time(Box::new(FieldType::Int(64))),
            _ => return None,
        })
    }

    /// The type as people read it: `u8`, `array of string`, `map of string to any`, `ref com.example.Note`.
    #[inline(never)]
    pub fn name(&self) -> String {
        match self {
            FieldType::Bool => "bool".into(),
            FieldType::UInt(bits) => format!("u{bits}"),
            FieldType::Int(bits) => format!("i{bits}"),
            FieldType::Float(bits) => format!("f{bits}"),
            FieldType::String => "string".into(),
            FieldType::Bytes => "bytes".into(),
            FieldType::TypedBlob => "typed_blob".into(),
            FieldType::Time(base) if **base == FieldType::Int(64) => "timestamp_ms".into(),
            FieldType::Time(base) => format!("{} unix_ms", base.name()),
            FieldType::Enum { base, name } => format!("{} enum {name}", base.name()),
            FieldType::Array(items) => format!("array of {}", items.name()),
            FieldType::Map { keys, values } => {
                format!("map of {} to {}", keys.name(), values.name())
            }
            FieldType::Ref(type_id) => format!("ref {type_id}"),
            FieldType::Optional(inner) => inner.name(),
            FieldType::Any => "any".into(),
        }
    }

    /// The TypeIDs that a value of this type may nest, in the order written.
    pub(super) fn refs(&self) -> Vec<&str> {
        match self {
            FieldType::Ref(type_id) => vec![type_id],
            FieldType::Array(inner) | FieldType::Optional(inner) => inner.refs(),
            FieldType::Map { keys, values } => [keys.refs(), values.refs()].concat(),
            _ => Vec::new(),
        }
    }
}

/// The names of time: as a type, and as the `semantic` of an integer.
pub(super) fn is_time(name: &str) -> bool {
    matches!(name, "timestamp_ms" | "unix_ms" | "time_ms")
}

/// A value of an enumeration in decimal. Of 64 bits, whichever they are: printing 128 of them takes 2 KB of a wasm file.
pub(super) fn spelled(value: i128) -> String {
    match u64::try_from(value) {
        Ok(value) => value.to_string(),
        Err(_) => (value as i64).to_string(),
    }
}

/// The labels of an integer's values; numbers and labels are unique.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Enumeration {
    labels: Map<i128, String>,
    values: Map<String, i128>,
}

impl Enumeration {
    /// The label of a value.
    pub fn label(&self, value: i128) -> Option<&str> {
        self.labels.get(value).map(String::as_str)
    }

    /// The value of a label.
    pub fn value(&self, label: &str) -> Option<i128> {
        self.values.get(label).copied()
    }

    /// Values and labels, by value ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i128, &str)> {
        self.labels
            .iter()
            .map(|(value, label)| (*value, label.as_str()))
    }

    /// Adds a value; the reader has made sure that both are new.
    pub(super) fn insert(&mut self, value: i128, label: &str) {
        self.labels.insert(value, label.to_owned());
        self.values.insert(label.to_owned(), value);
    }
}
