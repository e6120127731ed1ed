//! The standard catalog of v0.8: 18 components, as a table.

use std::sync::{Arc, OnceLock};

use crate::a2ui::catalog::{Bounds, Catalog, Exactly, Object, Property, Role, Shape};

/// The id by which surfaces name it, and which holds where they name none.
pub const ID: &str = "https://a2ui.org/specification/v0_8/standard_catalog_definition.json";

/// A property of the table: its name, whether it must be there, and what it is.
type Row = (&'static str, Need, Is);

#[derive(Clone, Copy)]
enum Need {
    Must,
    May,
}
use Need::{May, Must};

/// What a property of the table is.
#[derive(Clone, Copy)]
enum Is {
    Text,
    Component,
    Number,
    Integer,
    Boolean,
    Enum(&'static [&'static str]),
    /// A bound value: a path or this literal.
    Bound(&'static [(&'static str, Is)]),
    /// A text that is an address.
    Url(Role),
    Strings,
    Children,
    List(&'static [Row]),
    Object(&'static [Row]),
    Meaning(Role),
}

const TEXT: Is = Is::Bound(&[("literalString", Is::Text)]);
const TRUTH: Is = Is::Bound(&[("literalBoolean", Is::Boolean)]);
const NUMBER: Is = Is::Bound(&[("literalNumber", Is::Number)]);
const CHOSEN: Is = Is::Bound(&[("literalArray", Is::Strings)]);
const MEDIA: Is = Is::Bound(&[("literalString", Is::Url(Role::Url))]);
const PICTURE: Is = Is::Bound(&[("literalString", Is::Url(Role::Picture))]);
const ICON: Is = Is::Bound(&[("literalString", Is::Enum(ICONS))]);
const ANY_SCALAR: Is = Is::Bound(&[
    ("literalString", Is::Text),
    ("literalNumber", Is::Number),
    ("literalBoolean", Is::Boolean),
]);

const HEADINGS: Is = Is::Enum(&["h1", "h2", "h3", "h4", "h5", "caption", "body"]);
const FITS: Is = Is::Enum(&["contain", "cover", "fill", "none", "scale-down"]);
const SIZES: Is = Is::Enum(&[
    "icon",
    "avatar",
    "smallFeature",
    "mediumFeature",
    "largeFeature",
    "header",
]);
const ALONG: Is = Is::Enum(&[
    "center",
    "end",
    "spaceAround",
    "spaceBetween",
    "spaceEvenly",
    "start",
]);
const ACROSS: Is = Is::Enum(&["start", "center", "end", "stretch"]);
const DIRECTIONS: Is = Is::Enum(&["vertical", "horizontal"]);
const FIELDS: Is = Is::Enum(&["date", "longText", "number", "shortText", "obscured"]);
const CHOICES: Is = Is::Enum(&["checkbox", "chips"]);

const ICONS: &[&str] = &[
    "accountCircle",
    "add",
    "arrowBack",
    "arrowForward",
    "attachFile",
    "calendarToday",
    "call",
    "camera",
    "check",
    "close",
    "delete",
    "download",
    "edit",
    "event",
    "error",
    "favorite",
    "favoriteOff",
    "folder",
    "help",
    "home",
    "info",
    "locationOn",
    "lock",
    "lockOpen",
    "mail",
    "menu",
    "moreVert",
    "moreHoriz",
    "notificationsOff",
    "notifications",
    "payment",
    "person",
    "phone",
    "photo",
    "print",
    "refresh",
    "search",
    "send",
    "settings",
    "share",
    "shoppingCart",
    "star",
    "starHalf",
    "starOff",
    "upload",
    "visibility",
    "visibilityOff",
    "warning",
];

const TAB: &[Row] = &[("title", Must, TEXT), ("child", Must, Is::Component)];
const OPTION: &[Row] = &[("label", Must, TEXT), ("value", Must, Is::Text)];
const CONTEXT: &[Row] = &[
    ("key", Must, Is::Meaning(Role::ContextKey)),
    ("value", Must, ANY_SCALAR),
];
const ACTION: &[Row] = &[
    ("name", Must, Is::Meaning(Role::Action)),
    ("context", May, Is::List(CONTEXT)),
];

/// The components.
const COMPONENTS: &[(&str, &[Row])] = &[
    (
        "Text",
        &[("text", Must, TEXT), ("usageHint", May, HEADINGS)],
    ),
    (
        "Image",
        &[
            ("url", Must, PICTURE),
            ("altText", May, TEXT),
            ("fit", May, FITS),
            ("usageHint", May, SIZES),
        ],
    ),
    ("Icon", &[("name", Must, ICON)]),
    ("Video", &[("url", Must, MEDIA)]),
    (
        "AudioPlayer",
        &[("url", Must, MEDIA), ("description", May, TEXT)],
    ),
    (
        "Row",
        &[
            ("children", Must, Is::Children),
            ("distribution", May, ALONG),
            ("alignment", May, ACROSS),
        ],
    ),
    (
        "Column",
        &[
            ("children", Must, Is::Children),
            ("distribution", May, ALONG),
            ("alignment", May, ACROSS),
        ],
    ),
    (
        "List",
        &[
            ("children", Must, Is::Children),
            ("direction", May, DIRECTIONS),
            ("alignment", May, ACROSS),
        ],
    ),
    ("Card", &[("child", Must, Is::Component)]),
    ("Tabs", &[("tabItems", Must, Is::List(TAB))]),
    ("Divider", &[("axis", May, DIRECTIONS)]),
    (
        "Modal",
        &[
            ("entryPointChild", Must, Is::Component),
            ("contentChild", Must, Is::Component),
        ],
    ),
    (
        "Button",
        &[
            ("child", Must, Is::Component),
            ("primary", May, Is::Boolean),
            ("action", Must, Is::Object(ACTION)),
        ],
    ),
    ("CheckBox", &[("label", Must, TEXT), ("value", Must, TRUTH)]),
    (
        "TextField",
        &[
            ("label", Must, TEXT),
            ("text", May, TEXT),
            ("textFieldType", May, FIELDS),
            ("validationRegexp", May, Is::Text),
        ],
    ),
    (
        "DateTimeInput",
        &[
            ("value", Must, TEXT),
            ("enableDate", May, Is::Boolean),
            ("enableTime", May, Is::Boolean),
        ],
    ),
    (
        "MultipleChoice",
        &[
            ("selections", Must, CHOSEN),
            ("options", Must, Is::List(OPTION)),
            ("maxAllowedSelections", May, Is::Integer),
            ("variant", May, CHOICES),
            ("filterable", May, Is::Boolean),
        ],
    ),
    (
        "Slider",
        &[
            ("label", May, TEXT),
            ("value", Must, NUMBER),
            ("minValue", May, Is::Number),
            ("maxValue", May, Is::Number),
        ],
    ),
];

/// The catalog, made once.
pub fn shared() -> Arc<Catalog> {
    static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
    Arc::clone(CATALOG.get_or_init(|| Arc::new(catalog())))
}

/// The catalog.
pub fn catalog() -> Catalog {
    let components = COMPONENTS.iter();
    let components = components.map(|(name, rows)| ((*name).to_owned(), object(rows)));
    let styles = Object {
        open: true,
        ..object_of(
            Exactly::Free,
            vec![
                property("font", May, Shape::Text(Role::Plain)),
                property("primaryColor", May, Shape::Colour),
            ],
        )
    };
    Catalog::new(ID.to_owned(), components.collect(), styles)
}

fn object(rows: &[Row]) -> Object {
    let properties = rows
        .iter()
        .map(|(name, need, is)| property(name, *need, shape(*is)));
    object_of(Exactly::Free, properties.collect())
}

fn object_of(exactly: Exactly, rows: Vec<(Property, Need)>) -> Object {
    let mut object = Object {
        exactly,
        ..Object::default()
    };
    for (row, (property, need)) in rows.into_iter().enumerate() {
        object.properties.push(property);
        object.required |= u64::from(matches!(need, Must)) << row;
    }
    object
}

fn property(name: &str, need: Need, shape: Shape) -> (Property, Need) {
    let name = name.to_owned();
    (Property { name, shape }, need)
}

fn shape(is: Is) -> Shape {
    let list = |item| Shape::List(Box::new(item), Bounds::default());
    let either = |exactly, rows| Shape::Object(object_of(exactly, rows));
    match is {
        Is::Text => Shape::Text(Role::Plain),
        Is::Component => Shape::Text(Role::Component),
        Is::Url(role) | Is::Meaning(role) => Shape::Text(role),
        Is::Number => Shape::Number(Bounds::default()),
        Is::Integer => Shape::Integer(Bounds::default()),
        Is::Boolean => Shape::Boolean,
        Is::Enum(values) => Shape::Enum(values.iter().copied().collect()),
        Is::Strings => list(Shape::Text(Role::Plain)),
        Is::List(rows) => list(Shape::Object(object(rows))),
        Is::Object(rows) => Shape::Object(object(rows)),
        Is::Bound(literals) => {
            let mut properties = vec![property("path", May, Shape::Text(Role::Path))];
            for (name, is) in literals {
                properties.push(property(name, May, shape(*is)));
            }
            either(Exactly::Bound, properties)
        }
        Is::Children => {
            let template = vec![
                property("componentId", Must, Shape::Text(Role::Component)),
                property("dataBinding", Must, Shape::Text(Role::Path)),
            ];
            let template = either(Exactly::Free, template);
            let explicit = list(Shape::Text(Role::Component));
            either(
                Exactly::Children,
                vec![
                    property("explicitList", May, explicit),
                    property("template", May, template),
                ],
            )
        }
    }
}
