//! Conversation turns: read, verify, project, write.
//!
//! Bytes flow one way: [`batch`] finds the items of a page, [`project`] follows a [`program`] with a
//! [`cursor`] over each payload and writes a [`tape`], which a materialiser turns into objects:
//! [`materialise`] here, its twin in the package for JavaScript.

pub mod base64;
pub mod batch;
pub mod blob;
pub mod check;
pub mod cursor;
pub mod encode;
pub mod fault;
pub mod iso;
pub mod materialise;
pub mod number;
pub mod options;
pub mod program;
pub mod project;
pub mod registry;
pub mod tape;
pub mod text;
pub mod wire;
pub mod write;
