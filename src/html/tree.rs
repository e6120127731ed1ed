//! The tree of a fragment: an arena of nodes linked by number, and one string that holds all text.

use crate::html::names::Tag;

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
        &text[self.start as usize..self.end() as usize]
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
    /// Whether the element is on the builder's stack of open elements.
    open: bool,
}

/// A parsed fragment.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    attributes: Vec<RawAttribute>,
    custom_names: Vec<Span>,
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
    pub fn attributes(&self, id: NodeId) -> impl ExactSizeIterator<Item = Attribute<'_>> {
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
                &self.attributes[node.content.start as usize..node.content.end() as usize]
            }
            _ => &[],
        }
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

/// What a new element is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ElementName {
    pub(crate) namespace: Namespace,
    pub(crate) tag: Tag,
    /// The name as written, in small letters; read only where the tag is unknown.
    pub(crate) name: Span,
}

/// Building.
impl Tree {
    /// A tree with an empty root, whose string begins with `text`.
    pub(crate) fn new(text: String) -> Tree {
        let mut tree = Tree {
            nodes: Vec::with_capacity(16 + text.len() / 24),
            attributes: Vec::with_capacity(text.len() / 48),
            custom_names: Vec::new(),
            text,
        };
        tree.add(Kind::Fragment, Span::default(), 0);
        tree
    }

    fn add(&mut self, kind: Kind, content: Span, offset: u32) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            prev_sibling: NONE,
            next_sibling: NONE,
            offset,
            content,
            custom_name: NONE,
            tag: Tag::UNKNOWN,
            kind,
            namespace: Namespace::Html,
            open: false,
        });
        id
    }

    pub(crate) fn add_text(&mut self, text: Span, offset: u32) -> NodeId {
        self.add(Kind::Text, text, offset)
    }

    pub(crate) fn add_comment(&mut self, text: Span, offset: u32) -> NodeId {
        self.add(Kind::Comment, text, offset)
    }

    pub(crate) fn add_element(
        &mut self,
        name: ElementName,
        attributes: &[RawAttribute],
        offset: u32,
    ) -> NodeId {
        let start = self.attributes.len();
        self.attributes.extend_from_slice(attributes);
        let id = self.add(
            Kind::Element,
            Span::new(start, self.attributes.len()),
            offset,
        );
        if name.tag == Tag::UNKNOWN {
            self.nodes[id.0 as usize].custom_name = self.custom_names.len() as u32;
            self.custom_names.push(name.name);
        }
        let node = &mut self.nodes[id.0 as usize];
        node.tag = name.tag;
        node.namespace = name.namespace;
        id
    }

    /// A new element like `id`, with the same attributes and no children.
    pub(crate) fn clone_element(&mut self, id: NodeId) -> NodeId {
        let copy = Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            prev_sibling: NONE,
            next_sibling: NONE,
            open: false,
            ..self.node(id).clone()
        };
        self.nodes.push(copy);
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn is_open(&self, id: NodeId) -> bool {
        self.node(id).open
    }

    pub(crate) fn set_open(&mut self, id: NodeId, open: bool) {
        self.nodes[id.0 as usize].open = open;
    }

    pub(crate) fn content(&self, id: NodeId) -> Span {
        self.node(id).content
    }

    pub(crate) fn set_content(&mut self, id: NodeId, content: Span) {
        self.nodes[id.0 as usize].content = content;
    }

    /// Passes every node's offset through `map`.
    pub(crate) fn map_offsets(&mut self, map: impl Fn(u32) -> u32) {
        for node in &mut self.nodes {
            node.offset = map(node.offset);
        }
    }

    /// Takes the node, with all below it, from its parent.
    pub(crate) fn detach(&mut self, id: NodeId) {
        let Node {
            parent,
            prev_sibling,
            next_sibling,
            ..
        } = *self.node(id);
        if parent == NONE {
            return;
        }
        match link(prev_sibling) {
            Some(previous) => self.nodes[previous.0 as usize].next_sibling = next_sibling,
            None => self.nodes[parent as usize].first_child = next_sibling,
        }
        match link(next_sibling) {
            Some(next) => self.nodes[next.0 as usize].prev_sibling = prev_sibling,
            None => self.nodes[parent as usize].last_child = prev_sibling,
        }
        let node = &mut self.nodes[id.0 as usize];
        (node.parent, node.prev_sibling, node.next_sibling) = (NONE, NONE, NONE);
    }

    /// Puts a node that has no parent into `parent`, before `before` or last.
    pub(crate) fn insert(&mut self, id: NodeId, parent: NodeId, before: Option<NodeId>) {
        let (next, previous) = match before {
            Some(before) => (before.0, self.node(before).prev_sibling),
            None => (NONE, self.node(parent).last_child),
        };
        let node = &mut self.nodes[id.0 as usize];
        (node.parent, node.prev_sibling, node.next_sibling) = (parent.0, previous, next);
        match link(previous) {
            Some(previous) => self.nodes[previous.0 as usize].next_sibling = id.0,
            None => self.nodes[parent.0 as usize].first_child = id.0,
        }
        match link(next) {
            Some(next) => self.nodes[next.0 as usize].prev_sibling = id.0,
            None => self.nodes[parent.0 as usize].last_child = id.0,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(crate) fn move_children(&mut self, from: NodeId, to: NodeId) {
        while let Some(child) = self.first_child(from) {
            self.detach(child);
            self.insert(child, to, None);
        }
    }
}
