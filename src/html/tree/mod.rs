//! The tree of a fragment: an arena of nodes linked by number, and one string that holds all text.

mod build;

use crate::html::names::Tag;
use crate::text::cut;

pub(crate) use build::ElementName;

/// A place in the tree's string: start and length in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            len: (end - start) as u32,
        }
    }

    pub(crate) fn end(self) -> u32 {
        self.start + self.len
    }

    pub(crate) fn of(self, text: &str) -> &str {
        cut(text, self.start as usize, self.end() as usize)
    }
}

/// The number of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// What a node is. A doctype makes no node: fragments have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The root of the tree.
    Fragment,
    /// An element; a `template` holds its contents as children.
    Element,
    /// Text; two texts never follow each other.
    Text,
    /// A comment.
    Comment,
}

/// The namespace of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Namespace {
    /// `http://www.w3.org/1999/xhtml`
    Html,
    /// `http://www.w3.org/2000/svg`
    Svg,
    /// `http://www.w3.org/1998/Math/MathML`
    MathMl,
}

/// The namespace of an attribute ("adjust foreign attributes", section 13.2.6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeNamespace {
    /// No namespace, as nearly all.
    None,
    /// `xlink:href` and its like.
    XLink,
    /// `xml:lang`, `xml:space`.
    Xml,
    /// `xmlns`, `xmlns:xlink`.
    Xmlns,
}

/// An attribute of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// The qualified name, prefix included: `href`, `viewBox`, `xlink:href`.
    pub name: &'t str,
    /// The value, references decoded.
    pub value: &'t str,
    /// The namespace of the name; `None` everywhere on HTML elements.
    pub namespace: AttributeNamespace,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RawAttribute {
    pub(crate) name: Span,
    pub(crate) value: Span,
}

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    prev_sibling: u32,
    next_sibling: u32,
    offset: u32,
    /// Text and comments: the text. Elements: the place of their attributes in the list of all.
    content: Span,
    /// Elements with a name that is not in the table: the place of the name in the list of those.
    custom_name: u32,
    tag: Tag,
    kind: Kind,
    namespace: Namespace,
    /// Elements: whether it is on the builder's stack of open elements.
    open: bool,
    /// Texts: whether `pieces` has more of it.
    continued: bool,
}

/// A parsed fragment.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    attributes: Vec<RawAttribute>,
    custom_names: Vec<Span>,
    /// What texts are continued by, until [`Tree::join_pieces`].
    pieces: Vec<(NodeId, Span)>,
    /// Bytes of the input.
    input: u32,
    /// Begins as the input; what differs from the input (decoded text, small letters) follows.
    pub(crate) text: String,
}

fn link(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

/// Reading.
impl Tree {
    /// The fragment itself.
    pub const ROOT: NodeId = NodeId(0);

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// How many nodes were made, those that were moved out of the tree again included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Its parent; none for the root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }

    /// Its first child.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).first_child)
    }

    /// Its last child.
    #[inline]
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).last_child)
    }

    /// The sibling after it.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).next_sibling)
    }

    /// The sibling before it.
    #[inline]
    pub fn prev_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).prev_sibling)
    }

    /// The local name as in the DOM: `div`, `foreignObject`. Empty for what is no element.
    pub fn name(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match self.custom_names.get(node.custom_name as usize) {
            Some(name) => name.of(&self.text),
            None if node.namespace == Namespace::Svg => node.tag.svg_name(),
            None => node.tag.name(),
        }
    }

    /// The name as an interned tag, compared without case; unknown for what is no element.
    #[inline]
    pub fn tag(&self, id: NodeId) -> Tag {
        self.node(id).tag
    }

    /// The namespace of an element; HTML for what is no element.
    #[inline]
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// The attributes of an element in the order of the source, each name once.
    pub fn attributes(&self, id: NodeId) -> impl ExactSizeIterator<Item = Attribute<'_>> + Clone {
        let foreign = self.namespace(id) != Namespace::Html;
        self.raw_attributes(id).iter().map(move |attribute| {
            let name = attribute.name.of(&self.text);
            Attribute {
                name,
                value: attribute.value.of(&self.text),
                namespace: match foreign {
                    true => attribute_namespace(name),
                    false => AttributeNamespace::None,
                },
            }
        })
    }

    pub(crate) fn raw_attributes(&self, id: NodeId) -> &[RawAttribute] {
        let node = self.node(id);
        match node.kind {
            Kind::Element => {
                let (from, to) = (node.content.start as usize, node.content.end() as usize);
                self.attributes.get(from..to).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// The source of an element's attributes, from the first name to the last value: elements with the same source have the
    /// same attributes. `None` where it has none, or where what it has is not what was written.
    pub(crate) fn attribute_source(&self, id: NodeId) -> Option<&str> {
        let attributes = self.raw_attributes(id);
        let (first, last) = (attributes.first()?, attributes.last()?);
        let is_source = |span: Span| span.end() <= self.input;
        let all = attributes
            .iter()
            .all(|attribute| is_source(attribute.name) && is_source(attribute.value));
        all.then(|| {
            cut(
                &self.text,
                first.name.start as usize,
                last.value.end() as usize,
            )
        })
    }

    /// The text of a text or a comment; empty for others.
    #[inline]
    pub fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match node.kind {
            Kind::Text | Kind::Comment => node.content.of(&self.text),
            _ => "",
        }
    }

    /// The byte of the input where the token began that made the node.
    #[inline]
    pub fn source_offset(&self, id: NodeId) -> u32 {
        self.node(id).offset
    }
}

/// The adjusted names of section 13.2.6.5; any other prefix is part of a plain name.
fn attribute_namespace(name: &str) -> AttributeNamespace {
    match name {
        "xlink:actuate" | "xlink:arcrole" | "xlink:href" | "xlink:role" | "xlink:show"
        | "xlink:title" | "xlink:type" => AttributeNamespace::XLink,
        "xml:lang" | "xml:space" => AttributeNamespace::Xml,
        "xmlns" | "xmlns:xlink" => AttributeNamespace::Xmlns,
        _ => AttributeNamespace::None,
    }
}
