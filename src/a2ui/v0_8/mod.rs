//! A2UI v0.8.

pub mod contents;
pub mod encode;
mod envelope;
pub mod message;
mod shape;
pub mod standard;
pub mod validator;
