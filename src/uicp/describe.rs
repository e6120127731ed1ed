//! The table of operations, for people: made of the declarations that the check itself follows.

use super::fields::{Field, What};
use super::operations::TABLE;

/// The table of `docs/uicp.md`.
pub fn markdown() -> String {
    let mut out = "| op | params | does |\n|---|---|---|\n".to_owned();
    for row in TABLE {
        // A bar would end the cell.
        let params = object(row.fields).replace('|', "\\|");
        out += &format!("| `{}` | `{params}` | {} |\n", row.name, row.summary);
    }
    out
}

/// `{ id?: string, x: number }`
fn object(fields: &[Field]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|field| {
            let mark = if field.required { "" } else { "?" };
            format!("{}{mark}: {}", field.name, kind(field.what))
        })
        .collect();
    format!("{{ {} }}", fields.join(", "))
}

fn kind(what: What) -> String {
    match what {
        What::Text => "string".to_owned(),
        What::Number => "number".to_owned(),
        What::Integer => "integer".to_owned(),
        What::Bool => "boolean".to_owned(),
        What::Name(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            names.join(" | ")
        }
        What::Any => "JSON".to_owned(),
        What::Object => "object".to_owned(),
        What::Texts => "{ [name]: string }".to_owned(),
        What::TextList => "string[]".to_owned(),
        What::TextOrList => "string | string[]".to_owned(),
        What::Params(fields) => object(fields),
        What::List(fields) => format!("{}[]", object(fields)),
    }
}
