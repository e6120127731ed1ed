//! A data directory in service on two listeners.

use crate::store::redb::RedbStorage;
use crate::{clock, http, service::Service, wire};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::timeout;
use vitrine::error::{Code, Error, Result};

/// What to open and where to listen.
#[derive(Debug, Clone)]
pub struct Options {
    /// The data directory; made where it is missing.
    pub data: PathBuf,
    /// The binary protocol's address; port 0 for any free one.
    pub listen: SocketAddr,
    /// HTTP's address; port 0 for any free one.
    pub http: SocketAddr,
    /// Origins whose pages may read over HTTP; `*` for all.
    pub cors_origins: Vec<String>,
}

/// A host that listens. It serves until it is stopped or the runtime ends.
pub struct Host {
    /// Where the binary protocol is spoken.
    pub wire: SocketAddr,
    /// Where HTTP is spoken.
    pub http: SocketAddr,
    service: Arc<Service>,
    listeners: [tokio::task::JoinHandle<()>; 2],
    writer: JoinHandle<()>,
}

impl Host {
    /// Opens the data and listens on both addresses.
    ///
    /// # Errors
    /// `Unauthorized` for an address that other machines reach, `BadRequest` for an origin that is not
    /// one, `Conflict` when the data or an address is taken, `Storage` when the disk refuses.
    pub async fn start(options: &Options) -> Result<Host> {
        for (flag, address) in [("--listen", options.listen), ("--http", options.http)] {
            only_loopback(flag, address)?;
        }
        let origins = http::cors::Origins::parse(&options.cors_origins)?;
        let storage = Arc::new(RedbStorage::open(&options.data)?);
        let (service, writer) = Service::start(storage, clock::system())?;
        let wire_listener = bind("--listen", options.listen).await?;
        let http_listener = bind("--http", options.http).await?;
        let (wire, http) = (local(&wire_listener)?, local(&http_listener)?);
        let router = http::router(Arc::clone(&service), origins);
        let listeners = [
            tokio::spawn(wire::serve(wire_listener, Arc::clone(&service))),
            tokio::spawn(http::serve(http_listener, router, service.stopping())),
        ];
        Ok(Host {
            wire,
            http,
            service,
            listeners,
            writer,
        })
    }

    /// Stops listening, ends subscriptions and streams, and waits until what was asked has been answered, for `most` at
    /// most. Gives the committing thread, which ends soon after.
    pub async fn stop(self, most: Duration) -> JoinHandle<()> {
        self.service.stop();
        for mut listener in self.listeners {
            if timeout(most, &mut listener).await.is_err() {
                tracing::warn!("some connections are cut off: they were still busy after {most:?}");
                listener.abort();
            }
        }
        self.writer
    }
}

fn only_loopback(flag: &str, address: SocketAddr) -> Result<()> {
    if address.ip().is_loopback() {
        return Ok(());
    }
    Err(Error::new(
        Code::Unauthorized,
        format!(
            "{flag} {address} is reachable from other machines, and this host has no way yet to ask them \
             for a token; listen on a loopback address such as 127.0.0.1:{}",
            address.port()
        ),
    ))
}

async fn bind(flag: &str, address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|e| {
        let message =
            format!("cannot listen on {address}: {e}; choose another address with {flag}");
        Error::new(Code::Conflict, message)
    })
}

fn local(listener: &TcpListener) -> Result<SocketAddr> {
    listener
        .local_addr()
        .map_err(|e| Error::new(Code::Storage, format!("a listener has no address: {e}")))
}
