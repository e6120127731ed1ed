//! JavaScript values to the writer.

use super::registry::CoreRegistry;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::pointer::Pointer;
use crate::turns::encode::encode_turn;
use js_sys::{Array, ArrayBuffer, BigInt, Map, Object, Reflect, Uint8Array};
use rmpv::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen::JsCast;

/// The payload of a value as a type version.
#[wasm_bindgen]
pub fn encode(
    registry: &CoreRegistry,
    type_id: &str,
    version: u32,
    value: &JsValue,
) -> core::result::Result<Vec<u8>, JsValue> {
    let value = from_js(value, &Pointer::root(), 0)?;
    Ok(encode_turn(&registry.inner, type_id, version, value)?)
}

/// A plain value: null, booleans, numbers, bigints, strings, bytes, arrays, Maps, objects. `undefined` in an object is
/// a key that is not there.
fn from_js(value: &JsValue, pointer: &Pointer, depth: u32) -> Result<Value> {
    if value.is_null() {
        Ok(Value::Nil)
    } else if let Some(b) = value.as_bool() {
        Ok(Value::Boolean(b))
    } else if let Some(n) = value.as_f64() {
        Ok(number(n))
    } else if let Some(text) = value.as_string() {
        Ok(Value::from(text))
    } else if let Some(n) = value.dyn_ref::<BigInt>() {
        big(n).ok_or_else(|| refuse(pointer, "an integer of 64 bits", "a larger bigint"))
    } else if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        Ok(Value::Binary(bytes.to_vec()))
    } else if let Some(buffer) = value.dyn_ref::<ArrayBuffer>() {
        Ok(Value::Binary(Uint8Array::new(buffer).to_vec()))
    } else if !value.is_object() || value.is_function() {
        let found = value.js_typeof().as_string().unwrap_or_default();
        Err(refuse(pointer, "a plain value", &found))
    } else if depth >= Limits::DEFAULT.depth {
        let expected = format!(
            "at most {} nested objects and arrays",
            Limits::DEFAULT.depth
        );
        Err(refuse(pointer, &expected, "one more; is there a cycle?"))
    } else if let Some(items) = value.dyn_ref::<Array>() {
        let items = items.iter().enumerate();
        let items = items.map(|(index, item)| from_js(&item, &pointer.index(index), depth + 1));
        Ok(Value::Array(items.collect::<Result<_>>()?))
    } else if let Some(map) = value.dyn_ref::<Map>() {
        pairs(&Array::from(map), pointer, depth)
    } else {
        object(value.unchecked_ref(), pointer, depth)
    }
}

fn object(object: &Object, pointer: &Pointer, depth: u32) -> Result<Value> {
    let mut entries = Vec::new();
    for key in Object::keys(object).iter() {
        let name = key.as_string().unwrap_or_default();
        let pointer = pointer.key(&name);
        let value = Reflect::get(object, &key)
            .map_err(|_| refuse(&pointer, "a readable property", "one that throws"))?;
        if !value.is_undefined() {
            entries.push((Value::from(name), from_js(&value, &pointer, depth + 1)?));
        }
    }
    Ok(Value::Map(entries))
}

fn pairs(pairs: &Array, pointer: &Pointer, depth: u32) -> Result<Value> {
    let mut entries = Vec::new();
    for (index, pair) in pairs.iter().enumerate() {
        let pair: Array = pair.unchecked_into();
        let pointer = pointer.index(index);
        entries.push((
            from_js(&pair.get(0), &pointer, depth + 1)?,
            from_js(&pair.get(1), &pointer, depth + 1)?,
        ));
    }
    Ok(Value::Map(entries))
}

/// Whole and exact: an integer. `-0` stays a float, which keeps its sign.
fn number(n: f64) -> Value {
    if n.fract() == 0.0 && n.abs() <= 9_007_199_254_740_991.0 && !(n == 0.0 && n.is_sign_negative())
    {
        Value::from(n as i64)
    } else {
        Value::F64(n)
    }
}

fn big(n: &BigInt) -> Option<Value> {
    let signed = i64::try_from(n.clone()).ok().map(Value::from);
    signed.or_else(|| u64::try_from(n.clone()).ok().map(Value::from))
}

fn refuse(pointer: &Pointer, expected: &str, found: &str) -> Error {
    Error::mismatch(Code::Unprocessable, "value to encode", expected, found).at(pointer.clone())
}
