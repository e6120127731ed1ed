//! Promise: every engine does what the `Storage` trait says. One suite, run over each.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use support::memory::MemoryStorage;
use vitrine::error::Code;
use vitrine::turns::blob;
use vitrine::turns::wire::reply::{Appended, Head};
use vitrine_host::store::redb::RedbStorage;
use vitrine_host::store::{NewTurn, Storage, Write, Written, REMEMBER_MS};

macro_rules! suite {
    ($($rule:ident),* $(,)?) => {
        mod redb {
            $(#[test]
            fn $rule() {
                let folder = tempfile::tempdir().unwrap();
                super::$rule(&super::RedbStorage::open(folder.path()).unwrap());
            })*
        }
        mod memory {
            $(#[test]
            fn $rule() {
                super::$rule(&super::MemoryStorage::default());
            })*
        }
    };
}

suite!(
    ids_start_at_one_and_rise,
    a_refused_write_changes_nothing_and_stops_no_other,
    writes_of_one_commit_see_each_other,
    a_snapshot_does_not_change,
    equal_payloads_are_kept_for_all_their_turns,
    an_idempotency_key_is_kept_a_day,
    contexts_are_listed_newest_first,
    bundles_keep_their_order,
);

fn append(storage: &dyn Storage, context: u64, parent: u64, payload: &[u8], key: &[u8]) -> Write {
    let hash = blob::hash(payload);
    Write::Append(NewTurn {
        context,
        parent,
        type_id: "T".into(),
        type_version: 1,
        encoding: 1,
        hash,
        payload: storage.stage(&hash, payload.to_vec()).unwrap(),
        idempotency_key: key.to_vec(),
        fs_root: None,
    })
}

fn one(storage: &dyn Storage, write: Write, now: u64) -> vitrine::error::Result<Written> {
    storage.commit(vec![write], now).remove(0)
}

fn appended(written: vitrine::error::Result<Written>) -> Appended {
    match written.unwrap() {
        Written::Appended(ack) => ack,
        other => panic!("{other:?}"),
    }
}

fn ids_start_at_one_and_rise(storage: &dyn Storage) {
    let created: Vec<_> = storage.commit(vec![Write::CreateContext(0); 3], 0);
    let contexts: Vec<u64> = created
        .into_iter()
        .map(|w| match w.unwrap() {
            Written::Head(head) => head.context,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(contexts, [1, 2, 3]);
    let writes = (0..5)
        .map(|n| append(storage, 1 + n % 3, 0, &[n as u8], b""))
        .collect();
    let turns: Vec<_> = storage
        .commit(writes, 0)
        .into_iter()
        .map(appended)
        .collect();
    assert_eq!(
        turns.iter().map(|t| t.turn).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    assert_eq!(
        turns.iter().map(|t| t.depth).collect::<Vec<_>>(),
        [0, 0, 0, 1, 1]
    );
}

fn a_refused_write_changes_nothing_and_stops_no_other(storage: &dyn Storage) {
    let writes = vec![
        Write::CreateContext(0),
        Write::CreateContext(7),
        append(storage, 9, 0, b"a", b"k"),
        append(storage, 1, 7, b"b", b"k"),
        append(storage, 1, 0, b"c", b"k"),
    ];
    let answers = storage.commit(writes, 0);
    for refused in &answers[1..4] {
        assert_eq!(refused.as_ref().unwrap_err().code, Code::NotFound);
    }
    assert_eq!(appended(answers[4].clone()).turn, 1);
    let snapshot = storage.snapshot().unwrap();
    assert_eq!(
        snapshot.contexts(None, 10).unwrap(),
        [Head {
            context: 1,
            turn: 1,
            depth: 0
        }]
    );
    for payload in [b"a", b"b"] {
        assert_eq!(snapshot.blob(&blob::hash(payload)).unwrap(), None);
    }
    assert_eq!(snapshot.turn(2).unwrap(), None);
}

fn writes_of_one_commit_see_each_other(storage: &dyn Storage) {
    let writes = vec![
        Write::CreateContext(0),
        append(storage, 1, 0, b"a", b"same"),
        append(storage, 1, 0, b"a", b"same"),
        append(storage, 1, 1, b"b", b""),
        Write::CreateContext(2),
    ];
    let answers = storage.commit(writes, 0);
    assert_eq!(appended(answers[1].clone()), appended(answers[2].clone()));
    assert_eq!(appended(answers[3].clone()).depth, 1);
    assert_eq!(
        answers[4],
        Ok(Written::Head(Head {
            context: 2,
            turn: 2,
            depth: 1
        }))
    );
}

fn a_snapshot_does_not_change(storage: &dyn Storage) {
    storage.commit(
        vec![Write::CreateContext(0), append(storage, 1, 0, b"a", b"")],
        0,
    );
    let before = storage.snapshot().unwrap();
    storage.commit(vec![append(storage, 1, 0, b"b", b"")], 0);
    assert_eq!(before.head(1).unwrap().map(|h| h.turn), Some(1));
    assert_eq!(before.turn(2).unwrap(), None);
    let after = storage.snapshot().unwrap();
    assert_eq!(after.head(1).unwrap().map(|h| h.turn), Some(2));
    assert_eq!(
        after.turn(2).unwrap().map(|t| (t.parent, t.depth)),
        Some((1, 1))
    );
}

fn equal_payloads_are_kept_for_all_their_turns(storage: &dyn Storage) {
    for payload in [vec![1; 10], vec![2; 100_000]] {
        let writes = vec![
            Write::CreateContext(0),
            append(storage, 1, 0, &payload, b""),
            append(storage, 1, 0, &payload, b""),
        ];
        storage.commit(writes, 0);
        storage.commit(vec![append(storage, 1, 0, &payload, b"")], 0);
        let found = storage
            .snapshot()
            .unwrap()
            .blob(&blob::hash(&payload))
            .unwrap();
        assert_eq!(found, Some(payload));
    }
}

fn an_idempotency_key_is_kept_a_day(storage: &dyn Storage) {
    let start = 1_000_000;
    storage.commit(vec![Write::CreateContext(0)], start);
    let first = appended(one(storage, append(storage, 1, 0, b"a", b"k"), start));
    let day_later = start + REMEMBER_MS;
    assert_eq!(
        appended(one(storage, append(storage, 1, 0, b"a", b"k"), day_later)),
        first
    );
    let other = one(storage, append(storage, 1, 0, b"b", b"k"), day_later).unwrap_err();
    assert_eq!(other.code, Code::Conflict);
    let after = appended(one(
        storage,
        append(storage, 1, 0, b"b", b"k"),
        day_later + 1,
    ));
    assert_eq!(after.turn, first.turn + 1);
}

fn contexts_are_listed_newest_first(storage: &dyn Storage) {
    storage.commit(vec![Write::CreateContext(0); 5], 0);
    let list = |before, limit| -> Vec<u64> {
        let found = storage.snapshot().unwrap().contexts(before, limit).unwrap();
        found.iter().map(|head| head.context).collect()
    };
    assert_eq!(list(None, 2), [5, 4]);
    assert_eq!(list(Some(4), 2), [3, 2]);
    assert_eq!(list(Some(1), 2), [0u64; 0]);
    assert_eq!(list(Some(100), 10), [5, 4, 3, 2, 1]);
}

fn bundles_keep_their_order(storage: &dyn Storage) {
    let bundle = |id: &str| Write::PutBundle(id.into(), id.as_bytes().to_vec());
    storage.commit(vec![bundle("z"), bundle("a")], 0);
    storage.commit(vec![bundle("m")], 0);
    let texts = storage.snapshot().unwrap().bundles().unwrap();
    assert_eq!(texts, [b"z", b"a", b"m"]);
}
