//! One run of the command line, from its arguments to its exit code.

use crate::disk::Disk;
use crate::jq::Jq;
use crate::lock::{self, Lock};
use crate::reader::{self, Reader};
use crate::settings::Settings;
use crate::transaction::{self, with_suffix, Recovered};
use crate::{clock, completions, snapshot};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use vitrine::state::{self, Access, Exit, Found, Outcome, Plan, Root, Shards, Source, Supplied};

/// What a run sees of the world beside its arguments and the files.
pub struct World<'a> {
    /// Where it writes.
    pub disk: &'a dyn Disk,
    /// The variables of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
}

const ENVIRONMENT: &str = "
Environment:
  STATE_PATH             the document; state/state.json without it
  STATE_LOCK_PATH        the lock; STATE_PATH.lock without it
  STATE_LOCK_TIMEOUT_MS  how long to wait for the lock; 10000 without it
  SNAPSHOT_URL           where chat state dump gets the snapshot

Completions: vitrine-state completions bash|zsh|fish
";

/// Runs a command line, without the name of the program. All that is left is to print the outcome; its writes are done.
pub fn run(args: &[OsString], world: &World<'_>) -> Outcome {
    attempt(args, world).unwrap_or_else(|outcome| outcome)
}

fn attempt(args: &[OsString], world: &World<'_>) -> Result<Outcome, Outcome> {
    let args = args.iter().map(|arg| arg.to_str());
    let args: Vec<&str> = args
        .collect::<Option<_>>()
        .ok_or_else(|| Outcome::refused(Exit::Input, "the command line: expected UTF-8"))?;
    if let ["completions", shell @ ..] = args.as_slice() {
        return completions::completions(shell);
    }
    let plan = state::prepare(&args).map_err(|outcome| with_environment(&args, outcome))?;
    let settings = Settings::read(world.variable)?;
    let input = plan.input().map(read_input).transpose()?;
    let snapshot = plan
        .snapshot()
        .map(|source| read_source(source, settings.snapshot_url.as_deref()));
    let mut jq = Jq::default();
    let (lock, recovered) = begin(&plan, &settings, world.disk)?;
    let mut reader = kept_apart(&settings);
    let supplied = Supplied {
        now: plan.wants_clock().then(clock::now),
        input,
        snapshot,
        filter: Some(&mut jq),
    };
    let outcome = carry_out(&plan, &settings, &mut reader, world.disk, supplied);
    drop(lock);
    Ok(say(outcome, recovered))
}

fn with_environment(args: &[&str], outcome: Outcome) -> Outcome {
    let mut outcome = outcome;
    if let ["--help" | "-h" | "help"] = args {
        outcome.stdout += ENVIRONMENT;
    }
    outcome
}

fn read_input(source: Source<'_>) -> Result<Vec<u8>, Outcome> {
    read_source(source, None).map_err(|why| Outcome::refused(Exit::Input, why))
}

/// What a source gives, or a sentence.
fn read_source(source: Source<'_>, url: Option<&str>) -> Result<Vec<u8>, String> {
    match source {
        Source::Address => snapshot::fetch(url),
        Source::Stdin => reader::limited(std::io::stdin().lock(), 0)
            .map_err(|error| format!("standard input cannot be read: {error}")),
        Source::File(path) => reader::named(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("there is no file {path}"),
            _ => format!("{path} cannot be read: {error}"),
        }),
    }
}

/// Takes the lock and repairs what a stopped run has left. There is no lock where there is nothing to read.
fn begin(
    plan: &Plan,
    settings: &Settings,
    disk: &dyn Disk,
) -> Result<(Option<Lock>, Option<Recovered>), Outcome> {
    let no_lock = |why: String| Outcome::refused(Exit::Lock, why);
    // Whatever links lead to the document, it has one journal and one lock.
    let state = Reader::default().real_path(&settings.state);
    let path = match &settings.lock {
        Some(path) if same_file(path, &state) => {
            return Err(Outcome::refused(
                Exit::Input,
                "STATE_LOCK_PATH: expected another file than STATE_PATH",
            ))
        }
        Some(path)
            if transaction::journals_of(&state)
                .iter()
                .any(|journal| same_file(path, journal)) =>
        {
            return Err(Outcome::refused(
                Exit::Input,
                "STATE_LOCK_PATH: expected another file than the journal of STATE_PATH",
            ))
        }
        Some(path) => path.clone(),
        None => {
            let folder = state.parent().unwrap_or(&state);
            if plan.access() == Access::Exclusive {
                fs::create_dir_all(folder).map_err(|error| {
                    no_lock(format!("the folder {}: {error}", folder.display()))
                })?;
            } else if !folder.exists() {
                return Ok((None, None));
            }
            with_suffix(&state, ".lock")
        }
    };
    let mut access = plan.access();
    let mut lock = lock::take(&path, access, settings.timeout).map_err(no_lock)?;
    if !transaction::journal_of(&state).exists() {
        return Ok((Some(lock), None));
    }
    if access == Access::Shared {
        drop(lock);
        access = Access::Exclusive;
        lock = lock::take(&path, access, settings.timeout).map_err(no_lock)?;
    }
    let recovered = transaction::recover(disk, &state);
    let recovered = recovered.map_err(|why| Outcome::refused(Exit::State, why))?;
    Ok((Some(lock), recovered))
}

fn same_file(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.to_str().map(|path| Reader::default().real_path(path));
    a == b || real(a).is_some_and(|a| Some(a) == real(b))
}

/// A reader to which the files that the document is kept by are no files of the document.
fn kept_apart(settings: &Settings) -> Reader {
    let state = Reader::default().real_path(&settings.state);
    let lock = settings.lock.clone();
    let lock = lock.unwrap_or_else(|| with_suffix(&state, ".lock"));
    let [journal, successor] = transaction::journals_of(&state);
    Reader::beside(&[&lock, &journal, &successor])
}

fn carry_out(
    plan: &Plan,
    settings: &Settings,
    reader: &mut Reader,
    disk: &dyn Disk,
    supplied: Supplied<'_>,
) -> Outcome {
    let root = reader.open(&settings.state);
    let text = match root.found {
        Found::Text(text) => Some(text),
        Found::Missing => None,
        Found::Unreadable(why) => {
            let message = format!("{} cannot be read: {why}", settings.state);
            return Outcome::refused(Exit::State, message);
        }
    };
    let given = Root {
        path: &settings.state,
        id: &root.id,
        text: text.as_deref(),
    };
    let outcome = state::run(plan, given, reader, supplied);
    match transaction::commit(disk, Path::new(&root.id), &outcome.writes) {
        Ok(()) => outcome,
        Err(why) => Outcome::refused(Exit::State, why),
    }
}

/// Adds what was repaired to the one line of standard error.
fn say(outcome: Outcome, recovered: Option<Recovered>) -> Outcome {
    let note = match recovered {
        None => return outcome,
        Some(Recovered::Undone) => "undid a change that a stopped run had not made".to_owned(),
        Some(Recovered::Finished { files }) => {
            format!("finished a change of {files} files that a stopped run had begun")
        }
    };
    let mut outcome = outcome;
    outcome.stderr = match outcome.stderr.trim_end() {
        "" => format!("{note}\n"),
        line => format!("{line} ({note})\n"),
    };
    outcome
}
