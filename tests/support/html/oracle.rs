//! Trees as lines, ours and html5ever's: `| ` and two spaces a level, as the standard's own tests write them.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ns, Attribute, LocalName, ParseOpts, QualName};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Write;
use vitrine::html::{parse_fragment, AttributeNamespace, HtmlLimits, Kind, NodeId, Tree};

/// Our tree of the markup in a context.
pub(crate) fn ours(markup: &str, context: &str) -> String {
    let parsed = parse_fragment(markup, context, &HtmlLimits::DEFAULT);
    assert_eq!(parsed.truncated, None, "{markup:?}");
    dump_ours(&parsed.tree)
}

/// A tree as lines.
pub(crate) fn dump_ours(tree: &Tree) -> String {
    let mut out = String::new();
    dump_children(tree, Tree::ROOT, 0, &mut out);
    out
}

fn dump_children(tree: &Tree, parent: NodeId, depth: usize, out: &mut String) {
    let mut next = tree.first_child(parent);
    while let Some(node) = next {
        match tree.kind(node) {
            Kind::Fragment => unreachable!("a fragment within"),
            Kind::Text => line(out, depth, &format!("{:?}", tree.text(node))),
            Kind::Comment => line(out, depth, &format!("<!-- {:?} -->", tree.text(node))),
            Kind::Element => {
                let space = ["", "svg ", "math "][tree.namespace(node) as usize];
                line(out, depth, &format!("<{space}{}>", tree.name(node)));
                let mut attributes: Vec<String> = tree
                    .attributes(node)
                    .map(|attribute| {
                        let name = match attribute.namespace {
                            AttributeNamespace::None => attribute.name.to_owned(),
                            _ => format!("{{}}{}", attribute.name),
                        };
                        format!("{name}={:?}", attribute.value)
                    })
                    .collect();
                attributes.sort();
                for attribute in attributes {
                    line(out, depth + 1, &attribute);
                }
                dump_children(tree, node, depth + 1, out);
            }
        }
        next = tree.next_sibling(node);
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "| {}{text}", "  ".repeat(depth)).unwrap();
}

/// html5ever's tree of the markup in a context.
pub(crate) fn theirs(markup: &str, context: &str) -> String {
    let space = match context {
        "svg" => ns!(svg),
        "math" => ns!(mathml),
        _ => ns!(html),
    };
    let name = QualName::new(None, space, LocalName::from(context));
    let options = ParseOpts::default();
    let sink = html5ever::parse_fragment(Sink::default(), options, name, vec![], true).one(markup);
    // The document's one child is the root `html` element.
    let nodes = sink.nodes.borrow();
    let root = nodes[0].children[0];
    let mut out = String::new();
    dump_theirs(&nodes, root, 0, &mut out);
    out
}

fn dump_theirs(nodes: &[Node], parent: usize, depth: usize, out: &mut String) {
    for child in &nodes[parent].children {
        let node = &nodes[*child];
        match &node.data {
            Data::Document => unreachable!("a document within"),
            Data::Text(text) => line(out, depth, &format!("{text:?}")),
            Data::Comment(text) => line(out, depth, &format!("<!-- {text:?} -->")),
            Data::Element(name, attributes) => {
                let space = match name.ns {
                    ns!(svg) => "svg ",
                    ns!(mathml) => "math ",
                    _ => "",
                };
                line(out, depth, &format!("<{space}{}>", name.local));
                let mut attributes: Vec<String> = attributes
                    .iter()
                    .map(|attribute| {
                        let name = &attribute.name;
                        let name = match (&name.prefix, &*name.ns) {
                            (_, "") => name.local.to_string(),
                            (Some(prefix), _) if !prefix.is_empty() => {
                                format!("{{}}{prefix}:{}", name.local)
                            }
                            _ => format!("{{}}{}", name.local),
                        };
                        format!("{name}={:?}", &*attribute.value)
                    })
                    .collect();
                attributes.sort();
                for attribute in attributes {
                    line(out, depth + 1, &attribute);
                }
                // A template's contents are a child of its own here.
                dump_theirs(nodes, *child, depth + 1, out);
            }
        }
    }
}

enum Data {
    Document,
    Text(String),
    Comment(String),
    Element(QualName, Vec<Attribute>),
}

struct Node {
    data: Data,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Kept for references that the trait wants to live as long as the sink.
    name: Option<&'static QualName>,
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    /// Annotation-xml elements that are HTML integration points.
    points: RefCell<HashMap<usize, bool>>,
    quirks: Cell<QuirksMode>,
}

impl Default for Sink {
    fn default() -> Self {
        let document = Node {
            data: Data::Document,
            parent: None,
            children: Vec::new(),
            name: None,
        };
        Sink {
            nodes: RefCell::new(vec![document]),
            points: RefCell::default(),
            quirks: Cell::new(QuirksMode::NoQuirks),
        }
    }
}

impl Sink {
    fn add(&self, data: Data) -> usize {
        let name = match &data {
            Data::Element(name, _) => Some(&*Box::leak(Box::new(name.clone()))),
            _ => None,
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            data,
            parent: None,
            children: Vec::new(),
            name,
        });
        nodes.len() - 1
    }

    /// Inserts before the child at `place`, joining texts.
    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(child) => {
                self.remove_from_parent(&child);
                child
            }
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = place
                    .checked_sub(1)
                    .map(|place| nodes[parent].children[place]);
                if let Some(Data::Text(existing)) = before.map(|node| &mut nodes[node].data) {
                    existing.push_str(&text);
                    return;
                }
                drop(nodes);
                self.add(Data::Text(text.to_string()))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        let place = place.min(nodes[parent].children.len());
        nodes[parent].children.insert(place, child);
    }

    fn place_of(&self, child: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[child].parent?;
        let place = nodes[parent].children.iter().position(|c| *c == child)?;
        Some((parent, place))
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Self {
        self
    }
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        0
    }
    fn elem_name<'a>(&'a self, target: &'a usize) -> &'a QualName {
        self.nodes.borrow()[*target].name.unwrap()
    }
    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let node = self.add(Data::Element(name, attrs));
        let point = flags.mathml_annotation_xml_integration_point;
        self.points.borrow_mut().insert(node, point);
        node
    }
    fn create_comment(&self, text: StrTendril) -> usize {
        self.add(Data::Comment(text.to_string()))
    }
    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        unreachable!("processing instructions are XML's")
    }
    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.remove_from_parent(child);
        }
        let place = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, place, child);
    }
    fn append_based_on_parent_node(&self, element: &usize, prev: &usize, child: NodeOrText<usize>) {
        let has_parent = self.nodes.borrow()[*element].parent.is_some();
        match has_parent {
            true => self.append_before_sibling(element, child),
            false => self.append(prev, child),
        }
    }
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }
    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }
    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode);
    }
    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.remove_from_parent(child);
        }
        let (parent, place) = self.place_of(*sibling).unwrap();
        self.insert(parent, place, child);
    }
    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, place)) = self.place_of(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(place);
            nodes[*target].parent = None;
        }
    }
    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = std::mem::take(&mut self.nodes.borrow_mut()[*node].children);
        for child in children {
            self.nodes.borrow_mut()[child].parent = None;
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }
    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        self.points.borrow()[handle]
    }
    fn allow_declarative_shadow_roots(&self, _: &usize) -> bool {
        false
    }
}
