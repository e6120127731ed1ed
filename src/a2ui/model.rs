//! The data model of a surface: a tree of maps, of no version.
//!
//! It is unordered. Where it is walked, maps whose keys are all indices go in numeric order, others by key, bytewise.

use super::table::Table;
use crate::json::Json;
use crate::map::sorted_order;
use core::cmp::Ordering;
use core::fmt::Write;

/// A value of the data model.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number, finite.
    Number(f64),
    /// A string; never read as JSON.
    String(String),
    /// A list. v0.8 has none in its messages but the literals of bound values.
    List(Vec<Value>),
    /// A map.
    Map(Table<Value>),
}

impl Value {
    /// What stands under a key of a map, or at an index of a list.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(entries) => entries.get(key),
            Value::List(items) => items.get(usize::try_from(index_of(key)?).ok()?),
            _ => None,
        }
    }

    /// What stands at the end of a path.
    pub fn at<'v>(&'v self, path: &[String]) -> Option<&'v Value> {
        path.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The number of its keys or items; 0 of anything else.
    pub fn len(&self) -> usize {
        match self {
            Value::Map(entries) => entries.len(),
            Value::List(items) => items.len(),
            _ => 0,
        }
    }

    /// Nothing inside?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its keys in the order in which templates go over them.
    pub fn keys(&self) -> Vec<String> {
        match self {
            Value::Map(entries) => {
                let mut keys: Vec<&str> = entries.entries().iter().map(|entry| entry.0).collect();
                if keys.iter().all(|key| is_index(key)) {
                    let order = sorted_order(keys.len(), &mut |a, b| by_index(keys[a], keys[b]));
                    keys = order.into_iter().map(|at| keys[at]).collect();
                }
                keys.into_iter().map(str::to_owned).collect()
            }
            Value::List(items) => (0..items.len()).map(|index| index.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    /// Goes over what is in it, in any order.
    pub fn each<'v>(&'v self, visit: impl FnMut(&'v Value)) {
        match self {
            Value::Map(entries) => entries.each(visit),
            Value::List(items) => items.iter().for_each(visit),
            _ => {}
        }
    }

    /// Its entries at all depths together.
    pub fn entries(&self) -> usize {
        let mut count = self.len();
        self.each(|value| count += value.entries());
        count
    }

    /// How deep it nests: 0 of a scalar.
    pub fn depth(&self) -> usize {
        if !matches!(self, Value::Map(_) | Value::List(_)) {
            return 0;
        }
        let mut deepest = 0;
        self.each(|value| deepest = deepest.max(value.depth()));
        1 + deepest
    }

    /// The value that a JSON value writes. Of a repeated key the last holds; a number too large for a float is `null`.
    pub fn of_json(json: &Json) -> Value {
        match json {
            Json::Null => Value::Null,
            Json::Bool(truth) => Value::Bool(*truth),
            Json::Number(number) => {
                let finite = number.as_f64().filter(|n| n.is_finite());
                finite.map_or(Value::Null, Value::number)
            }
            Json::String(text) => Value::String(text.clone()),
            Json::Array(items) => Value::List(items.iter().map(Value::of_json).collect()),
            Json::Object(entries) => {
                let entries = entries.iter();
                Value::Map(
                    entries
                        .map(|(key, value)| (key.clone(), Value::of_json(value)))
                        .collect(),
                )
            }
        }
    }

    /// A number. There is one zero, so that states that look alike are alike.
    pub fn number(n: f64) -> Value {
        Value::Number(if n == 0.0 { 0.0 } else { n })
    }

    /// Appends its JSON text.
    pub fn write(&self, out: &mut String) {
        self.write_as(false, out);
    }

    /// Appends its JSON text; with `lists`, maps with the keys 0 to n-1 as the lists that they stand for.
    pub fn write_as(&self, lists: bool, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(n) => write_number(*n, out),
            Value::String(text) => write_text(text, out),
            Value::List(items) => write_list(items.iter(), lists, out),
            Value::Map(entries) => {
                let entries = entries.entries();
                if lists && is_list(&entries) {
                    let order = sorted_order(entries.len(), &mut |a, b| {
                        by_index(entries[a].0, entries[b].0)
                    });
                    let items = order.into_iter().map(|at| entries[at].1);
                    return write_list(items, lists, out);
                }
                out.push('{');
                for (index, (key, value)) in entries.into_iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_text(key, out);
                    out.push(':');
                    value.write_as(lists, out);
                }
                out.push('}');
            }
        }
    }
}

/// Are the keys 0 to n-1, of which there is one? An empty map may be either, and stays a map.
fn is_list(entries: &[(&str, &Value)]) -> bool {
    let len = entries.len() as u64;
    let mut keys = entries.iter().map(|(key, _)| key);
    len > 0 && keys.all(|key| index_of(key).is_some_and(|index| index < len))
}

fn write_list<'v>(items: impl Iterator<Item = &'v Value>, lists: bool, out: &mut String) {
    out.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        item.write_as(lists, out);
    }
    out.push(']');
}

/// Is a key an index, however large: decimal, without needless zeros?
pub fn is_index(key: &str) -> bool {
    let plain = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    plain && (key.len() == 1 || !key.starts_with('0'))
}

/// The index that a key is, where it is one that can be counted to.
pub fn index_of(key: &str) -> Option<u64> {
    is_index(key).then(|| key.parse().ok()).flatten()
}

/// The order of two keys that are indices: the longer one is the larger.
pub fn by_index(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// Appends a string as JSON has it.
pub fn write_text(text: &str, out: &mut String) {
    out.push('"');
    write_inside(text, out);
    out.push('"');
}

/// Appends what JSON has between a string's quotes.
pub fn write_inside(text: &str, out: &mut String) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push_str(text);
    } else {
        let quoted = Json::from(text).to_string();
        out.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
    }
}

/// Appends a JSON value.
pub fn push_json(json: &Json, out: &mut String) {
    match json {
        Json::String(text) => write_text(text, out),
        Json::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                push_json(item, out);
            }
            out.push(']');
        }
        Json::Object(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_text(key, out);
                out.push(':');
                push_json(value, out);
            }
            out.push('}');
        }
        scalar => {
            // Writing to a string does not fail.
            let _ = write!(out, "{scalar}");
        }
    }
}

/// Appends a number as JSON has it.
pub fn write_number(n: f64, out: &mut String) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let _ = if n.abs() < EXACT && n.trunc() == n {
        write!(out, "{}", n as i64)
    } else {
        write!(out, "{n:?}")
    };
}

/// The data model of a surface.
#[derive(Debug, Clone)]
pub struct Model {
    root: Value,
    entries: usize,
}

/// What a replacement would come to.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How many keys of the path lead to what is replaced.
    top: usize,
    /// The entries at all depths together, afterwards.
    pub entries: usize,
}

/// A replacement that was made.
#[derive(Debug)]
pub struct Replaced {
    /// How many keys of the path lead to what was replaced: less than all of them where parents were made.
    pub top: usize,
    /// What stood there.
    pub old: Option<Value>,
    entries: usize,
}

impl Default for Model {
    fn default() -> Self {
        Model {
            root: Value::Map(Table::default()),
            entries: 0,
        }
    }
}

impl Model {
    /// The whole.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// What putting `new` at `path` would come to.
    pub fn plan(&self, path: &[String], new: &Value) -> Plan {
        let (top, there) = self.reach(path);
        let gone = there.map_or(0, Value::entries);
        // Parents that are made; the first of them may be an entry already, of something that is no map.
        let made = path.len() - top + usize::from(there.is_none());
        Plan {
            top,
            entries: self.entries - gone + made + new.entries(),
        }
    }

    /// Does nothing stand at a path, and nothing in the way to it?
    pub fn is_free(&self, path: &[String]) -> bool {
        self.reach(path).1.is_none()
    }

    /// How many keys lead to what a replacement at `path` replaces, and what stands there.
    fn reach(&self, path: &[String]) -> (usize, Option<&Value>) {
        let mut value = &self.root;
        for (at, key) in path.iter().enumerate() {
            match value.get(key) {
                Some(inner) => value = inner,
                None if matches!(value, Value::Map(_)) => return (at + 1, None),
                // Something that is no map, or a list without that index, gives way to one.
                None => return (at, Some(value)),
            }
        }
        (path.len(), Some(value))
    }

    /// Puts `new` at `path`, as planned. Parents that are missing, or are no maps, are made.
    pub fn replace(&mut self, path: &[String], new: Value, plan: Plan) -> Replaced {
        let Plan { top, entries } = plan;
        let mut value = new;
        for key in path[top..].iter().rev() {
            value = Value::Map([(key.clone(), value)].into_iter().collect());
        }
        let old = put(&mut self.root, &path[..top], Some(value));
        Replaced {
            top,
            old,
            entries: core::mem::replace(&mut self.entries, entries),
        }
    }

    /// Takes a replacement at `path` back.
    pub fn undo(&mut self, path: &[String], replaced: Replaced) {
        put(&mut self.root, &path[..replaced.top], replaced.old);
        self.entries = replaced.entries;
    }
}

/// Puts a value, or nothing, at a path whose parents are there; what stood there.
fn put(root: &mut Value, path: &[String], new: Option<Value>) -> Option<Value> {
    let Some((last, parents)) = path.split_last() else {
        return Some(core::mem::replace(root, new.unwrap_or(Value::Null)));
    };
    let mut value = root;
    for key in parents {
        value = match value {
            Value::Map(entries) => entries.get_mut(key.as_str())?,
            Value::List(items) => items.get_mut(usize::try_from(index_of(key)?).ok()?)?,
            _ => return None,
        };
    }
    match value {
        Value::Map(entries) => match new {
            Some(new) => entries.insert(last.clone(), new),
            None => entries.remove(last),
        },
        Value::List(items) => {
            let at = usize::try_from(index_of(last)?).ok()?;
            let item = items.get_mut(at)?;
            Some(core::mem::replace(item, new?))
        }
        _ => None,
    }
}
