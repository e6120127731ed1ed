//! Whatever the text is, judging it ends with a result or with a refusal that says where and why; and what passed passes
//! again, as the same.

#![cfg(feature = "uicp")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use proptest::prelude::*;
use vitrine::json::Json;
use vitrine::uicp::envelope::Batch;
use vitrine::uicp::validate;

const KEYS: &str = "(op|params|id|windowId|window_id|target|html|key|scope|value|ttlMs|ttl_ms|x|zIndex|z_index|width|props|ops|url|body|into|method|text|fields|textPrompt|headers|traceId|__proto__|other)";
const WORDS: &str = "(window\\.create|window\\.close|dom\\.set|state\\.set|state\\.patch|component\\.render|api\\.call|txn\\.cancel|window|global|uicp://intent|GET|w|#root)";

/// JSON texts of the words that mean something, whole or with bits of JSON among them.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let leaf = prop_oneof![
        4 => WORDS.prop_map(|word| format!("{word:?}")),
        2 => "(null|true|-?[0-9]{1,4}(\\.5)?|120|1e400)",
        1 => r#""(\\[nu"\\]|\\u00e9|[a-zé🙂]){0,6}""#,
    ];
    let value = leaf.prop_recursive(5, 40, 6, |inside| {
        let entry = (KEYS, inside.clone()).prop_map(|(key, value)| format!("\"{key}\":{value}"));
        prop_oneof![
            3 => prop::collection::vec(entry, 0..6).prop_map(|entries| format!("{{{}}}", entries.join(","))),
            1 => prop::collection::vec(inside, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
        ]
    });
    let operation =
        (WORDS, prop::collection::vec((KEYS, value.clone()), 0..5)).prop_map(|(op, params)| {
            let params: Vec<_> = params
                .iter()
                .map(|(key, value)| format!("\"{key}\":{value}"))
                .collect();
            format!("{{\"op\":\"{op}\",\"params\":{{{}}}}}", params.join(","))
        });
    let batch = prop::collection::vec(prop_oneof![3 => operation, 1 => value], 0..5)
        .prop_map(|items| format!("[{}]", items.join(",")).into_bytes());
    let damaged = (
        batch.clone(),
        any::<prop::sample::Index>(),
        "[\\[\\]{}:,\"\\\\é]{0,3}",
    )
        .prop_map(|(text, at, bit)| {
            let at = at.index(text.len() + 1);
            [&text[..at], bit.as_bytes(), &text[at..]].concat()
        });
    prop_oneof![6 => batch, 2 => damaged, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

fn written(batch: &Batch) -> String {
    Json::Array(batch.iter().map(|envelope| envelope.to_json()).collect()).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn judging_ends_and_says_why(text in texts()) {
        match validate::batch(&text) {
            Ok(batch) => {
                let again = validate::batch(written(&batch).as_bytes());
                prop_assert_eq!(again.map_err(|invalid| invalid.message()), Ok(batch));
            }
            Err(invalid) => {
                prop_assert!(!invalid.issues.is_empty());
                let json = Json::parse(invalid.to_json().to_string().as_bytes()).unwrap();
                for name in ["message", "hint"] {
                    prop_assert!(json.get(name).and_then(Json::as_str).unwrap().len() > 20);
                }
                let pointer = invalid.pointer();
                prop_assert!(pointer.as_str().is_empty() || pointer.as_str().starts_with('/'));
                prop_assert!(invalid.message().len() < 2000);
            }
        }
        if let Err(invalid) = validate::plan(&text) {
            prop_assert!(!invalid.issues.is_empty());
        }
    }
}
