//! How parameters are declared: once, as a struct. From the same lines come the fields that the shape pass takes, the
//! normalised JSON, and the table of operations that people and models read.

use crate::json::Json;

/// A field of the parameters of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in Rust, which is its snake_case spelling where it has two.
    pub ident: &'static str,
    /// Its name in JSON.
    pub name: &'static str,
    /// Must it be there?
    pub required: bool,
    /// What it holds.
    pub what: What,
}

/// What a field holds, for people, and for what Zod calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Text.
    Text,
    /// A finite number.
    Number,
    /// An integer that a JavaScript number holds exactly.
    Integer,
    /// `true` or `false`.
    Bool,
    /// One of these names.
    Name(&'static [&'static str]),
    /// Any JSON value.
    Any,
    /// A JSON object.
    Object,
    /// An object of texts.
    Texts,
    /// An object of these fields.
    Params(&'static [Field]),
    /// A list of objects of these fields.
    List(&'static [Field]),
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.name == other.name && self.required == other.required
    }
}
impl Eq for Field {}

/// A JSON object's entries in the order they were written.
pub type Object = Vec<(String, Json)>;

/// The type of a field.
pub trait Held {
    /// What it holds.
    const WHAT: What;
    /// Must it be there?
    const REQUIRED: bool = true;
    /// Its JSON; nothing where it is absent.
    fn to_json(&self) -> Option<Json>;
}

/// The parameters of an operation, or an object inside of them.
pub trait Params {
    /// Its fields, in the order of the table of operations.
    const FIELDS: &'static [Field];
    /// Its JSON.
    fn entries(&self) -> Object;
}

impl<T: Params> Held for T {
    const WHAT: What = What::Params(T::FIELDS);
    fn to_json(&self) -> Option<Json> {
        Some(Json::Object(self.entries()))
    }
}

impl<T: Held> Held for Option<T> {
    const WHAT: What = T::WHAT;
    const REQUIRED: bool = false;
    fn to_json(&self) -> Option<Json> {
        self.as_ref().and_then(T::to_json)
    }
}

impl<T: Params> Held for Vec<T> {
    const WHAT: What = What::List(T::FIELDS);
    fn to_json(&self) -> Option<Json> {
        Some(Json::Array(self.iter().filter_map(T::to_json).collect()))
    }
}

macro_rules! held {
    ($($type:ty, $what:expr, $value:ident => $json:expr;)*) => {$(
        impl Held for $type {
            const WHAT: What = $what;
            fn to_json(&self) -> Option<Json> {
                let $value = self;
                Some($json)
            }
        }
    )*};
}
held! {
    String, What::Text, text => text.as_str().into();
    f64, What::Number, number => number_json(*number);
    i64, What::Integer, number => Json::Number((*number).into());
    bool, What::Bool, value => (*value).into();
    Json, What::Any, value => value.clone();
    Object, What::Object, entries => Json::Object(entries.clone());
    Vec<(String, String)>, What::Texts, texts =>
        Json::Object(texts.iter().map(|(key, text)| (key.clone(), text.as_str().into())).collect());
}

/// As JavaScript writes it: an integer without a fraction.
fn number_json(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() <= crate::limits::MAX_SAFE_INTEGER as f64 {
        Json::Number((number as i64).into())
    } else {
        number.into()
    }
}

/// Declares parameters: `"nameInJson" name_in_rust: Type`, with the rules of `garde`.
macro_rules! params {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident {
            $( $(#[$field_about:meta])* $json:literal $field:ident: $type:ty, )*
        }
    )*) => {$(
        #[derive(Debug, Clone, PartialEq, garde::Validate)]
        $(#[$about])*
        #[garde(allow_unvalidated)]
        pub struct $name {
            $( $(#[$field_about])* pub $field: $type, )*
        }

        impl $crate::uicp::fields::Params for $name {
            const FIELDS: &'static [$crate::uicp::fields::Field] = &[$(
                $crate::uicp::fields::Field {
                    ident: stringify!($field),
                    name: $json,
                    required: <$type as $crate::uicp::fields::Held>::REQUIRED,
                    what: <$type as $crate::uicp::fields::Held>::WHAT,
                },
            )*];

            fn entries(&self) -> $crate::uicp::fields::Object {
                let mut entries = Vec::new();
                $(
                    if let Some(json) = $crate::uicp::fields::Held::to_json(&self.$field) {
                        entries.push(($json.to_owned(), json));
                    }
                )*
                entries
            }
        }
    )*};
}

/// Declares a choice of names.
macro_rules! names {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident { $( $(#[$variant_about:meta])* $variant:ident = $json:literal, )* }
    )*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $( $(#[$variant_about])* $variant, )* }

        impl $name {
            /// The names in JSON, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($json),*];
            const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The variant of that name.
            pub fn from_name(name: &str) -> Option<$name> {
                let at = Self::NAMES.iter().position(|each| *each == name)?;
                Self::ALL.get(at).copied()
            }

            /// Its name in JSON.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl $crate::uicp::fields::Held for $name {
            const WHAT: $crate::uicp::fields::What = $crate::uicp::fields::What::Name(Self::NAMES);
            fn to_json(&self) -> Option<$crate::json::Json> {
                Some(self.name().into())
            }
        }
    )*};
}
