//! Reading JSON objects of a known form.
//!
//! What many readers call is kept out of line: a bundle is read once, and the copies were a tenth of the wasm file.

use super::rules::{shown, shown_json, Place};
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;

/// An object whose keys are looked up by name; a repeated key is refused. `null` counts as absent,
/// because some writers spell an unset member that way.
pub(super) struct Object<'a> {
    members: Map<&'a str, (usize, &'a Json)>,
}

impl<'a> Object<'a> {
    /// The object without members.
    pub(super) const EMPTY: Object<'static> = Object {
        members: Map::EMPTY,
    };

    #[inline(never)]
    pub(super) fn read(json: &'a Json, place: &Place<'_>) -> Result<Self> {
        let mut members = Map::EMPTY;
        for (position, (key, value)) in entries(json, place)?.iter().enumerate() {
            if !members.insert(key.as_str(), (position, value)) {
                return Err(place.key(key).malformed("each key once", "the key twice"));
            }
        }
        Ok(Object { members })
    }

    /// Is there such a key?
    pub(super) fn has(&self, key: &str) -> bool {
        self.members.contains(key)
    }

    /// The member, unless it is absent.
    pub(super) fn get(&self, key: &str) -> Option<&'a Json> {
        self.find(key).map(|(_, value)| value)
    }

    /// The member and its position among the object's entries.
    #[inline(never)]
    pub(super) fn find(&self, key: &str) -> Option<(usize, &'a Json)> {
        self.members
            .get(key)
            .copied()
            .filter(|(_, value)| **value != Json::Null)
    }

    /// The member and its position; refused where it is absent.
    #[inline(never)]
    pub(super) fn require(
        &self,
        key: &str,
        expected: &str,
        place: &Place<'_>,
    ) -> Result<(usize, &'a Json)> {
        self.find(key)
            .ok_or_else(|| place.key(key).malformed(expected, "nothing"))
    }

    /// A string that is not empty, if there.
    #[inline(never)]
    pub(super) fn text(&self, key: &str, place: &Place<'_>) -> Result<Option<&'a str>> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        match value.as_str() {
            Some(text) if !text.is_empty() => Ok(Some(text)),
            _ => Err(place
                .key(key)
                .malformed("a string that is not empty", &shown_json(value))),
        }
    }

    /// A boolean; false where it is absent.
    #[inline(never)]
    pub(super) fn flag(&self, key: &str, place: &Place<'_>) -> Result<bool> {
        let Some(value) = self.get(key) else {
            return Ok(false);
        };
        value.as_bool().ok_or_else(|| {
            place
                .key(key)
                .malformed("true or false", &shown_json(value))
        })
    }
}

/// The entries of an object, as written.
#[inline(never)]
pub(super) fn entries<'a>(json: &'a Json, place: &Place<'_>) -> Result<&'a [(String, Json)]> {
    json.as_object()
        .ok_or_else(|| place.malformed("an object", &shown_json(json)))
}

/// A version key: a canonical u32 from 1.
#[inline(never)]
pub(super) fn version_key(key: &str, place: &Place<'_>) -> Result<u32> {
    let number = if key.starts_with(|c: char| ('1'..='9').contains(&c)) {
        key.parse().ok()
    } else {
        None
    };
    number.ok_or_else(|| {
        place.malformed(
            "a version number from 1 to 4294967295, without leading zeros",
            &shown(key),
        )
    })
}

/// A tag key: a decimal u64; `01` is another spelling of `1`.
#[inline(never)]
pub(super) fn tag_key(key: &str, place: &Place<'_>) -> Result<u64> {
    let number = if key.starts_with('+') {
        None
    } else {
        key.parse().ok()
    };
    number.ok_or_else(|| {
        place.malformed(
            "a decimal tag number from 1 to 18446744073709551615",
            &shown(key),
        )
    })
}

/// An enum value's key: a decimal integer within i64 or u64.
#[inline(never)]
pub(super) fn value_key(key: &str, place: &Place<'_>) -> Result<i128> {
    let number = if key.starts_with('+') {
        None
    } else {
        let unsigned = key.parse::<u64>().map(i128::from);
        unsigned
            .or_else(|_| key.parse::<i64>().map(i128::from))
            .ok()
    };
    number.ok_or_else(|| place.malformed("a decimal integer of at most 64 bits", &shown(key)))
}
