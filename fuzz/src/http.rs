//! What comes to the host's HTTP listener, byte by byte as on a socket.

use crate::seeds;
use redb::backends::InMemoryBackend;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::io::{duplex, split, AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use vitrine::json::Json;
use vitrine::turns::blob;
use vitrine::turns::wire::request::AppendTurn;
use vitrine_host::http::cors::Origins;
use vitrine_host::http::guard::Door;
use vitrine_host::http::{router, speak};
use vitrine_host::memory::{Memory, LEAST_MIB};
use vitrine_host::service::Service;
use vitrine_host::store::redb::RedbStorage;

/// Stands for the length of the body that follows, so that a body that is changed still arrives whole.
const LENGTH: &str = "{length}";

/// After so long a silence the host has said what it has to say.
const SILENCE: Duration = Duration::from_millis(5);

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// The bundle that every store begins with.
const BUNDLE: &str = r#"{"registry_version":1,"bundle_id":"b","types":{"T":{"versions":{"1":{"fields":{"1":{"name":"text","type":"string"}}}}}}}"#;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(1).enable_all();
    builder.build().expect("a runtime")
});

/// Removes itself.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("fuzz-{}-{name}", std::process::id()));
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whatever comes, each answer is whole, none blames the disk, every error says what it should, and the host goes on with
/// what it had.
pub fn request(bytes: &[u8]) {
    let folder = Folder::new();
    RUNTIME.block_on(async {
        let service = started(&folder).await;
        let said = talk(&service, &with_length(bytes), SILENCE).await;
        look_at(&said);
        let after = talk(
            &service,
            b"GET /v1/contexts/1/turns HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n",
            PATIENCE,
        )
        .await;
        let (status, body, _) = answer(&after).expect("an answer");
        let page = Json::parse(&body).expect("a page");
        let turns = page.get("turns").and_then(Json::as_array);
        assert_eq!(status, 200);
        assert!(
            turns.is_some_and(|turns| turns.len() >= 2),
            "turns are gone"
        );
    });
}

/// A store with a bundle and two turns.
async fn started(folder: &Folder) -> Arc<Service> {
    let open = || Ok(InMemoryBackend::new());
    let storage = RedbStorage::open_on(&folder.0, open).expect("a store");
    let memory = Memory::new(LEAST_MIB).expect("enough");
    let clock = vitrine_host::clock::system();
    let (service, _) = Service::start(Arc::new(storage), clock, false, memory).expect("a service");
    let put = service.put_bundle("b", BUNDLE.as_bytes()).await;
    put.expect("a bundle");
    service.create_context(0, "tag").await.expect("a context");
    for payload in [&b"\x81\x01\xa1a"[..], b"\x81\x01\xa1b"] {
        let turn = AppendTurn {
            context: 1,
            parent: 0,
            type_id: "T",
            type_version: 1,
            encoding: 1,
            compression: 0,
            uncompressed_len: payload.len() as u32,
            hash: blob::hash(payload),
            payload,
            idempotency_key: b"",
            fs_root: None,
        };
        let appending = service.append(&turn).await.expect("a turn");
        appending.done().await.expect("a durable turn");
    }
    service
}

/// Sends the bytes on a connection of their own; gives all that is said until a silence.
async fn talk(service: &Arc<Service>, bytes: &[u8], silence: Duration) -> Vec<u8> {
    let door = Door {
        origins: Origins::parse(&["http://a.example".to_owned()]).expect("an origin"),
        token: None,
    };
    let (ours, theirs) = duplex(64 << 10);
    let router = router(Arc::clone(service), door);
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let serving = tokio::spawn(speak(theirs, router, stopping));
    let (mut read, mut write) = split(ours);
    let mut said = Vec::new();
    // The host may refuse, and close, before it has read it all.
    let talking = async { drop(write.write_all(bytes).await) };
    let listening = async {
        // Up to the end of the connection, or a silence.
        while let Ok(Ok(1..)) = timeout(silence, read.read_buf(&mut said)).await {}
    };
    tokio::join!(talking, listening);
    // A stream of events ends with the host; half a request, with its sender.
    stop.send_replace(true);
    service.stop();
    drop(write.shutdown().await);
    let rest = timeout(PATIENCE, read.read_to_end(&mut said)).await;
    drop(rest.expect("the host hangs"));
    if let Err(e) = timeout(PATIENCE, serving).await.expect("the host hangs") {
        std::panic::resume_unwind(e.into_panic());
    }
    said
}

fn look_at(said: &[u8]) {
    let mut rest = said;
    while let Some((status, body, after)) = answer(rest) {
        assert!(status != 500, "{}", String::from_utf8_lossy(said));
        if (400..600).contains(&status) && !body.is_empty() {
            let json = Json::parse(&body).expect("JSON");
            let error = json.get("error").expect("an error");
            let message = error.get("message").and_then(Json::as_str);
            assert!(error.get("code").and_then(Json::as_str).is_some());
            assert!(message.is_some_and(|message| !message.is_empty()));
        }
        rest = after;
    }
}

/// The first answer: its status and body (empty where it is compressed), and what follows it; `None` where it is not
/// whole.
fn answer(said: &[u8]) -> Option<(u16, Vec<u8>, &[u8])> {
    let end = said.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&said[..end]).expect("ASCII");
    let status = head.split(' ').nth(1)?.parse().expect("a status");
    assert!(head.starts_with("HTTP/1."), "{head}");
    let mut rest = &said[end + 4..];
    let header = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name));
        line.map(str::trim)
    };
    if header("transfer-encoding:") == Some("chunked") {
        let mut body = Vec::new();
        loop {
            let end = rest.windows(2).position(|bytes| bytes == b"\r\n")?;
            let length = std::str::from_utf8(&rest[..end]).expect("a length");
            let length = usize::from_str_radix(length, 16).expect("a length");
            body.extend_from_slice(rest.get(end + 2..end + 2 + length)?);
            rest = rest.get(end + 4 + length..)?;
            if length == 0 {
                if header("content-encoding:").is_some() {
                    body.clear();
                }
                return Some((status, body, rest));
            }
        }
    }
    let length = header("content-length:").map_or(0, |text| text.parse().expect("a length"));
    // The answer to a HEAD has a length and no body.
    let body = rest.get(..length).unwrap_or_default();
    Some((status, body.to_vec(), &rest[body.len()..]))
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    let find = |part: &[u8]| bytes.windows(part.len()).position(|bytes| bytes == part);
    let (Some(at), Some(end)) = (find(LENGTH.as_bytes()), find(b"\r\n\r\n")) else {
        return bytes.to_vec();
    };
    let length = bytes.len() - end - 4;
    [
        &bytes[..at],
        length.to_string().as_bytes(),
        &bytes[at + LENGTH.len()..],
    ]
    .concat()
}

/// Requests to every route.
pub fn requests() -> Vec<Vec<u8>> {
    let hash = blob::to_hex(&blob::hash(b"\x81\x01\xa1a"));
    let blob = format!("/v1/blobs/{hash}");
    let mut all: Vec<Vec<u8>> = [
        "/healthz",
        "/metrics",
        "/v1/contexts?limit=2&before=2&tag=tag",
        "/v1/contexts/1",
        "/v1/contexts/1/turns?limit=1&before_turn_id=2&view=raw",
        "/v1/contexts/1/turns?view=typed",
        "/v1/contexts/1/graph?limit=1&after=1",
        "/v1/turns/2?view=raw",
        "/v1/events?context_id=1",
        "/v1/registry?merged=1",
        "/v1/registry/bundles/b",
        "/v1/registry/bundles/2025-12-19T20%3A00%3A00Z%23%C3%A9",
        "/v1/registry/types/T/versions/1",
        "/v1/backup",
        &blob,
    ]
    .iter()
    .flat_map(|path| {
        let headers = [
            "",
            "Accept: application/vnd.vitrine.turns\r\nAccept-Encoding: gzip\r\n",
            "Accept-Encoding: zstd, br;q=0.5\r\nIf-None-Match: W/\"x\", *\r\n",
            "Range: bytes=1-2\r\nIf-Range: \"x\"\r\nLast-Event-ID: 1\r\n",
            "Origin: http://a.example\r\nAuthorization: Bearer x\r\n",
        ];
        headers.map(|headers| {
            format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:9010\r\n{headers}\r\n").into_bytes()
        })
    })
    .collect();
    let json = |value: &str| value.as_bytes().to_vec();
    let mut append = vec![1, 0, 0, 0, 0, 0, 0, 0];
    append.extend([0; 8]);
    append.extend([
        1, 0, 0, 0, b'T', 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0,
    ]);
    append.extend(blob::hash(b"\x81\x01\xa1c"));
    append.extend(b"\x04\0\0\0\x81\x01\xa1c\x01\0\0\0k");
    let mut bodies = vec![
        ("POST /v1/contexts", "application/json", json("{\"base_turn_id\":\"1\"}")),
        ("POST /v1/contexts/1/fork", "application/json", json("{\"turn_id\":\"1\"}")),
        ("POST /v1/contexts/1/turns", "application/vnd.vitrine.append", append),
        (
            "POST /v1/contexts/1/turns",
            "application/json; charset=utf-8",
            json("{\"type_id\":\"T\",\"type_version\":1,\"payload_b64\":\"gQGhYw==\",\"parent_turn_id\":\"1\",\"idempotency_key\":\"k\"}"),
        ),
        ("PUT /v1/registry/bundles/b", "application/json", json(BUNDLE)),
    ];
    for bundle in seeds::bundles() {
        let route = "PUT /v1/registry/bundles/test-1";
        bodies.push((route, "application/json", bundle));
    }
    all.extend(bodies.into_iter().map(|(route, kind, body)| {
        let head = format!(
            "{route} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {LENGTH}\r\n\r\n"
        );
        [head.as_bytes(), &body].concat()
    }));
    all.push(json(
        "POST /v1/contexts HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ));
    all.push(json("OPTIONS /v1/contexts HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a.example\r\nAccess-Control-Request-Method: POST\r\n\r\n"));
    all.push(json("HEAD /v1/registry HTTP/1.0\r\n\r\n"));
    all
}
