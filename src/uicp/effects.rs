//! Effects: begun when their turn comes, ended when they end; where their result is stored.

use super::command::Command;
use super::envelope::Envelope;
use super::failure::{Failure, Result};
use super::operations::{ApiCall, Operation};
use super::queue::Origin;
use super::store::Address;
use super::workspace::{Step, Workspace};
use crate::json::Json;

impl Workspace {
    /// Begins an effect; its ticket.
    pub(super) fn begin_effect(
        &mut self,
        params: &ApiCall,
        envelope: &Envelope,
        now: u64,
    ) -> Result<u64> {
        self.effects_made += 1;
        let ticket = self.effects_made;
        if let Some(into) = &params.into {
            // It is not for the log: there it would stay so.
            let loading = Json::Object(vec![("status".into(), "loading".into())]);
            let window = into.window_id.as_deref().or(envelope.window());
            let place = Address::new(into.scope, window, &into.key);
            self.change_now(Some(place), loading, None, now)?;
        }
        let envelope = envelope.clone();
        self.command_now(Command::Effect { ticket, envelope });
        Ok(ticket)
    }

    /// An effect waits for a person: it counts as applied, and what they answer is stored when it comes.
    pub fn effect_waits(&mut self, ticket: u64, now: u64) {
        let Some(mut step) = self.effects.remove(ticket) else {
            return;
        };
        let kept = Step {
            envelope: step.envelope.clone(),
            window: None,
            tickets: Vec::new(),
            origin: step.origin,
            logged: false,
            effect: Some(ticket),
            before: None,
            result: Ok(()),
        };
        step.result = Ok(());
        self.finish(step, now);
        self.effects.insert(ticket, kept);
        self.unpark();
    }

    /// Ends an effect, with what it gave.
    pub fn effect_ended(&mut self, ticket: u64, result: Result<Option<Json>>, now: u64) {
        // It may have been cancelled.
        let Some(mut step) = self.effects.remove(ticket) else {
            return;
        };
        let (given, ended) = match result {
            Ok(data) => (Ok(data), Ok(())),
            Err(failure) => (Err(failure.clone()), Err(failure)),
        };
        step.result = ended;
        self.store_result(&step, given.as_ref().map(Option::as_ref), now);
        self.finish(step, now);
        self.unpark();
    }

    /// What waited for an effect of the same key is looked at again.
    fn unpark(&mut self) {
        for task in core::mem::take(&mut self.parked).into_iter().rev() {
            self.queue.put_back(task);
        }
    }

    /// Puts the result of an effect where it is to be stored.
    pub(super) fn store_result(
        &mut self,
        step: &Step,
        result: core::result::Result<Option<&Json>, &Failure>,
        now: u64,
    ) {
        let Operation::ApiCall(params) = &step.envelope.op else {
            return;
        };
        let Some(into) = &params.into else {
            return;
        };
        let (status, part) = match result {
            Ok(data) => ("ready", data.map(|data| ("data", data.clone()))),
            Err(failure) => ("error", Some(("error", failure.to_json()))),
        };
        let mut answer = vec![("status".to_owned(), Json::from(status))];
        answer.extend(part.map(|(name, value)| (name.to_owned(), value)));
        let window = into.window_id.as_deref().or(step.envelope.window());
        let _ = self.set_state(into, window, Json::Object(answer), Origin::Agent, now);
    }
}
