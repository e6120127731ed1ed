//! One connection: frames in, replies out, in order.
//!
//! Appends that arrive together are queued together, so that they share a commit; every other request
//! first waits for the appends before it, so that it sees them.

use crate::page::PageQuery;
use crate::service::{Appending, Service};
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::wire::reply::{put_error, Welcome};
use vitrine::turns::wire::request::{self, GetLast};
use vitrine::turns::wire::{Frame, FrameDecoder, MessageType, Reply, Request};

/// How long a peer may neither finish a frame nor take a reply.
const STALL: Duration = Duration::from_secs(60);

/// How long the rest of a refused frame is read, so that the peer gets the error and not a reset.
const LINGER: Duration = Duration::from_secs(2);

/// Bytes to make room for before a read.
const READ: usize = 16 << 10;

/// Appends under way on one connection.
const UNANSWERED: usize = 256;

/// Serves `stream` until the peer closes it.
pub(super) async fn run(mut stream: TcpStream, service: &Service, session: u64) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut decoder = FrameDecoder::new(&service.limits);
    let mut appends: Vec<(u64, Result<Appending>)> = Vec::new();
    loop {
        loop {
            match decoder.next_frame() {
                Ok(None) => break,
                Ok(Some(frame)) => match Request::decode(frame.header, frame.payload) {
                    Ok(Request::AppendTurn(turn)) => {
                        appends.push((frame.header.req_id, service.append(&turn).await));
                        if appends.len() == UNANSWERED {
                            answer_appends(&mut stream, &mut appends).await?;
                        }
                    }
                    request => {
                        answer_appends(&mut stream, &mut appends).await?;
                        let reply = answer(service, session, &frame, request).await;
                        send(&mut stream, &reply).await?;
                    }
                },
                Err(too_long) => {
                    answer_appends(&mut stream, &mut appends).await?;
                    let mut reply = Vec::new();
                    put_error(&too_long.into(), too_long.header.req_id, &mut reply);
                    send(&mut stream, &reply).await?;
                    return linger(stream).await;
                }
            }
        }
        answer_appends(&mut stream, &mut appends).await?;
        if !receive(&mut stream, &mut decoder).await? {
            return Ok(());
        }
    }
}

/// Reads what there is; false when the peer has closed.
async fn receive(stream: &mut TcpStream, decoder: &mut FrameDecoder) -> io::Result<bool> {
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
async fn send(stream: &mut TcpStream, mut frame: &[u8]) -> io::Result<()> {
    while !frame.is_empty() {
        let count = timeout(STALL, stream.write(frame)).await??;
        if count == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        frame = &frame[count..];
    }
    Ok(())
}

async fn linger(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let mut rest = vec![0; READ];
    let drain = async {
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    timeout(LINGER, drain).await.unwrap_or(Ok(()))
}

async fn answer_appends(
    stream: &mut TcpStream,
    appends: &mut Vec<(u64, Result<Appending>)>,
) -> io::Result<()> {
    for (req_id, append) in appends.drain(..) {
        let done = match append {
            Ok(appending) => appending.done().await,
            Err(e) => Err(e),
        };
        let mut reply = Vec::new();
        match done {
            Ok(ack) => Reply::Appended(ack).encode(MessageType::AppendTurn, req_id, &mut reply),
            Err(e) => put_error(&e, req_id, &mut reply),
        }
        send(stream, &reply).await?;
    }
    Ok(())
}

/// The frame that answers one request.
async fn answer(
    service: &Service,
    session: u64,
    frame: &Frame<'_>,
    request: Result<Request<'_>>,
) -> Vec<u8> {
    let req_id = frame.header.req_id;
    let mut out = Vec::new();
    let done = match request {
        Ok(request) => reply_to(service, session, &request, req_id, &mut out).await,
        Err(e) => Err(e),
    };
    if let Err(e) = done {
        out.clear();
        put_error(&e, req_id, &mut out);
    }
    out
}

async fn reply_to(
    service: &Service,
    session: u64,
    request: &Request<'_>,
    req_id: u64,
    out: &mut Vec<u8>,
) -> Result<()> {
    let to = request.message();
    match request {
        Request::Hello(_) => {
            Reply::Welcome(Welcome {
                session,
                version: request::VERSION,
            })
            .encode(to, req_id, out);
        }
        Request::CtxCreate(m) => {
            Reply::Head(service.create_context(m.base_turn).await?).encode(to, req_id, out);
        }
        Request::CtxFork(m) => {
            Reply::Head(service.fork(m.base_turn).await?).encode(to, req_id, out);
        }
        Request::GetHead(m) => Reply::Head(service.head(m.context)?).encode(to, req_id, out),
        Request::GetLast(m) => {
            let query = page_query(m)?;
            let batch = service.page(&query, |snapshot, page| page.to_batch(snapshot))?;
            Reply::Turns(&batch).encode(to, req_id, out);
        }
        Request::GetBlob(m) => Reply::Blob(&service.blob(&m.hash)?).encode(to, req_id, out),
        Request::AppendTurn(turn) => {
            Reply::Appended(service.append(turn).await?.done().await?).encode(to, req_id, out);
        }
    }
    Ok(())
}

fn page_query(m: &GetLast) -> Result<PageQuery> {
    if m.limit == 0 {
        return Err(Error::mismatch(
            Code::BadRequest,
            "GET_LAST limit",
            "at least 1",
            0,
        ));
    }
    let include_payload = match m.include_payload {
        0 => false,
        1 => true,
        other => {
            return Err(Error::mismatch(
                Code::BadRequest,
                "GET_LAST include_payload",
                "0 or 1",
                other,
            ))
        }
    };
    Ok(PageQuery {
        context: m.context,
        before: None,
        // Where memory addresses have fewer than 32 bits, the frame is the limit anyway.
        limit: usize::try_from(m.limit).unwrap_or(usize::MAX),
        include_payload,
    })
}
