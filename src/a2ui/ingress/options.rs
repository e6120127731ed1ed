//! What an ingress is made with.

use super::rules::Rules;
use super::surface::{own_id, Surface};
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::map::Map;
use crate::pointer::Pointer;

/// What an ingress goes by.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The actions that may be sent, and what their contexts hold.
    pub actions: Map<String, Rules>,
    /// How much is taken.
    pub limits: Limits,
}

/// How much is taken, and how long it is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest body, in bytes.
    pub body_bytes: u64,
    /// Largest context, in bytes of compact JSON.
    pub context_bytes: u64,
    /// Most arrays and objects inside each other in a context, itself included.
    pub context_depth: u64,
    /// Most keys in a context, at all depths together, those not counted that the compiler writes.
    pub context_keys: u64,
    /// Most actions that are remembered; the oldest are forgotten first.
    pub remembered: u64,
    /// How long they are remembered, in milliseconds.
    pub ttl_ms: u64,
}

impl Limits {
    /// What holds unless something else is said.
    pub const DEFAULT: Limits = Limits {
        body_bytes: 64 << 10,
        context_bytes: 16 << 10,
        context_depth: 4,
        context_keys: 64,
        remembered: 1_000,
        ttl_ms: 10 * 60 * 1000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}

/// Deepest context that can be asked for: trees are walked.
const DEEPEST: u64 = 100;

impl Options {
    /// Reads `{actions, surfaces?, limits?}`, and what is current of which surface.
    ///
    /// # Errors
    /// `BadRequest` with a pointer, where something is of another form or not known.
    pub fn of_json(json: &Json) -> Result<(Options, Map<String, Surface>)> {
        let root = Pointer::root();
        let mut options = Options::default();
        let mut surfaces = Map::EMPTY;
        for (name, value) in object(json, &root)? {
            let at = root.key(name);
            match name.as_str() {
                "actions" => options.actions = actions(value, &at)?,
                "surfaces" => {
                    for (id, surface) in object(value, &at)? {
                        let at = at.key(id);
                        let surface = Surface::of_json(surface, &at)?;
                        own_id(id, surface.epoch, &at)?;
                        surfaces.insert(id.clone(), surface);
                    }
                }
                "limits" => options.limits = limits(value, &at)?,
                _ => return Err(unknown(name, "actions, surfaces or limits", &at)),
            }
        }
        Ok((options, surfaces))
    }
}

/// Names alone, or names with their rules.
fn actions(json: &Json, at: &Pointer) -> Result<Map<String, Rules>> {
    let Some(names) = json.as_array() else {
        let entries = object(json, at)?.iter();
        let actions =
            entries.map(|(name, rules)| Ok((name.clone(), Rules::of_json(rules, &at.key(name))?)));
        return actions.collect();
    };
    let named = names.iter().enumerate().map(|(index, name)| match name {
        Json::String(name) => Ok((name.clone(), Rules::default())),
        other => Err(wrong("the name of an action", other, &at.index(index))),
    });
    named.collect()
}

fn limits(json: &Json, at: &Pointer) -> Result<Limits> {
    let mut limits = Limits::DEFAULT;
    for (name, value) in object(json, at)? {
        let at = at.key(name);
        let most = if name == "contextDepth" {
            DEEPEST
        } else {
            u64::from(u32::MAX)
        };
        let number = value.as_u64().filter(|number| (1..=most).contains(number));
        let number =
            number.ok_or_else(|| wrong(&format!("an integer from 1 to {most}"), value, &at))?;
        *match name.as_str() {
            "bodyBytes" => &mut limits.body_bytes,
            "contextBytes" => &mut limits.context_bytes,
            "contextDepth" => &mut limits.context_depth,
            "contextKeys" => &mut limits.context_keys,
            "remembered" => &mut limits.remembered,
            "ttlMs" => &mut limits.ttl_ms,
            _ => {
                let known =
                    "bodyBytes, contextBytes, contextDepth, contextKeys, remembered or ttlMs";
                return Err(unknown(name, known, &at));
            }
        } = number;
    }
    Ok(limits)
}

pub(super) fn object<'a>(json: &'a Json, at: &Pointer) -> Result<&'a [(String, Json)]> {
    json.as_object().ok_or_else(|| wrong("an object", json, at))
}

#[cold]
pub(super) fn wrong(expected: &str, found: &Json, at: &Pointer) -> Error {
    let found = match found {
        Json::Number(number) => number.to_string(),
        other => other.kind().to_owned(),
    };
    Error::mismatch(
        Code::BadRequest,
        "an option of the ingress",
        expected,
        found,
    )
    .at(at.clone())
}

#[cold]
pub(super) fn unknown(name: &str, expected: &str, at: &Pointer) -> Error {
    let found = super::quoted(name);
    Error::mismatch(
        Code::BadRequest,
        "an option of the ingress",
        expected,
        found,
    )
    .at(at.clone())
}
