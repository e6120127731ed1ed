//! The merged bundle: the union of all bundles as one, for readers. Writing it, and reading its own key.

use super::change::TypeChange;
use super::model::{spelled, Enumeration};
use super::object::{entries, version_key};
use super::rules::{shown_json, Place};
use super::state::{History, State, Version};
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;

/// The only bundle as it is, or the union of all.
pub(super) fn merged(state: &State) -> Json {
    if let [only] = state.bundles.as_slice() {
        if let Some(bundle) = state.bundle(&only.id) {
            return bundle.clone();
        }
    }
    let newest = state
        .bundles
        .last()
        .map_or(Json::Null, |bundle| bundle.id.as_str().into());
    let types = state
        .types
        .iter()
        .map(|(type_id, history)| (type_id.clone(), versions(state, history)));
    let enums = state
        .enums
        .iter()
        .map(|(name, listed)| (name.clone(), labels(listed)));
    Json::Object(vec![
        ("registry_version".into(), 1_u32.into()),
        ("bundle_id".into(), newest),
        ("merged".into(), nested(state)),
        ("types".into(), Json::Object(types.collect())),
        ("enums".into(), Json::Object(enums.collect())),
    ])
}

fn versions(state: &State, history: &History) -> Json {
    let versions = history.versions.iter().filter_map(|(number, version)| {
        Some((number.to_string(), state.descriptor(version)?.clone()))
    });
    Json::Object(vec![("versions".into(), Json::Object(versions.collect()))])
}

fn labels(listed: &Enumeration) -> Json {
    Json::Object(
        listed
            .iter()
            .map(|(value, label)| (spelled(value), label.into()))
            .collect(),
    )
}

/// A reader takes the latest version of a nested type unless it is told otherwise here.
fn nested(state: &State) -> Json {
    let types = state.types.iter().filter_map(|(type_id, history)| {
        let versions: Vec<_> = history
            .versions
            .iter()
            .filter_map(|(number, version)| Some((number.to_string(), older(state, version)?)))
            .collect();
        (!versions.is_empty()).then(|| (type_id.clone(), Json::Object(versions)))
    });
    Json::Object(types.collect())
}

/// The nested types that a version reads by an older version than the latest.
fn older(state: &State, version: &Version) -> Option<Json> {
    let refs = version
        .model
        .fields
        .iter()
        .flat_map(|field| field.ty.refs());
    let inner: Map<&str, ()> = refs.map(|inner| (inner, ())).collect();
    let older: Vec<_> = inner
        .iter()
        .filter_map(|(inner, ())| {
            let current = state.nested_version(version, inner)?;
            (state.types.get(*inner)?.latest() != Some(current))
                .then(|| ((*inner).to_owned(), current.into()))
        })
        .collect();
    (!older.is_empty()).then_some(Json::Object(older))
}

/// Reads `merged`: for versions that the bundle lists, the versions of the types nested in them.
pub(super) fn read_nested<'a>(
    json: &'a Json,
    listed: &mut [TypeChange<'a>],
    place: &Place<'_>,
) -> Result<()> {
    let position: Map<&str, usize> = listed
        .iter()
        .enumerate()
        .map(|(at, change)| (change.type_id, at))
        .collect();
    let lists = |listed: &[TypeChange<'a>], type_id: &str, number: u32| {
        let at = *position.get(type_id)?;
        listed.get(at)?.listed.contains(number).then_some(at)
    };
    for (outer, versions) in entries(json, place)? {
        let place = place.key(outer);
        for (key, inners) in entries(versions, &place)? {
            let place = place.key(key);
            let number = version_key(key, &place)?;
            let Some(outer_at) = lists(listed, outer, number) else {
                return Err(place.malformed("a version that this bundle lists", "one it does not"));
            };
            let mut nested = Map::EMPTY;
            for (inner, version) in entries(inners, &place)? {
                let known = version
                    .as_u64()
                    .and_then(|version| u32::try_from(version).ok());
                let Some(known) = known.filter(|known| lists(listed, inner, *known).is_some())
                else {
                    let expected = "the number of a version that this bundle lists";
                    return Err(place.key(inner).malformed(expected, &shown_json(version)));
                };
                nested.insert(inner.as_str(), known);
            }
            if let Some(version) = listed
                .get_mut(outer_at)
                .and_then(|c| c.listed.get_mut(number))
            {
                version.nested = nested;
            }
        }
    }
    Ok(())
}
