//! Streams of messages by a seed: all four messages, all components, rows in rows, and now and then something refused.

use super::random::Random;

/// The components, each with how it is written; `@` is an id further down, `?` a bound value or a literal.
const COMPONENTS: [&str; 20] = [
    r#""Column":{"children":{"explicitList":[*]}}"#,
    r#""Row":{"children":{"template":{"componentId":"@","dataBinding":"%"}},"alignment":"center"}"#,
    r#""Card":{"child":"@"}"#,
    r#""List":{"children":{"template":{"componentId":"@","dataBinding":"%"}},"direction":"vertical"}"#,
    r#""Tabs":{"tabItems":[{"title":?,"child":"@"},{"title":?,"child":"@"}]}"#,
    r#""Modal":{"entryPointChild":"@","contentChild":"@"}"#,
    r#""Row":{"children":{"explicitList":[*]},"distribution":"end"}"#,
    r#""Button":{"child":"@","primary":true,"action":{"name":"go","context":[{"key":"k","value":?},{"key":"n","value":{"literalNumber":1.5}}]}}"#,
    r#""List":{"children":{"template":{"componentId":"@","dataBinding":"%"}}}"#,
    r#""Text":{"text":?,"usageHint":"h1"}"#,
    r#""Image":{"url":{"path":"%"},"altText":?,"fit":"cover"}"#,
    r#""Icon":{"name":{"literalString":"mail"}}"#,
    r#""Video":{"url":{"path":"%"}}"#,
    r#""AudioPlayer":{"url":{"path":"%"},"description":?}"#,
    r#""Divider":{"axis":"horizontal"}"#,
    r#""CheckBox":{"label":?,"value":{"path":"%"}}"#,
    r#""TextField":{"label":?,"text":?,"textFieldType":"longText"}"#,
    r#""DateTimeInput":{"value":?,"enableDate":true}"#,
    r#""MultipleChoice":{"selections":{"path":"%"},"options":[{"label":?,"value":"a"}],"maxAllowedSelections":2}"#,
    r#""Slider":{"value":{"path":"%"},"minValue":0,"maxValue":10}"#,
];

const PATHS: [&str; 12] = [
    "/",
    "/a",
    "/b",
    "/a/b",
    "/rows",
    "/rows/1",
    "/rows/x",
    "/name",
    "/cells",
    "/rows/0/cells",
    "/__proto__",
    "/a~1b",
];
const KEYS: [&str; 12] = [
    "a",
    "b",
    "rows",
    "0",
    "1",
    "2",
    "10",
    "x",
    "name",
    "cells",
    "__proto__",
    "a/b",
];

/// So many messages, most of them to one surface.
pub(crate) fn stream(seed: u64, length: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut messages = Vec::with_capacity(length);
    while messages.len() < length {
        let surface = if random.chance(90) {
            "main"
        } else {
            "side#e=2"
        };
        let message = match random.below(100) {
            0..=34 => update(&mut random, surface),
            35..=79 => data(&mut random, surface),
            80..=97 => {
                let root = if random.chance(80) {
                    "c0".to_owned()
                } else {
                    id(&mut random, 0)
                };
                format!(r#"{{"beginRendering":{{"surfaceId":"{surface}","root":"{root}"}}}}"#)
            }
            _ => format!(r#"{{"deleteSurface":{{"surfaceId":"{surface}"}}}}"#),
        };
        messages.push(message);
    }
    messages
}

fn update(random: &mut Random, surface: &str) -> String {
    let mut ids: Vec<usize> = (0..COMPONENTS.len()).collect();
    let count = [1, 2, 5, COMPONENTS.len()][random.below(4)];
    while ids.len() > count {
        ids.swap_remove(random.below(ids.len()));
    }
    let components: Vec<String> = ids
        .into_iter()
        .map(|at| {
            let weight = if random.chance(10) {
                r#""weight":2,"#
            } else {
                ""
            };
            let body = component(random, at);
            format!(r#"{{"id":"c{at}",{weight}"component":{{{body}}}}}"#)
        })
        .collect();
    let components = components.join(",");
    format!(r#"{{"surfaceUpdate":{{"surfaceId":"{surface}","components":[{components}]}}}}"#)
}

fn component(random: &mut Random, at: usize) -> String {
    let mut out = String::new();
    for c in COMPONENTS[at].chars() {
        match c {
            '@' => out += &id(random, at + 1),
            '*' => {
                let ids: Vec<String> = (0..random.below(6))
                    .map(|_| format!("\"{}\"", id(random, at + 1)))
                    .collect();
                out += &ids.join(",");
            }
            '%' if random.chance(30) => out += "/rows",
            '%' => out += PATHS[random.below(PATHS.len())],
            // Lenient mode takes both.
            '?' if random.chance(1) => out += r#"{"path":"/a/first","literalString":"first"}"#,
            '?' if random.chance(70) => {
                out += &format!(r#"{{"path":"{}"}}"#, PATHS[random.below(PATHS.len())]);
            }
            '?' => out += r#"{"literalString":"é\n\"quoted\""}"#,
            c => out.push(c),
        }
    }
    out
}

/// An id further down; rarely another one, which may close a cycle or never come.
fn id(random: &mut Random, from: usize) -> String {
    let at = match random.below(100) {
        0 => random.below(COMPONENTS.len() + 4),
        _ => from + random.below(COMPONENTS.len() - from.min(COMPONENTS.len() - 1)),
    };
    format!("c{at}")
}

fn data(random: &mut Random, surface: &str) -> String {
    let path = match random.below(8) {
        0 => String::new(),
        1 | 2 => format!(r#""path":"/rows/{}","#, KEYS[2 + random.below(6)]),
        3 => r#""path":"/rows","#.to_owned(),
        _ => format!(r#""path":"{}","#, PATHS[random.below(PATHS.len())]),
    };
    let contents = entries(random, true);
    format!(r#"{{"dataModelUpdate":{{"surfaceId":"{surface}",{path}"contents":[{contents}]}}}}"#)
}

fn entries(random: &mut Random, outer: bool) -> String {
    let mut keys: Vec<&str> = KEYS.to_vec();
    let count = random.below(7);
    while keys.len() > count {
        keys.swap_remove(random.below(keys.len()));
    }
    let entries: Vec<String> = keys
        .into_iter()
        .map(|key| {
            let value = match random.below(if outer { 8 } else { 4 }) {
                0 => r#""valueBoolean":true"#.to_owned(),
                1 => format!(r#""valueNumber":{}"#, random.below(3)),
                2 | 3 => format!(r#""valueString":"v{}""#, random.below(3)),
                _ => format!(r#""valueMap":[{}]"#, entries(random, false)),
            };
            format!(r#"{{"key":"{key}",{value}}}"#)
        })
        .collect();
    entries.join(",")
}
