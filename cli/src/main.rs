//! `vitrine-state`: the command line of the state document.

use std::io::Write;
use std::process::ExitCode;
use vitrine::state::{Exit, Outcome};
use vitrine_state::disk::Files;
use vitrine_state::{jq, run, World};

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    if let [first, filter] = args.as_slice() {
        if first == jq::CHILD {
            return jq::child(&filter.to_string_lossy());
        }
    }
    let world = World {
        disk: &Files,
        variable: &|name| std::env::var_os(name),
    };
    print(run(&args, &world))
}

/// Prints the outcome. What cannot be printed is an error too, although what was saved stays saved.
fn print(outcome: Outcome) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let printed = out
        .write_all(outcome.stdout.as_bytes())
        .and_then(|()| out.flush());
    let outcome = match printed {
        Ok(()) => outcome,
        Err(error) => Outcome::refused(
            Exit::State,
            format!("the result cannot be printed: {error}"),
        ),
    };
    // Whoever started this may have closed standard error; there is nobody to tell.
    let _ = std::io::stderr().write_all(outcome.stderr.as_bytes());
    ExitCode::from(outcome.exit.code())
}
