//! Vitrine: what agents produce, behind glass.
//!
//! One pure core. It knows no wasm, no DOM, no clock, no network and no randomness; the module `wasm` alone
//! binds it to JavaScript. Rooms stand side by side on a ground floor that all of them use:
//!
//! - ground floor: [`error`], [`mod@pointer`], [`limits`], [`json`], [`map`], [`text`]
//! - [`a2ui`]: judges and simulates the messages by which agents describe interfaces
//! - [`html`]: parses untrusted markup and lets through what the policy names
//! - [`uicp`]: checks the batches that agents send, and carries them out
//! - [`state`]: runs commands on a document of verbiage keys, sharded by references
//! - [`turns`]: reads, verifies, projects and writes conversation turns
//! - `zstd`: unpacks payloads for clients that have no zstd of their own; a wasm file of its own, loaded when it is needed
//!
//! Invariants that hold everywhere: no input makes the core panic; every failure is an
//! [`error::Error`] with a code; no path is quadratic in the length of its input.

pub mod error;
pub mod json;
pub mod limits;
pub mod map;
pub mod pointer;
pub mod text;

#[cfg(feature = "a2ui")]
pub mod a2ui;
#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "state")]
pub mod state;
#[cfg(feature = "turns")]
pub mod turns;
#[cfg(feature = "uicp")]
pub mod uicp;
#[cfg(feature = "wasm")]
pub mod wasm;
#[cfg(feature = "zstd")]
pub mod zstd;
