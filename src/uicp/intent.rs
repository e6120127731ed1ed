//! What `uicp://intent` takes as its body: a text, or a form for the person. Sections "Simple text intent" and
//! "Structured clarifier form" of the seed.

use super::check::Check;
use super::doc::Node;
use super::fields::Params;
use super::issue::Fault;
use super::keys;
use super::place::Place;
use super::rules::{filled, side};
use crate::json::Json;

names! {
    /// How a field of a form is filled in.
    pub enum FieldType {
        /// In a line: the default.
        Text = "text",
        /// In several lines.
        Textarea = "textarea",
        /// By choosing one of the options.
        Select = "select",
    }
}

params! {
    /// Says something for the person.
    pub struct TextIntent {
        /// What is said.
        #[garde(custom(filled))]
        "text" text: String,
        /// The window that it comes from.
        #[garde(custom(filled))]
        "windowId" window_id: Option<String>,
    }

    /// Asks the person, in a window of its own.
    pub struct FormIntent {
        /// What is asked.
        "textPrompt" text_prompt: Option<String>,
        /// What is to be filled in.
        "fields" fields: Option<Vec<FormField>>,
        /// The window's title.
        "title" title: Option<String>,
        /// What the button says that sends the answers.
        "submit" submit: Option<String>,
        /// What the button says that does not.
        "cancel" cancel: Option<String>,
        /// The window's id.
        #[garde(custom(filled))]
        "windowId" window_id: Option<String>,
        /// CSS pixels.
        #[garde(custom(side))]
        "width" width: Option<f64>,
        /// CSS pixels.
        #[garde(custom(side))]
        "height" height: Option<f64>,
        /// More about it.
        "description" description: Option<String>,
    }

    /// One field of a form.
    pub struct FormField {
        /// What the answer is called.
        #[garde(custom(filled))]
        "name" name: String,
        /// What the person reads.
        #[garde(custom(filled))]
        "label" label: String,
        /// Shown while it is empty.
        "placeholder" placeholder: Option<String>,
        /// How it is filled in.
        "type" kind: Option<FieldType>,
        /// What may be chosen.
        "options" options: Option<Vec<String>>,
        /// What it holds at first.
        "defaultValue" default_value: Option<String>,
        /// Must it be filled in? It must, unless this says `false`.
        "required" required: Option<bool>,
    }
}

/// Is that the address of the person?
pub fn is_intent(url: &str) -> bool {
    url == "uicp://intent"
}

/// The body among those parameters, in camelCase.
pub(super) fn read(check: &mut Check<'_>, params: &Place<'_>) -> Option<Json> {
    const SHAPES: &str = "either text, or textPrompt and fields";
    let Some(member) = check.find(params, keys::BODY) else {
        check.report(
            &check.inside(params, keys::BODY),
            Fault::Custom,
            SHAPES,
            "nothing",
        );
        return None;
    };
    let body = params.member(member);
    if !matches!(check.doc.node(body.at), Node::Object) {
        check.mistyped(&body, "object", "an object");
        return None;
    }
    let has = |wanted: u32| check.find(&body, wanted).is_some();
    match (has(keys::TEXT), has(keys::TEXT_PROMPT) || has(keys::FIELDS)) {
        (true, false) => {
            TextIntent::take(check, &body).map(|intent| Json::Object(intent.entries()))
        }
        (false, true) => {
            FormIntent::take(check, &body).map(|intent| Json::Object(intent.entries()))
        }
        (true, true) => {
            let text = check.inside(&body, keys::TEXT);
            check.report(&text, Fault::Custom, SHAPES, "both");
            None
        }
        (false, false) => {
            check.report(&body, Fault::Custom, SHAPES, "neither");
            None
        }
    }
}
