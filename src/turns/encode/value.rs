//! One value by its op: containers, and what has no descriptor.

use super::Writing;
use crate::error::{Code, Error, Result};
use crate::json::Json;
use crate::limits::Limits;
use crate::turns::cursor::{Cursor, Token};
use crate::turns::fault::{Budget, Fault};
use crate::turns::number::Width;
use crate::turns::options::BytesRender;
use crate::turns::program::{IntegerAs, Op, Slot};
use crate::turns::write;

impl Writing<'_> {
    /// An object of names, as a map of tags.
    pub(super) fn structure(&mut self, r: &mut Cursor<'_>, program: u32, depth: u32) -> Result<()> {
        let program = &self.code.programs[program as usize];
        let Some(count) = r.map_header()? else {
            let expected = format!("an object of {}", program.type_id);
            return Err(misfit(&expected, &describe(r.token()?)));
        };
        let depth = self.enter(depth, count.saturating_mul(2))?;
        write::map(self.out, count as usize);
        let first = self.parts.begin();
        let mut next = 0;
        for _ in 0..count {
            let Some(name) = r.str()? else {
                return Err(misfit("field names", &describe(r.token()?)));
            };
            let Some(index) = program.slot_named(name, next) else {
                let expected =
                    format!("a field of {} version {}", program.type_id, program.version);
                return Err(within(misfit(&expected, &describe(Token::Str(name))), name));
            };
            next = index + 1;
            let slot = &program.slots[index];
            let start = self.out.len();
            write::uint(self.out, slot.tag);
            self.parts.push(start, self.out.len());
            self.value(r, slot, depth)
                .map_err(|error| within(error, name))?;
        }
        self.parts.finish(first, self.out)
    }

    /// One value: a field's, or what stands in a container; `depth` is the containers around it.
    pub(super) fn value(&mut self, r: &mut Cursor<'_>, slot: &Slot, depth: u32) -> Result<()> {
        let mut ahead = *r;
        let written = match (slot.op, ahead.token()?) {
            (Op::Struct(program), token) if !(slot.optional && token == Token::Nil) => {
                return self.structure(r, program, depth)
            }
            (Op::Any, _) => return self.any(r, depth),
            (Op::Structs { items, .. } | Op::List(items), Token::Array(count)) => {
                *r = ahead;
                let item = &self.code.items[items as usize];
                return self.items(r, count, depth, |this, r, depth| this.value(r, item, depth));
            }
            (Op::Map { keys, values }, Token::Map(count)) => {
                *r = ahead;
                let items = &self.code.items;
                let (key, value) = (&items[keys as usize], &items[values as usize]);
                return self.pairs(r, count, depth, |this, r, depth, of_key| {
                    if of_key {
                        this.key(r, key, depth)
                    } else {
                        this.value(r, value, depth)
                    }
                });
            }
            (Op::TypedBlob(_), Token::Map(count)) => {
                *r = ahead;
                return self.typed_blob(r, count, depth);
            }
            (Op::Enum(index, _, base), Token::Map(count)) => {
                let (label, value) = label_and_value(&mut ahead, count, depth)?;
                let number = value.and_then(|value| self.number(index, value));
                if let (Some(label), Some(value), Some(number)) = (label, value, number) {
                    self.agree(slot, index, (label, value), number)?;
                }
                number.and_then(|number| self.integer(base, number))
            }
            (_, token) => self.leaf(slot, token),
        };
        match written {
            Some(()) => {
                *r = ahead;
                Ok(())
            }
            None => Err(misfit(&slot.expected, &describe(r.token()?))),
        }
    }

    /// A scalar; nil, where it may stand.
    pub(super) fn leaf(&mut self, slot: &Slot, token: Token<'_>) -> Option<()> {
        if slot.optional && token == Token::Nil {
            self.out.push(write::NIL);
            return Some(());
        }
        self.scalar(slot.op, token)
    }

    fn items(
        &mut self,
        r: &mut Cursor<'_>,
        count: u32,
        depth: u32,
        item: impl Fn(&mut Self, &mut Cursor<'_>, u32) -> Result<()>,
    ) -> Result<()> {
        let depth = self.enter(depth, count)?;
        write::array(self.out, count as usize);
        for index in 0..count {
            item(self, r, depth).map_err(|error| within(error, index.to_string().as_bytes()))?;
        }
        Ok(())
    }

    /// The pairs of a map; `write` writes a key or a value, as its last argument says.
    fn pairs(
        &mut self,
        r: &mut Cursor<'_>,
        count: u32,
        depth: u32,
        write: impl Fn(&mut Self, &mut Cursor<'_>, u32, bool) -> Result<()>,
    ) -> Result<()> {
        let depth = self.enter(depth, count.saturating_mul(2))?;
        write::map(self.out, count as usize);
        let first = self.parts.begin();
        for _ in 0..count {
            let key = { *r }.token()?;
            let start = self.out.len();
            let here = |error| within(error, spelled(key).as_bytes());
            write(self, r, depth, true).map_err(here)?;
            self.parts.push(start, self.out.len());
            write(self, r, depth, false).map_err(here)?;
        }
        self.parts.finish(first, self.out)
    }

    /// `type_id`, `type_version` and `bytes` by their tags.
    fn typed_blob(&mut self, r: &mut Cursor<'_>, count: u32, depth: u32) -> Result<()> {
        const VERSION: Op = Op::Integer(Width::new(false, 32), IntegerAs::Number);
        self.enter(depth, count.saturating_mul(2))?;
        write::map(self.out, count as usize);
        let first = self.parts.begin();
        let mut found = 0;
        for _ in 0..count {
            let key = r.token()?;
            let (tag, op, expected) = match key {
                Token::Str(b"type_id") => (1, Op::Text, "string"),
                Token::Str(b"type_version") => (2, VERSION, "u32"),
                Token::Str(b"bytes") => (3, Op::Bytes(BytesRender::Base64), "bytes"),
                other => return Err(misfit("type_id, type_version or bytes", &describe(other))),
            };
            let start = self.out.len();
            write::uint(self.out, tag);
            self.parts.push(start, self.out.len());
            let value = r.token()?;
            self.scalar(op, value).ok_or_else(|| {
                within(misfit(expected, &describe(value)), spelled(key).as_bytes())
            })?;
            found |= 1 << tag;
        }
        if found != 0b1110 {
            return Err(misfit(
                "type_id, type_version and bytes",
                "an object without one of them",
            ));
        }
        self.parts.finish(first, self.out)
    }

    /// A container of `count` values begins, inside `depth` others: as many are open in it.
    #[inline(always)]
    fn enter(&mut self, depth: u32, count: u32) -> Result<u32> {
        let budget = &mut self.budget;
        let entered = budget.enter(depth, 0).and_then(|()| budget.spend(count));
        entered.map(|()| depth + 1).map_err(beyond)
    }

    /// A value without a descriptor: as it is, in the shortest form, with map keys in order.
    fn any(&mut self, r: &mut Cursor<'_>, depth: u32) -> Result<()> {
        match r.token()? {
            Token::Nil => self.out.push(write::NIL),
            Token::Bool(b) => write::boolean(self.out, b),
            Token::UInt(n) => write::uint(self.out, n),
            Token::Int(n) => write::int(self.out, n),
            Token::Float(n) => write::float64(self.out, n),
            Token::Str(text) if !write::text(self.out, text) => {
                return Err(misfit("UTF-8", "text that is not"))
            }
            Token::Str(_) => {}
            Token::Bin(bytes) => write::bin(self.out, bytes),
            Token::Ext(kind, bytes) => write::ext(self.out, kind, bytes),
            Token::Array(count) => return self.items(r, count, depth, Self::any),
            Token::Map(count) => {
                return self.pairs(r, count, depth, |this, r, depth, _| this.any(r, depth))
            }
        }
        Ok(())
    }
}

type Both<'a> = (Option<Token<'a>>, Option<Token<'a>>);

/// What stands under `label` and under `value` in an enum that is given as both.
fn label_and_value<'a>(r: &mut Cursor<'a>, count: u32, depth: u32) -> Result<Both<'a>> {
    let mut budget = Budget::new(Limits::DEFAULT.nodes, Limits::DEFAULT.depth);
    let mut both = (None, None);
    for _ in 0..count {
        match r.token()? {
            Token::Str(b"label") => both.0 = Some({ *r }.token()?),
            Token::Str(b"value") => both.1 = Some({ *r }.token()?),
            _ => {}
        }
        r.skip(&mut budget, depth + 1)?;
    }
    Ok(both)
}

/// A container that a reader would refuse, there or with as many values.
#[cold]
#[inline(never)]
fn beyond(fault: Fault) -> Error {
    match fault {
        Fault::TooMany { limit } => misfit(&format!("at most {limit} values"), "more"),
        _ => misfit(
            &format!(
                "at most {} nested objects and arrays",
                Limits::DEFAULT.depth
            ),
            "one more",
        ),
    }
}

/// The error, one step further from the place where it was found.
#[cold]
#[inline(never)]
fn within(mut error: Error, key: &[u8]) -> Error {
    error.pointer = error.pointer.under(&String::from_utf8_lossy(key));
    error
}

#[cold]
#[inline(never)]
pub(super) fn misfit(expected: &str, found: &str) -> Error {
    Error::mismatch(Code::Unprocessable, "value to encode", expected, found)
}

/// A map's key in a pointer.
#[cold]
fn spelled(key: Token<'_>) -> String {
    match key {
        Token::Str(text) => String::from_utf8_lossy(text).into_owned(),
        other => describe(other),
    }
}

/// What a value is, shortly.
#[cold]
#[inline(never)]
pub(super) fn describe(value: Token<'_>) -> String {
    match value {
        Token::Nil => "null".to_owned(),
        Token::Bool(b) => b.to_string(),
        Token::UInt(n) => n.to_string(),
        Token::Int(n) => n.to_string(),
        Token::Float(n) => crate::text::float(n),
        Token::Str(text) => {
            let start: String = String::from_utf8_lossy(text).chars().take(40).collect();
            Json::from(start).to_string()
        }
        Token::Bin(bytes) => format!("{} bytes", bytes.len()),
        Token::Array(count) => format!("an array of {count}"),
        Token::Map(count) => format!("an object of {count} keys"),
        Token::Ext(kind, _) => format!("ext {kind}"),
    }
}
