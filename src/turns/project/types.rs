//! From the type that a turn declares to the program that reads it.

use crate::error::{Code as ErrorCode, Error, Result};
use crate::map::Map;
use crate::text::same_bytes;
use crate::turns::options::{ProjectOptions, TypeHint};
use crate::turns::program::Code;
use crate::turns::registry::Registry;

/// A type as turns name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// TypeID
    pub type_id: String,
    /// TypeVersion
    pub version: u32,
}

/// What a declared type comes to under the options.
#[derive(Debug, Clone)]
pub(super) struct Resolved {
    /// Index of the declared type.
    pub(super) declared: u32,
    /// Index of the type whose descriptor is used.
    pub(super) used: u32,
    /// Its program, or why there is none.
    pub(super) program: Result<u32>,
}

/// Declared types met so far.
#[derive(Debug, Default)]
pub(super) struct Types {
    heads: Vec<Head>,
    head_index: Map<String, Map<u32, u32>>,
    resolved: Map<String, Map<u32, usize>>,
    resolutions: Vec<Resolved>,
    /// The resolution asked for last: neighbours often share a type.
    last: usize,
}

/// How many types are looked through one after the other.
const NEAR: usize = 8;

/// How many types are remembered before starting anew: declared types come from outside.
const MOST_HEADS: usize = 4096;

impl Types {
    /// Types by index.
    pub(super) fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// Time to start anew?
    pub(super) fn is_full(&self) -> bool {
        self.heads.len() > MOST_HEADS
    }

    /// What a declared type comes to.
    pub(super) fn resolve(
        &mut self,
        registry: &Registry,
        options: &ProjectOptions,
        code: &mut Code,
        type_id: &str,
        version: u32,
    ) -> &Resolved {
        let heads = &self.heads;
        let is_asked = |resolution: &Resolved| {
            let head = &heads[resolution.declared as usize];
            head.version == version && same_bytes(head.type_id.as_bytes(), type_id.as_bytes())
        };
        if !self.resolutions.get(self.last).is_some_and(is_asked) {
            // A conversation has few types, and those come first.
            let near = self.resolutions.iter().take(NEAR).position(is_asked);
            let known = near.or_else(|| self.resolved.get(type_id)?.get(version).copied());
            self.last = known.unwrap_or_else(|| {
                let resolved = self.resolve_anew(registry, options, code, type_id, version);
                let index = self.resolutions.len();
                self.resolutions.push(resolved);
                self.resolved
                    .get_or_insert_with(type_id.to_owned(), Map::default)
                    .insert(version, index);
                index
            });
        }
        &self.resolutions[self.last]
    }

    fn resolve_anew(
        &mut self,
        registry: &Registry,
        options: &ProjectOptions,
        code: &mut Code,
        type_id: &str,
        version: u32,
    ) -> Resolved {
        let declared = Head {
            type_id: type_id.to_owned(),
            version,
        };
        let wanted = wanted(registry, options, &declared);
        let declared = self.index(declared);
        match wanted {
            Ok(head) => {
                let program = code.program(registry, options, &head.type_id, head.version);
                let program = program.ok_or_else(|| no_descriptor(&head));
                Resolved {
                    declared,
                    used: self.index(head),
                    program,
                }
            }
            Err(error) => Resolved {
                declared,
                used: declared,
                program: Err(error),
            },
        }
    }

    fn index(&mut self, head: Head) -> u32 {
        let versions = self
            .head_index
            .get_or_insert_with(head.type_id.clone(), Map::default);
        *versions.get_or_insert_with(head.version, || {
            self.heads.push(head);
            self.heads.len() as u32 - 1
        })
    }
}

/// The type whose descriptor the options ask for (section 5.2.2 of the client specification, `type_hint_mode`).
fn wanted(registry: &Registry, options: &ProjectOptions, declared: &Head) -> Result<Head> {
    let type_id = declared.type_id.as_str();
    match &options.hint {
        TypeHint::Explicit {
            type_id: hinted,
            version,
        } => {
            if !type_id.is_empty() && hinted != type_id {
                return Err(Error::mismatch(
                    ErrorCode::Conflict,
                    "type hint",
                    type_id,
                    hinted,
                ));
            }
            Ok(Head {
                type_id: hinted.clone(),
                version: *version,
            })
        }
        _ if type_id.is_empty() => Err(Error::new(
            ErrorCode::MissingTypeHint,
            "the turn declares no type: name one in the type hint mode \"explicit\"",
        )),
        TypeHint::Latest => match registry.latest(type_id) {
            Some(version) => Ok(Head {
                type_id: type_id.to_owned(),
                version,
            }),
            None => Err(no_descriptor(declared)),
        },
        TypeHint::Inherit => Ok(declared.clone()),
    }
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
