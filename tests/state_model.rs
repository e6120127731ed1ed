//! Random commands give the same document as a plain tree in memory, in one file and in many; and each change goes into
//! the file in which it belongs.

#![cfg(feature = "state")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use proptest::prelude::*;
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use vitrine::state::{Document, Given};

/// A random command, as the model has it.
#[derive(Debug, Clone)]
enum Op {
    Set(Scope, Vec<&'static str>, Value),
    /// The same value, which gets a file of its own where there are files.
    Mount(Scope, Vec<&'static str>, Value),
    Get(Scope, Vec<&'static str>),
    Delete(Scope, Vec<&'static str>),
    Goal(&'static str),
    Request(&'static str, &'static str, Option<&'static str>),
    Event(&'static str, &'static str, Option<&'static str>),
    Latest,
    Active(&'static str),
    /// The whole document, with one value of its items set or taken away, applied.
    Apply(Vec<&'static str>, Option<Value>),
}

#[derive(Debug, Clone, Copy)]
enum Scope {
    Global(&'static str),
    Project(Option<&'static str>),
    Chat(&'static str),
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["A", "B", "C-D"])
}

fn path() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(key(), 1..4)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~]{0,6}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let object = prop::collection::btree_map(key(), inner.clone(), 0..3);
        prop_oneof![
            2 => object.prop_map(|map| map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>().into()),
            1 => prop::collection::vec(inner, 0..3).prop_map(Value::from),
        ]
    })
}

fn scope() -> impl Strategy<Value = Scope> {
    let id = || prop::sample::select(vec!["1", "2"]);
    prop_oneof![
        4 => Just(Scope::Global("CONTENT")),
        1 => Just(Scope::Global("META")),
        1 => prop::option::of(id()).prop_map(Scope::Project),
        1 => id().prop_map(Scope::Chat),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let text = || prop::option::of(prop::sample::select(vec!["x", "y"]));
    prop_oneof![
        4 => (scope(), path(), value()).prop_map(|(scope, path, value)| Op::Set(scope, path, value)),
        4 => (scope(), path(), value()).prop_map(|(scope, path, value)| Op::Mount(scope, path, value)),
        2 => (scope(), path()).prop_map(|(scope, path)| Op::Get(scope, path)),
        2 => (scope(), path()).prop_map(|(scope, path)| Op::Delete(scope, path)),
        1 => key().prop_map(Op::Goal),
        2 => (key(), key(), text()).prop_map(|(goal, sub, note)| Op::Request(goal, sub, note)),
        2 => (key(), key(), text()).prop_map(|(goal, sub, body)| Op::Event(goal, sub, body)),
        2 => Just(Op::Latest),
        1 => prop::sample::select(vec!["1", "2"]).prop_map(Op::Active),
        2 => (path(), prop::option::of(value())).prop_map(|(path, value)| Op::Apply(path, value)),
    ]
}

/// The document as one tree.
struct Model(Value);

impl Model {
    fn new() -> Model {
        let areas = json!({"META": {}, "CONTENT": {}});
        Model(json!({
            "ACTIVE-PROJECT": {"TITLE": null, "PROJECT-ID": null},
            "GOALS": {},
            "ITEMS": {"GLOBAL": areas, "PROJECTS": []}
        }))
    }

    /// The exit code; nothing has changed where it is not 0.
    fn run(&mut self, op: &Op) -> u8 {
        let before = self.0.clone();
        let done = match op {
            Op::Set(scope, path, value) | Op::Mount(scope, path, value) => {
                self.set(*scope, path, value)
            }
            Op::Get(scope, path) => self
                .area(*scope, false)
                .and_then(|area| find(area, path).map(|_| ())),
            Op::Delete(scope, path) => self.delete(*scope, path),
            Op::Goal(goal) => self.goal(goal),
            Op::Request(goal, sub, note) => return self.request(goal, sub, *note),
            Op::Event(goal, sub, body) => self.event(goal, sub, *body),
            Op::Latest => {
                self.latest();
                Some(())
            }
            Op::Active(id) => {
                self.project(id, true);
                self.0["ACTIVE-PROJECT"] = json!({"TITLE": null, "PROJECT-ID": id});
                Some(())
            }
            Op::Apply(path, value) => {
                self.0 = self.applied(path, value);
                Some(())
            }
        };
        if done.is_none() {
            self.0 = before;
        }
        if done.is_some() {
            0
        } else {
            3
        }
    }

    /// What `Op::Apply` applies.
    fn applied(&self, path: &[&str], value: &Option<Value>) -> Value {
        let mut copy = Model(self.0.clone());
        match value {
            Some(value) => copy.set(Scope::Global("CONTENT"), path, value),
            None => copy.delete(Scope::Global("CONTENT"), path),
        };
        copy.0
    }

    fn project(&mut self, id: &str, create: bool) -> Option<&mut Value> {
        let projects = self.0["ITEMS"]["PROJECTS"].as_array_mut()?;
        let known = projects.iter().position(|each| each["PROJECT-ID"] == id);
        if known.is_none() && create {
            projects
                .push(json!({"PROJECT-ID": id, "ITEMS": {"META": {}, "CONTENT": {}}, "CHATS": []}));
        }
        let last = projects.len().checked_sub(1)?;
        projects.get_mut(known.or(create.then_some(last))?)
    }

    fn area(&mut self, scope: Scope, create: bool) -> Option<&mut Value> {
        let active = self.0["ACTIVE-PROJECT"]["PROJECT-ID"]
            .as_str()
            .map(str::to_owned);
        match scope {
            Scope::Global(area) => Some(&mut self.0["ITEMS"]["GLOBAL"][area]),
            Scope::Project(id) => {
                let id = id.map(str::to_owned).or(active)?;
                Some(&mut self.project(&id, create)?["ITEMS"]["CONTENT"])
            }
            Scope::Chat(id) => {
                let chats = self.project(&active?, create)?["CHATS"].as_array_mut()?;
                let known = chats.iter().position(|each| each["CHAT-ID"] == id);
                if known.is_none() && create {
                    chats.push(json!({"CHAT-ID": id, "ITEMS": {"META": {}, "CONTENT": {}}}));
                }
                let last = chats.len().checked_sub(1)?;
                Some(&mut chats.get_mut(known.or(create.then_some(last))?)?["ITEMS"]["CONTENT"])
            }
        }
    }

    fn set(&mut self, scope: Scope, path: &[&str], value: &Value) -> Option<()> {
        let (last, above) = path.split_last()?;
        let mut place = self.area(scope, true)?;
        for key in above {
            place = place
                .as_object_mut()?
                .entry(*key)
                .or_insert_with(|| json!({}));
        }
        place
            .as_object_mut()?
            .insert((*last).to_owned(), value.clone());
        Some(())
    }

    fn delete(&mut self, scope: Scope, path: &[&str]) -> Option<()> {
        let (last, above) = path.split_last()?;
        let place = find(self.area(scope, false)?, above)?;
        place.as_object_mut()?.remove(*last).map(|_| ())
    }

    fn goal(&mut self, goal: &str) -> Option<()> {
        let goals = self.0["GOALS"].as_object_mut()?;
        let new =
            json!({"TITLE": goal, "SUMMARY": "", "STATUS": "OPEN", "NOTES": [], "SUB-GOALS": {}});
        goals.insert(goal.to_owned(), new).is_none().then_some(())
    }

    fn request(&mut self, goal: &str, sub: &str, note: Option<&str>) -> u8 {
        let Some(goal) = self.0["GOALS"].get_mut(goal) else {
            return 3;
        };
        let new = || {
            json!({
                "TITLE": sub, "SUMMARY": "", "STATUS": "OPEN", "NOTES": [], "EVENTS": [], "REQUEST-NOTES": [],
                "IN-FLIGHT": false, "LAST-REQUEST": null, "LAST-SEEN-IDX": -1
            })
        };
        let sub = goal["SUB-GOALS"]
            .as_object_mut()
            .unwrap()
            .entry(sub)
            .or_insert_with(new);
        if sub["IN-FLIGHT"] == true {
            return 4;
        }
        sub["IN-FLIGHT"] = true.into();
        sub["LAST-REQUEST"] = note.into();
        sub["REQUEST-NOTES"]
            .as_array_mut()
            .unwrap()
            .extend(note.map(Value::from));
        0
    }

    fn event(&mut self, goal: &str, sub: &str, body: Option<&str>) -> Option<()> {
        let sub = self.0["GOALS"].get_mut(goal)?["SUB-GOALS"].get_mut(sub)?;
        let new =
            json!({"ID": null, "TYPE": null, "BODY": body, "SEEN": false, "CREATED-AT": null});
        sub["EVENTS"].as_array_mut()?.push(new);
        sub["IN-FLIGHT"] = false.into();
        Some(())
    }

    fn latest(&mut self) {
        // The maps of serde_json are in the order of their keys.
        for goal in self.0["GOALS"].as_object_mut().unwrap().values_mut() {
            for sub in goal["SUB-GOALS"].as_object_mut().unwrap().values_mut() {
                let events = sub["EVENTS"].as_array_mut().unwrap();
                if let Some(index) = events.iter().position(|event| event["SEEN"] == false) {
                    events[index]["SEEN"] = true.into();
                    sub["LAST-SEEN-IDX"] = sub["LAST-SEEN-IDX"]
                        .as_i64()
                        .unwrap()
                        .max(index as i64)
                        .into();
                    return;
                }
            }
        }
    }
}

fn find<'a>(from: &'a mut Value, path: &[&str]) -> Option<&'a mut Value> {
    path.iter()
        .try_fold(from, |place, key| place.as_object_mut()?.get_mut(*key))
}

/// A command line. `file`: where a mount goes.
fn line(op: &Op, file: Option<&str>) -> Vec<String> {
    let item = |verb: &str, scope: &Scope, path: &[&str]| {
        let scope = match scope {
            Scope::Global("META") => vec!["--meta".to_owned()],
            Scope::Global(_) => vec![],
            Scope::Project(None) => vec!["--project".to_owned()],
            Scope::Project(Some(id)) => vec![format!("--project={id}")],
            Scope::Chat(id) => vec!["--chat".to_owned(), (*id).to_owned()],
        };
        let words = ["project", "chat", verb, "item"].map(str::to_owned);
        [words.to_vec(), scope, vec!["--".to_owned(), path.join("/")]].concat()
    };
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    match op {
        Op::Mount(scope, path, value) if file.is_some() => {
            let value = format!("ref file://{} {value}", file.unwrap());
            [item("set", scope, path), vec![value]].concat()
        }
        Op::Set(scope, path, value) | Op::Mount(scope, path, value) => {
            [item("set", scope, path), vec![value.to_string()]].concat()
        }
        Op::Get(scope, path) => item("get", scope, path),
        Op::Delete(scope, path) => item("delete", scope, path),
        Op::Goal(goal) => words(&["chat", "create", "goal", goal]),
        Op::Request(goal, sub, note) => {
            let line = words(&["chat", "create", "request", goal, sub]);
            [line, words(note.as_slice())].concat()
        }
        Op::Event(goal, sub, body) => {
            let line = words(&["chat", "append", "event", goal, sub]);
            [
                line,
                body.map_or(Vec::new(), |body| words(&["--body", body])),
            ]
            .concat()
        }
        Op::Latest => words(&["chat", "latest"]),
        Op::Active(id) => words(&["project", "set", "active", "--id", id]),
        Op::Apply(..) => words(&["chat", "state", "apply", "-"]),
    }
}

type Files = BTreeMap<String, Value>;

fn files(document: &Document) -> Files {
    let read = |(path, text): (&str, &str)| (path.to_owned(), serde_json::from_str(text).unwrap());
    document.files().map(read).collect()
}

/// A value with files in their places, and which file is mounted where objects alone are above.
fn inlined(
    files: &Files,
    value: &Value,
    at: Option<&str>,
    mounts: &mut BTreeMap<String, String>,
) -> Value {
    match value {
        Value::String(text) if text.starts_with("ref file://") => {
            let file = &text["ref file://".len()..];
            if let Some(at) = at {
                mounts.insert(at.to_owned(), file.to_owned());
            }
            inlined(files, &files[file], at, mounts)
        }
        Value::Array(items) => items
            .iter()
            .map(|item| inlined(files, item, None, mounts))
            .collect(),
        Value::Object(map) => {
            let inside = |(key, item): (&String, &Value)| {
                let at = at.map(|at| format!("{at}/{key}"));
                (key.clone(), inlined(files, item, at.as_deref(), mounts))
            };
            Value::Object(map.iter().map(inside).collect())
        }
        other => other.clone(),
    }
}

fn pointer(area: &str, path: &[&str]) -> String {
    format!("/ITEMS/GLOBAL/{area}/{}", path.join("/"))
}

fn sharded() -> Document {
    let mut document = Document::new("state.json");
    for (path, text) in [
        (
            "state.json",
            r#"{"ACTIVE-PROJECT":"ref file://active.json","GOALS":"ref file://goals.json","ITEMS":"ref file://items.json"}"#,
        ),
        (
            "active.json",
            r#"{"TITLE":"ref file://title.json","PROJECT-ID":null}"#,
        ),
        ("title.json", "null"),
        ("goals.json", "{}"),
        (
            "items.json",
            r#"{"GLOBAL":"ref file://global.json","PROJECTS":"ref file://projects.json"}"#,
        ),
        (
            "global.json",
            r#"{"META":{},"CONTENT":"ref file://content.json"}"#,
        ),
        ("content.json", "{}"),
        ("projects.json", "[]"),
    ] {
        document.put(path, text.to_owned());
    }
    document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn random_commands_give_what_a_plain_tree_gives(ops in prop::collection::vec(op(), 1..30)) {
        let (mut model, mut single, mut many) = (Model::new(), Document::new("state.json"), sharded());
        for (index, op) in ops.iter().enumerate() {
            let stdin = match op {
                Op::Apply(path, value) => Some(model.applied(path, value).to_string()),
                _ => None,
            };
            let given = Given { stdin, ..Given::default() };
            let mut before = BTreeMap::new();
            let files_before = files(&many);
            inlined(&files_before, &files_before["state.json"], Some(""), &mut before);

            let code = model.run(op);
            let one = single.run(&line(op, None), &given);
            let other = many.run(&line(op, Some(&format!("SHARD-{index}.json"))), &given);
            prop_assert_eq!((one.exit.code(), other.exit.code()), (code, code), "{:?}: {}{}", op, one.stderr, other.stderr);
            prop_assert_eq!(&one.stdout.is_empty(), &other.stdout.is_empty());
            if !matches!(op, Op::Get(..)) {
                prop_assert_eq!(&one.stdout, &other.stdout);
            }

            let (single, many) = (files(&single), files(&many));
            let mut after = BTreeMap::new();
            if let Some(root) = single.get("state.json") {
                prop_assert_eq!(&inlined(&single, root, Some(""), &mut after), &model.0, "one file, {:?}", op);
            }
            prop_assert!(after.is_empty() && single.len() <= 1);
            let shown = inlined(&many, &many["state.json"], Some(""), &mut after);
            prop_assert_eq!(&shown, &model.0, "many files, {:?}", op);

            // A mount stays as long as its place does, but for one that is deleted, replaced by another, or in what is.
            for (place, file) in &before {
                let may_go = match op {
                    Op::Set(Scope::Global(area), path, _) => place.starts_with(&format!("{}/", pointer(area, path))),
                    Op::Mount(Scope::Global(area), path, _) | Op::Delete(Scope::Global(area), path) => {
                        format!("{place}/").starts_with(&format!("{}/", pointer(area, path)))
                    }
                    _ => false,
                };
                if shown.pointer(place).is_some() && !may_go {
                    prop_assert_eq!(after.get(place), Some(file), "the mount at {} after {:?}", place, op);
                }
            }
        }
    }
}
