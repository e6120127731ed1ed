//! Building the tree. Nothing here takes longer than what it makes or moves.

use super::{link, Kind, Namespace, Node, NodeId, RawAttribute, Span, Tree, NONE};
use crate::html::names::Tag;

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
            pieces: Vec::new(),
            input: text.len() as u32,
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
            continued: false,
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
    #[inline(never)]
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

    /// Continues a text. Pieces that do not follow each other in the string are joined at the end.
    pub(crate) fn append_text(&mut self, id: NodeId, more: Span) {
        let node = &mut self.nodes[id.0 as usize];
        let last = match self.pieces.last_mut() {
            Some((owner, piece)) if *owner == id => Some(piece),
            _ if !node.continued => Some(&mut node.content),
            _ => None,
        };
        match last {
            Some(last) if last.end() == more.start => last.len += more.len,
            _ => {
                node.continued = true;
                self.pieces.push((id, more));
            }
        }
    }

    /// Makes every text one run of the string.
    pub(crate) fn join_pieces(&mut self) {
        self.pieces.sort_by_key(|piece| piece.0);
        let pieces = core::mem::take(&mut self.pieces);
        for text in pieces.chunk_by(|a, b| a.0 == b.0) {
            let node = &mut self.nodes[text[0].0 .0 as usize];
            let start = self.text.len();
            for span in [node.content]
                .into_iter()
                .chain(text.iter().map(|piece| piece.1))
            {
                self.text
                    .extend_from_within(span.start as usize..span.end() as usize);
            }
            node.content = Span::new(start, self.text.len());
        }
    }

    /// Passes every node's offset through `map`.
    pub(crate) fn map_offsets(&mut self, map: impl Fn(u32) -> u32) {
        for node in &mut self.nodes {
            node.offset = map(node.offset);
        }
    }

    /// Takes the node, with all below it, from its parent.
    #[inline(never)]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn children(tree: &Tree) -> (Vec<u32>, Vec<u32>) {
        let forth = core::iter::successors(tree.first_child(Tree::ROOT), |n| tree.next_sibling(*n));
        let back = core::iter::successors(tree.last_child(Tree::ROOT), |n| tree.prev_sibling(*n));
        (forth.map(|n| n.0).collect(), back.map(|n| n.0).collect())
    }

    #[test]
    fn siblings_are_linked_both_ways_wherever_one_comes_or_goes() {
        for gone in 1..=3 {
            let mut tree = Tree::new("text".to_owned());
            for _ in 0..3 {
                let node = tree.add_comment(Span::new(0, 4), 0);
                tree.insert(node, Tree::ROOT, None);
            }
            tree.detach(NodeId(gone));
            let mut rest: Vec<u32> = (1..=3).filter(|n| *n != gone).collect();
            let reversed = |list: &[u32]| list.iter().rev().copied().collect::<Vec<_>>();
            assert_eq!(children(&tree), (rest.clone(), reversed(&rest)));
            tree.insert(NodeId(gone), Tree::ROOT, Some(NodeId(rest[1])));
            rest.insert(1, gone);
            assert_eq!(children(&tree), (rest.clone(), reversed(&rest)));
            assert_eq!(tree.parent(NodeId(gone)), Some(Tree::ROOT));
        }
    }
}
