//! A stream whose peer has to take what it is sent: one that does not is cut off, since an answer that waits holds memory.

use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{ready, Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{sleep, Sleep};

/// How long a peer may take nothing of what it is sent.
pub(crate) const STALL: Duration = Duration::from_secs(30);

/// A stream, and the time that is left to a peer that takes nothing.
pub(super) struct Stall<S> {
    stream: S,
    left: Option<Pin<Box<Sleep>>>,
}

impl<S> Stall<S> {
    pub(super) fn new(stream: S) -> Stall<S> {
        Stall { stream, left: None }
    }

    /// Passes `done` on; where it waits, no longer than the time that is left.
    fn bound<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.left = None;
            return done;
        }
        let left = self.left.get_or_insert_with(|| Box::pin(sleep(STALL)));
        ready!(left.as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stall<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stall<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.bound(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.bound(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(cx);
        self.bound(cx, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.bound(cx, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{duplex, AsyncReadExt, AsyncWriteExt};

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_cut_off_and_who_is_slow_is_not() {
        let (ours, mut peer) = duplex(10);
        let mut ours = Stall::new(ours);
        let reading = async {
            for _ in 0..4 {
                sleep(STALL - Duration::from_secs(1)).await;
                peer.read_exact(&mut [0; 10]).await.unwrap();
            }
            peer
        };
        let (written, peer) = tokio::join!(ours.write_all(&[7; 50]), reading);
        written.unwrap();
        let error = ours.write_all(&[7; 10]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        drop(peer);
    }
}
