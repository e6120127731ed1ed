//! A catalog: which components there are, and what each takes. Of no version; read from a table or from catalog JSON.
//!
//! Catalog JSON says what a value looks like, not what it means. Meaning goes by name, as in the standard catalog:
//! `child`, `…Child` and `componentId` are ids of components, `explicitList` lists them, `path` and `dataBinding` are
//! paths, `path` beside `literal…` is a bound value, `explicitList` beside `template` are children, a `url` is an address.

mod read;
mod write;

use super::names::{same, Names};
use crate::error::Result;
use crate::json::Json;

/// Components by name, and what `beginRendering` may say about style.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// Its id, which surfaces name.
    pub id: String,
    names: Names,
    objects: Vec<Object>,
    /// The styles that have a rule; others pass.
    pub styles: Object,
}

impl Catalog {
    /// A catalog of these components.
    pub fn new(id: String, components: Vec<(String, Object)>, styles: Object) -> Catalog {
        let mut catalog = Catalog {
            id,
            styles,
            ..Catalog::default()
        };
        for (name, object) in components {
            let number = catalog.names.number(&name) as usize;
            match catalog.objects.get_mut(number) {
                Some(place) => *place = object,
                None => catalog.objects.push(object),
            }
        }
        catalog
    }

    /// Reads catalog JSON, in the reference's form: `{catalogId?, components, styles?}`. `id` is its id where it names
    /// none.
    ///
    /// # Errors
    /// `BadRequest` with a pointer, also for a keyword of JSON Schema that is not known here.
    pub fn of_json(json: &Json, id: &str) -> Result<Catalog> {
        read::read(json, id)
    }

    /// What a component of that type takes.
    #[inline]
    pub fn component(&self, kind: &str) -> Option<&Object> {
        self.numbered(kind).map(|(_, object)| object)
    }

    /// What a component of that type takes, and the type's place among all.
    #[inline]
    pub fn numbered(&self, kind: &str) -> Option<(u32, &Object)> {
        let number = self.names.find(kind)?;
        Some((number, self.objects.get(number as usize)?))
    }

    /// The types of component, each with what it takes.
    pub fn components(&self) -> impl Iterator<Item = (&str, &Object)> {
        let names = (0..).map(|number| self.names.name(number));
        names.zip(&self.objects)
    }
}

/// What an object holds; at most 64 properties.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object {
    /// Its properties.
    pub properties: Vec<Property>,
    /// Those that must be there: a bit for each, the first the lowest.
    pub required: u64,
    /// Whether others may be there too.
    pub open: bool,
    /// Which of its properties exclude each other.
    pub exactly: Exactly,
}

impl Object {
    /// The property of that name, and its place.
    #[inline]
    pub fn property(&self, name: &str) -> Option<(usize, &Property)> {
        self.property_of(name.as_bytes())
    }

    /// The properties that must be there, without those of `seen`.
    pub fn missing(&self, seen: u64) -> impl Iterator<Item = &Property> {
        let mut missing = self.required & !seen;
        core::iter::from_fn(move || {
            let property = self.properties.get(missing.trailing_zeros() as usize)?;
            missing &= missing - 1;
            Some(property)
        })
    }

    /// The property whose name has those bytes, and its place.
    #[inline]
    pub fn property_of(&self, name: &[u8]) -> Option<(usize, &Property)> {
        let mut rows = self.properties.iter().enumerate();
        rows.find(|(_, property)| same(property.name.as_bytes(), name))
    }
}

/// A property.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What its value is.
    pub shape: Shape,
}

/// Which properties of an object exclude each other: the rules that the reference states in prose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Exactly {
    /// None.
    #[default]
    Free,
    /// A bound value: `path` or one `literal…`.
    Bound,
    /// Children: `explicitList` or `template`.
    Children,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Anything.
    Any,
    /// A string, with what it means.
    Text(Role),
    /// One of these strings.
    Enum(Names),
    /// A string of the form `#00BFFF`.
    Colour,
    /// A number within bounds.
    Number(Bounds),
    /// An integer within bounds.
    Integer(Bounds),
    /// `true` or `false`.
    Boolean,
    /// A list of so many such values.
    List(Box<Shape>, Bounds),
    /// An object.
    Object(Object),
}

/// What is least and most, both included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bounds {
    /// The least.
    pub least: Option<f64>,
    /// The most.
    pub most: Option<f64>,
}

/// What a string means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    /// Nothing but itself.
    #[default]
    Plain,
    /// The id of a component.
    Component,
    /// A path into the data model.
    Path,
    /// An address that is fetched or followed.
    Url,
    /// The address of a picture.
    Picture,
    /// The name of an action.
    Action,
    /// A key of an action's context.
    ContextKey,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::a2ui::v0_8::standard;

    #[test]
    fn the_standard_catalog_reads_back_as_itself() {
        let standard = standard::catalog();
        let again = Catalog::of_json(&standard.to_json(), "").unwrap();
        assert_eq!(again.id, standard.id);
        assert_eq!(again.styles, standard.styles);
        let all = |catalog: &Catalog| -> Vec<(String, Object)> {
            let rows = catalog.components();
            rows.map(|(name, object)| (name.to_owned(), object.clone()))
                .collect()
        };
        assert_eq!(all(&again), all(&standard));
        assert_eq!(all(&standard).len(), 18);
    }

    #[test]
    fn a_keyword_that_is_not_known_is_refused() {
        let refused = |text: &str| {
            let json = Json::parse(text.as_bytes()).unwrap();
            let error = Catalog::of_json(&json, "").unwrap_err();
            error.pointer.to_string()
        };
        for (text, pointer) in [
            ("[]", ""),
            ("{}", ""),
            (r#"{"components":{},"x":1}"#, "/x"),
            (r#"{"components":{"A":{"type":"string"}}}"#, "/components/A"),
            (
                r#"{"components":{"A":{"type":"object","oneOf":[]}}}"#,
                "/components/A/oneOf",
            ),
            (
                r#"{"components":{"A":{"type":"object","properties":{"b":{"type":"string","pattern":"x"}}}}}"#,
                "/components/A/properties/b/pattern",
            ),
            (
                r#"{"components":{"A":{"type":"object","required":["b"]}}}"#,
                "/components/A/required/0",
            ),
        ] {
            assert_eq!(refused(text), pointer, "{text}");
        }
    }
}
