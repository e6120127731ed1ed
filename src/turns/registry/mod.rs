//! The type registry: bundles of type descriptors, the rules of their evolution, and lookup.
//! Sections 4.1 to 4.3 of the turn store's client specification.
//!
//! A [`Registry`] takes bundles one after the other. A bundle is read and held to every rule
//! ([`Rule::TABLE`]) before anything changes, so a refused bundle leaves no trace. What is known only
//! grows: types, versions, tags and enum values are never taken back.
//!
//! What the specification leaves open is decided so:
//!
//! - A bundle may leave out known types, versions and enums. An enum that it lists, it lists whole.
//! - Version numbers may have gaps. A type has at least one version.
//! - A tag is bound to what is *stored*: type, items, keys, values, ref and enum. Name, `optional` (the
//!   field's, and that of what stands in its lists and maps), `tombstone` and `semantic` may differ from
//!   version to version, not within one. A tag that was left out or was a tombstone may come back with
//!   its type.
//! - A tombstone's name is free for another field (a change of type is a tombstone and a new tag, and
//!   the new field usually wants the old name). A tombstone may leave out name and, where an earlier
//!   version has the tag, type.
//! - Labels are unique within an enum, because a writer looks values up by label.
//! - Only time is a `semantic` that projection knows, and it wants an integer; any other (`url`,
//!   `markdown`) is kept as written and ignored, like every key that is not known.
//! - An optional member that is `null` is absent. A key repeated in an object that is read is an error.
//! - A bundle's id has at most 1,024 bytes and is neither `.` nor `..`, which no URL can name.
//! - A type may nest itself. A TypeID spelled like a built-in type is only reached by `ref`.
//!
//! A **merged bundle** ([`Registry::merged`]) is the union of all bundles, for readers. It has the
//! newest bundle's id and one more key, `merged`: an object of TypeIDs, of versions, of nested TypeIDs
//! with the version to read them by, wherever that is not the latest. Because of that key it is not
//! taken for the bundle whose id it has.

mod change;
mod enums;
mod field;
mod merged;
mod model;
mod msgpack;
mod object;
mod rules;
mod state;
mod versions;

pub use model::{Enumeration, Field, FieldType, TypeVersion};
pub use rules::Rule;

use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::limits::Limits;
use state::State;
use std::sync::Arc;

/// Types and enums by name, as bundles described them. A clone shares what is known.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    state: Arc<State>,
}

/// A bundle that broke no rule, and what it will change.
pub struct Checked<'a> {
    change: change::Change<'a>,
    bundle: &'a Arc<Json>,
}

/// What became of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It is new: 201.
    Created,
    /// It was there already: 204.
    Unchanged,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Registry::default()
    }

    /// Takes a bundle in. One that did not come from [`Json::parse`] must nest no deeper than that allows.
    ///
    /// # Errors
    /// `Unprocessable` (with `expected` and `found`) where the bundle has not the form of section 4.1;
    /// `Conflict` (with `rule`, and `type_id`, `type_version`, `tag` where they apply) where it breaks a
    /// rule. Both point at the place, and the registry is as before.
    pub fn put(&mut self, bundle: &Json) -> Result<Put> {
        self.admit(bundle, || Arc::new(bundle.clone()))
    }

    /// Takes a bundle in, from its JSON text of at most [`Limits::bundle_bytes`].
    ///
    /// # Errors
    /// Those of [`Registry::put`]; `Unprocessable` for a longer text, `BadRequest` where it is not JSON.
    pub fn put_text(&mut self, text: &[u8]) -> Result<Put> {
        short_enough(text)?;
        let bundle = Arc::new(Json::parse(text)?);
        self.admit(&bundle, || Arc::clone(&bundle))
    }

    /// Reads a bundle: JSON, or msgpack that says the same, with tags as integers where the writer likes. Nothing is
    /// held to the rules yet.
    ///
    /// Apart from [`Registry::put_text`], so that a browser, which gets its bundles as JSON, does not load it.
    ///
    /// # Errors
    /// `Unprocessable` for more than [`Limits::bundle_bytes`], `BadRequest` where it is neither.
    pub fn read(text: &[u8]) -> Result<Json> {
        short_enough(text)?;
        if msgpack::is_map(text) {
            msgpack::read(text, &Limits::DEFAULT)
        } else {
            Json::parse(text)
        }
    }

    /// Holds a bundle to every rule, as [`Registry::put`] does, and changes nothing yet: a host stores it in between.
    /// `None` where it is there already.
    ///
    /// # Errors
    /// Those of [`Registry::put`].
    pub fn check<'a>(&self, bundle: &'a Arc<Json>) -> Result<Option<Checked<'a>>> {
        let change = change::check(bundle, &self.state)?;
        Ok(change.map(|change| Checked { change, bundle }))
    }

    /// Takes in what [`Registry::check`] let through; nothing else may have been taken in since then, since the rules
    /// are not asked again.
    pub fn apply(&mut self, checked: Checked<'_>) {
        let Checked { change, bundle } = checked;
        Arc::make_mut(&mut self.state).apply(change, Arc::clone(bundle));
    }

    fn admit(&mut self, bundle: &Json, kept: impl FnOnce() -> Arc<Json>) -> Result<Put> {
        let Some(change) = change::check(bundle, &self.state)? else {
            return Ok(Put::Unchanged);
        };
        Arc::make_mut(&mut self.state).apply(change, kept());
        Ok(Put::Created)
    }

    /// The newest bundle's id.
    pub fn bundle_id(&self) -> Option<&str> {
        self.state.bundles.last().map(|bundle| bundle.id.as_str())
    }

    /// The ids of all bundles, in order of arrival.
    pub fn bundle_ids(&self) -> impl Iterator<Item = &str> {
        let ids = self
            .state
            .bundles
            .iter()
            .map(|bundle| bundle.id.as_str())
            .enumerate();
        ids.filter(|(number, id)| self.state.is_current(*number, id))
            .map(|(_, id)| id)
    }

    /// A bundle as it was put.
    pub fn bundle(&self, id: &str) -> Option<&Json> {
        self.state.bundle(id)
    }

    /// A version's object as the last bundle that lists it wrote it; the latest version's without a number.
    pub fn descriptor(&self, type_id: &str, version: Option<u32>) -> Option<&Json> {
        let number = version.or_else(|| self.latest(type_id))?;
        self.state.descriptor(self.state.version(type_id, number)?)
    }

    /// One bundle that says all that this registry knows, and can be put into another one.
    ///
    /// A registry of one bundle gives that bundle as it was put. See the module's page for the form.
    pub fn merged(&self) -> Json {
        merged::merged(&self.state)
    }

    /// The highest version of a type.
    pub fn latest(&self, type_id: &str) -> Option<u32> {
        self.state.types.get(type_id)?.latest()
    }

    /// A version of a type.
    pub fn version(&self, type_id: &str, version: u32) -> Option<&TypeVersion> {
        self.state
            .version(type_id, version)
            .map(|version| &*version.model)
    }

    /// The version by which to read an `inner_type` nested directly in a value of the outer type: the
    /// version current in the last bundle that lists the outer one, which is the highest that the bundle
    /// lists, else the highest that was known then. A registry that holds the merged bundle of this one
    /// answers the same for every type that the outer version refers to.
    pub fn nested_version(
        &self,
        outer_type: &str,
        outer_version: u32,
        inner_type: &str,
    ) -> Option<u32> {
        self.state
            .nested_version(self.state.version(outer_type, outer_version)?, inner_type)
    }

    /// An enumeration.
    pub fn enumeration(&self, name: &str) -> Option<&Enumeration> {
        self.state.enums.get(name).map(|listed| &**listed)
    }
}

fn short_enough(text: &[u8]) -> Result<()> {
    let limit = Limits::DEFAULT.bundle_bytes;
    if text.len() <= limit {
        return Ok(());
    }
    let (expected, found) = (
        format!("at most {limit} bytes"),
        format!("{} bytes", text.len()),
    );
    Err(Error::mismatch(
        Code::Unprocessable,
        "registry bundle",
        expected,
        found,
    ))
}
