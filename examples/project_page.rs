//! Projects pages natively, for comparison with the module's results: reads `{bundle, page, options: [{…}]}` as JSON, the
//! page in hex, and prints for each options a line of JSON, the list of turns.
#![allow(clippy::unwrap_used)] // a tool of the tests

use std::io::Read;
use vitrine::json::Json;
use vitrine::turns::batch::Batch;
use vitrine::turns::materialise;
use vitrine::turns::options::ProjectOptions;
use vitrine::turns::project::Projector;
use vitrine::turns::registry::Registry;

fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    let task = Json::parse(&text).unwrap();
    let mut registry = Registry::new();
    registry.put(task.get("bundle").unwrap()).unwrap();
    let hex = task.get("page").and_then(Json::as_str).unwrap();
    let bytes = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    let batch = Batch::new(bytes.collect()).unwrap();
    for options in task.get("options").and_then(Json::as_array).unwrap() {
        let options = ProjectOptions::from_json(options).unwrap();
        let mut projector = Projector::new(&registry, options);
        let written = projector.fill(batch.range(0, usize::MAX), usize::MAX);
        println!("{}", Json::Array(materialise::turns(&projector, written)));
    }
}
