//! The log: what was applied, so that it can be applied again. What no longer shows is taken out of it: all of a window
//! that was closed, what a window held before it was filled anew, what a component was in a window that it has left, what
//! a value was before it was set anew, values that expired.

use super::component::Component;
use super::envelope::Envelope;
use super::operations::{ComponentRender, ComponentUpdate, Operation, WatchMode};
use super::store::Address;
use crate::json::Json;
use crate::map::Map;

/// What the log holds is let go when at least so many reasons for it have come together.
const COMPACT_AT: usize = 64;

/// One applied operation.
#[derive(Debug)]
struct Entry {
    serial: u64,
    /// What it goes with.
    topics: Vec<String>,
    envelope: Envelope,
}

/// What was applied, in order.
#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    /// Entries of a topic up to a serial number are over.
    over: Map<String, u64>,
    /// How often that was said since the log was last gone over.
    ended: usize,
    /// Values of which more is to be seen than what they are: a watch shows what they were as well, or was taken away, and
    /// what it showed last stays.
    seen: Map<String, ()>,
    serial: u64,
    /// How often it has changed.
    changes: u64,
}

impl Log {
    /// Adds an operation. `window` is the one that it goes with, if any.
    pub(super) fn push(&mut self, envelope: Envelope, window: Option<&str>) {
        let mut topics: Vec<String> = window.map(of_window).into_iter().collect();
        match &envelope.op {
            Operation::DomSet(dom) if dom.target == "#root" => {
                let content = of_content(&dom.window_id);
                self.end(content.clone());
                topics.push(content);
            }
            Operation::DomSet(_)
            | Operation::DomAppend(_)
            | Operation::DomReplace(_)
            | Operation::ComponentDestroy(_) => topics.extend(window.map(of_content)),
            Operation::ComponentRender(ComponentRender { id: Some(id), .. })
            | Operation::ComponentUpdate(ComponentUpdate { id, .. }) => {
                topics.extend(window.map(of_content));
                topics.extend(window.map(|window| of_component(id, window)));
            }
            Operation::StateSet(_) | Operation::StatePatch(_) => {
                let value = address(&envelope).as_ref().map(of_value);
                if matches!(envelope.op, Operation::StateSet(_)) {
                    let unseen = |value: &String| !self.seen.contains(value.as_str());
                    let former = value.clone().filter(unseen);
                    former.into_iter().for_each(|value| self.end(value));
                }
                topics.extend(value);
            }
            Operation::StateWatch(params) if params.mode != Some(WatchMode::Append) => {}
            Operation::StateWatch(_) | Operation::StateUnwatch(_) => {
                let value = address(&envelope).as_ref().map(of_value);
                value.map(|value| self.seen.insert(value, ()));
            }
            _ => {}
        }
        self.serial += 1;
        self.changes += 1;
        self.entries.push(Entry {
            serial: self.serial,
            topics,
            envelope,
        });
    }

    /// Adds an operation that makes the last one pointless where `over` says so of it.
    pub(super) fn push_over(
        &mut self,
        envelope: Envelope,
        window: Option<&str>,
        over: impl Fn(&Envelope) -> bool,
    ) {
        if self.entries.last().is_some_and(|last| over(&last.envelope)) {
            self.entries.pop();
        }
        self.push(envelope, window);
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.changes += 1;
        self.entries.clear();
        self.over.clear();
        self.seen.clear();
    }

    /// Takes out what a window did.
    pub(super) fn close(&mut self, window: &str) {
        self.end(of_window(window));
    }

    /// Takes out what made a component in the window that it has left for another.
    pub(super) fn leave(&mut self, component: &Component) {
        self.end(of_component(&component.id, &component.window));
    }

    /// Takes out what made a value that has expired.
    pub(super) fn expire(&mut self, address: &Address) {
        self.end(of_value(address));
    }

    /// How often it has changed.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    fn end(&mut self, topic: String) {
        self.changes += 1;
        self.over.insert(topic, self.serial);
        self.ended += 1;
        // Not each time: that would be work in proportion to the log for every window that closes.
        if self.ended > COMPACT_AT.max(self.entries.len() / 4) {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let over = core::mem::take(&mut self.over);
        self.ended = 0;
        let is_over = |entry: &Entry| {
            let mut topics = entry.topics.iter();
            topics.any(|topic| {
                over.get(topic.as_str())
                    .is_some_and(|serial| entry.serial <= *serial)
            })
        };
        self.entries.retain(|entry| !is_over(entry));
    }

    /// The log as JSON.
    pub(super) fn written(&mut self) -> Json {
        self.compact();
        Json::Array(
            self.entries
                .iter()
                .map(|entry| entry.envelope.to_json())
                .collect(),
        )
    }
}

/// The value that an operation sets or changes.
pub(super) fn address(envelope: &Envelope) -> Option<Address> {
    let (scope, key) = match &envelope.op {
        Operation::StateSet(params) => (params.scope, &params.key),
        Operation::StateGet(params) => (params.scope, &params.key),
        Operation::StatePatch(params) => (params.scope, &params.key),
        Operation::StateWatch(params) | Operation::StateUnwatch(params) => {
            (params.scope, &params.key)
        }
        _ => return None,
    };
    Some(Address::new(scope, envelope.window(), key))
}

fn of_window(id: &str) -> String {
    ["window ", id].concat()
}

fn of_content(id: &str) -> String {
    ["content ", id].concat()
}

/// With the length of the window's name, so that no other window and component are written alike.
fn of_component(id: &str, window: &str) -> String {
    format!("component {} {window} {id}", window.len())
}

/// With the length of the window's name, so that no other window and key are written alike.
fn of_value(address: &Address) -> String {
    let Address { scope, window, key } = address;
    format!("{} {} {window} {key}", scope.name(), window.len())
}
