//! A bound on the memory of all requests together, however many connections they come on.
//!
//! Whoever is about to hold bytes for a request takes a share first, and waits while there is none. There are two
//! halves: a request that holds some of what is `asked` may wait for some of what is `made` of it, and never the other way
//! round, so that nobody waits in a circle.

use axum::body::Bytes;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use vitrine::error::{Code, Error, Result};

/// Shares are counted in pieces of this length, in bytes. What is no longer than one is not counted: every connection may
/// have it.
pub const PIECE: usize = 16 << 10;

/// How long a request waits for its share. Longer than a peer may stall that holds one.
const PATIENCE: Duration = Duration::from_secs(45);

/// The detail of an error that goes away by itself.
pub const RETRY: &str = "retry";

/// The least that two halves can do with, in MiB: a half holds the largest payload as JSON while it is made.
pub const LEAST_MIB: u32 = 512;

/// The memory of all requests.
#[derive(Debug)]
pub struct Memory {
    /// For frames, bodies and lists of turns.
    pub asked: Half,
    /// For what is made of them: payloads that are unpacked, batches that wait for their commit, answers.
    pub made: Half,
}

impl Memory {
    /// Divides `mib` MiB.
    ///
    /// # Errors
    /// `BadRequest` for less than [`LEAST_MIB`].
    pub fn new(mib: u32) -> Result<Memory> {
        if mib < LEAST_MIB {
            let expected = format_args!("at least {LEAST_MIB} MiB");
            return Err(Error::mismatch(Code::BadRequest, "--memory", expected, mib));
        }
        Ok(Memory {
            asked: Half::new(mib),
            made: Half::new(mib),
        })
    }
}

/// Half of the memory.
#[derive(Debug)]
pub struct Half {
    free: Arc<Semaphore>,
    pieces: u32,
}

impl Half {
    fn new(mib: u32) -> Half {
        let pieces = (mib / 2).saturating_mul((1 << 20) / PIECE as u32);
        Half {
            free: Arc::new(Semaphore::new(pieces as usize)),
            pieces,
        }
    }

    /// Waits for room for `bytes`.
    ///
    /// # Errors
    /// `Storage` when others hold it all for too long.
    pub async fn take(&self, bytes: usize) -> Result<Share> {
        let pieces = self.pieces(bytes);
        if pieces == 0 {
            return Ok(Share::default());
        }
        let waiting = Arc::clone(&self.free).acquire_many_owned(pieces);
        match timeout(PATIENCE, waiting).await {
            Ok(Ok(permit)) => Ok(Share(Some(permit))),
            _ => Err(used_up()),
        }
    }

    /// Room for `bytes`, where there is some at once.
    pub fn try_take(&self, bytes: usize) -> Option<Share> {
        match self.pieces(bytes) {
            0 => Some(Share::default()),
            pieces => {
                let permit = Arc::clone(&self.free).try_acquire_many_owned(pieces);
                permit.ok().map(|permit| Share(Some(permit)))
            }
        }
    }

    /// What is larger than all there is takes all.
    fn pieces(&self, bytes: usize) -> u32 {
        u32::try_from(pieces(bytes))
            .unwrap_or(u32::MAX)
            .min(self.pieces)
    }
}

fn pieces(bytes: usize) -> usize {
    match bytes {
        ..=PIECE => 0,
        longer => longer / PIECE,
    }
}

/// Room that is given back when this is dropped.
#[derive(Debug, Default)]
pub struct Share(Option<OwnedSemaphorePermit>);

impl Share {
    /// Gives back all but room for `bytes`.
    pub fn shrink_to(&mut self, bytes: usize) {
        if let Some(permit) = &mut self.0 {
            let excess = permit.num_permits().saturating_sub(pieces(bytes));
            drop(permit.split(excess));
        }
    }

    /// `bytes` that hold this share as long as any part of them is in use.
    pub fn hold(mut self, bytes: Vec<u8>) -> Bytes {
        self.shrink_to(bytes.len());
        Bytes::from_owner(Held {
            bytes,
            _share: self,
        })
    }
}

struct Held {
    bytes: Vec<u8>,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cold]
fn used_up() -> Error {
    let message = "other requests hold all memory that this host has for requests; try again in a moment, or start the \
                   host with more (--memory)";
    Error::new(Code::Storage, message).with(RETRY, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(mib: u32) -> Half {
        Half::new(2 * mib)
    }

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_room_waits_and_is_refused_in_the_end() {
        let half = half(1);
        let most = half.take(900 << 10).await.unwrap();
        assert!(half.try_take(200 << 10).is_none());
        assert!(half.try_take(100 << 10).is_some());
        let error = half.take(200 << 10).await.unwrap_err();
        assert_eq!(error.code, Code::Storage);
        drop(most);
        assert!(half.try_take(1 << 20).is_some());
    }

    #[tokio::test]
    async fn small_things_are_not_counted_and_huge_ones_take_all() {
        let half = half(1);
        let all = half.take(usize::MAX).await.unwrap();
        assert!(half.try_take(PIECE).is_some());
        assert!(half.try_take(PIECE + 1).is_none());
        drop(all);
        assert!(half.try_take(1 << 20).is_some());
    }

    #[tokio::test]
    async fn bytes_hold_what_they_need_until_their_last_part_is_gone() {
        let half = half(1);
        let share = half.take(1 << 20).await.unwrap();
        let bytes = share.hold(vec![7; 512 << 10]);
        assert!(half.try_take(512 << 10).is_some());
        let part = bytes.slice(..10);
        drop(bytes);
        assert!(half.try_take(600 << 10).is_none());
        drop(part);
        assert!(half.try_take(1 << 20).is_some());
    }
}
