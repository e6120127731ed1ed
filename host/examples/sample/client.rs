//! A writer's side of the binary protocol: one request, one reply.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use vitrine::turns::blob;
use vitrine::turns::wire::request::{AppendTurn, CtxCreate, CtxFork, Hello};
use vitrine::turns::wire::{Header, Reply, Request};

/// A turn to write: its type and its msgpack.
#[derive(Debug)]
pub struct Turn {
    pub type_id: &'static str,
    pub type_version: u32,
    pub payload: Vec<u8>,
}

#[derive(Debug)]
pub enum Failure {
    /// The connection failed.
    Io(SocketAddr, io::Error),
    /// The host refused, or answered something else.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io(address, e) => {
                write!(
                    f,
                    "cannot talk to a host at {address}: {e}; is vitrine-host running?"
                )
            }
            Failure::Refused(why) => f.write_str(why),
        }
    }
}

pub struct Client {
    address: SocketAddr,
    stream: TcpStream,
    requests: u64,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Result<Client, Failure> {
        let fail = |e| Failure::Io(address, e);
        let stream = TcpStream::connect(address).map_err(fail)?;
        stream.set_nodelay(true).map_err(fail)?;
        let mut client = Client {
            address,
            stream,
            requests: 0,
        };
        client.ask(
            &Request::Hello(Hello {
                tag: "sample",
                meta: b"",
            }),
            |_| Some(0),
        )?;
        Ok(client)
    }

    pub fn create_context(&mut self) -> Result<u64, Failure> {
        self.ask(&Request::CtxCreate(CtxCreate { base_turn: 0 }), context)
    }

    pub fn fork(&mut self, base_turn: u64) -> Result<u64, Failure> {
        self.ask(&Request::CtxFork(CtxFork { base_turn }), context)
    }

    /// Appends to the context's head; gives the turn's id.
    pub fn append(&mut self, context: u64, turn: &Turn) -> Result<u64, Failure> {
        let key = format!("sample-{context}-{}", self.requests);
        let request = Request::AppendTurn(AppendTurn {
            context,
            parent: 0,
            type_id: turn.type_id,
            type_version: turn.type_version,
            encoding: 1,
            compression: 0,
            uncompressed_len: u32::try_from(turn.payload.len()).unwrap_or(u32::MAX),
            hash: blob::hash(&turn.payload),
            payload: &turn.payload,
            idempotency_key: key.as_bytes(),
            fs_root: None,
        });
        self.ask(&request, |reply| match reply {
            Reply::Appended(ack) => Some(ack.turn),
            _ => None,
        })
    }

    fn ask(
        &mut self,
        request: &Request<'_>,
        pick: impl FnOnce(&Reply<'_>) -> Option<u64>,
    ) -> Result<u64, Failure> {
        self.requests += 1;
        let mut frame = Vec::new();
        request.encode(self.requests, &mut frame);
        let (header, payload) = self
            .exchange(&frame)
            .map_err(|e| Failure::Io(self.address, e))?;
        match Reply::decode(header, &payload) {
            Ok(Reply::Error { json, .. }) => {
                Err(Failure::Refused(String::from_utf8_lossy(json).into_owned()))
            }
            Ok(reply) => pick(&reply).ok_or_else(|| {
                Failure::Refused(format!("not the answer to this request: {reply:?}"))
            }),
            Err(e) => Err(Failure::Refused(e.to_string())),
        }
    }

    fn exchange(&mut self, frame: &[u8]) -> io::Result<(Header, Vec<u8>)> {
        self.stream.write_all(frame)?;
        let mut head = [0; Header::LEN];
        self.stream.read_exact(&mut head)?;
        let header = Header::read(&head);
        // Replies to a writer are short; this also holds what is not a host at all.
        let mut payload = Vec::new();
        (&self.stream)
            .take(header.len.into())
            .read_to_end(&mut payload)?;
        Ok((header, payload))
    }
}

fn context(reply: &Reply<'_>) -> Option<u64> {
    match reply {
        Reply::Head(head) => Some(head.context),
        _ => None,
    }
}
