//! A change of the data model, and of the nodes that it touches.

use super::define::Kind;
use super::rows::Part;
use super::view::Kids;
use super::watch::{Touched, Watcher};
use super::{Refusal, Surface};
use crate::a2ui::model::Value;
use crate::a2ui::registry::{LIMIT_DATA_DEPTH, LIMIT_DATA_ENTRIES};

/// How the rows of a template change.
struct Edit {
    watcher: Watcher,
    /// Of the node, which may be gone when its turn comes.
    serial: u64,
    depth: u32,
    change: Change,
}

enum Change {
    Add(usize, String),
    Set(Vec<Part>),
}

impl Surface {
    /// [`Surface::replace_data`] without the beginnings of what comes with it.
    pub(super) fn put(&mut self, keys: &[String], value: Value) -> Result<(), Refusal> {
        let plan = self.model.plan(keys, &value);
        self.check_data(keys.len() + value.depth(), plan.entries)?;
        let replaced = self.model.replace(keys, value, plan);
        let top = &keys[..replaced.top];
        let touched = self
            .watches
            .touched(top, replaced.old.as_ref(), self.model.root().at(top));
        let edits = self.edits(&touched);
        if let Err(refusal) = self.measure_edits(&edits) {
            self.model.undo(keys, replaced);
            return Err(refusal);
        }
        for watcher in touched.values {
            self.patch_value(watcher);
        }
        for edit in edits {
            let alive = self.nodes.get(edit.watcher.node);
            if alive.is_some_and(|node| node.serial == edit.serial) {
                let (node, slot) = (edit.watcher.node, edit.watcher.slot as usize);
                match edit.change {
                    Change::Add(at, key) => self.add_row(node, slot, at, &key),
                    Change::Set(parts) => self.set_rows(node, slot, &parts),
                }
            }
        }
        self.graph.settle();
        Ok(())
    }

    fn check_data(&self, depth: usize, entries: usize) -> Result<(), Refusal> {
        let most = self.limits.data_depth as usize;
        if depth > most {
            let message = format!("expected data nested at most {most} deep, found {depth}");
            return Err(Refusal::of(&LIMIT_DATA_DEPTH, None, message));
        }
        let most = self.limits.data_entries as usize;
        if entries > most {
            let message =
                format!("expected at most {most} entries in the data model, found {entries}");
            return Err(Refusal::of(&LIMIT_DATA_ENTRIES, None, message));
        }
        Ok(())
    }

    /// How rows change, the outer ones first: the inner ones may go with them.
    fn edits(&mut self, touched: &Touched) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut work = 0;
        for (watcher, key) in &touched.keys {
            let Some(node) = self.nodes.get(watcher.node) else {
                continue;
            };
            let slot = watcher.slot as usize;
            let Some(Kids::Rows(rows)) = node.kids.get(slot) else {
                continue;
            };
            let at = key.as_ref().and_then(|key| {
                let at = rows.place_of(key, &self.nodes)?;
                Some(Change::Add(at, key.clone()))
            });
            let change = at.unwrap_or_else(|| {
                let list = self.list(*watcher);
                let keys = list.map(Value::keys).unwrap_or_default();
                work += keys.len() + rows.nodes.len();
                Change::Set(rows.changed(keys, &self.nodes))
            });
            if let Change::Set(parts) = &change {
                if rows.stays(parts) {
                    continue;
                }
            }
            edits.push(Edit {
                watcher: *watcher,
                serial: node.serial,
                depth: node.depth,
                change,
            });
        }
        self.work += work as u64;
        edits.sort_by_key(|edit| edit.depth);
        edits
    }

    /// What the rows of a template are of.
    fn list(&self, watcher: Watcher) -> Option<&Value> {
        let node = self.nodes.get(watcher.node)?;
        let slot = node.definition.as_ref()?.slots.get(watcher.slot as usize)?;
        let Kind::Template { path, .. } = &slot.kind else {
            return None;
        };
        let row = self.model.root().at(&node.scope.keys)?;
        row.at(&path.0)
    }

    fn measure_edits(&self, edits: &[Edit]) -> Result<(), Refusal> {
        let mut plans = Vec::new();
        for edit in edits {
            let Some(node) = self.nodes.get(edit.watcher.node) else {
                continue;
            };
            let definition = node.definition.as_ref();
            let slot =
                definition.and_then(|definition| definition.slots.get(edit.watcher.slot as usize));
            let Some(Kind::Template { component, .. }) = slot.map(|slot| &slot.kind) else {
                continue;
            };
            let list = self.list(edit.watcher);
            let mut plan = |key: &str| {
                let row = list.and_then(|list| list.get(key));
                plans.push((*component, row, node.depth + 1));
            };
            match &edit.change {
                Change::Add(_, key) => plan(key),
                Change::Set(parts) => {
                    for part in parts {
                        if let Part::New(key) = part {
                            plan(key);
                        }
                    }
                }
            }
        }
        self.measure(plans, 0)
    }

    /// Writes what a bound value is now.
    fn patch_value(&mut self, watcher: Watcher) {
        self.tell(watcher.node);
        self.work += 1;
        if !self.feed.follows() {
            return;
        }
        let Some(node) = self.nodes.get(watcher.node) else {
            return;
        };
        let Some(definition) = &node.definition else {
            return;
        };
        let Some(slot) = definition.slots.get(watcher.slot as usize) else {
            return;
        };
        let Kind::Value { path, .. } = &slot.kind else {
            return;
        };
        let mut patch = String::from("[0,[");
        self.nodes.place(watcher.node, &mut patch);
        if !patch.ends_with('[') {
            patch.push(',');
        }
        patch.push_str(&slot.place);
        patch.push_str("],");
        self.write_value(&node.scope, path, &mut patch);
        patch.push(']');
        self.work += (patch.len() / 16) as u64;
        self.feed.patch(|out| out.push_str(&patch));
    }
}
