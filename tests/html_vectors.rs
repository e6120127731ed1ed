//! The vectors of `tests/vectors/html`, natively: attacks by class, each with the reason why it is one and the exact
//! output. The same files run in Node and in Chromium against the built package.

#![cfg(feature = "html")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/html.rs"]
mod html;

use std::fs;
use std::path::Path;
use vitrine::html::options::Options;
use vitrine::html::report::{Removed, What};
use vitrine::html::sanitize::sanitize_html;
use vitrine::html::values::url::Remote;
use vitrine::json::Json;

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// `element script /0`
fn told(removed: &Removed) -> Json {
    let line = format!(
        "{} {} {}",
        removed.what.name(),
        removed.name,
        removed.pointer
    );
    line.trim_end().into()
}

/// The options of a case, in the package's form.
fn options(json: Option<&Json>) -> Options {
    let mut options = Options::default();
    for (name, value) in json.and_then(Json::as_object).unwrap_or_default() {
        match (name.as_str(), value.as_str(), value.as_array()) {
            ("context", Some(name), _) => options.context = name.into(),
            ("svg", ..) => options.svg = value.as_bool().unwrap(),
            ("clobbering", Some(word), _) => options.clobbering = word == "deny",
            ("images", Some("remote"), _) => options.fetch.remote = Remote::Any,
            ("images", Some("same-origin"), _) => options.fetch.remote = Remote::SameOrigin,
            ("images", _, Some(list)) => {
                let origins = list
                    .iter()
                    .map(|origin| origin.as_str().unwrap().to_owned());
                options.fetch.remote = Remote::Origins(origins.collect());
            }
            ("origin", Some(own), _) => options.fetch.own = Some(own.into()),
            _ => panic!("no option: {name} {value}"),
        }
    }
    options
}

fn check(case: &Json) -> Result<(), String> {
    let options = options(case.get("options"));
    let found = sanitize_html(text(case, "input"), &options).unwrap();
    if let Some(expected) = case.get("html").and_then(Json::as_str) {
        if found.html != expected {
            return Err(format!("expected {expected:?}\n   found {:?}", found.html));
        }
    }
    for word in case.get("absent").and_then(Json::as_array).unwrap_or(&[]) {
        if found.html.contains(word.as_str().unwrap()) {
            return Err(format!("{word} is in {:?}", found.html));
        }
    }
    let removed = Json::Array(found.removed.iter().map(told).collect());
    if Some(&removed) != case.get("removed") {
        return Err(format!("removed {removed}"));
    }
    let tree = html::reread(&found.html, &options.context);
    let dangers = html::dangers(&tree);
    if !dangers.is_empty() {
        return Err(format!("{dangers:?} in {:?}", found.html));
    }
    let again = html::print(&tree);
    if again != found.html {
        return Err(format!(
            "read back otherwise: {:?}\n   from {again:?}",
            found.html
        ));
    }
    let twice = sanitize_html(&found.html, &options).unwrap();
    // What stands at the depth limit is told of each time.
    let quiet = twice.removed.iter().all(|each| each.what == What::Limit);
    if twice.html != found.html || !quiet {
        return Err(format!(
            "sanitising twice: {twice:?}\n   from {:?}",
            found.html
        ));
    }
    Ok(())
}

#[test]
fn every_html_vector_holds_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/html");
    let (mut count, mut failures) = (0, Vec::new());
    for file in fs::read_dir(folder).unwrap() {
        let file = Json::parse(&fs::read(file.unwrap().path()).unwrap()).unwrap();
        for case in file.get("cases").and_then(Json::as_array).unwrap() {
            count += 1;
            if let Err(why) = check(case) {
                let (class, reason) = (text(&file, "class"), text(case, "reason"));
                failures.push(format!(
                    "{class}: {reason}\n  {:?}\n  {why}",
                    text(case, "input")
                ));
            }
        }
    }
    assert!(count >= 250, "only {count} vectors were found");
    assert!(
        failures.is_empty(),
        "{} of {count} vectors:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
