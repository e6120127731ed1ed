//! Promise: who has sent a whole request and closed its own side gets the answer: nothing is
//! written that nobody is told of.

#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;
use support::fresh;

#[test]
fn reads_and_writes_are_answered_every_time() {
    let (_folder, host) = fresh();
    let ask = |method: &str, path: &str| {
        let mut stream = TcpStream::connect(host.http).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    for number in 1..=20 {
        let made = ask("POST", "/v1/contexts");
        assert!(made.starts_with("HTTP/1.1 201 "), "{number}: {made:?}");
        let read = ask("GET", "/v1/contexts?limit=1");
        let newest = format!(r#""context_id":"{number}""#);
        assert!(read.contains(&newest), "{number}: {read:?}");
    }
}
