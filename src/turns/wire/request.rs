//! Requests: what a client sends.

use super::frame::{put_frame, Header};
use super::layout::{layouts, Layout};
use super::message::MessageType;
use super::reader::{put_counted, utf8, Reader};
use crate::error::{Code, Error, Result};

/// The protocol's version.
pub const VERSION: u16 = 1;

/// Bit 0 of APPEND_TURN's flags: a file system root follows the other fields.
pub const FLAG_FS_ROOT: u16 = 1;

/// HELLO. `meta` is JSON or empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hello<'a> {
    /// The client's name for itself.
    pub tag: &'a str,
    /// JSON about the client; empty where it says nothing.
    pub meta: &'a [u8],
}

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
    /// GET_BLOB.
    GetBlob {
        /// BLAKE3 of the payload.
        hash: [u8; 32],
    }
}

/// APPEND_TURN (section 5.1.2 of the turn store's client specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppendTurn<'a> {
    /// The context to append to.
    pub context: u64,
    /// The turn to append onto; 0 for the context's head.
    pub parent: u64,
    /// The declared type; may be empty.
    pub type_id: &'a str,
    /// The declared version.
    pub type_version: u32,
    /// 1: msgpack.
    pub encoding: u32,
    /// 0: none. 1: zstd.
    pub compression: u32,
    /// Length of the payload once decompressed, in bytes.
    pub uncompressed_len: u32,
    /// BLAKE3 of the uncompressed payload.
    pub hash: [u8; 32],
    /// The payload as sent.
    pub payload: &'a [u8],
    /// Makes a repetition of this request harmless; empty for none.
    pub idempotency_key: &'a [u8],
    /// Root hash of a file system snapshot that belongs to the turn.
    pub fs_root: Option<[u8; 32]>,
}

/// A request of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Request<'a> {
    Hello(Hello<'a>),
    CtxCreate(CtxCreate),
    CtxFork(CtxFork),
    GetHead(GetHead),
    AppendTurn(AppendTurn<'a>),
    GetLast(GetLast),
    GetBlob(GetBlob),
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
        let request = match message {
            MessageType::Hello => Request::Hello(Hello::read(&mut r)?),
            MessageType::CtxCreate => Request::CtxCreate(CtxCreate::read(&mut r)?),
            MessageType::CtxFork => Request::CtxFork(CtxFork::read(&mut r)?),
            MessageType::GetHead => Request::GetHead(GetHead::read(&mut r)?),
            MessageType::AppendTurn => Request::AppendTurn(AppendTurn::read(&mut r, header.flags)?),
            MessageType::GetLast => Request::GetLast(GetLast::read(&mut r)?),
            MessageType::GetBlob => Request::GetBlob(GetBlob::read(&mut r)?),
            MessageType::Error => {
                let found = "255 ERROR, which only replies have";
                return Err(Error::mismatch(
                    Code::BadRequest,
                    "message type",
                    "a request",
                    found,
                ));
            }
        };
        r.finish(message.name())?;
        Ok(request)
    }

    /// The request's row in the protocol's table.
    pub fn message(&self) -> MessageType {
        match self {
            Request::Hello(_) => MessageType::Hello,
            Request::CtxCreate(_) => MessageType::CtxCreate,
            Request::CtxFork(_) => MessageType::CtxFork,
            Request::GetHead(_) => MessageType::GetHead,
            Request::AppendTurn(_) => MessageType::AppendTurn,
            Request::GetLast(_) => MessageType::GetLast,
            Request::GetBlob(_) => MessageType::GetBlob,
        }
    }

    /// Appends the request to `out`, as a frame.
    pub fn encode(&self, req_id: u64, out: &mut Vec<u8>) {
        let flags = match self {
            Request::AppendTurn(AppendTurn {
                fs_root: Some(_), ..
            }) => FLAG_FS_ROOT,
            _ => 0,
        };
        put_frame(
            out,
            self.message().number(),
            flags,
            req_id,
            |out| match self {
                Request::Hello(m) => m.write(out),
                Request::CtxCreate(m) => m.write(out),
                Request::CtxFork(m) => m.write(out),
                Request::GetHead(m) => m.write(out),
                Request::AppendTurn(m) => m.write(out),
                Request::GetLast(m) => m.write(out),
                Request::GetBlob(m) => m.write(out),
            },
        );
    }
}

/// `version u16, tag_len u16, tag, meta_len u32, meta`, or nothing at all.
impl<'a> Layout<'a> for Hello<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        if r.is_empty() {
            return Ok(Hello { tag: "", meta: b"" });
        }
        let version = r.u16("HELLO version")?;
        if version != VERSION {
            return Err(Error::mismatch(
                Code::BadRequest,
                "HELLO version",
                VERSION,
                version,
            ));
        }
        let tag_len = r.u16("HELLO tag")?;
        let tag = utf8(r.bytes(tag_len.into(), "HELLO tag")?, "HELLO tag")?;
        Ok(Hello {
            tag,
            meta: r.counted("HELLO meta")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        // A tag is cut at what its length field can say.
        let mut end = self.tag.len().min(u16::MAX.into());
        while !self.tag.is_char_boundary(end) {
            end -= 1;
        }
        let tag = &self.tag.as_bytes()[..end];
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&(tag.len() as u16).to_le_bytes());
        out.extend_from_slice(tag);
        put_counted(out, self.meta);
    }
}

impl<'a> AppendTurn<'a> {
    /// Reads the fields; `flags` says which trail. Other bits of `flags` mean nothing.
    fn read(r: &mut Reader<'a>, flags: u16) -> Result<Self> {
        Ok(AppendTurn {
            context: r.u64("APPEND_TURN context")?,
            parent: r.u64("APPEND_TURN parent")?,
            type_id: r.text("APPEND_TURN type_id")?,
            type_version: r.u32("APPEND_TURN type_version")?,
            encoding: r.u32("APPEND_TURN encoding")?,
            compression: r.u32("APPEND_TURN compression")?,
            uncompressed_len: r.u32("APPEND_TURN uncompressed_len")?,
            hash: *r.array("APPEND_TURN hash")?,
            payload: r.counted("APPEND_TURN payload")?,
            idempotency_key: r.counted("APPEND_TURN idempotency_key")?,
            fs_root: if flags & FLAG_FS_ROOT != 0 {
                Some(*r.array("APPEND_TURN fs_root_hash")?)
            } else {
                None
            },
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.context.to_le_bytes());
        out.extend_from_slice(&self.parent.to_le_bytes());
        put_counted(out, self.type_id.as_bytes());
        out.extend_from_slice(&self.type_version.to_le_bytes());
        out.extend_from_slice(&self.encoding.to_le_bytes());
        out.extend_from_slice(&self.compression.to_le_bytes());
        out.extend_from_slice(&self.uncompressed_len.to_le_bytes());
        out.extend_from_slice(&self.hash);
        put_counted(out, self.payload);
        put_counted(out, self.idempotency_key);
        if let Some(root) = &self.fs_root {
            out.extend_from_slice(root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        context: 1,
        parent: 0,
        type_id: "T",
        type_version: 2,
        encoding: 1,
        compression: 0,
        uncompressed_len: 1,
        hash: [5; 32],
        payload: &[0x80],
        idempotency_key: b"k",
        fs_root: None,
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
            Request::GetBlob(GetBlob { hash: [1; 32] }),
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
            msg_type in 0u16..12, flags: u16, payload in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = Request::decode(Header { len: 0, msg_type, flags, req_id: 0 }, &payload);
        }
    }
}
