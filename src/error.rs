//! The one error type: a code, a sentence for people, and where it was.

use crate::json::Json;
use crate::pointer::Pointer;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// What went wrong, as a name and a number (section 8 of the turn store's client specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// 400: the request itself is malformed.
    BadRequest,
    /// 401: no token, or a wrong one.
    Unauthorized,
    /// 404: a context, turn, blob, type or bundle is not there.
    NotFound,
    /// 409: illegal registry evolution, type hint mismatch, other content under a known key.
    Conflict,
    /// 412: a strict registry refuses an unknown type.
    PreconditionFailed,
    /// 422: no declared type and no explicit hint.
    MissingTypeHint,
    /// 422: well-formed, but says something that cannot be (a wrong hash or length).
    Unprocessable,
    /// 424: a decode needs a descriptor that no bundle has.
    FailedDependency,
    /// 500: invalid msgpack, failed decompression, corruption.
    DecodeError,
    /// 500: the disk or its engine failed.
    Storage,
}

impl Code {
    /// Every code, with its name and number.
    pub const TABLE: [(Code, &'static str, u32); 10] = [
        (Code::BadRequest, "BadRequest", 400),
        (Code::Unauthorized, "Unauthorized", 401),
        (Code::NotFound, "NotFound", 404),
        (Code::Conflict, "Conflict", 409),
        (Code::PreconditionFailed, "PreconditionFailed", 412),
        (Code::MissingTypeHint, "MissingTypeHint", 422),
        (Code::Unprocessable, "Unprocessable", 422),
        (Code::FailedDependency, "FailedDependency", 424),
        (Code::DecodeError, "DecodeError", 500),
        (Code::Storage, "Storage", 500),
    ];

    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// The number used on the wire and as HTTP status.
    pub fn number(self) -> u32 {
        Self::TABLE[self as usize].2
    }

    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Code> {
        Self::TABLE
            .iter()
            .find(|row| row.1 == name)
            .map(|row| row.0)
    }
}

/// A failure, one word long, so that the good path does not carry the room for a bad one.
#[derive(Debug, Clone, PartialEq)]
pub struct Error(Box<Failure>);

/// What an [`Error`] says. `message` is a sentence that says what was expected, what was found and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// What kind of failure.
    pub code: Code,
    /// One sentence for people.
    pub message: String,
    /// Where in the input; the root when the whole input is meant.
    pub pointer: Pointer,
    /// The facts of the message, for programs: `expected`, `found`, `rule`, `type_id` …
    pub details: Vec<(&'static str, Json)>,
}

/// The result of everything that reads input.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// An error with a code and a sentence.
    #[cold]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error(Box::new(Failure {
            code,
            message: message.into(),
            pointer: Pointer::root(),
            details: Vec::new(),
        }))
    }

    /// The commonest form: `what` is wrong, `expected` this, `found` that; both also go to the details.
    #[cold]
    pub fn mismatch(
        code: Code,
        what: &str,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        Error::mismatch_of(code, what, &expected, &found)
    }

    /// Apart, so that a wasm file holds it once and not once for each pair of types.
    #[cold]
    #[inline(never)]
    fn mismatch_of(
        code: Code,
        what: &str,
        expected: &dyn fmt::Display,
        found: &dyn fmt::Display,
    ) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Error::new(code, format!("{what}: expected {expected}, found {found}"))
            .with("expected", expected)
            .with("found", found)
    }

    /// The same error at a place.
    #[must_use]
    #[inline(never)]
    pub fn at(mut self, pointer: Pointer) -> Self {
        self.pointer = pointer;
        self
    }

    /// The same error with one more fact.
    #[must_use]
    pub fn with(self, key: &'static str, value: impl Into<Json>) -> Self {
        self.with_json(key, value.into())
    }

    #[inline(never)]
    fn with_json(mut self, key: &'static str, value: Json) -> Self {
        self.details.push((key, value));
        self
    }

    /// `{"code", "message", "details"}`, the object of the wire's ERROR frame and of HTTP errors. The pointer,
    /// where there is one, is `details.pointer`.
    pub fn to_json(&self) -> Json {
        let mut details: Vec<(String, Json)> = self
            .details
            .iter()
            .map(|(k, v)| ((*k).to_owned(), v.clone()))
            .collect();
        if self.pointer != Pointer::root() {
            details.push(("pointer".into(), self.pointer.as_str().into()));
        }
        Json::Object(vec![
            ("code".into(), self.code.name().into()),
            ("message".into(), self.message.as_str().into()),
            ("details".into(), Json::Object(details)),
        ])
    }
}

impl Deref for Error {
    type Target = Failure;
    fn deref(&self) -> &Failure {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut Failure {
        &mut self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.message)?;
        if self.pointer != Pointer::root() {
            write!(f, " (at {})", self.pointer)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (code, name, number) in Code::TABLE {
            assert_eq!((code.name(), code.number()), (name, number));
            assert_eq!(Code::from_name(name), Some(code));
        }
    }
}
