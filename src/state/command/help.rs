//! What `--help` prints, from the table of the grammar.

use super::grammar::{Form, FORMS};

const KEYS: &str = "\
Keys are words of letters A to Z with dashes between them. What is given is made one where it can be: \
\"my goal\" becomes MY-GOAL. Digits, _ and everything else are refused: for my_key2 write my-key-two.

A file is mounted by \"ref file://PATH\", from the folder of the state file. What is below the mount is read from that \
file and written to it; give the first content after it: \"ref file://OPS.json {}\".";

const EXITS: &str = "  0  done
  2  a bad key, path, value or command line
  3  the document breaks the schema, or something is not there, or is there already
  4  the sub-goal has a request in flight
  5  the lock was not to be had
  7  bytes that are no JSON, or a filter that failed
After any but 0 no file has changed.";

/// Help on the commands that begin with these words; on all of them without any.
pub fn help(words: &[&str]) -> String {
    let forms: Vec<_> = FORMS
        .iter()
        .filter(|form| form.words.starts_with(words))
        .collect();
    match forms[..] {
        [form] => on_one(form),
        [] => on_all(FORMS.iter()),
        _ => on_all(forms.into_iter()),
    }
}

fn on_one(form: &Form) -> String {
    let mut text = format!("{}.\n\nUsage: vitrine-state {}\n", form.about, form.usage());
    let arguments = form
        .arguments
        .iter()
        .map(|each| (each.name.to_owned(), each.about));
    let options = form.options.iter().map(|each| (each.usage(), each.about));
    let rows: Vec<_> = arguments.chain(options).collect();
    if !rows.is_empty() {
        text += "\n";
        text += &table(&rows);
    }
    text += "\nExamples:\n";
    for example in form.examples {
        text += &format!("  vitrine-state {example}\n");
    }
    text + "\n" + KEYS + "\n"
}

fn on_all<'a>(forms: impl Iterator<Item = &'a Form>) -> String {
    let mut text = "A document that many may change and none can corrupt.\n\n".to_owned();
    for form in forms {
        text += &format!("  vitrine-state {}\n      {}.\n", form.usage(), form.about);
    }
    text += "  vitrine-state help COMMAND\n      Explains one of them, with examples.\n\n";
    text + KEYS + "\n\nExit codes:\n" + EXITS + "\n"
}

fn table(rows: &[(String, &str)]) -> String {
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or_default();
    let row = |(name, about): &(String, &str)| format!("  {name:width$}  {about}\n");
    rows.iter().map(row).collect()
}
