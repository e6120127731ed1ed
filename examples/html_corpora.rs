//! Prints seeded corpora with the trees that this parser makes of them, as JSON, for comparison with a browser's parser:
//! `{"CORPUS": [[CONTEXT, MARKUP, TREE], …]}`. The argument says how many documents each has.
#![allow(clippy::unwrap_used)] // a tool of the tests

#[path = "../tests/support/html/mod.rs"]
mod support;

use std::fmt::Write;
use support::damage;
use vitrine::html::{parse_fragment, AttributeNamespace, HtmlLimits, Kind, NodeId, Tree};
use vitrine::json::Json;

type Corpus = (&'static str, &'static [&'static str], fn(u64) -> String);

const DIV: &[&str] = &["div"];
const ANY: &[&str] = &[
    "div", "div", "div", "p", "table", "tbody", "tr", "td", "select", "template", "svg", "ul",
];
const CORPORA: [Corpus; 8] = [
    ("whole", DIV, damage::whole),
    ("optional end tags", DIV, damage::optional_end_tags),
    ("truncated", DIV, damage::truncated),
    ("close tag dropped", DIV, damage::close_tag_dropped),
    ("open tag dropped", DIV, damage::open_tag_dropped),
    ("swapped", DIV, damage::swapped),
    ("mutated", ANY, damage::mutated),
    ("soup", ANY, damage::soup),
];
/// Other documents than those that are compared with html5ever.
const FIRST_SEED: u64 = 1_000_000;

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let corpora = CORPORA.map(|(name, contexts, make)| {
        let documents = (FIRST_SEED..FIRST_SEED + count.unwrap_or(200)).map(|seed| {
            let markup = make(seed);
            let context = context_for(&markup, contexts[seed as usize % contexts.len()]);
            let tree = parse_fragment(&markup, context, &HtmlLimits::DEFAULT).tree;
            Json::Array(vec![
                context.into(),
                markup.into(),
                write_tree(&tree).into(),
            ])
        });
        (name.to_owned(), Json::Array(documents.collect()))
    });
    println!("{}", Json::Object(corpora.into()));
}

/// A template's content is of a document without scripts, where `noscript` is read otherwise than in the page.
fn context_for(markup: &str, context: &'static str) -> &'static str {
    match context == "template" && markup.contains("<noscript") {
        true => "div",
        false => damage::context_for(markup, context),
    }
}

/// A line for every node and attribute, a space before it for every level.
fn write_tree(tree: &Tree) -> String {
    let mut out = String::new();
    let mut waiting = below(tree, Tree::ROOT, 0);
    while let Some((node, depth)) = waiting.pop() {
        let mut line = |depth: usize, text: String| {
            let text = text.replace('\n', "\u{240a}");
            writeln!(out, "{}{text}", " ".repeat(depth)).unwrap();
        };
        match tree.kind(node) {
            Kind::Text => line(depth, format!("#text {}", tree.text(node))),
            Kind::Comment => line(depth, format!("#comment {}", tree.text(node))),
            Kind::Element | Kind::Fragment => {
                let space = ["html", "svg", "math"][tree.namespace(node) as usize];
                line(depth, format!("{space} {}", tree.name(node)));
                for attribute in tree.attributes(node) {
                    let mark = match attribute.namespace {
                        AttributeNamespace::None => "",
                        _ => "*",
                    };
                    line(
                        depth + 1,
                        format!("{mark}{}={}", attribute.name, attribute.value),
                    );
                }
            }
        }
        waiting.extend(below(tree, node, depth + 1));
    }
    out
}

/// The children of a node, the first last.
fn below(tree: &Tree, parent: NodeId, depth: usize) -> Vec<(NodeId, usize)> {
    let mut children = Vec::new();
    let mut next = tree.last_child(parent);
    while let Some(node) = next {
        children.push((node, depth));
        next = tree.prev_sibling(node);
    }
    children
}
