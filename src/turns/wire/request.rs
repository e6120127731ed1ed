//! Requests: what a client sends.

use super::frame::{put_frame, Header};
use super::layout::{layouts, Layout};
use super::message::MessageType;
use super::reader::{put_counted, Reader};
use crate::error::{Code, Error, Result};

pub use super::append::{AppendBatch, AppendTurn};
pub use super::hello::{Hello, VERSION};

layouts! {
    /// CTX_CREATE.
    CtxCreate {
        /// The turn to start at; 0 for an empty context.
        base_turn: u64,
    }
    /// CTX_FORK.
    CtxFork {
        /// The turn to start at.
        base_turn: u64,
    }
    /// GET_HEAD.
    GetHead {
        /// The context.
        context: u64,
    }
    /// GET_LAST.
    GetLast {
        /// The context.
        context: u64,
        /// How many turns at most, at least 1.
        limit: u32,
        /// 1 with payloads, 0 with metadata only.
        include_payload: u32,
    }
    /// GET_BEFORE.
    GetBefore {
        /// The context.
        context: u64,
        /// An ancestor of the head; the turns before it are asked for.
        before_turn: u64,
        /// How many turns at most, at least 1.
        limit: u32,
        /// 1 with payloads, 0 with metadata only.
        include_payload: u32,
    }
    /// GET_RANGE_BY_DEPTH.
    GetRangeByDepth {
        /// The context.
        context: u64,
        /// The depth of the first turn that is asked for.
        start_depth: u32,
        /// How many turns at most, at least 1.
        limit: u32,
        /// 1 with payloads, 0 with metadata only.
        include_payload: u32,
    }
    /// GET_BLOB.
    GetBlob {
        /// BLAKE3 of the payload.
        hash: [u8; 32],
    }
    /// ATTACH_FS.
    AttachFs {
        /// The turn.
        turn: u64,
        /// Root hash of the file system snapshot that belongs to it.
        root: [u8; 32],
    }
    /// SUBSCRIBE.
    Subscribe {
        /// The context; 0 for all.
        context: u64,
        /// The newest turn that the client has; 0 for none.
        after_turn: u64,
    }
}

/// PUT_BLOB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutBlob<'a> {
    /// BLAKE3 of the bytes.
    pub hash: [u8; 32],
    /// The payload, uncompressed.
    pub bytes: &'a [u8],
}

/// REGISTRY_PUT_BUNDLE (section 5.1.1 of the turn store's client specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistryPutBundle<'a> {
    /// The bundle's id, which the bundle itself repeats.
    pub id: &'a str,
    /// The bundle, as JSON or msgpack.
    pub bundle: &'a [u8],
}

impl<'a> Layout<'a> for PutBlob<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        Ok(PutBlob {
            hash: *r.array("PUT_BLOB hash")?,
            bytes: r.counted("PUT_BLOB bytes")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.hash);
        put_counted(out, self.bytes);
    }
}

impl<'a> Layout<'a> for RegistryPutBundle<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        Ok(RegistryPutBundle {
            id: r.text("REGISTRY_PUT_BUNDLE id")?,
            bundle: r.counted("REGISTRY_PUT_BUNDLE bundle")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        put_counted(out, self.id.as_bytes());
        put_counted(out, self.bundle);
    }
}

/// Every request is a row: its name, which is also the message's, and the struct of its fields. APPEND_TURN stands
/// apart, because its flags say what its payload holds.
macro_rules! requests {
    ($($name:ident($kind:ty),)*) => {
        /// A request of any kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Request<'a> {
            AppendTurn(AppendTurn<'a>),
            $($name($kind),)*
        }

        impl<'a> Request<'a> {
            fn read(message: MessageType, flags: u16, r: &mut Reader<'a>) -> Result<Request<'a>> {
                Ok(match message {
                    MessageType::AppendTurn => Request::AppendTurn(AppendTurn::read(r, flags)?),
                    $(MessageType::$name => Request::$name(<$kind>::read(r)?),)*
                    MessageType::Error => {
                        let found = "255 ERROR, which only replies have";
                        return Err(Error::mismatch(Code::BadRequest, "message type", "a request", found));
                    }
                })
            }

            fn write(&self, out: &mut Vec<u8>) {
                match self {
                    Request::AppendTurn(m) => m.write(out),
                    $(Request::$name(m) => m.write(out),)*
                }
            }

            /// The request's row in the protocol's table.
            pub fn message(&self) -> MessageType {
                match self {
                    Request::AppendTurn(_) => MessageType::AppendTurn,
                    $(Request::$name(_) => MessageType::$name,)*
                }
            }
        }
    };
}

requests! {
    Hello(Hello<'a>),
    CtxCreate(CtxCreate),
    CtxFork(CtxFork),
    GetHead(GetHead),
    GetLast(GetLast),
    GetBefore(GetBefore),
    GetRangeByDepth(GetRangeByDepth),
    GetBlob(GetBlob),
    AttachFs(AttachFs),
    PutBlob(PutBlob<'a>),
    RegistryPutBundle(RegistryPutBundle<'a>),
    AppendBatch(AppendBatch<'a>),
    Subscribe(Subscribe),
}

impl<'a> Request<'a> {
    /// Reads the request that a frame holds.
    ///
    /// # Errors
    /// `BadRequest` when the number is not a request's, when a field is cut short or malformed, or when
    /// bytes follow the last field.
    pub fn decode(header: Header, payload: &'a [u8]) -> Result<Request<'a>> {
        let message = MessageType::from_number(header.msg_type)?;
        let mut r = Reader::new(payload);
        let request = Request::read(message, header.flags, &mut r)?;
        r.finish(message.name())?;
        Ok(request)
    }

    /// Appends the request to `out`, as a frame.
    pub fn encode(&self, req_id: u64, out: &mut Vec<u8>) {
        let flags = match self {
            Request::AppendTurn(turn) => turn.flags(),
            _ => 0,
        };
        let number = self.message().number();
        put_frame(out, number, flags, req_id, |out| self.write(out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turns::wire::append::tests::TURN;
    use crate::turns::wire::FrameDecoder;
    use proptest::prelude::*;

    fn frame(request: &Request<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        request.encode(9, &mut out);
        out
    }

    fn reread(bytes: &[u8], check: impl FnOnce(Result<Request<'_>>)) {
        let mut decoder = FrameDecoder::new(&Default::default());
        decoder.buffer().extend(bytes);
        let f = decoder.next_frame().unwrap().unwrap();
        assert_eq!(f.header.req_id, 9);
        check(Request::decode(f.header, f.payload));
    }

    const APPEND: AppendTurn<'static> = AppendTurn {
        idempotency_key: b"k",
        ..TURN
    };

    #[test]
    fn append_turn_has_the_layout_of_the_specification() {
        let mut expected = vec![86, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0];
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend([
            1, 0, 0, 0, b'T', 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
        ]);
        expected.extend([5; 32]);
        expected.extend([1, 0, 0, 0, 0x80, 1, 0, 0, 0, b'k']);
        let len = u32::try_from(expected.len() - 16).unwrap();
        expected[..4].copy_from_slice(&len.to_le_bytes());
        assert_eq!(frame(&Request::AppendTurn(APPEND)), expected);
    }

    #[test]
    fn flag_bit_0_adds_the_file_system_root() {
        let request = Request::AppendTurn(AppendTurn {
            fs_root: Some([8; 32]),
            ..APPEND
        });
        let bytes = frame(&request);
        assert_eq!(bytes[6], 1);
        assert_eq!(bytes[bytes.len() - 32..], [8; 32]);
        reread(&bytes, |r| assert_eq!(r, Ok(request)));
        let mut unflagged = bytes.clone();
        unflagged[6] = 0;
        reread(&unflagged, |r| {
            let message = &r.unwrap_err().message;
            assert!(
                message.starts_with("APPEND_TURN payload: expected"),
                "{message}"
            );
        });
    }

    #[test]
    fn hello_may_be_empty() {
        let mut bytes = Vec::new();
        put_frame(&mut bytes, 1, 0, 9, |_| {});
        reread(&bytes, |r| {
            assert_eq!(r, Ok(Request::Hello(Hello { tag: "", meta: b"" })))
        });
        let hello = Request::Hello(Hello {
            tag: "go",
            meta: b"{}",
        });
        let bytes = frame(&hello);
        assert_eq!(
            bytes[16..],
            [1, 0, 2, 0, b'g', b'o', 2, 0, 0, 0, b'{', b'}']
        );
        reread(&bytes, |r| assert_eq!(r, Ok(hello)));
        let mut other = bytes.clone();
        other[16] = 3;
        reread(&other, |r| {
            assert_eq!(r.unwrap_err().message, "HELLO version: expected 1, found 3");
        });
    }

    #[test]
    fn every_cut_and_every_trailing_byte_is_an_error() {
        let requests = [
            Request::Hello(Hello {
                tag: "x",
                meta: b"{}",
            }),
            Request::CtxCreate(CtxCreate { base_turn: 1 }),
            Request::CtxFork(CtxFork { base_turn: 1 }),
            Request::GetHead(GetHead { context: 1 }),
            Request::AppendTurn(APPEND),
            Request::GetLast(GetLast {
                context: 1,
                limit: 2,
                include_payload: 1,
            }),
            Request::GetBefore(GetBefore {
                context: 1,
                before_turn: 9,
                limit: 2,
                include_payload: 1,
            }),
            Request::GetRangeByDepth(GetRangeByDepth {
                context: 1,
                start_depth: 9,
                limit: 2,
                include_payload: 0,
            }),
            Request::GetBlob(GetBlob { hash: [1; 32] }),
            Request::AttachFs(AttachFs {
                turn: 1,
                root: [2; 32],
            }),
            Request::PutBlob(PutBlob {
                hash: [1; 32],
                bytes: b"abc",
            }),
            Request::RegistryPutBundle(RegistryPutBundle {
                id: "b",
                bundle: b"{}",
            }),
            Request::Subscribe(Subscribe {
                context: 0,
                after_turn: 3,
            }),
        ];
        for request in requests {
            let bytes = frame(&request);
            let header = Header::read(bytes[..16].try_into().unwrap());
            let payload = &bytes[16..];
            let first = usize::from(request.message() == MessageType::Hello);
            for end in first..payload.len() {
                let error = Request::decode(header, &payload[..end]).unwrap_err();
                assert_eq!(error.code, Code::BadRequest, "{request:?} cut at {end}");
            }
            let mut longer = payload.to_vec();
            longer.push(0);
            let error = Request::decode(header, &longer).unwrap_err();
            assert_eq!(error.code, Code::BadRequest);
            assert!(
                error.message.contains(request.message().name()),
                "{}",
                error.message
            );
        }
    }

    proptest! {
        #[test]
        fn appends_read_back(
            n in any::<(u64, u64, u32, u32, u32, u32)>(), type_id in ".{0,30}", hash: [u8; 32],
            payload in prop::collection::vec(any::<u8>(), 0..100),
            key in prop::collection::vec(any::<u8>(), 0..20), fs_root: Option<[u8; 32]>,
        ) {
            let request = Request::AppendTurn(AppendTurn {
                context: n.0, parent: n.1, type_id: &type_id, type_version: n.2, encoding: n.3,
                compression: n.4, uncompressed_len: n.5, hash, payload: &payload,
                idempotency_key: &key, fs_root,
            });
            reread(&frame(&request), |r| assert_eq!(r, Ok(request)));
        }

        #[test]
        fn no_payload_panics(
            msg_type in 0u16..16, flags: u16, payload in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = Request::decode(Header { len: 0, msg_type, flags, req_id: 0 }, &payload);
        }
    }
}
