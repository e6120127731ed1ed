//! What `vitrine-state` does around the engine `vitrine::state`: it takes the lock, reads the files, lets the engine
//! decide, and carries out what it decided so that nobody ever sees a half of it.
//!
//! A run goes through [`run`]: the command line is read, then what may take long and needs no document (standard input,
//! a snapshot over the network), then the lock, then the repair of what a stopped run has left, then the files, the
//! engine, and the writes.

mod clock;
pub mod completions;
pub mod disk;
mod journal;
pub mod jq;
pub mod lock;
mod reader;
mod run;
mod settings;
mod snapshot;
pub mod transaction;

pub use reader::Reader;
pub use run::{run, World};
