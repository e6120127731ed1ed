//! A plan: a batch with what its planner says about it. Strict, as batches are.

use super::budget::ACTOR_HINTS;
use super::check::Check;
use super::doc::Node;
use super::envelope::{read_batch, Batch, Unread};
use super::fields::{Held, Params, What};
use super::issue::Fault;
use super::place::Place;
use crate::json::Json;

/// A checked plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What it is about.
    pub summary: String,
    /// What may go wrong.
    pub risks: Vec<String>,
    /// What is to be done; may be empty.
    pub batch: Batch,
    /// For who carries it out: at most 20, trimmed, none of them empty.
    pub actor_hints: Vec<String>,
}

params! {
    /// The fields of a plan, its batch not read yet.
    struct Fields {
        "summary" summary: String,
        "risks" risks: Option<Risks>,
        "batch" batch: Unread<true>,
        "actorHints" actor_hints: Option<Hints>,
    }
}

/// Reads the plan at `place`.
pub(super) fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Plan> {
    let fields = Fields::take(check, place)?;
    let batch = read_batch(check, &place.field(fields.batch.0?));
    Some(Plan {
        summary: fields.summary,
        risks: fields.risks.map_or_else(Vec::new, |risks| risks.0),
        batch,
        actor_hints: fields.actor_hints.map_or_else(Vec::new, |hints| hints.0),
    })
}

impl Plan {
    /// What there is beside the batch: `{summary, risks, actorHints}`.
    pub fn about(&self) -> Json {
        Json::Object(vec![
            ("summary".to_owned(), self.summary.as_str().into()),
            ("risks".to_owned(), list(&self.risks)),
            ("actorHints".to_owned(), list(&self.actor_hints)),
        ])
    }
}

fn list(texts: &[String]) -> Json {
    Json::Array(texts.iter().map(|text| text.as_str().into()).collect())
}

/// One text or several.
#[derive(Debug, Clone, PartialEq)]
struct Risks(Vec<String>);

impl Held for Risks {
    const WHAT: What = What::TextOrList;
    fn to_json(&self) -> Option<Json> {
        Some(list(&self.0))
    }
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Risks> {
        match check.doc.node(place.at) {
            Node::Text(text) => Some(Risks(vec![text.to_owned()])),
            Node::List => check.text_list(place).map(Risks),
            _ => {
                let found = check.found(place);
                check.report(
                    place,
                    Fault::Union,
                    "a string or an array of strings",
                    &found,
                );
                None
            }
        }
    }
    fn blank() -> Risks {
        Risks(Vec::new())
    }
}

/// Trimmed texts.
#[derive(Debug, Clone, PartialEq)]
struct Hints(Vec<String>);

impl Held for Hints {
    const WHAT: What = What::TextList;
    fn to_json(&self) -> Option<Json> {
        Some(list(&self.0))
    }
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Hints> {
        let hints = check.text_list(place)?;
        if hints.len() > ACTOR_HINTS {
            let (expected, found) = (
                format!("at most {ACTOR_HINTS} hints"),
                hints.len().to_string(),
            );
            check.report(
                place,
                Fault::TooBig("array", ACTOR_HINTS),
                &expected,
                &found,
            );
        }
        let doc = check.doc;
        for (index, at) in doc.items(place.at).enumerate() {
            if matches!(doc.node(at), Node::Text(text) if text.trim().is_empty()) {
                let fault = Fault::TooSmall("string", 1, true);
                check.report(
                    &place.index(index, at),
                    fault,
                    "at least one character",
                    "an empty string",
                );
            }
        }
        Some(Hints(
            hints.iter().map(|hint| hint.trim().to_owned()).collect(),
        ))
    }
    fn blank() -> Hints {
        Hints(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_batch_that_is_missing_is_a_list_that_is_missing() {
        let invalid = crate::uicp::validate::plan(br#"{"summary":"s"}"#).unwrap_err();
        let expected = "/batch (batch: expected an array, found nothing)";
        assert_eq!(invalid.message(), expected);
    }
}
