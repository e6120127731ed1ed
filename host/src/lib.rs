//! The host: stores and serves raw turns, blobs and registry bundles. It never decodes a payload.
//!
//! - [`store`]: what is kept, the engines' contract, the rules of appending, the committing thread
//! - [`service`]: what the host can do, whichever way it is asked; with [`append`], [`packing`], [`page`], [`bundles`], [`follow`]
//! - [`wire`]: the binary protocol on TCP; frames and messages are the core's
//! - [`http`]: the HTTP routes
//! - [`memory`], [`open_files`], [`allocator`]: what all connections together may hold
//! - [`metrics`]: what Prometheus reads
//! - [`access`], [`tls`]: tokens and certificates
//! - [`commands`], [`verify`]: what is done to data while no host runs
//! - [`server`]: opens a data directory and listens
//!
//! An answer to a write is sent only when the write is durable.

pub mod access;
pub mod allocator;
pub mod append;
pub mod bundles;
pub mod clock;
pub mod commands;
pub mod follow;
pub mod http;
mod linger;
mod listener;
pub mod memory;
pub mod metrics;
pub mod open_files;
pub mod packing;
pub mod page;
pub mod progress;
pub mod server;
pub mod service;
pub mod store;
pub mod tls;
pub mod verify;
pub mod wire;
