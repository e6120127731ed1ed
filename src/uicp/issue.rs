//! What is wrong with a batch: every issue in the shape of Zod 4's, so that code written for Zod reads them.

use super::fields::Object;
use super::place::{path_json, pointer, Step};
use crate::json::Json;
use crate::pointer::Pointer;

/// One issue.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// Where.
    pub path: Vec<Step>,
    /// What kind.
    pub fault: Fault,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
    /// The operation's name, where it is known.
    pub op: Option<&'static str>,
}

/// The kind of an issue, with the fields that Zod gives it.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// `invalid_type`: another type was expected, by the name that Zod has for it.
    Type(&'static str),
    /// `unrecognized_keys`
    Keys(Vec<String>),
    /// `invalid_value`: one of these was expected.
    Value(&'static [&'static str]),
    /// `too_small`: of such a thing, at least this; above it where it is not inclusive.
    TooSmall(&'static str, u32, bool),
    /// `too_big`: of such a thing, at most this.
    TooBig(&'static str, usize),
    /// `invalid_union`: none of several types.
    Union,
    /// `invalid_format`: no JSON.
    Json,
    /// `custom`: the value has the right type and cannot be here.
    Custom,
}

impl Issue {
    /// The field that is wrong; of unknown keys the first.
    pub fn pointer(&self) -> Pointer {
        let place = pointer(&self.path);
        match &self.fault {
            Fault::Keys(keys) => keys.first().map_or(place.clone(), |key| place.key(key)),
            _ => place,
        }
    }

    /// `name: expected …, found …`
    pub fn message(&self) -> String {
        let place = match self.path.last() {
            None => "the input".to_owned(),
            Some(Step::Index(index)) => format!("item {index}"),
            Some(Step::Key(key)) => cut(key),
        };
        format!("{place}: expected {}, found {}", self.expected, self.found)
    }

    /// As Zod writes it.
    pub fn to_json(&self) -> Json {
        let text = |text: &str| Json::from(text);
        let list =
            |items: &[&'static str]| Json::Array(items.iter().copied().map(Json::from).collect());
        let (code, own) = match &self.fault {
            Fault::Type(expected) => ("invalid_type", vec![("expected", text(expected))]),
            Fault::Keys(keys) => {
                let keys = keys.iter().map(|key| text(key)).collect();
                ("unrecognized_keys", vec![("keys", Json::Array(keys))])
            }
            Fault::Value(values) => ("invalid_value", vec![("values", list(values))]),
            Fault::TooSmall(origin, minimum, inclusive) => (
                "too_small",
                vec![
                    ("origin", text(origin)),
                    ("minimum", (*minimum).into()),
                    ("inclusive", (*inclusive).into()),
                ],
            ),
            Fault::TooBig(origin, maximum) => (
                "too_big",
                vec![
                    ("origin", text(origin)),
                    ("maximum", (*maximum as u64).into()),
                    ("inclusive", true.into()),
                ],
            ),
            Fault::Union => ("invalid_union", vec![("errors", Json::Array(Vec::new()))]),
            Fault::Json => ("invalid_format", vec![("format", text("json"))]),
            Fault::Custom => ("custom", Vec::new()),
        };
        let mut entries: Object = vec![("code".to_owned(), code.into())];
        entries.extend(own.into_iter().map(|(key, value)| (key.to_owned(), value)));
        entries.push(("path".to_owned(), path_json(&self.path)));
        entries.push(("message".to_owned(), self.message().into()));
        Json::Object(entries)
    }
}

/// Text of the input, short enough for a message.
pub(super) fn cut(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Text of the input in quotes, as JSON has it.
pub(super) fn quoted(text: &str) -> String {
    Json::from(cut(text)).to_string()
}

/// A batch or plan that was refused, whole. Never without an issue.
#[derive(Debug, Clone, PartialEq)]
pub struct Invalid {
    /// All that is wrong, in the order of the input.
    pub issues: Vec<Issue>,
}

impl Invalid {
    /// An RFC 6901 pointer to the first invalid field, in the spelling of the input.
    pub fn pointer(&self) -> Pointer {
        self.issues.first().map(Issue::pointer).unwrap_or_default()
    }

    /// The first issue, and how many more there are.
    pub fn message(&self) -> String {
        let Some(first) = self.issues.first() else {
            return String::new();
        };
        let place = match first.pointer() {
            root if root == Pointer::root() => String::new(),
            place => format!("{} (", cut(place.as_str())),
        };
        let end = if place.is_empty() { "" } else { ")" };
        let more = match self.issues.len() - 1 {
            0 => String::new(),
            1 => "; and one more issue".to_owned(),
            more => format!("; and {more} more issues"),
        };
        format!("{place}{}{end}{more}", first.message())
    }

    /// `{message, pointer, issues, hint}`
    pub fn to_json(&self) -> Json {
        Json::Object(vec![
            ("message".to_owned(), self.message().into()),
            ("pointer".to_owned(), self.pointer().as_str().into()),
            (
                "issues".to_owned(),
                Json::Array(self.issues.iter().map(Issue::to_json).collect()),
            ),
            ("hint".to_owned(), self.hint().into()),
        ])
    }
}
