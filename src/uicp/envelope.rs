//! The envelope of an operation: section "Envelope" of the seed.

use super::budget::OPS_PER_BATCH;
use super::check::Check;
use super::doc::{self, Doc, Member};
use super::fields::{Held, Object, Params, What};
use super::intent;
use super::issue::Fault;
use super::keys;
use super::operations::{Method, Operation, StateRef, NAMES};
use super::place::Place;
use super::rules::{filled, identifier, Around};
use crate::json::Json;

/// Checked envelopes, in order.
pub type Batch = Vec<Envelope>;

/// One operation, and what identifies it. In camelCase, whatever spelling it came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// Correlates answers; 1 to 128 characters.
    pub id: Option<String>,
    /// What is applied once only. Also where `api.call` gives it in its parameters.
    pub idempotency_key: Option<String>,
    /// Follows a request through the system; 1 to 128 characters.
    pub trace_id: Option<String>,
    /// The transaction that it is part of; 1 to 128 characters.
    pub txn_id: Option<String>,
    /// The same as the parameters' `windowId`, where both are given.
    pub window_id: Option<String>,
    /// What is to be done.
    pub op: Operation,
}

impl Envelope {
    /// An envelope of nothing but the operation.
    pub fn new(op: Operation) -> Envelope {
        Envelope {
            id: None,
            idempotency_key: None,
            trace_id: None,
            txn_id: None,
            window_id: None,
            op,
        }
    }

    /// The window that the operation names: by `params.id` of `window.*`, else by `windowId` in either place.
    pub fn window(&self) -> Option<&str> {
        let named = match &self.op {
            Operation::WindowCreate(params) => params.id.as_deref(),
            Operation::WindowUpdate(params) => Some(&*params.id),
            Operation::WindowMove(params) => Some(&*params.id),
            Operation::WindowResize(params) => Some(&*params.id),
            Operation::WindowClose(params) | Operation::WindowFocus(params) => Some(&*params.id),
            Operation::DomSet(params)
            | Operation::DomReplace(params)
            | Operation::DomAppend(params) => Some(&*params.window_id),
            Operation::ComponentRender(params) => Some(&*params.window_id),
            Operation::StateSet(params) => params.window_id.as_deref(),
            Operation::StateGet(params) => params.window_id.as_deref(),
            Operation::StatePatch(params) => params.window_id.as_deref(),
            Operation::StateWatch(params) | Operation::StateUnwatch(params) => {
                params.window_id.as_deref()
            }
            Operation::ApiCall(params) => {
                let into: Option<&StateRef> = params.into.as_ref();
                into.and_then(|into| into.window_id.as_deref())
            }
            Operation::ComponentUpdate(_)
            | Operation::ComponentDestroy(_)
            | Operation::TxnCancel(_) => None,
        };
        named.or(self.window_id.as_deref())
    }

    /// The key by which it is done once: a call may have it among its parameters.
    pub fn key(&self) -> Option<&str> {
        let own = self.idempotency_key.as_deref();
        own.or(match &self.op {
            Operation::ApiCall(call) => call.idempotency_key.as_deref(),
            _ => None,
        })
    }

    /// The normalised form, which reads back as the same envelope.
    pub fn to_json(&self) -> Json {
        let mut entries = Object::new();
        let fields = [
            ("id", &self.id),
            ("idempotencyKey", &self.idempotency_key),
            ("traceId", &self.trace_id),
            ("txnId", &self.txn_id),
            ("windowId", &self.window_id),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                entries.push((name.to_owned(), value.as_str().into()));
            }
        }
        entries.push(("op".to_owned(), self.op.name().into()));
        entries.push(("params".to_owned(), Json::Object(self.op.params())));
        Json::Object(entries)
    }
}

params! {
    /// The fields of an envelope, its parameters not read yet.
    struct Fields {
        #[garde(custom(identifier))]
        "id" id: Option<String>,
        #[garde(custom(filled))]
        "idempotencyKey" idempotency_key: Option<String>,
        #[garde(custom(identifier))]
        "traceId" trace_id: Option<String>,
        #[garde(custom(identifier))]
        "txnId" txn_id: Option<String>,
        #[garde(custom(filled))]
        "windowId" window_id: Option<String>,
        "op" op: OperationName,
        "params" params: Unread<false>,
    }
}

/// A row of the table of operations.
#[derive(Debug, Clone, PartialEq)]
struct OperationName(Option<usize>);

impl Held for OperationName {
    const WHAT: What = What::Name(NAMES);
    fn to_json(&self) -> Option<Json> {
        None
    }
    #[allow(private_interfaces)]
    fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<OperationName> {
        check
            .named(place, NAMES)
            .map(|row| OperationName(Some(row)))
    }
    fn blank() -> OperationName {
        OperationName(None)
    }
}

/// Where in the document an object is, or a list, that is read later.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unread<const LIST: bool>(pub(super) Option<usize>);

impl<const LIST: bool> Held for Unread<LIST> {
    const WHAT: What = if LIST { What::List(&[]) } else { What::Object };
    fn to_json(&self) -> Option<Json> {
        None
    }
    #[allow(private_interfaces)]
    fn read(_: &mut Check<'_>, place: &Place<'_>) -> Option<Self> {
        Some(Unread(Some(place.at)))
    }
    fn blank() -> Self {
        Unread(None)
    }
}

/// Reads the batch at `place`: all of it, unless it has more operations than fit.
pub(super) fn read_batch(check: &mut Check<'_>, place: &Place<'_>) -> Batch {
    let doc = check.doc;
    if !doc.is_list(place.at) {
        check.mistyped(place, "array", "an array of operations");
        return Batch::new();
    }
    let count = doc.count(place.at);
    if count > OPS_PER_BATCH {
        let (expected, found) = (
            format!("at most {OPS_PER_BATCH} operations"),
            count.to_string(),
        );
        check.report(
            place,
            Fault::TooBig("array", OPS_PER_BATCH),
            &expected,
            &found,
        );
    }
    let mut batch = Batch::new();
    for (index, at) in doc.items(place.at).take(OPS_PER_BATCH).enumerate() {
        let envelope = read(check, &place.index(index, at));
        if check.keep {
            batch.extend(envelope);
        }
        check.op = None;
    }
    batch
}

fn read(check: &mut Check<'_>, place: &Place<'_>) -> Option<Envelope> {
    check.around = Around::default();
    let fields = Fields::take(check, place)?;
    let row = fields.op.0?;
    check.op = NAMES.get(row).copied();
    let refused = !check.is_clean() && check.find(place, keys::WINDOW_ID).is_some();
    check.around = Around {
        in_window: refused || fields.window_id.is_some(),
        window_id: fields.window_id,
        idempotency_key: fields.idempotency_key,
    };
    let params = place.field(fields.params.0?);
    let op = Operation::read(row, check, &params);
    let around = std::mem::take(&mut check.around);
    let mut op = op?;
    settle(&mut op, check, &params);
    Some(Envelope {
        id: fields.id,
        idempotency_key: around.idempotency_key,
        trace_id: fields.trace_id,
        txn_id: fields.txn_id,
        window_id: around.window_id,
        op,
    })
}

/// What an operation needs beyond its fields: the budget of a component's HTML, the method and the body of a call.
fn settle(op: &mut Operation, check: &mut Check<'_>, params: &Place<'_>) {
    match op {
        Operation::ComponentRender(_) | Operation::ComponentUpdate(_) => {
            let props = check.inside(params, keys::PROPS);
            check.count_html(html_inside(check.doc, props.at), &props);
        }
        Operation::ApiCall(call) => {
            if call.method.is_none() {
                call.method = Some(Method::Get);
                check.rewrite(
                    params.at,
                    doc::CALL | (check.doc.count(params.at) as u32) << 4,
                );
            }
            if intent::is_intent(&call.url) {
                call.body = intent::read(check, params).or(call.body.take());
            }
        }
        _ => {}
    }
}

/// Bytes of all texts that are called `html`, at any depth.
fn html_inside(doc: &Doc, at: usize) -> usize {
    if doc.is_list(at) {
        return doc.items(at).map(|item| html_inside(doc, item)).sum();
    }
    if !doc.is_object(at) {
        return 0;
    }
    let of_member = |member: Member| match doc.text_len(member.at) {
        Some(bytes) if doc.key_number(member.key_at) == Some(keys::HTML) => bytes,
        _ => html_inside(doc, member.at),
    };
    doc.members(at).map(of_member).sum()
}
