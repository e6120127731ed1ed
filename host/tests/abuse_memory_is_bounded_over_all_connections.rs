//! Promise: what all connections together make the host hold stays under `--memory`, whether they send long frames and
//! bodies or do not read long answers; who finds no room waits, and is served in the end; small requests go on.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use support::wire::{turn, Wire};
use support::TestHost;
use tempfile::TempDir;
use vitrine::turns::wire::request::{AppendTurn, GetLast};
use vitrine::turns::wire::{Header, Request};

/// The least that a host takes, half of it for requests and half for answers.
const MEMORY: &str = "512";
const HALF: u64 = 256 << 20;

/// What the host needs beside: stacks, sockets, what its allocator keeps.
const BESIDE: u64 = 64 << 20;

/// Three times what there is room for.
const PEERS: usize = 40;
const BYTES: usize = 20 << 20;

/// How long all of them take.
const DONE: Duration = Duration::from_secs(40);

fn start() -> (TempDir, TestHost) {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start_with(folder.path(), &["--memory", MEMORY]);
    (folder, host)
}

/// Small turns, written and read while others hold all that they can.
fn works(host: &TestHost) {
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for n in 0..10u8 {
        let asked = Instant::now();
        wire.append(&turn(context, &[n])).unwrap();
        assert_eq!(wire.last(context, 1)[0].payload, [n]);
        assert_eq!(host.get("/v1/contexts?limit=1").status, 200);
        assert!(asked.elapsed() < Duration::from_secs(2));
    }
}

fn bounded(host: &TestHost, before: u64, what: &str) {
    let grown = host.memory().saturating_sub(before);
    println!("{what}: {} MiB", grown >> 20);
    assert!(grown < HALF + BESIDE, "{what} hold {grown} bytes");
    assert!(grown > HALF / 2, "{what} hold {grown} bytes: too few came");
}

/// Each peer sends all but the last byte of `request`, as far as the host takes it, and the rest when all are looked at.
/// Gives what each was answered first.
fn crowd<const N: usize>(
    host: &TestHost,
    address: std::net::SocketAddr,
    request: Vec<u8>,
    what: &str,
) -> Vec<[u8; N]> {
    let before = host.memory();
    let (request, looked) = (Arc::new(request), Arc::new(Barrier::new(PEERS + 1)));
    let peers: Vec<_> = (0..PEERS)
        .map(|_| {
            let (request, looked) = (Arc::clone(&request), Arc::clone(&looked));
            let mut stream = TcpStream::connect(address).unwrap();
            thread::spawn(move || {
                let (last, most) = request.split_last().unwrap();
                // The host does not read on while there is no room; what it has not taken by then comes after the look.
                stream
                    .set_write_timeout(Some(Duration::from_secs(4)))
                    .unwrap();
                let sent = send(&mut stream, most);
                looked.wait();
                stream.set_write_timeout(Some(DONE)).unwrap();
                stream.write_all(&most[sent..]).unwrap();
                stream.write_all(&[*last]).unwrap();
                let mut answer = [0; N];
                stream.read_exact(&mut answer).unwrap();
                answer
            })
        })
        .collect();
    thread::sleep(Duration::from_secs(6));
    bounded(host, before, what);
    works(host);
    let asked = Instant::now();
    looked.wait();
    let answers = peers.into_iter().map(|peer| peer.join().unwrap()).collect();
    assert!(asked.elapsed() < DONE, "took {:?}", asked.elapsed());
    answers
}

/// Sends as much as is taken in time.
fn send(stream: &mut TcpStream, bytes: &[u8]) -> usize {
    let mut sent = 0;
    while sent < bytes.len() {
        match stream.write(&bytes[sent..]) {
            Ok(count) => sent += count,
            Err(_) => break,
        }
    }
    sent
}

#[test]
fn long_frames_wait_for_each_other() {
    let (_folder, host) = start();
    let context = host.connect().create(0).unwrap().context;
    let payload = vec![0; BYTES];
    let wrong = AppendTurn {
        hash: [0; 32],
        ..turn(context, &payload)
    };
    let mut frame = Vec::new();
    Request::AppendTurn(wrong).encode(7, &mut frame);
    // Refused after it was read whole, so that nothing reaches the disk.
    for answer in crowd::<20>(&host, host.wire, frame, "long frames") {
        let header = Header::read(answer[..16].try_into().unwrap());
        assert_eq!((header.msg_type, header.req_id), (255, 7));
        assert_eq!(answer[16..], 422u32.to_le_bytes());
    }
}

#[test]
fn long_bodies_wait_for_each_other() {
    let (_folder, host) = start();
    host.connect().create(0).unwrap();
    let mut request = format!(
        "POST /v1/contexts/1/turns HTTP/1.1\r\nHost: {}\r\nContent-Type: application/vnd.vitrine.append\r\n\
         Content-Length: {BYTES}\r\n\r\n",
        host.http
    )
    .into_bytes();
    request.resize(request.len() + BYTES, 0);
    for answer in crowd::<12>(&host, host.http, request, "long bodies") {
        assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 400");
    }
}

/// A context whose newest turns fill one long answer.
fn filled(host: &TestHost) -> u64 {
    let mut wire: Wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for n in 0..5 {
        let payload = vec![n; BYTES / 5];
        wire.append(&turn(context, &payload)).unwrap();
    }
    context
}

#[test]
fn answers_that_nobody_reads_wait_for_each_other() {
    let (_folder, host) = start();
    let context = filled(&host);
    let before = host.memory();
    let mut frame = Vec::new();
    let request = Request::GetLast(GetLast {
        context,
        limit: 5,
        include_payload: 1,
    });
    request.encode(7, &mut frame);
    let get = format!(
        "GET /v1/contexts/{context}/turns?limit=5 HTTP/1.1\r\nHost: {}\r\n\
         Accept: application/vnd.vitrine.turns\r\n\r\n",
        host.http
    );
    let deaf: Vec<_> = (0..PEERS)
        .map(|n| {
            let (address, request) = match n % 2 {
                0 => (host.wire, &frame[..]),
                _ => (host.http, get.as_bytes()),
            };
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request).unwrap();
            stream
        })
        .collect();
    thread::sleep(Duration::from_secs(2));
    bounded(&host, before, "unread answers");
    works(&host);

    // They read after all: each is answered.
    let asked = Instant::now();
    let readers: Vec<_> = deaf
        .into_iter()
        .map(|mut stream| {
            thread::spawn(move || {
                stream.set_read_timeout(Some(DONE)).unwrap();
                let mut whole = vec![0; BYTES];
                stream.read_exact(&mut whole).unwrap();
                whole.truncate(16);
                whole
            })
        })
        .collect();
    for (n, reader) in readers.into_iter().enumerate() {
        let start = reader.join().unwrap();
        if n % 2 == 0 {
            let header = Header::read(start[..].try_into().unwrap());
            assert_eq!((header.msg_type, header.req_id), (6, 7));
        } else {
            assert!(start.starts_with(b"HTTP/1.1 200"));
        }
    }
    assert!(asked.elapsed() < DONE, "took {:?}", asked.elapsed());
}

#[test]
fn who_finds_no_room_in_time_is_told_and_goes_on() {
    let (_folder, host) = start();
    let context = host.connect().create(0).unwrap().context;
    let payload = vec![0; BYTES];
    let mut frame = Vec::new();
    Request::AppendTurn(turn(context, &payload)).encode(7, &mut frame);

    // All of the room, held by peers that are just fast enough not to be cut off.
    let count = HALF as usize / BYTES;
    let mut holders: Vec<_> = (0..count)
        .map(|_| TcpStream::connect(host.wire).unwrap())
        .collect();
    for holder in &mut holders {
        holder.write_all(&frame[..1000]).unwrap();
    }
    thread::spawn(move || loop {
        thread::sleep(Duration::from_secs(3));
        for holder in &mut holders {
            let _ = holder.write(&[0]);
        }
    });
    thread::sleep(Duration::from_secs(1));

    let mut wire = host.connect();
    wire.send_bytes(&frame[..100_000]).unwrap();
    let mut http = TcpStream::connect(host.http).unwrap();
    let post = format!(
        "POST /v1/contexts/{context}/turns HTTP/1.1\r\nHost: {}\r\nContent-Length: {BYTES}\r\n\
         Content-Type: application/vnd.vitrine.append\r\n\r\n",
        host.http
    );
    http.write_all(post.as_bytes()).unwrap();
    let (header, error) = wire.receive_error();
    assert_eq!(
        (header.req_id, error.code, error.name()),
        (7, 500, "Storage")
    );
    let details = error.json.get("details").unwrap();
    assert_eq!(details.get("retry"), Some(&true.into()));
    // The rest of the frame is passed over.
    wire.send_bytes(&frame[100_000..]).unwrap();
    assert_eq!(wire.head(context).unwrap().turn, 0);
    let mut answer = [0; 12];
    http.read_exact(&mut answer).unwrap();
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 503");
}
