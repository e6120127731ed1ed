//! `--jq`: filters, run by jaq in a process of their own.
//!
//! A filter can loop, take all memory or recurse until the stack ends, and it runs under the lock. So it gets a process
//! that can be limited and ended: this program again, called with [`CHILD`]. That process says `ready` when the filter
//! compiles, reads the document from its standard input, and prints one result a line.

use jaq_core::load::{Arena, File, Loader};
use jaq_core::{data::JustLut, Compiler, Ctx, Exn, Vars};
use jaq_json::Val;
use rustix::process::{setrlimit, Resource, Rlimit};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use vitrine::state::Filter;

/// The first argument of the process that runs a filter; the second is the filter.
pub const CHILD: &str = "--run-filter";

/// How long a filter may take: less than others wait for the lock.
const TIME: Duration = Duration::from_secs(5);
/// Bytes of memory that its process may have.
const MEMORY: u64 = 2 << 30;
const READY: &str = "ready";
/// Enough to show that there are more than one.
const RESULTS: usize = 2;

/// Runs filters; each compiles once.
#[derive(Debug, Default)]
pub struct Jq {
    process: Option<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    lines: Receiver<String>,
    end: Instant,
}

impl Filter for Jq {
    fn check(&mut self, filter: &str) -> Result<(), String> {
        let mut process = Process::start(filter).map_err(|error| error.to_string())?;
        match process.line()?.as_deref() {
            Some(READY) => {
                self.process = Some(process);
                Ok(())
            }
            _ => Err(process.failure()),
        }
    }

    fn run(&mut self, filter: &str, input: &str) -> Result<Vec<String>, String> {
        if self.process.is_none() {
            self.check(filter)?;
        }
        let Some(mut process) = self.process.take() else {
            return Err("its process is gone".to_owned());
        };
        if let Some(mut stdin) = process.child.stdin.take() {
            // Where it has ended already, what it says is better than that the pipe is broken.
            let _ = stdin.write_all(input.as_bytes());
        }
        let mut results = Vec::new();
        while let Some(line) = process.line()? {
            results.push(line);
        }
        match process.child.wait() {
            Ok(status) if status.success() => Ok(results),
            _ => Err(process.failure()),
        }
    }
}

impl Process {
    fn start(filter: &str) -> io::Result<Process> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([CHILD, filter])
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (give, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if give.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let end = Instant::now() + TIME;
        Ok(Process { child, lines, end })
    }

    /// The next line; nothing where there are no more.
    fn line(&mut self) -> Result<Option<String>, String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let left = self.end.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(Disconnected) => Ok(None),
            Err(Timeout) => Err(format!("it took longer than {} s", TIME.as_secs())),
        }
    }

    /// Why it has ended.
    fn failure(&mut self) -> String {
        let mut said = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            let _ = stderr.read_to_string(&mut said);
        }
        match self.child.wait().map(|status| status.code()) {
            Ok(Some(1)) => said.trim_end().to_owned(),
            Ok(Some(code)) => format!("it ended with {code} instead of a result"),
            _ => "it recursed too deeply or took too much memory".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the process does that runs a filter.
pub fn child(filter: &str) -> ExitCode {
    let limit = |bytes| Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    // The time also where whoever started it was killed.
    let limited = setrlimit(Resource::As, limit(MEMORY))
        .and_then(|()| setrlimit(Resource::Cpu, limit(TIME.as_secs() + 1)))
        .and_then(|()| setrlimit(Resource::Core, limit(0)));
    let done = match limited {
        Ok(()) => results(filter),
        Err(error) => Err(error.to_string()),
    };
    let printed = done.and_then(|results| {
        let mut out = io::stdout().lock();
        results
            .iter()
            .try_for_each(|result| writeln!(out, "{result}"))
            .and_then(|()| out.flush())
            .map_err(|error| error.to_string())
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(1)
        }
    }
}

fn results(filter: &str) -> Result<Vec<String>, String> {
    let arena = Arena::default();
    let definitions = jaq_core::defs()
        .chain(jaq_std::defs())
        .chain(jaq_json::defs());
    let natives = jaq_core::funs()
        .chain(jaq_std::funs())
        .chain(jaq_json::funs());
    let program = File {
        code: filter,
        path: (),
    };
    let modules = Loader::new(definitions)
        .load(&arena, program)
        .map_err(|errors| explain(errors, unloadable))?;
    let compiled = Compiler::<_, JustLut<Val>>::default()
        .with_funs(natives)
        .compile(modules)
        .map_err(|errors| explain(errors, undefined))?;
    println!("{READY}");
    let mut input = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut input);
    read.map_err(|error| error.to_string())?;
    let input = jaq_json::read::parse_single(&input).map_err(|error| error.to_string())?;
    let context = Ctx::<JustLut<Val>>::new(&compiled.lut, Vars::new([]));
    compiled
        .id
        .run((context, input))
        .take(RESULTS)
        .map(|result| result.map(|value| value.to_string()).map_err(failed))
        .collect()
}

fn failed(exception: Exn<'_, Val>) -> String {
    match exception.get_err() {
        Ok(error) => error.to_string(),
        Err(_) => "it halted instead of giving a result".to_owned(),
    }
}

/// The first error of the first file; a filter has no other.
fn explain<S, P, E>(errors: Vec<(File<S, P>, E)>, say: impl Fn(E) -> String) -> String {
    let first = errors.into_iter().next();
    first.map_or_else(String::new, |(_, error)| say(error))
}

fn unloadable(error: jaq_core::load::Error<&str>) -> String {
    use jaq_core::load::Error::{Io, Lex, Parse};
    let expected = |what: &str, rest: &str| match rest {
        "" => format!("expected {what}, found its end"),
        rest => format!(
            "expected {what}, found {:?}",
            rest.chars().take(20).collect::<String>()
        ),
    };
    let text = match error {
        Io(errors) => errors.first().map(|(name, why)| format!("{name}: {why}")),
        Lex(errors) => errors
            .first()
            .map(|(what, rest)| expected(what.as_str(), rest)),
        Parse(errors) => errors
            .first()
            .map(|(what, rest)| expected(what.as_str(), rest)),
    };
    text.unwrap_or_default()
}

fn undefined(errors: Vec<jaq_core::compile::Error<&str>>) -> String {
    let first = errors.first();
    first.map_or_else(String::new, |(name, what)| {
        format!("there is no {} {name}", what.as_str())
    })
}
