//! A surface, as far as the rules ask for it.

use super::entries::Entries;
use super::links::Links;
use super::Context;
use crate::a2ui::finding::{quoted, Finding};
use crate::a2ui::names::Names;
use crate::a2ui::path::Path;
use crate::a2ui::registry::*;
use crate::a2ui::settings::Settings;
use crate::a2ui::v0_8::contents;
use crate::a2ui::v0_8::envelope::{Part, Parts};
use crate::pointer::Pointer;

/// A surface.
#[derive(Debug)]
pub(super) struct Surface {
    /// The last response that was to it, and the bytes of that.
    response: u32,
    bytes: usize,
    /// Whether a surfaceUpdate came.
    updated: bool,
    rendering: Rendering,
    /// Whether something changed that `settle` looks at.
    dirty: bool,
    ids: Names,
    links: Links,
    /// How many components there are.
    components: usize,
    missing: Vec<Missing>,
    model: Entries,
    /// The place of its catalog among those of the client.
    inline: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rendering {
    No,
    /// Lenient: begun, and the root is not there. With the message that began it, until that was reported.
    Pending(Option<u32>, u32),
    Begun(u32),
}

/// A reference to a component that was not there when its message ended.
#[derive(Debug)]
struct Missing {
    from: u32,
    to: u32,
    message: u32,
    pointer: Pointer,
}

/// What a component of a message is, in numbers.
struct Arrived {
    number: u32,
    /// Its references, in those of the message.
    references: core::ops::Range<usize>,
}

impl Surface {
    pub(super) fn new() -> Surface {
        Surface {
            response: 0,
            bytes: 0,
            updated: false,
            rendering: Rendering::No,
            dirty: false,
            ids: Names::default(),
            links: Links::new(),
            components: 0,
            missing: Vec::new(),
            model: Entries::default(),
            inline: None,
        }
    }

    /// Nodes and links visited.
    pub(super) fn work(&self) -> u64 {
        self.links.work
    }

    /// Notes that a response is to it; whether that is new.
    pub(super) fn enter(&mut self, response: u32) -> bool {
        let new = self.response != response;
        if new {
            (self.response, self.bytes) = (response, 0);
        }
        new
    }

    /// Takes a message.
    pub(super) fn take(&mut self, parts: &Parts, bytes: usize, context: &mut Context<'_, '_>) {
        self.bytes = self.bytes.saturating_add(bytes);
        let most = context.judge.settings.limits.surface_bytes;
        if self.bytes > most as usize {
            let found = self.bytes;
            let message = format!("expected at most {most} bytes for a surface, found {found}");
            context.judge.notes.error(&LIMIT_SURFACE_BYTES, 0, message);
            return;
        }
        match parts {
            Parts::Update { components, .. } => self.update(components, context),
            Parts::Data { path, contents, .. } => {
                if let Some(list) = contents {
                    self.data(*path, *list, context);
                }
            }
            Parts::Begin {
                body,
                root,
                catalog,
                ..
            } => self.begin(*body, *root, *catalog, context),
            Parts::Delete { .. } => {}
        }
    }

    fn update(&mut self, parts: &[Part], context: &mut Context<'_, '_>) {
        let message = context.index;
        self.updated = true;
        self.dirty = true;
        self.links.expect(parts.len());
        // No more than may be there, however many were sent.
        let most = context.judge.settings.limits.components as usize;
        let room = parts.len().min(most.saturating_sub(self.components));
        self.links.reserve(room);
        self.ids.reserve(room);
        let arrived = self.arrive(parts, context);
        let (flat, mut sorted) = (context.judge.flat, true);
        let (mut dangling, mut to) = (Vec::new(), 0);
        for component in arrived {
            for place in component.references {
                let at = context.judge.references[place];
                to = self.ids.number_after(to, flat.text(at));
                let exists = self.links.node(to, true).kind != 0;
                sorted &= self.links.link(component.number, to, message, at, sorted);
                if !exists {
                    dangling.push((at, component.number, to));
                }
            }
        }
        if !sorted {
            for at in self.links.sort(message) {
                let found = quoted(flat.text(at));
                let text = format!("expected components that do not lead back to themselves, found {found}, which leads to this one");
                context.judge.notes.error(&COMPONENT_CYCLE, at, text);
            }
        }
        let places: Vec<u32> = dangling.iter().map(|(at, _, _)| *at).collect();
        let pointers = flat.pointers(&places, usize::MAX).into_iter();
        let missing = dangling.into_iter().zip(pointers);
        self.missing
            .extend(missing.map(|((_, from, to), pointer)| Missing {
                from,
                to,
                message,
                pointer,
            }));
        if let Rendering::Pending(_, root) = self.rendering {
            if self.links.nodes[root as usize].kind != 0 {
                self.rendering = Rendering::Begun(root);
            }
        }
    }

    /// Registers the components of an update, without what they lead to.
    fn arrive(&mut self, parts: &[Part], context: &mut Context<'_, '_>) -> Vec<Arrived> {
        let (flat, message) = (context.judge.flat, context.index);
        let most = context.judge.settings.limits.components as usize;
        let all = context.judge.references.len() as u32;
        let mut arrived: Vec<Arrived> = Vec::with_capacity(parts.len());
        let mut over = false;
        for (index, part) in parts.iter().enumerate() {
            let (Some(id), Some(kind)) = (part.id, part.kind) else {
                continue;
            };
            let number = self.ids.number(flat.text(id));
            let known = *self.links.node(number, false);
            if known.kind == 0 && self.components >= most {
                if !std::mem::replace(&mut over, true) {
                    let text = format!("expected at most {most} components, found more");
                    context.judge.notes.error(&LIMIT_COMPONENTS, part.at, text);
                }
                continue;
            }
            if known.kind != 0 && known.message == message {
                context.judge.repeated_id(id);
                continue;
            }
            let new = || context.kinds.number(flat.text(kind));
            let kind_number = part.number.unwrap_or_else(new) + 1;
            if known.kind != 0 && known.kind != kind_number {
                let was = quoted(context.kinds.name(known.kind - 1));
                let text = format!(
                    "expected {was} as before, found {}",
                    quoted(flat.text(kind))
                );
                context
                    .judge
                    .notes
                    .error(&COMPONENT_TYPE_CHANGED, kind, text);
                continue;
            }
            self.components += usize::from(known.kind == 0);
            self.links.unlink(number);
            let node = self.links.node(number, false);
            node.kind = kind_number;
            (node.message, node.index) = (message, index as u32);
            node.weight = part.weight.is_some();
            let end = parts.get(index + 1).map_or(all, |next| next.references);
            arrived.push(Arrived {
                number,
                references: part.references as usize..end as usize,
            });
        }
        arrived
    }

    fn data(&mut self, path: Option<u32>, list: u32, context: &mut Context<'_, '_>) {
        let judge = &mut *context.judge;
        if judge.notes.has_errors() {
            return;
        }
        let path = path.map_or_else(Path::default, |at| Path::lenient(judge.flat.text(at)));
        let new = contents::count(judge.flat, list);
        let (found, most) = (
            self.model.with(&path.0, new),
            judge.settings.limits.data_entries,
        );
        if found > most as usize {
            let message = format!("expected at most {most} entries, found {found}");
            judge.notes.error(&LIMIT_DATA_ENTRIES, list, message);
            return;
        }
        self.model.set(&path.0, Entries::of(judge.flat, list));
    }

    fn begin(
        &mut self,
        body: u32,
        root: Option<u32>,
        catalog: Option<u32>,
        context: &mut Context<'_, '_>,
    ) {
        let judge = &mut *context.judge;
        let lenient = judge.settings.is_lenient();
        if !self.updated {
            let message = "expected a surfaceUpdate of the surface before, found none";
            judge
                .notes
                .forgivable(lenient, &BEGIN_BEFORE_UPDATE, body, message);
        }
        let Some(root) = root else {
            return;
        };
        let catalog = catalog.map(|at| judge.flat.text(at));
        let mut inline = judge.settings.inline.iter();
        self.inline = catalog.and_then(|id| inline.position(|catalog| catalog.id == id));
        let id = judge.flat.text(root);
        let exists = self.ids.find(id);
        let exists = exists.filter(|number| self.links.nodes[*number as usize].kind != 0);
        if let Some(number) = exists {
            self.rendering = Rendering::Begun(number);
            self.dirty = true;
            return;
        }
        if self.updated {
            let message = format!("expected a component of the surface, found {}", quoted(id));
            judge
                .notes
                .forgivable(lenient, &BEGIN_ROOT_MISSING, root, message);
        }
        if lenient {
            let number = self.ids.number(id);
            self.links.node(number, true);
            self.rendering = Rendering::Pending(Some(context.index), number);
            self.dirty = true;
        }
    }

    /// What is wrong at the end of a response.
    pub(super) fn settle(
        &mut self,
        id: &str,
        settings: &Settings,
        kinds: &Names,
        findings: &mut Vec<Finding>,
    ) {
        if !std::mem::replace(&mut self.dirty, false) {
            return;
        }
        self.links.work += self.missing.len() as u64;
        let nodes = &self.links.nodes;
        self.missing.retain(|missing| {
            let replaced = nodes[missing.from as usize].message != missing.message;
            !replaced && nodes[missing.to as usize].kind == 0
        });
        let mut report = |rule, message_index, pointer, text: String| {
            let mut finding = Finding::error(rule, pointer, text);
            finding.surface_id = Some(id.to_owned());
            finding.message_index = Some(message_index);
            findings.push(finding);
        };
        let root = match &mut self.rendering {
            Rendering::No => return,
            Rendering::Pending(began, root) => {
                if let Some(message) = began.take() {
                    let name = quoted(self.ids.name(*root));
                    let text = format!(
                        "expected the root component {name} within the response, found none yet"
                    );
                    let pointer = Pointer::root().key("beginRendering").key("root");
                    let mut finding = Finding::warning(&BEGIN_PENDING, pointer, text);
                    finding.surface_id = Some(id.to_owned());
                    finding.message_index = Some(message);
                    findings.push(finding);
                }
                return;
            }
            Rendering::Begun(root) => *root,
        };
        let lines = ["Row", "Column"].map(|name| kinds.find(name).map(|number| number + 1));
        let reachable = self.links.reachable(root);
        let mut depths = vec![0_u32; self.links.nodes.len()];
        depths[root as usize] = 1;
        let mut too_deep = None;
        let pointer = |index: u32| {
            let components = Pointer::root().key("surfaceUpdate").key("components");
            components.index(index as usize)
        };
        let catalog = self.inline.and_then(|at| settings.inline.get(at));
        let catalog = catalog.unwrap_or(&settings.catalog);
        for number in &reachable {
            let node = self.links.nodes[*number as usize];
            let parents = || self.links.parents(*number);
            let above = parents().map(|parent| depths[parent as usize]).max();
            let depth = above.unwrap_or_default() + 1;
            depths[*number as usize] = depth;
            if depth > settings.limits.depth && node.kind != 0 {
                too_deep.get_or_insert((depth, node));
            }
            if node.kind == 0 {
                continue;
            }
            let is_line =
                |parent: u32| lines.contains(&Some(self.links.nodes[parent as usize].kind));
            let mut shown = parents()
                .filter(|parent| depths[*parent as usize] > 0)
                .peekable();
            if node.weight && (shown.peek().is_none() || !shown.all(is_line)) {
                let text =
                    "expected weight only on a direct child of a Row or Column, found it elsewhere";
                let pointer = pointer(node.index).key("weight");
                report(&COMPONENT_WEIGHT, node.message, pointer, text.to_owned());
            }
            if settings.inline.is_empty() {
                continue;
            }
            let kind = kinds.name(node.kind - 1);
            if catalog.component(kind).is_none() {
                let text = format!(
                    "expected a component type of the surface's catalog, found {}",
                    quoted(kind)
                );
                let pointer = pointer(node.index).key("component").key(kind);
                report(&COMPONENT_UNKNOWN_TYPE, node.message, pointer, text);
            }
        }
        if let Some((depth, node)) = too_deep {
            let most = settings.limits.depth;
            let text =
                format!("expected components at most {most} deep, found one at depth {depth}");
            report(&LIMIT_DEPTH, node.message, pointer(node.index), text);
        }
        for missing in std::mem::take(&mut self.missing) {
            if depths[missing.from as usize] == 0 {
                self.missing.push(missing);
                continue;
            }
            let found = quoted(self.ids.name(missing.to));
            let text = format!("expected the id of a component that is there, found {found}");
            report(
                &COMPONENT_CHILD_MISSING,
                missing.message,
                missing.pointer,
                text,
            );
        }
    }
}
