//! The binary protocol on TCP.

mod connection;
mod session;
mod subscription;

use crate::access::Token;
use crate::listener;
use crate::metrics::Counted;
use crate::service::Service;
use crate::tls::Tls;
use session::Session;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};

/// Accepts up to `places` connections at a time until the host stops, then waits for those that are under way.
pub async fn serve(
    listener: TcpListener,
    places: usize,
    service: Arc<Service>,
    token: Option<Token>,
    tls: Option<Tls>,
) {
    let sessions = AtomicU64::new(1);
    let stopping = service.stopping();
    let peers = Arc::new(Peers {
        service,
        token,
        tls,
    });
    listener::serve(listener, places, stopping, |stream, peer| {
        let id = sessions.fetch_add(1, Ordering::Relaxed);
        let peers = Arc::clone(&peers);
        async move {
            tracing::debug!(%peer, session = id, "connected");
            match peers.serve(stream, id).await {
                Ok(()) => tracing::debug!(%peer, session = id, "closed"),
                Err(e) => tracing::debug!(%peer, session = id, "broke off: {e}"),
            }
        }
    })
    .await;
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
