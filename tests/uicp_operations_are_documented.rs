//! The table of operations for people is what the check goes by.

#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::Path;
use vitrine::uicp::describe;

#[test]
fn the_page_for_people_has_the_table_of_the_code() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/uicp.md");
    let expected = format!(
        "<!-- operations: written by scripts/generate-operations.mjs -->\n\n{}\n<!-- end of operations -->",
        describe::markdown()
    );
    assert!(
        fs::read_to_string(page).unwrap().contains(&expected),
        "docs/uicp.md is not what the code says: run node scripts/generate-operations.mjs"
    );
}
