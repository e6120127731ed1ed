//! Conversation turns: read, verify, project, write.

pub mod blob;
pub mod wire;
