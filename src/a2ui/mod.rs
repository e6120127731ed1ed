//! Messages by which an agent describes an interface: judged, simulated and taken in.
//!
//! What is of no version stands here; `v0_8` holds what is of that version: messages, typed contents, the standard
//! catalog, the validator. Pure: no clock, no chance; the same native, in Node and in browsers.

pub mod address;
pub mod catalog;
pub mod client_sim;
pub mod describe;
pub mod finding;
pub mod heal;
pub mod ingress;
pub mod jsonl;
pub mod limits;
mod links;
pub mod model;
pub mod names;
pub mod notes;
pub mod path;
pub mod registry;
pub mod repeats;
pub mod settings;
pub mod surface;
mod table;
pub mod v0_8;
