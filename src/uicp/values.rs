//! Values of the state: changed, and shown to all who watch them.

use super::command::{Command, Show};
use super::envelope::Envelope;
use super::event;
use super::failure::Result;
use super::operations::{Operation, Scope, StateRef, StateSet, StateWatch};
use super::queue::Origin;
use super::store::Address;
use super::watch::Watch;
use super::workspace::Workspace;
use crate::json::Json;

impl Workspace {
    /// Sets a value at once: what an input, the app or an effect gives.
    ///
    /// # Errors
    /// `UICP_BUDGET` when the state is full.
    pub fn set_state(
        &mut self,
        at: &StateRef,
        window: Option<&str>,
        value: Json,
        origin: Origin,
        now: u64,
    ) -> Result<()> {
        let window = window.filter(|_| at.scope == Scope::Window);
        let envelope = Envelope::new(Operation::StateSet(StateSet {
            scope: at.scope,
            key: at.key.clone(),
            value: value.clone(),
            window_id: window.map(str::to_owned),
            ttl_ms: None,
        }));
        let place = Address::new(at.scope, window, &at.key);
        let shown = self.change(&place, value, None, now)?;
        self.asides.extend(shown);
        let owner = window.and_then(|id| self.windows.get(id));
        if !owner.is_some_and(|window| window.own) {
            self.record(envelope, window, origin);
        }
        Ok(())
    }

    /// A value of the state.
    pub fn state(&self, place: &Address, now: u64) -> Option<&Json> {
        self.store.get(place, now)
    }

    /// Values that have expired by `now` go.
    pub(super) fn expire(&mut self, now: u64) {
        for place in self.store.expire(now) {
            self.log.expire(&place);
            let shown = self.told(&place, None);
            self.asides.extend(shown);
        }
    }

    /// As [`Workspace::change`], with the commands in the run.
    pub(super) fn change_now(
        &mut self,
        place: Option<Address>,
        value: Json,
        ttl: Option<u64>,
        now: u64,
    ) -> Result<()> {
        let Some(place) = place else {
            return Ok(());
        };
        for command in self.change(&place, value, ttl, now)? {
            self.command_now(command);
        }
        Ok(())
    }

    /// Changes a value; the commands that show it.
    pub(super) fn change(
        &mut self,
        place: &Address,
        value: Json,
        ttl: Option<u64>,
        now: u64,
    ) -> Result<Vec<Command>> {
        self.store.set(place, value.clone(), ttl, now)?;
        Ok(self.told(place, Some(value)))
    }

    /// Tells all who show a value that it is another; the commands that show it.
    pub(super) fn told(&mut self, place: &Address, value: Option<Json>) -> Vec<Command> {
        let mut commands = Vec::new();
        let mut watched = false;
        for watch in self.watches.of(place) {
            watched = true;
            commands.extend(watch.show(value.clone()).map(Command::Show));
        }
        if watched {
            self.events
                .push(event::value("state", place, value.as_ref()));
        }
        commands.push(Command::Bound {
            address: place.clone(),
            value,
        });
        commands
    }

    pub(super) fn watch(
        &mut self,
        place: Option<Address>,
        params: &StateWatch,
        window: Option<&str>,
        now: u64,
    ) -> Result<()> {
        let Some(place) = place else {
            return Ok(());
        };
        let value = self.store.get(&place, now).cloned();
        let shown = self.watches.add(place, window, params)?.show(value);
        if let Some(show) = shown {
            self.command_now(Command::Show(show));
        }
        Ok(())
    }

    pub(super) fn unwatch(
        &mut self,
        place: Option<Address>,
        params: &StateWatch,
        window: Option<&str>,
    ) {
        let Some(place) = place else {
            return;
        };
        for watch in self
            .watches
            .remove(&place, window, params.selector.as_deref())
        {
            self.command_now(Command::Unwatch(watch));
        }
    }

    /// What a watch shows now, for a place that has come after it: one more command of the run, and where in it.
    pub fn follow(&mut self, watch: u64, now: u64) -> Option<(usize, &Command)> {
        // What stands after one another cannot be told from one value.
        let watch = self.watches.numbered(watch).filter(|watch| !watch.append)?;
        let show = watch.show(self.store.get(&watch.address, now).cloned())?;
        self.commands.push((usize::MAX, Command::Show(show)));
        self.commands
            .last()
            .map(|(_, command)| (self.commands.len() - 1, command))
    }
}

impl Watch {
    /// What shows the value; `None` where it has no place.
    fn show(&self, value: Option<Json>) -> Option<Show> {
        Some(Show {
            watch: self.number,
            window: self.window.clone()?,
            target: self.target.clone()?,
            append: self.append,
            value,
        })
    }
}
