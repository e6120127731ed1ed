//! Whoever is killed while writing leaves the document as it was or as it was to be; the next run repairs and says so.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::os::unix::process::ExitStatusExt;
use support::{example, Contents, Place, CHANGES};

const UNDONE: &str = "undid a change that a stopped run had not made";
const FINISHED: &str = "that a stopped run had begun";

/// Two next runs: one that reads, one that writes.
const NEXT: [&[&str]; 2] = [
    &["project", "chat", "get", "item", "COUNT"],
    &["project", "chat", "set", "item", "OTHER", "1"],
];

#[test]
fn killed_before_any_step_and_in_the_middle_of_any() {
    for change in CHANGES {
        let place = Place::with_shards();
        let before = place.contents();
        place.ok(change);
        let after = place.contents();
        assert_ne!(before, after);
        for moment in ["before", "within"] {
            for next in NEXT {
                // What the next run leaves where nobody was killed.
                let [before_next, after_next] = [&before, &after].map(|contents| {
                    place.restore(contents);
                    place.ok(next);
                    place.contents()
                });
                let ends_with = [&before_next, &after_next];
                let ends = kill_at_every_step(&place, &before, ends_with, change, moment, next);
                assert!(ends.contains(&End::Before), "{change:?}");
                assert!(ends.contains(&End::After), "{change:?}");
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Before,
    After,
}

fn kill_at_every_step(
    place: &Place,
    before: &Contents,
    [before_next, after_next]: [&Contents; 2],
    change: &[&str],
    moment: &str,
    next: &[&str],
) -> Vec<End> {
    let mut ends = Vec::new();
    loop {
        place.restore(before);
        let step = ends.len().to_string();
        let mut dying = place.command(example("dies_at_step"));
        let ended = dying.args([moment, &step]).args(change).output().unwrap();
        if ended.status.signal() != Some(9) {
            assert_eq!(ended.status.code(), Some(0), "{ended:?}");
            place.ok(next);
            assert_eq!(place.contents(), *after_next);
            return ends;
        }
        let journal = place.path("state.json.journal").exists();
        // What a run reads that is killed while it repairs, again and again.
        for step in 0..3 {
            let mut dying = place.command(example("dies_at_step"));
            dying
                .args(["before", &step.to_string()])
                .args(NEXT[0])
                .output()
                .unwrap();
        }
        let journal_now = place.path("state.json.journal").exists();
        let ran = place.run(next);
        let at = format!("{change:?} killed {moment} {step}, then {next:?}: {ran:?}");
        assert_eq!(ran.code, 0, "{at}");
        assert!(journal || !journal_now, "{at}");
        assert_eq!(
            ran.err.contains(UNDONE) || ran.err.contains(FINISHED),
            journal_now,
            "{at}"
        );
        let contents = place.contents();
        let end = match contents {
            _ if contents == *before_next => End::Before,
            _ if contents == *after_next => End::After,
            _ => panic!("{at}: between: {contents:?}"),
        };
        if next[2] == "get" {
            let expected = place.ok(NEXT[0]);
            assert_eq!(ran.out, expected, "{at}");
        }
        // Once a change holds, it holds at every later step.
        assert!(
            ends.last() != Some(&End::After) || end == End::After,
            "{at}"
        );
        ends.push(end);
    }
}
