//! What docs/state.md shows is what happens: its transcripts are run, its commands are those of the code.

#![cfg(feature = "state")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::Path;
use vitrine::state::grammar::FORMS;
use vitrine::state::{help, Document, Given};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/state.md");
    fs::read_to_string(path).unwrap()
}

/// The words of a line, with both kinds of quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => words.last_mut().unwrap().push(c),
            ('"' | '\'', None) => quote = Some(c),
            (' ', None) => words.push(String::new()),
            (c, None) => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn the_transcripts_of_the_page_are_what_happens() {
    let page = page();
    let mut document = Document::new("state.json");
    let mut count = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for step in block.split("$ ").skip(1) {
            let (line, expected) = step.split_once('\n').unwrap();
            let found = match line.split_once(' ').unwrap() {
                ("cat", path) => document
                    .files()
                    .find(|file| file.0 == path)
                    .unwrap()
                    .1
                    .to_owned(),
                (program, line) => {
                    assert_eq!(program, "vitrine-state");
                    let outcome = document.run(&words(line), &Given::default());
                    match outcome.exit.code() {
                        0 => outcome.stdout,
                        code => format!("{}exit {code}\n", outcome.stderr),
                    }
                }
            };
            assert_eq!(found, expected, "{line}");
            count += 1;
        }
    }
    assert!(count > 30, "only {count} commands");
}

#[test]
fn the_page_and_help_have_the_commands_of_the_code() {
    let usages: Vec<_> = FORMS
        .iter()
        .map(|form| format!("vitrine-state {}\n", form.usage()))
        .collect();
    let expected = format!(
        "<!-- commands: as the code has them -->\n\n```\n{}```",
        usages.concat()
    );
    assert!(
        page().contains(&expected),
        "docs/state.md should have {expected}"
    );
    for usage in usages {
        assert!(help(&[]).contains(&usage), "{usage}");
    }
}

#[test]
fn help_is_asked_for_where_it_is_no_value() {
    let mut document = Document::new("state.json");
    let mut run = |line: &[&str]| document.run(line, &Given::default()).stdout;
    for line in [
        &["--help"][..],
        &["chat", "append", "event", "--help"],
        &["chat", "append", "event", "a", "b", "--help"],
        &["project", "chat", "set", "item", "a", "--help"],
    ] {
        assert!(run(line).contains("vitrine-state"), "{line:?}");
    }
    run(&["chat", "create", "goal", "a"]);
    run(&["chat", "create", "request", "a", "b"]);
    let append = ["chat", "append", "event", "a", "b", "--body", "--help"];
    assert_eq!(run(&append), "");
    assert!(run(&["chat", "latest"]).contains("--help"));
}

#[test]
fn every_example_of_help_runs() {
    for form in FORMS {
        let text = help(form.words);
        assert!(!form.examples.is_empty() && text.contains(&form.usage()));
        for example in form.examples {
            assert!(text.contains(example));
            // Prepared, because some need a document; what is wrong with a line is said there.
            let prepared = vitrine::state::prepare(&words(example));
            assert!(prepared.is_ok(), "{example}: {prepared:?}");
        }
    }
}
