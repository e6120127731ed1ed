//! What is found wrong with a message: a code, where, and a sentence that says what was expected and what is there.

use super::registry::Rule;
use crate::json::Json;
use crate::pointer::Pointer;

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The message is not to be applied.
    Error,
    /// Lenient mode forgave it.
    Warning,
}

impl Severity {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Its row of the table.
    pub rule: &'static Rule,
    /// Error or warning.
    pub severity: Severity,
    /// Where in the message.
    pub pointer: Pointer,
    /// What was expected and what was found.
    pub message: String,
    /// The surface, where the message names one.
    pub surface_id: Option<String>,
    /// Which message of the stream the pointer is into, counted from 0. Readers of one message leave it empty.
    pub message_index: Option<u32>,
}

impl Finding {
    /// An error.
    #[cold]
    pub fn error(rule: &'static Rule, pointer: Pointer, message: impl Into<String>) -> Finding {
        Finding {
            rule,
            severity: Severity::Error,
            pointer,
            message: message.into(),
            surface_id: None,
            message_index: None,
        }
    }

    /// What lenient mode forgave.
    #[cold]
    pub fn warning(rule: &'static Rule, pointer: Pointer, message: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Warning,
            ..Finding::error(rule, pointer, message)
        }
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `{code, severity, pointer, message, surfaceId?, messageIndex?, recovery}`; the recovery of a warning is `null`.
    pub fn to_json(&self) -> Json {
        let recovery = self.rule.recovery.filter(|_| self.is_error());
        let entries = [
            ("code", Some(self.rule.code.into())),
            ("severity", Some(self.severity.name().into())),
            ("pointer", Some(self.pointer.as_str().into())),
            ("message", Some(self.message.as_str().into())),
            ("surfaceId", self.surface_id.as_deref().map(Json::from)),
            ("messageIndex", self.message_index.map(Json::from)),
            (
                "recovery",
                Some(recovery.map_or(Json::Null, |recovery| recovery.name().into())),
            ),
        ];
        let given = entries.into_iter();
        Json::Object(
            given
                .filter_map(|(key, value)| Some((key.to_owned(), value?)))
                .collect(),
        )
    }
}

/// The findings as a JSON array.
pub fn findings_json(findings: &[Finding]) -> Json {
    Json::Array(findings.iter().map(Finding::to_json).collect())
}

/// Text of the input, short enough for a message.
pub fn cut(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Text of the input in quotes, as JSON has it, short enough for a message.
pub fn quoted(text: &str) -> String {
    Json::from(cut(text)).to_string()
}
