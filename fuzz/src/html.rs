//! Markup: the first byte chooses the context, the rest is the text.

#[path = "../../tests/support/html.rs"]
mod tree;

use vitrine::html::options::Options;
use vitrine::html::report::What;
use vitrine::html::sanitize::sanitize_html;
use vitrine::html::{parse_fragment, HtmlLimits, Tree};

const CONTEXTS: [&str; 15] = [
    "div", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "form", "svg",
    "button", "ul", "pre", "template",
];

fn split(bytes: &[u8]) -> (&'static str, String) {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let context = CONTEXTS[usize::from(*first) % CONTEXTS.len()];
    (context, String::from_utf8_lossy(rest).into_owned())
}

/// Any text has a tree whose nodes point into it.
pub fn parse(bytes: &[u8]) {
    let (context, text) = split(bytes);
    let parsed = parse_fragment(&text, context, &HtmlLimits::DEFAULT);
    let tree = &parsed.tree;
    let mut waiting = vec![Tree::ROOT];
    let mut met = 0;
    while let Some(node) = waiting.pop() {
        met += 1;
        assert!(met <= tree.node_count(), "a circle");
        assert!(text.is_char_boundary(tree.source_offset(node) as usize));
        let mut next = tree.first_child(node);
        while let Some(child) = next {
            assert_eq!(tree.parent(child), Some(node));
            waiting.push(child);
            next = tree.next_sibling(child);
        }
    }
}

/// What goes out reads back as the same tree, holds nothing that runs, and passes again unchanged.
pub fn sanitize(bytes: &[u8]) {
    let (context, text) = split(bytes);
    let options = Options {
        context: context.into(),
        ..Options::default()
    };
    let Ok(once) = sanitize_html(&text, &options) else {
        assert!(text.len() > 4 << 20, "refused without a reason");
        return;
    };
    let read = tree::reread(&once.html, context);
    assert_eq!(tree::print(&read), once.html, "reads back otherwise");
    assert_eq!(tree::dangers(&read), Vec::<String>::new());
    let twice = sanitize_html(&once.html, &options).expect("passed before");
    assert_eq!(twice.html, once.html, "sanitising twice");
    assert!(twice.removed.iter().all(|each| each.what == What::Limit));
}
