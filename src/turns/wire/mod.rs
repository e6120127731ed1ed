//! The binary protocol: frames, messages and turn items as bytes. Pure; sockets are the host's business.

pub mod item;
pub mod reader;
