//! Contexts: listed, made, forked.

use super::error::{no_store_json, ApiResult};
use super::query::{body, id, Path, Query};
use crate::service::Service;
use crate::store::{rules, Snapshot};
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::sync::Arc;
use vitrine::error::{Code, Error, Result};
use vitrine::json::Json;
use vitrine::turns::wire::reply::Head;

/// Longest body of a request about contexts, in bytes.
const BODY_BYTES: usize = 4096;

/// `GET /v1/contexts?limit&before&tag`: newest first.
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.only(&["limit", "before", "tag"])?;
    let limit = query.limit()? as usize;
    let before = query.id("before")?;
    let tag = query.get("tag");
    let (contexts, next) = service.read(|snapshot| {
        // One more than asked for shows whether there is a next page.
        let mut heads = snapshot.contexts(before, limit + 1, tag)?;
        let more = heads.len() > limit;
        heads.truncate(limit);
        let next = heads.last().filter(|_| more).map(|head| head.context);
        let contexts = heads.iter().map(|head| describe_in(snapshot, head));
        Ok((contexts.collect::<Result<_>>()?, next))
    })?;
    Ok(no_store_json(&Json::Object(vec![
        ("contexts".into(), Json::Array(contexts)),
        (
            "next_before".into(),
            next.map_or(Json::Null, |id| id.to_string().into()),
        ),
    ])))
}

/// `GET /v1/contexts/{id}`.
pub(super) async fn one(
    State(service): State<Arc<Service>>,
    Path(context): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let context = id("context id", &context)?;
    let described = service.read(|snapshot| {
        let head = snapshot
            .head(context)?
            .ok_or_else(|| rules::no_context(context))?;
        describe_in(snapshot, &head)
    })?;
    Ok(no_store_json(&described))
}

/// `POST /v1/contexts {base_turn_id?}`.
pub(super) async fn create(
    State(service): State<Arc<Service>>,
    query: Query,
    request: Body,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let (bytes, _share) = body(request, BODY_BYTES, 1, &service.memory).await?;
    let base = only_id(&bytes, "base_turn_id")?;
    let head = service.create_context(base.unwrap_or(0), "").await?;
    Ok((StatusCode::CREATED, no_store_json(&describe(&head))))
}

/// `POST /v1/contexts/{id}/fork {turn_id?}`: at the head, or at an ancestor of it.
pub(super) async fn fork(
    State(service): State<Arc<Service>>,
    Path(context): Path<String>,
    query: Query,
    request: Body,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let context = id("context id", &context)?;
    let (bytes, _share) = body(request, BODY_BYTES, 1, &service.memory).await?;
    let turn = only_id(&bytes, "turn_id")?;
    let head = service.fork_context(context, turn).await?;
    Ok((StatusCode::CREATED, no_store_json(&describe(&head))))
}

fn describe(head: &Head) -> Json {
    Json::Object(fields(head))
}

/// With the tag, where it has one.
fn describe_in(snapshot: &dyn Snapshot, head: &Head) -> Result<Json> {
    let mut fields = fields(head);
    let tag = snapshot.tag(head.context)?;
    if !tag.is_empty() {
        fields.push(("tag".into(), tag.into()));
    }
    Ok(Json::Object(fields))
}

fn fields(head: &Head) -> Vec<(String, Json)> {
    vec![
        ("context_id".into(), head.context.to_string().into()),
        ("head_turn_id".into(), head.turn.to_string().into()),
        ("head_depth".into(), head.depth.into()),
    ]
}

/// The id in a body that is empty, or an object with nothing but `name`.
fn only_id(text: &[u8], name: &str) -> Result<Option<u64>> {
    if text.is_empty() {
        return Ok(None);
    }
    let body = Json::parse(text)?;
    let expected = format!("an object with {name} at most");
    match body.as_object() {
        Some([]) => Ok(None),
        Some([(key, value)]) if key == name => match value.as_str() {
            Some(text) => id(name, text).map(Some),
            None => Err(Error::mismatch(
                Code::BadRequest,
                name,
                "a string",
                value.kind(),
            )),
        },
        Some(members) => Err(Error::mismatch(
            Code::BadRequest,
            "body",
            expected,
            members
                .iter()
                .find(|(key, _)| key != name)
                .map_or_else(|| format!("{name:?} twice"), |(key, _)| format!("{key:?}")),
        )),
        None => Err(Error::mismatch(
            Code::BadRequest,
            "body",
            expected,
            body.kind(),
        )),
    }
}
