//! What an agent may ask of a workspace, as batches of envelopes: checked to the letter, then carried out.
//!
//! Pure: time comes in as an argument, in milliseconds; windows, timers and the network are the shell's.

#[macro_use]
pub mod fields;

pub mod budget;
pub mod envelope;
pub mod operations;
mod rules;
