//! A key of a map: what it is, or the text that a reader makes of it, since keys of objects are text.

use super::Writing;
use crate::error::Result;
use crate::text::float_of;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::program::{Op, Slot};

impl Writing<'_> {
    /// A key, in a map inside `depth` containers.
    #[inline(never)]
    pub(super) fn key(&mut self, r: &mut Cursor<'_>, slot: &Slot, depth: u32) -> Result<()> {
        let mut ahead = *r;
        if let Token::Str(text) = ahead.token()? {
            let key = unspelled(slot, text);
            if key.and_then(|key| self.leaf(slot, key)).is_some() {
                *r = ahead;
                return Ok(());
            }
        }
        self.value(r, slot, depth)
    }
}

/// The key that reads as `text`, where values of its type are never given as text.
fn unspelled<'a>(slot: &Slot, text: &[u8]) -> Option<Token<'a>> {
    match (slot.op, text) {
        (Op::Text | Op::Any, _) => None,
        (_, b"null") if slot.optional => Some(Token::Nil),
        (Op::Bool, b"true") => Some(Token::Bool(true)),
        (Op::Bool, b"false") => Some(Token::Bool(false)),
        (Op::Float(_), text) => float_of(core::str::from_utf8(text).ok()?).map(Token::Float),
        _ => None,
    }
}
