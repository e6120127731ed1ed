//! A command that was read, and what it needs before the lock is taken.

use super::command::help::help;
use super::command::{parse, Command};
use super::outcome::Outcome;

/// A command, read and checked as far as that goes without the document: keys, paths and values are right.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub(super) command: Command,
}

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
        match self.command {
            Command::GetItem(_) => Access::Shared,
            _ => Access::Exclusive,
        }
    }

    /// Whether it asks what time it is.
    pub fn wants_clock(&self) -> bool {
        matches!(&self.command, Command::AppendEvent { event, .. } if event.created_at.is_none())
    }

    /// The document that it applies.
    pub fn input(&self) -> Option<Source<'_>> {
        match &self.command {
            Command::Apply {
                file: Some(file), ..
            } => Some(match file.as_str() {
                "-" => Source::Stdin,
                file => Source::File(file),
            }),
            _ => None,
        }
    }

    /// The snapshot that it stores.
    pub fn snapshot(&self) -> Option<Source<'_>> {
        match &self.command {
            Command::Dump { from } => Some(from.as_deref().map_or(Source::Address, Source::File)),
            _ => None,
        }
    }

    /// The jq filter that it runs.
    pub fn filter(&self) -> Option<&str> {
        match &self.command {
            Command::Apply { filter, .. } => filter.as_deref(),
            _ => None,
        }
    }
}

/// Reads a command line, without the name of the program.
///
/// # Errors
/// The outcome, where there is nothing to run: help and `--version` (exit 0, on standard output), or what is wrong with
/// the command line (exit 2).
pub fn prepare<S: AsRef<str>>(args: &[S]) -> Result<Plan, Outcome> {
    let line: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
    // What can be carried out is: `--help` may be the value of an option.
    match (parse(&line), asked(&line)) {
        (Ok(command), _) => Ok(Plan { command }),
        (Err(_), Some(text)) => Err(Outcome::printed(text)),
        (Err(refusal), None) => Err(refusal.into()),
    }
}

/// What is printed without looking at a document.
fn asked(line: &[&str]) -> Option<String> {
    let before_values = line.split(|arg| *arg == "--").next().unwrap_or_default();
    match line {
        ["help", words @ ..] => Some(help(words)),
        ["-h", ..] => Some(help(&[])),
        ["--version" | "-V"] => Some(format!("vitrine-state {}\n", env!("CARGO_PKG_VERSION"))),
        _ if before_values.contains(&"--help") => {
            let words: Vec<_> = line
                .iter()
                .copied()
                .take_while(|arg| !arg.starts_with('-'))
                .collect();
            Some(help(&words))
        }
        _ => None,
    }
}
