//! The vectors of `tests/vectors/state`, natively: scripts of commands with exit code, output and files. The same run in
//! Node and in Chromium against the built package. Each is named by the decision that it holds.

#![cfg(feature = "state")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "support/state.rs"]
mod support;

use std::fs;
use std::path::Path;
use support::text;
use vitrine::json::Json;
use vitrine::state::{Document, Given};

/// The decisions that the engine keeps; locks (21), the place of the file (22) and how files are written (19) are those
/// of the command line.
const DECISIONS: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 22b 23 24 24b 25 26 27 28 29 30 31 32 33 34 35 36 37 38";

fn files(json: Option<&Json>) -> Vec<(String, String)> {
    let files = json.and_then(Json::as_object).unwrap_or_default();
    files
        .iter()
        .map(|(path, file)| (path.clone(), text(file)))
        .collect()
}

fn string(step: &Json, key: &str) -> String {
    step.get(key)
        .and_then(Json::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// What is not as it has to be after a step.
fn check(step: &Json, document: &mut Document) -> Option<String> {
    let args = step.get("run").unwrap().as_array().unwrap();
    let args: Vec<_> = args.iter().map(|arg| arg.as_str().unwrap()).collect();
    let given = Given {
        stdin: step.get("stdin").map(text),
        files: files(step.get("given")),
        now: step.get("now").and_then(Json::as_str).map(str::to_owned),
    };
    let before = document.clone();
    let outcome = document.run(&args, &given);
    let stderr = match string(step, "stderr") {
        line if line.is_empty() => line,
        line => line + "\n",
    };
    let writes = step
        .get("writes")
        .and_then(Json::as_array)
        .unwrap_or_default();
    let writes: Vec<_> = writes
        .iter()
        .map(|write| {
            let [path, file] = write.as_array().unwrap() else {
                unreachable!()
            };
            (path.as_str().unwrap().to_owned(), text(file))
        })
        .collect();
    let expected = (
        step.get("exit").and_then(Json::as_u64).unwrap_or_default(),
        string(step, "stdout"),
        stderr,
        writes,
    );
    let written = outcome
        .writes
        .iter()
        .map(|write| (write.path.clone(), write.text.clone()));
    let found = (
        u64::from(outcome.exit.code()),
        outcome.stdout.clone(),
        outcome.stderr.clone(),
        written.collect(),
    );
    let unchanged = outcome.writes.is_empty() == before.files().eq(document.files());
    (expected != found || !unchanged)
        .then(|| format!("{args:?}\n  expected {expected:?}\n     found {found:?}"))
}

#[test]
fn every_state_vector_holds_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/state");
    let (mut names, mut failures) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let cases = Json::parse(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        for case in cases.as_array().unwrap() {
            let name = string(case, "name");
            let mut document = match string(case, "path") {
                path if path.is_empty() => Document::new("state.json"),
                path => Document::new(&path),
            };
            for (path, text) in files(case.get("files")) {
                document.put(&path, text);
            }
            for step in case.get("steps").unwrap().as_array().unwrap() {
                failures.extend(check(step, &mut document).map(|why| format!("{name}: {why}")));
            }
            names.push(name);
        }
    }
    assert!(names.len() > 180, "only {} vectors", names.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for decision in DECISIONS.split(' ') {
        let prefix = format!("{decision}: ");
        assert!(
            names.iter().any(|name| name.starts_with(&prefix)),
            "no vector of {decision}"
        );
    }
}
