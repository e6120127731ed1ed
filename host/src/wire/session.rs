//! What a connection remembers of its client, and the answers to single requests.

use super::subscription::Subscription;
use crate::access::Token;
use crate::append::NAME_BYTES;
use crate::memory::Share;
use crate::page::{PageQuery, Payloads, Place};
use crate::service::Service;
use vitrine::error::{Code, Error, Result};
use vitrine::json::Json;
use vitrine::turns::registry::Put;
use vitrine::turns::wire::append::Acks;
use vitrine::turns::wire::reply::{put_error, Attached, BlobPut, BundlePut, Welcome};
use vitrine::turns::wire::request::{Hello, VERSION};
use vitrine::turns::wire::{put_frame, Header, MessageType, Reply, Request};

/// How a client shows its token.
const HOW: &str = r#"begin with a HELLO whose meta is JSON {"token": …}"#;

/// A client, as its HELLO described it.
#[derive(Debug)]
pub(super) struct Session {
    id: u64,
    tag: String,
    zstd: bool,
    /// What the client has to show; `None` where it has or nobody asks.
    wanted: Option<Token>,
    token: Option<Token>,
    /// What the last request began; it has no answer but the turns.
    pub(super) subscription: Option<Subscription>,
}

impl Session {
    /// A client that has said nothing yet, and has to show the token where there is one.
    pub(super) fn new(id: u64, token: Option<Token>) -> Session {
        Session {
            id,
            tag: String::new(),
            zstd: false,
            wanted: token.clone(),
            token,
            subscription: None,
        }
    }

    /// Whether the client may ask for anything.
    pub(super) fn is_welcome(&self) -> bool {
        self.wanted.is_none()
    }

    /// How payloads go to this client.
    pub(super) fn payloads(&self) -> Payloads {
        if self.zstd {
            Payloads::Zstd
        } else {
            Payloads::Plain
        }
    }

    /// The frame that answers one request, and the room that it takes until it is sent.
    pub(super) async fn answer(
        &mut self,
        service: &Service,
        req_id: u64,
        request: Result<Request<'_>>,
    ) -> (Vec<u8>, Share) {
        let mut out = Vec::new();
        let done = match request {
            Ok(request) => self.reply_to(service, &request, req_id, &mut out).await,
            Err(e) => Err(e),
        };
        let share = done.unwrap_or_else(|e| {
            service.metrics.failed();
            out.clear();
            put_error(&e, req_id, &mut out);
            Share::default()
        });
        (out, share)
    }

    /// Before the token nothing but HELLO is taken, and what is wrong with anything else is not told.
    pub(super) fn admit<'a>(&self, request: Result<Request<'a>>) -> Result<Request<'a>> {
        match &self.wanted {
            Some(token) if !matches!(request, Ok(Request::Hello(_))) => {
                token.check(None, HOW).and(request)
            }
            _ => request,
        }
    }

    async fn reply_to(
        &mut self,
        service: &Service,
        request: &Request<'_>,
        req_id: u64,
        out: &mut Vec<u8>,
    ) -> Result<Share> {
        let mut put = |reply: Reply<'_>| reply.encode(request.message(), req_id, out);
        match request {
            Request::Hello(m) => {
                self.greet(m)?;
                let (session, version) = (self.id, VERSION);
                put(Reply::Welcome(Welcome { session, version }));
            }
            Request::CtxCreate(m) => {
                let head = service.create_context(m.base_turn, &self.tag).await?;
                put(Reply::Head(head));
            }
            Request::CtxFork(m) => {
                put(Reply::Head(service.fork(m.base_turn, &self.tag).await?));
            }
            Request::GetHead(m) => put(Reply::Head(service.head(m.context)?)),
            Request::GetLast(m) => {
                let payloads = self.asked(m.include_payload)?;
                let query = page_query(m.context, Place::Newest, m.limit, payloads)?;
                return page(service, &query, request.message(), req_id, out).await;
            }
            Request::GetBefore(m) => {
                let payloads = self.asked(m.include_payload)?;
                let place = match m.before_turn {
                    0 => Place::Newest,
                    turn => Place::Before(turn),
                };
                let query = page_query(m.context, place, m.limit, payloads)?;
                return page(service, &query, request.message(), req_id, out).await;
            }
            Request::GetRangeByDepth(m) => {
                let payloads = self.asked(m.include_payload)?;
                let place = Place::FromDepth(m.start_depth);
                let query = page_query(m.context, place, m.limit, payloads)?;
                return page(service, &query, request.message(), req_id, out).await;
            }
            Request::GetBlob(m) => {
                let (payload, share) = service.blob(&m.hash).await?;
                put(Reply::Blob(&payload));
                return Ok(share);
            }
            Request::PutBlob(m) => {
                let (hash, was_new) = (m.hash, service.put_blob(&m.hash, m.bytes).await?.into());
                put(Reply::BlobPut(BlobPut { hash, was_new }));
            }
            Request::AttachFs(m) => {
                service.attach_fs(m.turn, m.root).await?;
                let (turn, root) = (m.turn, m.root);
                put(Reply::Attached(Attached { turn, root }));
            }
            Request::RegistryPutBundle(m) => {
                let status = match service.put_bundle(m.id, m.bundle).await? {
                    Put::Created => 201,
                    Put::Unchanged => 204,
                };
                put(Reply::BundlePut(BundlePut { status }));
            }
            Request::AppendTurn(turn) => {
                put(Reply::Appended(service.append(turn).await?.done().await?));
            }
            Request::AppendBatch(turns) => {
                let acks = service.append_batch(turns).await?;
                put(Reply::Acks(Acks::of(&acks, &mut Vec::new())));
            }
            Request::Subscribe(m) => {
                let subscription = Subscription::begin(service, m, self.payloads(), req_id)?;
                self.subscription = Some(subscription);
            }
        }
        Ok(Share::default())
    }

    /// Takes in what the client says of itself. A meta that is not JSON says nothing: deployed clients may have
    /// put other things there.
    fn greet(&mut self, hello: &Hello<'_>) -> Result<()> {
        if hello.tag.len() > NAME_BYTES {
            return Err(Error::mismatch(
                Code::Unprocessable,
                "HELLO tag length",
                format_args!("at most {NAME_BYTES} bytes"),
                hello.tag.len(),
            ));
        }
        let meta = Json::parse(hello.meta).unwrap_or(Json::Null);
        if let Some(token) = &self.token {
            let given = meta.get("token").and_then(Json::as_str);
            token.check(given.map(str::as_bytes), HOW)?;
            self.wanted = None;
        }
        let accept = meta.get("accept").and_then(Json::as_array);
        self.zstd =
            accept.is_some_and(|kinds| kinds.iter().any(|kind| kind.as_str() == Some("zstd")));
        self.tag = hello.tag.to_owned();
        Ok(())
    }

    fn asked(&self, include_payload: u32) -> Result<Payloads> {
        match include_payload {
            0 => Ok(Payloads::Omitted),
            1 => Ok(self.payloads()),
            other => Err(Error::mismatch(
                Code::BadRequest,
                "include_payload",
                "0 or 1",
                other,
            )),
        }
    }
}

fn page_query(context: u64, place: Place, limit: u32, payloads: Payloads) -> Result<PageQuery> {
    if limit == 0 {
        return Err(Error::mismatch(Code::BadRequest, "limit", "at least 1", 0));
    }
    Ok(PageQuery {
        context,
        place,
        limit,
        payloads,
    })
}

/// Puts a page into a frame, without a copy of it beside.
async fn page(
    service: &Service,
    query: &PageQuery,
    to: MessageType,
    req_id: u64,
    out: &mut Vec<u8>,
) -> Result<Share> {
    let (frame, share) = service
        .page(query, 1, |snapshot, page| {
            let mut frame = Vec::with_capacity(Header::LEN + page.batch_bytes());
            put_frame(&mut frame, to.number(), 0, req_id, |frame| {
                page.put_batch(snapshot, frame);
            });
            frame
        })
        .await?;
    *out = frame;
    Ok(share)
}
