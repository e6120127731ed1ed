//! What does not change what is meant does not change the state: the order of independent messages, how the stream is cut,
//! a snapshot at any step, a connection that broke off and began again.

#![cfg(feature = "a2ui")]
#![allow(clippy::unwrap_used, clippy::panic)] // a failed unwrap is a failed test

#[path = "support/html/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "support/a2ui/streams.rs"]
mod streams;

use random::Random;
use vitrine::a2ui::client_sim::ClientSim;
use vitrine::a2ui::jsonl::{Options, Parser, What};
use vitrine::json::Json;

const SURFACES: [&str; 2] = ["main", "side#e=2"];

fn client(mode: &str) -> ClientSim {
    let options = format!(r#"{{"mode":"{mode}","limits":{{"nodes":3000}}}}"#);
    ClientSim::new(Json::parse(options.as_bytes()).unwrap()).unwrap()
}

/// The hashes and the trees.
fn state(sim: &mut ClientSim) -> Vec<([u8; 32], Option<String>)> {
    let each = SURFACES
        .iter()
        .map(|id| (sim.state_hash(id), sim.resolve(id)));
    each.collect()
}

fn applied(mode: &str, messages: &[String]) -> ClientSim {
    let mut sim = client(mode);
    for message in messages {
        sim.apply(message.as_bytes());
    }
    sim
}

/// Components and data of a surface that is not shown yet; none of the messages says anything about what another does.
fn independent(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut messages = Vec::new();
    for at in 0..12 {
        let body = match at {
            0 => r#""Column":{"children":{"explicitList":["c1","c2","c3"]}}"#.to_owned(),
            1 => r#""List":{"children":{"template":{"componentId":"c4","dataBinding":"/rows"}}}"#
                .to_owned(),
            _ => format!(r#""Text":{{"text":{{"path":"/k{}"}}}}"#, random.below(6)),
        };
        messages.push(format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"main","components":[{{"id":"c{at}","component":{{{body}}}}}]}}}}"#
        ));
    }
    for key in 0..6 {
        messages.push(format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"/k{key}","contents":[{{"key":"a","valueNumber":{key}}}]}}}}"#
        ));
        messages.push(format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"main","path":"/rows/{key}","contents":[{{"key":"a","valueString":"x"}}]}}}}"#
        ));
    }
    messages
}

#[test]
fn independent_messages_commute() {
    let begin = r#"{"beginRendering":{"surfaceId":"main","root":"c0"}}"#;
    for seed in 0..60 {
        let mut messages = independent(seed);
        let mut expected = applied("strict", &messages);
        assert!(expected.apply(begin.as_bytes()).findings.is_empty());
        let mut random = Random::new(seed);
        for at in (1..messages.len()).rev() {
            messages.swap(at, random.below(at + 1));
        }
        // Some before rendering is begun, some after.
        let before = random.below(messages.len());
        for mode in ["strict", "lenient"] {
            let mut sim = applied(mode, &messages[..before]);
            let shown = sim.apply(begin.as_bytes()).findings.is_empty();
            for message in &messages[before..] {
                assert!(sim.apply(message.as_bytes()).findings.is_empty());
            }
            if !shown && mode == "strict" {
                assert!(sim.apply(begin.as_bytes()).findings.is_empty());
            }
            assert_eq!(state(&mut sim), state(&mut expected), "seed {seed}, {mode}");
        }
    }
}

#[test]
fn the_stream_may_be_cut_anywhere() {
    for seed in 0..150 {
        let messages = streams::stream(seed, 20);
        let mut expected = applied("lenient", &messages);
        let text = messages.join("\n").into_bytes();
        let mut random = Random::new(seed);
        let mut parser = Parser::new(Options::default());
        let mut sim = client("lenient");
        let mut rest = text.as_slice();
        let mut items = Vec::new();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + random.below(rest.len().min(200)));
            items.extend(parser.push(piece));
            rest = after;
        }
        items.extend(parser.end());
        for item in items {
            match item.what {
                What::Message(text) => drop(sim.apply(text.to_string().as_bytes())),
                _ => panic!("a line is no message"),
            }
        }
        assert_eq!(state(&mut sim), state(&mut expected), "seed {seed}");
    }
}

#[test]
fn the_same_stream_again_leads_to_the_same_state() {
    for seed in 0..100 {
        let messages = streams::stream(seed, 30);
        assert_eq!(
            state(&mut applied("strict", &messages)),
            state(&mut applied("strict", &messages))
        );
    }
}

/// All of a surface, made anew whatever was there.
fn whole() -> Vec<String> {
    let mut messages = vec![r#"{"deleteSurface":{"surfaceId":"main"}}"#.to_owned()];
    messages.extend(independent(1));
    messages.push(r#"{"beginRendering":{"surfaceId":"main","root":"c0"}}"#.to_owned());
    messages
}

#[test]
fn a_connection_that_broke_off_begins_anew() {
    let expected = state(&mut applied("strict", &whole()));
    for mode in ["strict", "lenient"] {
        for seed in 0..200 {
            // Broken off anywhere, in the middle of another stream or of its own.
            let mut messages = streams::stream(seed, (seed % 20) as usize);
            messages.retain(|message| message.contains("\"main\""));
            messages.extend(whole().into_iter().take((seed % 25) as usize));
            messages.extend(whole());
            let mut sim = applied(mode, &messages);
            assert_eq!(state(&mut sim), expected, "seed {seed}, {mode}");
            assert!(sim.get("main").unwrap().is_shown(), "stuck in buffering");
        }
    }
}

#[test]
fn what_was_begun_without_its_root_is_shown_with_it() {
    let mut sim = client("lenient");
    let begin = r#"{"beginRendering":{"surfaceId":"main","root":"c0"}}"#;
    assert!(!sim.apply(begin.as_bytes()).findings.is_empty());
    assert_eq!(sim.resolve("main"), None);
    for message in independent(1).iter().rev() {
        sim.apply(message.as_bytes());
    }
    let mut expected = applied("strict", &whole());
    assert_eq!(state(&mut sim), state(&mut expected));
}
