//! JSON to typed contents and back. Inverse on all that v0.8 can carry, after what a strategy says of arrays and null.

use super::contents::{self, Entry, Value};
use super::shape::Judge;
use crate::a2ui::finding::{findings_json, quoted};
use crate::a2ui::path::Path;
use crate::a2ui::settings::{Mode, Settings};
use crate::error::{Code, Error, Result};
use crate::json::flat::{Flat, Kind};
use crate::json::Json;
use crate::pointer::Pointer;

/// What becomes of arrays, which v0.8 cannot carry (section 6 of the seed's plan).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Arrays {
    /// They are refused.
    #[default]
    Reject,
    /// They are maps with the keys `0` to `n-1`: dense, in numeric order.
    IndexMap,
}

/// What becomes of null, which v0.8 cannot carry (section 7 of the seed's plan).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Nulls {
    /// It is refused.
    #[default]
    Reject,
    /// It is the empty string.
    EmptyString,
}

/// How JSON is written as contents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Strategy {
    /// Of arrays.
    pub arrays: Arrays,
    /// Of null.
    pub nulls: Nulls,
    /// Lenient contents may have maps in maps of maps.
    pub mode: Mode,
}

impl Strategy {
    /// The options of the package: `{arrays, nulls, mode}`.
    ///
    /// # Errors
    /// `BadRequest` with a pointer.
    pub fn of_json(json: &Json) -> Result<Strategy> {
        let mut strategy = Strategy::default();
        let Some(entries) = json.as_object() else {
            return Err(refuse("options, an object", json.kind(), Pointer::root()));
        };
        for (key, value) in entries {
            let expected = match (key.as_str(), value.as_str()) {
                ("arrays", Some("reject")) | ("nulls", Some("reject")) => continue,
                ("arrays", Some("indexMap")) => {
                    strategy.arrays = Arrays::IndexMap;
                    continue;
                }
                ("nulls", Some("emptyString")) => {
                    strategy.nulls = Nulls::EmptyString;
                    continue;
                }
                ("mode", Some("strict")) => continue,
                ("mode", Some("lenient")) => {
                    strategy.mode = Mode::Lenient;
                    continue;
                }
                ("arrays", _) => "arrays: reject or indexMap",
                ("nulls", _) => "nulls: reject or emptyString",
                ("mode", _) => "mode: strict or lenient",
                _ => "one of arrays, nulls, mode",
            };
            let found = quoted(value.as_str().unwrap_or(key));
            return Err(refuse(expected, &found, Pointer::root().key(key)));
        }
        Ok(strategy)
    }
}

/// Writes an object as contents.
///
/// # Errors
/// `Unprocessable` with a pointer to the first value that the strategy refuses: an array, null, in strict mode a map in a
/// map; a number that a float cannot hold, a key that is there twice.
pub fn contents(value: &Json, strategy: Strategy) -> Result<Vec<Entry>> {
    let levels = match strategy.mode {
        Mode::Strict => Some(1),
        Mode::Lenient => None,
    };
    map(value, strategy, levels, &Pointer::root())
}

/// An update of the map at a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// Where; the root replaces the model.
    pub path: Path,
    /// What stands there then.
    pub contents: Vec<Entry>,
}

impl Update {
    /// `{dataModelUpdate: {surfaceId, path?, contents}}`
    pub fn to_json(&self, surface_id: &str) -> Json {
        let mut entries = vec![("surfaceId".to_owned(), surface_id.into())];
        if !self.path.is_root() {
            entries.push(("path".to_owned(), self.path.to_string().into()));
        }
        entries.push(("contents".to_owned(), to_json(&self.contents)));
        let body = Json::Object(entries);
        Json::Object(vec![("dataModelUpdate".to_owned(), body)])
    }
}

/// Writes an object as updates: one, or in strict mode as many as its depth needs, outer maps first.
///
/// # Errors
/// As [`contents()`], but no depth is refused.
pub fn updates(value: &Json, strategy: Strategy) -> Result<Vec<Update>> {
    let lenient = Strategy {
        mode: Mode::Lenient,
        ..strategy
    };
    let all = contents(value, lenient)?;
    let mut updates = vec![Update {
        path: Path::default(),
        contents: all,
    }];
    let mut done = 0;
    while strategy.mode == Mode::Strict && done < updates.len() {
        let mut inner = Vec::new();
        if let Some(update) = updates.get_mut(done) {
            for entry in &mut update.contents {
                if let Value::Map(entries) = &mut entry.value {
                    split(entries, &update.path, &entry.key, &mut inner);
                }
            }
        }
        updates.append(&mut inner);
        done += 1;
    }
    Ok(updates)
}

/// Takes the maps out of a map: each becomes an update of its own.
fn split(entries: &mut Vec<Entry>, path: &Path, key: &str, inner: &mut Vec<Update>) {
    let is_map = |entry: &Entry| matches!(entry.value, Value::Map(_));
    if !entries.iter().any(is_map) {
        return;
    }
    for entry in std::mem::take(entries) {
        match entry.value {
            Value::Map(contents) => {
                let mut path = path.clone();
                path.0.extend([key.to_owned(), entry.key]);
                inner.push(Update { path, contents });
            }
            _ => entries.push(entry),
        }
    }
}

fn map(value: &Json, strategy: Strategy, levels: Option<u32>, at: &Pointer) -> Result<Vec<Entry>> {
    let entries = match value {
        Json::Object(entries) => entries,
        _ if *at == Pointer::root() => return Err(refuse("an object", value.kind(), at.clone())),
        Json::Array(items) => {
            let each = items.iter().enumerate().map(|(index, item)| {
                Ok(Entry {
                    key: index.to_string(),
                    value: scalar_or_map(item, strategy, levels, &at.index(index))?,
                })
            });
            return each.collect();
        }
        _ => return Ok(Vec::new()),
    };
    let mut keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(refuse("each key once", "one again", at.key(twice[0])));
    }
    let each = entries.iter().map(|(key, value)| {
        Ok(Entry {
            key: key.clone(),
            value: scalar_or_map(value, strategy, levels, &at.key(key))?,
        })
    });
    each.collect()
}

fn scalar_or_map(
    value: &Json,
    strategy: Strategy,
    levels: Option<u32>,
    at: &Pointer,
) -> Result<Value> {
    let refuse = |expected: &str, found: &str| Err(refuse(expected, found, at.clone()));
    match value {
        Json::String(text) => Ok(Value::String(text.clone())),
        Json::Bool(truth) => Ok(Value::Boolean(*truth)),
        Json::Number(number) => match number.as_f64().filter(|number| number.is_finite()) {
            Some(number) => Ok(Value::Number(number)),
            None => refuse("a number that a float can hold", "a larger one"),
        },
        Json::Null => match strategy.nulls {
            Nulls::Reject => refuse("no null (or nulls: \"emptyString\")", "null"),
            Nulls::EmptyString => Ok(Value::String(String::new())),
        },
        Json::Array(_) if strategy.arrays == Arrays::Reject => {
            refuse("no array (or arrays: \"indexMap\")", "an array")
        }
        Json::Array(_) | Json::Object(_) => match levels {
            Some(0) => refuse(
                "no map in a map: encodeUpdates writes it as several updates",
                value.kind(),
            ),
            _ => {
                let levels = levels.map(|levels| levels - 1);
                Ok(Value::Map(map(value, strategy, levels, at)?))
            }
        },
    }
}

/// Contents as JSON: `[{key, valueString}, …]`.
pub fn to_json(entries: &[Entry]) -> Json {
    let entry = |entry: &Entry| {
        let (name, value) = match &entry.value {
            Value::String(text) => ("valueString", text.as_str().into()),
            Value::Number(number) => ("valueNumber", number_json(*number)),
            Value::Boolean(truth) => ("valueBoolean", (*truth).into()),
            Value::Map(entries) => ("valueMap", to_json(entries)),
        };
        let key = ("key".to_owned(), entry.key.as_str().into());
        Json::Object(vec![key, (name.to_owned(), value)])
    };
    Json::Array(entries.iter().map(entry).collect())
}

/// Whole numbers are written without a fraction, as JavaScript does.
fn number_json(number: f64) -> Json {
    const EXACT: f64 = (1_u64 << 53) as f64;
    match number.fract() == 0.0
        && number.abs() < EXACT
        && !(number == 0.0 && number.is_sign_negative())
    {
        true if number >= 0.0 => (number as u64).into(),
        true => Json::parse(format!("{}", number as i64).as_bytes()).unwrap_or(Json::Null),
        false => number.into(),
    }
}

/// The object that contents say.
pub fn value(entries: &[Entry]) -> Json {
    let entry = |entry: &Entry| {
        let value = match &entry.value {
            Value::String(text) => text.as_str().into(),
            Value::Number(number) => number_json(*number),
            Value::Boolean(truth) => (*truth).into(),
            Value::Map(entries) => value(entries),
        };
        (entry.key.clone(), value)
    };
    Json::Object(entries.iter().map(entry).collect())
}

/// Reads contents, JSON text of an array of entries, maps in maps among them: the object that they say.
///
/// # Errors
/// `BadRequest` where it is no JSON, `Unprocessable` with a pointer and all findings where it is no contents.
pub fn decode(text: &[u8]) -> Result<Json> {
    let flat = Flat::parse(text)?;
    let mut settings = Settings {
        mode: Mode::Lenient,
        ..Settings::default()
    };
    settings.limits.data_depth = u32::MAX;
    let mut judge = Judge::new(&flat, &settings);
    match flat.kind(0) {
        Kind::List => judge.contents(0, 1),
        _ => {
            return Err(refuse(
                "an array of entries",
                flat.kind_name(0),
                Pointer::root(),
            ))
        }
    }
    judge.repeated_keys();
    let findings = judge.notes.findings(&flat, None, text.len());
    let errors: Vec<_> = findings
        .into_iter()
        .filter(|each| each.is_error())
        .collect();
    match errors.first() {
        None => Ok(value(&contents::entries(&flat, 0))),
        Some(first) => {
            let message = format!("contents cannot be read: {}", first.message);
            let error = Error::new(Code::Unprocessable, message).at(first.pointer.clone());
            Err(error.with("findings", findings_json(&errors)))
        }
    }
}

#[cold]
fn refuse(expected: &str, found: &str, at: Pointer) -> Error {
    let what = "typed contents cannot carry this";
    Error::mismatch(Code::Unprocessable, what, expected, found).at(at)
}
