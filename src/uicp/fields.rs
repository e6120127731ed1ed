//! How parameters are declared: once, as a struct. From the same lines come what the shape pass takes, the normalised
//! JSON, and the table of operations that people and models read.

use super::check::Check;
use super::doc::Node;
use super::issue::Fault;
use super::place::Place;
use crate::json::{Json, Number};
use crate::limits::MAX_SAFE_INTEGER;

/// A field of the parameters of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in Rust.
    pub ident: &'static str,
    /// Its name in JSON.
    pub name: &'static str,
    /// The number of its name.
    pub(super) key: u32,
    /// Must it be there?
    pub required: bool,
    /// What it holds.
    pub what: What,
}

/// What a field holds.
#[derive(Debug, Clone, Copy)]
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
    /// A list of texts.
    TextList,
    /// A text, or a list of them.
    TextOrList,
    /// An object of these fields.
    Params(&'static [Field]),
    /// A list of objects of these fields.
    List(&'static [Field]),
}

impl What {
    /// The issue of what is something else, and what was expected in words.
    pub(super) fn expected(self) -> (Fault, String) {
        let (zod, words) = match self {
            What::Text => ("string", "a string"),
            What::Number => ("number", "a number"),
            What::Integer => ("int", "an integer"),
            What::Bool => ("boolean", "true or false"),
            What::Name(names) => return (Fault::Value(names), one_of(names)),
            What::Any => ("unknown", "a JSON value"),
            What::Object | What::Params(_) => ("object", "an object"),
            What::Texts => ("record", "an object of strings"),
            What::TextList => ("array", "an array of strings"),
            What::TextOrList => {
                return (Fault::Union, "a string or an array of strings".to_owned())
            }
            What::List(_) => ("array", "an array"),
        };
        (Fault::Type(zod), words.to_owned())
    }
}

/// `one of "a", "b"`
pub(super) fn one_of(names: &[&str]) -> String {
    format!("one of \"{}\"", names.join("\", \""))
}

/// Markup that nobody vouches for: to be sanitised, whatever is done with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Html(pub String);

impl core::ops::Deref for Html {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

/// A JSON object's entries in the order they were written.
pub type Object = Vec<(String, Json)>;

/// The type of a field.
pub trait Held: Sized {
    /// What it holds.
    const WHAT: What;
    /// Must it be there?
    const REQUIRED: bool = true;

    /// Its JSON; nothing where it is absent.
    fn to_json(&self) -> Option<Json>;

    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Self>;

    /// What it is where it may be absent and is; what stands for it where it could not be read, until all was checked.
    fn blank() -> Self;
}

/// The parameters of an operation, or an object inside of them.
pub trait Params: Sized {
    /// Its fields, in the order of the table of operations.
    const FIELDS: &'static [Field];
    /// Its JSON.
    fn entries(&self) -> Object;

    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn take(check: &mut Check<'_>, place: &Place<'_>) -> Option<Self>;

    #[doc(hidden)]
    fn blank_params() -> Self;
}

impl<T: Params> Held for T {
    const WHAT: What = What::Params(T::FIELDS);
    fn to_json(&self) -> Option<Json> {
        Some(Json::Object(self.entries()))
    }
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<T> {
        T::take(check, place)
    }
    fn blank() -> T {
        T::blank_params()
    }
}

impl<T: Held> Held for Option<T> {
    const WHAT: What = T::WHAT;
    const REQUIRED: bool = false;
    fn to_json(&self) -> Option<Json> {
        self.as_ref().and_then(T::to_json)
    }
    #[inline]
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Option<T>> {
        T::read(check, place).map(Some)
    }
    fn blank() -> Option<T> {
        None
    }
}

impl<T: Params> Held for Vec<T> {
    const WHAT: What = What::List(T::FIELDS);
    fn to_json(&self) -> Option<Json> {
        Some(Json::Array(self.iter().filter_map(T::to_json).collect()))
    }
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Vec<T>> {
        let doc = check.doc;
        if !doc.is_list(place.at) {
            check.mistyped(place, "array", "an array");
            return None;
        }
        let mut items = Vec::new();
        for (index, at) in doc.items(place.at).enumerate() {
            items.extend(T::take(check, &place.index(index, at)));
        }
        Some(items)
    }
    fn blank() -> Vec<T> {
        Vec::new()
    }
}

macro_rules! held {
    ($($type:ty = $what:expr, $blank:expr;
        json $value:ident => $json:expr;
        read $check:ident, $place:ident => $read:expr;
    )*) => {$(
        impl Held for $type {
            const WHAT: What = $what;
            fn to_json(&self) -> Option<Json> {
                let $value = self;
                Some($json)
            }
            #[inline]
            #[allow(private_interfaces)]
            fn read($check: &mut Check<'_>, $place: &Place<'_>) -> Option<$type> {
                let found: Option<$type> = $read;
                found
            }
            fn blank() -> $type {
                $blank
            }
        }
    )*};
}
held! {
    String = What::Text, String::new();
    json text => text.as_str().into();
    read check, place => match check.doc.as_text(place.at) {
        Some(text) => Some(text.to_owned()),
        None => {
            check.mistyped(place, "string", "a string");
            None
        }
    };

    Html = What::Text, Html(String::new());
    json html => html.0.as_str().into();
    read check, place => check.html(place);

    f64 = What::Number, 0.0;
    json number => number_json(*number);
    read check, place => match check.doc.node(place.at) {
        Node::Number(number) => Some(number),
        _ => {
            check.mistyped(place, "number", "a number");
            None
        }
    };

    i64 = What::Integer, 0;
    json number => Json::Number((*number).into());
    read check, place => match check.doc.node(place.at) {
        Node::Number(number) if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64 => {
            Some(number as i64)
        }
        _ => {
            check.mistyped(place, "int", "an integer");
            None
        }
    };

    bool = What::Bool, false;
    json value => (*value).into();
    read check, place => match check.doc.node(place.at) {
        Node::Bool(value) => Some(value),
        _ => {
            check.mistyped(place, "boolean", "true or false");
            None
        }
    };

    Json = What::Any, Json::Null;
    json value => value.clone();
    read check, place => check.json(place);

    Object = What::Object, Object::new();
    json entries => Json::Object(entries.clone());
    read check, place => if check.doc.is_object(place.at) {
        check.object(place)
    } else {
        check.mistyped(place, "object", "an object");
        None
    };

    Vec<String> = What::TextList, Vec::new();
    json texts => Json::Array(texts.iter().map(|text| text.as_str().into()).collect());
    read check, place => check.text_list(place);

    Vec<(String, String)> = What::Texts, Vec::new();
    json texts => Json::Object(texts.iter().map(|(key, text)| (key.clone(), text.as_str().into())).collect());
    read check, place => check.texts(place);
}

/// A number as JavaScript writes it: an integer without a fraction.
pub(super) fn number_json(number: f64) -> Json {
    let integer = number as i64;
    if integer as f64 == number
        && integer.unsigned_abs() <= MAX_SAFE_INTEGER
        && (integer != 0 || number.is_sign_positive())
    {
        Json::Number(Number::from(integer))
    } else {
        number.into()
    }
}

/// Declares parameters: `"nameInJson" name_in_rust: Type`, with the rules of `garde`.
macro_rules! params {
    ($(
        $(#[$about:meta])*
        $seen:vis struct $name:ident {
            $( $(#[$field_about:meta])* $json:literal $field:ident: $type:ty, )*
        }
    )*) => {$(
        #[derive(Debug, Clone, PartialEq, garde::Validate)]
        $(#[$about])*
        #[garde(allow_unvalidated)]
        #[garde(context($crate::uicp::rules::Around))]
        $seen struct $name {
            $( $(#[$field_about])* pub $field: $type, )*
        }

        impl $crate::uicp::fields::Params for $name {
            const FIELDS: &'static [$crate::uicp::fields::Field] = &[$(
                $crate::uicp::fields::Field {
                    ident: stringify!($field),
                    name: $json,
                    key: $crate::uicp::keys::number($json),
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

            #[allow(private_interfaces)]
            fn take(
                check: &mut $crate::uicp::check::Check<'_>,
                place: &$crate::uicp::place::Place<'_>,
            ) -> Option<Self> {
                static INDEX: $crate::uicp::keys::Index =
                    $crate::uicp::keys::Index::of(&[$($crate::uicp::keys::number($json)),*]);
                let mut read = check.members(place, Self::FIELDS, &INDEX)?;
                let params = $name {
                    $( $field: check.next(&mut read, place), )*
                };
                check.rules(&params, &read, place);
                Some(params)
            }

            fn blank_params() -> Self {
                $name { $( $field: $crate::uicp::fields::Held::blank(), )* }
            }
        }
    )*};
}

/// Declares a choice of names.
macro_rules! names {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident { $(#[$first_about:meta])* $first:ident = $first_json:literal, $( $(#[$variant_about:meta])* $variant:ident = $json:literal, )* }
    )*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $(#[$first_about])* $first, $( $(#[$variant_about])* $variant, )* }

        impl $name {
            /// The names in JSON, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$first_json, $($json),*];
            const ALL: &'static [$name] = &[$name::$first, $($name::$variant),*];

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
            #[allow(private_interfaces)]
            fn read(
                check: &mut $crate::uicp::check::Check<'_>,
                place: &$crate::uicp::place::Place<'_>,
            ) -> Option<$name> {
                check.named(place, Self::NAMES).and_then(|at| Self::ALL.get(at).copied())
            }
            fn blank() -> $name {
                $name::$first
            }
        }
    )*};
}
