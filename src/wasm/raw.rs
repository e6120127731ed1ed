//! Raw mode: msgpack to plain JavaScript values, without a registry.

use crate::limits::{Limits, MAX_SAFE_INTEGER};
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::{Budget, Fault, Read};
use js_sys::{Array, BigInt, Map, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

/// One payload. Integers are numbers where those are exact, else `BigInt`; bin is a `Uint8Array` of its own; a map
/// is an object where all its keys are strings, else a `Map`; ext is `{ext, bytes}`.
pub(super) fn decode(payload: &[u8]) -> Result<JsValue, JsValue> {
    let mut r = Cursor::new(payload, 0);
    let mut budget = Budget::new(Limits::DEFAULT.nodes, Limits::DEFAULT.depth);
    let value = value(&mut r, &mut budget, 0).map_err(Fault::into_error)?;
    r.end().map_err(Fault::into_error)?;
    Ok(value)
}

/// One value inside `depth` containers.
fn value(r: &mut Cursor<'_>, budget: &mut Budget, depth: u32) -> Read<JsValue> {
    let at = r.position();
    budget.spend(1)?;
    Ok(match r.token()? {
        Token::Nil => JsValue::NULL,
        Token::Bool(b) => b.into(),
        Token::UInt(n) if n <= MAX_SAFE_INTEGER => JsValue::from_f64(n as f64),
        Token::UInt(n) => BigInt::from(n).into(),
        Token::Int(n) if n.unsigned_abs() <= MAX_SAFE_INTEGER => JsValue::from_f64(n as f64),
        Token::Int(n) => BigInt::from(n).into(),
        Token::Float(n) => JsValue::from_f64(n),
        Token::Str(text) => JsValue::from_str(&String::from_utf8_lossy(text)),
        Token::Bin(bytes) => Uint8Array::from(bytes).into(),
        Token::Array(count) => {
            budget.enter(depth, at)?;
            let items = Array::new();
            for _ in 0..count {
                items.push(&value(r, budget, depth + 1)?);
            }
            items.into()
        }
        Token::Map(count) => {
            budget.enter(depth, at)?;
            let mut entries = Vec::new();
            for _ in 0..count {
                let key = value(r, budget, depth + 1)?;
                entries.push((key, value(r, budget, depth + 1)?));
            }
            map(&entries)
        }
        Token::Ext(kind, bytes) => {
            let object = Object::new();
            define(&object, &"ext".into(), &JsValue::from_f64(kind.into()));
            define(&object, &"bytes".into(), &Uint8Array::from(bytes).into());
            object.into()
        }
    })
}

fn map(entries: &[(JsValue, JsValue)]) -> JsValue {
    if entries.iter().all(|(key, _)| key.is_string()) {
        let object = Object::new();
        for (key, value) in entries {
            define(&object, key, value);
        }
        object.into()
    } else {
        let map = Map::new();
        for (key, value) in entries {
            map.set(key, value);
        }
        map.into()
    }
}

/// An own property, whatever its name: an assignment to `__proto__` would not make one.
fn define(object: &Object, key: &JsValue, value: &JsValue) {
    let descriptor = Object::new();
    for (name, value) in [
        ("value", value),
        ("writable", &JsValue::TRUE),
        ("enumerable", &JsValue::TRUE),
        ("configurable", &JsValue::TRUE),
    ] {
        // A fresh object takes every property.
        let _ = Reflect::set(&descriptor, &name.into(), value);
    }
    let _ = Reflect::define_property(object, key, &descriptor);
}
