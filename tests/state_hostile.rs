//! No document and no command takes long or much: it is refused with its code, or done in time that grows with its length.

#![cfg(feature = "state")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use vitrine::state::{
    prepare, run as run_plan, Document, Exit, Found, Given, Outcome, Root, Shard, Shards, Supplied,
};

/// A document whose items of all are this.
fn with_content(content: &str) -> String {
    format!(
        r#"{{"ACTIVE-PROJECT":{{"TITLE":null,"PROJECT-ID":null}},"GOALS":{{}},"ITEMS":{{"GLOBAL":{{"META":{{}},"CONTENT":{content}}},"PROJECTS":[]}}}}"#
    )
}

fn document(files: &[(&str, String)]) -> Document {
    let mut document = Document::new("state.json");
    for (path, text) in files {
        document.put(path, text.clone());
    }
    document
}

fn run(document: &mut Document, line: &[&str]) -> Outcome {
    document.run(line, &Given::default())
}

/// A key of letters for a number.
fn key(mut number: usize) -> String {
    let mut key = String::from("K");
    loop {
        key.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
        if number == 0 {
            return key;
        }
    }
}

fn object(count: usize, value: impl Fn(usize) -> String) -> String {
    let members: Vec<_> = (0..count)
        .map(|number| format!("\"{}\":{}", key(number), value(number)))
        .collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn deep_nesting_is_refused_and_what_is_no_json_behind_it_comes_first() {
    let deep = |open: usize, close: usize| {
        with_content(&format!(
            "{{\"A\":{}{}}}",
            "[".repeat(open),
            "]".repeat(close)
        ))
    };
    for (text, exit) in [
        (deep(100, 100), Exit::Done),
        (deep(200_000, 200_000), Exit::State),
        (deep(200_000, 199_999), Exit::Json),
    ] {
        let outcome = run(&mut document(&[("state.json", text)]), &["chat", "latest"]);
        assert_eq!(outcome.exit, exit, "{}", outcome.stderr);
    }
    let arg = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let outcome = run(
        &mut document(&[]),
        &["project", "chat", "set", "item", "a", &arg],
    );
    assert_eq!(outcome.exit, Exit::Input);
    let path = vec!["a"; 200_000].join("/");
    let outcome = run(
        &mut document(&[]),
        &["project", "chat", "set", "item", &path, "1"],
    );
    assert_eq!(outcome.exit, Exit::Input);
    assert!(outcome.stderr.len() < 200);
}

#[test]
fn shards_in_shards_are_not_deeper_than_a_document_may_be() {
    let nested = |inner: &str| format!("{}{inner}{}", "{\"A\":".repeat(60), "}".repeat(60));
    let mut files = vec![(
        "state.json".to_owned(),
        with_content(r#"{"A":"ref file://0"}"#),
    )];
    for number in 0..5 {
        files.push((
            number.to_string(),
            nested(&format!("\"ref file://{}\"", number + 1)),
        ));
    }
    files.push(("5".to_owned(), "1".to_owned()));
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone()))
        .collect();
    let outcome = run(&mut document(&files), &["chat", "latest"]);
    assert_eq!(outcome.exit, Exit::State);
    assert!(
        outcome.stderr.contains("nests 300 deep"),
        "{}",
        outcome.stderr
    );
}

/// Files as large as one may be, each of them counted.
struct Large {
    opened: usize,
}

impl Shards for Large {
    fn open(&mut self, path: &str) -> Shard {
        self.opened += 1;
        Shard {
            id: path.to_owned(),
            found: Found::Text(format!("\"{}\"", "a".repeat((64 << 20) - 2)).into_bytes()),
        }
    }
}

#[test]
fn no_more_files_are_opened_where_those_before_are_too_much_already() {
    let items = object(8, |number| format!("\"ref file://{number}\""));
    let text = with_content(&items);
    let root = Root {
        path: "state.json",
        id: "state.json",
        text: Some(text.as_bytes()),
    };
    let mut large = Large { opened: 0 };
    let plan = prepare(&["chat".to_owned(), "latest".to_owned()]).expect("a command");
    let outcome = run_plan(&plan, root, &mut large, Supplied::default());
    assert_eq!(outcome.exit, Exit::State);
    assert!(
        outcome.stderr.contains("bytes in all"),
        "{}",
        outcome.stderr
    );
    assert_eq!(large.opened, 4);
}

#[test]
fn a_file_that_is_mounted_two_to_the_sixty_times_is_read_once() {
    let mut files = vec![(
        "state.json".to_owned(),
        with_content(r#"{"A":"ref file://0","B":1}"#),
    )];
    for number in 0..60 {
        let next = number + 1;
        files.push((
            number.to_string(),
            format!(r#"["ref file://{next}","ref file://{next}"]"#),
        ));
    }
    files.push(("60".to_owned(), "{}".to_owned()));
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone()))
        .collect();
    let mut document = document(&files);
    let start = Instant::now();
    assert_eq!(
        run(&mut document, &["project", "chat", "get", "item", "b"]).stdout,
        "1\n"
    );
    assert_eq!(
        run(&mut document, &["project", "chat", "set", "item", "b", "2"]).exit,
        Exit::Done
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    // What cannot be printed is refused before it is made.
    let outcome = run(&mut document, &["project", "chat", "get", "item", "a"]);
    assert_eq!(outcome.exit, Exit::State);
    assert!(outcome.stderr.contains("larger than"), "{}", outcome.stderr);
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn what_is_printed_is_measured_as_it_is_printed() {
    let mounts = |count: usize, depth: usize| {
        let mounts = vec!["\"ref file://S\""; count].join(",");
        with_content(&format!(
            "{{\"A\":{}{mounts}{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        ))
    };
    let large = |root: String, shard: String| {
        let mut document = document(&[("state.json", root), ("S", shard)]);
        run(&mut document, &["project", "chat", "get", "item", "a"])
    };
    // Most of it is indentation, then keys.
    let numbers = |count: usize| format!("[{}]", vec!["1"; count].join(","));
    let named = format!("{{\"{}\":1}}", "A".repeat(1_000_000));
    for (root, shard, exit) in [
        (mounts(1000, 100), numbers(100), Exit::Done),
        (mounts(1000, 100), numbers(1000), Exit::State),
        (mounts(60, 1), named.clone(), Exit::Done),
        (mounts(3000, 1), named, Exit::State),
    ] {
        let outcome = large(root, shard);
        assert_eq!(outcome.exit, exit, "{}", outcome.stderr);
        assert!(outcome.stdout.len() <= 64 << 20, "{}", outcome.stdout.len());
    }
}

#[test]
fn what_is_applied_through_a_chain_is_not_copied_for_each_of_its_files() {
    let applied = |files: usize| {
        let mut document = document(&[("state.json", with_content(r#"{"A":"ref file://0"}"#))]);
        for number in 0..files {
            let next = format!("\"ref file://{}\"", number + 1);
            document.put(&number.to_string(), next);
        }
        document.put(&files.to_string(), "1".to_owned());
        let content = format!("{{\"A\":[{}]}}", vec!["1"; 200_000].join(","));
        let given = Given {
            stdin: Some(with_content(&content)),
            ..Given::default()
        };
        let start = Instant::now();
        let outcome = document.run(&["chat", "state", "apply", "-"], &given);
        assert_eq!(outcome.exit, Exit::Done, "{}", outcome.stderr);
        start.elapsed()
    };
    let best = |files| (0..5).map(|_| applied(files)).min().unwrap_or_default();
    let (short, long) = (best(1), best(60));
    assert!(
        long < short.mul_f64(2.3),
        "{short:?} for 1 file, {long:?} for 60"
    );
}

#[test]
fn a_list_that_is_mounted_everywhere_is_checked_once() {
    let event = r#"{"ID":null,"TYPE":null,"BODY":null,"SEEN":true,"CREATED-AT":null}"#;
    let events = format!("[{}]", vec![event; 2000].join(","));
    let sub = |title: &str| {
        format!(
            r#"{{"TITLE":"{title}","SUMMARY":"","STATUS":"","NOTES":[],"EVENTS":"ref file://events","REQUEST-NOTES":[],"IN-FLIGHT":false,"LAST-REQUEST":null,"LAST-SEEN-IDX":1999}}"#
        )
    };
    let subs = object(2000, |number| sub(&key(number)));
    let goals = object(2000, |number| {
        format!(
            r#"{{"TITLE":"{}","SUMMARY":"","STATUS":"","NOTES":[],"SUB-GOALS":"ref file://subs"}}"#,
            key(number)
        )
    });
    let root = with_content("{}").replace("\"GOALS\":{}", "\"GOALS\":\"ref file://goals\"");
    let mut document = document(&[
        ("state.json", root),
        ("goals", goals),
        ("subs", subs),
        ("events", events),
    ]);
    let start = Instant::now();
    let outcome = run(&mut document, &["chat", "latest"]);
    assert_eq!(outcome.stdout, "READY\n", "{}", outcome.stderr);
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

type Attack = (&'static str, fn(usize) -> (Document, Vec<String>));

fn set(value: &str) -> Vec<String> {
    ["project", "chat", "set", "item", "a", value]
        .map(str::to_owned)
        .to_vec()
}

fn stored(content: &str) -> (Document, Vec<String>) {
    (document(&[("state.json", with_content(content))]), set("1"))
}

const ATTACKS: &[Attack] = &[
    ("keys", |n| stored(&object(n, |number| number.to_string()))),
    ("keys in a value", |n| {
        (document(&[]), set(&object(n, |number| number.to_string())))
    }),
    ("one key, again and again", |n| {
        stored(&format!("{{{}}}", vec!["\"A\":1"; n].join(",")))
    }),
    ("escaped keys", |n| {
        stored(&object(n, |number| number.to_string()).replace('K', "\\u004b"))
    }),
    ("bad keys", |n| {
        stored(&object(n, |number| number.to_string()).replace('K', "k"))
    }),
    ("escapes", |n| {
        stored(&format!("{{\"B\":\"{}\"}}", "\\u00e9\\n".repeat(n)))
    }),
    ("references to one file", |n| {
        let root = with_content(&object(n, |_| "\"ref file://x\"".to_owned()));
        (
            document(&[("state.json", root), ("x", "{}".to_owned())]),
            set("1"),
        )
    }),
    ("references by many ways", |n| {
        let way = |number: usize| format!("\"ref file://{}/../x\"", key(number));
        let root = with_content(&object(n.min(9000), way));
        (
            document(&[("state.json", root), ("x", "{}".to_owned())]),
            set("1"),
        )
    }),
    ("projects", |n| {
        let project = |number: usize| {
            format!(
                r#"{{"PROJECT-ID":"{number}","ITEMS":{{"META":{{}},"CONTENT":{{}}}},"CHATS":[]}}"#
            )
        };
        let projects: Vec<_> = (0..n / 10).map(project).collect();
        let root = with_content("{}").replace(
            "\"PROJECTS\":[]",
            &format!("\"PROJECTS\":[{}]", projects.join(",")),
        );
        let line =
            ["project", "chat", "set", "item", "--project", "x", "a", "1"].map(str::to_owned);
        (document(&[("state.json", root)]), line.to_vec())
    }),
    ("what the schema does not know", |n| {
        let root = with_content("{}").replace(
            "\"GOALS\":{}",
            &format!("\"GOALS\":{}", object(n, |_| "{}".to_owned())),
        );
        (document(&[("state.json", root)]), set("1"))
    }),
    ("an argument for a key", |n| {
        (
            document(&[]),
            ["chat", "create", "goal", &"a_".repeat(n)]
                .map(str::to_owned)
                .to_vec(),
        )
    }),
];

/// The least of some times.
fn least(attack: fn(usize) -> (Document, Vec<String>), count: usize, times: usize) -> Duration {
    let (document, line) = attack(count);
    let time = |_| {
        let mut document = document.clone();
        let start = Instant::now();
        black_box(document.run(&line, &Given::default()));
        start.elapsed()
    };
    (0..times).map(time).min().unwrap_or_default()
}

#[test]
fn twice_the_document_takes_about_twice_the_time() {
    const COUNT: usize = 1000;
    for (name, attack) in ATTACKS {
        let mut seen = Vec::new();
        // Something quadratic takes four times as long, whenever it is tried.
        let grows = (0..20).any(|_| {
            let (short, long) = (least(*attack, COUNT, 3), least(*attack, 2 * COUNT, 3));
            seen.push((short, long));
            long.as_secs_f64() <= 2.4 * short.as_secs_f64() + 100e-6
        });
        assert!(grows, "{name}: {seen:?}");
    }
}

#[test]
fn a_hundred_thousand_keys_are_no_matter() {
    for (name, attack) in ATTACKS {
        let took = least(*attack, 100_000, 1);
        // Without optimisation, on a machine that others use.
        assert!(took < Duration::from_secs(30), "{name}: {took:?}");
    }
}
