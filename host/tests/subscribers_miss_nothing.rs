//! Promise: a subscriber gets every turn once and in order, those it has missed first; a slow one costs no memory and
//! holds up nobody.

#![allow(clippy::unwrap_used)]

mod support;

use support::fresh;
use support::wire::{turn, AppendTurn, Wire};

fn ids(wire: &mut Wire, count: usize) -> Vec<u64> {
    (0..count).map(|_| wire.pushed().1.turn).collect()
}

#[test]
fn new_turns_come_as_they_are_appended() {
    let (_folder, host) = fresh();
    let (mut writer, mut one, mut all) = (host.connect(), host.connect(), host.connect());
    let a = writer.create(0).unwrap().context;
    let b = writer.create(0).unwrap().context;
    writer.append(&turn(a, b"old")).unwrap();
    all.subscribe(0, 0);
    one.subscribe(a, 1);
    // A subscription has no answer: its first turn shows that it has begun.
    std::thread::sleep(std::time::Duration::from_millis(300));
    writer.append(&turn(b, b"other")).unwrap();
    writer
        .append_batch(&[turn(a, b"new"), turn(b, b"more")])
        .unwrap();
    let seen: Vec<_> = (0..3).map(|_| all.pushed()).collect();
    let contexts: Vec<_> = seen
        .iter()
        .map(|(context, item)| (*context, item.turn))
        .collect();
    assert_eq!(contexts, [(b, 2), (a, 3), (b, 4)]);
    let (context, item) = one.pushed();
    assert_eq!((context, item), (a, writer.last(a, 1).remove(0)));
}

#[test]
fn a_subscriber_resumes_where_it_was() {
    let (_folder, host) = fresh();
    let mut writer = host.connect();
    let context = writer.create(0).unwrap().context;
    // More than are looked up together.
    for n in 0..150u64 {
        writer.append(&turn(context, &n.to_le_bytes())).unwrap();
    }
    for after in [0, 1, 64, 149] {
        let mut wire = host.connect();
        wire.subscribe(context, after);
        let expected: Vec<u64> = (after + 1..=150).collect();
        assert_eq!(ids(&mut wire, expected.len()), expected);
        let next = writer.append(&turn(context, b"next")).unwrap().turn;
        // Those that were appended for earlier rounds come first.
        let late: Vec<u64> = (151..=next).collect();
        assert_eq!(ids(&mut wire, late.len()), late);
    }
}

#[test]
fn who_was_on_another_branch_gets_the_new_one_from_the_fork_on() {
    let (_folder, host) = fresh();
    let mut writer = host.connect();
    let context = writer.create(0).unwrap().context;
    for n in 0..5 {
        writer.append(&turn(context, &[n])).unwrap();
    }
    for n in 0..3 {
        let payload = [10 + n];
        let onto = AppendTurn {
            parent: if n == 0 { 2 } else { 0 },
            ..turn(context, &payload)
        };
        writer.append(&onto).unwrap();
    }
    let mut wire = host.connect();
    wire.subscribe(context, 5);
    assert_eq!(ids(&mut wire, 3), [6, 7, 8]);
    let elsewhere = writer.create(0).unwrap().context;
    writer.append(&turn(elsewhere, b"root")).unwrap();
    let mut wire = host.connect();
    wire.subscribe(context, 9);
    assert_eq!(ids(&mut wire, 5), [1, 2, 6, 7, 8]);
}

#[test]
fn what_cannot_be_followed_is_refused_and_the_connection_goes_on() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.subscribe(7, 0);
    assert_eq!(wire.receive_error().1.code, 404);
    let context = wire.create(0).unwrap().context;
    wire.subscribe(context, 9);
    assert_eq!(wire.receive_error().1.code, 404);
    assert_eq!(wire.hello().1, 1);

    // Once subscribed, it takes nothing else, but is not lost by asking.
    wire.subscribe(context, 0);
    assert_eq!(wire.head(context).unwrap_err().code, 409);
    host.connect().append(&turn(context, b"x")).unwrap();
    assert_eq!(wire.pushed().1.turn, 1);
}

#[test]
fn a_subscriber_that_reads_late_has_missed_nothing() {
    let (_folder, host) = fresh();
    let (mut writer, mut late) = (host.connect(), host.connect());
    let context = writer.create(0).unwrap().context;
    late.subscribe(context, 0);
    // Far more than a socket holds.
    let payload = vec![7; 1 << 20];
    let before = host.memory();
    for _ in 0..60 {
        writer.append(&turn(context, &payload)).unwrap();
    }
    let grown = host.memory().saturating_sub(before);
    assert!(grown < 40 << 20, "grew by {grown} bytes");
    assert_eq!(ids(&mut late, 60), (1..=60).collect::<Vec<u64>>());
}
