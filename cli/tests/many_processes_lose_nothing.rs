//! Processes that write at once lose nothing, and whoever reads meanwhile sees whole changes only.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use support::Place;

const WRITERS: usize = 8;
const SETS: usize = 200;
/// So many that a change of all takes as long as a read of all.
const SHARDS: usize = 60;

/// A number as a key: digits are no letters.
fn word(number: usize) -> String {
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'A'))
        .collect()
}

#[test]
fn eight_processes_of_two_hundred_sets_each_lose_none() {
    let place = Place::with_shards();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let place = &place;
            scope.spawn(move || {
                for set in 0..SETS {
                    // Half of them in a shard.
                    let folder = ["ROOT", "OPS/DEEP"][set % 2];
                    let item = format!("{folder}/{}/{}", word(writer), word(set));
                    let ran = place.set(&item, &set.to_string());
                    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{item}");
                }
            });
        }
    });
    let [root, deep] = ["ROOT", "OPS/DEEP"].map(|item| place.value(item));
    for writer in 0..WRITERS {
        for set in 0..SETS {
            let there = &[&root, &deep][set % 2][word(writer)][word(set)];
            assert_eq!(*there, set, "{writer} {set}");
        }
    }
    assert!(!place.path("state.json.journal").exists());
}

#[test]
fn readers_see_whole_changes_while_writers_write() {
    let place = Place::with_shards();
    for shard in 0..SHARDS {
        let name = word(shard);
        let mount = format!("ref file://MANY/{name}.json {{\"COUNT\": 0}}");
        place.ok(&[
            "project",
            "chat",
            "set",
            "item",
            &format!("MANY/{name}"),
            &mount,
        ]);
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for count in 1..=40 {
                let all = format!(".ITEMS.GLOBAL.CONTENT.MANY |= map_values(.COUNT = {count})");
                place.ok(&["chat", "state", "apply", "--jq", &all]);
            }
            done.store(true, Ordering::Relaxed);
        });
        for _ in 0..3 {
            scope.spawn(|| {
                let mut last = 0;
                while !done.load(Ordering::Relaxed) {
                    let many = place.value("MANY");
                    let mut counts = many
                        .as_object()
                        .unwrap()
                        .values()
                        .map(|each| each["COUNT"].as_u64().unwrap());
                    let count = counts.next().unwrap();
                    assert!(counts.all(|each| each == count), "{many}");
                    assert!(count >= last, "{count} after {last}");
                    last = count;
                }
            });
        }
        writer.join().unwrap();
    });
    assert_eq!(place.value("MANY/A/COUNT"), 40);
}
