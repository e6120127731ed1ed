//! Where a step of writing fails, the command ends with 3, every byte is as it was, and nothing lies about.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::fs;
use std::io::ErrorKind;
use support::stepped::{Fault, Stepped};
use support::{Contents, Place};
use vitrine::state::Exit;

/// As [`support::CHANGES`], without filters, which run in a process that these runs inside the tests cannot start.
fn changes(place: &Place) -> [Vec<String>; 3] {
    let one = ["project", "chat", "set", "item", "OPS/DEEP/COUNT", "2"];
    let new = [
        "project",
        "chat",
        "set",
        "item",
        "OPS/NEW",
        "ref file://A/B/NEW.json {\"COUNT\": 2}",
    ];
    let root = fs::read_to_string(place.state()).unwrap();
    let inline = "{\"COUNT\": 2, \"DEEP\": {\"COUNT\": 2}}";
    let root = root
        .replace("\"COUNT\": 1", "\"COUNT\": 2")
        .replace("\"ref file://OPS.json\"", inline);
    let document = place.outside("document.json", &root);
    let apply = ["chat", "state", "apply", &document];
    [
        one.map(str::to_owned).to_vec(),
        apply.map(str::to_owned).to_vec(),
        new.map(str::to_owned).to_vec(),
    ]
}

fn with_change(mut each: impl FnMut(&Place, &Contents, &Contents, &[&str])) {
    let place = Place::with_shards();
    let before = place.contents();
    for change in changes(&place) {
        let change: Vec<_> = change.iter().map(String::as_str).collect();
        place.restore(&before);
        place.ok(&change);
        let after = place.contents();
        assert_ne!(before, after);
        each(&place, &before, &after, &change);
    }
}

#[test]
fn any_step_that_fails_leaves_every_byte_as_it_was() {
    with_change(|place, before, after, change| {
        let mut refused = 0;
        for step in 0.. {
            place.restore(before);
            let disk = Stepped::new(Fault::Fail(ErrorKind::StorageFull), step);
            let outcome = place.run_on(&disk, change);
            let at = format!(
                "{change:?} failing at {step}: {outcome:?}, {:?}",
                disk.log.borrow()
            );
            if outcome.exit == Exit::Done {
                // Cleaning up failed at most, which the next run makes good.
                place.get("COUNT");
                assert_eq!(place.contents(), *after, "{at}");
            } else {
                refused += 1;
                assert_eq!(
                    (outcome.exit, outcome.stdout.as_str()),
                    (Exit::State, ""),
                    "{at}"
                );
                assert_eq!(outcome.stderr.lines().count(), 1, "{at}");
                if outcome.stderr.contains("next run") {
                    place.get("COUNT");
                }
                assert_eq!(place.contents(), *before, "{at}");
                if outcome.stderr.starts_with("nothing was written") {
                    assert!(!place.path("A").exists(), "{at}");
                }
            }
            if !disk.happened() {
                assert_eq!((outcome.exit, refused > 6), (Exit::Done, true), "{at}");
                break;
            }
        }
    });
}

#[test]
fn a_disk_that_is_dead_from_a_step_on_is_repaired_by_the_next_run() {
    with_change(|place, before, after, change| {
        for step in 0.. {
            place.restore(before);
            let disk = Stepped::new(Fault::FailFrom(ErrorKind::ReadOnlyFilesystem), step);
            let outcome = place.run_on(&disk, change);
            let ran = place.get("COUNT");
            let contents = place.contents();
            let at = format!("{change:?} dead from {step}: {outcome:?}, then {ran:?}");
            assert_eq!(ran.code, 0, "{at}");
            match outcome.exit {
                Exit::Done => assert_eq!(contents, *after, "{at}"),
                _ => assert!(
                    contents == *before || contents == *after,
                    "{at}: {contents:?}"
                ),
            }
            if !disk.happened() {
                break;
            }
        }
    });
}

#[test]
fn writes_go_in_the_order_that_keeps_a_change_whole() {
    with_change(|place, before, _, change| {
        place.restore(before);
        let disk = Stepped::new(Fault::Die, usize::MAX);
        assert_eq!(place.run_on(&disk, change).exit, Exit::Done);
        let log = disk.log.borrow();
        let journal = place
            .path("state.json.journal")
            .canonicalize()
            .unwrap_or(place.path("state.json.journal"));
        let is_journal = |path: &std::path::Path| path.file_name() == journal.file_name();
        let at = |what: &str| {
            log.iter()
                .position(|(did, path)| *did == what && is_journal(path))
                .unwrap()
        };
        let renames: Vec<_> = log
            .iter()
            .filter(|(did, _)| *did == "rename")
            .map(|(_, path)| path.clone())
            .collect();
        let (first, last) = (
            log.iter().position(|(did, _)| *did == "rename").unwrap(),
            log.iter().rposition(|(did, _)| *did == "rename").unwrap(),
        );
        for (place, (did, path)) in log.iter().enumerate() {
            let waits = path.extension().is_some_and(|extension| extension == "tmp");
            if waits && *did == "write" {
                assert!(
                    place < at("append") && log[place + 1] == ("sync", path.clone()),
                    "{log:?}"
                );
            }
        }
        assert!(
            at("write") < at("append") && at("append") < at("sync") && at("sync") < first,
            "{log:?}"
        );
        assert!(
            last < at("remove") && at("remove") == log.len() - 1,
            "{log:?}"
        );
        let names: Vec<_> = renames
            .iter()
            .map(|path| path.file_name().unwrap().to_str().unwrap())
            .collect();
        let order = ["DEEP.json", "NEW.json", "OPS.json", "state.json"];
        let places: Vec<_> = names
            .iter()
            .map(|name| order.iter().position(|each| each == name).unwrap())
            .collect();
        assert!(places.is_sorted(), "{names:?}");
    });
}
