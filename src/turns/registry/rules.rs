//! The rules that a bundle is held to, by name, and the place in the bundle that breaks one.

use crate::error::{Code, Error};
use crate::json::Json;
use crate::pointer::Pointer;

/// A rule: the name that `details.rule` carries, and what a writer does about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The name in `details.rule`.
    pub name: &'static str,
    /// The second half of the message.
    pub advice: &'static str,
}

macro_rules! rules {
    ($($constant:ident = $name:literal, $advice:literal;)*) => {
        impl Rule {
            $(#[doc = concat!("`", $name, "`: ", $advice, ".")] pub const $constant: Rule = Rule { name: $name, advice: $advice };)*
            /// Every rule.
            pub const TABLE: &'static [Rule] = &[$(Rule::$constant),*];
        }
    };
}

rules! {
    BUNDLE_ID_REUSED = "bundle-id-reused", "publish other content under a new bundle_id";
    VERSION_CHANGED = "version-changed", "a published version never changes, so publish the change as a new version";
    VERSION_NOT_MONOTONIC = "version-not-monotonic", "give the new version a number above all published ones";
    TAG_ZERO = "tag-zero", "tags start at 1";
    TAG_REPEATED = "tag-repeated", "give each field of a version a tag of its own";
    TAG_REUSED = "tag-reused", "a tag keeps its type forever, so give the field a new tag and mark the old one as a tombstone";
    FIELD_NAME_REPEATED = "field-name-repeated", "give each field of a version a name of its own";
    TYPE_UNKNOWN = "type-unknown", "use a type of the specification or a TypeID that this or an earlier bundle describes";
    REF_UNKNOWN = "ref-unknown", "describe the type in this bundle or in an earlier one";
    ENUM_UNKNOWN = "enum-unknown", "list the enum in this bundle or in an earlier one";
    ENUM_ON_NON_INTEGER = "enum-on-non-integer", "give the field an integer type or drop its enum";
    SEMANTIC_ON_NON_INTEGER = "semantic-on-non-integer", "give the field an integer type or drop its semantic";
    ENUM_VALUE_REPEATED = "enum-value-repeated", "list each value once";
    ENUM_LABEL_REPEATED = "enum-label-repeated", "give each value a label of its own";
    ENUM_VALUE_CHANGED = "enum-value-changed", "a published value keeps its label, so add a new value";
    ENUM_VALUE_REMOVED = "enum-value-removed", "list every published value, or leave the whole enum out";
}

/// A place in a bundle: a chain of keys on the stack, made into text only when there is an error to
/// tell, so that long names cost nothing on the good path.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    key: &'a str,
    subject: Subject<'a>,
}

/// What the place belongs to, for the details of a conflict.
#[derive(Clone, Copy)]
struct Subject<'a> {
    type_id: Option<&'a str>,
    version: Option<u32>,
    tag: Option<u64>,
}

impl<'a> Place<'a> {
    /// The bundle itself.
    pub(super) const ROOT: Place<'static> = Place {
        parent: None,
        key: "",
        subject: Subject {
            type_id: None,
            version: None,
            tag: None,
        },
    };

    /// One key deeper.
    #[inline(never)]
    pub(super) fn key<'b>(&'b self, key: &'b str) -> Place<'b>
    where
        'a: 'b,
    {
        Place {
            parent: Some(self),
            key,
            subject: self.subject,
        }
    }

    /// The same place, known to describe a type.
    pub(super) fn of_type(mut self, type_id: &'a str) -> Self {
        self.subject.type_id = Some(type_id);
        self
    }

    /// The same place, known to describe a version.
    pub(super) fn of_version(mut self, version: u32) -> Self {
        self.subject.version = Some(version);
        self
    }

    /// The same place, known to describe a field.
    pub(super) fn of_tag(mut self, tag: u64) -> Self {
        self.subject.tag = Some(tag);
        self
    }

    /// A broken rule: `finding` is the first half of a sentence, the rule's advice the second.
    #[cold]
    #[inline(never)]
    pub(super) fn conflict(&self, rule: Rule, finding: &str) -> Error {
        let mut error = Error::new(Code::Conflict, format!("{finding}; {}", rule.advice))
            .with("rule", rule.name);
        if let Some(type_id) = self.subject.type_id {
            error = error.with("type_id", type_id);
        }
        if let Some(version) = self.subject.version {
            error = error.with("type_version", version);
        }
        if let Some(tag) = self.subject.tag {
            error = error.with("tag", tag);
        }
        error.at(self.pointer())
    }

    /// A part that does not have the form of a bundle.
    #[cold]
    #[inline(never)]
    pub(super) fn malformed(&self, expected: &str, found: &str) -> Error {
        let pointer = self.pointer();
        let what = match self.parent {
            None => "registry bundle".to_owned(),
            Some(_) => format!("registry bundle, {}", shown(self.key)),
        };
        Error::mismatch(Code::Unprocessable, &what, expected, found).at(pointer)
    }

    fn pointer(&self) -> Pointer {
        self.parent
            .map_or_else(Pointer::root, |parent| parent.pointer().key(self.key))
    }
}

/// Text from outside in a message: quoted, and cut where it is long.
#[inline(never)]
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    match text
        .char_indices()
        .nth(LONGEST)
        .and_then(|(end, _)| text.get(..end))
    {
        None => format!("\"{text}\""),
        Some(start) => format!("\"{start}…\""),
    }
}

/// A value from outside in a message: scalars as they are, the rest by kind.
#[inline(never)]
pub(super) fn shown_json(value: &Json) -> String {
    match value {
        Json::String(text) => shown(text),
        Json::Bool(_) | Json::Number(_) => value.to_string(),
        other => other.kind().to_owned(),
    }
}
