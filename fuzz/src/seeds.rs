//! Input to begin with: that of the vectors in `tests/vectors`.

use std::fs;
use std::path::{Path, PathBuf};
use vitrine::a2ui::client_sim::ClientSim;
use vitrine::json::Json;

fn vectors(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/vectors")
        .join(path)
}

fn file(path: &Path) -> Json {
    Json::parse(&fs::read(path).expect("a vector file")).expect("JSON")
}

fn folder(path: &str) -> Vec<Json> {
    let mut paths: Vec<_> = fs::read_dir(vectors(path))
        .expect("a folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| file(path)).collect()
}

fn list<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json.get(key).and_then(Json::as_array).unwrap_or(&[])
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::as_str).unwrap_or_default()
}

fn hex(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2)
        .filter_map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok())
        .collect()
}

/// A context byte and the markup of a vector.
pub fn html() -> Vec<Vec<u8>> {
    folder("html")
        .iter()
        .flat_map(|file| list(file, "cases"))
        .map(|case| [b"\0", text(case, "input").as_bytes()].concat())
        .collect()
}

/// The texts of batches and plans.
pub fn batches() -> Vec<Vec<u8>> {
    folder("uicp")
        .iter()
        .flat_map(|file| file.as_array().unwrap_or_default())
        .map(|case| text(case, "input").as_bytes().to_vec())
        .collect()
}

/// Streams of messages, one a line.
pub fn messages() -> Vec<Vec<u8>> {
    let file = file(&vectors("a2ui/streams.json"));
    let cases = file.as_array().unwrap_or_default().iter();
    let line = |message: &Json| match message {
        Json::String(text) => text.clone(),
        object => object.to_string(),
    };
    let lines = |case| list(case, "messages").iter().map(line).collect::<Vec<_>>();
    cases
        .map(|case| lines(case).join("\n").into_bytes())
        .collect()
}

/// The size of the pieces and the lines of a stream.
pub fn streams() -> Vec<Vec<u8>> {
    let file = file(&vectors("a2ui-jsonl.json"));
    let cases = file.as_array().unwrap_or_default().iter();
    let whole = |case| {
        let pushes = list(case, "pushes").iter();
        pushes.map(|push| [text(push, "text").as_bytes(), &hex(text(push, "hex"))].concat())
    };
    cases
        .map(|case| [b"\x06".to_vec(), whole(case).collect::<Vec<_>>().concat()].concat())
        .collect()
}

/// Messages to a client, a line each, behind a byte that says how they are taken.
pub fn simulated() -> Vec<Vec<u8>> {
    let file = file(&vectors("a2ui-sim.json"));
    let cases = file.as_array().unwrap_or_default().iter();
    let each = cases.enumerate().map(|(at, case)| {
        let steps = list(case, "steps").iter();
        let lines: Vec<&str> = steps.map(|step| text(step, "message")).collect();
        [&[at as u8], lines.join("\n").as_bytes()].concat()
    });
    each.collect()
}

/// What clients are after those messages.
pub fn snapshots() -> Vec<Vec<u8>> {
    let each = simulated().into_iter().filter_map(|bytes| {
        let options = Json::parse(br#"{"mode":"lenient"}"#).ok()?;
        let mut sim = ClientSim::new(options).ok()?;
        for line in bytes.get(1..)?.split(|byte| *byte == b'\n') {
            sim.apply(line);
        }
        Some(sim.snapshot())
    });
    each.collect()
}

/// What clients send, as JSON and as forms.
pub fn actions() -> Vec<Vec<u8>> {
    let file = file(&vectors("a2ui-ingress.json"));
    let cases = file.as_array().unwrap_or_default().iter();
    let steps = cases.flat_map(|case| list(case, "steps"));
    let bodies = steps.flat_map(|step| [text(step, "accept"), text(step, "form")]);
    bodies
        .filter(|body| !body.is_empty())
        .map(|body| body.as_bytes().to_vec())
        .collect()
}

/// Msgpack of the projection vectors.
pub fn payloads() -> Vec<Vec<u8>> {
    folder("projection")
        .iter()
        .flat_map(|file| list(file, "cases"))
        .map(|case| hex(text(case, "payload")))
        .collect()
}

/// Registry bundles.
pub fn bundles() -> Vec<Vec<u8>> {
    let mut all: Vec<_> = folder("registry")
        .iter()
        .flat_map(|file| list(file, "bundles"))
        .map(|bundle| bundle.to_string().into_bytes())
        .collect();
    all.extend(page_bundles().map(|bundle| bundle.to_string().into_bytes()));
    all
}

/// Frames of the binary protocol.
pub fn frames() -> Vec<Vec<u8>> {
    let file = file(&vectors("wire/frames.json"));
    let mut all = Vec::new();
    collect(&file, &mut |digits| {
        if digits.len() >= 32 && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            all.push(hex(digits));
        }
    });
    all
}

fn collect(json: &Json, take: &mut impl FnMut(&str)) {
    match json {
        Json::String(text) => take(text),
        Json::Array(items) => items.iter().for_each(|item| collect(item, take)),
        Json::Object(entries) => entries.iter().for_each(|(_, value)| collect(value, take)),
        _ => {}
    }
}

/// Pages of turns.
pub fn pages() -> Vec<Vec<u8>> {
    vec![hex(text(&file(&vectors("projection-page.json")), "page"))]
}

/// The bundles that explain those pages.
pub fn page_bundles() -> impl Iterator<Item = Json> {
    let page = file(&vectors("projection-page.json"));
    page.get("bundle").cloned().into_iter()
}
