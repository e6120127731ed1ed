//! What does not fit its descriptor: noted with where it stands, what was expected and what was found. No note costs more
//! than its own length, however long the keys above it are and however many notes are left out.

use super::map::spell;
use super::notes::Step;
use super::{fresh_budget, Projection};
use crate::json::Json;
use crate::limits::{Limits, MAX_SAFE_INTEGER};
use crate::pointer::Pointer;
use crate::turns::base64::to_base64;
use crate::turns::cursor::{Cursor, Token};
use core::ops::Range;

/// How many characters of a key stand in a warning; of a longer one these and `…`.
const BRIEF: usize = 100;

/// What a warning found; put into words only where the warning is kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Found<'a> {
    Token(Token<'a>),
    Words(&'static str),
}

/// Warnings of one turn, up to a limit; beyond it they are counted.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    /// With the number of those before it, forgotten ones among them.
    kept: Vec<(u32, Json)>,
    omitted: u32,
    pushed: u32,
}

impl Projection<'_> {
    /// Notes that the value at the path's end, inside `depth` containers, is not what was expected.
    #[cold]
    pub(super) fn warn(&mut self, depth: u32, expected: &str, found: Found<'_>) {
        // Nothing is spelled that is not kept.
        if !self.warnings.count() {
            return;
        }
        let mut tag = None;
        let mut pointer = Pointer::root();
        for step in self.path.upto(depth) {
            if let Step::Tag(innermost) = step {
                tag = Some(*innermost);
            }
            pointer = pointer.key(&self.brief_step(*step));
        }
        self.warnings
            .keep(self.turn, pointer.as_str(), tag, expected, found);
    }

    /// The first 100 characters of a step's spelling: a key of megabytes would only make a warning unreadable. No more
    /// than these is read, since each of many warnings may stand below the same key.
    fn brief_step(&self, step: Step) -> String {
        let Step::Key(at) = step else {
            return self.spell_step(step);
        };
        let mut r = Cursor::new(self.payload, at);
        let mut brief = match { r }.token() {
            Ok(Token::Str(key)) => {
                String::from_utf8_lossy(&key[..key.len().min(4 * BRIEF + 1)]).into_owned()
            }
            Ok(Token::Bin(bytes)) => to_base64(&bytes[..bytes.len().min(BRIEF)]),
            Ok(Token::Array(_) | Token::Map(_) | Token::Ext(..)) => {
                to_base64(beginning(self.payload, r, BRIEF))
            }
            _ => spell(self.payload, &mut r, 0, &mut fresh_budget()).unwrap_or_default(),
        };
        if let Some((end, _)) = brief.char_indices().nth(BRIEF) {
            brief.truncate(end);
            brief.push('…');
        }
        brief
    }
}

impl Warnings {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Warnings::default();
    }

    /// None at all?
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.omitted == 0
    }

    /// Counts one; is it to be kept?
    #[cold]
    pub(super) fn count(&mut self) -> bool {
        self.pushed += 1;
        let room = self.kept.len() < Limits::DEFAULT.warnings;
        self.omitted += u32::from(!room);
        room
    }

    /// Keeps the one that was counted: `{turn_id?, tag, pointer, expected, found}`. `tag` is the innermost field's.
    #[cold]
    pub(super) fn keep(
        &mut self,
        turn: u64,
        pointer: &str,
        tag: Option<u64>,
        expected: &str,
        found: Found<'_>,
    ) {
        let mut entries = Vec::with_capacity(5);
        if turn != 0 {
            entries.push(("turn_id".into(), Json::from(turn.to_string())));
        }
        if let Some(tag) = tag {
            // As digits where it is no safe integer, like any number.
            let tag = match tag {
                ..=MAX_SAFE_INTEGER => Json::from(tag),
                _ => Json::from(tag.to_string()),
            };
            entries.push(("tag".into(), tag));
        }
        let found = match found {
            Found::Token(token) => token.describe(),
            Found::Words(words) => words.to_owned(),
        };
        entries.push(("pointer".into(), Json::from(pointer)));
        entries.push(("expected".into(), Json::from(expected)));
        entries.push(("found".into(), Json::from(found)));
        self.kept.push((self.pushed - 1, Json::Object(entries)));
    }

    /// How many were ever noted.
    pub(super) fn pushed(&self) -> u32 {
        self.pushed
    }

    /// How many of them were not forgotten.
    pub(super) fn standing(&self) -> u32 {
        self.kept.len() as u32 + self.omitted
    }

    /// Forgets those whose numbers are given, of which `count` were not forgotten before.
    pub(super) fn forget(&mut self, numbers: Range<u32>, count: u32) {
        if count > 0 {
            let before = self.kept.len();
            self.kept.retain(|(number, _)| !numbers.contains(number));
            self.omitted -= count - (before - self.kept.len()) as u32;
        }
    }

    /// The list, closed by a count where some were left out.
    pub(super) fn take(&mut self) -> Json {
        let kept = core::mem::take(&mut self.kept).into_iter();
        let mut list: Vec<Json> = kept.map(|(_, warning)| warning).collect();
        if self.omitted > 0 {
            list.push(Json::Object(vec![("omitted".into(), self.omitted.into())]));
        }
        Json::Array(list)
    }
}

/// The value's bytes, or the first `most` of them.
fn beginning<'a>(payload: &'a [u8], mut r: Cursor<'_>, most: usize) -> &'a [u8] {
    let start = r.position();
    let mut left = 1_u64;
    while left > 0 && r.position() - start < most {
        left -= 1;
        match r.token() {
            Ok(Token::Array(count)) => left += u64::from(count),
            Ok(Token::Map(count)) => left += 2 * u64::from(count),
            Ok(_) => {}
            Err(_) => return &[],
        }
    }
    let end = r.position().min(start + most);
    payload.get(start..end).unwrap_or_default()
}
