//! The state document: one validated JSON document of verbiage keys, sharded by references, changed by commands.
//!
//! The engine is a function. [`prepare`] reads a command and says what the caller has to have at hand before it takes
//! its lock; [`run`] takes the root document, a reader of shards and what was at hand, and gives the exit code, what
//! to print and the files to write, in their order. Files, locks, clocks and networks are the caller's.
//!
//! Every run validates the whole document, all shards included; what it changes is validated again before it is given
//! out, so that a refusal comes with nothing to write.

mod command;
mod document;
mod draft;
mod goals;
mod graph;
mod items;
mod keys;
mod latest;
mod limits;
mod outcome;
mod plan;
mod ports;
mod print;
mod reference;
mod run;
mod schema;
mod settle;
mod tape;
mod trail;

pub use command::grammar;
pub use command::help::help;
pub use document::{Document, Given};
pub use outcome::{Exit, Outcome, Write};
pub use plan::{prepare, Access, Plan, Source};
pub use ports::{Filter, Found, Root, Shard, Shards, Supplied};

use crate::json::Json;
use limits::{DEPTH, FILE_BYTES};

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
    run::run(plan, root, shards, supplied).unwrap_or_else(Outcome::from)
}

/// What a document is before anything was written to it.
fn default_document() -> Json {
    let nothing = || Json::Object(Vec::new());
    items::object([
        (
            "ACTIVE-PROJECT",
            items::object([("TITLE", Json::Null), ("PROJECT-ID", Json::Null)]),
        ),
        ("GOALS", nothing()),
        (
            "ITEMS",
            items::object([
                ("GLOBAL", items::areas()),
                ("PROJECTS", Json::Array(Vec::new())),
            ]),
        ),
    ])
}

fn default_text() -> Vec<u8> {
    print::pretty(&default_document()).into_bytes()
}
