//! What an agent may ask of a workspace, as batches of envelopes: checked to the letter, then carried out.
//!
//! Pure: time comes in as an argument, in milliseconds; windows, timers and the network are the shell's.

#[macro_use]
pub mod fields;

mod apply;
mod batches;
pub mod budget;
pub mod command;
pub mod component;
pub mod envelope;
mod event;
pub mod failure;

mod log;
pub mod operations;
mod patch;
pub mod queue;
mod repeats;
mod rules;
pub mod store;
pub mod template;
pub mod view;
mod watch;
pub mod windows;
pub mod workspace;
