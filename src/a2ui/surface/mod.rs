//! A surface as a client holds it: components, what they show, and which of it depends on which part of the data.
//!
//! Of no version: messages are applied to it from outside. A component is compiled once into pieces of the JSON text of
//! its node and the slots between them ([`define`]). The components that the root leads to stand in a tree of nodes
//! ([`view`]); what depends on a path of the data model waits at that path ([`watch`]), so that an update costs what it
//! touches. What changes is written as patches ([`feed`]) for whoever keeps the tree as objects.

pub mod define;
pub mod feed;
pub mod graph;
pub mod hash;
pub mod rows;
pub mod scope;
pub mod view;
pub mod watch;

mod build;
mod data;
mod emit;
mod list;
mod measure;
mod redefine;

use super::limits::Limits;
use super::model::{Model, Value};
use super::names::Names;
use super::path::Path;
use super::registry::Rule;
use crate::json::Json;
use define::Definition;
use feed::Feed;
use graph::Graph;
use std::rc::Rc;
use view::{Nodes, NONE};
use watch::Watches;

/// Why a change was not made. Nothing was changed.
#[derive(Debug)]
pub struct Refusal {
    /// Its row of the table.
    pub rule: &'static Rule,
    /// Which of the things that were given is to blame, where it is one.
    pub at: Option<usize>,
    /// The type of that component, where that is to blame.
    pub kind: Option<String>,
    /// What was expected, and what was found.
    pub message: String,
}

impl Refusal {
    #[cold]
    fn of(rule: &'static Rule, at: Option<usize>, message: String) -> Refusal {
        Refusal {
            rule,
            at,
            kind: None,
            message,
        }
    }
}

/// How a surface is to be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Begin {
    /// The id of the root component.
    pub root: String,
    /// The id of the catalog.
    pub catalog_id: String,
    /// The styles, an object.
    pub styles: Option<Json>,
}

/// A surface.
#[derive(Debug)]
pub struct Surface {
    limits: Limits,
    graph: Graph,
    model: Model,
    nodes: Nodes,
    watches: Watches,
    begin: Option<Begin>,
    /// The root's node; none while it is buffering.
    root: Option<u32>,
    feed: Feed,
    changed: Names,
    changes: u64,
    /// What is to be written first where nothing is.
    initial: Vec<(Vec<String>, Value)>,
    literals: bool,
    /// Whether index maps are shown as lists.
    lists: bool,
    work: u64,
}

impl Surface {
    /// An empty one. `literals`: whether what was sent with a path and a literal writes the literal; not where a state is
    /// taken up again.
    pub fn new(limits: Limits, literals: bool) -> Surface {
        Surface {
            limits,
            literals,
            lists: false,
            graph: Graph::default(),
            model: Model::default(),
            nodes: Nodes::default(),
            watches: Watches::default(),
            begin: None,
            root: None,
            feed: Feed::default(),
            changed: Names::default(),
            changes: 0,
            initial: Vec::new(),
            work: 0,
        }
    }

    /// The same, with index maps shown as lists or not.
    #[must_use]
    pub fn with_lists(self, lists: bool) -> Surface {
        Surface { lists, ..self }
    }

    /// Its components.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Its data model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Appends the JSON text of its data, as it is shown.
    pub fn write_data(&self, out: &mut String) {
        self.model.root().write_as(self.lists, out);
    }

    /// How it is to be shown, since that was said.
    pub fn begin(&self) -> Option<&Begin> {
        self.begin.as_ref()
    }

    /// Is it shown?
    pub fn is_shown(&self) -> bool {
        self.root.is_some()
    }

    /// The surface of a snapshot, from here on as any other.
    #[must_use]
    pub fn resumed(mut self) -> Surface {
        self.literals = true;
        self
    }

    /// The nodes that it shows.
    pub fn shown(&self) -> usize {
        self.nodes.len()
    }

    /// The ids of the nodes that came, changed or went since the last call, each once: a component may be shown by several.
    pub fn take_changed(&mut self) -> Vec<String> {
        self.changes += 1;
        let changed = core::mem::take(&mut self.changed);
        changed.iter().map(str::to_owned).collect()
    }

    /// Nodes, components, paths and entries looked at so far, and bytes written, by sixteens.
    pub fn work(&self) -> u64 {
        self.work + self.graph.work() + self.watches.work
    }

    /// The tree as JSON text; nothing as long as the surface is not shown.
    pub fn text(&mut self) -> Option<String> {
        let root = self.root?;
        let mut text = String::new();
        self.write_node(root, &mut text);
        Some(text)
    }

    /// The patches since the last call ([`feed`]); nothing where the whole is to be taken.
    pub fn take_patches(&mut self) -> Option<String> {
        self.feed.take()
    }

    /// Components come, or come anew. Where the root was missing, and is among them, the surface is shown.
    ///
    /// # Errors
    /// As [`Graph::update`]; where nodes would be nested too deep or be too many.
    pub fn update_components(
        &mut self,
        definitions: Vec<Definition<String>>,
    ) -> Result<(), Refusal> {
        let most = self.limits.components as usize;
        let update = self.graph.update(definitions, most)?;
        let mut shown: Vec<u32> = Vec::new();
        for place in self.graph.changed(&update) {
            shown.extend(&self.graph.component(place).nodes);
        }
        let begin = self.begin.clone().filter(|_| self.root.is_none());
        let come = begin.filter(|begin| self.graph.defined(&begin.root).is_some());
        let measured = self.measure_redefined(&shown);
        let measured = measured.and_then(|()| match &come {
            Some(begin) => self.measure_root(begin),
            None => Ok(()),
        });
        if let Err(refusal) = measured {
            self.graph.undo(update);
            return Err(refusal);
        }
        for node in shown {
            self.redefine(node);
        }
        self.graph.settle();
        match come {
            Some(begin) => drop(self.show(begin)?),
            None => self.write_initial(),
        }
        Ok(())
    }

    /// Shows it from a component on, as soon as that is there: now, where this is true. What was shown before is not any
    /// more, unless it was from the same component on.
    ///
    /// # Errors
    /// Where nodes would be nested too deep or be too many.
    pub fn show(&mut self, begin: Begin) -> Result<bool, Refusal> {
        let former = self.begin.as_ref().filter(|_| self.is_shown());
        if former.is_some_and(|former| former.root == begin.root) {
            self.begin = Some(begin);
            return Ok(true);
        }
        self.measure_root(&begin)?;
        let root = self.graph.defined(&begin.root);
        self.hide();
        self.begin = Some(begin);
        if let Some(root) = root {
            let node = self.node(root, NONE, (0, 0), 1, Rc::default());
            self.root = Some(node);
            self.build(vec![node]);
        }
        self.graph.settle();
        self.write_initial();
        Ok(root.is_some())
    }

    /// Shows it no more.
    pub fn hide(&mut self) {
        if let Some(root) = self.root.take() {
            self.remove(root);
        }
        self.begin = None;
        self.feed.reset();
    }

    /// Measures what a surface would show instead of all that it does.
    fn measure_root(&self, begin: &Begin) -> Result<(), Refusal> {
        let root = self.graph.defined(&begin.root);
        let plans = root.map(|root| (root, Some(self.model.root()), 1));
        self.measure(plans.into_iter().collect(), self.nodes.len())
    }

    /// Puts a value at a path of the data model; parents that are missing are made.
    ///
    /// # Errors
    /// Where the data would be too deep or too much, or the nodes that come with it.
    pub fn replace_data(&mut self, path: &Path, value: Value) -> Result<(), Refusal> {
        self.put(&path.0, value)?;
        self.write_initial();
        Ok(())
    }

    /// Writes what bound values were sent as their beginning, where there is nothing yet and room.
    fn write_initial(&mut self) {
        while let Some((path, value)) = self.initial.pop() {
            if self.model.is_free(&path) {
                // What does not fit is left out: it is a beginning only.
                let _ = self.put(&path, value);
            }
        }
    }
}
