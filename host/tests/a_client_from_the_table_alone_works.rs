//! Promise: a client that was written from the protocol's table alone, in another language and with nothing of ours, gets
//! the replies that the table says.

#![allow(clippy::unwrap_used)]

mod support;

use std::process::Command;
use support::fresh;

const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/python/client.py");

#[test]
fn every_reply_is_what_the_table_says() {
    let (_folder, host) = fresh();
    let mut python = Command::new("python3");
    // Leaves no compiled copies among the sources.
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    python
        .arg(CLIENT)
        .arg(host.wire.ip().to_string())
        .arg(host.wire.port().to_string());
    let output = python.output().unwrap_or_else(|e| {
        panic!("python3 does not run ({e}): install it, or run `npm run setup`")
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n", "{said}");
}
