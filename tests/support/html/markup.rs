//! The fragment serialising algorithm (section 13.3), for trees without raw text other than `script` and `style`.

use vitrine::html::{Kind, NodeId, Tree};

const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];
const RAW: &[&str] = &[
    "style",
    "script",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "noscript",
];

/// The markup of a whole tree.
pub(crate) fn write(tree: &Tree) -> String {
    let mut out = String::new();
    children(tree, Tree::ROOT, &mut out);
    out
}

fn children(tree: &Tree, parent: NodeId, out: &mut String) {
    let mut next = tree.first_child(parent);
    while let Some(node) = next {
        match tree.kind(node) {
            Kind::Text if RAW.contains(&tree.name(parent)) => out.push_str(tree.text(node)),
            Kind::Text => out.push_str(
                &escape(tree.text(node))
                    .replace('<', "&lt;")
                    .replace('>', "&gt;"),
            ),
            Kind::Comment => out.push_str(&format!("<!--{}-->", tree.text(node))),
            Kind::Element | Kind::Fragment => element(tree, node, out),
        }
        next = tree.next_sibling(node);
    }
}

fn element(tree: &Tree, node: NodeId, out: &mut String) {
    let name = tree.name(node);
    out.push_str(&format!("<{name}"));
    for attribute in tree.attributes(node) {
        let value = escape(attribute.value).replace('"', "&quot;");
        out.push_str(&format!(" {}=\"{value}\"", attribute.name));
    }
    out.push('>');
    if !VOID.contains(&name) {
        children(tree, node, out);
        out.push_str(&format!("</{name}>"));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('\u{A0}', "&nbsp;")
}
