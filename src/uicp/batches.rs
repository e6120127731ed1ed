//! What became of each batch.

use super::failure::Failure;
use super::queue::Ticket;
use crate::json::Json;
use crate::map::Map;

/// What became of a batch so far.
#[derive(Debug, Default)]
struct Outcome {
    waiting: usize,
    applied: u32,
    skipped: u32,
    failed: Vec<(usize, Failure)>,
}

/// What becomes of an operation.
#[derive(Debug, Clone, Copy)]
pub(super) enum End<'f> {
    /// It was applied, or the one was that took its place.
    Applied,
    /// It was applied before by the same key, or it was cancelled.
    Skipped,
    /// It could not be applied.
    Failed(&'f Failure),
}

/// All batches that are not at their end, or whose end was not asked for.
#[derive(Debug, Default)]
pub(super) struct Batches {
    under_way: Map<u64, Outcome>,
    finished: Vec<(u64, Outcome)>,
    made: u64,
}

impl Batches {
    /// A new batch of so many operations.
    pub(super) fn open(&mut self, operations: usize) -> u64 {
        self.made += 1;
        let outcome = Outcome {
            waiting: operations,
            ..Outcome::default()
        };
        if operations == 0 {
            self.finished.push((self.made, outcome));
        } else {
            self.under_way.insert(self.made, outcome);
        }
        self.made
    }

    /// Tells what became of an operation.
    pub(super) fn end(&mut self, ticket: Ticket, end: End<'_>) {
        let Some(outcome) = self.under_way.get_mut(ticket.batch) else {
            return;
        };
        outcome.waiting -= 1;
        match end {
            End::Applied => outcome.applied += 1,
            End::Skipped => outcome.skipped += 1,
            End::Failed(failure) => outcome.failed.push((ticket.index, failure.clone())),
        }
        if outcome.waiting == 0 {
            if let Some(mut outcome) = self.under_way.remove(ticket.batch) {
                outcome.failed.sort_by_key(|(index, _)| *index);
                self.finished.push((ticket.batch, outcome));
            }
        }
    }

    /// What has ended since the last call: `[{batch, applied, skipped, failed: [{index, code, message}]}]`.
    pub(super) fn finished(&mut self) -> Vec<Json> {
        self.finished
            .drain(..)
            .map(|(batch, outcome)| outcome.into_json(batch))
            .collect()
    }
}

impl Outcome {
    fn into_json(self, batch: u64) -> Json {
        let failed = self
            .failed
            .into_iter()
            .map(|(index, Failure { code, message })| {
                Json::Object(vec![
                    ("index".into(), (index as u64).into()),
                    ("code".into(), code.into()),
                    ("message".into(), message.into()),
                ])
            });
        Json::Object(vec![
            ("batch".into(), batch.into()),
            ("applied".into(), self.applied.into()),
            ("skipped".into(), self.skipped.into()),
            ("failed".into(), Json::Array(failed.collect())),
        ])
    }
}
