//! The envelope of an operation: section "Envelope" of the seed.

use super::fields::Object;
use super::operations::{Operation, StateRef};
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
