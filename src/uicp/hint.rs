//! The friendly sentence: what to do about the first issue, for people and for models that try again.

use super::issue::{Fault, Invalid, Issue};
use super::operations::TABLE;
use super::place::Step;

impl Invalid {
    /// What to do about the first issue.
    pub fn hint(&self) -> String {
        let Some(first) = self.issues.first() else {
            return String::new();
        };
        match &first.fault {
            Fault::Json => "The text is not JSON that can be read. Send the batch alone, as one JSON array, without prose or code fences around it.".to_owned(),
            Fault::Keys(keys) => unknown(first, keys),
            _ => format!("{} {}.", subject(first), advice(first)),
        }
    }
}

/// `In operation 3 (dom.set), "html"`, as far as that is known.
fn subject(issue: &Issue) -> String {
    let steps = issue.path.iter();
    let field = match issue.path.last() {
        // What is unknown there is told of the operation; what the params themselves are, of them.
        Some(Step::Key(key)) if key == "params" && !matches!(issue.fault, Fault::Keys(_)) => {
            Some(super::issue::cut(key))
        }
        _ => steps.clone().rev().find_map(|step| match step {
            Step::Key(key) if key != "batch" && key != "params" => Some(super::issue::cut(key)),
            _ => None,
        }),
    };
    let number = steps.clone().find_map(|step| match step {
        Step::Index(index) => Some(index + 1),
        Step::Key(_) => None,
    });
    let operation = number.map(|number| match issue.op {
        Some(op) => format!("operation {number} ({op})"),
        None => format!("operation {number}"),
    });
    match (operation, field) {
        (Some(operation), Some(field)) => format!("In {operation}, \"{field}\""),
        (Some(operation), None) => capital(&operation),
        (None, Some(field)) => format!("\"{field}\""),
        (None, None) => "What was sent".to_owned(),
    }
}

fn advice(issue: &Issue) -> String {
    match issue.found.as_str() {
        "nothing" => format!("is missing; it has to be {}", issue.expected),
        found => format!("has to be {}; it is {found}", issue.expected),
    }
}

fn unknown(issue: &Issue, keys: &[String]) -> String {
    let names: Vec<String> = keys
        .iter()
        .take(5)
        .map(|key| super::issue::quoted(key))
        .collect();
    let subject = subject(issue);
    let inside = matches!(issue.path.as_slice(), [.., Step::Key(last)] if last == "params");
    let row = TABLE
        .iter()
        .find(|row| inside && issue.op == Some(row.name));
    let known = row.map_or_else(String::new, |row| {
        let names: Vec<&str> = row.fields.iter().map(|field| field.name).collect();
        format!(" It takes {}.", names.join(", "))
    });
    format!(
        "{subject} has what is not known there: {}. Leave it out, or correct its name.{known}",
        names.join(", ")
    )
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(rest).collect()
}
