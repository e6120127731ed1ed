//! A page of turns: walked from the newest to the oldest, given from the oldest to the newest.

use crate::store::{ancestry, rules, Snapshot, Turn};
use vitrine::error::{Code, Error, Result};
use vitrine::limits::Limits;
use vitrine::turns::blob::to_hex;
use vitrine::turns::wire::reply::Head;
use vitrine::turns::wire::ItemHead;

/// Which turns are asked for.
#[derive(Debug, Clone, Copy)]
pub struct PageQuery {
    /// The context.
    pub context: u64,
    /// Only turns before this ancestor of the head.
    pub before: Option<u64>,
    /// How many turns at most.
    pub limit: usize,
    /// With payloads.
    pub include_payload: bool,
}

/// The turns that were found.
#[derive(Debug)]
pub struct Page {
    /// The context's head.
    pub head: Head,
    /// Oldest first.
    pub turns: Vec<Turn>,
    /// What to ask for next; `None` when the root is here.
    pub next_before: Option<u64>,
    include_payload: bool,
}

impl Page {
    /// As many of the newest turns as the query allows and as fit a frame: one point read a turn, and
    /// O(log depth) to check `before`.
    ///
    /// # Errors
    /// `NotFound` for an unknown context, `Conflict` when `before` is not an ancestor of its head,
    /// `Storage` when the engine fails.
    pub fn read(snapshot: &dyn Snapshot, query: &PageQuery, limits: &Limits) -> Result<Page> {
        let head = snapshot
            .head(query.context)?
            .ok_or_else(|| rules::no_context(query.context))?;
        let mut next = match query.before {
            None => head.turn,
            Some(before) => ancestor(snapshot, &head, before)?.parent,
        };
        let mut room = (limits.frame_bytes as usize).saturating_sub(4);
        let mut turns = Vec::new();
        while next != 0 && turns.len() < query.limit {
            let turn = ancestry::stored(snapshot, next)?;
            let payload = if query.include_payload {
                turn.uncompressed_len as usize
            } else {
                0
            };
            let needed = ItemHead::encoded_len(turn.type_id.len(), payload);
            if needed > room {
                break;
            }
            room -= needed;
            next = turn.parent;
            turns.push(turn);
        }
        turns.reverse();
        let next_before = turns
            .first()
            .filter(|oldest| oldest.depth > 0)
            .map(|oldest| oldest.id);
        Ok(Page {
            head,
            turns,
            next_before,
            include_payload: query.include_payload,
        })
    }

    /// The page as GET_LAST's payload: `count u32`, then the items.
    ///
    /// A payload that cannot be read makes an item with encoding 0 and no payload; the others are whole.
    pub fn to_batch(&self, snapshot: &dyn Snapshot) -> Vec<u8> {
        let payload_bytes: usize = if self.include_payload {
            self.turns.iter().map(|t| t.uncompressed_len as usize).sum()
        } else {
            0
        };
        let heads: usize = self
            .turns
            .iter()
            .map(|t| ItemHead::encoded_len(t.type_id.len(), 0))
            .sum();
        let mut out = Vec::with_capacity(4 + heads + payload_bytes);
        // The page fits a frame, so the count fits too.
        let count = u32::try_from(self.turns.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_le_bytes());
        for turn in &self.turns {
            let payload = if self.include_payload {
                payload_of(snapshot, turn)
            } else {
                Some(vec![])
            };
            ItemHead {
                turn: turn.id,
                parent: turn.parent,
                depth: turn.depth,
                type_id: &turn.type_id,
                type_version: turn.type_version,
                encoding: if payload.is_some() { turn.encoding } else { 0 },
                compression: 0,
                uncompressed_len: turn.uncompressed_len,
                hash: &turn.hash,
                payload: payload.as_deref().unwrap_or_default(),
                payload_at: 0,
            }
            .write(&mut out);
        }
        out
    }
}

/// A turn's payload, or `None` when it cannot be read; the log says why.
pub fn payload_of(snapshot: &dyn Snapshot, turn: &Turn) -> Option<Vec<u8>> {
    let why = match snapshot.blob(&turn.hash) {
        Ok(Some(bytes)) if bytes.len() == turn.uncompressed_len as usize => return Some(bytes),
        Ok(Some(bytes)) => format!(
            "it has {} bytes, not {}",
            bytes.len(),
            turn.uncompressed_len
        ),
        Ok(None) => "it is not in the store".to_owned(),
        Err(e) => e.message.clone(),
    };
    tracing::warn!(
        "the payload {} of turn {} cannot be read: {why}",
        to_hex(&turn.hash),
        turn.id
    );
    None
}

/// `turn`, when it is `head` or before it.
///
/// # Errors
/// `Conflict` when it is not, `Storage` when the engine fails.
pub fn ancestor(snapshot: &dyn Snapshot, head: &Head, turn: u64) -> Result<Turn> {
    if let Some(found) = snapshot.turn(turn)? {
        if head.turn != 0 && ancestry::is_ancestor_or_self(snapshot, &found, head.turn)? {
            return Ok(found);
        }
    }
    Err(Error::mismatch(
        Code::Conflict,
        "turn",
        format_args!(
            "one on the way from context {}'s head {} to its root",
            head.context, head.turn
        ),
        turn,
    ))
}
