//! Streams of A2UI messages to a client, and snapshots.

use vitrine::a2ui::client_sim::{ClientSim, Shown};
use vitrine::a2ui::finding::Finding;
use vitrine::json::Json;

const OPTIONS: [&str; 2] = [
    r#"{"limits":{"nodes":500}}"#,
    r#"{"mode":"lenient","limits":{"nodes":500,"components":30,"dataEntries":60}}"#,
];

/// A line a message, the first byte says how they are taken: what is refused changes nothing, a client goes on after a
/// snapshot as without one, patches do not go where nothing is.
pub fn stream(bytes: &[u8]) {
    let (kind, lines) = bytes.split_first().unwrap_or((&0, &[]));
    let options = OPTIONS[usize::from(*kind) % 2];
    let Ok(mut sim) = ClientSim::new(Json::parse(options.as_bytes()).expect("options")) else {
        panic!("the options are refused");
    };
    for line in lines.split(|byte| *byte == b'\n') {
        let before = states(&sim);
        let outcome = sim.apply(line);
        if outcome.findings.iter().any(Finding::is_error) {
            assert!(outcome.changed.is_empty());
            assert_eq!(states(&sim), before);
        }
    }
    let again = ClientSim::restore(&sim.snapshot());
    let mut again = again.expect("a snapshot can be restored");
    assert_eq!(states(&again), states(&sim));
    let ids: Vec<String> = sim.surfaces().map(str::to_owned).collect();
    for id in ids {
        let tree = sim.resolve(&id);
        assert_eq!(again.resolve(&id), tree);
        match (sim.shown(&id), tree) {
            (Shown::Whole(text), Some(tree)) => assert_eq!(text, tree),
            (Shown::Nothing, None) => {}
            (shown, tree) => panic!("{shown:?} of {tree:?}"),
        }
    }
}

/// A snapshot, damaged: restored to what snapshots restore to again, or refused.
pub fn snapshot(bytes: &[u8]) {
    if let Ok(sim) = ClientSim::restore(bytes) {
        let again = ClientSim::restore(&sim.snapshot()).expect("a snapshot can be restored");
        assert_eq!(states(&again), states(&sim));
    }
}

fn states(sim: &ClientSim) -> Vec<(String, [u8; 32])> {
    let each = sim.surfaces().map(|id| (id.to_owned(), sim.state_hash(id)));
    each.collect()
}
