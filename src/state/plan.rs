//! A command that was read, and what it needs before the lock is taken.

use super::outcome::Outcome;

/// A command, read and checked as far as that goes without the document: keys, paths and values are right.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {}

/// The lock that a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It only reads: other readers may read.
    Shared,
    /// It may write.
    Exclusive,
}

/// Where bytes are to be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source<'a> {
    /// Standard input.
    Stdin,
    /// A file, as it stands on the command line.
    File(&'a str),
    /// The address that the environment names (SNAPSHOT_URL).
    Address,
}

impl Plan {
    /// The lock that it needs.
    pub fn access(&self) -> Access {
        Access::Exclusive
    }

    /// Whether it asks what time it is.
    pub fn wants_clock(&self) -> bool {
        false
    }

    /// The document that it applies.
    pub fn input(&self) -> Option<Source<'_>> {
        None
    }

    /// The snapshot that it stores.
    pub fn snapshot(&self) -> Option<Source<'_>> {
        None
    }

    /// The jq filter that it runs.
    pub fn filter(&self) -> Option<&str> {
        None
    }
}

/// Reads a command line, without the name of the program.
///
/// # Errors
/// The outcome, where there is nothing to run: help (exit 0, on standard output), or what is wrong with the command
/// line (exit 2).
pub fn prepare<S: AsRef<str>>(args: &[S]) -> Result<Plan, Outcome> {
    let _ = args;
    Ok(Plan {})
}
