//! Links, missing files, folders, pipes: what a reference leads to is what the system says it is, and what is replaced
//! keeps who it was.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::PathBuf;
use std::process::Command;
use support::{Place, Ran};

#[test]
fn a_symlinked_shard_is_written_where_it_really_is_and_the_link_stays() {
    let place = Place::with_shards();
    let real = place.outside("REAL.json", "{\"A\": 1}");
    symlink(&real, place.path("LINK.json")).unwrap();
    assert_eq!(place.set("MOUNT", "ref file://LINK.json").code, 0);
    assert_eq!(place.set("MOUNT/A", "2").code, 0);
    assert_eq!(fs::read_to_string(&real).unwrap(), "{\n  \"A\": 2\n}\n");
    assert_eq!(
        fs::read_link(place.path("LINK.json")).unwrap().to_str(),
        Some(real.as_str())
    );
    // The link and the file are one: no first content for either.
    for path in ["LINK.json", &real] {
        let ran = place.set("AGAIN", &format!("ref file://{path} {{}}"));
        assert_eq!(
            (
                ran.code,
                ran.err.contains("is part of the document already")
            ),
            (3, true),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_link_that_leads_back_to_the_document_is_a_cycle() {
    let place = Place::with_shards();
    symlink("state.json", place.path("LINK.json")).unwrap();
    let before = place.contents();
    let ran = place.set("MOUNT", "ref file://LINK.json");
    assert_eq!(
        (ran.code, ran.err.contains("stands in itself")),
        (3, true),
        "{}",
        ran.err
    );
    assert_eq!(place.contents(), before);
}

#[test]
fn what_the_document_is_kept_by_is_no_part_of_it() {
    let place = Place::with_shards();
    symlink(place.path("state.json.lock"), place.path("LINK.json")).unwrap();
    let before = place.contents();
    for name in [
        "state.json.lock",
        "state.json.journal",
        "state.json.journal.new",
        "LINK.json",
    ] {
        for value in [
            format!("ref file://{name}"),
            format!("ref file://{name} {{}}"),
        ] {
            let ran = place.set("MOUNT", &value);
            let said = ran.err.contains("own lock or journal is no part of it");
            assert_eq!((ran.code, said), (3, true), "{value}: {}", ran.err);
            assert_eq!(place.contents(), before, "{value}");
        }
    }
    // From the other side: a lock that is a part of the document already.
    let lock = |path: PathBuf| -> Ran {
        let mut program = place.program(&["project", "chat", "set", "item", "X", "1"]);
        program.env("STATE_LOCK_PATH", path);
        program.output().unwrap().into()
    };
    assert_eq!(place.set("MOUNT", "ref file://SHARD.json {}").code, 0);
    assert_eq!(lock(place.path("SHARD.json")).code, 3);
    for name in ["state.json.journal", "state.json.journal.new"] {
        let ran = lock(place.path(name));
        let said = ran.err.contains("another file than the journal");
        assert_eq!((ran.code, said), (2, true), "{}", ran.err);
    }
}

#[test]
fn a_link_to_nothing_and_links_in_a_circle() {
    let place = Place::with_shards();
    symlink("THERE.json", place.path("HERE.json")).unwrap();
    assert_eq!(place.set("MOUNT", "ref file://HERE.json").code, 3);
    assert_eq!(place.set("MOUNT", "ref file://HERE.json [1]").code, 0);
    assert_eq!(
        fs::read_to_string(place.path("THERE.json")).unwrap(),
        "[\n  1\n]\n"
    );
    assert!(place.path("HERE.json").is_symlink());
    symlink("B.json", place.path("A.json")).unwrap();
    symlink("A.json", place.path("B.json")).unwrap();
    let ran = place.set("ROUND", "ref file://A.json");
    assert_eq!(
        (ran.code, ran.err.contains("symbolic links")),
        (3, true),
        "{}",
        ran.err
    );
}

#[test]
fn a_document_behind_a_link_has_one_lock_and_one_journal() {
    let place = Place::with_shards();
    let there = place.path("state.json");
    let elsewhere = place.outside("unused", "");
    let link = std::path::Path::new(&elsewhere).with_file_name("link.json");
    symlink(&there, &link).unwrap();
    let lock = fs::File::open(place.path("state.json.lock")).unwrap();
    lock.lock().unwrap();
    let mut program = place.program(&["chat", "state", "reset"]);
    program
        .env("STATE_PATH", &link)
        .env("STATE_LOCK_TIMEOUT_MS", "0");
    assert_eq!(program.output().unwrap().status.code(), Some(5));
    drop(lock);
    program.env_remove("STATE_LOCK_TIMEOUT_MS");
    assert_eq!(program.output().unwrap().status.code(), Some(0));
    assert!(link.is_symlink() && !there.is_symlink());
    assert!(fs::read_to_string(there)
        .unwrap()
        .contains("\"CONTENT\": {}"));
}

#[test]
fn a_shard_deleted_in_between_is_3_until_its_mount_is_mended() {
    let place = Place::with_shards();
    fs::remove_file(place.path("OPS/DEEP.json")).unwrap();
    let before = place.contents();
    for ran in [
        place.get("OPS"),
        place.get("OPS/DEEP"),
        place.set("OPS/DEEP/COUNT", "2"),
        place.set("COUNT", "2"),
        place.run(&["chat", "create", "goal", "ship it"]),
    ] {
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
        assert!(
            ran.err.contains("OPS/DEEP.json is mounted but not there"),
            "{}",
            ran.err
        );
    }
    assert_eq!(place.contents(), before);
    assert_eq!(place.set("OPS/DEEP", "{\"COUNT\": 7}").code, 0);
    assert_eq!(place.value("OPS/DEEP/COUNT"), 7);
    assert!(place.path("OPS/DEEP.json").exists());
}

#[test]
fn what_is_no_file_is_3_and_is_not_waited_for() {
    let place = Place::with_shards();
    fs::create_dir(place.path("FOLDER.json")).unwrap();
    let made = Command::new("mkfifo")
        .arg(place.path("PIPE.json"))
        .status()
        .unwrap();
    assert!(made.success());
    for (target, why) in [
        ("FOLDER.json", "it is a folder"),
        ("PIPE.json", "it is no regular file"),
        ("/dev/zero", "it is no regular file"),
        ("state.json/X.json", "Not a directory"),
        ("FOLDER.json/", "it names a folder"),
        ("..", "it names a folder"),
    ] {
        for init in ["", " {}"] {
            let ran = place.set("MOUNT", &format!("ref file://{target}{init}"));
            assert_eq!(
                (ran.code, ran.err.contains(why)),
                (3, true),
                "{target}: {}",
                ran.err
            );
        }
    }
    let mut program = place.program(&["chat", "state", "reset"]);
    let ran: Ran = program
        .env("STATE_PATH", place.path("FOLDER.json"))
        .output()
        .unwrap()
        .into();
    assert_eq!(
        (ran.code, ran.err.contains("cannot be read: it is a folder")),
        (3, true),
        "{}",
        ran.err
    );
}

#[test]
fn what_is_replaced_keeps_its_permissions() {
    let place = Place::with_shards();
    for (name, mode) in [("state.json", 0o600), ("OPS.json", 0o664)] {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    place.ok(&["project", "chat", "set", "item", "COUNT", "2"]);
    place.ok(&["project", "chat", "set", "item", "OPS/COUNT", "2"]);
    for (name, mode) in [("state.json", 0o600), ("OPS.json", 0o664)] {
        let about = fs::metadata(place.path(name)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, mode, "{name}");
    }
}

#[test]
fn a_file_that_is_to_be_made_is_one_however_it_is_written() {
    let place = Place::with_shards();
    fs::create_dir(place.path("REAL")).unwrap();
    symlink("REAL", place.path("LINK")).unwrap();
    let both = r#"{"X": "ref file://REAL/N/Q.json", "Y": "ref file://LINK/./N//Q.json"}"#;
    assert_eq!(
        place.set("A", "ref file://LINK/N/Q.json {\"B\": 1}").code,
        0
    );
    assert_eq!(place.set("D", both).code, 0);
    assert_eq!(place.set("D/Y/B", "2").code, 0);
    assert_eq!(place.value("D/X/B"), 2);
    // As for the system: there is no way back out of what is not there.
    let ran = place.set("C", "ref file://N/../Q.json {}");
    assert_eq!(
        (
            ran.code,
            ran.err
                .contains("leads back out of a folder that is not there")
        ),
        (3, true),
        "{}",
        ran.err
    );
    fs::create_dir(place.path("N")).unwrap();
    assert_eq!(place.set("C", "ref file://N/../Q.json {}").code, 0);
    assert!(place.path("Q.json").exists());
}

#[test]
fn without_a_document_a_read_makes_nothing() {
    let place = Place::new();
    let mut program = place.program(&["project", "chat", "get", "item", "A"]);
    let ran: Ran = program
        .env("STATE_PATH", place.path("a/b/state.json"))
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.code, ran.err.as_str()), (3, "there is no item A\n"));
    assert!(!place.path("a").exists());
    // The default place, and how its folder's name leads references.
    let set = [
        "project",
        "chat",
        "set",
        "item",
        "Q",
        "ref file://state/OPS/Q.json {}",
    ];
    let mut program = place.program(&set);
    assert_eq!(
        program
            .env_remove("STATE_PATH")
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    assert!(place.path("state/state.json").exists() && place.path("state/OPS/Q.json").exists());
}
