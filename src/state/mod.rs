//! The state document: one validated JSON document of verbiage keys, sharded by references, changed by commands.
//!
//! The engine is a function. [`prepare`] reads a command and says what the caller has to have at hand before it takes
//! its lock; [`run`] takes the root document, a reader of shards and what was at hand, and gives the exit code, what
//! to print and the files to write, in their order. Files, locks, clocks and networks are the caller's.
//!
//! Every run validates the whole document, all shards included; what it changes is validated again before it is given
//! out, so that a refusal comes with nothing to write.

mod outcome;
mod plan;
mod ports;

pub use outcome::{Exit, Outcome, Write};
pub use plan::{prepare, Access, Plan, Source};
pub use ports::{Filter, Found, Root, Shard, Shards, Supplied};

/// Carries a command out.
///
/// The outcome's `writes` are empty unless the exit is [`Exit::Done`]. With any other exit `stdout` is empty and `stderr`
/// is one line. The codes come in the order of decision 38: bytes that are no JSON before a document that is none.
pub fn run(
    plan: &Plan,
    root: Root<'_>,
    shards: &mut dyn Shards,
    supplied: Supplied<'_>,
) -> Outcome {
    let _ = (plan, root, shards, supplied);
    Outcome::refused(Exit::State, "not built")
}
