//! The constraints that `garde` holds on what was read. Its errors carry text only: here, the name of a row of [`RULES`],
//! which says what Zod calls it.

use super::budget::{ID_CHARS, WINDOW_SIDE};
use super::doc::Node;
use super::fields::number_json;
use super::issue::{cut, Fault};
use super::operations::{PatchKind, Scope};
use crate::json::Json;
use garde::{Error, Result};

/// What the fields of parameters have to know of the envelope around them.
#[derive(Debug, Clone, Default)]
pub struct Around {
    pub(super) window_id: Option<String>,
    pub(super) idempotency_key: Option<String>,
}

/// The rules by name, each with its issue and what it expects in words; a rule over several fields names the one that is
/// to blame.
const RULES: &[(&str, &str, Fault, &str)] = &[
    (
        "filled",
        "",
        Fault::TooSmall("string", 1, true),
        "at least one character",
    ),
    (
        "identifier",
        "",
        Fault::TooBig("string", ID_CHARS),
        "at most 128 characters",
    ),
    (
        "side",
        "",
        Fault::TooSmall("number", WINDOW_SIDE as u32, true),
        "at least 120",
    ),
    (
        "positive",
        "",
        Fault::TooSmall("number", 0, false),
        "a number above 0",
    ),
    ("valued", "value", Fault::Type("unknown"), "a value"),
    (
        "merged",
        "value",
        Fault::Type("object"),
        "an object to merge",
    ),
    (
        "scoped",
        "window_id",
        Fault::Custom,
        "a window's id, here or on the envelope, because the scope is a window's",
    ),
    (
        "mirrored",
        "",
        Fault::Custom,
        "the windowId of the envelope",
    ),
    (
        "one key",
        "",
        Fault::Custom,
        "the idempotencyKey of the envelope",
    ),
];

/// The field that a rule over several blames.
#[cold]
pub(super) fn blamed(rule: &str) -> &'static str {
    RULES
        .iter()
        .find(|row| row.0 == rule)
        .map_or("", |row| row.1)
}

/// The issue of a broken rule: what kind, what was expected, what was found.
#[cold]
pub(super) fn issue(rule: &str, found: Option<Node<'_>>) -> (Fault, String, String) {
    let row = RULES.iter().find(|row| row.0 == rule);
    let (fault, expected) = row.map_or((Fault::Custom, rule), |row| (row.2.clone(), row.3));
    let found = match (found, &fault) {
        (None, _) => "nothing".to_owned(),
        (Some(Node::Text("")), _) => "an empty string".to_owned(),
        (Some(Node::Text(text)), Fault::TooBig(..)) => {
            format!("{} characters", text.chars().count())
        }
        (Some(Node::Text(text)), _) => format!("{:?}", cut(text)),
        (Some(Node::Number(number)), _) => number_json(number).to_string(),
        (Some(node), _) => node.kind().to_owned(),
    };
    (fault, expected.to_owned(), found)
}

/// A value that may be absent.
pub(super) trait Maybe<T: ?Sized> {
    fn given(&self) -> Option<&T>;
}
impl Maybe<str> for String {
    fn given(&self) -> Option<&str> {
        Some(self)
    }
}
impl Maybe<str> for Option<String> {
    fn given(&self) -> Option<&str> {
        self.as_deref()
    }
}
impl Maybe<f64> for f64 {
    fn given(&self) -> Option<&f64> {
        Some(self)
    }
}
impl Maybe<f64> for Option<f64> {
    fn given(&self) -> Option<&f64> {
        self.as_ref()
    }
}

#[inline]
fn hold(rule: &'static str, holds: bool) -> Result {
    if holds {
        Ok(())
    } else {
        Err(Error::new(rule))
    }
}

/// At least one character.
pub(super) fn filled(value: &impl Maybe<str>, _: &Around) -> Result {
    hold("filled", value.given().is_none_or(|text| !text.is_empty()))
}

/// 1 to 128 characters.
pub(super) fn identifier(value: &Option<String>, around: &Around) -> Result {
    let short = |text: &String| text.len() <= ID_CHARS || text.chars().count() <= ID_CHARS;
    filled(value, around)?;
    hold("identifier", value.as_ref().is_none_or(short))
}

/// Wide or high enough for a window.
pub(super) fn side(value: &impl Maybe<f64>, _: &Around) -> Result {
    hold(
        "side",
        value.given().is_none_or(|side| *side >= WINDOW_SIDE),
    )
}

/// Above zero.
pub(super) fn positive(value: &Option<i64>, _: &Around) -> Result {
    hold("positive", value.is_none_or(|number| number > 0))
}

/// What a change of that kind needs is there.
pub(super) fn valued(kind: PatchKind, value: &Option<Json>) -> Result {
    match (kind, value) {
        (PatchKind::Toggle, _) => Ok(()),
        (_, None) => hold("valued", false),
        (PatchKind::Merge, Some(value)) => hold("merged", value.as_object().is_some()),
        _ => Ok(()),
    }
}

/// A window's value needs a window, its own or the envelope's.
pub(super) fn scoped(scope: Scope, window: &Option<String>, around: &Around) -> Result {
    let known = window.is_some() || around.window_id.is_some();
    hold("scoped", scope != Scope::Window || known)
}

/// The same window as the envelope's, where both are given.
pub(super) fn mirrored(window: &impl Maybe<str>, around: &Around) -> Result {
    hold(
        "mirrored",
        agree(window.given(), around.window_id.as_deref()),
    )
}

/// The same key as the envelope's, where both are given.
pub(super) fn one_key(key: &Option<String>, around: &Around) -> Result {
    hold(
        "one key",
        agree(key.given(), around.idempotency_key.as_deref()),
    )
}

fn agree(here: Option<&str>, there: Option<&str>) -> bool {
    here.is_none() || there.is_none() || here == there
}
