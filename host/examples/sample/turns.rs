//! Makes the story's items into turns: msgpack maps from tag to value, as `bundle.json` names them.

use crate::client::Turn;
use crate::picture::{self, BLUE, GREEN, RED};
use crate::random::Random;
use crate::script::Item;
use crate::terminal::{self, Run};
use rmpv::Value;
use vitrine::json::Json;

/// The session starts on 14 November 2025, 08:12:40 UTC, in ms since 1970.
const START_MS: u64 = 1_763_107_960_000;

const OK: u8 = 1;
const FAILED: u8 = 2;

/// One turn in this many has fields that no descriptor names, as a newer writer would leave.
const UNKNOWN_ONE_IN: u64 = 16;

/// The story's clock, chance and memory.
#[derive(Debug)]
pub struct Writer {
    random: Random,
    now_ms: u64,
    /// The last call's id and tool.
    call: (u64, String),
    run: Run,
    /// How long the run before took, in ms.
    usual_run_ms: i64,
    version_2: bool,
}

impl Writer {
    pub fn new() -> Writer {
        Writer {
            random: Random::new(0x5eed_0f1a_4e72_0001),
            now_ms: START_MS,
            call: (7_205_759_403_792_793_600, String::new()),
            run: Run::default(),
            usual_run_ms: 0,
            version_2: false,
        }
    }

    /// The turns that tell `item`.
    pub fn turns(&mut self, item: &Item<'_>) -> Vec<Turn> {
        match item {
            Item::Message {
                role,
                text,
                thinking,
                attachments,
            } => {
                vec![self.message(*role, text, thinking, attachments)]
            }
            Item::Call { tool, args } => vec![self.call(tool, to_value(args))],
            Item::Result { ok, text } => {
                let result = self.result_value(text);
                let took = self.random.between(8, 900);
                vec![self.result(*ok, result, took, None)]
            }
            Item::Run { filter, failures } => self.test_run(filter, failures),
            Item::Report => vec![self.report()],
            Item::Image {
                kind,
                name,
                caption,
            } => vec![self.image(kind, name, caption)],
            Item::Plan { goal, steps } => vec![self.plan(goal, steps)],
            Item::Upgrade => {
                self.version_2 = true;
                Vec::new()
            }
            Item::Fork => Vec::new(),
        }
    }

    fn message(&mut self, role: u8, text: &str, thinking: &str, files: &[(&str, &str)]) -> Turn {
        // People take longer to write than programs.
        let seconds = if role == 2 {
            self.random.between(35, 600)
        } else {
            self.random.between(2, 25)
        };
        let mut fields = vec![(1, role.into()), (2, text.into()), (3, self.tick(seconds))];
        if !files.is_empty() {
            let files = files.iter().map(|(kind, name)| self.attachment(kind, name));
            fields.push((4, Value::Array(files.collect())));
        }
        if self.version_2 && role == 3 {
            fields.push((5, "lantern-coder-2".into()));
            let input = self.random.between(9_000, 64_000);
            let output = text.len() as u64 / 3 + self.random.between(20, 90);
            let cost = (input * 3 + output * 15) as f64 / 1e6;
            let usage = map(vec![
                (1, input.into()),
                (2, output.into()),
                (3, cost.into()),
            ]);
            fields.push((6, usage));
            if !thinking.is_empty() {
                fields.push((7, thinking.into()));
            }
        }
        if self.version_2 && role == 2 {
            let labels = [("branch", "fix/green-again"), ("via", "terminal")];
            let labels = labels.iter().map(|(k, v)| ((*k).into(), (*v).into()));
            fields.push((8, Value::Map(labels.collect())));
        }
        let version = if self.version_2 { 2 } else { 1 };
        self.turn("com.vitrine.sample.MessageTurn", version, fields)
    }

    fn attachment(&mut self, kind: &str, name: &str) -> Value {
        let (mime, data) = match kind {
            "ci-log" => (
                "text/plain",
                terminal::ci_log(&mut self.random, 420).into_bytes(),
            ),
            "ci-log-short" => (
                "text/plain",
                terminal::ci_log(&mut self.random, 60).into_bytes(),
            ),
            "patch" => ("text/x-diff", PATCH.as_bytes().to_vec()),
            chart => ("image/png", self.chart(chart)),
        };
        let size = data.len();
        map(vec![
            (1, name.into()),
            (2, mime.into()),
            (3, Value::Binary(data)),
            (4, (size as u64).into()),
        ])
    }

    fn call(&mut self, tool: &str, args: Value) -> Turn {
        self.call = (self.call.0 + self.random.between(1, 5), tool.to_owned());
        let seconds = self.random.between(1, 6);
        let fields = vec![
            (1, self.call.0.into()),
            (2, tool.into()),
            (3, args),
            (4, self.tick(seconds)),
        ];
        self.turn("com.vitrine.sample.ToolCall", 1, fields)
    }

    fn result(&mut self, ok: bool, result: Value, took_ms: u64, exit_code: Option<i32>) -> Turn {
        let mut fields = vec![
            (1, self.call.0.into()),
            (2, self.call.1.as_str().into()),
            (3, (if ok { OK } else { FAILED }).into()),
            (4, result),
            (5, took_ms.into()),
            (6, self.tick(took_ms / 1000 + 1)),
        ];
        fields.extend(exit_code.map(|code| (7, code.into())));
        self.turn("com.vitrine.sample.ToolResult", 1, fields)
    }

    /// A result's text: made by the terminal, JSON, or as it stands.
    fn result_value(&mut self, text: &str) -> Value {
        match text {
            "{{lock file}}" => terminal::lock_file(&mut self.random, 190).into(),
            "{{log}}" => terminal::ci_log(&mut self.random, 300).into(),
            _ if text.starts_with(['{', '[']) => {
                Json::parse(text.as_bytes()).map_or_else(|_| text.into(), |json| to_value(&json))
            }
            _ => text.into(),
        }
    }

    fn test_run(&mut self, filter: &str, failures: &str) -> Vec<Turn> {
        let args = match filter {
            "all" => vec![],
            path => vec![("filter".into(), path.into())],
        };
        let call = self.call("run_tests", Value::Map(args));
        self.usual_run_ms = self.run_ms();
        self.run = terminal::run(&mut self.random, filter, failures);
        let green = self.run.failed == 0;
        let output = self.run.output.as_str().into();
        let took = self.run_ms().unsigned_abs();
        vec![
            call,
            self.result(green, output, took, Some(i32::from(!green))),
        ]
    }

    fn run_ms(&self) -> i64 {
        let seconds: f64 = self.run.durations.iter().map(|(_, seconds)| seconds).sum();
        (seconds * 1000.0) as i64
    }

    fn report(&mut self) -> Turn {
        let durations = self
            .run
            .durations
            .iter()
            .map(|(path, seconds)| ((*path).into(), (*seconds).into()));
        let commit = (0..20).map(|_| self.random.next() as u8).collect();
        let fields = vec![
            (1, "lantern".into()),
            (2, self.run.passed.into()),
            (3, self.run.failed.into()),
            (4, (self.run.failed == 0).into()),
            (5, Value::Map(durations.collect())),
            (6, (self.run_ms() - self.usual_run_ms).into()),
            (7, Value::Binary(commit)),
            (8, self.tick(1)),
        ];
        self.turn("com.vitrine.sample.TestReport", 1, fields)
    }

    fn image(&mut self, kind: &str, name: &str, caption: &str) -> Turn {
        let fields = vec![
            (1, name.into()),
            (2, "image/png".into()),
            (3, Value::Binary(self.chart(kind))),
            (4, caption.into()),
            (5, (picture::WIDTH as u32).into()),
            (6, (picture::HEIGHT as u32).into()),
            (7, self.tick(2)),
        ];
        self.turn("com.vitrine.sample.ImageAttachment", 1, fields)
    }

    fn chart(&mut self, kind: &str) -> Vec<u8> {
        let files = |share: fn(f64) -> f64, colour: fn(f64) -> u8| -> Vec<_> {
            let seconds = terminal::FILES
                .iter()
                .map(|(path, _, ms)| (path, share(*ms as f64 / 1000.0)));
            let short = |path: &str| path.trim_start_matches("test/").replace(".test.ts", "");
            seconds
                .map(|(path, s)| (short(path), s, colour(s)))
                .collect()
        };
        let named = |rows: &[(&str, f64, u8)]| -> Vec<_> {
            rows.iter()
                .map(|(label, value, colour)| ((*label).to_owned(), *value, *colour))
                .collect()
        };
        match kind {
            "durations-before" => {
                let rows = files(|s| s, |s| if s > 5.0 { RED } else { BLUE });
                picture::bars("test files: seconds. one database", "s", &rows)
            }
            "durations-after" => {
                let rows = files(|s| if s > 2.0 { s / 6.0 } else { s }, |_| GREEN);
                picture::bars("test files: seconds. one schema a worker", "s", &rows)
            }
            "oversold" => {
                let rows = named(&[
                    ("1 buyer", 0.0, GREEN),
                    ("2 buyers", 0.4, BLUE),
                    ("4 buyers", 2.1, BLUE),
                    ("8 buyers", 5.6, RED),
                    ("16 buyers", 11.9, RED),
                ]);
                picture::bars("oversold units in 100 rounds", "", &rows)
            }
            _ => {
                let rows = named(&[
                    ("1 line", 0.0, GREEN),
                    ("3 lines", 0.7, BLUE),
                    ("10 lines", 3.2, BLUE),
                    ("30 lines", 9.8, RED),
                    ("100 lines", 31.5, RED),
                ]);
                picture::bars("carts whose total is off by a cent: %", "%", &rows)
            }
        }
    }

    fn plan(&mut self, goal: &str, steps: &[(&str, u8)]) -> Turn {
        let done = steps.iter().filter(|(_, status)| *status == OK).count();
        let step =
            |(title, status): &(&str, u8)| map(vec![(1, (*title).into()), (2, (*status).into())]);
        let fields = vec![
            (1, goal.into()),
            (2, Value::Array(steps.iter().map(step).collect())),
            (3, (done as f64 / steps.len().max(1) as f64).into()),
            (4, self.tick(3)),
        ];
        self.turn("com.vitrine.sample.PlanUpdate", 1, fields)
    }

    /// The time, in ms since 1970, after some seconds and a bit.
    fn tick(&mut self, seconds: u64) -> Value {
        self.now_ms += seconds * 1000 + self.random.between(0, 999);
        self.now_ms.into()
    }

    fn turn(
        &mut self,
        type_id: &'static str,
        type_version: u32,
        fields: Vec<(u64, Value)>,
    ) -> Turn {
        let mut fields = fields;
        if self.random.between(1, UNKNOWN_ONE_IN) == 1 {
            fields.push((90, self.random.hex(16).into()));
            let queue = vec![
                ("region".into(), "eu-north".into()),
                ("queue_ms".into(), 12.into()),
            ];
            fields.push((91, Value::Map(queue)));
        }
        let mut payload = Vec::new();
        // Writing to a Vec cannot fail.
        let _ = rmpv::encode::write_value(&mut payload, &map(fields));
        Turn {
            type_id,
            type_version,
            payload,
        }
    }
}

fn map(fields: Vec<(u64, Value)>) -> Value {
    Value::Map(
        fields
            .into_iter()
            .map(|(tag, value)| (tag.into(), value))
            .collect(),
    )
}

fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(b) => (*b).into(),
        Json::Number(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) => n.into(),
            (None, Some(n)) => n.into(),
            (None, None) => n.as_f64().unwrap_or_default().into(),
        },
        Json::String(s) => s.as_str().into(),
        Json::Array(items) => Value::Array(items.iter().map(to_value).collect()),
        Json::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(k, v)| (k.as_str().into(), to_value(v)));
            Value::Map(entries.collect())
        }
    }
}

const PATCH: &str = include_str!("story/green-again.patch");
