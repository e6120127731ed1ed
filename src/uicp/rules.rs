//! The constraints that `garde` holds on what was read. Its errors carry text only: here, the name of a rule in a table
//! which says what Zod calls it.

use super::budget::{ID_CHARS, WINDOW_SIDE};
use super::doc::Node;
use super::fields::number_json;
use super::issue::{quoted, Fault};
use super::operations::{PatchKind, Scope};
use crate::json::Json;
use garde::{Error, Result};

/// What the fields of parameters have to know of the envelope around them.
#[derive(Debug, Clone, Default)]
pub struct Around {
    pub(super) window_id: Option<String>,
    /// Whether the envelope names a window, be it in a way that was refused.
    pub(super) in_window: bool,
    pub(super) idempotency_key: Option<String>,
}

/// A rule.
struct Rule {
    name: &'static str,
    fault: Fault,
    /// What it expects, in words.
    expected: &'static str,
    /// Of a rule over several fields: which is to blame, and which has to be right before the rule means anything.
    fields: Option<Over>,
}

/// The fields of a rule over several.
#[derive(Clone, Copy)]
pub(super) struct Over {
    pub(super) blamed: &'static str,
    pub(super) given: &'static str,
}

const fn rule(name: &'static str, fault: Fault, expected: &'static str) -> Rule {
    Rule {
        name,
        fault,
        expected,
        fields: None,
    }
}

const fn over(blamed: &'static str, given: &'static str, mut rule: Rule) -> Rule {
    rule.fields = Some(Over { blamed, given });
    rule
}

static RULES: [Rule; 9] = [
    rule(
        "filled",
        Fault::TooSmall("string", 1, true),
        "at least one character",
    ),
    rule(
        "identifier",
        Fault::TooBig("string", ID_CHARS),
        "at most 128 characters",
    ),
    rule(
        "side",
        Fault::TooSmall("number", WINDOW_SIDE as u32, true),
        "at least 120",
    ),
    rule(
        "positive",
        Fault::TooSmall("number", 0, false),
        "a number above 0",
    ),
    rule("mirrored", Fault::Custom, "the windowId of the envelope"),
    rule(
        "one key",
        Fault::Custom,
        "the idempotencyKey of the envelope",
    ),
    over(
        "value",
        "op",
        rule("valued", Fault::Type("unknown"), "a value"),
    ),
    over(
        "value",
        "op",
        rule("merged", Fault::Type("object"), "an object to merge"),
    ),
    over(
        "window_id",
        "scope",
        rule(
            "scoped",
            Fault::Custom,
            "a window's id, here or on the envelope, because the scope is a window's",
        ),
    ),
];

fn named(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// The fields of a rule over several.
#[cold]
pub(super) fn over_fields(rule: &str) -> Option<Over> {
    named(rule)?.fields
}

/// The issue of a broken rule: what kind, what was expected, what was found.
#[cold]
pub(super) fn issue(rule: &str, found: Option<Node<'_>>) -> (Fault, String, String) {
    let (fault, expected) = named(rule).map_or((Fault::Custom, rule), |rule| {
        (rule.fault.clone(), rule.expected)
    });
    let found = match (found, &fault) {
        (None, _) => "nothing".to_owned(),
        (Some(Node::Text("")), _) => "an empty string".to_owned(),
        (Some(Node::Text(text)), Fault::TooBig(..)) => {
            format!("{} characters", text.chars().count())
        }
        (Some(Node::Text(text)), _) => quoted(text),
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
        Err(broken(rule))
    }
}

/// Once in a wasm file, not once for each rule of each field.
#[cold]
#[inline(never)]
fn broken(rule: &'static str) -> Error {
    Error::new(rule)
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
    let known = window.is_some() || around.in_window;
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
