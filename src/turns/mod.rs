//! Conversation turns: read, verify, project, write.

pub mod registry;
