//! Maps of typed keys and values, and how a key reads that is no text.

use super::notes::{Mark, Step};
use super::warnings::Found;
use super::{fresh_budget, Projection};
use crate::map::Map;
use crate::turns::base64::to_base64;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::{Budget, Read};
use crate::turns::number::exact_float;
use crate::turns::options::EnumRender;
use crate::turns::program::{Op, Slot};
use crate::turns::tape::{Tag, INTERNED};

impl Projection<'_> {
    /// A map of typed keys and values, tagged.
    pub(super) fn map(
        &mut self,
        r: &mut Cursor<'_>,
        keys: u32,
        values: u32,
        slot: &Slot,
        depth: u32,
    ) -> Read<()> {
        let at = r.position();
        let Some(count) = r.map_header()? else {
            return self.misfit::<false>(r, slot, depth);
        };
        self.budget.enter(depth, at)?;
        self.budget.spend(count.saturating_mul(2))?;
        self.tape.tagged(Tag::Dict, count as i32);
        let items = &self.code.items;
        let (key, value) = (&items[keys as usize], &items[values as usize]);
        let first = *r;
        let mut noted = Vec::new();
        for entry in 0..count {
            let mark = self.mark();
            self.path.set(depth + 1, Step::Key(r.position()));
            self.map_key(r, Some(key), depth + 1, depth)?;
            self.value::<false>(r, value, depth + 1)?;
            if self.mark() != mark {
                self.note(&mut noted, entry, mark);
            }
        }
        self.forget_earlier(first, count, Some(key), &noted)
    }

    /// Remembers that entry `entry`, which began at `mark`, noted something.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&self, noted: &mut Vec<(u32, [Mark; 2])>, entry: u32, mark: Mark) {
        noted.push((entry, [mark, self.mark()]));
    }

    /// Forgets what was noted of entries whose key comes again. `r` stands at the first of `count` entries.
    #[inline(always)]
    pub(super) fn forget_earlier(
        &mut self,
        r: Cursor<'_>,
        count: u32,
        key: Option<&Slot>,
        noted: &[(u32, [Mark; 2])],
    ) -> Read<()> {
        match noted {
            [] => Ok(()),
            noted => self.forget_repeated(r, count, key, noted),
        }
    }

    #[cold]
    #[inline(never)]
    fn forget_repeated(
        &mut self,
        mut r: Cursor<'_>,
        count: u32,
        key: Option<&Slot>,
        noted: &[(u32, [Mark; 2])],
    ) -> Read<()> {
        // What is read again here was counted when it was read first.
        let mut budget = fresh_budget();
        let mut last = Map::EMPTY;
        let mut names = Vec::with_capacity(count as usize);
        for entry in 0..count {
            let name = self.key_text(&mut r, key, 0, &mut budget)?;
            r.skip(&mut budget, 0)?;
            last.insert(name.clone(), entry);
            names.push(name);
        }
        for (entry, notes) in noted {
            if last.get(names[*entry as usize].as_str()) != Some(entry) {
                self.forget(*notes);
            }
        }
        Ok(())
    }

    /// A key that is text; whether it was not UTF-8.
    pub(super) fn key(&mut self, key: &[u8]) -> bool {
        let (word, lossy) = match self.keys.intern(key) {
            Some(index) => (INTERNED | index as i32, false),
            None => self.tape.text(key),
        };
        self.tape.word(word);
        lossy
    }

    /// A map's key under its own spelling, as [`key_text`](Projection::key_text) has it; a warning where it is not what
    /// `slot` says.
    pub(super) fn map_key(
        &mut self,
        r: &mut Cursor<'_>,
        slot: Option<&Slot>,
        depth: u32,
        named: u32,
    ) -> Read<()> {
        let start = *r;
        let text = r.str()?;
        if let Some(key) = text {
            if self.key(key) {
                self.warn(
                    named,
                    "UTF-8",
                    Found::Words("a key that is not; U+FFFD stands in its place"),
                );
            }
        } else {
            let mut budget = self.budget;
            let spelled = self.key_text(r, slot, depth, &mut budget)?;
            self.budget = budget;
            self.key(spelled.as_bytes());
        }
        match slot {
            Some(slot) if !(text.is_some() && slot.op == Op::Text) => {
                self.check_key(start, slot, depth)
            }
            _ => Ok(()),
        }
    }

    /// Is the key at `r` what the map's type says?
    #[inline(never)]
    fn check_key(&mut self, mut r: Cursor<'_>, slot: &Slot, depth: u32) -> Read<()> {
        let found = r.token()?;
        if !(admits(slot.op, found) || slot.optional && found == Token::Nil) {
            let expected = format!("a key of type {}", slot.expected);
            self.warn(depth, &expected, Found::Token(found));
        }
        Ok(())
    }

    /// Takes a key and spells it: text as it is, integers in decimal, or by label where the enum of the keys holds them
    /// and does not render as a number; anything else as [`spell`] has it.
    #[inline(never)]
    fn key_text(
        &self,
        r: &mut Cursor<'_>,
        slot: Option<&Slot>,
        depth: u32,
        budget: &mut Budget,
    ) -> Read<String> {
        let found = { *r }.token()?;
        let spelled = spell(self.payload, r, depth, budget)?;
        match slot.map(|slot| slot.op) {
            Some(Op::Enum(index, EnumRender::Label | EnumRender::Both, width))
                if width.holds(found) =>
            {
                let number = spelled.parse().ok();
                let label = number.and_then(|n| self.code.enums[index as usize].get(n));
                Ok(label.map_or(spelled, |label| self.code.labels[label as usize].clone()))
            }
            _ => Ok(spelled),
        }
    }
}

/// Is a key of that type? Containers by their kind alone.
fn admits(op: Op, key: Token<'_>) -> bool {
    match op {
        Op::Any => true,
        Op::Bool => matches!(key, Token::Bool(_)),
        Op::Integer(width, _) | Op::Time(width) | Op::Enum(_, _, width) => width.holds(key),
        Op::Float(bits) => exact_float(bits, key).is_some(),
        Op::Text => matches!(key, Token::Str(_)),
        Op::Bytes(_) => matches!(key, Token::Bin(_)),
        Op::TypedBlob(_) => matches!(key, Token::Bin(_) | Token::Map(_)),
        Op::List(_) | Op::Structs { .. } => matches!(key, Token::Array(_)),
        Op::Map { .. } | Op::Struct(_) => matches!(key, Token::Map(_)),
    }
}

/// How a key reads as text: integers and floats as their values render, `true`, `false`, `null`, bytes in base64; a
/// container or an ext value, whole, in base64 of its msgpack bytes.
pub(super) fn spell(
    payload: &[u8],
    r: &mut Cursor<'_>,
    depth: u32,
    budget: &mut Budget,
) -> Read<String> {
    let at = r.position();
    let mut ahead = *r;
    let spelled = match ahead.token()? {
        Token::Nil => "null".to_owned(),
        Token::Bool(b) => b.to_string(),
        Token::UInt(n) => n.to_string(),
        Token::Int(n) => n.to_string(),
        Token::Float(f64::INFINITY) => "Infinity".to_owned(),
        Token::Float(f64::NEG_INFINITY) => "-Infinity".to_owned(),
        Token::Float(n) => crate::text::float(n),
        Token::Str(key) => String::from_utf8_lossy(key).into_owned(),
        Token::Bin(bytes) => to_base64(bytes),
        Token::Array(_) | Token::Map(_) | Token::Ext(..) => {
            ahead = *r;
            ahead.skip(budget, depth)?;
            to_base64(payload.get(at..ahead.position()).unwrap_or_default())
        }
    };
    *r = ahead;
    Ok(spelled)
}
