//! Reading one type of a bundle: its versions, ascending, and their fields.

use super::change::{Listed, TypeChange};
use super::field::{read_type, Names, Side};
use super::model::{Field, FieldType, TypeVersion};
use super::object::{entries, tag_key, version_key, Object};
use super::rules::{shown, Place, Rule};
use super::state::{Descriptor, History};
use crate::error::Result;
use crate::json::Json;
use crate::map::Map;

pub(super) struct Reader<'r> {
    pub(super) names: &'r dyn Names,
    /// What earlier bundles said of the type.
    pub(super) known: Option<&'r History>,
    /// Where the type stands: the positions of `types` and of the type in it.
    pub(super) at: [usize; 2],
}

impl Reader<'_> {
    pub(super) fn read<'a>(
        &self,
        type_id: &'a str,
        json: &Json,
        place: &Place<'_>,
    ) -> Result<TypeChange<'a>> {
        if type_id.is_empty() {
            return Err(place.malformed("a TypeID that is not empty", "an empty one"));
        }
        let object = Object::read(json, place)?;
        let (versions_at, versions) =
            object.require("versions", "an object of versions by number", place)?;
        let place = place.key("versions");
        let mut ascending = Map::EMPTY;
        for (version_at, (key, json)) in entries(versions, &place)?.iter().enumerate() {
            let place = place.key(key);
            let number = version_key(key, &place)?;
            if !ascending.insert(number, (version_at, key, json)) {
                return Err(place.malformed("each version once", "the version twice"));
            }
        }
        if ascending.is_empty() {
            return Err(place.malformed("at least one version", "none"));
        }
        let [types_at, type_at] = self.at;
        let mut tags = Map::EMPTY;
        let mut listed = Map::EMPTY;
        for (&number, &(version_at, key, json)) in ascending.iter() {
            let place = place.key(key).of_version(number);
            let descriptor = Descriptor {
                path: [types_at, type_at, versions_at, version_at],
            };
            let new = self.version(number, json, &mut tags, &place)?;
            listed.insert(
                number,
                Listed {
                    descriptor,
                    new,
                    nested: Map::EMPTY,
                },
            );
        }
        Ok(TypeChange {
            type_id,
            listed,
            tags,
        })
    }

    /// The version where it is new: above all published ones. A published one must be as it was.
    fn version(
        &self,
        number: u32,
        json: &Json,
        tags: &mut Map<u64, FieldType>,
        place: &Place<'_>,
    ) -> Result<Option<TypeVersion>> {
        if let Some(published) = self.known.and_then(|known| known.versions.get(number)) {
            // The tags of a published version are bound; what it binds here is compared as a whole.
            let listed = self.fields(json, None, place)?;
            if *published.model == listed {
                return Ok(None);
            }
            let finding = format!("version {number} is not as it was published");
            return Err(place.conflict(Rule::VERSION_CHANGED, &finding));
        }
        match self
            .known
            .and_then(History::latest)
            .filter(|latest| *latest > number)
        {
            None => self.fields(json, Some(tags), place).map(Some),
            Some(latest) => {
                let finding = format!("version {number} is new, but {latest} is published already");
                Err(place.conflict(Rule::VERSION_NOT_MONOTONIC, &finding))
            }
        }
    }

    /// The fields of a version. A new version comes with the tags that the new versions below it bind;
    /// its fields are held to those and to the published ones, and bind their own.
    fn fields(
        &self,
        json: &Json,
        mut new_tags: Option<&mut Map<u64, FieldType>>,
        place: &Place<'_>,
    ) -> Result<TypeVersion> {
        let object = Object::read(json, place)?;
        let (_, listed) = object.require("fields", "an object of fields by tag", place)?;
        let place = place.key("fields");
        let mut fields: Map<u64, Field> = Map::EMPTY;
        let mut names = Map::EMPTY;
        for (key, json) in entries(listed, &place)? {
            let place = place.key(key);
            let tag = tag_key(key, &place)?;
            let place = place.of_tag(tag);
            if tag == 0 {
                return Err(place.conflict(Rule::TAG_ZERO, "a field has tag 0"));
            }
            if fields.contains(tag) {
                let finding = format!("tag {tag} stands on two fields");
                return Err(place.conflict(Rule::TAG_REPEATED, &finding));
            }
            let object = Object::read(json, &place)?;
            let published = self.known.and_then(|known| known.tags.get(tag));
            let bound = published.or_else(|| new_tags.as_ref()?.get(tag));
            let field = field(tag, &object, bound, self.names, &place)?;
            if !field.tombstone && !names.insert(field.name.clone(), ()) {
                let finding = format!("the name {} stands on two fields", shown(&field.name));
                return Err(place
                    .key("name")
                    .conflict(Rule::FIELD_NAME_REPEATED, &finding));
            }
            if let Some(tags) = &mut new_tags {
                let stored = read_type(&object, self.names, Side::Stored, &place)?;
                match (stored, published.or_else(|| tags.get(tag))) {
                    (Some(stored), Some(bound)) if stored != *bound => {
                        let (was, is) = (bound.name(), stored.name());
                        let finding = format!("tag {tag} was published as {was} and is {is} here");
                        return Err(place.conflict(Rule::TAG_REUSED, &finding));
                    }
                    (Some(stored), None) => {
                        tags.insert(tag, stored);
                    }
                    _ => {}
                }
            }
            fields.insert(tag, field);
        }
        Ok(TypeVersion {
            fields: fields.into_sorted().map(|(_, field)| field).collect(),
        })
    }
}

/// One field; a tombstone may leave its name out, and its type where the tag is bound.
fn field(
    tag: u64,
    object: &Object<'_>,
    bound: Option<&FieldType>,
    names: &dyn Names,
    place: &Place<'_>,
) -> Result<Field> {
    let optional = object.flag("optional", place)?;
    let tombstone = object.flag("tombstone", place)?;
    let name = match object.text("name", place)? {
        Some(name) => name.to_owned(),
        None if tombstone => String::new(),
        None => {
            return Err(place
                .key("name")
                .malformed("a string that is not empty", "nothing"))
        }
    };
    let ty = match (read_type(object, names, Side::Shown, place)?, bound) {
        (Some(ty), _) => ty,
        (None, Some(bound)) if tombstone => bound.clone(),
        (None, _) => {
            let expected = match tombstone {
                true => "a type name, because no published version has this tag",
                false => "a type name",
            };
            return Err(place.key("type").malformed(expected, "nothing"));
        }
    };
    Ok(Field {
        tag,
        name,
        ty,
        optional,
        tombstone,
    })
}
