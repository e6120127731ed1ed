//! The constraints that `garde` holds on the structs of the operations. Its errors carry text only: here, a rule's name.

use super::budget::WINDOW_SIDE;
use super::operations::{PatchKind, PatchOp};
use crate::json::Json;
use garde::{Error, Result};

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
impl<T> Maybe<T> for Option<T> {
    fn given(&self) -> Option<&T> {
        self.as_ref()
    }
}

fn hold(rule: &'static str, holds: bool) -> Result {
    if holds {
        Ok(())
    } else {
        Err(Error::new(rule))
    }
}

/// At least one character.
pub(super) fn filled(value: &impl Maybe<str>, _: &()) -> Result {
    hold("filled", value.given().is_none_or(|text| !text.is_empty()))
}

/// Wide or high enough for a window.
pub(super) fn side(value: &impl Maybe<f64>, _: &()) -> Result {
    hold(
        "side",
        value.given().is_none_or(|side| *side >= WINDOW_SIDE),
    )
}

/// Above zero.
pub(super) fn positive(value: &Option<i64>, _: &()) -> Result {
    hold("positive", value.is_none_or(|number| number > 0))
}

/// What the change needs is there.
pub(super) fn mergeable(change: &PatchOp, _: &()) -> Result {
    match (change.op, &change.value) {
        (PatchKind::Toggle, _) => Ok(()),
        (PatchKind::Merge, value) => hold("merges", matches!(value, Some(Json::Object(_)))),
        (_, value) => hold("valued", value.is_some()),
    }
}
