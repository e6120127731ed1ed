//! Promise: who sends a body that is not taken gets the error that says why, and no reset, however much of it is still on
//! its way; and is not asked for a body that is refused by its length.

#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use support::fresh;
use support::http::Response;

/// More than all buffers between the two hold.
const LARGE: usize = 32 << 20;

#[test]
fn a_whole_body_can_be_sent_before_the_answer_is_read() {
    let (_folder, host) = fresh();
    let body = vec![b' '; LARGE];
    for (method, path, status, code) in [
        ("POST", "/v1/contexts", 422, "Unprocessable"),
        ("PUT", "/v1/registry/bundles/%FF", 400, "BadRequest"),
        ("POST", "/v1/nothing", 404, "NotFound"),
        ("DELETE", "/v1/contexts", 405, "BadRequest"),
    ] {
        let answer: Response = host.request(method, path, &[], &body);
        assert_eq!((answer.status, &*answer.error()), (status, code), "{path}");
        assert_eq!(answer.header("connection"), Some("close"), "{path}");
    }
}

#[test]
fn so_can_one_that_does_not_say_its_length() {
    let (_folder, host) = fresh();
    let mut stream = TcpStream::connect(host.http).unwrap();
    stream.set_nodelay(true).unwrap();
    let head =
        "POST /v1/contexts HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut chunk = b"100000\r\n".to_vec();
    chunk.resize(chunk.len() + 0x100000, b' ');
    chunk.extend(b"\r\n");
    for _ in 0..32 {
        stream.write_all(&chunk).unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let answer = all_of(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 422 "), "{answer}");
    assert!(answer.contains("expected at most 4096 bytes"), "{answer}");
}

#[test]
fn who_waits_to_be_asked_for_a_long_body_is_not_asked() {
    let (_folder, host) = fresh();
    let mut stream = TcpStream::connect(host.http).unwrap();
    let head =
        "POST /v1/contexts HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let answer = all_of(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 422 "), "{answer}");
    assert!(answer.contains("found 5000"), "{answer}");
}

/// All that the host sends until it has nothing more to say.
fn all_of(stream: &mut TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
