//! Looks at everything a store holds: hashes, lengths, parents, heads, events.

use crate::store::archive::Record;
use crate::store::record;
use std::collections::HashMap;
use vitrine::error::Result;
use vitrine::turns::blob::{hash, to_hex, Hash};

/// Faults that are told one by one; of the rest only the number.
const TOLD: usize = 1000;

/// What has been seen so far, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Verifier {
    /// The length of each payload that can be read and is what its hash says.
    payloads: HashMap<Hash, u32>,
    /// Depth and root of each turn.
    turns: HashMap<u64, (u32, u64)>,
    faults: Vec<String>,
    untold: usize,
}

impl Verifier {
    /// Looks at one record; they come in the order of a dump.
    ///
    /// # Errors
    /// None: what is wrong is kept, and the next record is looked at.
    pub fn look_at(&mut self, record: &Record) -> Result<()> {
        match record {
            Record::Blob(name, bytes) => {
                let found = hash(bytes);
                if found == *name {
                    self.payloads
                        .insert(*name, u32::try_from(bytes.len()).unwrap_or(u32::MAX));
                } else {
                    self.fault(format!(
                        "payload {} has other bytes: their hash is {}",
                        to_hex(name),
                        to_hex(&found)
                    ));
                }
            }
            Record::LostBlob(name, why) => {
                self.fault(format!("payload {} cannot be read: {why}", to_hex(name)));
            }
            Record::Turn(id, bytes) => self.turn(*id, bytes),
            Record::Context(id, turn, depth, _) => match self.turns.get(turn) {
                _ if *turn == 0 => {}
                None => self.fault(format!(
                    "context {id} has a head that is not there: turn {turn}"
                )),
                Some((found, _)) if found != depth => {
                    self.fault(format!(
                        "context {id} says that its head has depth {depth}; it has {found}"
                    ));
                }
                Some(_) => {}
            },
            Record::Event(number, _, _, turn) if *turn != 0 && !self.turns.contains_key(turn) => {
                self.fault(format!(
                    "event {number} is about a turn that is not there: {turn}"
                ));
            }
            Record::Meta(name, next) if name == "next_turn" => {
                self.turns
                    .reserve(usize::try_from(*next).unwrap_or(0).min(1 << 20));
            }
            _ => {}
        }
        Ok(())
    }

    fn turn(&mut self, id: u64, bytes: &[u8]) {
        let turn = match record::decode(id, bytes) {
            Ok(turn) => turn,
            Err(e) => return self.fault(e.message.clone()),
        };
        match self.payloads.get(&turn.hash) {
            None => self.fault(format!(
                "turn {id} has lost its payload {}",
                to_hex(&turn.hash)
            )),
            Some(len) if *len != turn.uncompressed_len => {
                let said = turn.uncompressed_len;
                self.fault(format!(
                    "turn {id} says that its payload has {said} bytes; it has {len}"
                ));
            }
            Some(_) => {}
        }
        let expected = match turn.parent {
            0 => Some((0, id)),
            parent => self
                .turns
                .get(&parent)
                .map(|(depth, root)| (depth.saturating_add(1), *root)),
        };
        match expected {
            None => self.fault(format!(
                "turn {id} has a parent that is not there: {}",
                turn.parent
            )),
            Some(expected) if expected != (turn.depth, turn.root) => {
                self.fault(format!(
                    "turn {id} has another depth or root than its parent says"
                ));
            }
            Some(_) => {}
        }
        self.turns.insert(id, (turn.depth, turn.root));
    }

    fn fault(&mut self, fault: String) {
        if self.faults.len() < TOLD {
            self.faults.push(fault);
        } else {
            self.untold += 1;
        }
    }

    /// What is wrong, a sentence each; none where all is well.
    pub fn faults(mut self) -> Vec<String> {
        if self.untold > 0 {
            self.faults.push(format!("and {} more", self.untold));
        }
        self.faults
    }
}
