//! A connection that is subscribed: first the turns that the client has missed, then new ones as they are appended.
//!
//! Nothing is kept for a slow client: it is sent one frame at a time, and what comes next is read from the store when
//! it has taken that. One that takes nothing for a minute is cut off, and resumes with `after_turn`.

use super::connection::{error, receive, send, Stream};
use crate::follow::Follow;
use crate::metrics::Counted;
use crate::page::{put_item, Payloads};
use crate::service::Service;
use crate::store::{ancestry, rules, EventKind, Snapshot, Turn};
use std::io::{self, ErrorKind};
use vitrine::error::{Code, Error, Result};
use vitrine::turns::wire::request::Subscribe;
use vitrine::turns::wire::{FrameDecoder, MessageType, Reply};

/// Missed turns that are looked up together.
const STRIDE: u32 = 64;

/// Small frames are sent together up to about this length, in bytes.
const TOGETHER: usize = 16 << 10;

/// What a client wants to hear of.
#[derive(Debug)]
pub(super) struct Subscription {
    req_id: u64,
    context: u64,
    payloads: Payloads,
    /// The turns that were missed: up to this one, from this depth on.
    missed: Option<(u64, u32)>,
    follow: Follow,
}

impl Subscription {
    /// Finds out what the client has missed, and from when on it is told of new turns.
    ///
    /// # Errors
    /// `NotFound` for an unknown context or `after_turn`, `Storage` when the engine fails.
    pub(super) fn begin(
        service: &Service,
        asked: &Subscribe,
        payloads: Payloads,
        req_id: u64,
    ) -> Result<Subscription> {
        let (missed, last) = service.read(|snapshot| {
            let missed = match asked.context {
                0 => None,
                _ => missed(snapshot, asked)?,
            };
            Ok((missed, snapshot.last_event()?))
        })?;
        Ok(Subscription {
            req_id,
            context: asked.context,
            payloads,
            missed,
            follow: service.follow(last),
        })
    }

    /// Sends turns until the client closes the connection or the host stops.
    pub(super) async fn run(
        mut self,
        mut stream: impl Stream,
        mut decoder: FrameDecoder,
        service: &Service,
    ) -> io::Result<()> {
        let _counted = Counted::in_gauge(&service.metrics.followers);
        loop {
            loop {
                match decoder.next_frame() {
                    Ok(None) => {
                        let Some(header) = decoder.unfinished() else {
                            break;
                        };
                        // Not kept until it is whole.
                        send(&mut stream, &error(&taken(), header.req_id)).await?;
                        decoder.skip_unfinished();
                    }
                    Ok(Some(frame)) => {
                        send(&mut stream, &error(&taken(), frame.header.req_id)).await?;
                    }
                    Err(too_long) => {
                        let req_id = too_long.header.req_id;
                        return send(&mut stream, &error(&too_long.into(), req_id)).await;
                    }
                }
            }
            tokio::select! {
                open = receive(&mut stream, &mut decoder) => {
                    if !open? {
                        return Ok(());
                    }
                }
                turns = self.next(service) => match turns {
                    Ok(Some(turns)) => self.push(&mut stream, service, &turns).await?,
                    Ok(None) => return Ok(()),
                    Err(e) => return send(&mut stream, &error(&e, self.req_id)).await,
                },
            }
        }
    }

    /// The next turns, each with its context; `None` when the host stops.
    async fn next(&mut self, service: &Service) -> Result<Option<Vec<(u64, u64)>>> {
        let context = self.context;
        if let Some((head, depth)) = self.missed {
            let turns = service.read(|s| ancestry::path(s, head, depth, STRIDE))?;
            let last = turns.last().filter(|last| last.id != head);
            self.missed = last.map(|last| (head, last.depth + 1));
            return Ok(Some(turns.iter().map(|turn| (context, turn.id)).collect()));
        }
        let Some(events) = self.follow.next(service).await? else {
            return Ok(None);
        };
        let turns = events
            .iter()
            .filter(|event| event.kind == EventKind::TurnAppended)
            .filter(|event| context == 0 || event.context == context);
        Ok(Some(
            turns.map(|event| (event.context, event.turn)).collect(),
        ))
    }

    async fn push(
        &self,
        stream: &mut impl Stream,
        service: &Service,
        turns: &[(u64, u64)],
    ) -> io::Result<()> {
        let mut frames = Vec::new();
        for (context, id) in turns {
            let turn = service.read(|snapshot| ancestry::stored(snapshot, *id));
            let room = turn.as_ref().map_or(0, |t| 3 * self.payloads.item_bytes(t));
            let share = match service.memory.made.try_take(room) {
                Some(share) => Ok(share),
                // Waits with empty hands.
                None => {
                    send(stream, &std::mem::take(&mut frames)).await?;
                    service.memory.made.take(room).await
                }
            };
            let done = share.and_then(|share| {
                self.put(service, *context, &turn?, &mut frames)?;
                Ok(share)
            });
            if let Err(e) = &done {
                frames.extend(error(e, self.req_id));
            }
            if frames.len() > TOGETHER || done.is_err() {
                send(stream, &std::mem::take(&mut frames)).await?;
            }
            if done.is_err() {
                // It would miss a turn if it went on; it can resume after the last one.
                return Err(ErrorKind::Other.into());
            }
        }
        send(stream, &frames).await
    }

    fn put(&self, service: &Service, context: u64, turn: &Turn, out: &mut Vec<u8>) -> Result<()> {
        service.read(|snapshot| {
            put_item(snapshot, turn, self.payloads, &mut |item| {
                let reply = Reply::Pushed {
                    context,
                    item: *item,
                };
                reply.encode(MessageType::Subscribe, self.req_id, out);
            });
            Ok(())
        })
    }
}

/// From the head back to the turn that the client has. Where that lies on another branch, back to where the
/// branches part.
fn missed(snapshot: &dyn Snapshot, asked: &Subscribe) -> Result<Option<(u64, u32)>> {
    let Subscribe {
        context,
        after_turn,
    } = *asked;
    let head = snapshot
        .head(context)?
        .ok_or_else(|| rules::no_context(context))?;
    if after_turn != 0 && snapshot.turn(after_turn)?.is_none() {
        return Err(rules::no_turn(after_turn));
    }
    if head.turn == 0 {
        return Ok(None);
    }
    let shared = match after_turn {
        0 => None,
        known => ancestry::common_ancestor(snapshot, known, head.turn)?,
    };
    Ok(match shared {
        None => Some((head.turn, 0)),
        Some(shared) if shared.id == head.turn => None,
        Some(shared) => Some((head.turn, shared.depth + 1)),
    })
}

/// What a request is told that comes after the SUBSCRIBE.
fn taken() -> Error {
    let message = "a connection that is subscribed takes no other request; use another one";
    Error::new(Code::Conflict, message)
}
