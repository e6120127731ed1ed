//! Promise: every engine does what the `Storage` trait says. One suite, run over each.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use support::memory::MemoryStorage;
use vitrine::error::Code;
use vitrine::turns::blob;
use vitrine::turns::wire::reply::{Appended, Head};
use vitrine_host::store::redb::RedbStorage;
use vitrine_host::store::{EventKind, NewTurn, Storage, Write, Written, REMEMBER_MS};

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
    a_batch_is_appended_whole_or_not_at_all,
    a_repeated_batch_is_answered_from_memory,
    a_payload_may_be_there_before_its_turn,
    a_file_system_root_can_be_replaced,
    tagged_contexts_are_listed_apart,
    a_family_is_all_branches_of_one_root,
    every_write_leaves_its_event,
);

fn create(base: u64) -> Write {
    Write::CreateContext {
        base,
        tag: String::new(),
    }
}

fn new_turn(
    storage: &dyn Storage,
    context: u64,
    parent: u64,
    payload: &[u8],
    key: &[u8],
) -> NewTurn {
    match append(storage, context, parent, payload, key) {
        Write::Append(turn) => turn,
        other => panic!("{other:?}"),
    }
}

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
    let created: Vec<_> = storage.commit(vec![create(0); 3], 0);
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
        create(0),
        create(7),
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
        snapshot.contexts(None, 10, None).unwrap(),
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
        create(0),
        append(storage, 1, 0, b"a", b"same"),
        append(storage, 1, 0, b"a", b"same"),
        append(storage, 1, 1, b"b", b""),
        create(2),
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
    storage.commit(vec![create(0), append(storage, 1, 0, b"a", b"")], 0);
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
            create(0),
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
    storage.commit(vec![create(0)], start);
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
    storage.commit(vec![create(0); 5], 0);
    let list = |before, limit| -> Vec<u64> {
        let found = storage
            .snapshot()
            .unwrap()
            .contexts(before, limit, None)
            .unwrap();
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

fn a_batch_is_appended_whole_or_not_at_all(storage: &dyn Storage) {
    storage.commit(vec![create(0), create(0)], 0);
    one(storage, append(storage, 2, 0, b"before", b"known"), 0).unwrap();
    let before = storage.snapshot().unwrap();
    for (bad, code) in [
        (new_turn(storage, 9, 0, b"x", b""), Code::NotFound),
        (new_turn(storage, 1, 99, b"x", b""), Code::NotFound),
        // Its parent would be the first turn of the batch, whose id nobody can know.
        (new_turn(storage, 1, 2, b"x", b""), Code::NotFound),
        (new_turn(storage, 2, 0, b"other", b"known"), Code::Conflict),
        (new_turn(storage, 1, 0, b"other", b"first"), Code::Conflict),
    ] {
        let batch = vec![
            new_turn(storage, 1, 0, b"first", b"first"),
            new_turn(storage, 2, 0, b"second", b""),
            bad,
        ];
        let error = one(storage, Write::AppendAll(batch), 0).unwrap_err();
        assert_eq!(error.code, code);
        assert_eq!(error.details.last(), Some(&("index", 2u64.into())));
        let after = storage.snapshot().unwrap();
        for context in [1, 2] {
            assert_eq!(after.head(context), before.head(context));
        }
        assert_eq!(after.last_event(), before.last_event());
        assert_eq!(after.blob(&blob::hash(b"first")).unwrap(), None);
    }
    let batch = vec![
        new_turn(storage, 1, 0, b"first", b"first"),
        new_turn(storage, 2, 0, b"second", b""),
        new_turn(storage, 1, 0, b"third", b""),
    ];
    let Written::AppendedAll(acks) = one(storage, Write::AppendAll(batch), 0).unwrap() else {
        panic!("no acks")
    };
    let found: Vec<_> = acks.iter().map(|a| (a.context, a.turn, a.depth)).collect();
    assert_eq!(found, [(1, 2, 0), (2, 3, 1), (1, 4, 1)]);
}

fn a_repeated_batch_is_answered_from_memory(storage: &dyn Storage) {
    storage.commit(vec![create(0)], 0);
    let batch = || {
        Write::AppendAll(vec![
            new_turn(storage, 1, 0, b"a", b"1"),
            new_turn(storage, 1, 0, b"b", b"2"),
            // The same turn twice in one batch is one turn.
            new_turn(storage, 1, 0, b"b", b"2"),
        ])
    };
    let first = one(storage, batch(), 0).unwrap();
    assert_eq!(one(storage, batch(), 5).unwrap(), first);
    let Written::AppendedAll(acks) = first else {
        panic!("no acks")
    };
    assert_eq!(acks[1], acks[2]);
    let head = storage.snapshot().unwrap().head(1).unwrap().unwrap();
    assert_eq!((head.turn, head.depth), (2, 1));
}

fn a_payload_may_be_there_before_its_turn(storage: &dyn Storage) {
    storage.commit(vec![create(0)], 0);
    for payload in [vec![1; 10], vec![2; 100_000]] {
        let hash = blob::hash(&payload);
        let put = || Write::PutBlob(hash, storage.stage(&hash, payload.clone()).unwrap());
        assert_eq!(one(storage, put(), 0), Ok(Written::BlobPut(true)));
        assert_eq!(one(storage, put(), 0), Ok(Written::BlobPut(false)));
        one(storage, append(storage, 1, 0, &payload, b""), 0).unwrap();
        let found = storage.snapshot().unwrap().blob(&hash).unwrap();
        assert_eq!(found, Some(payload));
    }
}

fn a_file_system_root_can_be_replaced(storage: &dyn Storage) {
    storage.commit(vec![create(0), append(storage, 1, 0, b"a", b"")], 0);
    let root = |id| {
        storage
            .snapshot()
            .unwrap()
            .turn(id)
            .unwrap()
            .unwrap()
            .fs_root
    };
    assert_eq!(root(1), None);
    for hash in [[1; 32], [2; 32]] {
        let written = one(storage, Write::AttachFs(1, hash), 0);
        assert_eq!((written, root(1)), (Ok(Written::Attached), Some(hash)));
    }
    let error = one(storage, Write::AttachFs(2, [1; 32]), 0).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

fn tagged_contexts_are_listed_apart(storage: &dyn Storage) {
    for tag in ["a", "", "b", "a", "ab"] {
        let tag = tag.to_owned();
        one(storage, Write::CreateContext { base: 0, tag }, 0).unwrap();
    }
    let snapshot = storage.snapshot().unwrap();
    let list = |before, limit, tag| -> Vec<u64> {
        let found = snapshot.contexts(before, limit, Some(tag)).unwrap();
        found.iter().map(|head| head.context).collect()
    };
    assert_eq!(list(None, 9, "a"), [4, 1]);
    assert_eq!(list(None, 1, "a"), [4]);
    assert_eq!(list(Some(4), 9, "a"), [1]);
    assert_eq!(list(None, 9, "ab"), [5]);
    assert_eq!(list(None, 9, "c"), [0u64; 0]);
    assert_eq!(snapshot.contexts(None, 9, None).unwrap().len(), 5);
    assert_eq!(snapshot.tag(3).unwrap(), "b");
    assert_eq!(snapshot.tag(2).unwrap(), "");
}

fn a_family_is_all_branches_of_one_root(storage: &dyn Storage) {
    let writes = vec![
        create(0),
        create(0),
        append(storage, 1, 0, b"1", b""),
        append(storage, 2, 0, b"2", b""),
        append(storage, 1, 0, b"3", b""),
        append(storage, 1, 1, b"4", b""),
        create(3),
        append(storage, 3, 0, b"5", b""),
    ];
    assert!(storage.commit(writes, 0).iter().all(Result::is_ok));
    let snapshot = storage.snapshot().unwrap();
    assert_eq!(snapshot.family(1, 0, 9).unwrap(), [1, 3, 4, 5]);
    assert_eq!(snapshot.family(1, 3, 1).unwrap(), [4]);
    assert_eq!(snapshot.family(2, 0, 9).unwrap(), [2]);
    assert_eq!(snapshot.family(3, 0, 9).unwrap(), [0u64; 0]);
}

fn every_write_leaves_its_event(storage: &dyn Storage) {
    assert_eq!(storage.snapshot().unwrap().last_event(), Ok(0));
    let writes = vec![
        create(0),
        append(storage, 1, 0, b"a", b"k"),
        append(storage, 1, 0, b"a", b"k"),
        append(storage, 7, 0, b"a", b""),
        create(1),
        Write::AppendAll(vec![new_turn(storage, 2, 0, b"b", b"")]),
    ];
    storage.commit(writes, 0);
    let snapshot = storage.snapshot().unwrap();
    let events = |after, limit| -> Vec<_> {
        let events = snapshot.events(after, limit).unwrap();
        let rows = events.iter().map(|e| (e.number, e.kind, e.context, e.turn));
        rows.collect()
    };
    use EventKind::{ContextCreated, TurnAppended};
    let all = [
        (1, ContextCreated, 1, 0),
        (2, TurnAppended, 1, 1),
        (3, ContextCreated, 2, 1),
        (4, TurnAppended, 2, 2),
    ];
    assert_eq!(events(0, 9), all);
    assert_eq!(events(1, 2), all[1..3]);
    assert_eq!(events(4, 9), []);
    assert_eq!(snapshot.last_event(), Ok(4));
}
