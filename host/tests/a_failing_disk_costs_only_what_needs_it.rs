//! Promise: a disk that is full or cannot be read is named in a `Storage` error; what was acknowledged stays readable, and
//! the store goes on by itself when the disk does.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use support::disk::Disk;
use vitrine::error::{Code, Result};
use vitrine::turns::blob;
use vitrine_host::store::redb::RedbStorage;
use vitrine_host::store::{NewTurn, Storage, Write, Written};

fn append(storage: &RedbStorage, payload: &[u8]) -> Result<Written> {
    let hash = blob::hash(payload);
    let turn = NewTurn {
        context: 1,
        parent: 0,
        type_id: "T".into(),
        type_version: 1,
        encoding: 1,
        hash,
        payload: storage.stage(&hash, payload.to_vec())?,
        idempotency_key: vec![],
        fs_root: None,
    };
    storage.commit(vec![Write::Append(turn)], 0).remove(0)
}

fn filled() -> (tempfile::TempDir, Disk, RedbStorage) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::default();
    let there = disk.clone();
    let storage = RedbStorage::open_on(folder.path(), move || Ok(there.clone())).unwrap();
    storage.commit(
        vec![Write::CreateContext {
            base: 0,
            tag: String::new(),
        }],
        0,
    );
    for n in 0..20 {
        append(&storage, &[n; 1000]).unwrap();
    }
    (folder, disk, storage)
}

fn reads(storage: &RedbStorage, count: u64) {
    let snapshot = storage.snapshot().unwrap();
    assert_eq!(snapshot.head(1).unwrap().unwrap().turn, count);
    for id in 1..=20 {
        let turn = snapshot.turn(id).unwrap().unwrap();
        assert_eq!(
            snapshot.blob(&turn.hash).unwrap(),
            Some(vec![id as u8 - 1; 1000])
        );
    }
}

#[test]
fn a_full_disk_refuses_appends_and_serves_reads() {
    let (_folder, disk, storage) = filled();
    let full = |disk: &Disk| disk.state().room = Some(0);
    full(&disk);
    for n in 0..3 {
        let error = append(&storage, &[100 + n; 1000]).unwrap_err();
        assert_eq!(error.code, Code::Storage);
        disk.state().room = None;
        reads(&storage, 20 + u64::from(n));
        assert!(append(&storage, &[200 + n; 1000]).is_ok());
        reads(&storage, 21 + u64::from(n));
        full(&disk);
    }
}

#[test]
fn a_disk_that_cannot_be_read_for_a_while_is_read_again_later() {
    let (_folder, disk, storage) = filled();
    disk.state().unreadable = true;
    // What is in memory may still be served; what is not is an error, and nothing worse.
    let _ = append(&storage, &[1; 10]);
    let found = storage.snapshot().and_then(|snapshot| snapshot.turn(5));
    if let Err(e) = found {
        assert_eq!(e.code, Code::Storage);
    }
    disk.state().unreadable = false;
    let head = storage.snapshot().unwrap().head(1).unwrap().unwrap();
    reads(&storage, head.turn);
    assert!(append(&storage, &[2; 10]).is_ok());
}
