//! What the registry knows.

use super::change::{Change, TypeChange};
use super::model::{Enumeration, FieldType, TypeVersion};
use crate::json::Json;
use crate::map::{sorted_order, Map};
use std::sync::Arc;

/// Everything that bundles said. Maps are ordered, so that no output depends on hashing.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// In order of arrival; a bundle's number is its position.
    pub(super) bundles: Vec<Bundle>,
    ids: Map<String, Numbers>,
    pub(super) types: Map<String, Arc<History>>,
    pub(super) enums: Map<String, Arc<Enumeration>>,
}

#[derive(Debug, Clone)]
pub(super) struct Bundle {
    pub(super) id: String,
    json: Arc<Json>,
}

/// A merged bundle has the id of the newest bundle that it stands for, so both may be there.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    published: Option<usize>,
    merged: Option<usize>,
}

/// All of one type.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    pub(super) versions: Map<u32, Version>,
    /// What each tag ever used is bound to.
    pub(super) tags: Map<u64, FieldType>,
    /// The bundles that list the type, ascending.
    listings: Vec<Listing>,
}

#[derive(Debug, Clone, Copy)]
struct Listing {
    bundle: usize,
    /// The highest version in the bundle.
    listed: u32,
    /// The highest version in all bundles up to this one.
    known: u32,
}

#[derive(Debug, Clone)]
pub(super) struct Version {
    pub(super) model: Arc<TypeVersion>,
    /// The last bundle that lists the version, and where.
    bundle: usize,
    descriptor: Descriptor,
    nested: Map<String, u32>,
}

/// Where in a bundle a version stands: the positions of `types`, the type, `versions`, the version.
#[derive(Debug, Clone, Copy)]
pub(super) struct Descriptor {
    pub(super) path: [usize; 4],
}

impl State {
    /// Takes a checked change in.
    pub(super) fn apply(&mut self, change: Change<'_>, json: Arc<Json>) {
        let number = self.bundles.len();
        let Change {
            bundle_id,
            merged,
            enums,
            types,
        } = change;
        self.bundles.push(Bundle {
            id: bundle_id.to_owned(),
            json,
        });
        let numbers = self
            .ids
            .get_or_insert_with(bundle_id.to_owned(), Numbers::default);
        if merged {
            numbers.merged = Some(number);
        } else {
            numbers.published = Some(number);
        }
        for (name, listed) in enums {
            self.enums.insert(name.to_owned(), Arc::new(listed));
        }
        for listed in types {
            let history = self
                .types
                .get_or_insert_with(listed.type_id.to_owned(), Arc::default);
            Arc::make_mut(history).apply(listed, number);
        }
    }

    /// The bundle of that id among the merged ones or among the others.
    pub(super) fn bundle_of_kind(&self, id: &str, merged: bool) -> Option<&Json> {
        let numbers = self.ids.get(id)?;
        let number = if merged {
            numbers.merged
        } else {
            numbers.published
        }?;
        Some(&self.bundles.get(number)?.json)
    }

    /// The bundle of that id as published, else as merged.
    pub(super) fn bundle(&self, id: &str) -> Option<&Json> {
        self.bundle_of_kind(id, false)
            .or_else(|| self.bundle_of_kind(id, true))
    }

    /// Whether `bundle` gives the bundle of this number under its id.
    pub(super) fn is_current(&self, number: usize, id: &str) -> bool {
        self.ids
            .get(id)
            .is_some_and(|numbers| numbers.published.or(numbers.merged) == Some(number))
    }

    pub(super) fn version(&self, type_id: &str, version: u32) -> Option<&Version> {
        self.types.get(type_id)?.versions.get(version)
    }

    /// The version's object as the last bundle that lists it has it.
    pub(super) fn descriptor(&self, version: &Version) -> Option<&Json> {
        let bundle: &Json = &self.bundles.get(version.bundle)?.json;
        version
            .descriptor
            .path
            .iter()
            .try_fold(bundle, |json, position| {
                json.as_object()?.get(*position).map(|(_, value)| value)
            })
    }

    pub(super) fn nested_version(&self, outer: &Version, inner_type: &str) -> Option<u32> {
        let inner = self.types.get(inner_type)?;
        outer
            .nested
            .get(inner_type)
            .copied()
            .or_else(|| inner.current_in(outer.bundle))
    }
}

impl History {
    pub(super) fn latest(&self) -> Option<u32> {
        self.versions.last().map(|(number, _)| *number)
    }

    /// The version current in a bundle: the highest it lists, else the highest known then, else the latest.
    fn current_in(&self, bundle: usize) -> Option<u32> {
        let after = self
            .listings
            .partition_point(|listing| listing.bundle <= bundle);
        match after
            .checked_sub(1)
            .and_then(|last| self.listings.get(last))
        {
            Some(listing) if listing.bundle == bundle => Some(listing.listed),
            Some(listing) => Some(listing.known),
            None => self.latest(),
        }
    }

    fn apply(&mut self, change: TypeChange<'_>, bundle: usize) {
        for (tag, ty) in change.tags.into_entries() {
            self.tags.insert(tag, ty);
        }
        let mut highest = 0;
        for (number, listed) in change.listed.into_entries() {
            highest = number;
            let nested = listed
                .nested
                .into_entries()
                .into_iter()
                .map(|(inner, n)| (inner.to_owned(), n))
                .collect();
            let descriptor = listed.descriptor;
            match (listed.new, self.versions.get_mut(number)) {
                (Some(model), _) => {
                    let version = Version {
                        model: Arc::new(model),
                        bundle,
                        descriptor,
                        nested,
                    };
                    self.versions.insert(number, version);
                }
                (None, Some(version)) => {
                    (version.bundle, version.descriptor, version.nested) =
                        (bundle, descriptor, nested);
                }
                (None, None) => {}
            }
        }
        let known = self.latest().unwrap_or(highest);
        self.listings.push(Listing {
            bundle,
            listed: highest,
            known,
        });
    }
}

/// Equal but for the order of keys in objects.
pub(super) fn same_content(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_content(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            let (a, b) = (by_key(a), by_key(b));
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.0 == b.0 && same_content(&a.1, &b.1))
        }
        _ => a == b,
    }
}

fn by_key(entries: &[(String, Json)]) -> Vec<&(String, Json)> {
    let order = sorted_order(entries.len(), &mut |a, b| entries[a].0.cmp(&entries[b].0));
    order.into_iter().map(|index| &entries[index]).collect()
}
