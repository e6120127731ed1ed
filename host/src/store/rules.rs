//! What a write means, for every engine. A rule checks everything before it writes anything.

use super::{ancestry, Ledger, NewTurn, Remembered, Turn, Write, Written};
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
        Write::CreateContext(base) => create_context(ledger, *base).map(Written::Head),
        Write::Append(turn) => append(ledger, turn, now_ms).map(Written::Appended),
        Write::PutBundle(id, text) => ledger.put_bundle(id, text).map(|()| Written::Bundle),
    }
}

fn create_context(ledger: &mut impl Ledger, base: u64) -> Result<Head> {
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
    Ok(head)
}

fn append(ledger: &mut impl Ledger, new: &NewTurn, now_ms: u64) -> Result<Appended> {
    let head = ledger
        .head(new.context)?
        .ok_or_else(|| no_context(new.context))?;
    let content = content_of(new);
    if !new.idempotency_key.is_empty() {
        if let Some(known) = ledger.remembered(new.context, &new.idempotency_key)? {
            return if known.content == content {
                Ok(known.ack)
            } else {
                Err(reused(&known))
            };
        }
    }
    let parent = match (new.parent, head.turn) {
        (0, 0) => None,
        (0, head) => Some(ancestry::stored(ledger, head)?),
        (parent, _) => Some(ledger.turn(parent)?.ok_or_else(|| no_turn(parent))?),
    };
    let place = match &parent {
        None => None,
        Some(parent) => {
            let depth = parent
                .depth
                .checked_add(1)
                .ok_or_else(|| too_deep(parent))?;
            Some((parent.id, depth, ancestry::jump_of_child(ledger, parent)?))
        }
    };

    let id = ledger.next_turn()?;
    let (parent, depth, (jump, jump_depth)) = place.unwrap_or((0, 0, (id, 0)));
    ledger.put_blob(&new.hash, &new.payload)?;
    ledger.put_turn(&Turn {
        id,
        parent,
        depth,
        jump,
        jump_depth,
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
fn reused(known: &Remembered) -> Error {
    Error::new(
        Code::Conflict,
        format!(
            "this idempotency key stands for turn {}, which has other content; use a new key for a new turn",
            known.ack.turn
        ),
    )
    .with("context_id", known.ack.context.to_string())
    .with("turn_id", known.ack.turn.to_string())
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
