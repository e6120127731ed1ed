//! One thread that commits, so that concurrent writes share one sync of the disk.
//!
//! While a commit runs, writes gather in a queue; the next commit takes all of them. Under load the cost
//! of a sync is thus divided by the number of writers, and a lone write waits for nobody.

use super::{Storage, Write, Written};
use crate::clock::Clock;
use crate::metrics::Metrics;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot, watch};
use vitrine::error::{Code, Error, Result};

/// Most writes in one commit, and most that wait: bounds the memory that small payloads take.
const QUEUE: usize = 1024;

struct Job {
    write: Write,
    answer: oneshot::Sender<Result<Written>>,
}

/// The way to the committing thread. The thread ends when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    commits: watch::Receiver<u64>,
}

/// A write on its way.
#[derive(Debug)]
pub struct Pending(oneshot::Receiver<Result<Written>>);

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// `Storage` when the system gives no thread.
    pub fn start(
        storage: Arc<dyn Storage>,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> Result<(Writer, JoinHandle<()>)> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (count, commits) = watch::channel(0);
        let thread = thread::Builder::new()
            .name("writer".into())
            .spawn(move || run(&*storage, &clock, queue, &count, &metrics))
            .map_err(|e| Error::new(Code::Storage, format!("cannot start the writer: {e}")))?;
        Ok((Writer { jobs, commits }, thread))
    }

    /// Counts the commits: changes when there may be something new to read, and ends with the thread.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.commits.clone()
    }

    /// Queues a write, behind all that were queued before; waits while the queue is full.
    ///
    /// # Errors
    /// `Storage` when the thread has died.
    pub async fn submit(&self, write: Write) -> Result<Pending> {
        let (answer, pending) = oneshot::channel();
        self.jobs
            .send(Job { write, answer })
            .await
            .map_err(|_| died())?;
        Ok(Pending(pending))
    }

    /// Queues a write and waits until it is durable.
    ///
    /// # Errors
    /// Those of [`super::rules::apply`]; `Storage` when the disk fails.
    pub async fn write(&self, write: Write) -> Result<Written> {
        self.submit(write).await?.answer().await
    }
}

impl Pending {
    /// Waits until the write is durable or refused.
    ///
    /// # Errors
    /// Those of [`super::rules::apply`]; `Storage` when the disk fails.
    pub async fn answer(self) -> Result<Written> {
        self.0.await.unwrap_or_else(|_| Err(died()))
    }
}

fn run(
    storage: &dyn Storage,
    clock: &Clock,
    mut queue: mpsc::Receiver<Job>,
    commits: &watch::Sender<u64>,
    metrics: &Metrics,
) {
    while let Some(first) = queue.blocking_recv() {
        let mut writes = vec![first.write];
        let mut answers = vec![first.answer];
        while writes.len() < QUEUE {
            let Ok(job) = queue.try_recv() else { break };
            writes.push(job.write);
            answers.push(job.answer);
        }
        let start = Instant::now();
        let written = storage.commit(writes, clock());
        let done = written.iter().filter(|written| written.is_ok()).count();
        let refused = written.len() - done;
        metrics.committed(start.elapsed(), done, refused);
        tracing::debug!(writes = done, refused, took = ?start.elapsed(), "commit");
        // Before the answers: who has one finds the followers awake.
        commits.send_modify(|count| *count += 1);
        for (answer, written) in answers.into_iter().zip(written) {
            if let Err(e) = &written {
                if e.code == Code::Storage {
                    tracing::error!("{e}");
                }
            }
            // A client that has gone does not wait for its answer; its turn is stored all the same.
            let _ = answer.send(written);
        }
    }
}

#[cold]
fn died() -> Error {
    Error::new(
        Code::Storage,
        "the host's writer has stopped; see the host's log and restart it",
    )
}
