//! What comes from around the document: standard input, the clock, a snapshot over the network; and help, completions,
//! arguments that are no text.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::SystemTime;
use support::{Place, Ran};
use vitrine::state::grammar::FORMS;

#[test]
fn a_document_comes_from_a_file_or_from_standard_input() {
    let place = Place::with_shards();
    let document =
        String::from_utf8(place.contents()[std::path::Path::new("state.json")].clone()).unwrap();
    let document = document.replace("\"COUNT\": 1", "\"COUNT\": 5");
    let mut program = place
        .program(&["chat", "state", "apply", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    program
        .stdin
        .take()
        .unwrap()
        .write_all(document.as_bytes())
        .unwrap();
    assert!(program.wait().unwrap().success());
    assert_eq!(place.value("COUNT"), 5);
    let file = place.outside("d.json", &document.replace("5", "6"));
    place.ok(&["chat", "state", "apply", &file]);
    assert_eq!(place.value("COUNT"), 6);
    let ran = place.run(&["chat", "state", "apply", "nowhere.json"]);
    let expected = "there is no file nowhere.json\n";
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (2, "", expected)
    );
}

#[test]
fn an_event_gets_the_time() {
    let place = Place::new();
    place.ok(&["chat", "create", "goal", "g"]);
    place.ok(&["chat", "create", "request", "g", "s"]);
    let seconds = || {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    let before = seconds();
    place.ok(&["chat", "append", "event", "g", "s"]);
    let after = seconds();
    let state = std::fs::read_to_string(place.state()).unwrap();
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let at = state["GOALS"]["G"]["SUB-GOALS"]["S"]["EVENTS"][0]["CREATED-AT"]
        .as_str()
        .unwrap();
    assert!(
        at.ends_with('Z') && at.len() == "2026-01-01T00:00:00.000Z".len(),
        "{at}"
    );
    let date = Command::new("date")
        .args(["-u", "+%s", "-d", at])
        .output()
        .unwrap();
    let at: u64 = String::from_utf8(date.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!(before <= at && at <= after, "{before} {at} {after}");
}

/// A server that gives one answer.
fn serve(answer: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!(
        "http://{}/browser/state-snapshot",
        listener.local_addr().unwrap()
    );
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
    });
    url
}

fn dump(place: &Place, url: &str) -> Ran {
    let mut program = place.program(&["chat", "state", "dump"]);
    program.env("SNAPSHOT_URL", url).output().unwrap().into()
}

#[test]
fn a_snapshot_is_fetched_before_the_lock_is_taken() {
    let place = Place::with_shards();
    let body = "{\"any key\": [1, {\"x\": null}]}";
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let lock = std::fs::File::open(place.path("state.json.lock")).unwrap();
    lock.lock().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut program = place.program(&["chat", "state", "dump"]);
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let dump = program.env("SNAPSHOT_URL", url).spawn().unwrap();
    // It asks while another holds the lock.
    let (mut stream, _) = listener.accept().unwrap();
    let _ = stream.read(&mut [0; 1024]).unwrap();
    stream.write_all(answer.as_bytes()).unwrap();
    drop((stream, lock));
    assert!(dump.wait_with_output().unwrap().status.success());
    let stored = place.ok(&[
        "project",
        "chat",
        "get",
        "item",
        "--meta",
        "MCP/STATE-SNAPSHOT",
    ]);
    assert_eq!(stored, "\"{\\\"any key\\\":[1,{\\\"x\\\":null}]}\"\n");
}

#[test]
fn a_fetch_that_fails_is_3_and_changes_nothing() {
    let place = Place::with_shards();
    let before = place.contents();
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    for (url, why) in [
        (format!("http://{gone}/"), "Connection refused"),
        (format!("https://{gone}/"), "Connection refused"),
        (
            serve("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned()),
            "404",
        ),
        (
            serve("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_owned()),
            "no snapshot to store",
        ),
        (
            serve("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{".to_owned()),
            "no snapshot to store",
        ),
        ("file:///etc/hostname".to_owned(), "no snapshot to store"),
        ("nonsense".to_owned(), "no snapshot to store"),
        (String::new(), "SNAPSHOT_URL is not set"),
    ] {
        let ran = dump(&place, &url);
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{url}: {}", ran.err);
        assert!(
            ran.err.contains(why) && ran.err.lines().count() == 1,
            "{url}: {}",
            ran.err
        );
    }
    assert_eq!(place.contents(), before);
}

#[test]
fn a_result_that_cannot_be_printed_is_an_error() {
    let place = Place::with_shards();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut program = place.program(&["project", "chat", "get", "item", "COUNT"]);
    let ran: Ran = program.stdout(full).output().unwrap().into();
    assert_eq!(
        (ran.code, ran.err.contains("cannot be printed")),
        (3, true),
        "{}",
        ran.err
    );
}

#[test]
fn help_names_the_environment_and_needs_no_document() {
    let place = Place::new();
    for args in [["--help"], ["help"], ["-h"]] {
        let help = place.ok(&args);
        for name in [
            "STATE_PATH",
            "STATE_LOCK_PATH",
            "STATE_LOCK_TIMEOUT_MS",
            "SNAPSHOT_URL",
            "completions",
            "MY-GOAL",
        ] {
            assert!(help.contains(name), "{name}");
        }
    }
    assert!(place.contents().is_empty());
}

#[test]
fn arguments_that_are_no_text_are_2() {
    let place = Place::new();
    let mut program = place.program(&["project", "chat", "get", "item"]);
    let ran: Ran = program
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .unwrap()
        .into();
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "the command line: expected UTF-8\n")
    );
}

/// What bash offers where the cursor stands after these words.
fn offered(place: &Place, words: &[&str]) -> Vec<String> {
    let script = r#"
source <("$1" completions bash)
shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_vitrine_state
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let output = Command::new("bash")
        .args([
            "-c",
            script,
            "bash",
            env!("CARGO_BIN_EXE_vitrine-state"),
            "vitrine-state",
        ])
        .args(words)
        .current_dir(place.path(""))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let mut offered: Vec<_> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    offered.sort();
    offered
}

#[test]
fn bash_completes_words_options_and_files() {
    let place = Place::with_shards();
    assert_eq!(
        offered(&place, &[""]),
        ["chat", "completions", "help", "project"]
    );
    assert_eq!(offered(&place, &["chat", "cr"]), ["create"]);
    assert_eq!(
        offered(&place, &["chat", "create", ""]),
        ["goal", "request"]
    );
    assert_eq!(
        offered(&place, &["chat", "create", "goal", "x", "--s"]),
        ["--status", "--summary"]
    );
    assert_eq!(
        offered(&place, &["chat", "state", "apply", "OPS."]),
        ["OPS.json"]
    );
    assert_eq!(
        offered(&place, &["chat", "state", "dump", "--from", "OPS."]),
        ["OPS.json"]
    );
    assert_eq!(offered(&place, &["completions", "f"]), ["fish"]);
}

#[test]
fn every_shell_gets_every_command_and_option() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = place.ok(&["completions", shell]);
        for form in FORMS {
            let (last, before) = form.words.split_last().unwrap();
            assert!(
                script.contains(&before.join(" ")) && script.contains(last),
                "{shell}: {:?}",
                form.words
            );
            for option in form.options {
                let name = if shell == "fish" {
                    option.name.replace("--", "-l ")
                } else {
                    option.name.to_owned()
                };
                assert!(script.contains(&name), "{shell}: {name}");
            }
        }
    }
    let ran = place.run(&["completions", "tcsh"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "expected completions bash, zsh or fish\n")
    );
}
