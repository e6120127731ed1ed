//! Why an operation was not applied: a code and a sentence.

use crate::json::Json;

/// A failed operation. Its batch goes on without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The name that programs decide by, `UICP_…`.
    pub code: String,
    /// One sentence for people.
    pub message: String,
}

/// What became of an operation.
pub type Result<T> = core::result::Result<T, Failure>;

impl Failure {
    /// A failure with a code and a sentence.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Failure {
            code: code.into(),
            message: message.into(),
        }
    }

    /// More than there is room for.
    pub fn budget(message: impl Into<String>) -> Self {
        Failure::new("UICP_BUDGET", message)
    }

    /// No window of that id.
    pub fn no_window(id: &str) -> Self {
        let message = format!("There is no window \"{id}\". Create it first.");
        Failure::new("UICP_WINDOW_NOT_FOUND", message)
    }

    /// No component of that id.
    pub fn no_component(id: &str) -> Self {
        let message = format!("There is no component \"{id}\". Render it first.");
        Failure::new("UICP_COMPONENT_NOT_FOUND", message)
    }

    /// `{"code", "message"}`
    pub fn to_json(&self) -> Json {
        Json::Object(vec![
            ("code".into(), self.code.as_str().into()),
            ("message".into(), self.message.as_str().into()),
        ])
    }
}
