//! Reading one field and its type.

use super::model::{is_time, FieldType};
use super::object::Object;
use super::rules::{shown, shown_json, Place, Rule};
use crate::error::Result;
use crate::json::Json;
use crate::limits::Limits;

/// Which names a field may point at: what earlier bundles described, and what this one does.
pub(super) trait Names {
    fn has_type(&self, type_id: &str) -> bool;
    fn has_enum(&self, name: &str) -> bool;
}

/// What of a field's type is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// What is projected: an integer with `semantic: "unix_ms"` is a time, an item of a list may be optional.
    Shown,
    /// What is stored: such an integer is an integer, and whether nil may stand there may change from version to
    /// version, as it may for fields. A tag is bound to this for ever.
    Stored,
}

/// The type of a field object; `None` where it gives none.
pub(super) fn read_type(
    object: &Object<'_>,
    names: &dyn Names,
    side: Side,
    place: &Place<'_>,
) -> Result<Option<FieldType>> {
    Reader { names, side }.field(object, place, Limits::DEFAULT.depth)
}

struct Reader<'n> {
    names: &'n dyn Names,
    side: Side,
}

impl Reader<'_> {
    fn field(
        &self,
        object: &Object<'_>,
        place: &Place<'_>,
        depth: u32,
    ) -> Result<Option<FieldType>> {
        let Some(name) = object.text("type", place)? else {
            return Ok(None);
        };
        let ty = self.named(name, &place.key("type"), object, place, depth)?;
        let ty = self.with_semantic(ty, object, place)?;
        self.with_enum(ty, object, place).map(Some)
    }

    /// The type of that name, with what the object says of it.
    fn named(
        &self,
        name: &str,
        name_place: &Place<'_>,
        object: &Object<'_>,
        place: &Place<'_>,
        depth: u32,
    ) -> Result<FieldType> {
        let inner = |key, missing| self.inner(object, key, missing, place, depth).map(Box::new);
        match name {
            "array" => Ok(FieldType::Array(inner("items", FieldType::Any)?)),
            "map" => Ok(FieldType::Map {
                keys: inner("keys", FieldType::String)?,
                values: inner("values", FieldType::Any)?,
            }),
            "ref" => self.reference(object, place),
            name => match FieldType::plain(name) {
                Some(ty) => Ok(ty),
                None if self.names.has_type(name) => Ok(FieldType::Ref(name.to_owned())),
                None => {
                    let finding = format!("the type {} is unknown", shown(name));
                    Err(name_place.conflict(Rule::TYPE_UNKNOWN, &finding))
                }
            },
        }
    }

    /// `items`, `keys` or `values`: a type name or a field object.
    fn inner(
        &self,
        object: &Object<'_>,
        key: &str,
        missing: FieldType,
        place: &Place<'_>,
        depth: u32,
    ) -> Result<FieldType> {
        let Some(json) = object.get(key) else {
            return Ok(missing);
        };
        let place = place.key(key);
        let Some(depth) = depth.checked_sub(1) else {
            let expected = format!("nesting of at most {}", Limits::DEFAULT.depth);
            return Err(place.malformed(&expected, "more"));
        };
        match json {
            Json::String(name) => self.named(name, &place, &Object::EMPTY, &place, depth),
            Json::Object(_) => {
                let object = Object::read(json, &place)?;
                let optional = object.flag("optional", &place)?;
                match self.field(&object, &place, depth)? {
                    Some(ty) if optional && self.side == Side::Shown => {
                        Ok(FieldType::Optional(Box::new(ty)))
                    }
                    Some(ty) => Ok(ty),
                    None => Err(place.key("type").malformed("a type name", "nothing")),
                }
            }
            other => Err(place.malformed("a type name or a field object", &shown_json(other))),
        }
    }

    fn reference(&self, object: &Object<'_>, place: &Place<'_>) -> Result<FieldType> {
        let Some(type_id) = object.text("ref", place)? else {
            return Err(place
                .key("ref")
                .malformed("the TypeID that a field of type ref nests", "nothing"));
        };
        if !self.names.has_type(type_id) {
            let finding = format!(
                "the ref names {}, which no bundle describes",
                shown(type_id)
            );
            return Err(place.key("ref").conflict(Rule::REF_UNKNOWN, &finding));
        }
        Ok(FieldType::Ref(type_id.to_owned()))
    }

    /// Only time is a semantic that changes projection; others are hints for people's eyes.
    fn with_semantic(
        &self,
        ty: FieldType,
        object: &Object<'_>,
        place: &Place<'_>,
    ) -> Result<FieldType> {
        match object.text("semantic", place)? {
            Some(semantic) if is_time(semantic) => match ty {
                FieldType::UInt(_) | FieldType::Int(_) if self.side == Side::Stored => Ok(ty),
                FieldType::UInt(_) | FieldType::Int(_) => Ok(FieldType::Time(Box::new(ty))),
                FieldType::Time(_) => Ok(ty),
                other => {
                    let finding = format!(
                        "the semantic {semantic} stands on a field of type {}",
                        other.name()
                    );
                    Err(place
                        .key("semantic")
                        .conflict(Rule::SEMANTIC_ON_NON_INTEGER, &finding))
                }
            },
            _ => Ok(ty),
        }
    }

    fn with_enum(
        &self,
        ty: FieldType,
        object: &Object<'_>,
        place: &Place<'_>,
    ) -> Result<FieldType> {
        let Some(name) = object.text("enum", place)? else {
            return Ok(ty);
        };
        let place = place.key("enum");
        if !matches!(ty, FieldType::UInt(_) | FieldType::Int(_)) {
            let finding = format!(
                "the enum {} stands on a field of type {}",
                shown(name),
                ty.name()
            );
            return Err(place.conflict(Rule::ENUM_ON_NON_INTEGER, &finding));
        }
        if !self.names.has_enum(name) {
            let finding = format!(
                "the field names the enum {}, which no bundle lists",
                shown(name)
            );
            return Err(place.conflict(Rule::ENUM_UNKNOWN, &finding));
        }
        Ok(FieldType::Enum {
            base: Box::new(ty),
            name: name.to_owned(),
        })
    }
}
