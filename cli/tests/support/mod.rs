//! A folder with a document in it, and the real program run there.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a module of each test, which uses what it needs"
)]

pub mod stepped;
pub mod volatile;

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use vitrine::state::Outcome;
use vitrine_state::disk::Disk;
use vitrine_state::World;

/// Contents by path, from the folder on.
pub type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub struct Place {
    folder: TempDir,
    /// For what is no part of the document.
    outside: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
            outside: tempfile::tempdir().unwrap(),
        }
    }

    /// In memory, where the system has such a folder: for what writes very often.
    pub fn in_memory() -> Place {
        let shared = Path::new("/dev/shm");
        match shared.is_dir() {
            true => Place {
                folder: tempfile::tempdir_in(shared).unwrap(),
                ..Place::new()
            },
            false => Place::new(),
        }
    }

    /// With a document in three files: the root mounts OPS.json, which mounts OPS/DEEP.json.
    pub fn with_shards() -> Place {
        let place = Place::in_memory();
        for (item, value) in [
            ("COUNT", "1"),
            ("OPS", "ref file://OPS.json {\"COUNT\": 1}"),
            ("OPS/DEEP", "ref file://OPS/DEEP.json {\"COUNT\": 1}"),
        ] {
            place.ok(&["project", "chat", "set", "item", item, value]);
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file that is no part of the document.
    pub fn outside(&self, name: &str, text: &str) -> String {
        let path = self.outside.path().join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    }

    pub fn state(&self) -> PathBuf {
        self.path("state.json")
    }

    /// The program, with its environment set for this folder and nothing else in it.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .env_clear()
            .env("STATE_PATH", self.state())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn program(&self, args: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_vitrine-state"));
        command.args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.program(args).output().unwrap().into()
    }

    /// Runs what has to succeed, and gives what it printed.
    pub fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        ran.out
    }

    pub fn set(&self, item: &str, value: &str) -> Ran {
        self.run(&["project", "chat", "set", "item", item, value])
    }

    pub fn get(&self, item: &str) -> Ran {
        self.run(&["project", "chat", "get", "item", item])
    }

    /// The value of an item that is there.
    pub fn value(&self, item: &str) -> Value {
        serde_json::from_str(&self.ok(&["project", "chat", "get", "item", item])).unwrap()
    }

    /// The same run in this process, on another disk.
    pub fn run_on(&self, disk: &dyn Disk, args: &[&str]) -> Outcome {
        let args: Vec<_> = args.iter().map(OsString::from).collect();
        let world = World {
            disk,
            variable: &|name| (name == "STATE_PATH").then(|| self.state().into()),
        };
        vitrine_state::run(&args, &world)
    }

    /// All files but the lock.
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_none_or(|extension| extension != "lock") {
                    let name = path.strip_prefix(self.folder.path()).unwrap().to_owned();
                    contents.insert(name, fs::read(path).unwrap());
                }
            }
        }
        contents
    }

    /// Makes the folder hold these files and no others.
    pub fn restore(&self, contents: &Contents) {
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                fs::remove_dir_all(path).unwrap();
            } else {
                fs::remove_file(path).unwrap();
            }
        }
        for (name, text) in contents {
            let path = self.folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }
}

/// A program of `examples/`, which cargo builds with the tests.
pub fn example(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_vitrine-state"));
    program.with_file_name("examples").join(name)
}

/// Commands that change one file, several files, and files in folders that are to be made.
pub const CHANGES: [&[&str]; 3] = [
    &["project", "chat", "set", "item", "OPS/DEEP/COUNT", "2"],
    &[
        "chat",
        "state",
        "apply",
        "--jq",
        ".ITEMS.GLOBAL.CONTENT |= (.COUNT = 2 | .OPS.COUNT = 2 | .OPS.DEEP.COUNT = 2)",
    ],
    &[
        "project",
        "chat",
        "set",
        "item",
        "OPS/NEW",
        "ref file://A/B/NEW.json {\"COUNT\": 2}",
    ],
];
