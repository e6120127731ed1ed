//! The binary protocol on TCP.

mod connection;
mod session;
mod subscription;

use crate::access::Token;
use crate::metrics::Counted;
use crate::service::Service;
use crate::tls::Tls;
use session::Session;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// Most connections at a time; more wait to be accepted. So many that idle ones, which cost a few KiB each, do not keep
/// others out; the system's limit of open files may be lower.
const CONNECTIONS: usize = 8192;

/// Accepts connections until the host stops, then waits for those that are under way.
pub async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    token: Option<Token>,
    tls: Option<Tls>,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let peers = Peers {
        service: Arc::clone(&service),
        token,
        tls,
    };
    let mut stopping = service.stopping();
    tokio::select! {
        () = accept(listener, Arc::new(peers), Arc::clone(&places)) => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
    // All places at once: every connection has ended.
    let _ = places.acquire_many(CONNECTIONS as u32).await;
}

/// What every connection needs.
struct Peers {
    service: Arc<Service>,
    token: Option<Token>,
    tls: Option<Tls>,
}

impl Peers {
    async fn serve(&self, stream: TcpStream, id: u64) -> io::Result<()> {
        let _counted = Counted::in_gauge(&self.service.metrics.connections);
        stream.set_nodelay(true)?;
        let session = Session::new(id, self.token.clone());
        match &self.tls {
            None => connection::run(stream, &self.service, session).await,
            Some(tls) => {
                let mut stopping = self.service.stopping();
                let stream = tokio::select! {
                    stream = tls.accept(stream) => stream?,
                    _ = stopping.wait_for(|stopping| *stopping) => return Ok(()),
                };
                connection::run(stream, &self.service, session).await
            }
        }
    }
}

async fn accept(listener: TcpListener, peers: Arc<Peers>, places: Arc<Semaphore>) {
    let sessions = AtomicU64::new(1);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let id = sessions.fetch_add(1, Ordering::Relaxed);
                let peers = Arc::clone(&peers);
                tokio::spawn(async move {
                    tracing::debug!(%peer, session = id, "connected");
                    match peers.serve(stream, id).await {
                        Ok(()) => tracing::debug!(%peer, session = id, "closed"),
                        Err(e) => tracing::debug!(%peer, session = id, "broke off: {e}"),
                    }
                    drop(place);
                });
            }
            Err(e) => {
                // Out of file descriptors, most likely: wait for others to end.
                tracing::warn!("cannot accept a connection: {e}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}
