//! The workspace: batches in, commands for the shell out, a frame at a time. It knows no page and no clock.
//!
//! In each frame the shell takes the commands that are due, does them in order and tells which failed, until there are
//! none. An effect (`api.call`) is only begun in a frame; its end is told when it has come.

use super::batches::{Batches, End};
use super::command::Command;
use super::component::Component;
use super::envelope::{Batch, Envelope};
use super::event;
use super::failure::{Failure, Result};
use super::log::{address, Log};
use super::operations::{ComponentUpdate, Named, Operation};
use super::queue::{Origin, Queue, Task, Ticket};
use super::repeats::Keys;
use super::store::Store;
use super::watch::Watches;
use super::windows::Windows;
use crate::json::Json;
use crate::map::Map;

/// What an operation weighs in a run, beside the bytes of its markup.
const OPERATION: usize = 1 << 10;
/// No run weighs more, but for what its last operation brings beyond it.
const HEAVIEST_RUN: usize = 128 << 10;

/// A workspace without a page.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(super) windows: Windows,
    pub(super) store: Store,
    pub(super) watches: Watches,
    pub(super) components: Map<String, Component>,
    pub(super) log: Log,
    /// The steps of the run that the shell is at.
    pub(super) steps: Vec<Step>,
    /// The commands of that run, each with its step.
    pub(super) commands: Vec<(usize, Command)>,
    pub(super) events: Vec<Json>,
    /// The next effect's ticket.
    pub(super) effects_made: u64,
    pub(super) queue: Queue,
    keys: Keys,
    batches: Batches,
    /// Commands of no operation: values that an input, the app or time changed.
    pub(super) asides: Vec<Command>,
    /// Effects under way, by ticket.
    pub(super) effects: Map<u64, Step>,
    /// What waits for an effect under way of the same key.
    pub(super) parked: Vec<Task>,
    /// The windows of components that are still to be rendered.
    homes: Map<String, String>,
    named: u64,
}

/// An operation at work.
#[derive(Debug)]
pub(super) struct Step {
    /// As it goes to the log.
    pub(super) envelope: Envelope,
    /// The window that it goes with in the log.
    pub(super) window: Option<String>,
    /// What else it answers for. Empty for an operation of the workspace's own.
    pub(super) tickets: Vec<Ticket>,
    pub(super) origin: Origin,
    /// Whether it goes to the log.
    pub(super) logged: bool,
    /// The effect that it begins.
    pub(super) effect: Option<u64>,
    /// The component of the same name that was there before.
    pub(super) before: Option<Component>,
    pub(super) result: Result<()>,
}

impl Step {
    /// Whether what `op` does depends on how this ends, which the page knows: a component that could not be shown is what
    /// it was before.
    fn decides(&self, op: &Operation) -> bool {
        let Operation::ComponentRender(shown) = &self.envelope.op else {
            return false;
        };
        match op {
            Operation::ComponentRender(params) => shown.id == params.id,
            Operation::ComponentUpdate(ComponentUpdate { id, .. })
            | Operation::ComponentDestroy(Named { id }) => shown.id.as_ref() == Some(id),
            Operation::WindowClose(Named { id }) => {
                self.before.as_ref().map(|before| &before.window) == Some(id)
            }
            _ => false,
        }
    }
}

impl Workspace {
    /// Takes a batch; the number by which its outcome is known. Cancelling is at once: what was queued before a
    /// `txn.cancel` is not applied any more.
    pub fn enqueue(&mut self, batch: Batch, origin: Origin, now: u64) -> u64 {
        let number = self.batches.open(batch.len());
        for (index, mut envelope) in batch.into_iter().enumerate() {
            let ticket = Ticket {
                batch: number,
                index,
            };
            self.name(&mut envelope);
            if let Operation::TxnCancel(params) = &envelope.op {
                self.cancel(params.id.as_deref(), now);
                self.batches.end(ticket, End::Applied);
                continue;
            }
            let line = self.line(&envelope);
            let task = Task {
                envelope,
                origin,
                ticket,
                absorbed: Vec::new(),
                contained: false,
            };
            self.queue.push(line, task);
        }
        number
    }

    /// Gives a window and a component that has no name one of its own.
    fn name(&mut self, envelope: &mut Envelope) {
        match &mut envelope.op {
            Operation::WindowCreate(params) if params.id.is_none() => {
                let known = |id: &str| self.windows.get(id).is_some() || self.queue.knows(id);
                params.id = Some(free_name("window", &mut self.named, known));
            }
            Operation::ComponentRender(params) => {
                let known = |id: &str| self.components.contains(id) || self.homes.contains(id);
                let id = params
                    .id
                    .get_or_insert_with(|| free_name("component", &mut self.named, known));
                self.homes.insert(id.clone(), params.window_id.clone());
            }
            _ => {}
        }
    }

    /// The line that an operation waits in.
    fn line(&self, envelope: &Envelope) -> String {
        let component = match &envelope.op {
            Operation::ComponentUpdate(params) => Some(params.id.as_str()),
            Operation::ComponentDestroy(params) => Some(params.id.as_str()),
            _ => None,
        };
        let home = component.and_then(|id| {
            let living = self.components.get(id).map(|component| &component.window);
            self.homes.get(id).or(living).map(String::as_str)
        });
        home.or(envelope.window()).unwrap_or_default().to_owned()
    }

    fn cancel(&mut self, transaction: Option<&str>, now: u64) {
        let of = |envelope: &Envelope| {
            transaction.is_none_or(|id| envelope.txn_id.as_deref() == Some(id))
        };
        let mut gone = self.queue.cancel(transaction);
        gone.extend(self.parked.extract_if(.., |task| of(&task.envelope)));
        for task in gone {
            self.end(&task.absorbed, End::Skipped);
            self.end(&[task.ticket], End::Skipped);
        }
        let under_way = self.effects.iter().filter(|(_, step)| of(&step.envelope));
        let tickets: Vec<u64> = under_way.map(|(ticket, _)| *ticket).collect();
        for ticket in tickets {
            let Some(step) = self.effects.remove(ticket) else {
                continue;
            };
            self.asides.push(Command::Abort(ticket));
            let failure = Failure::new("UICP_CANCELLED", "It was cancelled.");
            self.store_result(&step, Err(&failure), now);
            self.end(&step.tickets, End::Skipped);
        }
    }

    pub(super) fn end(&mut self, tickets: &[Ticket], end: End<'_>) {
        for ticket in tickets {
            self.batches.end(*ticket, end);
        }
    }

    /// Whether the next frame has anything to do.
    pub fn is_due(&self, now: u64) -> bool {
        !self.queue.is_empty()
            || !self.asides.is_empty()
            || self.store.soonest().is_some_and(|at| at <= now)
    }

    /// When there is something to do without anybody asking, in milliseconds.
    pub fn wakes(&self) -> Option<u64> {
        self.store.soonest()
    }

    /// Begins a run: the commands that are due, in order. None are due when it is empty, for now.
    ///
    /// It takes operations as long as they weigh less than `weight`, each a KiB and the bytes of its markup, so that the
    /// shell can look at the clock in between. Every run has to be settled before the next.
    pub fn run(&mut self, now: u64, weight: usize) -> &[(usize, Command)] {
        let weight = weight.clamp(1, HEAVIEST_RUN);
        loop {
            self.steps.clear();
            self.expire(now);
            let asides = core::mem::take(&mut self.asides);
            self.commands = asides
                .into_iter()
                .map(|command| (usize::MAX, command))
                .collect();
            self.fill(now, weight);
            if !self.commands.is_empty() || self.steps.is_empty() {
                return &self.commands;
            }
            // Nothing of it concerns the shell.
            self.settle(Vec::new(), now);
        }
    }

    fn fill(&mut self, now: u64, weight: usize) {
        let mut taken = 0;
        while taken < weight {
            let Some(task) = self.queue.pop() else {
                self.homes.clear();
                return;
            };
            if task.contained {
                // Where there is no room, the one that contains it says so.
                let _ = self.make_room(&task.envelope.op);
                continue;
            }
            let key = task.envelope.key();
            if let Some(key) = key.filter(|_| task.origin != Origin::Replay) {
                if self.keys.knows(key, now) {
                    self.end(&[task.ticket], End::Skipped);
                    continue;
                }
                let same = |step: &Step| step.envelope.key() == Some(key);
                if self.steps.iter().any(same) {
                    // It depends on how that ends.
                    self.queue.put_back(task);
                    return;
                }
                if self.effects.iter().any(|(_, step)| same(step)) {
                    self.parked.push(task);
                    continue;
                }
            }
            if self
                .steps
                .iter()
                .any(|step| step.decides(&task.envelope.op))
            {
                self.queue.put_back(task);
                return;
            }
            if let Operation::DomSet(dom) | Operation::DomReplace(dom) | Operation::DomAppend(dom) =
                &task.envelope.op
            {
                taken += dom.html.len();
            }
            taken += OPERATION;
            self.apply(task, now);
        }
    }

    /// The command of that place in the run.
    pub fn command(&self, index: usize) -> Option<&Command> {
        self.commands.get(index).map(|(_, command)| command)
    }

    /// Ends a run: all its commands were done, but for those that failed.
    pub fn settle(&mut self, failures: Vec<(usize, Failure)>, now: u64) {
        for (index, failure) in failures {
            let step = self
                .commands
                .get(index)
                .and_then(|(step, _)| self.steps.get_mut(*step));
            if let Some(step) = step.filter(|step| step.result.is_ok()) {
                step.result = Err(failure);
            }
        }
        for step in core::mem::take(&mut self.steps) {
            match step.effect {
                Some(ticket) if step.result.is_ok() => {
                    self.effects.insert(ticket, step);
                }
                _ => self.finish(step, now),
            }
        }
        self.commands.clear();
    }

    pub(super) fn finish(&mut self, step: Step, now: u64) {
        let Step {
            envelope,
            window,
            tickets,
            origin,
            logged,
            before,
            result,
            ..
        } = step;
        match result {
            Ok(()) => {
                self.end(&tickets, End::Applied);
                if let Some(key) = envelope.key() {
                    self.keys.remember(key.to_owned(), now);
                }
                let left = before.filter(|before| window.as_ref() != Some(&before.window));
                if let Some(component) = left {
                    self.log.leave(&component);
                }
                match &envelope.op {
                    Operation::WindowClose(params) => self.log.close(&params.id),
                    _ if logged => self.record(envelope, window.as_deref(), origin),
                    _ => {}
                }
            }
            Err(failure) => {
                self.undo(&envelope.op, before);
                self.events
                    .push(event::failed(&envelope, tickets.last(), &failure));
                self.end(&tickets, End::Failed(&failure));
            }
        }
    }

    /// What a person drags or types makes many operations, of which the last tells all.
    pub(super) fn record(&mut self, envelope: Envelope, window: Option<&str>, origin: Origin) {
        let typed = |envelope: &Envelope| match &envelope.op {
            Operation::StateSet(_) if origin == Origin::Page => address(envelope),
            _ => None,
        };
        let place =
            typed(&envelope).filter(|place| !self.watches.of(place).any(|watch| watch.append));
        let moved = match &envelope.op {
            Operation::WindowMove(params) => Some(params.id.clone()),
            _ => None,
        };
        self.log.push_over(envelope, window, |last| match &last.op {
            Operation::WindowMove(params) => moved.as_ref() == Some(&params.id),
            Operation::StateSet(_) => place.is_some() && address(last) == place,
            _ => false,
        });
    }

    /// What the core had taken for done.
    fn undo(&mut self, op: &Operation, before: Option<Component>) {
        let Operation::ComponentRender(params) = op else {
            return;
        };
        self.components
            .remove(params.id.as_deref().unwrap_or_default());
        if let Some(before) = before {
            self.components.insert(before.id.clone(), before);
        }
    }

    /// Begins anew: nothing waits, no window is open, nothing is remembered. What was under way counts as skipped.
    pub fn reset(&mut self, now: u64) {
        self.cancel(None, now);
        let gone = self
            .windows
            .list()
            .into_iter()
            .map(|window| event::window("destroyed", window));
        let mut events = core::mem::take(&mut self.events);
        events.extend(gone);
        self.log.clear();
        let mut aborted = core::mem::take(&mut self.asides);
        aborted.retain(|command| matches!(command, Command::Abort(_)));
        *self = Workspace {
            events,
            asides: aborted,
            batches: core::mem::take(&mut self.batches),
            log: core::mem::take(&mut self.log),
            effects_made: self.effects_made,
            ..Workspace::default()
        };
    }

    /// What has ended since the last call.
    pub fn outcomes(&mut self) -> Vec<Json> {
        self.batches.finished()
    }

    /// What has happened since the last call.
    pub fn events(&mut self) -> Vec<Json> {
        core::mem::take(&mut self.events)
    }

    /// The windows, in the order in which they were opened.
    pub fn windows(&self) -> Json {
        Json::Array(
            self.windows
                .list()
                .into_iter()
                .map(|window| window.to_json())
                .collect(),
        )
    }

    /// How often the log has changed.
    pub fn log_changes(&self) -> u64 {
        self.log.changes()
    }

    /// What was applied, in order.
    pub fn log(&mut self) -> Json {
        self.log.written()
    }
}

/// `what-1` and so on.
fn free_name(what: &str, made: &mut u64, known: impl Fn(&str) -> bool) -> String {
    loop {
        *made += 1;
        let name = format!("{what}-{made}");
        if !known(&name) {
            return name;
        }
    }
}
