//! Promise: with a certificate, both listeners speak TLS and nothing else; a peer that is slow to shake hands holds up
//! nobody.

#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use support::{command, refusal, TestHost};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use vitrine::turns::wire::{Header, MessageType, Request};

/// Writes a certificate for 127.0.0.1 and its key; gives the certificate.
fn certify(folder: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    made.cert.der().clone()
}

fn connect(
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = ClientConnection::new(Arc::new(config), address.ip().into()).unwrap();
    StreamOwned::new(client, TcpStream::connect(address).unwrap())
}

#[test]
fn both_protocols_run_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let cert = certify(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (cert_file, key_file) = (path("cert.pem"), path("key.pem"));
    let arguments = ["--tls-cert", &cert_file, "--tls-key", &key_file];
    let host = TestHost::start_with(&folder.path().join("data"), &arguments);
    // These never shake hands.
    let _slow: Vec<_> = (0..20)
        .flat_map(|_| [host.wire, host.http].map(|a| TcpStream::connect(a).unwrap()))
        .collect();

    let mut wire = connect(host.wire, &cert);
    let mut frame = Vec::new();
    let request = Request::CtxCreate(vitrine::turns::wire::request::CtxCreate { base_turn: 0 });
    request.encode(7, &mut frame);
    wire.write_all(&frame).unwrap();
    let mut reply = [0; Header::LEN + 20];
    wire.read_exact(&mut reply).unwrap();
    let header = Header::read(reply[..Header::LEN].try_into().unwrap());
    assert_eq!(
        (header.msg_type, header.req_id),
        (MessageType::CtxCreate.number(), 7)
    );

    let mut http = connect(host.http, &cert);
    let head = "GET /v1/contexts HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    http.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    http.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(r#""context_id":"1""#), "{answer}");

    // In the clear nothing is said.
    for address in [host.wire, host.http] {
        let mut plain = TcpStream::connect(address).unwrap();
        plain.write_all(head.as_bytes()).unwrap();
        let mut said = Vec::new();
        // The host may reset the connection, or close it after an alert.
        let _ = plain.read_to_end(&mut said);
        assert!(!said.starts_with(b"HTTP"), "{said:?}");
    }
    assert!(host.stop());
}

#[test]
fn a_host_without_a_usable_certificate_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(folder.path().join("empty"), "").unwrap();
    let start = |cert: &str, key: &str| {
        let mut command = command(&folder.path().join("data"));
        command.args(["--tls-cert", &path(cert), "--tls-key", &path(key)]);
        refusal(command)
    };
    assert!(start("none", "key.pem").contains("cannot read"));
    assert!(start("empty", "key.pem").contains("--tls-cert"));
    assert!(start("cert.pem", "empty").contains("--tls-key"));
    assert!(start("cert.pem", "cert.pem").contains("--tls-key"));
    let mut alone = command(&folder.path().join("data"));
    alone.args(["--tls-cert", &path("cert.pem")]);
    assert!(refusal(alone).contains("--tls-key"));
}
