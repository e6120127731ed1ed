//! Conversation turns: read, verify, project, write.

pub mod blob;
pub mod registry;
pub mod wire;
