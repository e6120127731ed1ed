//! What a write means, for every engine. A rule checks everything before it writes anything.

use super::{ancestry, EventKind, Ledger, NewTurn, Remembered, Turn, Write, Written};
use std::collections::HashMap;
use vitrine::error::{Code, Error, Result};
use vitrine::turns::blob::{self, Hash};
use vitrine::turns::wire::reply::{Appended, Head};

/// Carries out one write. After an error that is not `Storage`, nothing has changed.
///
/// # Errors
/// `NotFound` for a context or turn that is not there, `Conflict` for an idempotency key that was used
/// for something else, `Storage` when the engine fails.
pub fn apply(ledger: &mut impl Ledger, write: &Write, now_ms: u64) -> Result<Written> {
    match write {
        Write::CreateContext { base, tag } => create_context(ledger, *base, tag).map(Written::Head),
        Write::Append(turn) => append(ledger, turn, now_ms).map(Written::Appended),
        Write::AppendAll(turns) => append_all(ledger, turns, now_ms).map(Written::AppendedAll),
        Write::PutBlob(hash, payload) => ledger.put_blob(hash, payload).map(Written::BlobPut),
        Write::AttachFs(turn, root) => attach(ledger, *turn, *root).map(|()| Written::Attached),
        Write::PutBundle(id, text) => ledger.put_bundle(id, text).map(|()| Written::Bundle),
    }
}

fn create_context(ledger: &mut impl Ledger, base: u64, tag: &str) -> Result<Head> {
    let depth = match base {
        0 => 0,
        base => ledger.turn(base)?.ok_or_else(|| no_turn(base))?.depth,
    };
    let head = Head {
        context: ledger.next_context()?,
        turn: base,
        depth,
    };
    ledger.put_head(head)?;
    if !tag.is_empty() {
        ledger.put_tag(head.context, tag)?;
    }
    ledger.put_event(EventKind::ContextCreated, head.context, head.turn)?;
    Ok(head)
}

fn attach(ledger: &mut impl Ledger, turn: u64, root: Hash) -> Result<()> {
    let mut turn = ledger.turn(turn)?.ok_or_else(|| no_turn(turn))?;
    turn.fs_root = Some(root);
    ledger.put_turn(&turn)
}

/// Where a new turn goes.
enum Place {
    /// It was appended before.
    Known(Appended),
    /// Onto this turn; `None` for a root.
    Onto(Option<Turn>),
}

/// Everything that can be said against an append, before anything is written.
fn place(ledger: &impl Ledger, new: &NewTurn, content: &Hash) -> Result<Place> {
    let head = ledger
        .head(new.context)?
        .ok_or_else(|| no_context(new.context))?;
    if !new.idempotency_key.is_empty() {
        if let Some(known) = ledger.remembered(new.context, &new.idempotency_key)? {
            return if known.content == *content {
                Ok(Place::Known(known.ack))
            } else {
                Err(reused(&known.ack))
            };
        }
    }
    let parent = match (new.parent, head.turn) {
        (0, 0) => None,
        (0, head) => Some(ancestry::stored(ledger, head)?),
        (parent, _) => Some(ledger.turn(parent)?.ok_or_else(|| no_turn(parent))?),
    };
    match parent {
        Some(parent) if parent.depth == u32::MAX => Err(too_deep(&parent)),
        parent => Ok(Place::Onto(parent)),
    }
}

fn append(ledger: &mut impl Ledger, new: &NewTurn, now_ms: u64) -> Result<Appended> {
    let content = content_of(new);
    let parent = match place(ledger, new, &content)? {
        Place::Known(ack) => return Ok(ack),
        Place::Onto(parent) => parent,
    };
    let above = match &parent {
        None => None,
        Some(parent) => Some((parent, ancestry::jump_of_child(ledger, parent)?)),
    };
    let id = ledger.next_turn()?;
    let (parent, depth, root, (jump, jump_depth)) = match above {
        None => (0, 0, id, (id, 0)),
        Some((parent, jump)) => (parent.id, parent.depth + 1, parent.root, jump),
    };
    ledger.put_blob(&new.hash, &new.payload)?;
    ledger.put_turn(&Turn {
        id,
        parent,
        depth,
        jump,
        jump_depth,
        root,
        type_id: new.type_id.clone(),
        type_version: new.type_version,
        encoding: new.encoding,
        uncompressed_len: new.payload.len(),
        hash: new.hash,
        fs_root: new.fs_root,
    })?;
    ledger.put_head(Head {
        context: new.context,
        turn: id,
        depth,
    })?;
    ledger.put_event(EventKind::TurnAppended, new.context, id)?;
    let ack = Appended {
        context: new.context,
        turn: id,
        depth,
        hash: new.hash,
    };
    if !new.idempotency_key.is_empty() {
        let memory = Remembered {
            content,
            ack,
            at_ms: now_ms,
        };
        ledger.remember(new.context, &new.idempotency_key, &memory)?;
    }
    Ok(ack)
}

/// Appends all turns or, where one of them is refused, none: so all are looked at before the first is written. A
/// parent that is named must be in the store before the batch, since nobody knows the ids in it.
fn append_all(ledger: &mut impl Ledger, turns: &[NewTurn], now_ms: u64) -> Result<Vec<Appended>> {
    // At most as many levels as there are turns come on top.
    let most = u32::MAX - u32::try_from(turns.len()).unwrap_or(u32::MAX);
    let mut keys: HashMap<(u64, &[u8]), Hash> = HashMap::new();
    for (index, new) in (0u64..).zip(turns) {
        let content = content_of(new);
        match place(ledger, new, &content).map_err(|e| e.with("index", index))? {
            Place::Onto(Some(parent)) if parent.depth > most => {
                return Err(too_deep(&parent).with("index", index))
            }
            _ => {}
        }
        let key = (new.context, &new.idempotency_key[..]);
        if !key.1.is_empty() && *keys.entry(key).or_insert(content) != content {
            return Err(reused_in_batch(new.context).with("index", index));
        }
    }
    turns
        .iter()
        .map(|new| append(ledger, new, now_ms))
        .collect()
}

/// What an append says, as one hash: all but the context and the key, which it is remembered under.
fn content_of(new: &NewTurn) -> Hash {
    let mut said = Vec::with_capacity(128);
    said.extend_from_slice(&new.parent.to_le_bytes());
    said.extend_from_slice(&new.type_version.to_le_bytes());
    said.extend_from_slice(&new.encoding.to_le_bytes());
    said.extend_from_slice(&new.hash);
    said.push(new.fs_root.is_some().into());
    said.extend_from_slice(&new.fs_root.unwrap_or_default());
    said.extend_from_slice(new.type_id.as_bytes());
    blob::hash(&said)
}

/// `NotFound` for a context.
#[cold]
pub fn no_context(id: u64) -> Error {
    Error::new(
        Code::NotFound,
        format!("there is no context {id}; contexts are made with CTX_CREATE or CTX_FORK"),
    )
    .with("context_id", id.to_string())
}

/// `NotFound` for a turn.
#[cold]
pub fn no_turn(id: u64) -> Error {
    Error::new(
        Code::NotFound,
        format!("there is no turn {id} in this store"),
    )
    .with("turn_id", id.to_string())
}

#[cold]
fn reused_in_batch(context: u64) -> Error {
    let message = "an earlier turn of this batch has the same idempotency key and other content; use a key a turn";
    Error::new(Code::Conflict, message).with("context_id", context.to_string())
}

#[cold]
fn reused(known: &Appended) -> Error {
    Error::new(
        Code::Conflict,
        format!(
            "this idempotency key stands for turn {}, which has other content; use a new key for a new turn",
            known.turn
        ),
    )
    .with("context_id", known.context.to_string())
    .with("turn_id", known.turn.to_string())
}

#[cold]
fn too_deep(parent: &Turn) -> Error {
    Error::mismatch(
        Code::Unprocessable,
        "depth",
        format_args!("at most {}", u32::MAX),
        "one more",
    )
    .with("turn_id", parent.id.to_string())
}
