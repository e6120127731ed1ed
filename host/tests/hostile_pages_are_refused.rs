//! What only a hostile page makes a browser send is refused: names that resolve to loopback, writes from elsewhere.

#![allow(clippy::unwrap_used)]

mod support;

use support::TestHost;

#[test]
fn a_foreign_name_for_this_host_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start(folder.path());
    let ask = |name: &str| host.request("GET", "/v1/contexts", &[("Host", name)], b"");
    for name in ["localhost", "127.0.0.1:9010", "[::1]:9010"] {
        assert_eq!(ask(name).status, 200, "{name}");
    }
    for name in ["evil.example", "127.0.0.1.evil.example:9010"] {
        let refused = ask(name);
        assert_eq!(refused.status, 400, "{name}");
        let message = String::from_utf8(refused.body).unwrap();
        assert!(
            message.contains("expected localhost or an IP address"),
            "{message}"
        );
    }
}

#[test]
fn only_pages_of_named_origins_may_write() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start_with(folder.path(), &["--cors-origin", "http://127.0.0.1:9012"]);
    let create =
        |headers: &[(&str, &str)]| host.request("POST", "/v1/contexts", headers, b"").status;
    assert_eq!(create(&[]), 201, "a program sends no origin");
    assert_eq!(create(&[("Origin", "http://127.0.0.1:9012")]), 201);
    assert_eq!(create(&[("Origin", "http://evil.example")]), 401);
    assert_eq!(create(&[("Origin", "null")]), 401);
    let contexts = host.request("GET", "/v1/contexts", &[], b"").body;
    let count = String::from_utf8(contexts)
        .unwrap()
        .matches("context_id")
        .count();
    assert_eq!(count, 2, "a refused write writes nothing");
}

#[test]
fn an_origin_is_the_same_in_every_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let written = [
        "HTTP://App.Example:80",
        "https://b.example:443",
        "app://Shell",
        "http://c.example:8080",
    ];
    let host = TestHost::start_with(
        folder.path(),
        &written.map(|o| ["--cors-origin", o]).concat(),
    );
    let create = |origin: &str| {
        host.request("POST", "/v1/contexts", &[("Origin", origin)], b"")
            .status
    };
    for sent in [
        "http://app.example",
        "https://b.example",
        "app://shell",
        "http://c.example:8080",
    ] {
        assert_eq!(create(sent), 201, "{sent}");
    }
    for foreign in [
        "https://app.example",
        "http://b.example:443",
        "http://c.example",
    ] {
        assert_eq!(create(foreign), 401, "{foreign}");
    }
}
