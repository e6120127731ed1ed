//! The must-pass edge cases of section 12 of the seed's plan that are about streams, by their numbers. Cases 6 and 7 are
//! about what comes back from clients.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use vitrine::a2ui::finding::Finding;
use vitrine::a2ui::registry::Recovery;
use vitrine::a2ui::settings::{Mode, Settings};
use vitrine::a2ui::v0_8::validator::Validator;

const ROOT: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Divider":{}}}]}}"#;
const OTHER: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"other","component":{"Divider":{}}}]}}"#;
const BEGIN: &str = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#;
const DELETE: &str = r#"{"deleteSurface":{"surfaceId":"s"}}"#;

fn validator(mode: Mode) -> Validator {
    Validator::new(Settings {
        mode,
        ..Settings::default()
    })
}

/// The only finding of a message, an error whose surface is deleted.
fn fails(validator: &mut Validator, message: &str) -> Finding {
    let mut findings = validator.push(message.as_bytes());
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = findings.remove(0);
    assert!(finding.is_error());
    assert_eq!(finding.rule.recovery, Some(Recovery::SurfaceFail));
    assert_eq!(finding.surface_id.as_deref(), Some("s"));
    finding
}

fn passes(validator: &mut Validator, messages: &[&str]) {
    for message in messages {
        assert_eq!(validator.push(message.as_bytes()), [], "{message}");
    }
    assert_eq!(validator.finish(), []);
}

#[test]
fn case_1_begin_rendering_gate() {
    let mut strict = validator(Mode::Strict);
    let finding = fails(&mut strict, BEGIN);
    assert_eq!(finding.rule.code, "A2UI_S2C_BEGIN_BEFORE_UPDATE");
    passes(&mut validator(Mode::Strict), &[ROOT, BEGIN]);
    // Lenient mode buffers it.
    let mut lenient = validator(Mode::Lenient);
    let warnings = lenient.push(BEGIN.as_bytes());
    assert!(warnings.iter().all(|finding| !finding.is_error()) && warnings.len() == 1);
    passes(&mut lenient, &[ROOT]);
}

#[test]
fn case_2_root_missing_fails_fast_with_a_clear_error() {
    let mut strict = validator(Mode::Strict);
    assert_eq!(strict.push(OTHER.as_bytes()), []);
    let finding = fails(&mut strict, BEGIN);
    assert_eq!(finding.rule.code, "A2UI_S2C_BEGIN_ROOT_MISSING");
    assert_eq!(finding.pointer.as_str(), "/beginRendering/root");
    assert!(
        finding.message.contains("found \"root\""),
        "{}",
        finding.message
    );
}

#[test]
fn case_3_cycle_detection_fails_fast() {
    let mut strict = validator(Mode::Strict);
    let card = |id: &str, child: &str| {
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"{id}","component":{{"Card":{{"child":"{child}"}}}}}}]}}}}"#
        )
    };
    assert_eq!(strict.push(card("a", "b").as_bytes()), []);
    let finding = fails(&mut strict, &card("b", "a"));
    assert_eq!(finding.rule.code, "A2UI_S2C_COMPONENT_CYCLE");
    let at = "/surfaceUpdate/components/0/component/Card/child";
    assert_eq!(finding.pointer.as_str(), at);
}

#[test]
fn case_4_delete_surface_idempotency() {
    for mode in [Mode::Strict, Mode::Lenient] {
        passes(&mut validator(mode), &[DELETE, ROOT, BEGIN, DELETE, DELETE]);
    }
}

#[test]
fn case_5_a_path_with_a_literal_is_refused() {
    let text = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Text":{"text":{"path":"/a","literalString":"b"}}}}]}}"#;
    let finding = fails(&mut validator(Mode::Strict), text);
    assert_eq!(finding.rule.code, "A2UI_S2C_COMPONENT_PATH_AND_LITERAL");
}
