//! The tables of A2UI that are written down, for people, the package and the benchmark, are what the core goes by.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vitrine::a2ui::describe;
use vitrine::a2ui::registry::{rules, Recovery};
use vitrine::a2ui::v0_8::standard;
use vitrine::json::Json;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

const HOW: &str = "is not what the code says: run node scripts/generate-a2ui.mjs";

#[test]
fn the_page_for_people_has_the_tables_of_the_code() {
    let page = file("docs/a2ui-errors.md");
    assert!(
        page.ends_with(&describe::markdown()),
        "docs/a2ui-errors.md {HOW}"
    );
    for rule in rules() {
        let row = format!("| `{}` |", rule.code);
        assert_eq!(page.matches(&row).count(), 1, "{}", rule.code);
    }
}

#[test]
fn the_package_has_the_rows_of_the_code() {
    let module = file("js/src/a2ui/rules.ts");
    let expected = format!("`\n{}`;\n", describe::lines());
    assert!(module.ends_with(&expected), "js/src/a2ui/rules.ts {HOW}");
    assert!(rules().all(|rule| !rule.hint.contains(['|', '`', '\\', '$'])));
}

#[test]
fn the_benchmark_s_peer_has_the_schemas_of_the_code() {
    let written = Json::parse(file("benches/a2ui/catalog.json").as_bytes()).unwrap();
    assert!(
        written == standard::catalog().to_json(),
        "benches/a2ui/catalog.json {HOW}"
    );
}

#[test]
fn codes_are_unique_and_in_their_families() {
    let mut seen = BTreeSet::new();
    for rule in rules() {
        assert!(seen.insert(rule.code), "{} twice", rule.code);
        let rest = rule.code.strip_prefix(rule.family).unwrap();
        assert!(rest.starts_with('_'), "{}", rule.code);
        assert!(
            rule.sentence.ends_with('.') && rule.hint.ends_with('.'),
            "{}",
            rule.code
        );
    }
}

/// Section 17 of the seed's plan.
#[test]
fn the_seed_s_codes_have_the_seed_s_recoveries_and_statuses() {
    let families = [
        ("A2UI_S2C_ENVELOPE", Recovery::Fatal),
        ("A2UI_S2C_BEGIN", Recovery::SurfaceFail),
        ("A2UI_S2C_COMPONENT", Recovery::SurfaceFail),
        ("A2UI_S2C_LIMIT", Recovery::SurfaceFail),
    ];
    for (family, recovery) in families {
        let mut rows = rules().filter(|rule| rule.family == family).peekable();
        assert!(rows.peek().is_some());
        assert!(rows.all(|rule| rule.recovery == Some(recovery)), "{family}");
    }
    for (code, http, sentence) in [
        (
            "A2UI_C2S_ENVELOPE_INVALID",
            400,
            "Invalid submission. Please refresh and retry.",
        ),
        (
            "A2UI_C2S_ACTION_FORBIDDEN",
            403,
            "This action is not available.",
        ),
        (
            "A2UI_C2S_SURFACE_STALE",
            409,
            "UI is out of date. Please regenerate.",
        ),
        (
            "A2UI_C2S_CONTEXT_TOO_LARGE",
            413,
            "Submission is too large. Please submit less at once.",
        ),
    ] {
        let rule = rules().find(|rule| rule.code == code).unwrap();
        assert_eq!((rule.http, rule.sentence), (Some(http), sentence));
    }
    for code in [
        "LLM_STREAMING_WITH_TOOL_CALLING_FORBIDDEN",
        "LLM_STREAMING_WITH_RESPONSE_FORMAT_FORBIDDEN",
        "LLM_STRUCTURED_OUTPUTS_PARALLEL_TOOL_CALLS_FORBIDDEN",
    ] {
        assert!(rules().any(|rule| rule.code == code), "{code}");
    }
}
