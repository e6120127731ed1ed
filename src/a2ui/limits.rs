//! The guardrails (section 3 of the seed's plan): all settable, by name.

use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::pointer::Pointer;

/// Limits on what is taken. Sizes are bytes of UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most messages of one response.
    pub messages: u32,
    /// Largest message.
    pub message_bytes: u32,
    /// Most bytes of messages to one surface in one response.
    pub surface_bytes: u32,
    /// Most bytes of one response.
    pub response_bytes: u32,
    /// Most components of one surface.
    pub components: u32,
    /// Deepest nesting of components; the root is at depth 1.
    pub depth: u32,
    /// Deepest nesting of the data model; its own entries are at depth 1.
    pub data_depth: u32,
    /// Most entries of one surface's data model, at all depths together.
    pub data_entries: u32,
    /// Longest string.
    pub string_bytes: u32,
    /// Most nodes that a surface shows at a time: a row of a template has nodes of its own.
    pub nodes: u32,
}

impl Limits {
    /// The limits that hold unless others are given.
    pub const DEFAULT: Limits = Limits {
        messages: 64,
        message_bytes: 64 << 10,
        surface_bytes: 1 << 20,
        response_bytes: 4 << 20,
        components: 2_000,
        depth: 50,
        data_depth: 16,
        data_entries: 10_000,
        string_bytes: 64 << 10,
        nodes: 100_000,
    };

    /// The names, and the most that each may be set to: depths are bounded, because trees are walked.
    pub const NAMES: [(&'static str, u32); 10] = [
        ("messages", u32::MAX),
        ("messageBytes", u32::MAX),
        ("surfaceBytes", u32::MAX),
        ("responseBytes", u32::MAX),
        ("components", u32::MAX),
        ("depth", 10_000),
        ("dataDepth", 100),
        ("dataEntries", u32::MAX),
        ("stringBytes", u32::MAX),
        ("nodes", u32::MAX),
    ];

    /// Sets a limit by its name.
    ///
    /// # Errors
    /// `BadRequest` for another name, for 0 and for more than [`Limits::NAMES`] says.
    pub fn set(&mut self, name: &str, value: &Json) -> Result<()> {
        let at = Limits::NAMES.iter().position(|(known, _)| *known == name);
        let Some(at) = at else {
            let known: Vec<&str> = Limits::NAMES.iter().map(|(name, _)| *name).collect();
            return Err(refuse(name, format!("one of {}", known.join(", ")), name));
        };
        let most = Limits::NAMES[at].1;
        let limit = value.as_u64().filter(|n| (1..=u64::from(most)).contains(n));
        let Some(limit) = limit.and_then(|limit| u32::try_from(limit).ok()) else {
            let expected = format!("an integer from 1 to {most}");
            return Err(refuse(name, expected, &value.to_string()));
        };
        let fields = [
            &mut self.messages,
            &mut self.message_bytes,
            &mut self.surface_bytes,
            &mut self.response_bytes,
            &mut self.components,
            &mut self.depth,
            &mut self.data_depth,
            &mut self.data_entries,
            &mut self.string_bytes,
            &mut self.nodes,
        ];
        for (index, field) in fields.into_iter().enumerate() {
            if index == at {
                *field = limit;
            }
        }
        Ok(())
    }

    /// The defaults, with what `json` names set otherwise: `{components: 5000}`.
    ///
    /// # Errors
    /// `BadRequest` where it is no object of known limits.
    pub fn of_json(json: &Json) -> Result<Limits> {
        let mut limits = Limits::DEFAULT;
        let Some(entries) = json.as_object() else {
            let what = "limits cannot be read";
            return Err(Error::mismatch(
                Code::BadRequest,
                what,
                "an object",
                json.kind(),
            ));
        };
        for (name, value) in entries {
            limits.set(name, value)?;
        }
        Ok(limits)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}

#[cold]
fn refuse(name: &str, expected: String, found: &str) -> Error {
    let what = "a limit cannot be set";
    let error = Error::mismatch(Code::BadRequest, what, expected, super::finding::cut(found));
    error.at(Pointer::root().key("limits").key(name))
}
