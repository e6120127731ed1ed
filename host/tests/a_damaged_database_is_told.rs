//! Promise: a database whose bytes are not those that were written is named as damaged, in a sentence, by `verify`, and by a
//! host that cannot start on it; looking changes nothing.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::wire::{turn, AppendTurn};
use support::{command, refusal, TestHost};
use tempfile::TempDir;

const NAME: &str = "com.example.Needle";

/// A store of some turns at rest; its folder and its database.
fn stored() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let mut wire = host.connect();
    wire.create(0).unwrap();
    for n in 0..60_u8 {
        let payload = vec![n; 20 * usize::from(n)];
        let named = AppendTurn {
            type_id: NAME,
            ..turn(1, &payload)
        };
        wire.append(&named).unwrap();
    }
    drop(wire);
    assert!(host.stop());
    let database = folder.path().join("turns.redb");
    (folder, database)
}

fn verify(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
    command.arg("verify").arg(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn one_letter_of_a_turn_is_found() {
    let (folder, database) = stored();
    assert!(verify(folder.path()).status.success());
    let mut bytes = fs::read(&database).unwrap();
    let at = bytes
        .windows(NAME.len())
        .position(|found| found == NAME.as_bytes());
    bytes[at.unwrap() + 2] ^= 1;
    fs::write(&database, &bytes).unwrap();
    for _ in 0..2 {
        let found = verify(folder.path());
        assert_eq!(found.status.code(), Some(1), "{}", said(&found));
        assert!(said(&found).contains("damaged"), "{}", said(&found));
        // Looked at again, it is still as damaged as it was.
        assert_eq!(fs::read(&database).unwrap(), bytes);
    }
}

#[test]
fn an_empty_database_is_no_new_store() {
    let (folder, database) = stored();
    fs::write(&database, b"").unwrap();
    let found = verify(folder.path());
    assert_eq!(found.status.code(), Some(1), "{}", said(&found));
    let refused = refusal(command(folder.path()));
    assert!(refused.contains("it is empty"), "{refused}");
    assert!(refused.contains("restore a backup"), "{refused}");
    assert_eq!(fs::read(&database).unwrap(), b"");
}

/// Every page in turn as garbage, without those that hold nothing: where it is, and the bytes.
fn with_garbage(whole: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> + '_ {
    let pages = whole.chunks(4096).enumerate();
    let used = pages.filter(|(_, page)| page.iter().any(|byte| *byte != 0));
    used.map(|(page, _)| {
        let mut bytes = whole.to_vec();
        bytes[page * 4096..(page + 1) * 4096].fill(0xa5);
        (page * 4096, bytes)
    })
}

#[test]
fn no_page_of_garbage_makes_it_panic() {
    let (folder, database) = stored();
    let whole = fs::read(&database).unwrap();
    let (mut looked, mut found_out) = (0, 0);
    for (at, bytes) in with_garbage(&whole) {
        fs::write(&database, &bytes).unwrap();
        let found = verify(folder.path());
        let said = said(&found);
        assert!(!said.contains("panicked"), "page at {at}: {said}");
        looked += 1;
        match found.status.code() {
            // A page that is kept and no longer used.
            Some(0) => {}
            Some(1) => found_out += 1,
            other => panic!("page at {at}: {other:?} {said}"),
        }
        assert_eq!(fs::read(&database).unwrap(), bytes);
    }
    assert!(found_out * 2 > looked, "{found_out} of {looked}");
}

#[test]
fn a_backup_of_garbage_says_so_and_leaves_no_file() {
    let (folder, database) = stored();
    let whole = fs::read(&database).unwrap();
    let file = folder.path().join("backup");
    let mut refused = 0;
    for (at, bytes) in with_garbage(&whole) {
        fs::write(&database, &bytes).unwrap();
        for command in ["backup", "stats"] {
            let mut asked = Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
            asked.arg(command).arg(folder.path());
            if command == "backup" {
                asked.arg(&file);
            }
            let found = asked.output().unwrap();
            let said = said(&found);
            match found.status.code() {
                Some(0) => {}
                Some(1) => {
                    assert!(!said.trim().is_empty(), "{command}, page at {at}");
                    let is_whole = said.contains("which has all else");
                    assert_eq!(file.exists(), is_whole, "page at {at}: {said}");
                    refused += 1;
                }
                other => panic!("{command}, page at {at}: {other:?} {said}"),
            }
            let _ = fs::remove_file(&file);
        }
    }
    assert!(refused > 2, "{refused}");
}
