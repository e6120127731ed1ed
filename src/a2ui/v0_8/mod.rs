//! A2UI v0.8.

pub mod contents;
pub mod message;
pub mod standard;
