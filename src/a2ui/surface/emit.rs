//! From nodes to the JSON text of what they show.

use super::define::{Kind, Piece};
use super::scope::{pointer_of, Scope};
use super::view::Kids;
use super::Surface;
use crate::a2ui::model::{write_inside, write_text};
use crate::a2ui::path::Path;

/// How far the text of a node is.
struct Frame {
    node: u32,
    piece: usize,
    /// Of the children in the piece.
    child: usize,
}

impl Surface {
    /// Appends the JSON text of a node and all below it; `null` in the place of a component that was not sent and of a node
    /// that is kept.
    pub(super) fn write_node(&mut self, node: u32, out: &mut String) {
        let before = out.len();
        let mut frames = vec![Frame {
            node,
            piece: 0,
            child: 0,
        }];
        while let Some(frame) = frames.last_mut() {
            let node = self.nodes.get(frame.node);
            let shown = node.and_then(|node| Some((node, node.definition.as_ref()?)));
            let Some((node, definition)) = shown.filter(|(node, _)| !node.kept) else {
                out.push_str("null");
                frames.pop();
                continue;
            };
            let Some(piece) = definition.pieces.get(frame.piece) else {
                frames.pop();
                continue;
            };
            let slot = match piece {
                Piece::Text(part) => {
                    out.push_str(definition.text.get(part.clone()).unwrap_or_default());
                    None
                }
                Piece::Suffix => {
                    out.push_str(&node.scope.suffix);
                    None
                }
                Piece::Scope => {
                    write_inside(&pointer_of(&node.scope.keys), out);
                    None
                }
                Piece::Row => {
                    write_row(&node.scope, out);
                    None
                }
                Piece::Slot(slot) => Some(*slot),
            };
            let below = slot.and_then(|slot| {
                let slots = definition.slots.get(slot).zip(node.kids.get(slot));
                let (slot, kids) = slots?;
                let (children, list) = match (kids, &slot.kind) {
                    (Kids::Value, Kind::Value { path, .. }) => {
                        self.write_value(&node.scope, path, out);
                        return None;
                    }
                    (kids, _) => (kids.nodes(), !matches!(kids, Kids::One(_))),
                };
                let first = children.first().and_then(|first| self.nodes.get(*first));
                if kids.is_rows() && first.is_some_and(|first| first.kept) {
                    out.push_str("null");
                    return None;
                }
                if list {
                    out.push(match frame.child {
                        0 => '[',
                        at if at < children.len() => ',',
                        _ => ']',
                    });
                    if children.is_empty() {
                        out.push(']');
                    }
                }
                children.get(frame.child).copied()
            });
            match below {
                None => {
                    frame.piece += 1;
                    frame.child = 0;
                }
                Some(below) => {
                    frame.child += 1;
                    frames.push(Frame {
                        node: below,
                        piece: 0,
                        child: 0,
                    });
                }
            }
            self.work += 1;
        }
        self.work += ((out.len() - before) / 16) as u64;
    }

    /// Appends what stands at a path; `null` where nothing does.
    pub(super) fn write_value(&self, scope: &Scope, path: &Path, out: &mut String) {
        let row = self.model.root().at(&scope.keys);
        match row.and_then(|row| row.at(&path.0)) {
            Some(value) => value.write_as(self.lists, out),
            None => out.push_str("null"),
        }
    }
}

/// Appends the path of a row. The row `""` of the whole model has none: `/` is the whole.
fn write_row(scope: &Scope, out: &mut String) {
    match scope.keys.as_slice() {
        [] => out.push_str("\"/\""),
        [key] if key.is_empty() => out.push_str("null"),
        keys => write_text(&pointer_of(keys), out),
    }
}
