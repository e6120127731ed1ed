//! Text on its way to JavaScript, which holds it as one byte a character or as UTF-16.

mod ascii;
mod utf16;

pub use ascii::push_ascii;
pub use utf16::push_utf16;
