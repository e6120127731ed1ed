//! No input takes long: twice of it takes about twice the time, and a mebibyte of the worst far under a second.

#![cfg(feature = "uicp")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use vitrine::uicp::queue::Origin;
use vitrine::uicp::validate;
use vitrine::uicp::workspace::Workspace;

type Attack = (&'static str, fn(usize) -> String);

fn repeat(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

fn numbered(size: usize, unit: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for number in 0.. {
        if out.len() >= size {
            break;
        }
        if number > 0 {
            out.push(',');
        }
        out += &unit(number);
    }
    out
}

fn set(value: &str) -> String {
    format!(r#"[{{"op":"state.set","params":{{"scope":"global","key":"k","value":{value}}}}}]"#)
}

const ATTACKS: &[Attack] = &[
    ("unknown keys", |n| {
        format!("[{{{}}}]", numbered(n, |i| format!("\"k{i}\":0")))
    }),
    ("one unknown key, again and again", |n| {
        format!("[{{{}}}]", numbered(n, |_| "\"k\":0".to_owned()))
    }),
    ("a known key, again and again", |n| {
        format!(
            r#"[{{"op":"txn.cancel","params":{{{}}}}}]"#,
            numbered(n, |_| r#""id":"a""#.to_owned())
        )
    }),
    ("a known key, each time longer", |n| {
        let long = "x".repeat(200);
        format!(
            r#"[{{"op":"txn.cancel","params":{{{}}}}}]"#,
            numbered(n, |i| format!(r#""id":"{long}{i}""#))
        )
    }),
    ("keys of data, again and again", |n| {
        set(&format!(
            "{{{}}}",
            numbered(n, |i| format!("\"k{}\":0", i % 50))
        ))
    }),
    ("keys of data that begin alike", |n| {
        let long = "x".repeat(60);
        set(&format!(
            "{{{}}}",
            numbered(n, |i| format!("\"{long}{i}\":0"))
        ))
    }),
    ("headers that are none", |n| {
        let headers = numbered(n, |i| format!("\"h{i}\":0"));
        format!(r#"[{{"op":"api.call","params":{{"url":"u","headers":{{{headers}}}}}}}]"#)
    }),
    ("changes that are none", |n| {
        let changes = numbered(n, |_| r#"{"op":1,"to":{},"path":[]}"#.to_owned());
        format!(
            r#"[{{"op":"state.patch","params":{{"scope":"global","key":"k","ops":[{changes}]}}}}]"#
        )
    }),
    ("fields that are none", |n| {
        let fields = numbered(n, |_| r#"{"name":"","type":"x"}"#.to_owned());
        format!(
            r#"[{{"op":"api.call","params":{{"url":"uicp://intent","body":{{"fields":[{fields}]}}}}}}]"#
        )
    }),
    ("operations that are none", |n| {
        format!("[{}]", numbered(n, |_| "0".to_owned()))
    }),
    ("escapes", |n| {
        set(&format!("\"{}\"", repeat("\\n\\u00e9\\\"", n)))
    }),
    ("scripts in turns", |n| {
        set(&format!("\"{}\"", repeat("aé日🙂", n)))
    }),
    ("short texts", |n| {
        set(&format!("[{}]", numbered(n, |_| "\"é\"".to_owned())))
    }),
    ("numbers", |n| {
        set(&format!(
            "[{}]",
            numbered(n, |_| "1234567890123456789e-7".to_owned())
        ))
    }),
    ("a number", |n| set(&"1".repeat(n))),
    ("nested, side by side", |n| {
        set(&format!(
            "[{}]",
            numbered(n, |_| format!("{}{}", "[".repeat(60), "]".repeat(60)))
        ))
    }),
    ("space", |n| set(&" \n".repeat(n / 2)) + "x"),
    ("open brackets", |n| "[".repeat(n)),
    ("an open string", |n| format!("[\"{}", "x".repeat(n))),
    ("HTML", |n| {
        format!(
            r#"[{{"op":"dom.set","params":{{"windowId":"w","target":"t","html":"{}"}}}}]"#,
            "x".repeat(n)
        )
    }),
    ("HTML inside of props", |n| {
        let rows = numbered(n, |_| r#"{"html":"x","a":[]}"#.to_owned());
        format!(
            r#"[{{"op":"component.update","params":{{"id":"c","props":{{"rows":[{rows}]}}}}}}]"#
        )
    }),
    ("hints", |n| {
        format!(
            r#"{{"summary":"","batch":[],"actorHints":[{}]}}"#,
            numbered(n, |_| "\" \"".to_owned())
        )
    }),
];

fn judge(text: &str) {
    if let Err(invalid) = black_box(validate::batch(text.as_bytes())) {
        black_box(invalid.to_json().to_string());
    }
    if let Err(invalid) = black_box(validate::plan(text.as_bytes())) {
        black_box(invalid.to_json().to_string());
    }
}

/// The least of several, which a busy machine falsifies least.
fn least(text: &str, times: usize) -> Duration {
    let time = |_| {
        let start = Instant::now();
        judge(text);
        start.elapsed()
    };
    (0..times).map(time).min().unwrap_or_default()
}

#[test]
fn twice_the_input_takes_about_twice_the_time() {
    const SIZE: usize = 16 << 10;
    for (name, attack) in ATTACKS {
        let (once, twice) = (attack(SIZE), attack(2 * SIZE));
        // Something quadratic takes four times as long, whenever it is tried.
        let mut seen = Vec::new();
        let grows = (0..20).any(|_| {
            let (short, long) = (least(&once, 5), least(&twice, 5));
            seen.push((short, long));
            long.as_secs_f64() <= 2.3 * short.as_secs_f64() + 50e-6
        });
        assert!(grows, "{name}: {seen:?}");
    }
}

#[test]
fn a_large_input_is_judged_in_time() {
    for (name, attack) in ATTACKS {
        let took = least(&attack(1 << 20), 2);
        // Without optimisation, on a machine that may be busy; the package takes a hundredth of it.
        assert!(took < Duration::from_secs(20), "{name}: {took:?}");
    }
}

#[test]
fn a_patch_of_many_steps_takes_as_long_as_its_steps() {
    let steps = |count: usize, each: &dyn Fn(usize) -> String| {
        let steps: Vec<_> = (0..count).map(each).collect();
        format!(
            r#"[{{"op":"state.patch","params":{{"scope":"workspace","key":"k","ops":[{}]}}}}]"#,
            steps.join(",")
        )
    };
    let long = "k".repeat(100);
    let sets = |i: usize| format!(r#"{{"op":"set","path":"/{long}{i:06}","value":1}}"#);
    let merges = |i: usize| match i % 2 {
        0 => format!(r#"{{"op":"merge","path":"/a","value":{{"{i:06}":1}}}}"#),
        _ => format!(r#"{{"op":"set","path":"/a/{i:06}","value":1}}"#),
    };
    let applied = |text: &str| {
        let mut workspace = Workspace::default();
        let batch = validate::batch(text.as_bytes()).unwrap_or_default();
        assert_eq!(batch.len(), 1);
        let start = Instant::now();
        workspace.enqueue(batch, Origin::Agent, 0);
        workspace.run(0, usize::MAX);
        workspace.settle(Vec::new(), 0);
        start.elapsed()
    };
    for each in [&sets as &dyn Fn(usize) -> String, &merges] {
        let least = |count| {
            let text = steps(count, each);
            (0..9).map(|_| applied(&text)).min().unwrap_or_default()
        };
        // Twice, and twice again; something quadratic takes sixteen times as long, whenever it is tried.
        let mut seen = Vec::new();
        let grows = (0..10).any(|_| {
            let (short, long) = (least(2000), least(8000));
            seen.push((short, long));
            long < short.mul_f64(2.3 * 2.3)
        });
        assert!(grows, "{seen:?} for 2000 and 8000");
    }
}
