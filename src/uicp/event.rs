//! What is told of what happened.

use super::envelope::Envelope;
use super::failure::Failure;
use super::queue::Ticket;
use super::store::Address;
use super::windows::Window;
use crate::json::Json;

/// A window came, changed or went: `{type: "window", change, windowId, title}`.
pub(super) fn window(change: &str, window: &Window) -> Json {
    object(
        "window",
        vec![
            ("change", change.into()),
            ("windowId", window.id.as_str().into()),
            ("title", window.title.as_str().into()),
        ],
    )
}

/// An operation was not applied: `{type: "failed", op, code, message, index?, windowId?, traceId?}`.
pub(super) fn failed(envelope: &Envelope, ticket: Option<&Ticket>, failure: &Failure) -> Json {
    let mut fields = vec![
        ("op", envelope.op.name().into()),
        ("code", failure.code.as_str().into()),
        ("message", failure.message.as_str().into()),
    ];
    fields.extend(ticket.map(|ticket| ("index", (ticket.index as u64).into())));
    object("failed", with_source(fields, envelope))
}

/// Something was applied, and not as it was meant: `{type: "warning", op, code, message, windowId?, traceId?}`.
pub(super) fn warning(envelope: &Envelope, code: &str, message: String) -> Json {
    let fields = vec![
        ("op", envelope.op.name().into()),
        ("code", code.into()),
        ("message", message.into()),
    ];
    object("warning", with_source(fields, envelope))
}

/// A value that was watched or asked for: `{type, scope, key, windowId?, value?}`; without `value` there is none.
pub(super) fn value(name: &str, place: &Address, value: Option<&Json>) -> Json {
    let mut fields = vec![
        ("scope", place.scope.name().into()),
        ("key", place.key.as_str().into()),
    ];
    if !place.window.is_empty() {
        fields.push(("windowId", place.window.as_str().into()));
    }
    fields.extend(value.map(|value| ("value", value.clone())));
    object(name, fields)
}

fn with_source<'f>(mut fields: Vec<(&'f str, Json)>, envelope: &Envelope) -> Vec<(&'f str, Json)> {
    let sources = [
        ("windowId", envelope.window()),
        ("traceId", envelope.trace_id.as_deref()),
    ];
    for (name, source) in sources {
        fields.extend(source.map(|source| (name, source.into())));
    }
    fields
}

fn object(name: &str, fields: Vec<(&str, Json)>) -> Json {
    let fields = fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value));
    let first = ("type".to_owned(), Json::from(name));
    Json::Object([first].into_iter().chain(fields).collect())
}
