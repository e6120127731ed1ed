//! Catalog JSON, in the reference's form: `{catalogId?, components: {Name: schema}, styles?: {name: schema}}`.
//!
//! Of JSON Schema it takes what the standard catalog is written in, and bounds: `type`, `properties`, `required`,
//! `additionalProperties` (a boolean), `items`, `enum`, `minItems`, `maxItems`, `minimum`, `maximum`, and the `pattern` of
//! a colour. A keyword that would constrain and is not among them is refused, so that no rule is lost in silence.

use super::{Bounds, Catalog, Exactly, Object, Property, Role, Shape};
use crate::a2ui::finding::quoted;
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::pointer::Pointer;

/// Most properties of an object.
const PROPERTIES: usize = 64;
/// Most objects and arrays inside each other.
const DEPTH: usize = 16;
/// The one pattern that is known: of a colour.
pub(super) const COLOUR: &str = "^#[0-9a-fA-F]{6}$";

/// Keywords that say nothing about which values are right.
const ANNOTATIONS: [&str; 8] = [
    "$comment",
    "$id",
    "$schema",
    "default",
    "deprecated",
    "description",
    "examples",
    "title",
];

/// What is known of where a schema stands.
#[derive(Clone, Copy, Default)]
struct Around<'a> {
    /// The name of the property.
    name: &'a str,
    /// The name of the property that its object is.
    outer: &'a str,
    /// Whether its object is a bound value.
    bound: bool,
    depth: usize,
    /// The type of component.
    component: &'a str,
}

/// Reads a catalog; `id` where it names none.
pub(super) fn read(json: &Json, id: &str) -> Result<Catalog> {
    let at = Pointer::root();
    let mut catalog_id = id.to_owned();
    let (mut components, mut styles) = (None, Object::default());
    styles.open = true;
    for (key, value) in object(json, &at, "a catalog, an object")? {
        let place = at.key(key);
        match key.as_str() {
            "catalogId" => catalog_id = text(value, &place)?.to_owned(),
            "components" => {
                let mut all = Vec::new();
                for (name, schema) in object(value, &place, "an object of components")? {
                    let around = Around {
                        component: name,
                        ..Around::default()
                    };
                    let place = place.key(name);
                    let Shape::Object(object) = shape(schema, &place, around)? else {
                        return Err(refuse("a schema of type object", "another", &place));
                    };
                    all.push((name.clone(), object));
                }
                components = Some(all);
            }
            "styles" => styles.properties = properties(value, &place, Around::default())?,
            key if ANNOTATIONS.contains(&key) => {}
            key => {
                let expected = "only catalogId, components and styles";
                return Err(refuse(expected, &quoted(key), &place));
            }
        }
    }
    let Some(components) = components else {
        return Err(refuse("components", "none", &at));
    };
    Ok(Catalog::new(catalog_id, components, styles))
}

fn shape(json: &Json, at: &Pointer, around: Around<'_>) -> Result<Shape> {
    let entries = object(json, at, "a schema, an object")?;
    if around.depth > DEPTH {
        let expected = format!("at most {DEPTH} schemas inside each other");
        return Err(refuse(&expected, "more", at));
    }
    let kind = json.get("type").map(|kind| text(kind, &at.key("type")));
    let kind = kind.transpose()?;
    let allowed: &[&str] = match kind {
        Some("string") => &["enum", "pattern"],
        Some("number" | "integer") => &["minimum", "maximum"],
        Some("array") => &["items", "minItems", "maxItems"],
        Some("object") => &["properties", "required", "additionalProperties"],
        _ => &[],
    };
    for (key, _) in entries {
        let known = key == "type" || allowed.contains(&key.as_str());
        if !known && !ANNOTATIONS.contains(&key.as_str()) {
            let expected = match (kind, allowed) {
                (None, _) => "a type beside it".to_owned(),
                (Some(kind), []) => format!("no keyword beside the type {kind}"),
                (Some(kind), _) => format!(
                    "no keyword but {} beside the type {kind}",
                    allowed.join(", ")
                ),
            };
            return Err(refuse(&expected, &quoted(key), &at.key(key)));
        }
    }
    let bounds = |least: &str, most: &str| bounds(json, least, most, at);
    Ok(match kind {
        None => Shape::Any,
        Some("string") => string(json, at, around)?,
        Some("boolean") => Shape::Boolean,
        Some("number") => Shape::Number(bounds("minimum", "maximum")?),
        Some("integer") => Shape::Integer(bounds("minimum", "maximum")?),
        Some("array") => {
            let inner = Around {
                depth: around.depth + 1,
                ..around
            };
            let item = json
                .get("items")
                .map(|items| shape(items, &at.key("items"), inner));
            let item = item.transpose()?.unwrap_or(Shape::Any);
            Shape::List(Box::new(item), bounds("minItems", "maxItems")?)
        }
        Some("object") => Shape::Object(members(json, at, around)?),
        Some(other) => {
            let expected = "one of string, number, integer, boolean, array, object";
            return Err(refuse(expected, &quoted(other), &at.key("type")));
        }
    })
}

fn string(json: &Json, at: &Pointer, around: Around<'_>) -> Result<Shape> {
    if let Some(values) = json.get("enum") {
        let at = at.key("enum");
        let values = list(values, &at)?.iter().enumerate();
        let values = values.map(|(index, value)| text(value, &at.index(index)));
        return Ok(Shape::Enum(values.collect::<Result<_>>()?));
    }
    match json.get("pattern") {
        None => Ok(Shape::Text(role(around))),
        Some(pattern) if pattern.as_str() == Some(COLOUR) => Ok(Shape::Colour),
        Some(pattern) => Err(refuse(
            &format!("no pattern but {COLOUR}"),
            &quoted(pattern.as_str().unwrap_or("another")),
            &at.key("pattern"),
        )),
    }
}

/// What a string means, by its name.
fn role(around: Around<'_>) -> Role {
    let Around { name, outer, .. } = around;
    let is_reference = matches!(name, "child" | "componentId" | "explicitList");
    match name {
        _ if is_reference || name.ends_with("Child") => Role::Component,
        "path" if around.bound => Role::Path,
        "dataBinding" => Role::Path,
        "literalString" if outer == "url" && around.component == "Image" => Role::Picture,
        "literalString" if outer == "url" => Role::Url,
        "name" if outer == "action" => Role::Action,
        "key" if outer == "context" => Role::ContextKey,
        _ => Role::Plain,
    }
}

fn members(json: &Json, at: &Pointer, around: Around<'_>) -> Result<Object> {
    let given = json.get("properties").and_then(Json::as_object);
    let has = |name: &str| given.is_some_and(|all| all.iter().any(|(key, _)| key == name));
    let literal = |(key, _): &(String, Json)| key.starts_with("literal");
    let bound = has("path") && given.is_some_and(|all| all.iter().any(literal));
    let children = has("explicitList") && has("template");
    let inner = Around {
        name: "",
        outer: around.name,
        bound,
        depth: around.depth + 1,
        component: around.component,
    };
    let mut object = Object {
        open: true,
        exactly: match (bound, children) {
            (true, _) => Exactly::Bound,
            (_, true) => Exactly::Children,
            _ => Exactly::Free,
        },
        ..Object::default()
    };
    if let Some(given) = json.get("properties") {
        object.properties = properties(given, &at.key("properties"), inner)?;
    }
    if let Some(open) = json.get("additionalProperties") {
        let place = at.key("additionalProperties");
        let wrong = || refuse("a boolean", open.kind(), &place);
        object.open = open.as_bool().ok_or_else(wrong)?;
    }
    if let Some(required) = json.get("required") {
        let at = at.key("required");
        for (index, name) in list(required, &at)?.iter().enumerate() {
            let name = text(name, &at.index(index))?;
            match object.property(name) {
                Some((row, _)) => object.required |= 1 << row,
                None => {
                    let found = quoted(name);
                    return Err(refuse("the name of a property", &found, &at.index(index)));
                }
            }
        }
    }
    Ok(object)
}

fn properties(json: &Json, at: &Pointer, around: Around<'_>) -> Result<Vec<Property>> {
    let given = object(json, at, "an object of properties")?;
    if given.len() > PROPERTIES {
        let expected = format!("at most {PROPERTIES} properties");
        return Err(refuse(&expected, &given.len().to_string(), at));
    }
    let read = |(name, schema): &(String, Json)| {
        let around = Around { name, ..around };
        Ok(Property {
            name: name.clone(),
            shape: shape(schema, &at.key(name), around)?,
        })
    };
    given.iter().map(read).collect()
}

fn bounds(json: &Json, least: &str, most: &str, at: &Pointer) -> Result<Bounds> {
    let bound = |name: &str| match json.get(name) {
        None => Ok(None),
        Some(Json::Number(number)) => Ok(number.as_f64().filter(|bound| bound.is_finite())),
        Some(other) => Err(refuse("a number", other.kind(), &at.key(name))),
    };
    Ok(Bounds {
        least: bound(least)?,
        most: bound(most)?,
    })
}

fn object<'j>(json: &'j Json, at: &Pointer, expected: &str) -> Result<&'j [(String, Json)]> {
    let wrong = || refuse(expected, json.kind(), at);
    json.as_object().ok_or_else(wrong)
}

fn list<'j>(json: &'j Json, at: &Pointer) -> Result<&'j [Json]> {
    let wrong = || refuse("an array", json.kind(), at);
    json.as_array().ok_or_else(wrong)
}

fn text<'j>(json: &'j Json, at: &Pointer) -> Result<&'j str> {
    let wrong = || refuse("a string", json.kind(), at);
    json.as_str().ok_or_else(wrong)
}

#[cold]
fn refuse(expected: &str, found: &str, at: &Pointer) -> Error {
    let what = "a catalog cannot be read";
    Error::mismatch(Code::BadRequest, what, expected, found).at(at.clone())
}
