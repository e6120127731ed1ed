//! Reads what happens as it happens, for subscribers of either protocol.
//!
//! A follower keeps a number, not a queue: it reads the events after that number from the store, and waits for a
//! commit where there are none. However slow it is, it costs the host no more memory and misses nothing.

use crate::service::Service;
use crate::store::Event;
use tokio::sync::watch;
use vitrine::error::Result;

/// Events that are read together.
const STRIDE: usize = 256;

/// A place in the list of events.
#[derive(Debug)]
pub struct Follow {
    commits: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    after: u64,
}

impl Follow {
    pub(crate) fn new(
        commits: watch::Receiver<u64>,
        stopping: watch::Receiver<bool>,
        after: u64,
    ) -> Follow {
        Follow {
            commits,
            stopping,
            after,
        }
    }

    /// The next events, at least one; `None` when the host stops. Nothing is lost when this is dropped while it waits.
    ///
    /// # Errors
    /// `Storage` when the engine fails.
    pub async fn next(&mut self, service: &Service) -> Result<Option<Vec<Event>>> {
        while !*self.stopping.borrow_and_update() {
            // Before the read: a commit during it wakes the wait after it.
            self.commits.borrow_and_update();
            let events = service.read(|snapshot| snapshot.events(self.after, STRIDE))?;
            if let Some(last) = events.last() {
                self.after = last.number;
                return Ok(Some(events));
            }
            tokio::select! {
                _ = self.commits.changed() => {}
                _ = self.stopping.changed() => {}
            }
        }
        Ok(None)
    }
}
