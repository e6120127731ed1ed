//! One connection: frames in, replies out, in order.
//!
//! A SUBSCRIBE makes it a one-way street, see [`super::subscription`].
//!
//! Appends that arrive together are queued together, so that they share a commit; every other request
//! first waits for the appends before it, so that it sees them.
//!
//! A long frame is read when there is room for it in the memory of all requests, see [`crate::memory`]; until then its
//! sender waits, and at last is refused.

use super::session::Session;
use crate::linger::{linger, LAST_SILENCE, SILENCE};
use crate::memory::{Share, PIECE};
use crate::service::{Appending, Service};
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{sleep_until, timeout, Instant};
use vitrine::error::{Error, Result};
use vitrine::limits::Limits;
use vitrine::turns::wire::reply::put_error;
use vitrine::turns::wire::{FrameDecoder, MessageType, Reply, Request};

/// How long a peer may neither finish a frame nor take a reply.
const STALL: Duration = Duration::from_secs(30);

/// How fast a long frame has to come all in all, in bytes a second.
const PACE: u32 = 1 << 20;

/// How long a peer may take to show its token, where one is wanted.
const GREETING: Duration = Duration::from_secs(10);

/// Longest frame of a peer that has not shown it, in bytes: one that is not counted.
const HELLO_BYTES: u32 = PIECE as u32;

/// Bytes to make room for before a read.
const READ: usize = 16 << 10;

/// Appends under way on one connection.
const UNANSWERED: usize = 256;

/// What a connection goes over.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// Serves `stream` until the peer closes it or the host stops.
pub(super) async fn run(
    mut stream: impl Stream,
    service: &Service,
    mut session: Session,
) -> io::Result<()> {
    let greeting = Instant::now() + GREETING;
    let mut decoder = FrameDecoder::new(&Limits {
        frame_bytes: HELLO_BYTES,
        ..service.limits
    });
    let mut appends: Vec<(u64, Result<Appending>)> = Vec::new();
    let mut stopping = service.stopping();
    let mut room: Option<Room> = None;
    loop {
        loop {
            if session.is_welcome() {
                decoder.set_limits(&service.limits);
            }
            match decoder.next_frame() {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    service.metrics.asked(frame.header.msg_type);
                    // Held until the frame is answered, or on its way to the disk.
                    let _room = room.take();
                    match session.admit(Request::decode(frame.header, frame.payload)) {
                        Ok(Request::AppendTurn(turn)) => {
                            appends.push((frame.header.req_id, service.append(&turn).await));
                            if appends.len() == UNANSWERED {
                                answer_appends(&mut stream, &mut appends, service).await?;
                            }
                        }
                        request => {
                            answer_appends(&mut stream, &mut appends, service).await?;
                            let req_id = frame.header.req_id;
                            let (reply, _share) = session.answer(service, req_id, request).await;
                            send(&mut stream, &reply).await?;
                            if let Some(subscription) = session.subscription.take() {
                                return subscription.run(stream, decoder, service).await;
                            }
                        }
                    }
                }
                Err(too_long) => {
                    answer_appends(&mut stream, &mut appends, service).await?;
                    let req_id = too_long.header.req_id;
                    send(&mut stream, &error(&too_long.into(), req_id)).await?;
                    return linger(stream, SILENCE).await;
                }
            }
        }
        answer_appends(&mut stream, &mut appends, service).await?;
        // Nothing is unanswered here, so the host may stop.
        if let (None, Some(header)) = (&room, decoder.unfinished()) {
            let taken = tokio::select! {
                taken = service.memory.asked.take(header.len as usize) => taken,
                _ = stopping.wait_for(|stopping| *stopping) => break,
            };
            match taken {
                Ok(share) => room = Some(Room::new(share, header.len)),
                Err(e) => {
                    service.metrics.failed();
                    send(&mut stream, &error(&e, header.req_id)).await?;
                    decoder.skip_unfinished();
                    continue;
                }
            }
        }
        let is_welcome = session.is_welcome();
        let until = room.as_ref().map_or(greeting, |room| room.until);
        tokio::select! {
            () = sleep_until(greeting), if !is_welcome => return Err(ErrorKind::TimedOut.into()),
            () = sleep_until(until), if room.is_some() => return Err(ErrorKind::TimedOut.into()),
            open = receive(&mut stream, &mut decoder) => {
                if !open? {
                    return Ok(());
                }
            }
            _ = stopping.wait_for(|stopping| *stopping) => break,
        }
    }
    linger(stream, LAST_SILENCE).await
}

/// What a frame holds while it comes, and until when it may.
struct Room {
    _share: Share,
    until: Instant,
}

impl Room {
    fn new(share: Share, bytes: u32) -> Room {
        let pace = Duration::from_secs(u64::from(bytes / PACE));
        Room {
            _share: share,
            until: Instant::now() + STALL + pace,
        }
    }
}

/// Reads what there is; false when the peer has closed.
pub(super) async fn receive(
    stream: &mut impl Stream,
    decoder: &mut FrameDecoder,
) -> io::Result<bool> {
    let mid_frame = decoder.is_mid_frame();
    let buffer = decoder.buffer();
    buffer.reserve(READ);
    let read = stream.read_buf(buffer);
    let count = if mid_frame {
        timeout(STALL, read).await??
    } else {
        read.await?
    };
    Ok(count > 0)
}

/// Sends a frame in one write, as far as the socket takes it.
pub(super) async fn send(stream: &mut impl Stream, mut frame: &[u8]) -> io::Result<()> {
    while !frame.is_empty() {
        let count = timeout(STALL, stream.write(frame)).await??;
        if count == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        frame = &frame[count..];
    }
    timeout(STALL, stream.flush()).await?
}

/// An ERROR frame.
pub(super) fn error(error: &Error, req_id: u64) -> Vec<u8> {
    let mut frame = Vec::new();
    put_error(error, req_id, &mut frame);
    frame
}

async fn answer_appends(
    stream: &mut impl Stream,
    appends: &mut Vec<(u64, Result<Appending>)>,
    service: &Service,
) -> io::Result<()> {
    for (req_id, append) in appends.drain(..) {
        let done = match append {
            Ok(appending) => appending.done().await,
            Err(e) => Err(e),
        };
        let mut reply = Vec::new();
        match done {
            Ok(ack) => Reply::Appended(ack).encode(MessageType::AppendTurn, req_id, &mut reply),
            Err(e) => {
                service.metrics.failed();
                put_error(&e, req_id, &mut reply);
            }
        }
        send(stream, &reply).await?;
    }
    Ok(())
}
