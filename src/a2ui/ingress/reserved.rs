//! The keys of a context that the compiler and the renderer write: exempt from an action's own rules.

use super::envelope::invalid;
use super::Checked;
use crate::json::Json;
use crate::limits::MAX_SAFE_INTEGER;
use crate::pointer::Pointer;

const NONCE: &str = "vitrine.nonce";
const REV: &str = "vitrine.rev";
const KEY: &str = "vitrine.key";

/// Longest of them, in bytes.
const LONGEST: usize = 128;

/// What they say.
#[derive(Debug, Default)]
pub(super) struct Reserved {
    pub(super) nonce: Option<String>,
    pub(super) rev: Option<u64>,
    pub(super) key: Option<String>,
}

/// Is it one of them?
pub(super) fn is_reserved(key: &str) -> bool {
    [NONCE, REV, KEY].contains(&key)
}

impl Reserved {
    /// Takes them out of a context.
    pub(super) fn take(context: &mut Vec<(String, Json)>, at: &Pointer) -> Checked<Reserved> {
        let mut reserved = Reserved::default();
        let mut rest = Vec::with_capacity(context.len());
        for (name, value) in context.drain(..) {
            match name.as_str() {
                NONCE => reserved.nonce = Some(text(value, at.key(NONCE))?),
                KEY => reserved.key = Some(text(value, at.key(KEY))?),
                REV => reserved.rev = Some(revision(&value, at.key(REV))?),
                _ => rest.push((name, value)),
            }
        }
        *context = rest;
        Ok(reserved)
    }
}

fn text(value: Json, at: Pointer) -> Checked<String> {
    match value {
        Json::String(text) if (1..=LONGEST).contains(&text.len()) => Ok(text),
        value => {
            let found = match &value {
                Json::String(text) => format!("{}", text.len()),
                other => other.kind().to_owned(),
            };
            let reason = format!("expected a string of 1 to {LONGEST} bytes, found {found}");
            Err(invalid(at, reason))
        }
    }
}

/// A number, also one that a program of floats wrote as such, or its digits: what a form sends.
fn revision(value: &Json, at: Pointer) -> Checked<u64> {
    let whole = || {
        let Json::Number(number) = value else {
            return None;
        };
        let float = number.as_f64()?;
        let held = float.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER as f64).contains(&float);
        held.then_some(float as u64)
    };
    let digits = || {
        let text = value.as_str()?;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let found = || {
        invalid(
            at.clone(),
            format!("expected a revision, an integer, found {}", value.kind()),
        )
    };
    let number = value.as_u64().or_else(whole);
    number.or_else(digits).ok_or_else(found)
}
