//! Replies: what the host answers.

use super::append::Acks;
use super::frame::{put_frame, Header};
use super::item::ItemHead;
use super::layout::{layouts, Layout};
use super::message::MessageType;
use super::reader::{put_counted, Reader};
use crate::error::{Error, Result};

layouts! {
    /// Answers HELLO.
    Welcome {
        /// Different for every connection while the host runs.
        session: u64,
        /// The protocol's version: 1.
        version: u16,
    }
    /// A context and its head; answers CTX_CREATE, CTX_FORK and GET_HEAD.
    Head {
        /// The context.
        context: u64,
        /// Its newest turn; 0 while it has none.
        turn: u64,
        /// That turn's depth; 0 while there is none.
        depth: u32,
    }
    /// Answers APPEND_TURN: the turn is durable (APPEND_TURN_ACK).
    Appended {
        /// The context.
        context: u64,
        /// The new turn.
        turn: u64,
        /// Its depth.
        depth: u32,
        /// BLAKE3 of its uncompressed payload.
        hash: [u8; 32],
    }
    /// Answers ATTACH_FS: what was asked, done.
    Attached {
        /// The turn.
        turn: u64,
        /// Root hash of its file system snapshot.
        root: [u8; 32],
    }
    /// Answers PUT_BLOB: the payload is durable.
    BlobPut {
        /// BLAKE3 of the payload.
        hash: [u8; 32],
        /// 1 where it was not there before, else 0.
        was_new: u8,
    }
    /// Answers REGISTRY_PUT_BUNDLE.
    BundlePut {
        /// 201 for a new bundle, 204 for one that was there already.
        status: u32,
    }
}

/// A reply of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply<'a> {
    /// Answers HELLO.
    Welcome(Welcome),
    /// Answers CTX_CREATE, CTX_FORK and GET_HEAD.
    Head(Head),
    /// Answers APPEND_TURN.
    Appended(Appended),
    /// Answers GET_LAST, GET_BEFORE and GET_RANGE_BY_DEPTH: `count u32`, then as many items, oldest first. The bytes
    /// are not looked into here.
    Turns(&'a [u8]),
    /// Answers GET_BLOB: the uncompressed payload.
    Blob(&'a [u8]),
    /// Answers ATTACH_FS.
    Attached(Attached),
    /// Answers PUT_BLOB.
    BlobPut(BlobPut),
    /// Answers REGISTRY_PUT_BUNDLE.
    BundlePut(BundlePut),
    /// Answers APPEND_BATCH.
    Acks(Acks<'a>),
    /// One of the many that answer SUBSCRIBE.
    Pushed {
        /// The context that the turn was appended to.
        context: u64,
        /// The turn.
        item: ItemHead<'a>,
    },
    /// Answers any request that failed.
    Error {
        /// The code's number.
        code: u32,
        /// UTF-8 JSON `{code, message, details}`.
        json: &'a [u8],
    },
}

impl<'a> Reply<'a> {
    /// Reads the reply that a frame holds.
    ///
    /// # Errors
    /// `BadRequest` when the number is not a reply's, or the payload is not what its row says.
    pub fn decode(header: Header, payload: &'a [u8]) -> Result<Reply<'a>> {
        let message = MessageType::from_number(header.msg_type)?;
        let mut r = Reader::new(payload);
        let reply = match message {
            MessageType::Hello => Reply::Welcome(Welcome::read(&mut r)?),
            MessageType::CtxCreate | MessageType::CtxFork | MessageType::GetHead => {
                Reply::Head(Head::read(&mut r)?)
            }
            MessageType::AppendTurn => Reply::Appended(Appended::read(&mut r)?),
            MessageType::GetLast | MessageType::GetBefore | MessageType::GetRangeByDepth => {
                return Ok(Reply::Turns(payload))
            }
            MessageType::GetBlob => Reply::Blob(r.counted("GET_BLOB bytes")?),
            MessageType::AttachFs => Reply::Attached(Attached::read(&mut r)?),
            MessageType::PutBlob => Reply::BlobPut(BlobPut::read(&mut r)?),
            MessageType::RegistryPutBundle => Reply::BundlePut(BundlePut::read(&mut r)?),
            MessageType::AppendBatch => Reply::Acks(Acks::read(&mut r)?),
            MessageType::Subscribe => Reply::Pushed {
                context: r.u64("SUBSCRIBE context")?,
                item: ItemHead::read_from(&mut r)?,
            },
            MessageType::Error => Reply::Error {
                code: r.u32("ERROR code")?,
                json: r.counted("ERROR detail")?,
            },
        };
        r.finish(message.name())?;
        Ok(reply)
    }

    /// Appends the reply to a request of type `to` with id `req_id` to `out`, as a frame.
    pub fn encode(&self, to: MessageType, req_id: u64, out: &mut Vec<u8>) {
        put_frame(out, to.number(), 0, req_id, |out| match self {
            Reply::Welcome(m) => m.write(out),
            Reply::Head(m) => m.write(out),
            Reply::Appended(m) => m.write(out),
            Reply::Turns(payload) => out.extend_from_slice(payload),
            Reply::Blob(bytes) => put_counted(out, bytes),
            Reply::Attached(m) => m.write(out),
            Reply::BlobPut(m) => m.write(out),
            Reply::BundlePut(m) => m.write(out),
            Reply::Acks(acks) => acks.write(out),
            Reply::Pushed { context, item } => {
                out.extend_from_slice(&context.to_le_bytes());
                item.write(out);
            }
            Reply::Error { code, json } => {
                out.extend_from_slice(&code.to_le_bytes());
                put_counted(out, json);
            }
        });
    }
}

/// Appends the ERROR frame for `error` to `out`.
pub fn put_error(error: &Error, req_id: u64, out: &mut Vec<u8>) {
    let json = error.to_json().to_string();
    let reply = Reply::Error {
        code: error.code.number(),
        json: json.as_bytes(),
    };
    reply.encode(MessageType::Error, req_id, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::json::Json;
    use proptest::prelude::*;

    fn frame(reply: &Reply<'_>, to: MessageType) -> Vec<u8> {
        let mut out = Vec::new();
        reply.encode(to, 3, &mut out);
        out
    }

    fn decode(bytes: &[u8]) -> Result<Reply<'_>> {
        Reply::decode(Header::read(bytes[..16].try_into().unwrap()), &bytes[16..])
    }

    #[test]
    fn a_head_takes_twenty_bytes() {
        let reply = Reply::Head(Head {
            context: 1,
            turn: 2,
            depth: 3,
        });
        let bytes = frame(&reply, MessageType::CtxFork);
        assert_eq!(
            bytes[..16],
            [20, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(
            bytes[16..],
            [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
        );
        assert_eq!(decode(&bytes), Ok(reply));
    }

    #[test]
    fn an_error_is_its_number_and_its_json() {
        let error = Error::mismatch(Code::NotFound, "context", "one that exists", 7u32);
        let mut bytes = Vec::new();
        put_error(&error, 3, &mut bytes);
        assert_eq!(bytes[4..6], [255, 0]);
        assert_eq!(bytes[16..20], [0x94, 1, 0, 0]);
        let Ok(Reply::Error { code: 404, json }) = decode(&bytes) else {
            panic!("no error")
        };
        assert_eq!(Json::parse(json).unwrap(), error.to_json());
    }

    #[test]
    fn a_reply_of_the_wrong_length_is_refused() {
        for (reply, to) in [
            (
                Reply::Welcome(Welcome {
                    session: 1,
                    version: 1,
                }),
                MessageType::Hello,
            ),
            (
                Reply::Appended(Appended {
                    context: 1,
                    turn: 2,
                    depth: 3,
                    hash: [4; 32],
                }),
                MessageType::AppendTurn,
            ),
            (Reply::Blob(b"abc"), MessageType::GetBlob),
            (
                Reply::Attached(Attached {
                    turn: 1,
                    root: [2; 32],
                }),
                MessageType::AttachFs,
            ),
            (
                Reply::BlobPut(BlobPut {
                    hash: [1; 32],
                    was_new: 1,
                }),
                MessageType::PutBlob,
            ),
            (
                Reply::BundlePut(BundlePut { status: 201 }),
                MessageType::RegistryPutBundle,
            ),
        ] {
            let mut bytes = frame(&reply, to);
            assert_eq!(decode(&bytes), Ok(reply));
            assert!(decode(&bytes[..bytes.len() - 1]).is_err());
            bytes.push(0);
            assert!(decode(&bytes).is_err());
        }
    }

    proptest! {
        #[test]
        fn no_payload_panics(msg_type in 0u16..16, payload in prop::collection::vec(any::<u8>(), 0..90)) {
            let _ = Reply::decode(Header { len: 0, msg_type, flags: 0, req_id: 0 }, &payload);
        }
    }
}
