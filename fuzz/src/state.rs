//! State documents and commands on them, as JSON text: `{"files": {path: text}, "run": [argument], "stdin": text}`.

use vitrine::json::Json;
use vitrine::state::{Document, Exit, Given};

/// A command that fails says why in one line and changes nothing; one that does not leaves a document that is right.
pub fn run(bytes: &[u8]) {
    let Ok(case) = Json::parse(bytes) else {
        return plain(bytes);
    };
    let mut document = Document::new("state.json");
    for (path, text) in case
        .get("files")
        .and_then(Json::as_object)
        .unwrap_or_default()
    {
        document.put(
            path,
            text.as_str()
                .map_or_else(|| text.to_string(), str::to_owned),
        );
    }
    let args = case.get("run").and_then(Json::as_array).unwrap_or_default();
    let args: Vec<_> = args.iter().filter_map(Json::as_str).collect();
    let stdin = case.get("stdin").and_then(Json::as_str).map(str::to_owned);
    hold(&mut document, &args, stdin);
}

/// Any bytes: as the root, as a value, as what is applied.
fn plain(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut document = Document::new("state.json");
    hold(
        &mut document,
        &["project", "chat", "set", "item", "a", "--", &text],
        None,
    );
    hold(
        &mut document,
        &["chat", "state", "apply", "-"],
        Some(text.clone()),
    );
    let words: Vec<_> = text.split(' ').collect();
    hold(&mut document, &words, None);
    document.put("state.json", text);
    hold(&mut document, &["chat", "latest"], None);
}

fn hold(document: &mut Document, args: &[&str], stdin: Option<String>) {
    let before = document.clone();
    let given = Given {
        stdin,
        ..Given::default()
    };
    let outcome = document.run(args, &given);
    if outcome.exit == Exit::Done {
        assert!(outcome.stderr.is_empty());
        // Reset does not look at what there was, help at nothing.
        if !outcome.writes.is_empty() {
            let after = document.run(&["chat", "latest"], &Given::default());
            assert_eq!(after.exit, Exit::Done, "{args:?}: {}", after.stderr);
        }
    } else {
        assert!(outcome.stdout.is_empty() && outcome.writes.is_empty());
        assert_eq!(outcome.stderr.lines().count(), 1, "{:?}", outcome.stderr);
        assert!(outcome.stderr.ends_with('\n') && before.files().eq(document.files()));
    }
}
