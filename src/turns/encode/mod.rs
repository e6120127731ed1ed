//! The writer: a typed value to deterministic msgpack, the inverse of projection on all that a registry describes.
//!
//! Tags ascend, every integer and length takes its shortest form, map keys are sorted (integers before text, each
//! in order), so that equal values are equal bytes and the store keeps one blob for them (section 3.2 of the client
//! specification). The value comes as msgpack too, with names for keys, in any order and any form that msgpack has:
//! one pass goes from one to the other, by the programs that projection follows. Values are taken as projection renders
//! them by default, and as programs hold them: a 64-bit integer as digits or number, bytes as base64 or binary, a time as
//! ISO text or milliseconds, an enum by label, number or both.

mod key;
mod order;
mod scalar;
mod value;

use super::cursor::Cursor;
use super::fault::Budget;
use super::options::ProjectOptions;
use super::program::Code;
use super::registry::Registry;
use crate::error::{Code as ErrorCode, Error, Result};
use crate::limits::Limits;
use order::Parts;

/// Encodes values by one registry, as it was when the encoder was made.
#[derive(Debug)]
pub struct Encoder {
    registry: Registry,
    options: ProjectOptions,
    code: Code,
    out: Vec<u8>,
    parts: Parts,
}

impl Encoder {
    /// An encoder over the registry as it is now.
    pub fn new(registry: &Registry) -> Self {
        Encoder {
            registry: registry.clone(),
            options: ProjectOptions::default(),
            code: Code::default(),
            out: Vec::new(),
            parts: Parts::default(),
        }
    }

    /// The program of a type version, for [`encode`](Encoder::encode).
    ///
    /// # Errors
    /// `FailedDependency` where the registry lacks it.
    pub fn program(&mut self, type_id: &str, version: u32) -> Result<u32> {
        let program = self
            .code
            .program(&self.registry, &self.options, type_id, version);
        program.ok_or_else(|| {
            Error::new(
                ErrorCode::FailedDependency,
                format!("no registry bundle describes {type_id} version {version}: put one that does, then encode again"),
            )
        })
    }

    /// The payload of `value`, which is msgpack: a map of field names. It stands until the next call.
    ///
    /// # Errors
    /// `Unprocessable`, with the pointer and what was expected and found, for a name that the type does not have or a
    /// value that the field cannot hold; `DecodeError` where `value` is no msgpack.
    pub fn encode(&mut self, program: u32, value: &[u8]) -> Result<&[u8]> {
        self.out.clear();
        self.parts.clear();
        let mut r = Cursor::new(value, 0);
        let mut writing = Writing {
            code: &self.code,
            out: &mut self.out,
            parts: &mut self.parts,
            budget: Budget::new(Limits::DEFAULT.nodes, Limits::DEFAULT.depth),
        };
        writing.budget.spend(1)?;
        writing.structure(&mut r, program, 0)?;
        r.end()?;
        let limit = Limits::DEFAULT.frame_bytes as usize;
        if self.out.len() > limit {
            return Err(Error::mismatch(
                ErrorCode::Unprocessable,
                "payload length",
                format!("at most {limit} bytes"),
                self.out.len(),
            ));
        }
        Ok(&self.out)
    }

    /// What [`encode`](Encoder::encode) gave last.
    pub fn written(&self) -> &[u8] {
        &self.out
    }
}

/// The payload of `value` as that type version, once. See [`Encoder::encode`].
///
/// # Errors
/// As [`Encoder::program`] and [`Encoder::encode`].
pub fn encode_turn(
    registry: &Registry,
    type_id: &str,
    version: u32,
    value: &[u8],
) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new(registry);
    let program = encoder.program(type_id, version)?;
    Ok(encoder.encode(program, value)?.to_vec())
}

/// One value on its way to a payload.
struct Writing<'a> {
    code: &'a Code,
    out: &'a mut Vec<u8>,
    parts: &'a mut Parts,
    /// What a reader would take.
    budget: Budget,
}
