//! What can be shown of a line before it ends: the components or entries that are complete, and one text that is still
//! being written.
//!
//! Only a text that a person reads is closed before its end, never an id, a URL or a value out of a list: half of one
//! means something else. Where a message goes must be known first, so its `surfaceId`, and the `path` of a data
//! update, have to stand before its list.
//!
//! A line is looked at once, whatever its pieces: what comes out is what is new, as a [`Patch`].

mod open;
mod scan;
mod text;

pub use open::{Draft, Open, Patch};
pub(super) use scan::Healer;
pub use scan::TEXTS;
