//! When the power goes at any step, whatever of what was not synced reaches the disk, the files are as they were or as
//! they were to be; and what was reported as done is there.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::volatile::Volatile;
use vitrine::state::Write;
use vitrine_state::transaction::{commit, recover};

const STATE: &str = "/d/state.json";
const BEFORE: [(&str, &str); 3] = [
    ("/d/state.json", "root before"),
    ("/d/a/ONE.json", "one before"),
    ("/d/b/TWO.json", "two before"),
];
/// What is found after each cut, in so many ways.
const WAYS: usize = 60;

fn changes() -> [Vec<Write>; 3] {
    let write = |(path, text): (&str, &str)| Write {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    [
        [("/d/a/ONE.json", "one after")].map(write).to_vec(),
        [
            ("/d/b/TWO.json", "two after"),
            ("/d/a/ONE.json", "one after"),
            ("/d/state.json", "root after"),
        ]
        .map(write)
        .to_vec(),
        [
            ("/d/new/deep/THREE.json", "three after"),
            ("/d/state.json", "root after"),
        ]
        .map(write)
        .to_vec(),
    ]
}

fn texts<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<PathBuf, String> {
    pairs
        .map(|(path, text)| (path.into(), text.to_owned()))
        .collect()
}

/// Numbers that look drawn; the same in every run.
fn drawn(seed: usize) -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed as u64 + 1);
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    }
}

#[test]
fn cut_at_any_step_of_a_change_and_of_its_repair() {
    for writes in changes() {
        cut_at_any_step(&writes, None);
    }
}

#[test]
fn cut_at_any_step_of_a_change_that_is_put_back() {
    for writes in changes() {
        for guarded in &writes {
            cut_at_any_step(&writes, Some(Path::new(&guarded.path)));
        }
    }
}

fn cut_at_any_step(writes: &[Write], guarded: Option<&Path>) {
    let before = texts(BEFORE.into_iter());
    let written = writes
        .iter()
        .map(|write| (write.path.as_str(), write.text.as_str()));
    let after = texts(BEFORE.into_iter().chain(written));
    let (mut undone, mut held) = (0, 0);
    for step in 0.. {
        let disk = Volatile::with(&BEFORE);
        disk.cut_at(step);
        if let Some(path) = guarded {
            disk.guard(path);
        }
        let result = commit(&disk, Path::new(STATE), writes);
        for way in 0..WAYS {
            let mut draw = drawn(step * WAYS + way);
            let found = disk.found(&mut draw);
            let found = repaired_in_spite_of_cuts(found, &mut draw);
            let contents = found.contents();
            let at = format!("{writes:?} cut at {step}, way {way}: {contents:?}");
            assert!(contents == before || contents == after, "{at}");
            assert!(
                result.is_err() || contents == after,
                "reported as done, {at}"
            );
            assert!(
                disk.is_cut() || (contents == before) == guarded.is_some(),
                "{at}"
            );
            *(if contents == before {
                &mut undone
            } else {
                &mut held
            }) += 1;
        }
        if !disk.is_cut() {
            assert_eq!(result.is_ok(), guarded.is_none(), "{result:?}");
            break;
        }
    }
    assert!(undone > WAYS && held > 0, "{undone} {held}");
}

/// Repairs, with up to two more cuts while it does.
fn repaired_in_spite_of_cuts(mut disk: Volatile, draw: &mut dyn FnMut(usize) -> usize) -> Volatile {
    for _ in 0..2 {
        disk.cut_at(draw(8));
        let _ = recover(&disk, Path::new(STATE));
        disk = disk.found(draw);
    }
    recover(&disk, Path::new(STATE)).unwrap();
    assert_eq!(recover(&disk, Path::new(STATE)), Ok(None));
    disk
}
