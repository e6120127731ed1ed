//! What happens, as server-sent events: `context_created` and `turn_appended`.
//!
//! An event's id is its number in the store, so that a stream goes on where `Last-Event-ID` says, over restarts of the
//! host too. The store is the queue: a slow reader makes nothing pile up.

use super::error::ApiResult;
use super::query::{decimal, Query};
use super::turns::declared_type;
use crate::follow::Follow;
use crate::service::Service;
use crate::store::{ancestry, rules, Event, EventKind, Snapshot};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::IntoResponse;
use futures_util::stream::{self, StreamExt};
use std::sync::atomic::Ordering;
use std::sync::Arc;
use std::time::Duration;
use vitrine::error::{Code, Error, Result};
use vitrine::json::Json;

/// How long a stream is silent at most: so that both ends notice when the other has gone.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Where a reader says from where it goes on.
const LAST_EVENT_ID: &str = "last-event-id";

/// `GET /v1/events?context_id`: from now on, or after the event that `Last-Event-ID` names; of all contexts, or of one.
pub(super) async fn stream(
    State(service): State<Arc<Service>>,
    query: Query,
    request: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    query.only(&["context_id"])?;
    let context = query.id("context_id")?;
    let last = service.read(|snapshot| {
        if let Some(context) = context {
            let head = snapshot.head(context)?;
            head.ok_or_else(|| rules::no_context(context))?;
        }
        snapshot.last_event()
    })?;
    let after = last_event_id(&request, last)?.unwrap_or(last);
    service.metrics.followers.fetch_add(1, Ordering::Relaxed);
    let reader = Reader {
        follow: service.follow(after),
        service,
        context,
    };
    // An id without data: a reader that is cut off before the first event knows where to go on.
    let start = stream::once(async move { Ok(sse::Event::default().id(after.to_string())) });
    let events = stream::unfold(reader, |mut reader| async {
        let batch = reader.next().await?;
        Some((stream::iter(batch.into_iter().map(Ok::<_, Error>)), reader))
    });
    let sse = Sse::new(start.chain(events.flatten()));
    Ok(sse.keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

fn last_event_id(request: &HeaderMap, last: u64) -> Result<Option<u64>> {
    let Some(value) = request.get(LAST_EVENT_ID) else {
        return Ok(None);
    };
    let known = value.to_str().ok().and_then(decimal);
    match known {
        Some(known) if known <= last => Ok(Some(known)),
        // From another store, or one that was restored from an old backup.
        Some(known) => Err(Error::mismatch(
            Code::Conflict,
            "Last-Event-ID",
            format_args!("at most {last}, the newest event here; read the contexts anew and start without it"),
            known,
        )),
        None => Err(Error::mismatch(
            Code::BadRequest,
            "Last-Event-ID",
            "the id of an event: a decimal number",
            format_args!("{value:?}"),
        )),
    }
}

struct Reader {
    follow: Follow,
    service: Arc<Service>,
    context: Option<u64>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.service
            .metrics
            .followers
            .fetch_sub(1, Ordering::Relaxed);
    }
}

impl Reader {
    /// The next events; `None` ends the stream: the host stops, or its disk fails.
    async fn next(&mut self) -> Option<Vec<sse::Event>> {
        let rendered = match self.follow.next(&self.service).await {
            Ok(None) => return None,
            Ok(Some(events)) => self.service.read(|snapshot| {
                let asked =
                    |event: &&Event| self.context.is_none_or(|context| context == event.context);
                let events = events.iter().filter(asked);
                events.map(|event| render(snapshot, event)).collect()
            }),
            Err(e) => Err(e),
        };
        rendered
            .inspect_err(|e| tracing::error!("a stream of events ends: {e}"))
            .ok()
    }
}

fn render(snapshot: &dyn Snapshot, event: &Event) -> Result<sse::Event> {
    let mut data = vec![("context_id".into(), event.context.to_string().into())];
    let name = match event.kind {
        EventKind::ContextCreated => {
            data.push(("head_turn_id".into(), event.turn.to_string().into()));
            let tag = snapshot.tag(event.context)?;
            if !tag.is_empty() {
                data.push(("tag".into(), tag.into()));
            }
            "context_created"
        }
        EventKind::TurnAppended => {
            let turn = ancestry::stored(snapshot, event.turn)?;
            data.push(("turn_id".into(), turn.id.to_string().into()));
            data.push(("parent_turn_id".into(), turn.parent.to_string().into()));
            data.push(("depth".into(), turn.depth.into()));
            data.push(("declared_type".into(), declared_type(&turn)));
            "turn_appended"
        }
    };
    let event_id = event.number.to_string();
    Ok(sse::Event::default()
        .id(event_id)
        .event(name)
        .data(Json::Object(data).to_string()))
}
