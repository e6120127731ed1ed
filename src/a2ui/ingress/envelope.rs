//! The envelope: exactly one of `userAction` and `error`, each of its form, within the limits.

use super::options::Limits;
use super::{time, Checked, Rejection};
use crate::a2ui::finding::quoted;
use crate::a2ui::registry::{Rule, C2S_CONTEXT_TOO_LARGE, C2S_ENVELOPE_INVALID};
use crate::a2ui::repeats::repeated_key;
use crate::json::Json;
use crate::pointer::Pointer;

/// Longest id, in characters.
const ID: usize = 128;
/// As deep as the reader of JSON goes.
const DEEPEST: usize = 127;

/// What was sent, well-formed.
pub(super) enum Sent {
    Action(UserAction),
    Report(Report),
}

/// A user action.
pub(super) struct UserAction {
    pub(super) name: String,
    pub(super) surface_id: String,
    pub(super) component_id: String,
    /// A form has none.
    pub(super) timestamp: Option<String>,
    pub(super) context: Vec<(String, Json)>,
}

/// An error that a client reports.
pub(super) struct Report {
    pub(super) surface_id: Option<String>,
    pub(super) error: Json,
}

pub(super) fn read(body: &[u8], limits: &Limits) -> Checked<Sent> {
    fits(body.len(), limits)?;
    let json = match Json::parse(body) {
        Ok(json) => json,
        // The reader takes no deeper nesting, and calls it no JSON.
        Err(_) if nesting(body) > DEEPEST => {
            let most = limits.context_depth;
            let reason = format!("expected at most {most} arrays and objects inside each other, found more than {DEEPEST}");
            return Err(large(Pointer::root(), reason));
        }
        Err(error) => return Err(invalid(Pointer::root(), error.message.clone())),
    };
    if let Some(at) = repeated_key(&json) {
        return Err(invalid(
            at,
            "an object: expected each key once, found this one again",
        ));
    }
    let root = Pointer::root();
    let Some(entries) = json.as_object() else {
        return Err(invalid(
            root,
            format!("expected an object, found {}", json.kind()),
        ));
    };
    let [(kind, payload)] = entries else {
        let reason = format!(
            "expected exactly one of userAction and error, found {} keys",
            entries.len()
        );
        return Err(invalid(root, reason));
    };
    let at = root.key(kind);
    match kind.as_str() {
        "userAction" => action(payload, &at, limits).map(Sent::Action),
        "error" => report(payload, &at, limits).map(Sent::Report),
        _ => Err(invalid(
            at,
            format!("expected userAction or error, found {}", quoted(kind)),
        )),
    }
}

/// Refuses a body before it is read.
pub(super) fn fits(bytes: usize, limits: &Limits) -> Checked<()> {
    if bytes <= limits.body_bytes as usize {
        return Ok(());
    }
    Err(too_large(bytes, limits))
}

pub(super) fn too_large(bytes: usize, limits: &Limits) -> Rejection {
    let most = limits.body_bytes;
    let reason = format!("the body: expected at most {most} bytes, found {bytes}");
    large(Pointer::root(), reason)
}

fn action(payload: &Json, at: &Pointer, limits: &Limits) -> Checked<UserAction> {
    object(payload, at)?;
    let context = payload.get("context");
    let entries = object(context.unwrap_or(&Json::Null), &at.key("context"))?;
    within(entries, &at.key("context"), limits)?;
    UserAction {
        name: text(payload, "name", at)?.to_owned(),
        surface_id: text(payload, "surfaceId", at)?.to_owned(),
        component_id: text(payload, "sourceComponentId", at)?.to_owned(),
        timestamp: Some(text(payload, "timestamp", at)?.to_owned()),
        context: entries.to_vec(),
    }
    .checked(at)
}

fn report(error: &Json, at: &Pointer, limits: &Limits) -> Checked<Report> {
    let entries = object(error, at)?;
    within(entries, at, limits)?;
    let surface_id = error.get("surfaceId").and_then(Json::as_str);
    Ok(Report {
        surface_id: surface_id.map(str::to_owned),
        error: error.clone(),
    })
}

impl UserAction {
    /// Ids and time in their forms.
    pub(super) fn checked(self, at: &Pointer) -> Checked<UserAction> {
        id(&self.surface_id, "surfaceId", at)?;
        id(&self.component_id, "sourceComponentId", at)?;
        match &self.timestamp {
            Some(timestamp) if !time::is_rfc3339(timestamp) => {
                let reason = format!(
                    "timestamp: expected a time of RFC 3339, found {}",
                    quoted(timestamp)
                );
                Err(invalid(at.key("timestamp"), reason))
            }
            _ => Ok(self),
        }
    }
}

/// What an id is.
pub(super) fn form() -> String {
    format!("1 to {ID} characters from [A-Za-z0-9_.:#=%-]")
}

/// Has it the form of an id?
pub(super) fn is_id(id: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:#=%-".contains(&byte);
    (1..=ID).contains(&id.len()) && id.bytes().all(known)
}

fn id(id: &str, name: &str, at: &Pointer) -> Checked<()> {
    if is_id(id) {
        return Ok(());
    }
    let reason = format!("{name}: expected {}, found {}", form(), quoted(id));
    Err(invalid(at.key(name), reason))
}

/// Holds a context to its limits. What the compiler writes into it does not count as keys.
pub(super) fn within(entries: &[(String, Json)], at: &Pointer, limits: &Limits) -> Checked<()> {
    let (mut depth, mut keys) = (1, 0);
    for (key, value) in entries {
        keys += usize::from(!super::reserved::is_reserved(key));
        measure(value, 1, &mut depth, &mut keys);
    }
    let bytes = Json::Object(entries.to_vec()).to_string().len();
    for (found, most, what) in [
        (bytes, limits.context_bytes, "bytes"),
        (
            depth,
            limits.context_depth,
            "arrays and objects inside each other",
        ),
        (keys, limits.context_keys, "keys"),
    ] {
        if found > most as usize {
            let reason = format!("expected at most {most} {what}, found {found}");
            return Err(large(at.clone(), reason));
        }
    }
    Ok(())
}

/// The deepest array or object and the number of keys in a value that is at `depth`.
fn measure(value: &Json, depth: usize, deepest: &mut usize, keys: &mut usize) {
    match value {
        Json::Array(items) => {
            *deepest = (*deepest).max(depth + 1);
            items
                .iter()
                .for_each(|item| measure(item, depth + 1, deepest, keys));
        }
        Json::Object(entries) => {
            *deepest = (*deepest).max(depth + 1);
            *keys += entries.len();
            entries
                .iter()
                .for_each(|entry| measure(&entry.1, depth + 1, deepest, keys));
        }
        _ => {}
    }
}

/// The most brackets that are open at once, in whatever text.
fn nesting(text: &[u8]) -> usize {
    let (mut open, mut most) = (0usize, 0);
    let (mut string, mut escaped) = (false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = string,
            b'"' => string = !string,
            b'[' | b'{' if !string => {
                open += 1;
                most = most.max(open);
            }
            b']' | b'}' if !string => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}

fn object<'a>(value: &'a Json, at: &Pointer) -> Checked<&'a [(String, Json)]> {
    let found = || {
        invalid(
            at.clone(),
            format!("expected an object, found {}", value.kind()),
        )
    };
    value.as_object().ok_or_else(found)
}

fn text<'a>(payload: &'a Json, name: &str, at: &Pointer) -> Checked<&'a str> {
    let value = payload.get(name);
    value.and_then(Json::as_str).ok_or_else(|| {
        let found = value.map_or("nothing", Json::kind);
        invalid(
            at.key(name),
            format!("{name}: expected a string, found {found}"),
        )
    })
}

pub(super) fn invalid(at: Pointer, reason: impl Into<String>) -> Rejection {
    const RULE: &Rule = &C2S_ENVELOPE_INVALID;
    Rejection::new(RULE, at, reason)
}

fn large(at: Pointer, reason: String) -> Rejection {
    Rejection::new(&C2S_CONTEXT_TOO_LARGE, at, reason)
}
