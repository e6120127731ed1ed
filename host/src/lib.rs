//! The host: stores and serves raw turns, blobs and registry bundles. It never decodes a payload.
//!
//! - [`store`]: what is kept, the engines' contract, the rules of appending, the committing thread
//! - [`service`]: what the host can do, whichever way it is asked; with [`append`], [`page`], [`bundles`], [`follow`]
//! - [`wire`]: the binary protocol on TCP; frames and messages are the core's
//! - [`http`]: the HTTP routes
//! - [`server`]: opens a data directory and listens
//!
//! An answer to a write is sent only when the write is durable.

pub mod append;
pub mod bundles;
pub mod clock;
pub mod follow;
pub mod http;
pub mod page;
pub mod server;
pub mod service;
pub mod store;
pub mod wire;
