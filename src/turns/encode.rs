//! The writer: a typed value to deterministic msgpack, the inverse of projection on all that a registry describes.
//!
//! Tags ascend, every integer and length takes its shortest form, map keys are sorted (integers before text, each
//! in order), so that equal values are equal bytes and the store keeps one blob for them (section 3.2 of the client
//! specification). Values are taken as projection renders them by default, and as programs hold them: a 64-bit
//! integer as digits or number, bytes as base64 or binary, a time as ISO text or milliseconds, an enum by label,
//! number or both.

use super::base64::from_base64;
use super::iso::parse_iso;
use super::registry::{FieldType, Registry};
use super::write::write;
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::limits::Limits;
use crate::map::{sorted_order, Map};
use crate::pointer::Pointer;
use rmpv::{Integer, Value};

/// The payload of `value`, a map of field names, as that type version.
///
/// # Errors
/// `FailedDependency` where the registry lacks the type; `Unprocessable`, with the pointer and what was expected and
/// found, for a name that the type does not have or a value that the field cannot hold.
pub fn encode_turn(
    registry: &Registry,
    type_id: &str,
    version: u32,
    value: Value,
) -> Result<Vec<u8>> {
    if registry.version(type_id, version).is_none() {
        return Err(Error::new(
            Code::FailedDependency,
            format!("no registry bundle describes {type_id} version {version}: put one that does, then encode again"),
        ));
    }
    let payload = structure(registry, type_id, version, value, &Pointer::root(), 0)?;
    let out = written(&payload);
    let limit = Limits::DEFAULT.frame_bytes as usize;
    if out.len() > limit {
        return Err(Error::mismatch(
            Code::Unprocessable,
            "payload length",
            format!("at most {limit} bytes"),
            out.len(),
        ));
    }
    Ok(out)
}

/// A value under one descriptor, at a place.
struct Place<'a> {
    registry: &'a Registry,
    outer: (&'a str, u32),
    pointer: &'a Pointer,
    depth: u32,
}

fn structure(
    registry: &Registry,
    type_id: &str,
    version: u32,
    value: Value,
    pointer: &Pointer,
    depth: u32,
) -> Result<Value> {
    let entries = match value {
        Value::Map(entries) => entries,
        other => {
            let expected = format!("an object of {type_id}");
            return Err(misfit(pointer, &expected, &describe(&other)));
        }
    };
    let depth = enter(pointer, depth)?;
    let fields = registry
        .version(type_id, version)
        .map_or(&[][..], |version| &version.fields);
    let mut given: Map<String, Option<Value>> = Map::EMPTY;
    for (key, value) in entries {
        match key.as_str() {
            Some(name) => given.insert(name.to_owned(), Some(value)),
            None => return Err(misfit(pointer, "field names", &describe(&key))),
        };
    }
    let mut pairs = Vec::with_capacity(given.len());
    for field in fields.iter().filter(|field| !field.tombstone) {
        let Some(value) = given.get_mut(field.name.as_str()).and_then(Option::take) else {
            continue;
        };
        let value = if value.is_nil() && field.optional {
            value
        } else {
            let pointer = &pointer.key(&field.name);
            let place = Place {
                registry,
                outer: (type_id, version),
                pointer,
                depth,
            };
            place.value(&field.ty, value)?
        };
        pairs.push((Value::from(field.tag), value));
    }
    // The least of them, so that the message is the same at every run.
    if let Some(name) = given
        .iter()
        .find_map(|(name, left)| left.as_ref().and(Some(name)))
    {
        let expected = format!("a field of {type_id} version {version}");
        return Err(misfit(&pointer.key(name), &expected, &quoted(name)));
    }
    Ok(Value::Map(pairs))
}

impl Place<'_> {
    fn value(&self, ty: &FieldType, value: Value) -> Result<Value> {
        let refuse = |value: &Value| self.refuse(ty, value);
        match (ty, value) {
            (FieldType::Bool, value @ Value::Boolean(_)) => Ok(value),
            (FieldType::String, value @ Value::String(_)) => Ok(value),
            (FieldType::UInt(_) | FieldType::Int(_), value) => integer(&value)
                .filter(|n| fits(ty, *n))
                .and_then(to_value)
                .ok_or_else(|| refuse(&value)),
            (FieldType::Float(bits), value) => {
                let n = float(&value).ok_or_else(|| refuse(&value))?;
                Ok(if *bits == 32 {
                    Value::F32(n as f32)
                } else {
                    Value::F64(n)
                })
            }
            (FieldType::Bytes, value) => bytes(&value).ok_or_else(|| refuse(&value)),
            (FieldType::TypedBlob, Value::Map(entries)) => self.typed_blob(entries),
            (FieldType::TypedBlob, value) => bytes(&value).ok_or_else(|| refuse(&value)),
            (FieldType::Time, value) => {
                let from_text = value.as_str().and_then(parse_iso).map(i128::from);
                let ms = from_text.or_else(|| integer(&value));
                ms.filter(|n| fits(&FieldType::Int(64), *n))
                    .and_then(to_value)
                    .ok_or_else(|| refuse(&value))
            }
            (FieldType::Enum { base, name }, value) => {
                let labels = self.registry.enumeration(name);
                let given = match &value {
                    Value::Map(entries) => entries
                        .iter()
                        .find(|(key, _)| key.as_str() == Some("value"))
                        .map(|e| &e.1),
                    other => Some(other),
                };
                let labelled = given
                    .and_then(Value::as_str)
                    .and_then(|label| labels?.value(label));
                let number = labelled.or_else(|| given.and_then(integer));
                number
                    .filter(|n| fits(base, *n))
                    .and_then(to_value)
                    .ok_or_else(|| refuse(&value))
            }
            (FieldType::Array(items), Value::Array(values)) => {
                let depth = enter(self.pointer, self.depth)?;
                let items = values.into_iter().enumerate().map(|(index, value)| {
                    self.inside(&self.pointer.index(index), depth, items, value)
                });
                Ok(Value::Array(items.collect::<Result<_>>()?))
            }
            (FieldType::Map { keys, values }, Value::Map(entries)) => {
                let depth = enter(self.pointer, self.depth)?;
                let entries = entries.into_iter().map(|(key, value)| {
                    let pointer = self.pointer.key(key.as_str().unwrap_or_default());
                    let value = self.inside(&pointer, depth, values, value)?;
                    Ok((self.inside(&pointer, depth, keys, key)?, value))
                });
                Ok(sorted(entries.collect::<Result<_>>()?))
            }
            (FieldType::Ref(inner), value) => {
                let (outer, outer_version) = self.outer;
                match self.registry.nested_version(outer, outer_version, inner) {
                    Some(version) => structure(
                        self.registry,
                        inner,
                        version,
                        value,
                        self.pointer,
                        self.depth,
                    ),
                    None => Err(refuse(&value)),
                }
            }
            (FieldType::Any, value) => any(value, self.pointer, self.depth),
            (_, value) => Err(refuse(&value)),
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&self, ty: &FieldType, value: &Value) -> Error {
        misfit(self.pointer, &ty.name(), &describe(value))
    }

    #[inline(never)]
    fn inside(&self, pointer: &Pointer, depth: u32, ty: &FieldType, value: Value) -> Result<Value> {
        Place {
            pointer,
            depth,
            ..*self
        }
        .value(ty, value)
    }

    #[inline(never)]
    fn typed_blob(&self, entries: Vec<(Value, Value)>) -> Result<Value> {
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let pointer = self.pointer.key(key.as_str().unwrap_or_default());
            let (tag, ty) = match key.as_str() {
                Some("type_id") => (1, FieldType::String),
                Some("type_version") => (2, FieldType::UInt(32)),
                Some("bytes") => (3, FieldType::Bytes),
                _ => {
                    return Err(misfit(
                        &pointer,
                        "type_id, type_version or bytes",
                        &describe(&key),
                    ))
                }
            };
            pairs.push((
                Value::from(tag),
                self.inside(&pointer, self.depth + 1, &ty, value)?,
            ));
        }
        Ok(sorted(pairs))
    }
}

/// A value without a descriptor: as it is, with map keys in order and whole numbers as integers.
#[inline(never)]
fn any(value: Value, pointer: &Pointer, depth: u32) -> Result<Value> {
    Ok(match value {
        Value::Array(items) => {
            let depth = enter(pointer, depth)?;
            let items = items
                .into_iter()
                .enumerate()
                .map(|(index, item)| any(item, &pointer.index(index), depth));
            Value::Array(items.collect::<Result<_>>()?)
        }
        Value::Map(entries) => {
            let depth = enter(pointer, depth)?;
            let entries = entries.into_iter().map(|(key, value)| {
                let value = any(value, &pointer.key(key.as_str().unwrap_or_default()), depth)?;
                Ok((key, value))
            });
            sorted(entries.collect::<Result<_>>()?)
        }
        scalar => scalar,
    })
}

#[inline(never)]
fn enter(pointer: &Pointer, depth: u32) -> Result<u32> {
    if depth < Limits::DEFAULT.depth {
        return Ok(depth + 1);
    }
    Err(misfit(
        pointer,
        &format!(
            "at most {} nested objects and arrays",
            Limits::DEFAULT.depth
        ),
        "one more",
    ))
}

/// Integers before text, each in its order; anything else last, by its bytes.
fn sorted(entries: Vec<(Value, Value)>) -> Value {
    let ranks: Vec<_> = entries.iter().map(|(key, _)| rank(key)).collect();
    let order = sorted_order(entries.len(), &mut |a, b| ranks[a].cmp(&ranks[b]));
    let mut entries: Vec<_> = entries.into_iter().map(Some).collect();
    let sorted = order.into_iter().filter_map(|index| entries[index].take());
    Value::Map(sorted.collect())
}

/// What a map's key is sorted by.
fn rank(key: &Value) -> (u8, i128, Vec<u8>) {
    match key {
        Value::Integer(n) => (
            0,
            n.as_i64()
                .map_or_else(|| n.as_u64().map_or(0, i128::from), i128::from),
            Vec::new(),
        ),
        Value::String(text) => (1, 0, text.as_bytes().to_vec()),
        other => (2, 0, written(other)),
    }
}

/// A value's msgpack.
fn written(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, value);
    out
}

/// An integer, whether it is held as one, as a whole float, or as decimal digits.
#[inline(never)]
fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Integer(n) => n
            .as_i64()
            .map(i128::from)
            .or_else(|| n.as_u64().map(i128::from)),
        Value::F64(n) if n.fract() == 0.0 && n.abs() <= 9_007_199_254_740_991.0 => Some(*n as i128),
        Value::String(digits) => digits
            .as_str()
            .filter(|text| is_canonical(text))?
            .parse()
            .ok(),
        _ => None,
    }
}

/// Digits as an integer prints: no plus sign, no leading zero.
fn is_canonical(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::F64(n) => Some(*n),
        Value::F32(n) => Some((*n).into()),
        Value::Integer(n) => n.as_f64(),
        Value::String(name) => match name.as_str()? {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn bytes(value: &Value) -> Option<Value> {
    match value {
        Value::Binary(bytes) => Some(Value::Binary(bytes.clone())),
        Value::String(text) => Some(Value::Binary(from_base64(text.as_bytes())?)),
        _ => None,
    }
}

#[inline(never)]
fn fits(ty: &FieldType, n: i128) -> bool {
    match ty {
        FieldType::UInt(bits) => (0..1 << bits).contains(&n),
        FieldType::Int(bits) => (-(1_i128 << (bits - 1))..1 << (bits - 1)).contains(&n),
        _ => false,
    }
}

#[inline(never)]
fn to_value(n: i128) -> Option<Value> {
    let integer = i64::try_from(n)
        .map(Integer::from)
        .or_else(|_| u64::try_from(n).map(Integer::from));
    integer.ok().map(Value::Integer)
}

#[cold]
#[inline(never)]
fn misfit(pointer: &Pointer, expected: &str, found: &str) -> Error {
    Error::mismatch(Code::Unprocessable, "value to encode", expected, found).at(pointer.clone())
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// What a value is, shortly.
#[cold]
#[inline(never)]
fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "null".to_owned(),
        Value::Boolean(b) => b.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::F32(n) => f64::from(*n).to_string(),
        Value::F64(n) => n.to_string(),
        Value::String(text) => {
            let start: String = text.as_str().unwrap_or_default().chars().take(40).collect();
            quoted(&start)
        }
        Value::Binary(bytes) => format!("{} bytes", bytes.len()),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Map(entries) => format!("an object of {} keys", entries.len()),
        Value::Ext(kind, _) => format!("ext {kind}"),
    }
}
