//! A catalog as catalog JSON, in the reference's form.

use super::read::COLOUR;
use super::{Bounds, Catalog, Object, Shape};
use crate::json::Json;

impl Catalog {
    /// `{catalogId, components, styles}`, which reads back as the same catalog.
    pub fn to_json(&self) -> Json {
        let components = self.components();
        let components = components.map(|(name, object)| (name.to_owned(), schema(object)));
        let styles = self.styles.properties.iter();
        let styles = styles.map(|row| (row.name.clone(), of(&row.shape)));
        object([
            ("catalogId", self.id.as_str().into()),
            ("components", Json::Object(components.collect())),
            ("styles", Json::Object(styles.collect())),
        ])
    }
}

fn schema(this: &Object) -> Json {
    let rows = this.properties.iter();
    let properties = rows.map(|row| (row.name.clone(), of(&row.shape))).collect();
    let required = this.missing(0);
    let required: Vec<Json> = required.map(|row| row.name.as_str().into()).collect();
    let mut entries = vec![
        ("type", "object".into()),
        ("additionalProperties", this.open.into()),
        ("properties", Json::Object(properties)),
    ];
    if !required.is_empty() {
        entries.push(("required", Json::Array(required)));
    }
    object(entries)
}

fn of(shape: &Shape) -> Json {
    let text = || ("type", "string".into());
    match shape {
        Shape::Any => object([]),
        Shape::Text(_) => object([text()]),
        Shape::Colour => object([text(), ("pattern", COLOUR.into())]),
        Shape::Enum(values) => {
            let values = values.iter().map(Json::from).collect();
            object([text(), ("enum", Json::Array(values))])
        }
        Shape::Number(bounds) => bounded("number", bounds, "minimum", "maximum", None),
        Shape::Integer(bounds) => bounded("integer", bounds, "minimum", "maximum", None),
        Shape::Boolean => object([("type", "boolean".into())]),
        Shape::List(item, bounds) => bounded("array", bounds, "minItems", "maxItems", Some(item)),
        Shape::Object(this) => schema(this),
    }
}

fn bounded(kind: &str, bounds: &Bounds, least: &str, most: &str, item: Option<&Shape>) -> Json {
    let mut entries = vec![("type", kind.into())];
    entries.extend(item.map(|item| ("items", of(item))));
    entries.extend(bounds.least.map(|bound| (least, bound.into())));
    entries.extend(bounds.most.map(|bound| (most, bound.into())));
    object(entries)
}

fn object<'a>(entries: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
    let owned = entries.into_iter();
    Json::Object(owned.map(|(key, value)| (key.to_owned(), value)).collect())
}
