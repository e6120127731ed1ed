//! Why reading a payload stops: what its bytes lack, and what it may cost.

use crate::error::{Code, Error};

/// Why reading stopped. Small and `Copy`, because it travels the hot path; [`Fault::into_error`] makes
/// the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The bytes end inside the value that begins at `at`.
    Truncated {
        /// Offset of the value's first byte.
        at: usize,
    },
    /// 0xc1, which msgpack never uses.
    Reserved {
        /// Offset of the byte.
        at: usize,
    },
    /// A container deeper than the limit begins at `at`.
    TooDeep {
        /// Offset of the container's first byte.
        at: usize,
        /// The limit.
        limit: u32,
    },
    /// More values than the limit.
    TooMany {
        /// The limit.
        limit: u32,
    },
    /// Something other than a map where the payload's map should begin.
    NotAMap {
        /// Offset of the value.
        at: usize,
        /// What stands there.
        found: &'static str,
    },
    /// Bytes after the payload's map.
    Trailing {
        /// Offset of the first byte too many.
        at: usize,
        /// How many there are.
        extra: usize,
    },
}

impl Fault {
    /// The coded error, always [`Code::DecodeError`], with offset, expectation and finding.
    #[cold]
    pub fn into_error(self) -> Error {
        let (what, at, expected, found) = match self {
            Fault::Truncated { at } => (
                "truncated msgpack",
                Some(at),
                "the whole of a value".to_owned(),
                "the end of the payload".to_owned(),
            ),
            Fault::Reserved { at } => (
                "invalid msgpack",
                Some(at),
                "a msgpack format byte".to_owned(),
                "0xc1, which is never used".to_owned(),
            ),
            Fault::TooDeep { at, limit } => (
                "msgpack nested too deeply",
                Some(at),
                format!("at most {limit} nested arrays and maps"),
                "one more".to_owned(),
            ),
            Fault::TooMany { limit } => (
                "msgpack payload too large",
                None,
                format!("at most {limit} values"),
                "more".to_owned(),
            ),
            Fault::NotAMap { at, found } => (
                "payload is not a turn",
                Some(at),
                "a msgpack map of field tags".to_owned(),
                found.to_owned(),
            ),
            Fault::Trailing { at, extra } => (
                "bytes after the payload",
                Some(at),
                "the end of the payload".to_owned(),
                format!("{extra} more bytes"),
            ),
        };
        let what = at.map_or_else(|| what.to_owned(), |at| format!("{what} at byte {at}"));
        let error = Error::mismatch(Code::DecodeError, &what, expected, found);
        match at {
            Some(at) => error.with("offset", at as u64),
            None => error,
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        fault.into_error()
    }
}

/// The result of a read on the hot path.
pub type Read<T> = Result<T, Fault>;

/// What one payload may cost: values and nesting.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    nodes_left: u32,
    nodes: u32,
    depth: u32,
}

impl Budget {
    /// A fresh budget of that many values and that nesting.
    pub fn new(nodes: u32, depth: u32) -> Self {
        Budget {
            nodes_left: nodes,
            nodes,
            depth,
        }
    }

    /// Pays for `n` values.
    #[inline(always)]
    pub fn spend(&mut self, n: u32) -> Read<()> {
        match self.nodes_left.checked_sub(n) {
            Some(left) => {
                self.nodes_left = left;
                Ok(())
            }
            None => Err(Fault::TooMany { limit: self.nodes }),
        }
    }

    /// May a container be opened at `at`, inside `depth` others?
    #[inline(always)]
    pub fn enter(&self, depth: u32, at: usize) -> Read<()> {
        if depth >= self.depth {
            return Err(Fault::TooDeep {
                at,
                limit: self.depth,
            });
        }
        Ok(())
    }
}
