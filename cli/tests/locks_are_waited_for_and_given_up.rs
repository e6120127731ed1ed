//! The lock is `flock` on a file beside the document: exclusive for what writes, shared for what reads; 5 where it is
//! not to be had (decision 21).

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{Place, Ran};

/// A process that another test is about to start has this one's locks for a moment.
const LONG: &str = "10000";

fn waiting(place: &Place, milliseconds: &str, args: &[&str]) -> Ran {
    let mut program = place.program(args);
    program.env("STATE_LOCK_TIMEOUT_MS", milliseconds);
    program.output().unwrap().into()
}

const SET: [&str; 6] = ["project", "chat", "set", "item", "COUNT", "2"];
const GET: [&str; 5] = ["project", "chat", "get", "item", "COUNT"];

#[test]
fn a_stuck_lock_ends_with_5_when_the_time_is_up() {
    let place = Place::with_shards();
    let before = place.contents();
    let lock = File::open(place.path("state.json.lock")).unwrap();
    lock.lock().unwrap();
    for args in [SET.as_slice(), &GET] {
        let start = Instant::now();
        let ran = waiting(&place, "300", args);
        assert_eq!((ran.code, ran.out.as_str()), (5, ""));
        let path = place.path("state.json.lock").canonicalize().unwrap();
        let expected = format!(
            "others held the lock {} for 300 ms; try again, or wait longer with STATE_LOCK_TIMEOUT_MS\n",
            path.display()
        );
        assert_eq!(ran.err, expected);
        assert!(start.elapsed() >= Duration::from_millis(300));
    }
    assert_eq!(place.contents(), before);
    drop(lock);
    assert_eq!(waiting(&place, LONG, &SET).code, 0);
}

#[test]
fn readers_share_the_lock_and_keep_writers_out() {
    let place = Place::with_shards();
    let lock = File::open(place.path("state.json.lock")).unwrap();
    lock.lock_shared().unwrap();
    assert_eq!(waiting(&place, "0", &GET).code, 0);
    assert_eq!(waiting(&place, "0", &SET).code, 5);
}

#[test]
fn whoever_waits_gets_the_lock_as_soon_as_it_is_free() {
    let place = Place::with_shards();
    let lock = File::open(place.path("state.json.lock")).unwrap();
    lock.lock().unwrap();
    let start = Instant::now();
    let waits = place.program(&SET).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    drop(lock);
    assert_eq!(waits.wait_with_output().unwrap().status.code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_lock_that_was_removed_meanwhile_locks_nobody_out_of_the_new_one() {
    let place = Place::with_shards();
    let path = place.path("state.json.lock");
    let old = File::open(&path).unwrap();
    old.lock().unwrap();
    let waits = place.program(&SET).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    fs::remove_file(&path).unwrap();
    let new = File::create(&path).unwrap();
    new.lock().unwrap();
    drop(old);
    std::thread::sleep(Duration::from_millis(200));
    // It has the old lock, which is nobody's any more, and waits for the new one.
    assert_eq!(place.contents(), Place::with_shards().contents());
    drop(new);
    assert_eq!(waits.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn a_lock_that_cannot_be_opened_is_5() {
    let place = Place::with_shards();
    let before = place.contents();
    for path in [place.path("nowhere/lock"), place.path("OPS")] {
        for args in [SET.as_slice(), &GET] {
            let mut program = place.program(args);
            let ran: Ran = program
                .env("STATE_LOCK_PATH", &path)
                .output()
                .unwrap()
                .into();
            assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.err);
            let start = format!("the lock {} cannot be opened: ", path.display());
            assert!(
                ran.err.starts_with(&start) && ran.err.lines().count() == 1,
                "{}",
                ran.err
            );
        }
    }
    assert_eq!(place.contents(), before);
}

#[test]
fn another_lock_may_be_named_but_not_the_document() {
    let place = Place::with_shards();
    let lock = File::create(place.path("other.lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(waiting(&place, "0", &SET).code, 0);
    for (path, code) in [(place.path("other.lock"), 5), (place.state(), 2)] {
        let mut program = place.program(&SET);
        program
            .env("STATE_LOCK_PATH", path)
            .env("STATE_LOCK_TIMEOUT_MS", "0");
        assert_eq!(program.output().unwrap().status.code(), Some(code));
    }
}

#[test]
fn a_wrong_timeout_is_2() {
    let place = Place::with_shards();
    let ran = waiting(&place, "soon", &GET);
    let expected =
        "STATE_LOCK_TIMEOUT_MS: expected a number of milliseconds like 10000, found \"soon\"\n";
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (2, "", expected)
    );
}

#[test]
fn two_comes_before_five() {
    let place = Place::with_shards();
    let lock = File::open(place.path("state.json.lock")).unwrap();
    lock.lock().unwrap();
    let bad = ["project", "chat", "set", "item", "my_key", "1"];
    assert_eq!(waiting(&place, "0", &bad).code, 2);
    place.write("state.json", "{");
    assert_eq!(waiting(&place, "0", &GET).code, 5);
    drop(lock);
    assert_eq!(waiting(&place, LONG, &GET).code, 7);
}

/// The program as somebody whom permissions bind: tests may run as root, who may write everywhere.
fn unprivileged(place: &Place, args: &[&str]) -> Ran {
    let copy = PathBuf::from(place.outside("vitrine-state", ""));
    allow(copy.parent().unwrap(), 0o755);
    // Not by this process: while it writes, another test may start a process that has the file open for writing.
    let copied = Command::new("cp")
        .args([Path::new(env!("CARGO_BIN_EXE_vitrine-state")), &copy])
        .status();
    assert!(copied.unwrap().success());
    allow(&copy, 0o755);
    let mut program: Command = place.command(&copy);
    program.args(args);
    if rustix::process::geteuid().is_root() {
        program.uid(65534).gid(65534);
    }
    program.output().unwrap().into()
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_read_only_folder_is_read_and_not_written() {
    let place = Place::with_shards();
    let folder = place.path("");
    let before = place.contents();
    allow(&place.path("state.json.lock"), 0o444);
    allow(&folder, 0o555);
    let ran = unprivileged(&place, &GET);
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (0, "1\n", "")
    );
    let ran = unprivileged(&place, &SET);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err.starts_with("nothing was written: ") && ran.err.contains("ermission denied"),
        "{}",
        ran.err
    );
    // Without a lock there, none can be made.
    allow(&folder, 0o755);
    fs::remove_file(place.path("state.json.lock")).unwrap();
    allow(&folder, 0o555);
    for args in [SET.as_slice(), &GET] {
        let ran = unprivileged(&place, args);
        assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.err);
    }
    allow(&folder, 0o755);
    assert_eq!(place.contents(), before);
}
