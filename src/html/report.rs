//! What was taken away, and why.

use crate::json::Json;

/// Most removals that are told one by one.
pub const MOST: usize = 1000;

/// What kind of thing was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// An element, its children kept or not as the reason says; or a comment, `#comment`.
    Element,
    /// An attribute.
    Attribute,
    /// An address.
    Url,
    /// A CSS declaration or value.
    Css,
    /// What a limit took.
    Limit,
}

impl What {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            What::Element => "element",
            What::Attribute => "attribute",
            What::Url => "url",
            What::Css => "css",
            What::Limit => "limit",
        }
    }
}

/// One removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The kind of thing.
    pub what: What,
    /// The name of the element, attribute or CSS property.
    pub name: String,
    /// Why, in a few words.
    pub reason: String,
    /// Where: the path of child indices to the node in the tree of the input, `/0/2`.
    pub pointer: String,
}

impl Removed {
    /// `{what, name, reason, pointer}`
    pub fn to_json(&self) -> Json {
        Json::Object(vec![
            ("what".into(), self.what.name().into()),
            ("name".into(), self.name.as_str().into()),
            ("reason".into(), self.reason.as_str().into()),
            ("pointer".into(), self.pointer.as_str().into()),
        ])
    }
}

/// The removals of one piece of markup.
#[derive(Debug, Default)]
pub struct Report {
    told: Vec<Removed>,
    more: usize,
}

/// Longest name that a report repeats, in characters.
const NAME: usize = 80;

impl Report {
    /// Tells of a removal. `pointer` is asked for only while there is room.
    #[cold]
    #[inline(never)]
    pub fn add(&mut self, what: What, name: &str, reason: &str, pointer: &dyn Fn() -> String) {
        if self.told.len() == MOST {
            self.more += 1;
            return;
        }
        self.told.push(Removed {
            what,
            name: name.chars().take(NAME).collect(),
            reason: reason.to_owned(),
            pointer: pointer(),
        });
    }

    /// How many removals there were so far.
    pub fn count(&self) -> usize {
        self.told.len() + self.more
    }

    /// All that was told, and how much was not.
    pub fn finish(mut self) -> Vec<Removed> {
        if self.more > 0 {
            self.told.push(Removed {
                what: What::Limit,
                name: "removed".into(),
                reason: format!("{} more removals are not listed", self.more),
                pointer: String::new(),
            });
        }
        self.told
    }
}

/// The removals as a JSON array.
pub fn to_json(removed: &[Removed]) -> Json {
    Json::Array(removed.iter().map(Removed::to_json).collect())
}
