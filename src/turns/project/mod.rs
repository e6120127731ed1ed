//! Projection: turns onto the tape.
//!
//! A [`Projector`] holds what is compiled for one registry and one set of options, and the buffers. A call writes
//! one chunk: as many turns as fit, each as
//!
//! ```text
//! flags                      bits as in [`flag`]
//! declared head, used head   indices into Projector::heads
//! turn id, parent id         string words; then 64 characters of hash in `ascii`, without a word
//! depth                      number word
//! error?  tagged dict { code, message, details }
//! else    program, Struct slot; tagged dict of unknown fields?; tagged list of warnings?
//! ```
//!
//! A turn that cannot be decoded takes its error's place among the others: the tape is wound back to where the turn
//! began. Nothing here depends on the length of the page, only on the turns asked for.

mod any;
mod keys;
mod notes;
mod value;

use super::blob;
use super::cursor::{Budget, Cursor, Fault, Read};
use super::iso::DayCache;
use super::options::{ProjectOptions, TypeHint};
use super::program::Code;
use super::registry::Registry;
use super::tape::{Mark, Tape};
use super::text;
use super::wire::item::ItemHead;
use crate::error::{Code as ErrorCode, Error, Result};
use crate::limits::Limits;
use crate::map::Map;
use keys::Keys;
use notes::{Path, Unknowns, Warnings};

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

/// A type as turns name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Head {
    /// TypeID
    pub type_id: String,
    /// TypeVersion
    pub version: u32,
}

/// What a declared type comes to under the options.
#[derive(Debug, Clone)]
struct Resolved {
    declared: u32,
    used: u32,
    program: core::result::Result<u32, Error>,
}

/// Projects turns by one registry under one set of options.
#[derive(Debug)]
pub struct Projector {
    registry: Registry,
    options: ProjectOptions,
    code: Code,
    heads: Vec<Head>,
    head_index: Map<String, Map<u32, u32>>,
    resolved: Map<String, Map<u32, usize>>,
    resolutions: Vec<Resolved>,
    /// The resolution asked for last: neighbours often share a type.
    last: usize,
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
    turn: u64,
    budget: Budget,
    /// Structs as pairs: the fields of this payload are not in tag order.
    in_pairs: bool,
    /// Seen in a pass that needs them in order.
    out_of_order: bool,
}

/// How many types the projector remembers before it starts anew: declared types come from outside.
const MOST_HEADS: usize = 4096;

impl Projector {
    /// A projector over the registry as it is now.
    pub fn new(registry: &Registry, options: ProjectOptions) -> Self {
        Projector {
            registry: registry.clone(),
            options,
            code: Code::default(),
            heads: Vec::new(),
            head_index: Map::EMPTY,
            resolved: Map::EMPTY,
            resolutions: Vec::new(),
            last: 0,
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
        &self.heads
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

    /// Writes turns until `text_bytes` of text stand on the tape or `items` end; how many were written (at least
    /// one, where there is one).
    pub fn fill<'a>(
        &mut self,
        items: impl Iterator<Item = ItemHead<'a>>,
        text_bytes: usize,
    ) -> usize {
        self.scratch.tape.clear();
        if self.heads.len() > MOST_HEADS {
            self.heads.clear();
            self.head_index.clear();
            self.resolved.clear();
            self.resolutions.clear();
            self.scratch.keys = Keys::default();
            self.generation += 1;
        }
        let mut written = 0;
        for item in items {
            self.turn(&item);
            written += 1;
            if self.scratch.tape.text_bytes() >= text_bytes {
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
        self.scratch.tape.clear();
        check_size(payload.len())?;
        let resolution = self.resolve(type_id, version);
        let program = self.resolutions[resolution].program.clone()?;
        self.body(payload, program, 0)
    }

    fn turn(&mut self, item: &ItemHead<'_>) {
        let resolution = self.resolve(item.type_id, item.type_version);
        let resolved = &self.resolutions[resolution];
        let tape = &mut self.scratch.tape;
        let flags_at = tape.words.len();
        tape.words
            .extend([0, resolved.declared as i32, resolved.used as i32]);
        for id in [item.turn, item.parent] {
            let word = tape.ascii(|out| text::push_u64(out, id));
            tape.word(word);
        }
        text::push_hex(&mut tape.ascii, item.hash);
        match i32::try_from(item.depth) {
            Ok(depth) => tape.word(depth),
            Err(_) => tape.number(item.depth.into()),
        }
        let start = tape.mark();
        let flags = self.verified(item).and_then(|verified| {
            let body = self.resolutions[resolution]
                .program
                .clone()
                .and_then(|program| self.body(item.payload, program, item.turn));
            body.map(|flags| flags | verified).or_else(|error| {
                self.error_at(start, &error);
                Ok(flag::ERROR | verified)
            })
        });
        self.scratch.tape.words[flags_at] = flags.unwrap_or_else(|error: Error| {
            self.error_at(start, &error);
            flag::ERROR
        });
    }

    /// The flag of a payload that is whole and has the hash it is known by.
    fn verified(&self, item: &ItemHead<'_>) -> Result<i32> {
        check_item(item)?;
        if self.options.skip_verify {
            return Ok(0);
        }
        blob::verify(item.payload, item.hash)?;
        Ok(flag::VERIFIED)
    }

    /// The error, in place of all that was written since `start`.
    #[cold]
    fn error_at(&mut self, start: Mark, error: &Error) {
        self.scratch.tape.rewind(start);
        self.projection(&[], 0).json(&error.to_json());
    }

    /// Program, data, unknown fields, warnings; a second pass where the first found fields out of order.
    fn body(&mut self, payload: &[u8], program: u32, turn: u64) -> Result<i32> {
        let start = self.scratch.tape.mark();
        let mut in_pairs = false;
        loop {
            let mut projection = self.projection(payload, turn);
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

    fn projection<'a>(&'a mut self, payload: &'a [u8], turn: u64) -> Projection<'a> {
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
            turn,
            budget: fresh_budget(),
            in_pairs: false,
            out_of_order: false,
        }
    }

    /// The index in `resolutions` of a declared type.
    fn resolve(&mut self, type_id: &str, version: u32) -> usize {
        if let Some(last) = self.resolutions.get(self.last) {
            let head = &self.heads[last.declared as usize];
            if head.version == version && head.type_id == type_id {
                return self.last;
            }
        }
        let known = self
            .resolved
            .get(type_id)
            .and_then(|versions| versions.get(version));
        self.last = match known {
            Some(index) => *index,
            None => {
                let resolution = self.resolve_anew(type_id, version);
                let index = self.resolutions.len();
                self.resolutions.push(resolution);
                self.resolved
                    .get_or_insert_with(type_id.to_owned(), Map::default)
                    .insert(version, index);
                index
            }
        };
        self.last
    }

    fn resolve_anew(&mut self, type_id: &str, version: u32) -> Resolved {
        let declared = Head {
            type_id: type_id.to_owned(),
            version,
        };
        let wanted = match &self.options.hint {
            TypeHint::Explicit {
                type_id: hinted,
                version,
            } => {
                let head = Head {
                    type_id: hinted.clone(),
                    version: *version,
                };
                if type_id.is_empty() || hinted == type_id {
                    Ok(head)
                } else {
                    Err(Error::mismatch(
                        ErrorCode::Conflict,
                        "type hint",
                        type_id,
                        hinted,
                    ))
                }
            }
            _ if type_id.is_empty() => Err(Error::new(
                ErrorCode::MissingTypeHint,
                "the turn declares no type: name one with typeHintMode \"explicit\" and as",
            )),
            TypeHint::Latest => match self.registry.latest(type_id) {
                Some(version) => Ok(Head {
                    type_id: type_id.to_owned(),
                    version,
                }),
                None => Err(no_descriptor(&declared)),
            },
            TypeHint::Inherit => Ok(declared.clone()),
        };
        let declared_head = self.head(declared);
        let (used, program) = match wanted {
            Ok(head) => {
                let program =
                    self.code
                        .program(&self.registry, &self.options, &head.type_id, head.version);
                let program = program.ok_or_else(|| no_descriptor(&head));
                (self.head(head), program)
            }
            Err(error) => (declared_head, Err(error)),
        };
        Resolved {
            declared: declared_head,
            used,
            program,
        }
    }

    fn head(&mut self, head: Head) -> u32 {
        let versions = self
            .head_index
            .get_or_insert_with(head.type_id.clone(), Map::default);
        *versions.get_or_insert_with(head.version, || {
            self.heads.push(head);
            self.heads.len() as u32 - 1
        })
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
        if r.remaining() > 0 {
            return Err(Fault::Trailing {
                at: r.position(),
                extra: r.remaining(),
            });
        }
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

/// Can the payload be read at all, as it was sent?
fn check_item(item: &ItemHead<'_>) -> Result<()> {
    if item.encoding == 0 && item.payload.is_empty() {
        let message = "the host could not read this turn's blob: `vitrine-host verify` says what is wrong with it";
        return Err(Error::new(ErrorCode::DecodeError, message));
    }
    if item.encoding != 1 {
        return Err(Error::mismatch(
            ErrorCode::DecodeError,
            "turn encoding",
            "1 (msgpack)",
            item.encoding,
        ));
    }
    if item.compression != 0 {
        return Err(Error::mismatch(
            ErrorCode::DecodeError,
            "turn compression",
            "0 (none)",
            item.compression,
        ));
    }
    if item.payload.len() != item.uncompressed_len as usize {
        return Err(Error::mismatch(
            ErrorCode::DecodeError,
            "payload length in bytes",
            item.uncompressed_len,
            item.payload.len(),
        ));
    }
    check_size(item.payload.len())
}

fn check_size(len: usize) -> Result<()> {
    let limit = Limits::DEFAULT.frame_bytes;
    if len > limit as usize {
        let expected = format!("at most {limit} bytes");
        return Err(Error::mismatch(
            ErrorCode::DecodeError,
            "payload length",
            expected,
            len,
        ));
    }
    Ok(())
}

#[cold]
fn no_descriptor(head: &Head) -> Error {
    Error::new(
        ErrorCode::FailedDependency,
        format!(
            "no registry bundle describes {} version {}: publish one that does, then read again",
            head.type_id, head.version
        ),
    )
    .with("type_id", head.type_id.as_str())
    .with("type_version", head.version)
}
