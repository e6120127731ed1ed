//! Places in the document, and what is wrong there, in words.

use super::outcome::{one_line, Refusal};
use super::tape::Kind;
use std::fmt;

/// Where something is in the document, for messages.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    above: Option<&'a Trail<'a>>,
    step: &'a dyn fmt::Display,
}

impl Trail<'_> {
    /// The whole document.
    pub(super) const ROOT: Trail<'static> = Trail {
        above: None,
        step: &"",
    };

    /// A step further down.
    pub(super) fn then<'a>(&'a self, step: &'a dyn fmt::Display) -> Trail<'a> {
        Trail {
            above: Some(self),
            step,
        }
    }
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.above {
            Some(above) => write!(f, "{above}/{}", self.step),
            None => write!(f, "{}", self.step),
        }
    }
}

/// Another kind of value was expected.
pub(super) fn expected(trail: &Trail<'_>, what: &str, found: Kind) -> Refusal {
    wrong(trail, format!("expected {what}, found {}", name(found)))
}

/// What is wrong at a place.
#[cold]
pub(super) fn wrong(trail: &Trail<'_>, why: String) -> Refusal {
    let place = one_line(&trail.to_string());
    match place.as_str() {
        "" => Refusal::state(format!("the document: {why}")),
        _ => Refusal::state(format!("{place}: {why}")),
    }
}

/// What a kind of value is called.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::False | Kind::True => "a boolean",
        Kind::Number => "a number",
        Kind::List => "an array",
        Kind::Object => "an object",
        _ => "a string",
    }
}
