//! What an agent may ask of a workspace, as batches of envelopes: checked to the letter, then carried out.
//!
//! Pure: time comes in as an argument, in milliseconds; windows, timers and the network are the shell's.

#[macro_use]
pub mod fields;

mod apply;
mod batches;
pub mod budget;
mod check;
pub mod command;
pub mod component;
pub mod describe;
pub mod doc;
mod effects;
pub mod envelope;
mod event;
pub mod failure;
mod hint;
pub mod intent;
pub mod issue;
pub mod judged;
pub mod keys;
mod log;
pub mod operations;
mod patch;
pub mod place;
pub mod plan;
pub mod prepared;
pub mod queue;
pub mod render;
mod repeats;
pub mod rules;
mod scan;
pub mod store;
pub mod template;
pub mod validate;
mod values;
pub mod view;
mod watch;
pub mod windows;
pub mod workspace;
