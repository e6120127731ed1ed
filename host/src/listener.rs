//! Accepts connections, no more at a time than there are places for; more wait in the system's queue.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{watch, Semaphore};

/// How long to wait after the system gave no connection: it is out of something, most likely.
const PAUSE: Duration = Duration::from_millis(100);

/// Gives each connection to `serve` until the host stops, then waits for those that are under way.
pub(crate) async fn serve<F>(
    listener: TcpListener,
    places: usize,
    mut stopping: watch::Receiver<bool>,
    serve: impl Fn(TcpStream, SocketAddr) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let free = Arc::new(Semaphore::new(places));
    let accept = async {
        // Never closed.
        while let Ok(place) = Arc::clone(&free).acquire_owned().await {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let served = serve(stream, peer);
                    tokio::spawn(async move {
                        served.await;
                        drop(place);
                    });
                }
                Err(e) => {
                    tracing::warn!("cannot accept a connection: {e}");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = accept => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
    drop(listener);
    // All places at once: every connection has ended.
    let all = u32::try_from(places).unwrap_or(u32::MAX);
    drop(free.acquire_many(all).await);
}
