//! Promise: however many connections come, the store can open its files, those that are served go on, and those that wait
//! are served when others end; the host itself raises its limit of open files as far as it may.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod support;

use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::wire::turn;
use support::{command, TestHost};
use tempfile::TempDir;

/// More than the limit below allows.
const MANY: usize = 400;

/// Starts a host whose limits are set by `ulimit` arguments.
fn limited(ulimit: &str) -> (TempDir, TestHost) {
    let folder = tempfile::tempdir().unwrap();
    let plain = command(folder.path());
    let mut limited = Command::new("sh");
    limited
        .arg("-c")
        .arg(format!("{ulimit}; exec \"$0\" \"$@\""));
    limited.arg(plain.get_program()).args(plain.get_args());
    limited.stdout(Stdio::piped());
    let host = TestHost::spawn(limited);
    (folder, host)
}

/// As many connections as the host and the system's queue take.
fn connections(address: SocketAddr) -> Vec<TcpStream> {
    let some = Duration::from_millis(300);
    (0..MANY)
        .map_while(|_| TcpStream::connect_timeout(&address, some).ok())
        .collect()
}

#[test]
fn the_store_opens_its_files_among_more_connections_than_there_can_be() {
    let (_folder, host) = limited("ulimit -n 350");
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let idle = [connections(host.wire), connections(host.http)];

    for n in 0..20u8 {
        // A file each.
        let payload = vec![n; 100_000];
        let ack = wire.append(&turn(context, &payload)).unwrap();
        assert_eq!(wire.blob(ack.hash).unwrap(), payload);
    }
    drop(idle);
    let asked = Instant::now();
    assert_eq!(host.connect().head(context).unwrap().depth, 19);
    assert_eq!(host.get("/healthz").status, 200);
    assert!(asked.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_low_limit_is_raised_where_it_may_be() {
    let (_folder, host) = limited("ulimit -Sn 350");
    let _idle = connections(host.wire);
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    wire.append(&turn(context, &[7; 100_000])).unwrap();
}

#[test]
fn too_low_a_limit_is_refused_with_what_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let plain = command(folder.path());
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 100; exec \"$0\" \"$@\""]);
    limited.arg(plain.get_program()).args(plain.get_args());
    let said = support::refusal(limited);
    assert!(said.contains("limit of open files"), "{said}");
    assert!(said.contains("found 100"), "{said}");
}
