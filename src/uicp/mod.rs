//! What an agent may ask of a workspace, as batches of envelopes: checked to the letter, then carried out.
//!
//! Pure: time comes in as an argument, in milliseconds; windows, timers and the network are the shell's.

#[macro_use]
pub mod fields;

pub mod budget;
mod check;
pub mod describe;
pub mod doc;
pub mod envelope;
mod hint;
pub mod intent;
pub mod issue;
pub mod keys;
pub mod operations;
pub mod place;
pub mod plan;
pub mod rules;
mod scan;
pub mod validate;
