//! Idempotency keys of what was applied, so that what is sent again is not applied again.

use crate::map::Map;
use std::collections::VecDeque;

/// How long a key is remembered, in milliseconds.
const LIFETIME: u64 = 15 * 60 * 1000;
/// Most keys that are remembered; the oldest go first.
pub(super) const MAX_KEYS: usize = 4096;

/// The keys. One is remembered when its operation has succeeded, and not before: what failed may be tried again.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Until when each is known; milliseconds.
    until: Map<String, u64>,
    /// In the order in which they are forgotten.
    order: VecDeque<(String, u64)>,
}

impl Keys {
    /// Was it remembered, no longer than its lifetime before `now`?
    pub(super) fn knows(&self, key: &str, now: u64) -> bool {
        self.until.get(key).is_some_and(|until| now < *until)
    }

    /// Remembers a key from `now` on.
    pub(super) fn remember(&mut self, key: String, now: u64) {
        let until = now.saturating_add(LIFETIME);
        self.until.insert(key.clone(), until);
        self.order.push_back((key, until));
        while let Some((key, until)) = self.order.front() {
            if self.order.len() <= MAX_KEYS && *until > now {
                break;
            }
            // One that was remembered again has a later place too.
            if self.until.get(key.as_str()) == Some(until) {
                self.until.remove(key.as_str());
            }
            self.order.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_for_its_lifetime() {
        let mut keys = Keys::default();
        keys.remember("a".into(), 1000);
        assert!(keys.knows("a", 1000) && keys.knows("a", 1000 + LIFETIME - 1));
        assert!(!keys.knows("a", 1000 + LIFETIME));
        assert!(!keys.knows("b", 1000));
    }

    #[test]
    fn the_oldest_of_too_many_are_forgotten() {
        let mut keys = Keys::default();
        for key in 0..=MAX_KEYS {
            keys.remember(key.to_string(), 0);
        }
        assert!(!keys.knows("0", 0) && keys.knows("1", 0));
        assert_eq!((keys.until.len(), keys.order.len()), (MAX_KEYS, MAX_KEYS));
    }

    #[test]
    fn time_frees_what_it_ends() {
        let mut keys = Keys::default();
        keys.remember("a".into(), 0);
        keys.remember("a".into(), 10);
        keys.remember("b".into(), LIFETIME);
        assert!(keys.knows("a", LIFETIME));
        keys.remember("c".into(), LIFETIME + 10);
        assert!(!keys.knows("a", LIFETIME + 10));
        assert_eq!((keys.until.len(), keys.order.len()), (2, 2));
    }
}
