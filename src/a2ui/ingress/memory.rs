//! What was accepted, for as long as it may come again: bounded in time and in count.

use super::identity::{Identity, Key};
use super::options::Limits;
use crate::json::Json;
use crate::map::Map;
use std::collections::VecDeque;

/// The actions that were accepted.
#[derive(Debug, Default)]
pub(super) struct Memory {
    kept: Map<String, Kept>,
    /// In the order in which they are forgotten.
    order: VecDeque<(String, u64)>,
}

#[derive(Debug)]
struct Kept {
    identity: Identity,
    action: Json,
    /// Milliseconds.
    until: u64,
}

/// What is known of an action.
pub(super) enum Seen {
    Never,
    /// Another one had its key; this is that one.
    SameKey(Json),
    /// The same was accepted.
    Same(Json),
}

impl Memory {
    pub(super) fn seen(&self, key: &Key, identity: &Identity, now: u64) -> Seen {
        match self.kept.get(key.as_str()) {
            Some(kept) if now >= kept.until => Seen::Never,
            Some(kept) if kept.identity == *identity => Seen::Same(kept.action.clone()),
            Some(kept) => Seen::SameKey(kept.action.clone()),
            None => Seen::Never,
        }
    }

    /// Remembers an action from `now` on; the oldest of too many are forgotten.
    pub(super) fn remember(
        &mut self,
        key: Key,
        identity: Identity,
        action: Json,
        now: u64,
        limits: &Limits,
    ) {
        let until = now.saturating_add(limits.ttl_ms);
        let key = key.as_str().to_owned();
        let kept = Kept {
            identity,
            action,
            until,
        };
        self.kept.insert(key.clone(), kept);
        self.order.push_back((key, until));
        while let Some((key, until)) = self.order.front() {
            if self.order.len() <= limits.remembered as usize && *until > now {
                break;
            }
            // One that was remembered again has a later place too.
            if self
                .kept
                .get(key.as_str())
                .is_some_and(|kept| kept.until == *until)
            {
                self.kept.remove(key.as_str());
            }
            self.order.pop_front();
        }
    }
}
