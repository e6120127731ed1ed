//! Promise: with `--strict-registry` a turn is appended only when a bundle has its type and version; without, any is.

#![allow(clippy::unwrap_used)]

mod support;

use support::wire::{turn, AppendTurn};
use support::{fresh, TestHost};

#[test]
fn unknown_types_are_refused_until_they_are_published() {
    let folder = tempfile::tempdir().unwrap();
    let host = TestHost::start_with(folder.path(), &["--strict-registry"]);
    let mut wire = host.connect();
    wire.create(0).unwrap();
    let known = turn(1, b"\x80");
    let other = AppendTurn {
        type_version: 2,
        ..known
    };
    for turn in [
        known,
        other,
        AppendTurn {
            type_id: "",
            ..known
        },
    ] {
        let error = wire.append(&turn).unwrap_err();
        assert_eq!((error.code, error.name()), (412, "PreconditionFailed"));
        assert_eq!(error.detail("type_id"), Some(turn.type_id));
    }
    let bundle = br#"{"registry_version":1,"bundle_id":"b","types":{"com.example.Note":{"versions":{"1":{"fields":{"1":{"name":"n","type":"u8"}}}}}}}"#;
    wire.put_bundle("b", bundle).unwrap();
    wire.append(&known).unwrap();
    assert_eq!(wire.append_batch(&[known, other]).unwrap_err().code, 412);
    let json = br#"{"type_id":"T","type_version":1,"payload_b64":"gA=="}"#;
    let headers = [("Content-Type", "application/json")];
    let refused = host.request("POST", "/v1/contexts/1/turns", &headers, json);
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (412, "PreconditionFailed")
    );
    assert_eq!(wire.head(1).unwrap().turn, 1);
}

#[test]
fn storage_comes_first_otherwise() {
    let (_folder, host) = fresh();
    let mut wire = host.connect();
    wire.create(0).unwrap();
    wire.append(&turn(1, b"\x80")).unwrap();
}
