//! `dies_at_step before|within STEP ARGS...` is `vitrine-state ARGS...`, killed at a step of its writing. A tool of the
//! tests, which cargo builds with them.

#[path = "../tests/support/stepped.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests use the rest")]
mod stepped;

use std::ffi::OsString;
use std::process::ExitCode;
use stepped::{Fault, Stepped};
use vitrine_state::{jq, run, World};

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [first, second, rest @ ..] = args.as_slice() else {
        return ExitCode::from(64);
    };
    if first == jq::CHILD {
        return jq::child(&second.to_string_lossy());
    }
    let fault = match first.to_str() {
        Some("before") => Fault::Die,
        Some("within") => Fault::DieWithin,
        _ => return ExitCode::from(64),
    };
    let Some(step) = second.to_str().and_then(|step| step.parse().ok()) else {
        return ExitCode::from(64);
    };
    let outcome = run(
        rest,
        &World {
            disk: &Stepped::new(fault, step),
            variable: &|name| std::env::var_os(name),
        },
    );
    print!("{}", outcome.stdout);
    eprint!("{}", outcome.stderr);
    ExitCode::from(outcome.exit.code())
}
