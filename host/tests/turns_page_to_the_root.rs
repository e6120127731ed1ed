//! Promise: pages by `before_turn_id` give every turn once, oldest first within a page, down to the root, on
//! any branch, and what is not on the way to the root is refused.

#![allow(clippy::unwrap_used)]

mod support;

use support::http::Response;
use support::wire::{items, turn, Item};
use support::{fresh, TestHost};

fn page(host: &TestHost, context: u64, limit: u32, before: Option<u64>) -> (Response, Vec<Item>) {
    let before = before
        .map(|b| format!("&before_turn_id={b}"))
        .unwrap_or_default();
    let path = format!("/v1/contexts/{context}/turns?limit={limit}{before}");
    let response = host.request(
        "GET",
        &path,
        &[("accept", "application/vnd.vitrine.turns")],
        b"",
    );
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(
        response.header("content-type"),
        Some("application/vnd.vitrine.turns")
    );
    let items = items(&response.body);
    (response, items)
}

fn all(host: &TestHost, context: u64, limit: u32) -> Vec<Item> {
    let (mut turns, mut before) = (Vec::new(), None);
    loop {
        let (response, mut found) = page(host, context, limit, before);
        assert!(found.len() <= limit as usize);
        found.append(&mut turns);
        turns = found;
        match response.header("vitrine-next-before") {
            Some(next) => before = Some(next.parse().unwrap()),
            None => return turns,
        }
    }
}

#[test]
fn every_turn_comes_once_on_every_branch() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let main = wire.create(0).unwrap().context;
    for n in 0..130u32 {
        wire.append(&turn(main, &n.to_le_bytes())).unwrap();
    }
    let fork = wire.fork(50).unwrap().context;
    for n in 1000..1040u32 {
        wire.append(&turn(fork, &n.to_le_bytes())).unwrap();
    }
    for limit in [1, 7, 13, 64, 130, 1000] {
        let turns = all(&host, main, limit);
        let numbers: Vec<u64> = turns.iter().map(|t| t.turn).collect();
        assert_eq!(numbers, (1..=130).collect::<Vec<_>>(), "limit {limit}");
        let turns = all(&host, fork, limit);
        let numbers: Vec<u64> = turns.iter().map(|t| t.turn).collect();
        assert_eq!(
            numbers,
            (1..=50).chain(131..=170).collect::<Vec<_>>(),
            "limit {limit}"
        );
        for (i, turn) in turns.iter().enumerate() {
            assert_eq!(turn.depth as usize, i);
            assert_eq!(turn.parent, if i == 0 { 0 } else { turns[i - 1].turn });
        }
        assert_eq!(wire.last(fork, 1000), turns);
    }
}

#[test]
fn the_meta_is_in_the_headers() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    let (empty, none) = page(&host, context, 10, None);
    assert_eq!((empty.header("vitrine-head"), none.len()), (Some("0"), 0));
    assert_eq!(empty.header("vitrine-next-before"), None);
    assert_eq!(empty.header("vitrine-bundle"), None);
    for _ in 0..3 {
        wire.append(&turn(context, b"\x80")).unwrap();
    }
    let (two, _) = page(&host, context, 2, None);
    assert_eq!(two.header("vitrine-head"), Some("3"));
    assert_eq!(two.header("vitrine-head-depth"), Some("2"));
    assert_eq!(two.header("vitrine-next-before"), Some("2"));
    let (rest, items) = page(&host, context, 2, Some(2));
    assert_eq!((items.len(), rest.header("vitrine-next-before")), (1, None));
    let (nothing, items) = page(&host, context, 2, Some(1));
    assert_eq!(
        (items.len(), nothing.header("vitrine-next-before")),
        (0, None)
    );
}

#[test]
fn what_is_not_an_ancestor_is_a_conflict() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let main = wire.create(0).unwrap().context;
    for _ in 0..10 {
        wire.append(&turn(main, b"\x80")).unwrap();
    }
    let fork = wire.fork(5).unwrap().context;
    wire.append(&turn(fork, b"\x80")).unwrap();
    let status = |context: u64, before: u64| {
        let path = format!("/v1/contexts/{context}/turns?before_turn_id={before}");
        host.get(&path).status
    };
    assert_eq!(status(main, 5), 200);
    assert_eq!(status(fork, 5), 200);
    assert_eq!(status(fork, 11), 200);
    assert_eq!(status(main, 11), 409);
    assert_eq!(status(fork, 6), 409);
    assert_eq!(status(main, 999), 409);
    let error = host.get(&format!("/v1/contexts/{fork}/turns?before_turn_id=6"));
    assert_eq!(error.error(), "Conflict");
    assert!(error.message().contains("head 11"), "{}", error.message());
    let empty = wire.create(0).unwrap().context;
    assert_eq!(status(empty, 1), 409);
    assert_eq!(status(77, 1), 404);
}

#[test]
fn an_explicit_parent_moves_the_head_to_the_new_branch() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    for _ in 0..4 {
        wire.append(&turn(context, b"\x80")).unwrap();
    }
    let mut aside = turn(context, b"\x80");
    aside.parent = 2;
    let ack = wire.append(&aside).unwrap();
    assert_eq!((ack.turn, ack.depth), (5, 2));
    let ids: Vec<u64> = all(&host, context, 1).iter().map(|t| t.turn).collect();
    assert_eq!(ids, [1, 2, 5]);
}

#[test]
fn a_page_holds_as_many_of_the_newest_as_fit_a_frame() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    let context = wire.create(0).unwrap().context;
    // Four of these are just under 64 MiB with their heads, five are over.
    for n in 0..6u8 {
        wire.append(&turn(context, &vec![n; 16_700_000])).unwrap();
    }
    let ids: Vec<u64> = wire.last(context, 6).iter().map(|t| t.turn).collect();
    assert_eq!(ids, [3, 4, 5, 6]);
    let (response, items) = page(&host, context, 6, None);
    assert_eq!(
        (items.len(), response.header("vitrine-next-before")),
        (4, Some("3"))
    );
    let bare = items_without_payload(&mut wire, context);
    assert_eq!(bare, 6);
}

fn items_without_payload(wire: &mut support::wire::Wire, context: u64) -> usize {
    items(&wire.last_batch(context, 100, 0).unwrap()).len()
}
