//! A blocking client of the binary protocol.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use vitrine::json::Json;
use vitrine::turns::blob;
use vitrine::turns::wire::reply::{Appended, Head};
use vitrine::turns::wire::request::{
    AppendTurn, CtxCreate, CtxFork, GetBlob, GetHead, GetLast, Hello,
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
        let hello = Request::Hello(Hello {
            tag: "test",
            meta: b"{}",
        });
        self.ask(&hello, |r| match r {
            Reply::Welcome(w) => Some((w.session, w.version)),
            _ => None,
        })
        .unwrap()
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
        self.ask(&request, |r| match r {
            Reply::Turns(batch) => Some(batch.to_vec()),
            _ => None,
        })
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
        .map(|_| {
            let i = ItemHead::read(batch, &mut at).unwrap();
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
        })
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
