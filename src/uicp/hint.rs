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
            Fault::Json => "The text is not JSON that can be read. Send the batch alone, as one JSON array, without prose or code fences around it, and no number beyond 1.79e308.".to_owned(),
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
    // Operations stand in the batch itself, or in a plan's `batch`; a plan has other lists.
    let number = match &issue.path[..] {
        [Step::Index(index), ..] => Some(index + 1),
        [Step::Key(list), Step::Index(index), ..] if list == "batch" => Some(index + 1),
        [Step::Key(list), Step::Index(index)] => {
            return format!("Item {} of \"{}\"", index + 1, super::issue::cut(list))
        }
        _ => None,
    };
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

#[cfg(test)]
mod tests {
    use crate::uicp::validate::{batch, plan};

    #[test]
    fn a_hint_names_the_operation_or_the_item_of_the_plan() {
        for (text, hint) in [
            (
                r#"{"summary":"s","batch":[],"actorHints":["ok",""]}"#,
                r#"Item 2 of "actorHints" has to be "#,
            ),
            (
                r#"{"summary":"s","batch":[],"risks":[5]}"#,
                r#"Item 1 of "risks" has to be a string; it is 5."#,
            ),
            (
                r#"{"summary":"s","batch":[{"op":"txn.cancel","params":{}},5]}"#,
                "Operation 2 has to be ",
            ),
        ] {
            let found = plan(text.as_bytes()).unwrap_err().hint();
            assert!(found.starts_with(hint), "{found}");
        }
        let found = batch(br#"[{"op":"window.close","params":{"id":5}}]"#);
        let found = found.unwrap_err().hint();
        let hint = r#"In operation 1 (window.close), "id" has to be "#;
        assert!(found.starts_with(hint), "{found}");
    }
}
