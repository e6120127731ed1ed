//! The protocol's table of messages: numbers and names.

use crate::error::{Code, Error, Result};

macro_rules! table {
    ($($(#[$doc:meta])* $variant:ident = $number:literal $name:literal,)*) => {
        /// What a frame holds. The number is the frame's `msg_type`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u16)]
        pub enum MessageType { $($(#[$doc])* $variant = $number,)* }

        impl MessageType {
            /// Every message, in the order of the numbers.
            pub const ALL: &[MessageType] = &[$(MessageType::$variant,)*];

            /// The name in the protocol's table.
            pub fn name(self) -> &'static str {
                match self { $(MessageType::$variant => $name,)* }
            }
        }
    };
}

table! {
    /// Greets; optional.
    Hello = 1 "HELLO",
    /// Makes a context, empty or at a turn.
    CtxCreate = 2 "CTX_CREATE",
    /// Makes a context whose head is a turn.
    CtxFork = 3 "CTX_FORK",
    /// Asks for a context's head.
    GetHead = 4 "GET_HEAD",
    /// Appends a turn.
    AppendTurn = 5 "APPEND_TURN",
    /// Asks for a context's newest turns.
    GetLast = 6 "GET_LAST",
    /// Asks for the turns before one.
    GetBefore = 7 "GET_BEFORE",
    /// Asks for the turns from a depth on.
    GetRangeByDepth = 8 "GET_RANGE_BY_DEPTH",
    /// Asks for a payload by its hash.
    GetBlob = 9 "GET_BLOB",
    /// Gives a turn a file system snapshot.
    AttachFs = 10 "ATTACH_FS",
    /// Stores a payload without a turn.
    PutBlob = 11 "PUT_BLOB",
    /// Publishes a registry bundle.
    RegistryPutBundle = 12 "REGISTRY_PUT_BUNDLE",
    /// Appends turns, all or none.
    AppendBatch = 13 "APPEND_BATCH",
    /// Asks for turns as they are appended.
    Subscribe = 14 "SUBSCRIBE",
    /// Answers any request that failed.
    Error = 255 "ERROR",
}

impl MessageType {
    /// The number on the wire.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// The message with that number.
    ///
    /// # Errors
    /// `BadRequest` that lists the known ones.
    pub fn from_number(number: u16) -> Result<MessageType> {
        Self::ALL
            .iter()
            .copied()
            .find(|m| m.number() == number)
            .ok_or_else(|| {
                let known: Vec<String> = Self::ALL
                    .iter()
                    .map(|m| format!("{} {}", m.number(), m.name()))
                    .collect();
                Error::mismatch(Code::BadRequest, "message type", known.join(", "), number)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_messages_agree() {
        for message in MessageType::ALL {
            assert_eq!(MessageType::from_number(message.number()), Ok(*message));
        }
        let error = MessageType::from_number(77).unwrap_err();
        assert_eq!(error.code, Code::BadRequest);
        assert!(error.message.contains("5 APPEND_TURN"), "{}", error.message);
        assert!(error.message.ends_with("found 77"), "{}", error.message);
    }
}
