//! What tests know of markup by themselves: a serialiser without a policy, and a scan that shares no table with it.

#![allow(dead_code)] // each test that includes this file uses a part of it

use vitrine::html::{parse_fragment, HtmlLimits, Kind, Namespace, NodeId, Tree};

/// The tree as text, everything in it, in a form that two different trees never share but for neighbouring texts.
pub(crate) fn print(tree: &Tree) -> String {
    let mut out = String::new();
    let mut stack = vec![(Tree::ROOT, false)];
    while let Some((node, done)) = stack.pop() {
        match tree.kind(node) {
            Kind::Text => escape(tree.text(node), &mut out),
            Kind::Comment => out.push_str(&format!("<!--{}-->", tree.text(node))),
            Kind::Element if done => {
                if !VOID.contains(&tree.name(node)) {
                    out.push_str(&format!("</{}>", tree.name(node)));
                }
            }
            kind => {
                if kind == Kind::Element {
                    open(tree, node, &mut out);
                    stack.push((node, true));
                }
                let children = children(tree, node);
                stack.extend(children.into_iter().rev().map(|child| (child, false)));
            }
        }
    }
    out
}

const VOID: [&str; 8] = ["br", "col", "hr", "img", "input", "source", "track", "wbr"];

fn open(tree: &Tree, node: NodeId, out: &mut String) {
    out.push_str(&format!("<{}", tree.name(node)));
    for attribute in tree.attributes(node) {
        out.push_str(&format!(" {}=\"", attribute.name));
        let mut value = String::new();
        escape(attribute.value, &mut value);
        out.push_str(&value.replace('"', "&quot;"));
        out.push('"');
    }
    out.push('>');
    let first = tree.first_child(node).map(|child| tree.text(child));
    if matches!(tree.name(node), "pre" | "textarea")
        && first.is_some_and(|text| text.starts_with('\n'))
    {
        out.push('\n');
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            c => out.push(c),
        }
    }
}

fn children(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    std::iter::successors(tree.first_child(node), |child| tree.next_sibling(*child)).collect()
}

/// Reads markup back as it would be read in `context`.
pub(crate) fn reread(html: &str, context: &str) -> Tree {
    parse_fragment(html, context, &HtmlLimits::DEFAULT).tree
}

const RUNS: [&str; 22] = [
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "template",
    "base",
    "meta",
    "link",
    "math",
    "use",
    "animate",
    "set",
    "foreignObject",
    "noscript",
    "frame",
    "frameset",
    "applet",
    "portal",
    "image",
    "handler",
    "plaintext",
];
const ADDRESSES: [&str; 8] = [
    "href",
    "src",
    "cite",
    "poster",
    "data",
    "background",
    "xlink:href",
    "srcset",
];
const NEVER: [&str; 8] = [
    "srcdoc",
    "action",
    "formaction",
    "ping",
    "is",
    "nonce",
    "slot",
    "autofocus",
];

/// What of the tree could run or fetch something that it must not; nothing, if all is well.
pub(crate) fn dangers(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let mut stack = vec![Tree::ROOT];
    while let Some(node) = stack.pop() {
        stack.extend(children(tree, node));
        if tree.kind(node) != Kind::Element {
            continue;
        }
        let name = tree.name(node);
        if RUNS.contains(&name)
            || name.contains(['-', ':'])
            || tree.namespace(node) == Namespace::MathMl
        {
            found.push(format!("<{name}>"));
        }
        for attribute in tree.attributes(node) {
            let (key, value) = (attribute.name, attribute.value);
            let plain: String = value
                .chars()
                .filter(|c| *c > ' ')
                .collect::<String>()
                .to_lowercase();
            let scheme = plain.split([':', '/', '\\', '?', '#']).next().unwrap_or("");
            let has_scheme = plain.len() > scheme.len() && plain[scheme.len()..].starts_with(':');
            let known = ["http", "https", "mailto", "tel", "sms"].contains(&scheme)
                || plain.starts_with("data:image/") && !plain.starts_with("data:image/svg");
            let bad_address = ADDRESSES.contains(&key)
                && (has_scheme && !known
                    || ["//", "/\\", "\\"]
                        .iter()
                        .any(|start| plain.starts_with(start)));
            let bad_css = !key.starts_with("data-")
                && !key.starts_with("aria-")
                && (key == "style" || tree.namespace(node) == Namespace::Svg)
                && !matches!(key, "class" | "id" | "role" | "lang")
                && (plain.contains('\\')
                    || fetches(&plain)
                    || plain.contains("fixed")
                        && key == "style"
                        && plain.contains("position:fixed"));
            if key.starts_with("on") || NEVER.contains(&key) || bad_address || bad_css {
                found.push(format!("<{name} {key}={value:?}>"));
            }
        }
    }
    found
}

/// Whether CSS without spaces has a `url` that is no reference to an id. Strings elsewhere say nothing.
fn fetches(css: &str) -> bool {
    let (mut bare, mut quote) = (String::new(), None);
    for c in css.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') && !bare.ends_with("url(") => quote = Some(c),
            None => bare.push(c),
        }
    }
    let reference = |at: usize| bare[at..].trim_start_matches(['"', '\'']).starts_with('#');
    bare.match_indices("url(")
        .any(|(at, url)| !reference(at + url.len()))
}
