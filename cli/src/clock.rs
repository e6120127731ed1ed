//! The time, as CREATED-AT has it.

use jiff::Timestamp;

/// Now, in RFC 3339, UTC, to the millisecond.
pub(crate) fn now() -> String {
    format!("{:.3}", Timestamp::now())
}
