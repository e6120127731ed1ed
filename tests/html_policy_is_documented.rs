//! What is written from the policy's tables is what the tables say.

#![cfg(feature = "html")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::Path;
use vitrine::html::policy::describe;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

const STALE: &str = "is not what the policy says: run node scripts/generate-policy.mjs";

#[test]
fn the_page_for_people_says_what_the_tables_say() {
    let expected = format!(
        "<!-- policy: written by scripts/generate-policy.mjs -->\n\n{}<!-- end of policy -->",
        describe::markdown()
    );
    assert!(
        read("docs/html.md").contains(&expected),
        "docs/html.md {STALE}"
    );
}

#[test]
fn the_builder_has_the_names_of_the_tables() {
    assert!(
        read("js/src/html/tables.ts") == describe::typescript(),
        "js/src/html/tables.ts {STALE}"
    );
}
