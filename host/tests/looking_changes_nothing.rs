//! Promise: `verify`, `stats` and `backup` leave the data as it is, to the byte, and work where it cannot be changed; while
//! one looks another may, and no host may.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;
use support::wire::turn;
use support::{command, refusal, TestHost};

const PROGRAM: &str = env!("CARGO_BIN_EXE_vitrine-host");

/// A number that no system gives to a person.
const NOBODY: u32 = 65534;

/// A store with payloads in its database and in files, whose host was killed.
fn fill(data: &Path) {
    let host = TestHost::start(data);
    let mut wire = host.connect();
    wire.create(0).unwrap();
    for size in [10, 50_000, 100_000] {
        wire.append(&turn(1, &vec![size as u8; size])).unwrap();
    }
    host.kill_nine();
    // What a killed host may leave, too.
    fs::write(data.join("blobs/tmp/0"), b"half").unwrap();
}

/// All files and folders in a folder: their bytes, and when they were changed.
fn all_in(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::metadata(&path).unwrap();
            let bytes = if about.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, (bytes, about.modified().unwrap()));
        }
    }
    found
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Does all three on `data`; the backup is `to`.
fn look(data: &Path, to: &Path, by: &mut dyn FnMut() -> Command) {
    for (arguments, tells) in [
        (
            vec![Path::new("verify"), data],
            "3 turns, 3 payloads, 0 faults",
        ),
        (vec![Path::new("stats"), data], "payload files, bytes"),
        (vec![Path::new("backup"), data, to], "all of"),
    ] {
        let output = by().args(&arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains(tells), "{}", said(&output));
    }
    assert!(fs::metadata(to).unwrap().len() > 100);
}

#[test]
fn every_file_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data);
    for locked in [true, false] {
        if !locked {
            // As in a copy of what matters.
            fs::remove_file(data.join("lock")).unwrap();
        }
        let before = all_in(&data);
        look(&data, &folder.path().join(format!("{locked}")), &mut || {
            Command::new(PROGRAM)
        });
        assert!(before == all_in(&data), "a file was changed");
    }
}

#[test]
fn one_who_may_only_read_can_look() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data);
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    mode(folder.path(), 0o755);
    mode(&own, 0o777);
    for path in all_in(&data).keys() {
        mode(path, if path.is_dir() { 0o555 } else { 0o444 });
    }
    mode(&data, 0o555);
    // Whoever may do everything does it as somebody who may not, who need not be able to reach the program where it is.
    let almighty = File::create(data.join("written")).is_ok();
    let _ = fs::remove_file(data.join("written"));
    let program = folder.path().join("program");
    if almighty {
        fs::copy(PROGRAM, &program).unwrap();
    }
    look(&data, &own.join("backup"), &mut || {
        let mut command = Command::new(if almighty {
            &program
        } else {
            Path::new(PROGRAM)
        });
        if almighty {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    });
    for path in all_in(&data).keys().chain([&data]) {
        mode(path, 0o755);
    }
}

#[test]
fn two_may_look_at_once_and_no_host_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data);
    let looking = vitrine_host::store::redb::RedbStorage::open_unchanged(&data).unwrap();
    look(&data, &folder.path().join("backup"), &mut || {
        Command::new(PROGRAM)
    });
    let refused = refusal(command(&data));
    assert!(refused.contains("is using"), "{refused}");
    drop(looking);

    let host = TestHost::start(&data);
    for name in ["verify", "stats"] {
        let output = Command::new(PROGRAM).arg(name).arg(&data).output().unwrap();
        assert!(!output.status.success());
        assert!(said(&output).contains("is using"), "{}", said(&output));
    }
    assert!(host.stop());
}
