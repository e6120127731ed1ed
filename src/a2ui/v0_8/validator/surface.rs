//! A surface, as far as the rules ask for it.

use super::entries::Entries;
use super::shown::Shown;
use super::Context;
use crate::a2ui::finding::quoted;
use crate::a2ui::links::Links;
use crate::a2ui::names::Names;
use crate::a2ui::path::Path;
use crate::a2ui::registry::*;
use crate::a2ui::v0_8::contents;
use crate::a2ui::v0_8::envelope::{Part, Parts};
use crate::map::Map;
use crate::pointer::Pointer;

/// A surface.
#[derive(Debug)]
pub(super) struct Surface {
    /// The last response that was to it, and the bytes of that.
    response: u32,
    bytes: usize,
    /// Whether a surfaceUpdate came.
    updated: bool,
    pub(super) rendering: Rendering,
    pub(super) ids: Names,
    /// What is known of each id.
    pub(super) parts: Vec<Component>,
    /// What components refer to that was not there when their message ended, until that was reported.
    pub(super) missing: Map<u32, Vec<Missing>>,
    pub(super) links: Links,
    pub(super) shown: Shown,
    /// How many components there are.
    components: usize,
    model: Entries,
    /// The place of its catalog among those of the client.
    pub(super) inline: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Rendering {
    No,
    /// Lenient: begun, and the root is not there. With the message that began it, until that was reported.
    Pending(Option<u32>, u32),
    Begun(u32),
}

/// A component, or an id that one refers to.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Component {
    /// The number of its type, plus one; 0 while there is no such component.
    pub(super) kind: u32,
    /// The message that brought it, and its place there.
    pub(super) message: u32,
    pub(super) index: u32,
    pub(super) weight: bool,
    /// Is it a Row or Column?
    pub(super) line: bool,
}

/// A reference to a component that was not there when its message ended.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) to: u32,
    pub(super) message: u32,
    /// Its node in the message.
    pub(super) at: u32,
    pub(super) pointer: Pointer,
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
            ids: Names::default(),
            parts: Vec::new(),
            missing: Map::EMPTY,
            links: Links::default(),
            shown: Shown::default(),
            components: 0,
            model: Entries::default(),
            inline: None,
        }
    }

    /// Nodes and links visited.
    pub(super) fn work(&self) -> u64 {
        self.links.work + self.shown.work
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
        // No more than may be there, however many were sent.
        let most = context.judge.settings.limits.components as usize;
        let room = parts.len().min(most.saturating_sub(self.components));
        self.parts.reserve(room);
        self.links.reserve(room, context.judge.references.len());
        self.shown.reserve(room);
        self.ids.reserve(room);
        let arrived = self.arrive(parts, context);
        let flat = context.judge.flat;
        let (mut dangling, mut to, mut step) = (Vec::new(), 0_u32, 1);
        for Arrived { number, references } in arrived {
            let line = self.component(number).line;
            for place in references {
                let at = context.judge.references[place];
                let guesses = [to.wrapping_add(1), to.wrapping_add(step), number + 1];
                let next = self.ids.number_near(guesses, flat.text(at));
                (to, step) = (next, next.wrapping_sub(to));
                let exists = self.component(to).kind != 0;
                if self.links.link(number, to) {
                    self.shown.link(number, to, line, true);
                } else {
                    let found = quoted(flat.text(at));
                    let text = format!("expected components that do not lead back to themselves, found {found}, which leads to this one");
                    context.judge.notes.error(&COMPONENT_CYCLE, at, text);
                }
                if !exists {
                    dangling.push((at, number, to));
                }
            }
        }
        let places: Vec<u32> = dangling.iter().map(|(at, _, _)| *at).collect();
        let pointers = flat.pointers(&places, usize::MAX).into_iter();
        for ((at, from, to), pointer) in dangling.into_iter().zip(pointers) {
            let missing = Missing {
                to,
                message,
                at,
                pointer,
            };
            let all = self.missing.get_or_insert_with(from, Vec::new);
            all.push(missing);
        }
        if let Rendering::Pending(_, root) = self.rendering {
            if self.component(root).kind != 0 {
                self.render(Rendering::Begun(root));
            }
        }
    }

    /// The component of a number that is new by at most one.
    #[inline(always)]
    fn component(&mut self, number: u32) -> &mut Component {
        if self.parts.len() <= number as usize {
            self.links.reach(number);
            self.parts.push(Component::default());
        }
        &mut self.parts[number as usize]
    }

    fn render(&mut self, rendering: Rendering) {
        self.rendering = rendering;
        self.shown.show(match rendering {
            Rendering::Begun(root) => Some(root),
            Rendering::No | Rendering::Pending(..) => None,
        });
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
            let Component {
                kind: known,
                message: last,
                ..
            } = *self.component(number);
            if known == 0 && self.components >= most {
                if !std::mem::replace(&mut over, true) {
                    let text = format!("expected at most {most} components, found more");
                    context.judge.notes.error(&LIMIT_COMPONENTS, part.at, text);
                }
                continue;
            }
            if known != 0 && last == message {
                context.judge.repeated_id(id);
                continue;
            }
            let new = || context.kinds.number(flat.text(kind));
            let kind_number = part.number.unwrap_or_else(new) + 1;
            if known != 0 && known != kind_number {
                let was = quoted(context.kinds.name(known - 1));
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
            self.components += usize::from(known == 0);
            if known != 0 {
                let line = self.component(number).line;
                for to in self.links.targets(number) {
                    self.shown.link(number, to, line, false);
                }
                self.links.unlink(number);
                self.missing.remove(number);
            }
            let component = self.component(number);
            component.kind = kind_number;
            (component.message, component.index) = (message, index as u32);
            component.weight = part.weight.is_some();
            component.line = matches!(flat.text(kind), "Row" | "Column");
            self.shown.arrive(number);
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
        let inline = catalog.and_then(|id| inline.position(|catalog| catalog.id == id));
        if std::mem::replace(&mut self.inline, inline) != inline {
            self.shown.touch_all();
        }
        let id = judge.flat.text(root);
        let exists = self.ids.find(id);
        let exists = exists.filter(|number| self.component(*number).kind != 0);
        if let Some(number) = exists {
            self.render(Rendering::Begun(number));
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
            self.component(number);
            self.render(Rendering::Pending(Some(context.index), number));
        }
    }
}
