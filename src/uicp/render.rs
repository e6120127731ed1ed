//! What the commands of a run show, as op buffers. Markup that comes in a row is written ahead, so that its text crosses
//! to the page once for all of it and not once for each command.

use super::command::Command;
use super::judged::Judged;
use super::prepared::Prepared;
use super::template::within_limits;
use super::view;
use super::workspace::Workspace;
use crate::error::Result;
use crate::html::ops::{Ops, Place};
use crate::html::options::Options;
use crate::html::policy::context_name;
use crate::html::reads_alike;
use crate::html::report::Removed;
use crate::html::sanitize::sanitize_to_ops;
use core::ops::Range;
use std::collections::VecDeque;

/// As many words are kept in the op buffer, and the last part beyond them.
const WORDS: usize = 256 << 10;

/// Writes what commands show.
#[derive(Debug)]
pub struct Renderer {
    /// For all markup; only the context is each target's own.
    options: Options,
    /// In parts, so that elements that begin alike are copies whatever command they come with.
    ops: Ops,
    /// About the models of `ops`.
    judged: Judged,
    /// Written ahead and not taken yet.
    parts: VecDeque<Part>,
    /// The number of the element that was to hold them.
    context: usize,
    /// Where the texts that were written together begin, of one byte and of two.
    texts_from: [usize; 2],
    /// What was written ahead in this run was not what came: it is left.
    alone: bool,
    generation: u32,
    texts: u32,
}

/// What one command shows.
#[derive(Debug)]
struct Part {
    command: usize,
    /// Where it lies in the words, in the text of one byte, in that of two.
    from: [usize; 3],
    words_end: usize,
    removed: Vec<Removed>,
}

/// Where what a command shows lies in [`Renderer::ops`].
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Its words.
    pub words: Range<usize>,
    /// The texts of one byte that were written together with it.
    pub ascii: Range<usize>,
    /// Those of two.
    pub wide: Range<usize>,
    /// Where its own begin in both.
    pub own: [usize; 2],
    /// Another number when those texts are others.
    pub texts: u32,
    /// Another number when the models of the parts before do not count any more.
    pub generation: u32,
    /// What was taken away.
    pub removed: Vec<Removed>,
}

impl Renderer {
    /// Renders under these options, whose context means nothing.
    pub fn new(options: Options) -> Self {
        Renderer {
            options: Options {
                refuse_data: Some(refuse_command),
                ..options
            },
            ops: Ops::in_parts(),
            judged: Judged::default(),
            parts: VecDeque::new(),
            context: 0,
            texts_from: [0; 2],
            alone: false,
            generation: 0,
            texts: 0,
        }
    }

    /// What was written.
    pub fn ops(&self) -> &Ops {
        &self.ops
    }

    /// Another run begins: its commands are others.
    pub fn begin_run(&mut self) {
        self.leave_parts();
        self.alone = false;
    }

    /// What the command of that place in the run shows, with a handle for each element that the shell has to make work;
    /// `context` is the number of the element that is to hold it.
    ///
    /// # Errors
    /// `Unprocessable` for markup over the byte limit.
    pub fn render(
        &mut self,
        workspace: &Workspace,
        command: usize,
        context: usize,
    ) -> Result<Shown> {
        let is_next = self
            .parts
            .front()
            .is_some_and(|part| part.command == command && reads_alike(self.context, context));
        let ahead = if is_next {
            self.parts.pop_front()
        } else {
            None
        };
        let part = match ahead {
            Some(part) => part,
            None => self.write(workspace, command, context)?,
        };
        let [word, byte, unit] = part.from;
        let [first_byte, first_unit] = self.texts_from;
        Ok(Shown {
            words: word..part.words_end,
            ascii: first_byte..self.ops.ascii.len(),
            wide: first_unit..self.ops.wide.len(),
            own: [byte - first_byte, unit - first_unit],
            texts: self.texts,
            generation: self.generation,
            removed: part.removed,
        })
    }

    /// Writes what a command shows, and the markup that comes after it.
    fn write(&mut self, workspace: &Workspace, command: usize, context: usize) -> Result<Part> {
        self.alone |= self.leave_parts();
        if self.ops.words.len() > WORDS {
            self.forget();
        }
        self.texts = self.texts.wrapping_add(1);
        self.context = context;
        let [_, byte, unit] = self.ops.part();
        self.texts_from = [byte, unit];
        let part = self.part(workspace, command)?;
        let is_markup =
            |place: &usize| matches!(workspace.command(*place), Some(Command::Markup { .. }));
        if !self.alone && is_markup(&command) {
            for place in (command + 1..).take_while(is_markup) {
                // It says why when its turn comes.
                let Ok(part) = self.part(workspace, place) else {
                    break;
                };
                self.parts.push_back(part);
            }
        }
        Ok(part)
    }

    /// Drops what was written ahead; whether anything was.
    fn leave_parts(&mut self) -> bool {
        let any = !self.parts.is_empty();
        if any {
            self.forget();
        }
        self.parts.clear();
        any
    }

    /// The reader has not seen all models: there are none.
    fn forget(&mut self) {
        self.ops.clear();
        self.judged.clear();
        self.generation = self.generation.wrapping_add(1);
    }

    fn part(&mut self, workspace: &Workspace, command: usize) -> Result<Part> {
        let ops = &mut self.ops;
        let from = ops.part();
        ops.target(0);
        let (place, removed) = match workspace.command(command) {
            Some(Command::Markup { html, place, .. }) => {
                if let Some(name) = context_name(self.context) {
                    name.clone_into(&mut self.options.context);
                }
                let mut prepared = Prepared::new(ops, &mut self.judged);
                (*place, sanitize_to_ops(html, &self.options, &mut prepared)?)
            }
            Some(Command::Component { component, target }) => {
                match target {
                    Some(_) => component.write(ops, 1),
                    None => component.write_content(ops),
                }
                (Place::Set, Vec::new())
            }
            Some(Command::Show(show)) => {
                view::write(show.seen(), ops);
                let place = if show.append {
                    Place::Append
                } else {
                    Place::Set
                };
                (place, Vec::new())
            }
            _ => (Place::Append, Vec::new()),
        };
        ops.place(place);
        Ok(Part {
            command,
            from,
            words_end: self.ops.words.len(),
            removed,
        })
    }
}

/// The rule for what a window's markup carries in its data.
fn refuse_command(name: &str, value: &str) -> Option<&'static str> {
    (name == "data-command")
        .then(|| within_limits(value).err())
        .flatten()
}
