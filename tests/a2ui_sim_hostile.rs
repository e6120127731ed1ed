//! Hostile streams are refused or taken, each within work that grows with their length and no faster.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use vitrine::a2ui::client_sim::{ClientSim, Outcome};
use vitrine::json::Json;

const RAISED: &str = r#"{"limits":{"components":1000000,"messageBytes":100000000,"dataEntries":1000000,"nodes":1000000,"depth":10000}}"#;

fn client(options: &str) -> ClientSim {
    ClientSim::new(Json::parse(options.as_bytes()).unwrap()).unwrap()
}

fn codes(outcome: &Outcome) -> Vec<&str> {
    outcome
        .findings
        .iter()
        .map(|finding| finding.rule.code)
        .collect()
}

fn update(components: impl Iterator<Item = (String, String)>) -> String {
    let components: Vec<String> = components
        .map(|(id, body)| format!(r#"{{"id":"{id}","component":{{{body}}}}}"#))
        .collect();
    let components = components.join(",");
    format!(r#"{{"surfaceUpdate":{{"surfaceId":"main","components":[{components}]}}}}"#)
}

fn begin(sim: &mut ClientSim, root: &str) -> Outcome {
    sim.apply(format!(r#"{{"beginRendering":{{"surfaceId":"main","root":"{root}"}}}}"#).as_bytes())
}

fn card(child: impl std::fmt::Display) -> String {
    format!(r#""Card":{{"child":"{child}"}}"#)
}

fn column(children: impl Iterator<Item = String>) -> String {
    let ids: Vec<String> = children.map(|id| format!("\"{id}\"")).collect();
    format!(
        r#""Column":{{"children":{{"explicitList":[{}]}}}}"#,
        ids.join(",")
    )
}

/// The work of a stream of a size.
fn work(size: usize, run: impl Fn(&mut ClientSim, usize)) -> f64 {
    let mut sim = client(RAISED);
    run(&mut sim, size);
    sim.work() as f64
}

/// Twice the input is at most so many times the work.
fn grows(name: &str, size: usize, most: f64, run: impl Fn(&mut ClientSim, usize)) {
    let (small, large) = (work(size, &run), work(2 * size, &run));
    assert!(
        large > small && large / small <= most,
        "{name}: {small} and {large}, {:.2} times",
        large / small
    );
}

#[test]
fn a_cycle_of_ten_thousand_is_one_finding() {
    const LENGTH: usize = 10_000;
    let mut sim = client(RAISED);
    let ring =
        update((0..LENGTH).map(|at| (format!("c{at}"), card(format!("c{}", (at + 1) % LENGTH)))));
    let outcome = sim.apply(ring.as_bytes());
    assert_eq!(codes(&outcome), ["A2UI_S2C_COMPONENT_CYCLE"]);
    assert!(
        outcome.findings[0].message.contains("10000 components"),
        "{}",
        outcome.findings[0].message
    );
    assert_eq!(sim.surfaces().count(), 0);
    // Over as many messages, the last of which closes it.
    for at in 0..LENGTH {
        let message =
            update([(format!("c{at}"), card(format!("c{}", (at + 1) % LENGTH)))].into_iter());
        let expected = (at + 1 == LENGTH).then_some("A2UI_S2C_COMPONENT_CYCLE");
        assert_eq!(
            codes(&sim.apply(message.as_bytes())),
            expected.into_iter().collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_hundred_thousand_components_are_shown() {
    let mut sim = client(RAISED);
    let all = (0..100_000).map(|at| {
        (
            format!("t{at}"),
            format!(r#""Text":{{"text":{{"path":"/k{at}"}}}}"#),
        )
    });
    let root = (
        "root".to_owned(),
        column((0..100_000).map(|at| format!("t{at}"))),
    );
    assert!(sim
        .apply(update(all.chain([root])).as_bytes())
        .findings
        .is_empty());
    assert_eq!(begin(&mut sim, "root").changed.len(), 100_001);
    assert!(
        client("{}")
            .apply(update((0..2001).map(|at| (format!("t{at}"), card("x")))).as_bytes())
            .findings
            .len()
            == 1
    );
}

#[test]
fn what_refers_twice_at_each_level_is_bounded() {
    // 2 to the power of 40 nodes, if they were made.
    let mut sim = client("{}");
    let twice = (0..40).map(|at| {
        let child = format!("c{}", at + 1);
        (format!("c{at}"), column([child.clone(), child].into_iter()))
    });
    assert!(sim.apply(update(twice).as_bytes()).findings.is_empty());
    assert_eq!(codes(&begin(&mut sim, "c0")), ["A2UI_S2C_LIMIT_NODES"]);
    assert_eq!(sim.resolve("main"), None);
    let mut sim = client(r#"{"mode":"lenient"}"#);
    let list = |id: &str| {
        format!(
            r#""List":{{"children":{{"template":{{"componentId":"{id}","dataBinding":"/"}}}}}}"#
        )
    };
    let lists = (0..40).map(|at| (format!("c{at}"), list(&format!("c{}", at + 1))));
    assert!(sim.apply(update(lists).as_bytes()).findings.is_empty());
    assert!(begin(&mut sim, "c0").findings.is_empty());
    let deep = (0..12).fold(String::new(), |inner, _| {
        format!(r#"{{"key":"a","valueMap":[{inner}]}},{{"key":"b","valueMap":[{inner}]}}"#)
    });
    let message = format!(r#"{{"dataModelUpdate":{{"surfaceId":"main","contents":[{deep}]}}}}"#);
    let codes_of = codes(&sim.apply(message.as_bytes())).join(" ");
    assert!(codes_of.contains("LIMIT"), "{codes_of}");
}

#[test]
fn depth_is_bounded_where_nodes_are_shown() {
    let chain = |length: usize| {
        update((0..length).map(|at| (format!("c{at}"), card(format!("c{}", at + 1)))))
    };
    let mut sim = client("{}");
    sim.apply(chain(49).as_bytes());
    assert!(begin(&mut sim, "c0").findings.is_empty());
    let mut sim = client("{}");
    sim.apply(chain(50).as_bytes());
    assert_eq!(codes(&begin(&mut sim, "c0")), ["A2UI_S2C_LIMIT_DEPTH"]);
    // As deep as may be set.
    let mut sim = client(RAISED);
    sim.apply(chain(9_999).as_bytes());
    assert_eq!(begin(&mut sim, "c0").changed.len(), 10_000);
    assert!(sim.resolve("main").is_some());
    assert!(ClientSim::restore(&sim.snapshot()).is_ok());
}

#[test]
fn ids_and_keys_are_only_names() {
    let mut sim = client("{}");
    for id in ["__proto__", "constructor", ""] {
        let root = (
            id.to_owned(),
            format!(r#""Text":{{"text":{{"path":"/__proto__/{id}"}}}}"#),
        );
        sim.apply(update([root].into_iter()).as_bytes());
        let data = format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"/__proto__","contents":[{{"key":"{id}","valueString":"v"}}]}}}}"#
        );
        sim.apply(data.as_bytes());
        assert!(begin(&mut sim, id).findings.is_empty(), "{id}");
        assert!(
            sim.resolve("main").unwrap().contains(r#""text":"v""#),
            "{id}: {:?}",
            sim.resolve("main")
        );
    }
}

#[test]
fn work_grows_with_the_input_and_no_faster() {
    let surface = |sim: &mut ClientSim, size: usize| {
        let texts = (0..size).map(|at| {
            (
                format!("t{at}"),
                format!(r#""Text":{{"text":{{"path":"/k{at}/v"}}}}"#),
            )
        });
        let root = (
            "root".to_owned(),
            column((0..size).map(|at| format!("t{at}"))),
        );
        sim.apply(update(texts.chain([root])).as_bytes());
        begin(sim, "root");
        sim.shown("main");
    };
    grows("components in one message", 1_000, 2.3, surface);
    grows(
        "one key of many, again and again",
        1_000,
        2.3,
        |sim, size| {
            surface(sim, size);
            for at in 0..size {
                let message = format!(
                    r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"/k{at}","contents":[{{"key":"v","valueNumber":{at}}}]}}}}"#
                );
                assert_eq!(sim.apply(message.as_bytes()).changed.len(), 1);
                sim.shown("main");
            }
        },
    );
    grows("rows, a message each", 1_000, 2.3, |sim, size| {
        let list =
            r#""List":{"children":{"template":{"componentId":"row","dataBinding":"/rows"}}}"#;
        let row = r#""Text":{"text":{"path":"/v"}}"#;
        sim.apply(
            update([("root".into(), list.into()), ("row".into(), row.into())].into_iter())
                .as_bytes(),
        );
        begin(sim, "root");
        sim.shown("main");
        for at in 0..size {
            let message = format!(
                r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"/rows/{at}","contents":[{{"key":"v","valueNumber":{at}}}]}}}}"#
            );
            assert_eq!(sim.apply(message.as_bytes()).changed.len(), 2);
            sim.shown("main");
        }
    });
    grows(
        "components, a message each, of a surface that is shown",
        1_000,
        2.3,
        |sim, size| {
            sim.apply(update([("c0".into(), card("c1"))].into_iter()).as_bytes());
            begin(sim, "c0");
            sim.shown("main");
            for at in 1..size {
                let chain = (at % 40 < 39).then(|| card(format!("c{}", at + 1)));
                let body = chain.unwrap_or_else(|| r#""Divider":{}"#.to_owned());
                sim.apply(update([(format!("c{at}"), body)].into_iter()).as_bytes());
            }
        },
    );
    grows(
        "a chain, every second component first",
        1_000,
        2.3,
        |sim, size| {
            let ids = (0..size).step_by(2).chain((1..size).step_by(2));
            for at in ids {
                let body = card(format!("c{}", at + 1));
                let outcome = sim.apply(update([(format!("c{at}"), body)].into_iter()).as_bytes());
                assert!(outcome.findings.is_empty());
            }
        },
    );
    grows(
        "one in the middle of many, again and again",
        1_000,
        2.3,
        |sim, size| {
            let chain = |at| (format!("c{at}"), card(format!("c{}", at + 1)));
            sim.apply(update((0..size).map(chain)).as_bytes());
            for _ in 0..size {
                sim.apply(update([chain(size / 2)].into_iter()).as_bytes());
            }
        },
    );
    grows("the root sent again and again", 100, 4.3, |sim, size| {
        // Each message is as long as the surface is wide.
        surface(sim, size);
        for _ in 0..size {
            let root = (
                "root".to_owned(),
                column((0..size).map(|at| format!("t{at}"))),
            );
            sim.apply(update([root].into_iter()).as_bytes());
        }
    });
}

#[test]
fn damaged_snapshots_are_refused() {
    let mut sim = client(r#"{"mode":"lenient"}"#);
    sim.apply(
        update(
            [
                ("root".into(), card("text")),
                ("text".into(), r#""Text":{"text":{"path":"/a"}}"#.into()),
            ]
            .into_iter(),
        )
        .as_bytes(),
    );
    sim.apply(
        br#"{"dataModelUpdate":{"surfaceId":"main","contents":[{"key":"a","valueString":"x"}]}}"#,
    );
    begin(&mut sim, "root");
    let whole = String::from_utf8(sim.snapshot()).unwrap();
    let (head, rest) = whole.split_once('\n').unwrap();
    let lines: Vec<&str> = rest.lines().collect();
    for (name, bytes) in [
        ("nothing", String::new()),
        ("another format", whole.replace("client/1", "client/2")),
        (
            "no options",
            r#"{"format":"vitrine/a2ui-client/1"}"#.to_owned(),
        ),
        ("unknown options", head.replace("lenient", "mild")),
        (
            "a message before its surface",
            format!("{head}\n{}", lines[1]),
        ),
        ("a surface twice", format!("{whole}{rest}")),
        (
            "a message to another surface",
            whole.replacen(
                "{\"surfaceUpdate\":{\"surfaceId\":\"main\"",
                "{\"surfaceUpdate\":{\"surfaceId\":\"other\"",
                1,
            ),
        ),
        (
            "a cycle",
            whole.replace(
                r#"{"Card":{"child":"text"}}"#,
                r#"{"Card":{"child":"root"}}"#,
            ),
        ),
        (
            "another message",
            format!("{whole}{{\"deleteSurface\":{{\"surfaceId\":\"main\"}}}}\n"),
        ),
        ("data that is no map", whole.replace(r#"{"a":"x"}"#, "[]")),
        (
            "more than its limits allow",
            whole.replace(r#""mode":"lenient""#, r#""limits":{"components":1}"#),
        ),
    ] {
        assert_ne!(bytes, whole, "{name}");
        let restored = ClientSim::restore(bytes.as_bytes());
        assert!(restored.is_err(), "{name}");
    }
    for end in 0..whole.len() {
        // Cut anywhere: another state, or an error.
        drop(ClientSim::restore(&whole.as_bytes()[..end]));
    }
}
