//! Raw mode: msgpack to plain JavaScript values, without a registry.

use crate::error::{Code, Error};
use crate::limits::Limits;
use crate::turns::cursor::{Budget, Cursor, Fault};
use js_sys::{Array, BigInt, Map, Object, Reflect, Uint8Array};
use rmpv::Value;
use wasm_bindgen::prelude::*;

const MAX_SAFE: u64 = (1 << 53) - 1;

/// One payload. Integers are numbers where those are exact, else `BigInt`; bin is a `Uint8Array` of its own; a map
/// is an object where all its keys are strings, else a `Map`; ext is `{ext, bytes}`.
pub(super) fn decode(payload: &[u8]) -> Result<JsValue, JsValue> {
    // The cursor holds the limits; only what it has passed goes to the reader that allocates.
    let mut cursor = Cursor::new(payload, 0);
    let mut budget = Budget::new(Limits::DEFAULT.nodes, Limits::DEFAULT.depth);
    cursor.skip(&mut budget, 0).map_err(Fault::into_error)?;
    if cursor.remaining() > 0 {
        let fault = Fault::Trailing {
            at: cursor.position(),
            extra: cursor.remaining(),
        };
        return Err(fault.into_error().into());
    }
    let value = rmpv::decode::read_value(&mut &payload[..])
        .map_err(|e| Error::new(Code::DecodeError, format!("not readable as msgpack: {e}")))?;
    Ok(to_js(value))
}

fn to_js(value: Value) -> JsValue {
    match value {
        Value::Nil => JsValue::NULL,
        Value::Boolean(b) => b.into(),
        Value::Integer(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) if n <= MAX_SAFE => JsValue::from_f64(n as f64),
            (_, Some(n)) if n.unsigned_abs() <= MAX_SAFE => JsValue::from_f64(n as f64),
            (Some(n), _) => BigInt::from(n).into(),
            (_, Some(n)) => BigInt::from(n).into(),
            (None, None) => JsValue::NULL,
        },
        Value::F32(f) => JsValue::from_f64(f.into()),
        Value::F64(f) => JsValue::from_f64(f),
        Value::String(text) => JsValue::from_str(&String::from_utf8_lossy(text.as_bytes())),
        Value::Binary(bytes) => Uint8Array::from(&bytes[..]).into(),
        Value::Array(items) => items.into_iter().map(to_js).collect::<Array>().into(),
        Value::Map(entries) => map(entries),
        Value::Ext(kind, bytes) => {
            let object = Object::new();
            define(&object, &"ext".into(), &JsValue::from_f64(kind.into()));
            define(
                &object,
                &"bytes".into(),
                &Uint8Array::from(&bytes[..]).into(),
            );
            object.into()
        }
    }
}

fn map(entries: Vec<(Value, Value)>) -> JsValue {
    if entries.iter().all(|(key, _)| key.is_str()) {
        let object = Object::new();
        for (key, value) in entries {
            define(&object, &to_js(key), &to_js(value));
        }
        object.into()
    } else {
        let map = Map::new();
        for (key, value) in entries {
            map.set(&to_js(key), &to_js(value));
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
