//! TLS for both listeners, by rustls.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;
use tokio_rustls::TlsAcceptor;
use vitrine::error::{Code, Error, Result};

/// How long a peer may take to shake hands.
const HANDSHAKE: Duration = Duration::from_secs(10);

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
