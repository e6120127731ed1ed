//! One connection of HTTP: what a peer may hold, and for how long.

use super::stall::Stall;
use crate::linger::{linger, LAST_SILENCE, SILENCE};
use crate::tls::Tls;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// How long a peer may take for a request's head, and be silent between two requests.
const HEAD: Duration = Duration::from_secs(60);

/// Longest head, and most that waits to be sent beside the body that is at hand, in bytes.
const BUFFER: usize = 64 << 10;

/// Serves `stream` until the peer closes it, or the host stops and the request that is under way is answered.
pub(super) async fn run(
    stream: TcpStream,
    router: Router,
    tls: Option<Tls>,
    mut stopping: watch::Receiver<bool>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let Some(tls) = tls else {
        return speak(stream, router, stopping).await;
    };
    let stream = tokio::select! {
        stream = tls.accept(stream) => stream?,
        _ = stopping.wait_for(|stopping| *stopping) => return Ok(()),
    };
    speak(stream, router, stopping).await
}

/// The same over a stream of any kind.
///
/// # Errors
/// When the peer speaks no HTTP, or breaks off.
pub async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(BUFFER)
        // Who has sent all that there is to send may still wait for the answer.
        .half_close(true);
    let stream = TokioIo::new(Stall::new(stream));
    let mut serving = http.serve_connection(stream, TowerToHyperService::new(router));
    let stops = async { drop(stopping.wait_for(|stopping| *stopping).await) };
    let done = tokio::select! {
        done = poll_fn(|cx| serving.poll_without_shutdown(cx)) => Some(done),
        () = stops => None,
    };
    let done = match done {
        Some(done) => done,
        None => {
            Pin::new(&mut serving).graceful_shutdown();
            poll_fn(|cx| serving.poll_without_shutdown(cx)).await
        }
    };
    let stream = serving.into_parts().io.into_inner();
    // A body that was refused may still be on its way.
    let silence = if *stopping.borrow() {
        LAST_SILENCE
    } else {
        SILENCE
    };
    let left = linger(stream, silence).await;
    done.map_err(io::Error::other).and(left)
}
