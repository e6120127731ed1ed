//! The table of codes, for people and for the package.

use super::registry::{rules, Rule};
use core::fmt::Write;

/// What the families are about.
const FAMILIES: [(&str, &str); 10] = [
    ("A2UI_S2C_ENVELOPE", "The message as such"),
    ("A2UI_S2C_BEGIN", "beginRendering"),
    ("A2UI_S2C_CATALOG", "Catalogs"),
    ("A2UI_S2C_COMPONENT", "Components"),
    ("A2UI_S2C_ACTION", "Actions that components name"),
    ("A2UI_S2C_PATH", "Paths"),
    ("A2UI_S2C_DATA", "Typed contents"),
    ("A2UI_S2C_LIMIT", "Limits"),
    ("A2UI_C2S", "From client to server"),
    ("LLM", "Requests to a model"),
];

/// A table for each family, in Markdown.
pub fn markdown() -> String {
    let mut page = String::new();
    for (family, about) in FAMILIES {
        let rules: Vec<&Rule> = rules().filter(|rule| rule.family == family).collect();
        let http = rules.iter().any(|rule| rule.http.is_some());
        let status = if http { " HTTP |" } else { "" };
        let line = if http { "---|" } else { "" };
        // Writing to a String does not fail.
        let _ = write!(
            page,
            "\n## {about}\n\n| code | recovery |{status} for the person | what to do |\n|---|---|{line}---|---|\n"
        );
        for rule in rules {
            let recovery = rule.recovery.map_or("–", |recovery| recovery.name());
            let status = rule
                .http
                .map_or("–".to_owned(), |status| status.to_string());
            let status = if http {
                format!(" {status} |")
            } else {
                String::new()
            };
            let (code, sentence, hint) = (rule.code, rule.sentence, rule.hint);
            let _ = writeln!(
                page,
                "| `{code}` | {recovery} |{status} {sentence} | {hint} |"
            );
        }
    }
    page
}

/// The rows as the package has them: a line each, `code|family|recovery|http|message|hint`.
pub fn lines() -> String {
    let line = |rule: &Rule| {
        let recovery = rule.recovery.map_or("", |recovery| recovery.name());
        let http = rule.http.map(|status| status.to_string());
        let http = http.unwrap_or_default();
        let fields = [
            rule.code,
            rule.family,
            recovery,
            &http,
            rule.sentence,
            rule.hint,
        ];
        format!("{}\n", fields.join("|"))
    };
    rules().map(line).collect()
}
