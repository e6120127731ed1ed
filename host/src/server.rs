//! A data directory in service on two listeners.

use crate::access::Token;
use crate::http::{cors::Origins, guard::Door};
use crate::memory::Memory;
use crate::open_files::Places;
use crate::store::redb::RedbStorage;
use crate::tls::Tls;
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
    /// Origins whose pages may use HTTP; `*` for all.
    pub cors_origins: Vec<String>,
    /// Whether to refuse turns of types that no bundle has.
    pub strict_registry: bool,
    /// Whether other machines may reach the host; needs a token.
    pub listen_any: bool,
    /// What all requests together may hold in memory, in MiB.
    pub memory_mib: u32,
    /// A file with the token that every client has to show.
    pub token_file: Option<PathBuf>,
    /// Files with the certificates and the key of TLS, for both listeners.
    pub tls: Option<(PathBuf, PathBuf)>,
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
    /// `Unauthorized` for an address that other machines reach and no token, `BadRequest` for an origin, token or
    /// certificate that is not one, `Conflict` when the data or an address is taken, `Storage` when the disk refuses.
    pub async fn start(options: &Options) -> Result<Host> {
        reachable_as_wanted(options)?;
        let door = Door {
            origins: Origins::parse(&options.cors_origins)?,
            token: options.token_file.as_deref().map(Token::read).transpose()?,
        };
        let tls = match &options.tls {
            None => None,
            Some((cert, key)) => Some(Tls::read(cert, key)?),
        };
        let (memory, places) = (Memory::new(options.memory_mib)?, Places::claim()?);
        let storage = Arc::new(RedbStorage::open(&options.data)?);
        let (service, writer) =
            Service::start(storage, clock::system(), options.strict_registry, memory)?;
        let wire_listener = bind("--listen", options.listen).await?;
        let http_listener = bind("--http", options.http).await?;
        let (wire, http) = (local(&wire_listener)?, local(&http_listener)?);
        let token = door.token.clone();
        let known = Arc::clone(&service);
        let http_ends = http::serve(http_listener, places.http, known, door, tls.clone());
        let known = Arc::clone(&service);
        let wire_ends = wire::serve(wire_listener, places.wire, known, token, tls);
        let listeners = [tokio::spawn(wire_ends), tokio::spawn(http_ends)];
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

/// Other machines reach the host only where that is asked for, and only with a token.
fn reachable_as_wanted(options: &Options) -> Result<()> {
    if options.listen_any && options.token_file.is_none() {
        let message =
            "--listen-any needs --token-file FILE: whoever reaches the host could read and write";
        return Err(Error::new(Code::Unauthorized, message));
    }
    for (flag, address) in [("--listen", options.listen), ("--http", options.http)] {
        if !options.listen_any && !address.ip().is_loopback() {
            let message = format!(
                "{flag} {address} is reachable from other machines: allow that with --listen-any and \
                 --token-file FILE, or listen on a loopback address such as 127.0.0.1:{}",
                address.port()
            );
            return Err(Error::new(Code::Unauthorized, message));
        }
    }
    Ok(())
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
