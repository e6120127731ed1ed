//! A page of turns: walked from the newest to the oldest, given from the oldest to the newest.

use crate::packing::pack;
use crate::store::{ancestry, rules, Snapshot, Turn};
use std::mem::size_of;
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
    /// Where the page lies.
    pub place: Place,
    /// How many turns at most.
    pub limit: u32,
    /// What the items hold.
    pub payloads: Payloads,
}

/// Where a page lies among the turns from the root to the head.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// It ends with the head.
    Newest,
    /// It ends before this ancestor of the head.
    Before(u64),
    /// It begins with the turn at this depth.
    FromDepth(u32),
}

/// What an item holds of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payloads {
    /// Nothing.
    Omitted,
    /// The payload as it is.
    Plain,
    /// The payload in zstd, where that is shorter.
    Zstd,
}

/// Turns that are looked up together on the way from an old turn to newer ones.
const STRIDE: u32 = 256;

/// The turns that were found.
#[derive(Debug)]
pub struct Page {
    /// The context's head.
    pub head: Head,
    /// Oldest first.
    pub turns: Vec<Turn>,
    /// What to ask for next; `None` when the root is here.
    pub next_before: Option<u64>,
    payloads: Payloads,
}

impl Page {
    /// Memory that the list of turns takes at most while the page is read, in bytes.
    ///
    /// # Errors
    /// `Storage` when the engine fails.
    pub fn list_bytes(
        snapshot: &dyn Snapshot,
        query: &PageQuery,
        limits: &Limits,
    ) -> Result<usize> {
        let depth = snapshot
            .head(query.context)?
            .map_or(0, |head| head.depth as usize);
        let fit = limits.frame_bytes as usize / ItemHead::FIXED_LEN;
        let turns = (query.limit as usize).min(depth + 1).min(fit);
        // A list that grows by doubling, and the names of the types.
        Ok(turns * 3 * size_of::<Turn>())
    }

    /// As many of the newest turns as the query allows and as fit a frame; of those from a depth on, as many of the
    /// oldest, so that the next page can begin where this one ends. One point read a turn, and O(log depth) to find
    /// the first.
    ///
    /// # Errors
    /// `NotFound` for an unknown context, `Conflict` when `before` is not an ancestor of its head,
    /// `Storage` when the engine fails.
    pub fn read(snapshot: &dyn Snapshot, query: &PageQuery, limits: &Limits) -> Result<Page> {
        let head = snapshot
            .head(query.context)?
            .ok_or_else(|| rules::no_context(query.context))?;
        let mut room = Room::new(query, limits);
        let turns = match query.place {
            Place::Newest => backwards(snapshot, head.turn, &mut room)?,
            Place::Before(before) => {
                let parent = ancestor(snapshot, &head, before)?.parent;
                backwards(snapshot, parent, &mut room)?
            }
            Place::FromDepth(depth) => forwards(snapshot, head.turn, depth, &mut room)?,
        };
        let next_before = turns
            .first()
            .filter(|oldest| oldest.depth > 0)
            .map(|oldest| oldest.id);
        Ok(Page {
            head,
            turns,
            next_before,
            payloads: query.payloads,
        })
    }

    /// Length of the page as a batch at most, in bytes.
    pub fn batch_bytes(&self) -> usize {
        let items = self.turns.iter().map(|turn| self.payloads.item_bytes(turn));
        4 + items.sum::<usize>()
    }

    /// Length of the longest payload that is read for it, in bytes.
    pub fn largest_payload(&self) -> usize {
        let turns = self.turns.iter();
        let lengths = turns.map(|turn| self.payloads.payload_bytes(turn));
        lengths.max().unwrap_or(0)
    }

    /// Appends the page to `out` as GET_LAST's payload: `count u32`, then the items.
    ///
    /// A payload that cannot be read makes an item with encoding 0 and no payload; the others are whole.
    pub fn put_batch(&self, snapshot: &dyn Snapshot, out: &mut Vec<u8>) {
        // The page fits a frame, so the count fits too.
        let count = u32::try_from(self.turns.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_le_bytes());
        for turn in &self.turns {
            put_item(snapshot, turn, self.payloads, &mut |item| item.write(out));
        }
    }
}

impl Payloads {
    /// Length of a turn's item at most, in bytes.
    pub fn item_bytes(self, turn: &Turn) -> usize {
        ItemHead::encoded_len(turn.type_id.len(), self.payload_bytes(turn))
    }

    /// Length of what is read for a turn's item, in bytes.
    fn payload_bytes(self, turn: &Turn) -> usize {
        match self {
            Payloads::Omitted => 0,
            Payloads::Plain | Payloads::Zstd => turn.uncompressed_len as usize,
        }
    }
}

/// What a frame has room for, and how many turns were asked for.
struct Room {
    bytes: usize,
    turns: u32,
    payloads: Payloads,
}

impl Room {
    fn new(query: &PageQuery, limits: &Limits) -> Room {
        Room {
            bytes: (limits.frame_bytes as usize).saturating_sub(4),
            turns: query.limit,
            payloads: query.payloads,
        }
    }

    /// Whether the turn fits; then its place is taken.
    fn take(&mut self, turn: &Turn) -> bool {
        let needed = self.payloads.item_bytes(turn);
        let fits = self.turns > 0 && needed <= self.bytes;
        if fits {
            self.bytes -= needed;
            self.turns -= 1;
        }
        fits
    }
}

/// The turns that end with `last`.
fn backwards(snapshot: &dyn Snapshot, last: u64, room: &mut Room) -> Result<Vec<Turn>> {
    let mut turns = Vec::new();
    let mut next = last;
    while next != 0 && room.turns > 0 {
        let turn = ancestry::stored(snapshot, next)?;
        if !room.take(&turn) {
            break;
        }
        next = turn.parent;
        turns.push(turn);
    }
    turns.reverse();
    Ok(turns)
}

/// The turns that begin at `depth`, on the way to `head`.
fn forwards(snapshot: &dyn Snapshot, head: u64, depth: u32, room: &mut Room) -> Result<Vec<Turn>> {
    let (mut turns, mut depth) = (Vec::new(), depth);
    if head == 0 {
        return Ok(turns);
    }
    loop {
        let some = ancestry::path(snapshot, head, depth, room.turns.min(STRIDE))?;
        let Some(last) = some.last() else { break };
        let next = last.depth.checked_add(1);
        for turn in some {
            if !room.take(&turn) {
                return Ok(turns);
            }
            turns.push(turn);
        }
        match next {
            Some(next) if room.turns > 0 => depth = next,
            _ => break,
        }
    }
    Ok(turns)
}

/// Makes the item of a turn and gives it to `put`. A payload that cannot be read makes one with encoding 0 and no payload.
pub fn put_item(
    snapshot: &dyn Snapshot,
    turn: &Turn,
    payloads: Payloads,
    put: &mut dyn FnMut(&ItemHead<'_>),
) {
    let readable = match payloads {
        Payloads::Omitted => {
            put(&item(turn, turn.encoding, 0, &[]));
            true
        }
        Payloads::Plain => with_payload(snapshot, turn, &mut |plain| {
            put(&item(turn, turn.encoding, 0, plain));
        }),
        Payloads::Zstd => with_payload(snapshot, turn, &mut |plain| match pack(plain) {
            Some(packed) => put(&item(turn, turn.encoding, 1, &packed)),
            None => put(&item(turn, turn.encoding, 0, plain)),
        }),
    };
    if !readable {
        put(&item(turn, 0, 0, &[]));
    }
}

fn item<'a>(turn: &'a Turn, encoding: u32, compression: u32, payload: &'a [u8]) -> ItemHead<'a> {
    ItemHead {
        turn: turn.id,
        parent: turn.parent,
        depth: turn.depth,
        type_id: &turn.type_id,
        type_version: turn.type_version,
        encoding,
        compression,
        uncompressed_len: turn.uncompressed_len,
        hash: &turn.hash,
        payload,
        payload_at: 0,
    }
}

/// Gives a turn's payload to `take`, or is false when it cannot be read; the log says why.
pub fn with_payload(snapshot: &dyn Snapshot, turn: &Turn, take: &mut dyn FnMut(&[u8])) -> bool {
    let mut found = None;
    let read = snapshot.with_blob(&turn.hash, &mut |bytes| {
        found = Some(bytes.len());
        if bytes.len() == turn.uncompressed_len as usize {
            take(&bytes);
        }
    });
    let why = match (read, found) {
        (Ok(_), Some(length)) if length == turn.uncompressed_len as usize => return true,
        (Ok(_), Some(length)) => format!("it has {length} bytes, not {}", turn.uncompressed_len),
        (Ok(_), None) => "it is not in the store".to_owned(),
        (Err(e), _) => e.message.clone(),
    };
    tracing::warn!(
        "the payload {} of turn {} cannot be read: {why}",
        to_hex(&turn.hash),
        turn.id
    );
    false
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
