//! The binary protocol on TCP.

mod connection;
mod session;
mod subscription;

use crate::service::Service;
use session::Session;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Most connections at a time; more wait to be accepted.
const CONNECTIONS: usize = 1024;

/// Accepts connections until the host stops, then waits for those that are under way.
pub async fn serve(listener: TcpListener, service: Arc<Service>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stopping = service.stopping();
    tokio::select! {
        () = accept(listener, service, Arc::clone(&places)) => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
    // All places at once: every connection has ended.
    let _ = places.acquire_many(CONNECTIONS as u32).await;
}

async fn accept(listener: TcpListener, service: Arc<Service>, places: Arc<Semaphore>) {
    let sessions = AtomicU64::new(1);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let session = Session::new(sessions.fetch_add(1, Ordering::Relaxed));
                let service = Arc::clone(&service);
                tokio::spawn(async move {
                    let served = match stream.set_nodelay(true) {
                        Ok(()) => connection::run(stream, &service, session).await,
                        Err(e) => Err(e),
                    };
                    if let Err(e) = served {
                        tracing::debug!(%peer, "connection ended: {e}");
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
