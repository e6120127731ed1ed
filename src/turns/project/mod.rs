//! Projection: turns onto the tape.
//!
//! A [`Projector`] holds what is compiled for one registry and one set of options, and the buffers. A call writes
//! one chunk: as many turns as fit, each as
//!
//! ```text
//! flags                      bits as in [`flag`]
//! declared head, used head   indices into Projector::heads
//! turn id, parent id         string words, or for the parent ESCAPE: the turn before; then 64 characters of hash in
//!                            `ascii`, without a word
//! depth                      number word
//! error?  tagged dict { code, message, details }
//! else    program, Struct slot; tagged dict of unknown fields?; tagged list of warnings?
//! ```
//!
//! A turn that cannot be decoded takes its error's place among the others: the tape is wound back to where the turn
//! began. Nothing here depends on the length of the page, only on the turns asked for.

mod any;
mod keys;
mod map;
mod notes;
mod scalar;
mod types;
mod value;
mod warnings;

use super::check;
use super::cursor::Cursor;
use super::fault::{Budget, Fault, Read};
use super::iso::DayCache;
use super::options::ProjectOptions;
use super::program::Code;
use super::registry::Registry;
use super::tape::{Tape, ESCAPE};
use super::text;
use super::wire::item::ItemHead;
use crate::error::Result;
use crate::limits::Limits;
use keys::Keys;
use notes::{Path, Unknowns};
pub use types::Head;
use types::{Resolved, Types};
use warnings::Warnings;

/// Bits of a turn's first word.
pub mod flag {
    /// An error stands in the data's place.
    pub const ERROR: i32 = 1;
    /// The payload's hash was checked and is right.
    pub const VERIFIED: i32 = 2;
    /// Unknown fields follow the data.
    pub const UNKNOWN: i32 = 4;
    /// Warnings follow.
    pub const WARNINGS: i32 = 8;
}

/// Projects turns by one registry under one set of options.
#[derive(Debug)]
pub struct Projector {
    registry: Registry,
    options: ProjectOptions,
    code: Code,
    types: Types,
    scratch: Scratch,
    generation: u32,
}

/// Buffers that are kept from call to call.
#[derive(Debug, Default)]
struct Scratch {
    tape: Tape,
    keys: Keys,
    day: DayCache,
    path: Path,
    unknowns: Unknowns,
    warnings: Warnings,
}

/// One payload on its way to the tape.
struct Projection<'a> {
    code: &'a Code,
    options: &'a ProjectOptions,
    tape: &'a mut Tape,
    keys: &'a mut Keys,
    day: &'a mut DayCache,
    path: &'a mut Path,
    unknowns: &'a mut Unknowns,
    warnings: &'a mut Warnings,
    payload: &'a [u8],
    /// Where the payload starts in the bytes that views point into.
    payload_at: usize,
    turn: u64,
    budget: Budget,
    /// Structs as pairs: the fields of this payload are not in tag order.
    in_pairs: bool,
    /// Seen in a pass that needs them in order.
    out_of_order: bool,
}

impl Projector {
    /// A projector over the registry as it is now.
    pub fn new(registry: &Registry, options: ProjectOptions) -> Self {
        Projector {
            registry: registry.clone(),
            options,
            code: Code::default(),
            types: Types::default(),
            scratch: Scratch::default(),
            generation: 0,
        }
    }

    /// The tape that the last call wrote.
    pub fn tape(&self) -> &Tape {
        &self.scratch.tape
    }
    /// Types by the indices on the tape.
    pub fn heads(&self) -> &[Head] {
        self.types.heads()
    }
    /// Programs, labels: what the tape's slot words mean.
    pub fn code(&self) -> &Code {
        &self.code
    }
    /// Interned map keys.
    pub fn keys(&self) -> &[String] {
        self.scratch.keys.names()
    }
    /// Rises when heads and keys were forgotten: indices read before mean nothing any more.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Writes turns until the tape holds `bytes` or `items` end; how many were written (at least one, where there is
    /// one).
    pub fn fill<'a>(&mut self, items: impl Iterator<Item = ItemHead<'a>>, bytes: usize) -> usize {
        self.start();
        let (mut written, mut before) = (0, None);
        for item in items {
            self.turn(&item, before);
            before = Some(item.turn);
            written += 1;
            if self.scratch.tape.bytes() >= bytes {
                break;
            }
        }
        written
    }

    /// Writes one bare payload: program, Struct slot, then as the flags that are returned say.
    ///
    /// # Errors
    /// As a turn's own: `DecodeError`, `FailedDependency`, `MissingTypeHint`, `Conflict`.
    pub fn fill_payload(&mut self, payload: &[u8], type_id: &str, version: u32) -> Result<i32> {
        self.start();
        check::size(payload.len())?;
        let program = self.resolve(type_id, version).program.clone()?;
        self.body(payload, 0, program, 0)
    }

    fn start(&mut self) {
        self.scratch.tape.clear();
        if self.types.is_full() {
            self.types = Types::default();
            self.scratch.keys = Keys::default();
            self.generation += 1;
        }
    }

    fn resolve(&mut self, type_id: &str, version: u32) -> &Resolved {
        self.types.resolve(
            &self.registry,
            &self.options,
            &mut self.code,
            type_id,
            version,
        )
    }

    fn turn(&mut self, item: &ItemHead<'_>, before: Option<u64>) {
        let Resolved {
            declared,
            used,
            program,
        } = self.types.resolve(
            &self.registry,
            &self.options,
            &mut self.code,
            item.type_id,
            item.type_version,
        );
        let tape = &mut self.scratch.tape;
        let flags_at = tape.words.len();
        tape.words
            .extend_from_slice(&[0, *declared as i32, *used as i32]);
        let turn = tape.ascii(|out| text::push_u64(out, item.turn));
        let parent = match before {
            Some(before) if before == item.parent => ESCAPE,
            _ => tape.ascii(|out| text::push_u64(out, item.parent)),
        };
        tape.word(turn);
        tape.word(parent);
        text::push_hex(&mut tape.ascii, item.hash);
        match i32::try_from(item.depth) {
            Ok(depth) => tape.word(depth),
            Err(_) => tape.number(item.depth.into()),
        }
        let start = tape.mark();
        let program = program.clone();
        let written = self
            .verified(item)
            .map_err(|error| (0, error))
            .and_then(|verified| {
                let body = program.and_then(|program| {
                    self.body(item.payload, item.payload_at, program, item.turn)
                });
                body.map(|flags| flags | verified)
                    .map_err(|error| (verified, error))
            });
        self.scratch.tape.words[flags_at] = written.unwrap_or_else(|(verified, error)| {
            // The error, in place of all that was written of the turn.
            self.scratch.tape.rewind(start);
            self.projection(&[], 0, 0).json(&error.to_json());
            flag::ERROR | verified
        });
    }

    /// The flag of a payload that is whole and has the hash it is known by.
    fn verified(&self, item: &ItemHead<'_>) -> Result<i32> {
        let verify = !self.options.skip_verify;
        check::item(item, verify)?;
        Ok(if verify { flag::VERIFIED } else { 0 })
    }

    /// Program, data, unknown fields, warnings; a second pass where the first found fields out of order.
    fn body(&mut self, payload: &[u8], payload_at: usize, program: u32, turn: u64) -> Result<i32> {
        let start = self.scratch.tape.mark();
        let mut in_pairs = false;
        loop {
            let mut projection = self.projection(payload, payload_at, turn);
            projection.in_pairs = in_pairs;
            match projection.payload(program) {
                Ok(flags) if in_pairs || !projection.out_of_order => return Ok(flags),
                Ok(_) => {
                    in_pairs = true;
                    self.scratch.tape.rewind(start);
                }
                Err(fault) => return Err(fault.into_error()),
            }
        }
    }

    fn projection<'a>(
        &'a mut self,
        payload: &'a [u8],
        payload_at: usize,
        turn: u64,
    ) -> Projection<'a> {
        let Scratch {
            tape,
            keys,
            day,
            path,
            unknowns,
            warnings,
        } = &mut self.scratch;
        unknowns.clear();
        warnings.clear();
        Projection {
            code: &self.code,
            options: &self.options,
            tape,
            keys,
            day,
            path,
            unknowns,
            warnings,
            payload,
            payload_at,
            turn,
            budget: fresh_budget(),
            in_pairs: false,
            out_of_order: false,
        }
    }
}

impl Projection<'_> {
    fn payload(&mut self, program: u32) -> Read<i32> {
        let mut r = Cursor::new(self.payload, 0);
        self.budget.spend(1)?;
        let Some(count) = r.map_header()? else {
            let found = { r }.token()?.kind();
            return Err(Fault::NotAMap { at: 0, found });
        };
        self.tape.word(program as i32);
        self.structure(&mut r, program, count, 1)?;
        r.end()?;
        let mut flags = 0;
        if self.options.include_unknown {
            flags |= flag::UNKNOWN;
            // What is read again here was counted when it was skipped.
            self.budget = fresh_budget();
            let tree = self.unknowns.tree();
            self.unknown_tree(&tree, 1)?;
        }
        if !self.warnings.is_empty() {
            flags |= flag::WARNINGS;
            let list = self.warnings.take();
            self.json(&list);
        }
        Ok(flags)
    }
}

fn fresh_budget() -> Budget {
    Budget::new(Limits::DEFAULT.nodes, Limits::DEFAULT.depth)
}
