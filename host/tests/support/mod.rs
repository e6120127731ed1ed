//! A real host in a process of its own, and plain clients to talk to it over real sockets.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

pub mod disk;
pub mod http;
pub mod memory;
pub mod wire;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A running `vitrine-host`, killed when dropped.
pub struct TestHost {
    child: Child,
    /// Kept open, so that the host's output has somewhere to go.
    _stdout: BufReader<ChildStdout>,
    pub wire: SocketAddr,
    pub http: SocketAddr,
}

impl TestHost {
    pub fn start(data: &Path) -> TestHost {
        Self::start_with(data, &[])
    }

    pub fn start_with(data: &Path, more: &[&str]) -> TestHost {
        let mut command = command(data);
        command.args(more);
        Self::spawn(command)
    }

    pub fn spawn(mut command: Command) -> TestHost {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = |prefix: &str| {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            let rest = line.strip_prefix(prefix);
            rest.unwrap_or_else(|| panic!("expected {prefix:?}, found {line:?}"))
                .trim()
                .to_owned()
        };
        let mut address = |name: &str| {
            let url = line(name);
            url.split_once("://").unwrap().1.parse().unwrap()
        };
        let (wire, http) = (address("wire "), address("http "));
        line("ready");
        TestHost {
            child,
            _stdout: stdout,
            wire,
            http,
        }
    }

    /// A connection of the binary protocol.
    pub fn connect(&self) -> wire::Wire {
        wire::Wire::connect(self.wire)
    }

    pub fn get(&self, path: &str) -> http::Response {
        self.request("GET", path, &[], b"")
    }

    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> http::Response {
        http::request(self.http, method, path, headers, body)
    }

    /// A stream of server-sent events, and the id that it begins with.
    pub fn events(&self, path: &str, headers: &[(&str, &str)]) -> (http::Events, String) {
        let mut events = http::Events::open(self.http, path, headers);
        let start = events.next().unwrap();
        assert_eq!((start.name.as_str(), start.data.as_str()), ("", ""));
        (events, start.id)
    }

    /// What the process holds in memory now, in bytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most that it has held so far, in bytes.
    pub fn peak_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// What it has asked the system for, used or not, in bytes.
    pub fn address_space(&self) -> u64 {
        self.status("VmSize:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name));
        let kib = line.and_then(|line| line.split_whitespace().nth(1));
        kib.unwrap().parse::<u64>().unwrap() << 10
    }

    /// Stops it as a user does; true when it ends well.
    pub fn stop(mut self) -> bool {
        let id = self.child.id().to_string();
        assert!(Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success());
        self.child.wait().unwrap().success()
    }

    /// Kills it without warning.
    pub fn kill_nine(mut self) {
        // On Unix this is SIGKILL.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for TestHost {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The host's command line over `data`, on free ports.
pub fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine-host"));
    command.arg("--data").arg(data);
    command.args([
        "--listen",
        "127.0.0.1:0",
        "--http",
        "127.0.0.1:0",
        "--log",
        "error",
    ]);
    command.stdout(Stdio::piped());
    command
}

/// Runs a host that is expected not to start; gives what it said.
pub fn refusal(mut command: Command) -> String {
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert!(!child.wait().unwrap().success(), "{said}");
    said
}

/// A host over a fresh folder.
pub fn fresh() -> (TempDir, TestHost) {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    (folder, host)
}

/// Where a large payload's file is.
pub fn blob_file(data: &Path, hash: &[u8; 32]) -> PathBuf {
    let hex = vitrine::turns::blob::to_hex(hash);
    data.join("blobs").join(&hex[..2]).join(&hex[2..])
}
