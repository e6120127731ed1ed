//! Our trees are the trees of html5ever, an independent parser after the same standard.
#![cfg(feature = "html")]

#[path = "support/html/mod.rs"]
mod support;

use support::damage;
use support::oracle::{ours, theirs};

const DOCUMENTS: u64 = 1_000;
const CONTEXTS: [&str; 14] = [
    "div", "div", "div", "div", "p", "table", "tbody", "tr", "td", "select", "template", "svg",
    "ul", "body",
];

/// Where html5ever is known not to follow the standard, by context and a sign in the markup; such cases are
/// read as the content of a `div` instead.
const KNOWN_DIFFERENCES: [(&str, &str, &str); 1] = [(
    "select",
    "<input",
    "the standard ignores an input whose context is a select; html5ever and Chromium keep it",
)];

fn context_for(markup: &str, context: &'static str) -> &'static str {
    let differs = |row: &(&str, &str, &str)| row.0 == context && markup.contains(row.1);
    match KNOWN_DIFFERENCES.iter().any(differs) {
        true => "div",
        false => context,
    }
}

/// Compares a corpus and returns the share of equal trees, in percent.
fn equal(name: &str, contexts: &[&'static str], make: impl Fn(u64) -> String) -> f64 {
    let mut unequal = Vec::new();
    for seed in 0..DOCUMENTS {
        let markup = make(seed);
        let context = context_for(&markup, contexts[seed as usize % contexts.len()]);
        let (ours, theirs) = (ours(&markup, context), theirs(&markup, context));
        if ours != theirs {
            unequal.push((markup, context, ours, theirs));
        }
    }
    let share = 100.0 * (DOCUMENTS as usize - unequal.len()) as f64 / DOCUMENTS as f64;
    println!("{name:<20} {share:>7.3} % of {DOCUMENTS}");
    unequal.sort_by_key(|case| case.0.len());
    if let Some((markup, context, ours, theirs)) = unequal.first() {
        println!("in {context}: {markup:?}\nours:\n{ours}theirs:\n{theirs}");
    }
    share
}

#[test]
fn whole_documents_have_the_same_tree() {
    assert_eq!(equal("whole", &["div"], damage::whole), 100.0);
}

#[test]
fn optional_end_tags_make_no_difference() {
    assert_eq!(
        equal("optional end tags", &["div"], damage::optional_end_tags),
        100.0
    );
}

#[test]
fn truncated_documents_have_the_same_tree() {
    assert!(equal("truncated", &["div"], damage::truncated) >= 99.9);
}

#[test]
fn dropped_close_tags_have_the_same_tree() {
    assert!(equal("close tag dropped", &["div"], damage::close_tag_dropped) >= 99.9);
}

#[test]
fn dropped_open_tags_have_the_same_tree() {
    assert!(equal("open tag dropped", &["div"], damage::open_tag_dropped) >= 99.9);
}

#[test]
fn swapped_tags_have_the_same_tree() {
    assert!(equal("swapped", &["div"], damage::swapped) >= 99.9);
}

#[test]
fn mutations_have_the_same_tree() {
    assert!(equal("mutated", &CONTEXTS, damage::mutated) >= 99.5);
}

#[test]
fn tag_soup_has_the_same_tree() {
    assert!(equal("soup", &CONTEXTS, damage::soup) >= 99.5);
}
