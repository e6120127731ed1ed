//! By what a user action is known again.

use super::envelope::UserAction;
use super::surface::base;
use crate::json::Json;

/// The hash of all that an action says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    whole: blake3::Hash,
    /// Of surface, component, timestamp and context.
    unnamed: blake3::Hash,
}

/// The surface, and the idempotency key or what stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key(String);

/// Between the two; no id has it.
const BETWEEN: char = '\n';

impl Identity {
    /// Of an action with its whole context.
    pub(super) fn of(sent: &UserAction) -> Identity {
        let text = |text: &str| Json::from(text);
        let mut parts = vec![
            text(&sent.surface_id),
            text(&sent.component_id),
            sent.timestamp.as_deref().map_or(Json::Null, text),
            in_order(&Json::Object(sent.context.clone())),
        ];
        let unnamed = hash(&parts);
        parts.push(text(&sent.name));
        Identity {
            whole: hash(&parts),
            unnamed,
        }
    }

    /// Under which it is remembered.
    pub(super) fn key(&self, sent: &UserAction, own: Option<&str>) -> Key {
        let stands = || self.unnamed.to_hex().to_string();
        let own = own.map_or_else(stands, str::to_owned);
        Key(format!("{}{BETWEEN}{own}", base(&sent.surface_id)))
    }
}

impl Key {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Without the surface.
    pub(super) fn own(&self) -> &str {
        self.0.split_once(BETWEEN).map_or("", |(_, own)| own)
    }
}

fn hash(parts: &[Json]) -> blake3::Hash {
    blake3::hash(Json::Array(parts.to_vec()).to_string().as_bytes())
}

/// With the keys of objects in order, so that their order does not count. At most 127 deep, as the reader made it.
fn in_order(json: &Json) -> Json {
    match json {
        Json::Array(items) => Json::Array(items.iter().map(in_order).collect()),
        Json::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), in_order(value)));
            let mut entries: Vec<_> = entries.collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries)
        }
        other => other.clone(),
    }
}
