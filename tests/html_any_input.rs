//! Any input, in any context, has a whole tree; the markup of a document's tree is that document again.
#![cfg(feature = "html")]
#![allow(clippy::unwrap_used)]

#[path = "support/html/mod.rs"]
mod support;

use proptest::prelude::*;
use support::damage;
use support::markup::write;
use support::oracle::{dump_ours, ours};
use vitrine::html::{parse_fragment, HtmlLimits, Kind, Tag, Tree};

const CONTEXTS: &[&str] = &[
    "div",
    "table",
    "tbody",
    "tr",
    "td",
    "caption",
    "colgroup",
    "select",
    "template",
    "svg",
    "math",
    "title",
    "script",
    "style",
    "textarea",
    "plaintext",
    "form",
    "html",
    "frameset",
    "p",
    "x-y",
    "",
    "\0",
];

/// Checks every link of the tree both ways, and what the types promise.
fn assert_whole(tree: &Tree, input: &str) {
    let mut node = Tree::ROOT;
    let mut met = 0;
    loop {
        met += 1;
        assert!(met <= tree.node_count(), "a circle");
        assert!(tree.source_offset(node) as usize <= input.len());
        assert!(input.is_char_boundary(tree.source_offset(node) as usize));
        match tree.kind(node) {
            Kind::Element => {
                assert!(!tree.name(node).is_empty());
                let known = Tag::find(&tree.name(node).to_ascii_lowercase());
                assert_eq!(tree.tag(node), known);
                let names: Vec<&str> = tree.attributes(node).map(|a| a.name).collect();
                assert!(names.iter().all(|name| !name.is_empty()));
            }
            Kind::Text => {
                assert!(!tree.text(node).is_empty());
                let next = tree.next_sibling(node).map(|next| tree.kind(next));
                assert_ne!(next, Some(Kind::Text), "texts in a row");
            }
            Kind::Comment | Kind::Fragment => {}
        }
        if let Some(first) = tree.first_child(node) {
            assert_eq!(tree.parent(first), Some(node));
            assert_eq!(tree.prev_sibling(first), None);
            node = first;
            continue;
        }
        while tree.next_sibling(node).is_none() {
            let Some(parent) = tree.parent(node) else {
                return;
            };
            assert_eq!(tree.last_child(parent), Some(node));
            node = parent;
        }
        let next = tree.next_sibling(node).unwrap();
        assert_eq!(tree.prev_sibling(next), Some(node));
        assert_eq!(tree.parent(next), tree.parent(node));
        node = next;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_has_a_whole_tree(input in any::<String>(), context in prop::sample::select(CONTEXTS)) {
        assert_whole(&parse_fragment(&input, context, &HtmlLimits::DEFAULT).tree, &input);
    }

    #[test]
    fn anything_like_markup_has_a_whole_tree(
        input in "([<>/!?&;#='\"\\- \r\n\0a-dtx\u{e4}]|<[a-e/]|</|<!--|-->|&am){0,200}",
        context in prop::sample::select(CONTEXTS),
    ) {
        assert_whole(&parse_fragment(&input, context, &HtmlLimits::DEFAULT).tree, &input);
    }

    #[test]
    fn any_tags_have_a_whole_tree(
        seed in any::<u64>(),
        context in prop::sample::select(CONTEXTS),
        depth in 0u32..40,
        nodes in 0u32..400,
    ) {
        let limits = HtmlLimits { depth, nodes, ..HtmlLimits::DEFAULT };
        for input in [damage::soup(seed), damage::mutated(seed)] {
            assert_whole(&parse_fragment(&input, context, &limits).tree, &input);
            assert_whole(&parse_fragment(&input, context, &HtmlLimits::DEFAULT).tree, &input);
        }
    }
}

#[test]
fn a_documents_tree_written_and_read_is_the_same_tree() {
    for seed in 0..300 {
        for markup in [damage::whole(seed), damage::optional_end_tags(seed)] {
            let tree = parse_fragment(&markup, "div", &HtmlLimits::DEFAULT).tree;
            assert_eq!(ours(&write(&tree), "div"), dump_ours(&tree), "{markup:?}");
        }
    }
}
