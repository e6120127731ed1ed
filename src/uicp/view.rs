//! The view of a value that is watched: a text, a table, a list, a list of terms. Elements, not markup: nothing of the
//! value is ever read as markup.

use crate::html::policy::element_number;
use crate::html::walk::Sink;
use crate::html::{Namespace, Tag};
use crate::json::Json;
use crate::map::Map;

/// What a watched value is at: by it the `data-slot` is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// On its way.
    Loading,
    /// There is none, or it holds nothing.
    Empty,
    /// It could not be had.
    Error,
    /// It is there.
    Ready,
}

impl Status {
    /// The name of the slot.
    pub fn name(self) -> &'static str {
        match self {
            Status::Loading => "loading",
            Status::Empty => "empty",
            Status::Error => "error",
            Status::Ready => "ready",
        }
    }
}

/// The status of a value, and what of it is to be seen: of an answer, `{status, data?, error?}`, its data or the
/// message of its error.
pub fn status(value: Option<&Json>) -> (Status, &Json) {
    let Some(value) = value else {
        return (Status::Empty, &Json::Null);
    };
    let part = |name| value.get(name).unwrap_or(&Json::Null);
    match answer(value) {
        Some("loading") => (Status::Loading, &Json::Null),
        Some("error") => {
            let error = part("error");
            (Status::Error, error.get("message").unwrap_or(error))
        }
        Some("ready") => filled(part("data")),
        _ => filled(value),
    }
}

/// The status that an answer says. An object that holds something else too is a value like any other.
fn answer(value: &Json) -> Option<&str> {
    let entries = value.as_object()?;
    let of_answers = |key: &str| matches!(key, "status" | "data" | "error");
    entries
        .iter()
        .all(|(key, _)| of_answers(key))
        .then_some(())?;
    value.get("status")?.as_str()
}

fn filled(value: &Json) -> (Status, &Json) {
    let empty = match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(entries) => entries.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    };
    (if empty { Status::Empty } else { Status::Ready }, value)
}

/// Writes the view of a value: strings, numbers and booleans as text, an array of objects as a table, another array as
/// a list, an object as a list of terms; nothing for null and for what holds nothing. Inside of those, what is no text
/// is written as JSON.
pub fn write(value: &Json, sink: &mut dyn Sink) {
    let mut page = Page(sink);
    match value {
        Json::Array(items) if items.is_empty() => {}
        Json::Array(items) => match rows(items) {
            Some((columns, rows)) => page.table(&columns, &rows),
            None => page.within("ul", |page| {
                items.iter().for_each(|item| page.cell("li", item))
            }),
        },
        Json::Object(entries) if entries.is_empty() => {}
        Json::Object(entries) => page.within("dl", |page| {
            for (key, value) in entries {
                page.within("dt", |page| page.0.text(key));
                page.cell("dd", value);
            }
        }),
        scalar => page.text(scalar),
    }
}

/// Writes elements by name.
struct Page<'s>(&'s mut dyn Sink);

impl Page<'_> {
    fn within(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let Some(number) = element_number(Tag::find(name), Namespace::Html) else {
            return content(self);
        };
        self.0.open(number);
        self.0.opened();
        content(self);
        self.0.close(number);
    }

    fn cell(&mut self, name: &str, value: &Json) {
        self.within(name, |page| page.text(value));
    }

    fn text(&mut self, value: &Json) {
        match value {
            Json::Null => {}
            Json::String(text) => self.0.text(text),
            other => self.0.text(&other.to_string()),
        }
    }

    fn table(&mut self, columns: &[&str], rows: &[Row<'_>]) {
        self.within("table", |page| {
            page.within("thead", |page| {
                page.within("tr", |page| {
                    for column in columns {
                        page.within("th", |page| page.0.text(column));
                    }
                });
            });
            page.within("tbody", |page| {
                for row in rows {
                    page.within("tr", |page| {
                        for cell in row {
                            page.cell("td", cell.unwrap_or(&Json::Null));
                        }
                    });
                }
            });
        });
    }
}

/// Most columns of a table: rows times columns stay in proportion to what was written.
const COLUMNS: usize = 64;

/// The cells of a row.
type Row<'v> = Vec<Option<&'v Json>>;

/// The columns, a key each in the order in which the rows have them first, and the rows. `None` where an item is no
/// object, or there are too many keys.
fn rows(items: &[Json]) -> Option<(Vec<&str>, Vec<Row<'_>>)> {
    let objects: Vec<_> = items.iter().map(Json::as_object).collect::<Option<_>>()?;
    let mut columns: Map<&str, usize> = Map::EMPTY;
    for (key, _) in objects.iter().copied().flatten() {
        let next = columns.len();
        columns.get_or_insert_with(key, || next);
        if columns.len() > COLUMNS {
            return None;
        }
    }
    let rows = objects.into_iter().map(|object| {
        let mut row = vec![None; columns.len()];
        for (key, value) in object {
            if let Some(cell) = columns.get(key.as_str()).and_then(|at| row.get_mut(*at)) {
                *cell = Some(value);
            }
        }
        row
    });
    let rows = rows.collect();
    Some((
        columns
            .into_entries()
            .into_iter()
            .map(|(key, _)| key)
            .collect(),
        rows,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::serialise::Writer;

    fn view(json: &str) -> String {
        let mut writer = Writer::default();
        write(&Json::parse(json.as_bytes()).unwrap(), &mut writer);
        writer.finish()
    }

    #[test]
    fn a_value_is_seen_by_its_shape() {
        for (json, expected) in [
            ("null", ""),
            (r#""a <b> & c""#, "a &lt;b&gt; &amp; c"),
            ("1.50", "1.50"),
            ("false", "false"),
            ("[]", ""),
            ("{}", ""),
            (r#"["a",1,{"b":2},null]"#, r#"<ul><li>a</li><li>1</li><li>{"b":2}</li><li></li></ul>"#),
            (r#"{"a":"x","<b>":[1]}"#, "<dl><dt>a</dt><dd>x</dd><dt>&lt;b&gt;</dt><dd>[1]</dd></dl>"),
            (
                r#"[{"b":1,"a":"x"},{"c":true,"a":null}]"#,
                "<table><thead><tr><th>b</th><th>a</th><th>c</th></tr></thead><tbody><tr><td>1</td><td>x</td><td></td></tr><tr><td></td><td></td><td>true</td></tr></tbody></table>",
            ),
            (r#"[{"constructor":1,"__proto__":2}]"#, "<table><thead><tr><th>constructor</th><th>__proto__</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"),
        ] {
            assert_eq!(view(json), expected, "{json}");
        }
    }

    #[test]
    fn many_different_keys_are_no_table() {
        let objects = |keys: usize| {
            let objects: Vec<_> = (0..keys).map(|key| format!(r#"{{"k{key}":1}}"#)).collect();
            view(&format!("[{}]", objects.join(",")))
        };
        assert!(objects(64).starts_with("<table>"));
        assert!(objects(65).starts_with("<ul>"));
        assert!(objects(20_000).len() < 20_000 * 40);
    }

    #[test]
    fn the_status_is_that_of_an_answer_or_of_the_value() {
        for (json, expected, seen) in [
            ("null", Status::Empty, "null"),
            ("[]", Status::Empty, "[]"),
            ("0", Status::Ready, "0"),
            (r#"{"status":"loading"}"#, Status::Loading, "null"),
            (r#"{"status":"ready","data":[1]}"#, Status::Ready, "[1]"),
            (r#"{"status":"ready"}"#, Status::Empty, "null"),
            (
                r#"{"status":"error","error":{"code":"X","message":"no"}}"#,
                Status::Error,
                r#""no""#,
            ),
            (
                r#"{"status":"ready","name":"x"}"#,
                Status::Ready,
                r#"{"status":"ready","name":"x"}"#,
            ),
        ] {
            let json = Json::parse(json.as_bytes()).unwrap();
            let (found, part) = status(Some(&json));
            assert_eq!((found, part.to_string().as_str()), (expected, seen));
        }
        assert_eq!(status(None).0, Status::Empty);
    }
}
