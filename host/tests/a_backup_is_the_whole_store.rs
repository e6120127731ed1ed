//! Promise: a backup, of a host that runs or of data at rest, restores to a store that answers everything as the first one
//! did; what is damaged is found by `verify`, named, and never restored unseen.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::wire::{turn, AppendTurn};
use support::{blob_file, TestHost};
use vitrine::turns::blob::{hash, to_hex};

fn tool(arguments: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
    command.args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// A store with some of everything; what readers see of it.
fn fill(host: &TestHost) {
    let mut wire = host.connect();
    wire.greet("agent", b"").unwrap();
    wire.create(0).unwrap();
    for size in [0, 10, 50_000, 12, 5000] {
        let payload = vec![size as u8; size];
        let keyed = AppendTurn {
            idempotency_key: &payload[..size.min(9)],
            ..turn(1, &payload)
        };
        wire.append(&keyed).unwrap();
    }
    wire.fork(2).unwrap();
    wire.append(&AppendTurn {
        fs_root: Some([4; 32]),
        ..turn(2, b"fork")
    })
    .unwrap();
    wire.put_blob(hash(b"alone"), b"alone").unwrap();
    let bundle = br#"{"registry_version":1,"bundle_id":"b","types":{"T":{"versions":{"1":{"fields":{"1":{"name":"n","type":"u8"}}}}}}}"#;
    wire.put_bundle("b", bundle).unwrap();
}

fn seen(host: &TestHost) -> Vec<String> {
    let (mut events, _) = host.events("/v1/events", &[("Last-Event-ID", "0")]);
    let mut seen: Vec<String> = (0..8)
        .map(|_| format!("{:?}", events.next().unwrap()))
        .collect();
    let alone = format!("/v1/blobs/{}", to_hex(&hash(b"alone")));
    for path in [
        "/v1/contexts",
        "/v1/contexts?tag=agent",
        "/v1/contexts/1/turns",
        "/v1/contexts/2/graph",
        "/v1/turns/6",
        "/v1/registry?merged=1",
        &alone,
    ] {
        let answer = host.get(path);
        assert_eq!(answer.status, 200, "{path}");
        seen.push(String::from_utf8_lossy(&answer.body).into_owned());
    }
    seen
}

#[test]
fn a_restored_store_answers_as_the_first_one_did() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let host = TestHost::start(&path("data"));
    fill(&host);
    let expected = seen(&host);
    let online = host.get("/v1/backup");
    assert_eq!(online.status, 200);
    fs::write(path("online"), &online.body).unwrap();
    let busy = tool(&["backup".as_ref(), &path("data"), &path("none")]);
    assert!(!busy.status.success());
    assert!(
        said(&busy).contains("another vitrine-host"),
        "{}",
        said(&busy)
    );
    assert!(host.stop());

    let offline = tool(&["backup".as_ref(), &path("data"), &path("offline")]);
    assert!(offline.status.success(), "{}", said(&offline));
    assert_eq!(fs::read(path("offline")).unwrap(), online.body);
    for source in ["data", "online"] {
        let fine = tool(&["verify".as_ref(), &path(source)]);
        assert!(fine.status.success(), "{}", said(&fine));
        assert!(
            said(&fine).contains("6 turns, 7 payloads, 0 faults"),
            "{}",
            said(&fine)
        );
    }
    let restored = tool(&["restore".as_ref(), &path("online"), &path("copy")]);
    assert!(restored.status.success(), "{}", said(&restored));
    let again = tool(&["restore".as_ref(), &path("online"), &path("copy")]);
    assert!(said(&again).contains("exists"), "{}", said(&again));

    let host = TestHost::start(&path("copy"));
    assert_eq!(seen(&host), expected);
    let mut wire = host.connect();
    // A known key is still known; new ids go on where the old ones ended.
    let payload = vec![10; 10];
    let keyed = AppendTurn {
        idempotency_key: &payload[..9],
        ..turn(1, &payload)
    };
    assert_eq!(wire.append(&keyed).unwrap().turn, 2);
    assert_eq!(wire.append(&turn(1, b"new")).unwrap().turn, 7);
    assert!(host.stop());
    let stats = said(&tool(&["stats".as_ref(), &path("copy")]));
    let row = |name: &str| {
        let line = stats.lines().find(|line| line.starts_with(name)).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(
        (
            row("contexts"),
            row("turns"),
            row("payloads"),
            row("events")
        ),
        (2, 7, 8, 9)
    );
    // One of 50,000 bytes that are all alike.
    assert!((1..1000).contains(&row("payload files")), "{stats}");
}

#[test]
fn one_backup_is_read_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    wire.create(0).unwrap();
    // More than waits between host and reader, and nothing that packs.
    for payload in 0..4_u32 {
        let bytes: Vec<u8> = (0..1 << 18)
            .flat_map(|block: u32| hash(&[payload.to_le_bytes(), block.to_le_bytes()].concat()))
            .collect();
        wire.append(&turn(1, &bytes)).unwrap();
    }
    let mut first = TcpStream::connect(host.http).unwrap();
    let ask = format!("GET /v1/backup HTTP/1.1\r\nHost: {}\r\n\r\n", host.http);
    first.write_all(ask.as_bytes()).unwrap();
    // It is being sent.
    first.read_exact(&mut [0; 1000]).unwrap();
    let second = host.get("/v1/backup");
    assert_eq!((second.status, &*second.error()), (409, "Conflict"));
    assert!(
        second.message().contains("ask again"),
        "{}",
        second.message()
    );
    // Others are answered meanwhile, and so is who asks when it is over.
    assert_eq!(host.get("/v1/contexts").status, 200);
    drop(first);
    let deadline = Instant::now() + Duration::from_secs(10);
    while host.get("/v1/backup").status == 409 {
        assert!(Instant::now() < deadline, "the place is not given back");
        sleep(Duration::from_millis(20));
    }
    assert_eq!(host.get("/v1/backup").status, 200);
}

#[test]
fn a_damaged_backup_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let host = TestHost::start(&path("data"));
    fill(&host);
    let whole = host.get("/v1/backup").body;
    for (at, name) in [
        (whole.len() / 2, "flipped"),
        (3, "no backup"),
        (whole.len() - 1, "wrong hash"),
    ] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(path(name), bytes).unwrap();
    }
    fs::write(path("torn"), &whole[..whole.len() - 40]).unwrap();
    fs::write(path("more"), [&whole[..], b"x"].concat()).unwrap();
    fs::write(path("twice"), [&whole[..], &whole].concat()).unwrap();
    fs::write(path("empty"), b"").unwrap();
    for name in [
        "flipped",
        "no backup",
        "wrong hash",
        "torn",
        "more",
        "twice",
        "empty",
    ] {
        let (file, copy) = (path(name), path("copy"));
        let (verify, restore) = (Path::new("verify"), Path::new("restore"));
        for arguments in [&[verify, &file][..], &[restore, &file, &copy]] {
            let refused = tool(arguments);
            assert!(!refused.status.success(), "{name}");
            assert!(
                said(&refused).contains("backup"),
                "{name}: {}",
                said(&refused)
            );
        }
        for left in ["copy", "copy.restoring"] {
            assert!(!path(left).exists(), "{name}");
        }
    }
}

#[test]
fn verify_names_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let host = TestHost::start(&data);
    fill(&host);
    let mut wire = host.connect();
    let (flipped, torn, gone) = (vec![1; 60_000], vec![2; 60_000], vec![3; 60_000]);
    for payload in [&flipped, &torn, &gone] {
        wire.append(&turn(1, payload)).unwrap();
    }
    drop(wire);
    assert!(host.stop());
    let mut bytes = flipped.clone();
    bytes[777] ^= 1;
    fs::write(blob_file(&data, &hash(&flipped)), bytes).unwrap();
    fs::write(blob_file(&data, &hash(&torn)), &torn[..100]).unwrap();
    fs::remove_file(blob_file(&data, &hash(&gone))).unwrap();
    let found = tool(&["verify".as_ref(), &data]);
    let said = said(&found);
    assert!(!found.status.success());
    for (payload, why) in [
        (&flipped, "other bytes"),
        (&torn, "found 100"),
        (&gone, "cannot open"),
    ] {
        let line = said
            .lines()
            .find(|l| l.contains(&to_hex(&hash(payload))) && l.contains(why));
        assert!(line.is_some(), "{why} not in {said}");
    }
    for turn in [7, 8, 9] {
        assert!(
            said.contains(&format!("turn {turn} has lost its payload")),
            "{said}"
        );
    }
    assert!(said.contains("9 turns, 10 payloads, 6 faults"), "{said}");
    // The rest is backed up and restored; whoever asks whether that was all is told.
    let (file, copy) = (folder.path().join("backup"), folder.path().join("copy"));
    let partly = tool(&["backup".as_ref(), &data, &file]);
    assert!(!partly.status.success());
    let partly = self::said(&partly);
    assert!(partly.contains("2 payloads could not be read"), "{partly}");
    assert!(tool(&["restore".as_ref(), &file, &copy]).status.success());
    let host = TestHost::start(&copy);
    let turns = host.connect().last(1, 9);
    assert_eq!(
        turns.iter().map(|t| t.encoding).collect::<Vec<_>>(),
        [1, 1, 1, 1, 1, 1, 0, 0]
    );
}
