//! A blocking client of the binary protocol.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use vitrine::json::Json;
use vitrine::turns::blob;
use vitrine::turns::wire::reply::{Appended, Head};
pub use vitrine::turns::wire::request::AppendTurn;
use vitrine::turns::wire::request::{
    AppendBatch, AttachFs, CtxCreate, CtxFork, GetBefore, GetBlob, GetHead, GetLast,
    GetRangeByDepth, Hello, PutBlob, RegistryPutBundle, Subscribe,
};
use vitrine::turns::wire::{Header, ItemHead, Reply, Request};

/// An ERROR frame: the code's number and the JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct WireError {
    pub code: u32,
    pub json: Json,
}

impl WireError {
    pub fn name(&self) -> &str {
        self.json.get("code").and_then(Json::as_str).unwrap()
    }
    pub fn message(&self) -> &str {
        self.json.get("message").and_then(Json::as_str).unwrap()
    }
    pub fn detail(&self, key: &str) -> Option<&str> {
        self.json.get("details")?.get(key)?.as_str()
    }
}

/// A turn as GET_LAST gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub turn: u64,
    pub parent: u64,
    pub depth: u32,
    pub type_id: String,
    pub type_version: u32,
    pub encoding: u32,
    pub compression: u32,
    pub uncompressed_len: u32,
    pub hash: [u8; 32],
    pub payload: Vec<u8>,
}

impl From<ItemHead<'_>> for Item {
    fn from(i: ItemHead<'_>) -> Item {
        Item {
            turn: i.turn,
            parent: i.parent,
            depth: i.depth,
            type_id: i.type_id.to_owned(),
            type_version: i.type_version,
            encoding: i.encoding,
            compression: i.compression,
            uncompressed_len: i.uncompressed_len,
            hash: *i.hash,
            payload: i.payload.to_vec(),
        }
    }
}

pub struct Wire {
    stream: TcpStream,
    next_id: u64,
}

impl Wire {
    pub fn connect(address: SocketAddr) -> Wire {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        Wire { stream, next_id: 1 }
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// The connection once more, for another thread.
    pub fn stream(&self) -> TcpStream {
        self.stream.try_clone().unwrap()
    }

    /// Reads one frame.
    pub fn receive(&mut self) -> std::io::Result<(Header, Vec<u8>)> {
        let mut head = [0; Header::LEN];
        self.stream.read_exact(&mut head)?;
        let header = Header::read(&head);
        let mut payload = vec![0; header.len as usize];
        self.stream.read_exact(&mut payload)?;
        Ok((header, payload))
    }

    /// Reads one frame that is an error.
    pub fn receive_error(&mut self) -> (Header, WireError) {
        let (header, payload) = self.receive().unwrap();
        match Reply::decode(header, &payload).unwrap() {
            Reply::Error { code, json } => (
                header,
                WireError {
                    code,
                    json: Json::parse(json).unwrap(),
                },
            ),
            other => panic!("expected an error, found {other:?}"),
        }
    }

    /// Whether the host has closed the connection.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0]), Ok(0))
    }

    /// Asks and reads the answer.
    pub fn try_ask<T>(
        &mut self,
        request: &Request<'_>,
        pick: impl FnOnce(&Reply<'_>) -> Option<T>,
    ) -> std::io::Result<Result<T, WireError>> {
        let id = self.next_id;
        self.next_id += 1;
        let mut frame = Vec::new();
        request.encode(id, &mut frame);
        self.stream.write_all(&frame)?;
        let (header, payload) = self.receive()?;
        assert_eq!((header.req_id, header.flags), (id, 0));
        let reply = Reply::decode(header, &payload).unwrap();
        Ok(match reply {
            Reply::Error { code, json } => Err(WireError {
                code,
                json: Json::parse(json).unwrap(),
            }),
            reply => {
                assert_eq!(header.msg_type, request.message().number());
                Ok(pick(&reply).unwrap_or_else(|| panic!("unexpected {reply:?}")))
            }
        })
    }

    pub fn ask<T>(
        &mut self,
        request: &Request<'_>,
        pick: impl FnOnce(&Reply<'_>) -> Option<T>,
    ) -> Result<T, WireError> {
        self.try_ask(request, pick).unwrap()
    }

    pub fn hello(&mut self) -> (u64, u16) {
        self.greet("test", b"{}").unwrap()
    }

    pub fn greet(&mut self, tag: &str, meta: &[u8]) -> Result<(u64, u16), WireError> {
        self.ask(&Request::Hello(Hello { tag, meta }), |r| match r {
            Reply::Welcome(w) => Some((w.session, w.version)),
            _ => None,
        })
    }

    pub fn create(&mut self, base_turn: u64) -> Result<Head, WireError> {
        self.ask(&Request::CtxCreate(CtxCreate { base_turn }), head)
    }

    pub fn fork(&mut self, base_turn: u64) -> Result<Head, WireError> {
        self.ask(&Request::CtxFork(CtxFork { base_turn }), head)
    }

    pub fn head(&mut self, context: u64) -> Result<Head, WireError> {
        self.ask(&Request::GetHead(GetHead { context }), head)
    }

    pub fn append(&mut self, turn: &AppendTurn<'_>) -> Result<Appended, WireError> {
        self.try_append(turn).unwrap()
    }

    pub fn try_append(
        &mut self,
        turn: &AppendTurn<'_>,
    ) -> std::io::Result<Result<Appended, WireError>> {
        self.try_ask(&Request::AppendTurn(*turn), |r| match r {
            Reply::Appended(ack) => Some(*ack),
            _ => None,
        })
    }

    pub fn append_batch(&mut self, turns: &[AppendTurn<'_>]) -> Result<Vec<Appended>, WireError> {
        let mut buffer = Vec::new();
        let batch = Request::AppendBatch(AppendBatch::of(turns, &mut buffer));
        self.ask(&batch, |r| match r {
            Reply::Acks(acks) => Some(acks.iter().map(Result::unwrap).collect()),
            _ => None,
        })
    }

    pub fn put_blob(&mut self, hash: [u8; 32], bytes: &[u8]) -> Result<u8, WireError> {
        self.ask(&Request::PutBlob(PutBlob { hash, bytes }), |r| match r {
            Reply::BlobPut(put) if put.hash == hash => Some(put.was_new),
            _ => None,
        })
    }

    pub fn attach_fs(&mut self, turn: u64, root: [u8; 32]) -> Result<(), WireError> {
        self.ask(&Request::AttachFs(AttachFs { turn, root }), |r| match r {
            Reply::Attached(done) if (done.turn, done.root) == (turn, root) => Some(()),
            _ => None,
        })
    }

    pub fn put_bundle(&mut self, id: &str, bundle: &[u8]) -> Result<u32, WireError> {
        let request = Request::RegistryPutBundle(RegistryPutBundle { id, bundle });
        self.ask(&request, |r| match r {
            Reply::BundlePut(put) => Some(put.status),
            _ => None,
        })
    }

    pub fn before(&mut self, context: u64, turn: u64, limit: u32) -> Result<Vec<Item>, WireError> {
        let request = Request::GetBefore(GetBefore {
            context,
            before_turn: turn,
            limit,
            include_payload: 1,
        });
        self.ask(&request, turns).map(|batch| items(&batch))
    }

    pub fn range(&mut self, context: u64, start: u32, limit: u32) -> Result<Vec<Item>, WireError> {
        let request = Request::GetRangeByDepth(GetRangeByDepth {
            context,
            start_depth: start,
            limit,
            include_payload: 1,
        });
        self.ask(&request, turns).map(|batch| items(&batch))
    }

    /// Subscribes; the frames are read by [`Wire::pushed`].
    pub fn subscribe(&mut self, context: u64, after_turn: u64) {
        let mut frame = Vec::new();
        let request = Request::Subscribe(Subscribe {
            context,
            after_turn,
        });
        request.encode(4711, &mut frame);
        self.send_bytes(&frame).unwrap();
    }

    /// The next turn that a subscription brings, with its context.
    pub fn pushed(&mut self) -> (u64, Item) {
        let (header, payload) = self.receive().unwrap();
        assert_eq!((header.req_id, header.flags), (4711, 0));
        match Reply::decode(header, &payload).unwrap() {
            Reply::Pushed { context, item } => (context, Item::from(item)),
            other => panic!("expected a turn, found {other:?}"),
        }
    }

    pub fn blob(&mut self, hash: [u8; 32]) -> Result<Vec<u8>, WireError> {
        self.ask(&Request::GetBlob(GetBlob { hash }), |r| match r {
            Reply::Blob(bytes) => Some(bytes.to_vec()),
            _ => None,
        })
    }

    /// GET_LAST's payload as it came.
    pub fn last_batch(
        &mut self,
        context: u64,
        limit: u32,
        include_payload: u32,
    ) -> Result<Vec<u8>, WireError> {
        let request = Request::GetLast(GetLast {
            context,
            limit,
            include_payload,
        });
        self.ask(&request, turns)
    }

    pub fn last(&mut self, context: u64, limit: u32) -> Vec<Item> {
        items(&self.last_batch(context, limit, 1).unwrap())
    }
}

/// Reads a whole batch.
pub fn items(batch: &[u8]) -> Vec<Item> {
    let count = u32::from_le_bytes(batch[..4].try_into().unwrap());
    let mut at = 4;
    let items = (0..count)
        .map(|_| Item::from(ItemHead::read(batch, &mut at).unwrap()))
        .collect();
    assert_eq!(at, batch.len(), "bytes follow the last item");
    items
}

/// An append of `payload` to the head of `context`.
pub fn turn(context: u64, payload: &[u8]) -> AppendTurn<'_> {
    AppendTurn {
        context,
        parent: 0,
        type_id: "com.example.Note",
        type_version: 1,
        encoding: 1,
        compression: 0,
        uncompressed_len: u32::try_from(payload.len()).unwrap(),
        hash: blob::hash(payload),
        payload,
        idempotency_key: b"",
        fs_root: None,
    }
}

fn head(reply: &Reply<'_>) -> Option<Head> {
    match reply {
        Reply::Head(head) => Some(*head),
        _ => None,
    }
}

fn turns(reply: &Reply<'_>) -> Option<Vec<u8>> {
    match reply {
        Reply::Turns(batch) => Some(batch.to_vec()),
        _ => None,
    }
}
