//! Conversation turns: read, verify, project, write.
