//! Values held against a catalog.

use crate::a2ui::address;
use crate::a2ui::catalog::{Bounds, Exactly, Object, Role, Shape};
use crate::a2ui::finding::quoted;
use crate::a2ui::names::Names;
use crate::a2ui::notes::Notes;
use crate::a2ui::path::Path;
use crate::a2ui::registry::*;
use crate::a2ui::settings::Settings;
use crate::json::flat::{Flat, Kind};
use crate::json::Json;

/// What is being judged, and what was found.
pub(super) struct Judge<'a> {
    pub(super) flat: &'a Flat<'a>,
    pub(super) settings: &'a Settings,
    pub(super) notes: Notes,
    /// Strings that name components.
    pub(super) references: Vec<u32>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(flat: &'a Flat<'a>, settings: &'a Settings) -> Judge<'a> {
        Judge {
            flat,
            settings,
            notes: Notes::default(),
            references: Vec::new(),
        }
    }

    /// What a node is, for messages: strings and numbers as themselves.
    #[cold]
    pub(super) fn found(&self, at: u32) -> String {
        match self.flat.kind(at) {
            Kind::Text | Kind::Escaped => quoted(self.flat.text(at)),
            Kind::Number => crate::a2ui::finding::cut(self.flat.digits(at).unwrap_or_default()),
            _ => self.flat.kind_name(at).to_owned(),
        }
    }

    #[cold]
    pub(super) fn mistyped(&mut self, rule: &'static Rule, at: u32, expected: &str) {
        let (expected, found) = match self.flat.kind_name(at) {
            found if found == expected => {
                (format!("{expected} that a float can hold"), self.found(at))
            }
            found => (expected.to_owned(), found.to_owned()),
        };
        self.notes
            .error(rule, at, format!("expected {expected}, found {found}"));
    }

    /// Holds a value against its shape.
    pub(super) fn value(&mut self, shape: &Shape, at: u32) {
        match shape {
            Shape::Any => {}
            Shape::Text(role) => self.text(*role, at),
            Shape::Object(object) => self.object(object, at),
            Shape::List(item, bounds) => self.list(item, bounds, at),
            Shape::Boolean => {
                if !matches!(self.flat.kind(at), Kind::True | Kind::False) {
                    self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "a boolean");
                }
            }
            Shape::Enum(values) => match self.flat.as_text(at) {
                None => self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "a string"),
                Some(text) if values.find(text).is_some() => {}
                Some(_) => self.not_listed(values, at),
            },
            Shape::Colour => match self.flat.as_text(at) {
                None => self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "a string"),
                Some(text) if is_colour(text) => {}
                Some(text) => {
                    let message = format!("expected a colour like #00BFFF, found {}", quoted(text));
                    self.notes.error(&COMPONENT_PROPERTY_RANGE, at, message);
                }
            },
            Shape::Number(bounds) => self.number(bounds, false, at),
            Shape::Integer(bounds) => self.number(bounds, true, at),
        }
    }

    #[cold]
    fn not_listed(&mut self, values: &Names, at: u32) {
        let shown: Vec<&str> = values.iter().take(8).collect();
        let more = match values.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let found = self.found(at);
        let message = format!("expected one of {}{more}, found {found}", shown.join(", "));
        self.notes.error(&COMPONENT_PROPERTY_ENUM, at, message);
    }

    #[inline]
    fn text(&mut self, role: Role, at: u32) {
        let flat = self.flat;
        if !flat.is_text(at) {
            return self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "a string");
        }
        match role {
            Role::Plain => {}
            Role::Component => self.references.push(at),
            Role::Path => self.path(at, flat.text(at)),
            Role::Url | Role::Picture => {
                let text = flat.text(at);
                if let Err(expected) = address::check(text, role, &self.settings.url_schemes) {
                    let message = format!("expected {expected}, found {}", quoted(text));
                    self.notes.error(&COMPONENT_URL, at, message);
                }
            }
            Role::Action => {
                let text = flat.text(at);
                let known = self.settings.actions.as_ref();
                if known.is_some_and(|known| !known.contains(text)) {
                    let message = format!(
                        "expected an action of the allowlist, found {}",
                        quoted(text)
                    );
                    self.notes.error(&ACTION_FORBIDDEN, at, message);
                }
            }
            Role::ContextKey => {
                let text = flat.text(at);
                let known = self.settings.context_keys.as_ref();
                if known.is_some_and(|known| !known.contains(text)) {
                    let message = format!(
                        "expected a context key of the allowlist, found {}",
                        quoted(text)
                    );
                    self.notes.error(&ACTION_CONTEXT_FORBIDDEN, at, message);
                }
            }
        }
    }

    /// A path, in its canonical form or forgiven.
    pub(super) fn path(&mut self, at: u32, text: &str) {
        if !Path::is_canonical(text) {
            let canonical = quoted(&Path::lenient(text).to_string());
            let found = quoted(text);
            let message = format!("expected a JSON Pointer such as {canonical}, found {found}");
            let lenient = self.settings.is_lenient();
            self.notes
                .forgivable(lenient, &PATH_NOT_CANONICAL, at, message);
        }
    }

    fn number(&mut self, bounds: &Bounds, integer: bool, at: u32) {
        let number = self.flat.number(at).filter(|number| number.is_finite());
        let expected = if integer { "an integer" } else { "a number" };
        match number {
            Some(number) if !integer || number.fract() == 0.0 => {
                self.within(bounds, number, expected, at);
            }
            Some(_) => {
                let message = format!("expected {expected}, found {}", self.found(at));
                self.notes.error(&COMPONENT_PROPERTY_TYPE, at, message);
            }
            None => self.mistyped(&COMPONENT_PROPERTY_TYPE, at, expected),
        }
    }

    fn list(&mut self, item: &Shape, bounds: &Bounds, at: u32) {
        let flat = self.flat;
        if flat.kind(at) != Kind::List {
            return self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "an array");
        }
        self.within(bounds, flat.count(at) as f64, "items", at);
        for inner in flat.items(at) {
            self.value(item, inner);
        }
    }

    fn within(&mut self, bounds: &Bounds, found: f64, what: &str, at: u32) {
        let least = bounds.least.filter(|least| found < *least);
        let most = bounds.most.filter(|most| found > *most);
        let over =
            |word: &str, bound: f64| format!("expected {what}: {word} {bound}, found {found}");
        let least = least.map(|bound| over("at least", bound));
        if let Some(message) = least.or(most.map(|bound| over("at most", bound))) {
            self.notes.error(&COMPONENT_PROPERTY_RANGE, at, message);
        }
    }

    /// Holds the properties of an object against its rows.
    pub(super) fn object(&mut self, object: &Object, at: u32) {
        let flat = self.flat;
        if flat.kind(at) != Kind::Object {
            return self.mistyped(&COMPONENT_PROPERTY_TYPE, at, "an object");
        }
        let mut seen: u64 = 0;
        for (key, value) in flat.members(at) {
            match object.property_of(flat.bytes(key)) {
                Some((row, property)) => {
                    seen |= 1 << row;
                    self.value(&property.shape, value);
                }
                None if object.open => {}
                None => self.unknown(object, key),
            }
        }
        for property in object.missing(seen) {
            self.notes
                .missing(&COMPONENT_PROPERTY_MISSING, at, &property.name);
        }
        match object.exactly {
            Exactly::Free => {}
            Exactly::Bound => self.bound(object, seen, at),
            Exactly::Children => {
                if seen.count_ones() != 1 {
                    let found = if seen == 0 { "neither" } else { "both" };
                    let message =
                        format!("expected exactly one of explicitList and template, found {found}");
                    self.notes.error(&COMPONENT_CHILDREN, at, message);
                }
            }
        }
    }

    fn bound(&mut self, object: &Object, seen: u64, at: u32) {
        if seen.count_ones() == 1 {
            return;
        }
        let path = object.property("path").map_or(0, |(row, _)| 1 << row);
        let literals = (seen & !path).count_ones();
        if seen == 0 {
            let message = "expected a path or a literal, found neither";
            self.notes.error(&COMPONENT_VALUE_EMPTY, at, message);
        }
        if literals > 1 {
            let message = format!("expected one literal, found {literals}");
            self.notes.error(&COMPONENT_VALUE_AMBIGUOUS, at, message);
        }
        if literals > 0 && seen & path != 0 {
            let lenient = self.settings.is_lenient();
            let message = "expected a path or a literal, found both";
            self.notes
                .forgivable(lenient, &COMPONENT_PATH_AND_LITERAL, at, message);
        }
    }

    #[cold]
    pub(super) fn unknown(&mut self, object: &Object, key: u32) {
        let names = object.properties.iter().map(|row| row.name.as_str());
        let names: Vec<&str> = names.collect();
        let known = match names.len() {
            0 => "no property".to_owned(),
            _ => format!("only {}", names.join(", ")),
        };
        let message = format!("expected {known}, found {}", quoted(self.flat.text(key)));
        let lenient = self.settings.is_lenient();
        self.notes
            .forgivable(lenient, &COMPONENT_PROPERTY_UNKNOWN, key, message);
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').map(str::as_bytes);
    digits.is_some_and(|digits| digits.len() == 6 && digits.iter().all(u8::is_ascii_hexdigit))
}

/// A value as a tree: what the catalog does not know is left out, paths are canonical.
pub(super) fn tree(flat: &Flat<'_>, shape: &Shape, at: u32) -> Json {
    match shape {
        Shape::Text(Role::Path) => Path::lenient(flat.text(at)).to_string().into(),
        Shape::List(item, _) => Json::Array(
            flat.items(at)
                .map(|inner| tree(flat, item, inner))
                .collect(),
        ),
        Shape::Object(object) => object_tree(flat, object, at),
        _ => flat.to_json(at),
    }
}

/// The object of [`tree`].
pub(super) fn object_tree(flat: &Flat<'_>, object: &Object, at: u32) -> Json {
    let member = |(key, value): (u32, u32)| {
        let name = flat.text(key);
        match object.property(name) {
            Some((_, property)) => Some((name.to_owned(), tree(flat, &property.shape, value))),
            None if object.open => Some((name.to_owned(), flat.to_json(value))),
            None => None,
        }
    };
    Json::Object(flat.members(at).filter_map(member).collect())
}
