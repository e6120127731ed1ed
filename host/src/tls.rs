//! TLS for both listeners, by rustls.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;
use tokio_rustls::TlsAcceptor;
use vitrine::error::{Code, Error, Result};

/// How long a peer may take to shake hands.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Handshakes under way at a time; more peers wait.
const HANDSHAKES: usize = 256;

/// Shakes hands as the holder of a certificate.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Tls {
    /// Reads a chain of certificates and its private key, both PEM.
    ///
    /// # Errors
    /// `Storage` when a file cannot be read, `BadRequest` when it does not hold what it should.
    pub fn read(cert: &Path, key: &Path) -> Result<Tls> {
        let chain = CertificateDer::pem_slice_iter(&bytes(cert)?)
            .collect::<std::result::Result<Vec<_>, _>>()
            .map_err(|e| wrong("--tls-cert", cert, e))?;
        if chain.is_empty() {
            return Err(wrong("--tls-cert", cert, "there is no certificate in it"));
        }
        let key_der =
            PrivateKeyDer::from_pem_slice(&bytes(key)?).map_err(|e| wrong("--tls-key", key, e))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| {
                builder
                    .with_no_client_auth()
                    .with_single_cert(chain, key_der)
            })
            .map_err(|e| wrong("--tls-key", key, e))?;
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }

    /// Shakes hands with a peer.
    ///
    /// # Errors
    /// When the peer speaks something else, or takes too long.
    pub async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        timeout(HANDSHAKE, self.0.accept(stream)).await?
    }
}

fn bytes(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|e| {
        let message = format!("cannot read {}: {e}", file.display());
        Error::new(Code::Storage, message)
    })
}

fn wrong(flag: &str, file: &Path, why: impl std::fmt::Display) -> Error {
    let message = format!("{flag} {} is not what it should be: {why}", file.display());
    Error::new(Code::BadRequest, message)
}

/// A listener for HTTP whose connections have shaken hands: a peer that is slow at it holds up no other.
pub struct TlsListener {
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: SocketAddr,
}

impl TlsListener {
    /// Takes over `listener`, whose address is `address`.
    pub fn start(listener: TcpListener, address: SocketAddr, tls: Tls) -> TlsListener {
        let (hand_over, ready) = mpsc::channel(1);
        tokio::spawn(async move {
            tokio::select! {
                () = accept(listener, tls, hand_over.clone()) => {}
                () = hand_over.closed() => {}
            }
        });
        TlsListener { ready, address }
    }
}

async fn accept(
    listener: TcpListener,
    tls: Tls,
    hand_over: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    let places = Arc::new(Semaphore::new(HANDSHAKES));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(e) => {
                tracing::warn!("cannot accept a connection: {e}");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (tls, hand_over) = (tls.clone(), hand_over.clone());
        tokio::spawn(async move {
            match tls.accept(stream).await {
                // Nobody takes it any more when the host stops.
                Ok(stream) => drop(hand_over.send((stream, peer)).await),
                Err(e) => tracing::debug!(%peer, "no TLS: {e}"),
            }
            drop(place);
        });
    }
}

impl axum::serve::Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(accepted) => accepted,
            // The accepting task has died: nothing will ever come.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Ok(self.address)
    }
}
