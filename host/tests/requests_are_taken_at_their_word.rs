//! Promise: what a request says it would rather have, and what it asks for, is taken at its word or refused; nothing is
//! replaced or passed over in silence.

#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use support::fresh;
use support::wire::turn;
use vitrine::turns::blob::to_hex;

const BATCH: &str = "application/vnd.vitrine.turns";

#[test]
fn an_answer_that_nothing_packs_goes_out_as_it_is() {
    let (_folder, host) = fresh();
    for wish in [
        "identity;q=0",
        "Identity;Q=0",
        "*;q=0",
        "br;q=0, identity; q=0.0, *;q=0",
    ] {
        let made = host.request("POST", "/v1/contexts", &[("Accept-Encoding", wish)], b"{}");
        assert_eq!(made.status, 201, "{wish}");
        assert!(made.json().get("context_id").is_some(), "{wish}");
    }
    let packed = host.request(
        "GET",
        "/v1/contexts",
        &[("Accept-Encoding", "identity;q=0, gzip")],
        b"",
    );
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
}

#[test]
fn the_form_of_a_page_is_the_one_that_is_wished_for_most() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    wire.append(&turn(1, b"\x80")).unwrap();
    let json = "application/json";
    for (accept, kind) in [
        (BATCH.to_owned(), BATCH),
        (format!("{BATCH}, */*"), BATCH),
        (format!("{json};q=0.5, {BATCH}"), BATCH),
        (format!("{BATCH};q=0, */*"), json),
        (format!("{BATCH};q=0.5, {json}"), json),
        (format!("{BATCH};q=0.5, */*"), json),
        (format!("{BATCH};q=0.5, application/*;q=0.4, */*"), BATCH),
        ("*/*".to_owned(), json),
    ] {
        let page = host.request("GET", "/v1/contexts/1/turns", &[("Accept", &accept)], b"");
        assert_eq!(page.header("content-type"), Some(kind), "{accept}");
    }
}

#[test]
fn what_names_nothing_is_refused() {
    let (_folder, host) = fresh();
    for (path, status, code) in [
        ("/v1/contexts?tag=%FF", 400, "BadRequest"),
        ("/v1/contexts?tag=a%C3", 400, "BadRequest"),
        ("/v1/events?context_id=999", 404, "NotFound"),
    ] {
        let refused = host.get(path);
        assert_eq!(
            (refused.status, &*refused.error()),
            (status, code),
            "{path}"
        );
    }
    assert_eq!(host.get("/v1/contexts?tag=%EF%BF%BD").status, 200);
}

#[test]
fn a_range_behind_the_end_is_told_where_the_end_is() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let ack = wire.append(&turn(1, &[7; 100])).unwrap();
    let path = format!("/v1/blobs/{}", to_hex(&ack.hash));
    for range in ["bytes=100-", "bytes=99999999999999999999-"] {
        let refused = host.request("GET", &path, &[("Range", range)], b"");
        assert_eq!(refused.status, 416, "{range}");
        assert_eq!(refused.header("content-range"), Some("bytes */100"));
    }
}

#[test]
fn a_body_that_is_packed_is_refused_as_such() {
    let (_folder, host) = fresh();
    let made = |encoding| {
        host.request(
            "POST",
            "/v1/contexts",
            &[("Content-Encoding", encoding)],
            b"{}",
        )
    };
    let refused = made("gzip");
    assert_eq!((refused.status, &*refused.error()), (415, "BadRequest"));
    assert_eq!(made("Identity").status, 201);
}

#[test]
fn a_request_names_one_host() {
    let (_folder, host) = fresh();
    for (version, hosts, status) in [
        ("1.1", 1, 200),
        ("1.1", 0, 400),
        ("1.1", 2, 400),
        ("1.0", 0, 200),
        ("1.0", 2, 400),
    ] {
        let named = format!("Host: {}\r\n", host.http).repeat(hosts);
        let mut stream = TcpStream::connect(host.http).unwrap();
        write!(
            stream,
            "GET /healthz HTTP/{version}\r\n{named}Connection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let expected = format!("HTTP/{version} {status} ");
        assert!(answer.starts_with(&expected), "{hosts} in {answer}");
    }
}
