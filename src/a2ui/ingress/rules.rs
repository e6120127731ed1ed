//! What an action's context may hold, and from which surfaces it may come.

use super::envelope::UserAction;
use super::options::{object, unknown, wrong};
use super::{Checked, Rejection};
use crate::a2ui::finding::{cut, quoted, Finding};
use crate::a2ui::path::Path;
use crate::a2ui::registry::{C2S_ACTION_FORBIDDEN, PATH_NOT_CANONICAL};
use crate::error::Result;
use crate::json::Json;
use crate::pointer::Pointer;

/// The rules of an action.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The keys of its context; without it, any.
    context: Option<Vec<(String, Key)>>,
    /// The surfaces that it may come from, without epochs; without it, all.
    surfaces: Option<Vec<String>>,
}

/// The rule of a key.
#[derive(Debug, Clone)]
struct Key {
    kind: Kind,
    required: bool,
    /// Most characters of a string.
    max_length: Option<u64>,
    /// The only values.
    values: Option<Vec<Json>>,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Boolean,
    Scalar,
    Path,
    Array,
    Object,
    Any,
}

const KINDS: [(&str, Kind); 8] = [
    ("string", Kind::Text),
    ("number", Kind::Number),
    ("boolean", Kind::Boolean),
    ("scalar", Kind::Scalar),
    ("path", Kind::Path),
    ("array", Kind::Array),
    ("object", Kind::Object),
    ("any", Kind::Any),
];

/// Where a person's input is kept: what a bare path is in.
const DRAFT: &str = "draft";

impl Rules {
    /// Reads `{context?, surfaces?}`.
    pub(super) fn of_json(json: &Json, at: &Pointer) -> Result<Rules> {
        let mut rules = Rules::default();
        for (name, value) in object(json, at)? {
            let at = at.key(name);
            match name.as_str() {
                "context" => {
                    let keys = object(value, &at)?.iter();
                    let keys = keys
                        .map(|(name, rule)| Ok((name.clone(), Key::of_json(rule, &at.key(name))?)));
                    rules.context = Some(keys.collect::<Result<_>>()?);
                }
                "surfaces" => {
                    let ids = value
                        .as_array()
                        .ok_or_else(|| wrong("a list of ids", value, &at))?;
                    let ids = ids.iter().map(|id| match id {
                        Json::String(id) => Ok(id.clone()),
                        other => Err(wrong("the id of a surface", other, &at)),
                    });
                    rules.surfaces = Some(ids.collect::<Result<_>>()?);
                }
                _ => return Err(unknown(name, "context or surfaces", &at)),
            }
        }
        Ok(rules)
    }

    /// What kind of value a key has.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        let keys = self.context.as_ref()?;
        keys.iter().find(|key| key.0 == name).map(|key| key.1.kind)
    }

    /// Holds an action to its rules; paths become canonical, with a warning.
    pub(super) fn check(
        &self,
        base: &str,
        sent: &mut UserAction,
        at: &Pointer,
    ) -> Checked<Vec<Finding>> {
        let forbidden =
            |at: Pointer, reason: String| Err(Rejection::new(&C2S_ACTION_FORBIDDEN, at, reason));
        let name = quoted(&sent.name);
        if self
            .surfaces
            .as_ref()
            .is_some_and(|ids| !ids.iter().any(|id| id == base))
        {
            let reason = format!(
                "surfaceId: expected a surface that {name} may come from, found {}",
                quoted(base)
            );
            return forbidden(at.key("surfaceId"), reason);
        }
        let Some(keys) = &self.context else {
            return Ok(Vec::new());
        };
        let at = at.key("context");
        for (name, key) in keys {
            if key.required && !sent.context.iter().any(|entry| entry.0 == *name) {
                return forbidden(
                    at.key(name),
                    format!("{}: expected a value, found nothing", cut(name)),
                );
            }
        }
        let mut warnings = Vec::new();
        for (key, value) in &mut sent.context {
            let Some((_, rule)) = keys.iter().find(|known| known.0 == *key) else {
                let known: Vec<&str> = keys.iter().map(|known| known.0.as_str()).collect();
                let expected = match known.as_slice() {
                    [] => "no keys".to_owned(),
                    known => format!("no other keys than {}", known.join(", ")),
                };
                let reason = format!("expected {expected}, found {}", quoted(key));
                return forbidden(at.key(key), reason);
            };
            if let Some(expected) = rule.breaks(value) {
                return forbidden(
                    at.key(key),
                    format!("{}: expected {expected}, found {}", cut(key), shown(value)),
                );
            }
            if rule.kind == Kind::Path {
                warnings.extend(canonical(value, &at.key(key)));
            }
        }
        Ok(warnings)
    }
}

impl Key {
    /// Reads `"string"` or `{type, required?, maxLength?, enum?}`.
    fn of_json(json: &Json, at: &Pointer) -> Result<Key> {
        let mut key = Key {
            kind: Kind::Any,
            required: false,
            max_length: None,
            values: None,
        };
        if let Json::String(name) = json {
            key.kind = kind_named(name, at)?;
            return Ok(key);
        }
        for (name, value) in object(json, at)? {
            let at = at.key(name);
            match name.as_str() {
                "type" => {
                    let name = value
                        .as_str()
                        .ok_or_else(|| wrong("the name of a type", value, &at))?;
                    key.kind = kind_named(name, &at)?;
                }
                "required" => {
                    key.required = value
                        .as_bool()
                        .ok_or_else(|| wrong("a boolean", value, &at))?;
                }
                "maxLength" => {
                    key.max_length = Some(
                        value
                            .as_u64()
                            .ok_or_else(|| wrong("an integer", value, &at))?,
                    );
                }
                "enum" => {
                    key.values = Some(
                        value
                            .as_array()
                            .ok_or_else(|| wrong("a list", value, &at))?
                            .to_vec(),
                    );
                }
                _ => return Err(unknown(name, "type, required, maxLength or enum", &at)),
            }
        }
        Ok(key)
    }

    /// What it expects instead of this value.
    fn breaks(&self, value: &Json) -> Option<String> {
        let fits = match value {
            Json::String(_) => matches!(self.kind, Kind::Text | Kind::Path | Kind::Scalar),
            Json::Number(_) => matches!(self.kind, Kind::Number | Kind::Scalar),
            Json::Bool(_) => matches!(self.kind, Kind::Boolean | Kind::Scalar),
            Json::Array(_) => self.kind == Kind::Array,
            Json::Object(_) => self.kind == Kind::Object,
            Json::Null => false,
        };
        let fits = fits || self.kind == Kind::Any;
        if !fits {
            let name = KINDS.iter().find(|kind| kind.1 == self.kind);
            return Some(format!(
                "a value of type {}",
                name.map_or("", |name| name.0)
            ));
        }
        if let (Some(most), Json::String(text)) = (self.max_length, value) {
            if text.chars().count() as u64 > most {
                return Some(format!("at most {most} characters"));
            }
        }
        match &self.values {
            Some(values) if !values.contains(value) => {
                let values: Vec<String> = values.iter().map(Json::to_string).collect();
                Some(format!("one of {}", values.join(", ")))
            }
            _ => None,
        }
    }
}

fn kind_named(name: &str, at: &Pointer) -> Result<Kind> {
    let known = KINDS.iter().find(|kind| kind.0 == name);
    known.map(|kind| kind.1).ok_or_else(|| {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.0).collect();
        unknown(name, &format!("one of {}", names.join(", ")), at)
    })
}

pub(super) fn shown(value: &Json) -> String {
    match value {
        Json::Array(_) | Json::Object(_) => value.kind().to_owned(),
        scalar => cut(&scalar.to_string()),
    }
}

/// A bare path means one into the draft.
fn canonical(value: &mut Json, at: &Pointer) -> Option<Finding> {
    let Json::String(text) = value else {
        return None;
    };
    if Path::is_canonical(text) {
        return None;
    }
    let mut keys = Path::lenient(text).0;
    if !text.starts_with('/') {
        keys.insert(0, DRAFT.to_owned());
    }
    let path = Path(keys).to_string();
    let message = format!(
        "a path: expected a JSON Pointer, found {}; read as {}",
        quoted(text),
        quoted(&path)
    );
    *text = path;
    Some(Finding::warning(&PATH_NOT_CANONICAL, at.clone(), message))
}
