//! What a bundle would change, checked against what is known, before anything changes.

use super::enums;
use super::field::Names;
use super::merged;
use super::model::{Enumeration, FieldType, TypeVersion};
use super::object::{entries, Object};
use super::rules::{shown, shown_json, Place, Rule};
use super::state::{same_content, Descriptor, State};
use super::versions;
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;

/// Most bytes of a bundle's id: it goes into a header of HTTP, three characters for a byte.
const ID_BYTES: usize = 1024;

/// A bundle that broke no rule.
pub(super) struct Change<'a> {
    pub(super) bundle_id: &'a str,
    pub(super) merged: bool,
    /// Enumerations with new values, whole.
    pub(super) enums: Vec<(&'a str, Enumeration)>,
    /// The types that the bundle lists.
    pub(super) types: Vec<TypeChange<'a>>,
}

/// What a bundle says of one type.
pub(super) struct TypeChange<'a> {
    pub(super) type_id: &'a str,
    /// The versions that the bundle lists, put in ascending; never empty.
    pub(super) listed: Map<u32, Listed<'a>>,
    /// Tags that no earlier version used, with the type they are bound to from now on.
    pub(super) tags: Map<u64, FieldType>,
}

/// One version that a bundle lists.
pub(super) struct Listed<'a> {
    pub(super) descriptor: Descriptor,
    /// The version, where it is new.
    pub(super) new: Option<TypeVersion>,
    /// The versions of nested types that a merged bundle says.
    pub(super) nested: Map<&'a str, u32>,
}

/// Reads a bundle and holds it to every rule; `None` where it brings nothing that is not there.
pub(super) fn check<'a>(bundle: &'a Json, known: &State) -> Result<Option<Change<'a>>> {
    let place = Place::ROOT;
    let object = Object::read(bundle, &place)?;
    let (_, version) = object.require("registry_version", "1", &place)?;
    if version.as_u64() != Some(1) {
        let place = place.key("registry_version");
        return Err(place.malformed("1", &shown_json(version)));
    }
    let (types_at, types) = object.require("types", "an object of types by TypeID", &place)?;
    let nested = object.get("merged");
    let merged = nested.is_some();
    let Some(bundle_id) = object.text("bundle_id", &place)? else {
        // The merged bundle of an empty registry.
        if merged && types.as_object().is_some_and(<[_]>::is_empty) {
            return Ok(None);
        }
        let place = place.key("bundle_id");
        return Err(place.malformed("a string that is not empty", "nothing"));
    };
    if bundle_id.len() > ID_BYTES {
        let found = format!("{} bytes", bundle_id.len());
        return Err(place
            .key("bundle_id")
            .malformed("at most 1024 bytes", &found));
    }
    // A client of HTTP folds such a segment away, also where it is percent-encoded.
    if matches!(bundle_id, "." | "..") {
        return Err(place
            .key("bundle_id")
            .malformed("another name: no URL can have this one", &shown(bundle_id)));
    }
    if let Some(earlier) = known.bundle_of_kind(bundle_id, merged) {
        if same_content(earlier, bundle) {
            return Ok(None);
        }
        if !merged {
            let id = shown(bundle_id);
            let finding = format!("the bundle_id {id} is taken by a bundle with other content");
            return Err(place
                .key("bundle_id")
                .conflict(Rule::BUNDLE_ID_REUSED, &finding));
        }
    }

    let (types_place, enums_place) = (place.key("types"), place.key("enums"));
    let enums = object.get("enums");
    let names = BundleNames {
        known,
        types: Object::read(types, &types_place)?,
        enums: match enums {
            Some(enums) => Object::read(enums, &enums_place)?,
            None => Object::EMPTY,
        },
    };
    let enums = match enums {
        Some(enums) => enums::check(enums, known, &enums_place)?,
        None => Vec::new(),
    };
    let mut change = Change {
        bundle_id,
        merged,
        enums,
        types: Vec::new(),
    };
    for (type_at, (type_id, json)) in entries(types, &types_place)?.iter().enumerate() {
        let place = types_place.key(type_id).of_type(type_id);
        let history = known.types.get(type_id.as_str()).map(|history| &**history);
        let reader = versions::Reader {
            names: &names,
            known: history,
            at: [types_at, type_at],
        };
        change.types.push(reader.read(type_id, json, &place)?);
    }
    if let Some(nested) = nested {
        merged::read_nested(nested, &mut change.types, &place.key("merged"))?;
    }
    Ok(Some(change))
}

/// The names that earlier bundles and this one describe.
struct BundleNames<'a, 'k> {
    known: &'k State,
    types: Object<'a>,
    enums: Object<'a>,
}

impl Names for BundleNames<'_, '_> {
    fn has_type(&self, type_id: &str) -> bool {
        self.types.has(type_id) || self.known.types.contains(type_id)
    }

    fn has_enum(&self, name: &str) -> bool {
        self.enums.has(name) || self.known.enums.contains(name)
    }
}
