//! What is current of a surface: which epoch of it is shown, and what its actions must carry.

use super::envelope::{form, is_id};
use super::reserved::Reserved;
use super::rules::shown;
use super::{Checked, Rejection};
use crate::a2ui::finding::quoted;
use crate::a2ui::registry::{C2S_NONCE_INVALID, C2S_SURFACE_STALE};
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

/// What is current of a surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surface {
    /// From 1 on. In messages the surface `main` is called `main` in its first epoch, `main#e=2` in its second.
    pub epoch: u64,
    /// What `vitrine.nonce` must be, where given.
    pub nonce: Option<String>,
    /// What `vitrine.rev` must be, where given.
    pub rev: Option<u64>,
}

/// Between a surface's id and its epoch.
const EPOCH: &str = "#e=";

impl Surface {
    /// Reads `{epoch?, nonce?, rev?}`; other keys are passed over, so that a surface of the UI IR can be given.
    ///
    /// # Errors
    /// `BadRequest` where one of them is of another type.
    pub fn of_json(json: &Json, at: &Pointer) -> Result<Surface> {
        let refuse = |name: &str, expected: &str, found: &Json| {
            let found = shown(found);
            let what = "a surface of the ingress";
            Error::mismatch(Code::BadRequest, what, expected, found).at(at.key(name))
        };
        if json.as_object().is_none() {
            let expected = "an object {epoch, nonce, rev}";
            return Err(Error::mismatch(
                Code::BadRequest,
                "a surface of the ingress",
                expected,
                json.kind(),
            )
            .at(at.clone()));
        }
        let given = |name: &str| json.get(name).filter(|value| **value != Json::Null);
        let whole = |name: &str, least: u64| match given(name) {
            None => Ok(None),
            Some(value) => {
                let number = value.as_u64().filter(|number| *number >= least);
                let expected = format!("an integer, at least {least}");
                number
                    .map(Some)
                    .ok_or_else(|| refuse(name, &expected, value))
            }
        };
        let nonce = match given("nonce") {
            None => None,
            Some(Json::String(nonce)) if !nonce.is_empty() => Some(nonce.clone()),
            Some(other) => return Err(refuse("nonce", "a string that is not empty", other)),
        };
        Ok(Surface {
            epoch: whole("epoch", 1)?.unwrap_or(1),
            nonce,
            rev: whole("rev", 0)?,
        })
    }

    /// Holds the nonce and the revision against what an action carries.
    pub(super) fn admits(&self, reserved: &Reserved, at: &Pointer) -> Checked<()> {
        if let Some(nonce) = &self.nonce {
            let given = reserved.nonce.as_deref();
            if !given.is_some_and(|given| is_same(given, nonce)) {
                let found = given.map_or("none", |_| "another");
                let reason = format!("expected the nonce of the surface, found {found}");
                return Err(Rejection::new(
                    &C2S_NONCE_INVALID,
                    at.key("vitrine.nonce"),
                    reason,
                ));
            }
        }
        if self.rev.is_some() && self.rev != reserved.rev {
            let found = reserved
                .rev
                .map_or("none".to_owned(), |rev| rev.to_string());
            let reason = format!("expected the present revision of the surface, found {found}");
            return Err(Rejection::new(
                &C2S_SURFACE_STALE,
                at.key("vitrine.rev"),
                reason,
            ));
        }
        Ok(())
    }
}

/// Compared as hashes, whose comparison takes the same time wherever they differ.
fn is_same(a: &str, b: &str) -> bool {
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

/// A surface's id without its epoch.
pub(super) fn base(id: &str) -> &str {
    split(id).map_or(id, |(base, _)| base)
}

/// A surface's own id, of that epoch: what a message calls it is never one, and would be looked for in vain.
///
/// # Errors
/// `BadRequest` for an id by which no action can name a surface: with an epoch, empty, or of another form, its own epoch
/// counted.
pub fn own_id(id: &str, epoch: u64, at: &Pointer) -> Result<()> {
    let called = match epoch {
        1 => id.to_owned(),
        epoch => format!("{id}{EPOCH}{epoch}"),
    };
    if !id.is_empty() && split(id).is_none() && is_id(&called) {
        return Ok(());
    }
    let expected = format!("{}, without an epoch, which goes into \"epoch\"", form());
    let what = "the id of a surface";
    Err(Error::mismatch(Code::BadRequest, what, &expected, quoted(id)).at(at.clone()))
}

fn split(id: &str) -> Option<(&str, u64)> {
    let (base, epoch) = id.rsplit_once(EPOCH)?;
    let written = epoch
        .parse()
        .ok()
        .filter(|number: &u64| *number > 1 && number.to_string() == epoch)?;
    Some((base, written))
}

/// The surface that an id of a message means, if that is how it is called at present, and its epoch.
pub(super) fn current<'a>(
    surfaces: &'a Map<String, Surface>,
    id: &str,
) -> Checked<(&'a Surface, u64)> {
    let (base, epoch) = split(id).unwrap_or((id, 1));
    let stale = |reason: String| {
        let at = Pointer::root().key("userAction").key("surfaceId");
        Rejection::new(&C2S_SURFACE_STALE, at, reason)
    };
    match surfaces.get(base) {
        Some(surface) if surface.epoch == epoch => Ok((surface, epoch)),
        Some(surface) => {
            let present = surface.epoch;
            Err(stale(format!(
                "surfaceId: expected epoch {present}, found epoch {epoch}"
            )))
        }
        None => Err(stale(format!(
            "surfaceId: expected a surface that is shown, found {}",
            quoted(id)
        ))),
    }
}
