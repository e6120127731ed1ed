//! Promise: wherever the power goes, every acknowledged turn is there afterwards with its payload, every head points at a
//! turn that is there, and no id is given again. Before each sync of the disk the machine is stopped in five ways: with
//! nothing, all, some and half-written ones of the pending changes on the disk.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::path::Path;
use std::sync::{Arc, Mutex};
use support::disk::{image, Disk};
use vitrine::turns::blob;
use vitrine::turns::wire::reply::Appended;
use vitrine_host::store::redb::RedbStorage;
use vitrine_host::store::{NewTurn, Storage, Write, Written};

const COMMITS: u64 = 12;

/// What was acknowledged, with its payload.
type Acked = Arc<Mutex<Vec<(Appended, Vec<u8>)>>>;

fn new_turn(storage: &dyn Storage, context: u64, payload: &[u8]) -> NewTurn {
    let hash = blob::hash(payload);
    NewTurn {
        context,
        parent: 0,
        type_id: "T".into(),
        type_version: 1,
        encoding: 1,
        hash,
        payload: storage.stage(&hash, payload.to_vec()).unwrap(),
        idempotency_key: payload[..8].to_vec(),
        fs_root: None,
    }
}

fn payload(commit: u64, turn: u64) -> Vec<u8> {
    let mut payload = (commit * 100 + turn).to_be_bytes().to_vec();
    // Some are inline, some are files.
    payload.resize(
        if turn == 2 {
            20_000
        } else {
            10 + 300 * turn as usize
        },
        7,
    );
    payload
}

/// Opens what the machine finds when the power is back.
fn recovers(bytes: Vec<u8>, acked: &[(Appended, Vec<u8>)], blobs: &Path) {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(blobs, folder.path().join("blobs")).unwrap();
    let disk = Disk::with(bytes);
    let storage = RedbStorage::open_on(folder.path(), move || Ok(disk.clone())).unwrap();
    let snapshot = storage.snapshot().unwrap();
    for (ack, payload) in acked {
        let turn = snapshot.turn(ack.turn).unwrap();
        let turn = turn.unwrap_or_else(|| panic!("turn {} was acknowledged and is gone", ack.turn));
        assert_eq!((turn.depth, turn.hash), (ack.depth, ack.hash));
        assert_eq!(snapshot.blob(&ack.hash).unwrap().as_ref(), Some(payload));
        let head = snapshot.head(ack.context).unwrap().unwrap();
        assert!(head.depth >= ack.depth);
    }
    for head in snapshot.contexts(None, 100, None).unwrap() {
        assert!(head.turn == 0 || snapshot.turn(head.turn).unwrap().is_some());
    }
    let (last, events) = (
        snapshot.last_event().unwrap(),
        snapshot.events(0, 10_000).unwrap(),
    );
    assert_eq!(events.len() as u64, last);
    let known = events.iter().map(|event| event.turn).max().unwrap_or(0);
    let written = storage
        .commit(
            vec![Write::CreateContext {
                base: 0,
                tag: String::new(),
            }],
            0,
        )
        .remove(0);
    let Written::Head(head) = written.unwrap() else {
        panic!("no context")
    };
    let next = Write::Append(new_turn(&storage, head.context, b"after it"));
    match storage.commit(vec![next], 0).remove(0).unwrap() {
        Written::Appended(ack) => assert_eq!(ack.turn, known + 1),
        other => panic!("{other:?}"),
    }
}

/// Looks at what five stops before each sync leave behind; counts them.
fn stop_at_every_sync(disk: &Disk, blobs: &Path, acked: &Acked) -> Arc<Mutex<u64>> {
    let stops = Arc::new(Mutex::new(0));
    let (known, counted, blobs) = (Arc::clone(acked), Arc::clone(&stops), blobs.to_owned());
    disk.state().on_sync = Some(Box::new(move |durable, pending| {
        let known = known.lock().unwrap();
        let count = pending.len();
        let images = [
            image(durable, pending, |_| false, false),
            image(durable, pending, |_| true, false),
            image(durable, pending, |i| i % 2 == 0, false),
            image(durable, pending, |i| i % 3 != 1, true),
            image(durable, pending, |i| i <= count / 2, true),
        ];
        for bytes in images {
            recovers(bytes, &known, &blobs);
            *counted.lock().unwrap() += 1;
        }
    }));
    stops
}

#[test]
fn a_store_that_is_half_made_is_made_anew() {
    let disk = Disk::default();
    let halves = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&halves);
    disk.state().on_sync = Some(Box::new(move |durable, pending| {
        let count = pending.len();
        let mut halves = found.lock().unwrap();
        for kept in 0..=count {
            halves.push(image(durable, pending, |i| i < kept, false));
            halves.push(image(durable, pending, |i| i < kept, true));
        }
    }));
    drop(redb::Builder::new().create_with_backend(disk.clone()));
    disk.state().on_sync = None;
    let halves = halves.lock().unwrap();
    assert!(halves.len() > 10, "only {} states were seen", halves.len());
    for half in halves.iter() {
        let folder = tempfile::tempdir().unwrap();
        // Until it is whole it has this name.
        std::fs::write(folder.path().join("turns.redb.new"), half).unwrap();
        let ack = {
            let storage = RedbStorage::open(folder.path()).unwrap();
            create(&storage);
            append(&storage, b"the first")
        };
        let storage = RedbStorage::open(folder.path()).unwrap();
        let turn = storage.snapshot().unwrap().turn(ack.turn).unwrap();
        assert_eq!(turn.unwrap().hash, ack.hash);
        assert!(!folder.path().join("turns.redb.new").exists());
    }
}

#[test]
fn the_first_commits_of_a_new_store_are_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = folder.path().join("blobs");
    std::fs::create_dir(&blobs).unwrap();
    let (disk, acked) = (Disk::default(), Acked::default());
    drop(redb::Builder::new().create_with_backend(disk.clone()));
    let stops = stop_at_every_sync(&disk, &blobs, &acked);
    let there = disk.clone();
    let storage = RedbStorage::open_on(folder.path(), move || Ok(there.clone())).unwrap();
    create(&storage);
    let first = payload(0, 0);
    let ack = append(&storage, &first);
    acked.lock().unwrap().push((ack, first));
    drop(storage);
    disk.state().on_sync = None;
    let stops = *stops.lock().unwrap();
    assert!(stops >= 5 * 3, "only {stops} stops");
}

fn create(storage: &RedbStorage) {
    let create = Write::CreateContext {
        base: 0,
        tag: "tag".into(),
    };
    storage.commit(vec![create], 0).remove(0).unwrap();
}

fn append(storage: &RedbStorage, payload: &[u8]) -> Appended {
    let turn = Write::Append(new_turn(storage, 1, payload));
    match storage.commit(vec![turn], 0).remove(0).unwrap() {
        Written::Appended(ack) => ack,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_acknowledged_is_lost_at_any_sync() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = folder.path().join("blobs");
    let disk = Disk::default();
    let there = disk.clone();
    let storage = RedbStorage::open_on(folder.path(), move || Ok(there.clone())).unwrap();
    let create = || Write::CreateContext {
        base: 0,
        tag: "tag".into(),
    };
    storage.commit(vec![create(), create()], 0);

    let acked = Acked::default();
    let stops = stop_at_every_sync(&disk, &blobs, &acked);
    for commit in 0..COMMITS {
        let turns = (0..1 + commit % 4).map(|turn| payload(commit, turn));
        let turns: Vec<_> = turns.collect();
        let new = turns
            .iter()
            .map(|payload| new_turn(&storage, 1 + commit % 2, payload));
        let writes = match commit % 3 {
            0 => vec![Write::AppendAll(new.collect())],
            _ => new.map(Write::Append).collect(),
        };
        let written = storage.commit(writes, 0).into_iter().map(Result::unwrap);
        let acks = written.flat_map(|written| match written {
            Written::Appended(ack) => vec![ack],
            Written::AppendedAll(acks) => acks,
            other => panic!("{other:?}"),
        });
        acked.lock().unwrap().extend(acks.zip(turns));
    }
    disk.state().on_sync = None;
    assert!(
        *stops.lock().unwrap() >= 5 * COMMITS,
        "too few syncs were seen"
    );
}
