//! Promise: a host that is asked to stop answers what it has begun, ends with success, and has kept no turn that it did
//! not acknowledge.

#![allow(clippy::unwrap_used)]

mod support;

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};
use support::wire::turn;
use support::TestHost;
use vitrine::turns::wire::Request;

#[test]
fn every_turn_that_was_kept_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..4u64 {
        let host = TestHost::start(folder.path());
        let context = host.connect().create(0).unwrap().context;
        let mut wire = host.connect();
        let writer = thread::spawn(move || {
            let mut acked = 0;
            while let Ok(Ok(_)) = wire.try_append(&turn(context, b"x")) {
                acked += 1;
            }
            acked
        });
        thread::sleep(Duration::from_millis(100 + 30 * round));
        let start = Instant::now();
        assert!(host.stop());
        assert!(
            start.elapsed() < Duration::from_secs(4),
            "waited for nobody"
        );
        let acked: u32 = writer.join().unwrap();
        let host = TestHost::start(folder.path());
        assert!(acked > 0);
        assert_eq!(host.connect().head(context).unwrap().depth + 1, acked);
    }
}

#[test]
fn acks_that_are_under_way_arrive_whatever_was_sent_after_them() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..2_u64 {
        let host = TestHost::start(folder.path());
        let mut wire = host.connect();
        let context = wire.create(0).unwrap().context;
        let mut frame = Vec::new();
        Request::AppendTurn(turn(context, &[b'x'; 2000])).encode(7, &mut frame);
        let mut stream = wire.stream();
        let writer = thread::spawn(move || while stream.write_all(&frame).is_ok() {});
        // Acks pile up here, and requests there.
        thread::sleep(Duration::from_millis(60 + 20 * round));
        let stopped = thread::spawn(move || host.stop());
        thread::sleep(Duration::from_millis(50));
        let mut acked = 0;
        while wire.receive().is_ok() {
            acked += 1;
        }
        assert!(stopped.join().unwrap());
        writer.join().unwrap();
        let host = TestHost::start(folder.path());
        assert!(acked > 0);
        assert_eq!(host.connect().head(context).unwrap().depth + 1, acked);
    }
}

#[test]
fn idle_and_half_finished_peers_do_not_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let mut half = host.connect();
    half.send_bytes(&[200, 0, 0, 0, 5, 0, 0, 0, 1]).unwrap();
    let _idle = TcpStream::connect(host.wire).unwrap();
    let (_events, _) = host.events("/v1/events", &[]);
    let mut subscriber = host.connect();
    subscriber.subscribe(0, 0);
    let start = Instant::now();
    assert!(host.stop());
    assert!(start.elapsed() < Duration::from_secs(4));
    assert!(subscriber.is_closed());
}
