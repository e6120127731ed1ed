//! A shell without a page: windows that hold ids with text, enough to tell one end state from another.

#![allow(dead_code)] // each test that includes this file uses a part of it

use std::collections::BTreeMap;
use vitrine::html::ops::Place;
use vitrine::json::Json;
use vitrine::uicp::command::Command;
use vitrine::uicp::envelope::Envelope;
use vitrine::uicp::failure::Failure;
use vitrine::uicp::fields::Html;
use vitrine::uicp::operations::{Dom, Named, Operation, TxnCancel, WindowCreate};
use vitrine::uicp::queue::Origin;
use vitrine::uicp::workspace::Workspace;

/// What a window shows: ids and their text. Its root holds an id for each word of the markup that was set there.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Shown {
    pub(crate) title: String,
    pub(crate) place: (f64, f64, f64, f64, i64),
    pub(crate) ids: BTreeMap<String, String>,
}

/// The page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Page {
    pub(crate) windows: BTreeMap<String, Shown>,
    /// Components by id: their window, and the JSON of their props.
    pub(crate) components: BTreeMap<String, (String, String)>,
    /// What each watch was shown last.
    pub(crate) watches: BTreeMap<u64, String>,
    /// What the places of watches hold: by window and target.
    pub(crate) places: BTreeMap<(String, String), String>,
    /// What bound controls were shown last.
    pub(crate) bound: BTreeMap<String, String>,
}

/// A workspace and its page.
#[derive(Default)]
pub(crate) struct Stand {
    pub(crate) core: Workspace,
    pub(crate) page: Page,
    /// Tickets of effects that were begun.
    pub(crate) effects: Vec<u64>,
    pub(crate) aborted: Vec<u64>,
    pub(crate) commands: usize,
}

impl Stand {
    /// Queues a batch as an agent does.
    pub(crate) fn enqueue(&mut self, batch: Vec<Envelope>, now: u64) -> u64 {
        self.core.enqueue(batch, Origin::Agent, now)
    }

    /// Does all that is due.
    pub(crate) fn frame(&mut self, now: u64) {
        self.frame_of_runs(now, usize::MAX);
    }

    /// Does all that is due, in runs that weigh no more than that.
    pub(crate) fn frame_of_runs(&mut self, now: u64, weight: usize) {
        loop {
            let commands: Vec<Command> = self
                .core
                .run(now, weight)
                .iter()
                .map(|(_, command)| command.clone())
                .collect();
            if commands.is_empty() {
                return;
            }
            self.commands += commands.len();
            let done = commands
                .into_iter()
                .enumerate()
                .map(|(place, command)| (place, self.carry_out(command)));
            let failures = done
                .filter_map(|(place, done)| Some((place, done.err()?)))
                .collect();
            self.core.settle(failures, now);
        }
    }

    /// Queues, does, and gives the outcome.
    pub(crate) fn apply(&mut self, batch: Vec<Envelope>, now: u64) -> Json {
        let number = self.enqueue(batch, now);
        self.frame(now);
        let outcome = self
            .core
            .outcomes()
            .into_iter()
            .find(|outcome| outcome.get("batch").and_then(Json::as_u64) == Some(number));
        outcome.unwrap_or(Json::Null)
    }

    fn carry_out(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Open(window) => {
                let shown = Shown {
                    place: (window.x, window.y, window.width, window.height, window.z),
                    title: window.title,
                    ids: BTreeMap::new(),
                };
                self.page.windows.insert(window.id, shown);
            }
            Command::Change { update, .. } => {
                let shown = self
                    .page
                    .windows
                    .get_mut(&update.id)
                    .expect("an open window");
                let (x, y, width, height, z) = shown.place;
                shown.title = update.title.unwrap_or(shown.title.clone());
                shown.place = (
                    update.x.unwrap_or(x),
                    update.y.unwrap_or(y),
                    update.width.unwrap_or(width),
                    update.height.unwrap_or(height),
                    update.z_index.unwrap_or(z),
                );
            }
            Command::Close(id) => {
                self.page.windows.remove(&id).expect("an open window");
                self.page.places.retain(|(window, _), _| *window != id);
                self.page.components.retain(|_, (window, _)| *window != id);
                self.page
                    .bound
                    .retain(|name, _| name.split(' ').nth(1) != Some(&id));
            }
            Command::Markup {
                window,
                target,
                place,
                html,
            } => {
                let ids = &mut self
                    .page
                    .windows
                    .get_mut(&window)
                    .expect("an open window")
                    .ids;
                if target == "#root" {
                    if place != Place::Append {
                        ids.clear();
                        self.page.components.retain(|_, (of, _)| *of != window);
                    }
                    ids.extend(
                        html.split_whitespace()
                            .map(|id| (format!("#{id}"), String::new())),
                    );
                    return Ok(());
                }
                let missing = || Failure::new("UICP_TARGET_NOT_FOUND", target.clone());
                let text = ids.get_mut(&target).ok_or_else(missing)?;
                match place {
                    Place::Append => text.push_str(&html),
                    Place::Replace => drop(ids.remove(&target)),
                    _ => *text = html,
                }
            }
            Command::Component { component, target } => {
                match target {
                    None if !self.page.components.contains_key(&component.id) => {
                        return Err(Failure::no_component(&component.id));
                    }
                    Some(target) if target != "#root" => {
                        let ids = &self.page.windows[&component.window].ids;
                        if !ids.contains_key(&target) {
                            return Err(Failure::new("UICP_TARGET_NOT_FOUND", target));
                        }
                    }
                    _ => {}
                }
                let shown = (component.window, Json::Object(component.props).to_string());
                self.page.components.insert(component.id, shown);
            }
            Command::Remove { id, .. } => drop(self.page.components.remove(&id)),
            Command::Show(show) => {
                let place = (show.window.clone(), show.target.clone());
                let held = self.page.places.entry(place).or_default();
                if !show.append {
                    held.clear();
                }
                if show.seen() != &Json::Null {
                    held.push_str(&show.seen().to_string());
                }
                self.page
                    .watches
                    .insert(show.watch, show.seen().to_string());
            }
            Command::Unwatch(watch) => drop(self.page.watches.remove(&watch)),
            Command::Bound { address, value } => {
                let name = format!(
                    "{} {} {}",
                    address.scope.name(),
                    address.window,
                    address.key
                );
                let value = value.map(|value| value.to_string()).unwrap_or_default();
                self.page.bound.insert(name, value);
            }
            Command::Effect { ticket, .. } => self.effects.push(ticket),
            Command::Abort(ticket) => self.aborted.push(ticket),
        }
        Ok(())
    }
}

pub(crate) fn create(id: &str, title: &str) -> Envelope {
    Envelope::new(Operation::WindowCreate(WindowCreate {
        id: Some(id.into()),
        title: title.into(),
        x: None,
        y: None,
        width: None,
        height: None,
        z_index: None,
        size: None,
    }))
}

pub(crate) fn close(id: &str) -> Envelope {
    Envelope::new(Operation::WindowClose(Named { id: id.into() }))
}

pub(crate) fn focus(id: &str) -> Envelope {
    Envelope::new(Operation::WindowFocus(Named { id: id.into() }))
}

pub(crate) fn cancel(id: Option<&str>) -> Envelope {
    Envelope::new(Operation::TxnCancel(TxnCancel {
        id: id.map(str::to_owned),
    }))
}

fn dom(window: &str, target: &str, html: &str) -> Dom {
    Dom {
        window_id: window.into(),
        target: target.into(),
        html: Html(html.into()),
        sanitize: None,
    }
}

pub(crate) fn set(window: &str, target: &str, html: &str) -> Envelope {
    Envelope::new(Operation::DomSet(dom(window, target, html)))
}

pub(crate) fn append(window: &str, target: &str, html: &str) -> Envelope {
    Envelope::new(Operation::DomAppend(dom(window, target, html)))
}

pub(crate) fn replace(window: &str, target: &str, html: &str) -> Envelope {
    Envelope::new(Operation::DomReplace(dom(window, target, html)))
}

/// The envelopes of JSON texts, each `{op, params, …}`.
pub(crate) fn batch(text: &str) -> Vec<Envelope> {
    match vitrine::uicp::validate::batch(text.as_bytes()) {
        Ok(batch) => batch,
        Err(invalid) => panic!("{text}: {}", invalid.to_json()),
    }
}

/// `{applied, skipped, failed: [code]}` in short: `2 applied, 1 skipped, UICP_X at 3`.
pub(crate) fn brief(outcome: &Json) -> String {
    let count = |name| outcome.get(name).and_then(Json::as_u64).unwrap_or(u64::MAX);
    let mut words = vec![format!(
        "{} applied, {} skipped",
        count("applied"),
        count("skipped")
    )];
    for failed in outcome
        .get("failed")
        .and_then(Json::as_array)
        .unwrap_or_default()
    {
        let index = failed
            .get("index")
            .and_then(Json::as_u64)
            .unwrap_or(u64::MAX);
        let code = failed
            .get("code")
            .and_then(Json::as_str)
            .unwrap_or_default();
        words.push(format!("{code} at {index}"));
    }
    words.join(", ")
}
