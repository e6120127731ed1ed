//! What a bundle would change, checked against what is known, before anything changes.

use super::field::{read_type, Names, Side};
use super::model::{Enumeration, Field, FieldType, TypeVersion};
use super::object::{entries, tag_key, value_key, version_key, Object};
use super::rules::{shown, shown_json, Place, Rule};
use super::state::{same_content, Descriptor, History, State};
use crate::error::Result;
use crate::json::Json;
use std::collections::{BTreeMap, BTreeSet};

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
    /// The versions that the bundle lists; never empty.
    pub(super) listed: BTreeMap<u32, Listed<'a>>,
    /// Tags that no earlier version used, with the type they are bound to from now on.
    pub(super) tags: BTreeMap<u64, FieldType>,
}

/// One version that a bundle lists.
pub(super) struct Listed<'a> {
    pub(super) descriptor: Descriptor,
    /// The version, where it is new.
    pub(super) new: Option<TypeVersion>,
    /// The versions of nested types that a merged bundle says.
    pub(super) nested: BTreeMap<&'a str, u32>,
}

/// Reads a bundle and holds it to every rule; `None` where it brings nothing that is not there.
pub(super) fn check<'a>(bundle: &'a Json, known: &State) -> Result<Option<Change<'a>>> {
    let place = Place::ROOT;
    let object = Object::read(bundle, &place)?;
    let (_, version) = object.require("registry_version", "1", &place)?;
    if version.as_u64() != Some(1) {
        return Err(place
            .key("registry_version")
            .malformed("1", shown_json(version)));
    }
    let merged = object.get("merged").is_some();
    let (types_at, types) = object.require("types", "an object of types by TypeID", &place)?;
    let Some(bundle_id) = object.text("bundle_id", &place)? else {
        // The merged bundle of an empty registry.
        if merged && types.as_object().is_some_and(<[_]>::is_empty) {
            return Ok(None);
        }
        return Err(place
            .key("bundle_id")
            .malformed("a string that is not empty", "nothing"));
    };
    if let Some(earlier) = known.bundle_of_kind(bundle_id, merged) {
        if same_content(earlier, bundle) {
            return Ok(None);
        }
        if !merged {
            let finding = format!(
                "the bundle_id {} is taken by a bundle with other content",
                shown(bundle_id)
            );
            return Err(place
                .key("bundle_id")
                .conflict(Rule::BUNDLE_ID_REUSED, finding));
        }
    }

    static NO_ENUMS: Json = Json::Object(Vec::new());
    let listed_enums = object.get("enums");
    let types_place = place.key("types");
    let checker = Checker {
        known,
        types_at,
        types: Object::read(types, &types_place)?.keys().collect(),
        enums: Object::read(listed_enums.unwrap_or(&NO_ENUMS), &place.key("enums"))?
            .keys()
            .collect(),
    };
    let mut change = Change {
        bundle_id,
        merged,
        enums: Vec::new(),
        types: Vec::new(),
    };
    if let Some(listed) = listed_enums {
        change.enums = checker.enums(listed, &place.key("enums"))?;
    }
    for (position, (type_id, json)) in entries(types, &types_place)?.iter().enumerate() {
        let place = types_place.key(type_id).of_type(type_id);
        change
            .types
            .push(checker.type_versions(type_id, json, position, &place)?);
    }
    if let Some(nested) = object.get("merged") {
        checker.nested(nested, &mut change, &place.key("merged"))?;
    }
    Ok(Some(change))
}

struct Checker<'a, 'k> {
    known: &'k State,
    types_at: usize,
    types: BTreeSet<&'a str>,
    enums: BTreeSet<&'a str>,
}

impl Names for Checker<'_, '_> {
    fn has_type(&self, type_id: &str) -> bool {
        self.types.contains(type_id) || self.known.types.contains_key(type_id)
    }

    fn has_enum(&self, name: &str) -> bool {
        self.enums.contains(name) || self.known.enums.contains_key(name)
    }
}

impl<'a> Checker<'a, '_> {
    fn enums(&self, json: &'a Json, place: &Place<'_>) -> Result<Vec<(&'a str, Enumeration)>> {
        let mut changed = Vec::new();
        for (name, json) in entries(json, place)? {
            let place = place.key(name);
            let listed = enumeration(json, &place)?;
            match self.known.enums.get(name) {
                Some(known) if **known == listed => continue,
                Some(known) => keeps_values(known, &listed, &place)?,
                None => {}
            }
            changed.push((name.as_str(), listed));
        }
        Ok(changed)
    }

    fn type_versions(
        &self,
        type_id: &'a str,
        json: &'a Json,
        position: usize,
        place: &Place<'_>,
    ) -> Result<TypeChange<'a>> {
        if type_id.is_empty() {
            return Err(place.malformed("a TypeID that is not empty", "an empty one"));
        }
        let object = Object::read(json, place)?;
        let (versions_at, versions) =
            object.require("versions", "an object of versions by number", place)?;
        let place = place.key("versions");
        let mut ascending = BTreeMap::new();
        for (position, (key, json)) in entries(versions, &place)?.iter().enumerate() {
            let place = place.key(key);
            let number = version_key(key, &place)?;
            if ascending.insert(number, (position, key, json)).is_some() {
                return Err(place.malformed("each version once", "the version twice"));
            }
        }
        if ascending.is_empty() {
            return Err(place.malformed("at least one version", "none"));
        }
        let known = self.known.types.get(type_id).map(|history| &**history);
        let mut change = TypeChange {
            type_id,
            listed: BTreeMap::new(),
            tags: BTreeMap::new(),
        };
        for (number, (version_at, key, json)) in ascending {
            let place = place.key(key).of_version(number);
            let path = [self.types_at, position, versions_at, version_at];
            let new = self.version(number, json, known, &mut change.tags, &place)?;
            let listed = Listed {
                descriptor: Descriptor { path },
                new,
                nested: BTreeMap::new(),
            };
            change.listed.insert(number, listed);
        }
        Ok(change)
    }

    /// One version: equal to the published one, or new and above all published ones.
    fn version(
        &self,
        number: u32,
        json: &Json,
        known: Option<&History>,
        tags: &mut BTreeMap<u64, FieldType>,
        place: &Place<'_>,
    ) -> Result<Option<TypeVersion>> {
        let published = known.and_then(|history| history.versions.get(&number));
        if published.is_none() {
            if let Some(latest) = known
                .and_then(History::latest)
                .filter(|latest| *latest > number)
            {
                let finding =
                    format!("version {number} is new, but version {latest} is published already");
                return Err(place.conflict(Rule::VERSION_NOT_MONOTONIC, finding));
            }
        }
        let listed = self.fields(json, known, tags, published.is_none(), place)?;
        match published {
            Some(published) if *published.model != listed => {
                let finding = format!("version {number} is not written as it was published");
                Err(place.conflict(Rule::VERSION_CHANGED, finding))
            }
            Some(_) => Ok(None),
            None => Ok(Some(listed)),
        }
    }

    /// The fields of a version, by tag. The tags of a new version are held to their types; those of a
    /// published one are compared as part of the version.
    fn fields(
        &self,
        json: &Json,
        known: Option<&History>,
        tags: &mut BTreeMap<u64, FieldType>,
        new: bool,
        place: &Place<'_>,
    ) -> Result<TypeVersion> {
        let object = Object::read(json, place)?;
        let (_, listed) = object.require("fields", "an object of fields by tag", place)?;
        let place = place.key("fields");
        let mut fields = BTreeMap::new();
        let mut names = BTreeSet::new();
        for (key, json) in entries(listed, &place)? {
            let place = place.key(key);
            let tag = tag_key(key, &place)?;
            let place = place.of_tag(tag);
            if tag == 0 {
                return Err(place.conflict(Rule::TAG_ZERO, "a field has tag 0"));
            }
            let object = Object::read(json, &place)?;
            let bound = known
                .and_then(|history| history.tags.get(&tag))
                .or_else(|| tags.get(&tag));
            let field = self.field(tag, &object, bound, &place)?;
            if !field.tombstone && !names.insert(field.name.clone()) {
                let finding = format!("the name {} stands on two fields", shown(&field.name));
                return Err(place
                    .key("name")
                    .conflict(Rule::FIELD_NAME_REPEATED, finding));
            }
            if new {
                let stored = read_type(&object, self, Side::Stored, &place)?;
                match (stored, bound) {
                    (Some(stored), Some(bound)) if stored != *bound => {
                        let (was, is) = (bound.name(), stored.name());
                        let finding =
                            format!("tag {tag} was published as {was} and is written as {is}");
                        return Err(place.conflict(Rule::TAG_REUSED, finding));
                    }
                    (Some(stored), None) => {
                        tags.insert(tag, stored);
                    }
                    _ => {}
                }
            }
            if fields.insert(tag, field).is_some() {
                return Err(place.conflict(
                    Rule::TAG_REPEATED,
                    format_args!("tag {tag} stands on two fields"),
                ));
            }
        }
        Ok(TypeVersion {
            fields: fields.into_values().collect(),
        })
    }

    fn field(
        &self,
        tag: u64,
        object: &Object<'_>,
        bound: Option<&FieldType>,
        place: &Place<'_>,
    ) -> Result<Field> {
        let tombstone = object.flag("tombstone", place)?;
        let optional = object.flag("optional", place)?;
        let name = match object.text("name", place)? {
            Some(name) => name,
            None if tombstone => "",
            None => {
                return Err(place
                    .key("name")
                    .malformed("a string that is not empty", "nothing"))
            }
        };
        let ty = match (read_type(object, self, Side::Shown, place)?, bound) {
            (Some(ty), _) => ty,
            (None, Some(bound)) if tombstone => bound.clone(),
            (None, _) if tombstone => {
                return Err(place
                    .key("type")
                    .malformed("a type, because no earlier version has this tag", "nothing"))
            }
            (None, _) => return Err(place.key("type").malformed("a type name", "nothing")),
        };
        Ok(Field {
            tag,
            name: name.to_owned(),
            ty,
            optional,
            tombstone,
        })
    }

    /// `merged`: for a version that the bundle lists, the versions of the types nested in it.
    fn nested(&self, json: &'a Json, change: &mut Change<'a>, place: &Place<'_>) -> Result<()> {
        let mut types: BTreeMap<&str, &mut TypeChange<'a>> = change
            .types
            .iter_mut()
            .map(|listed| (listed.type_id, listed))
            .collect();
        let mut pins = Vec::new();
        for (outer, versions) in entries(json, place)? {
            let place = place.key(outer);
            for (key, inners) in entries(versions, &place)? {
                let place = place.key(key);
                let number = version_key(key, &place)?;
                let listed = types
                    .get(outer.as_str())
                    .is_some_and(|listed| listed.listed.contains_key(&number));
                if !listed {
                    return Err(place.malformed("a version that this bundle lists", "another"));
                }
                for (inner, version) in entries(inners, &place)? {
                    let place = place.key(inner);
                    let version = version.as_u64().and_then(|n| u32::try_from(n).ok());
                    let version = version.filter(|version| {
                        types
                            .get(inner.as_str())
                            .is_some_and(|listed| listed.listed.contains_key(version))
                    });
                    let Some(version) = version else {
                        return Err(place.malformed(
                            "the number of a version that this bundle lists",
                            "another value",
                        ));
                    };
                    pins.push((outer.as_str(), number, inner.as_str(), version));
                }
            }
        }
        for (outer, number, inner, version) in pins {
            if let Some(listed) = types
                .get_mut(outer)
                .and_then(|listed| listed.listed.get_mut(&number))
            {
                listed.nested.insert(inner, version);
            }
        }
        Ok(())
    }
}

fn enumeration(json: &Json, place: &Place<'_>) -> Result<Enumeration> {
    let mut listed = Enumeration::default();
    for (key, label) in entries(json, place)? {
        let place = place.key(key);
        let value = value_key(key, &place)?;
        let Some(label) = label.as_str() else {
            return Err(place.malformed("a label (a string)", shown_json(label)));
        };
        if listed.label(value).is_some() {
            return Err(place.conflict(
                Rule::ENUM_VALUE_REPEATED,
                format_args!("the value {value} is listed twice"),
            ));
        }
        if let Some(other) = listed.value(label) {
            let finding = format!(
                "the values {other} and {value} have the same label {}",
                shown(label)
            );
            return Err(place.conflict(Rule::ENUM_LABEL_REPEATED, finding));
        }
        listed.insert(value, label);
    }
    Ok(listed)
}

fn keeps_values(known: &Enumeration, listed: &Enumeration, place: &Place<'_>) -> Result<()> {
    for (value, label) in known.iter() {
        match listed.label(value) {
            Some(now) if now == label => {}
            Some(now) => {
                let finding = format!(
                    "the value {value} was {} and is now {}",
                    shown(label),
                    shown(now)
                );
                return Err(place
                    .key(&value.to_string())
                    .conflict(Rule::ENUM_VALUE_CHANGED, finding));
            }
            None => {
                let finding = format!("the value {value}, {}, is no longer listed", shown(label));
                return Err(place.conflict(Rule::ENUM_VALUE_REMOVED, finding));
            }
        }
    }
    Ok(())
}
