//! A context's turns, raw: as JSON, or as the batch that the core reads in place.

use super::cors::{BUNDLE, HEAD, HEAD_DEPTH, NEXT_BEFORE};
use super::error::{no_store, ApiError, ApiResult, JSON};
use super::query::{id, Path, Query};
use super::wishes::weight;
use crate::page::{with_payload, Page, PageQuery, Payloads, Place};
use crate::service::Service;
use crate::store::{rules, Snapshot, Turn};
use axum::extract::State;
use axum::http::{header, HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::prelude::{Engine, BASE64_STANDARD};
use std::sync::Arc;
use vitrine::error::{Code, Error};
use vitrine::json::Json;
use vitrine::turns::blob::to_hex;

const BATCH: &str = "application/vnd.vitrine.turns";

/// Payloads in base64 are a third longer, and are there twice while the text is made.
const JSON_COPIES: usize = 3;

/// `GET /v1/contexts/{id}/turns?limit&before_turn_id&view=raw`, oldest first.
pub(super) async fn page(
    State(service): State<Arc<Service>>,
    Path(context): Path<String>,
    query: Query,
    request: HeaderMap,
) -> ApiResult<Response> {
    // Before the other names: who asks for a typed view has more of them, and this is what they must know.
    view(&query)?;
    query.only(&["limit", "before_turn_id", "view"])?;
    let asked = PageQuery {
        context: id("context id", &context)?,
        place: query
            .id("before_turn_id")?
            .map_or(Place::Newest, Place::Before),
        limit: query.limit()?,
        payloads: Payloads::Plain,
    };
    let known = service.registry();
    let bundle = known.registry.bundle_id();
    let vary = [(header::VARY, "accept")];
    if accepts_batch(&request) {
        let page = service.page(&asked, 1, |snapshot, page| {
            let mut bytes = Vec::with_capacity(page.batch_bytes());
            page.put_batch(snapshot, &mut bytes);
            (bytes, meta(page, bundle))
        });
        let ((bytes, meta), share) = page.await?;
        return Ok((vary, meta, share.hold(bytes)).into_response());
    }
    let page = service.page(&asked, JSON_COPIES, |snapshot, page| {
        describe(snapshot, page, bundle).to_string().into_bytes()
    });
    let (text, share) = page.await?;
    let kind = no_store(JSON);
    Ok((vary, kind, share.hold(text)).into_response())
}

/// `GET /v1/turns/{id}`: one turn, raw, with the root of its file system snapshot.
pub(super) async fn one(
    State(service): State<Arc<Service>>,
    Path(turn): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    view(&query)?;
    query.only(&["view"])?;
    let turn = id("turn id", &turn)?;
    let found = |snapshot: &dyn Snapshot| {
        let found = snapshot.turn(turn)?;
        found.ok_or_else(|| rules::no_turn(turn))
    };
    let bytes = service.read(found)?.uncompressed_len as usize;
    let share = service.memory.made.take(JSON_COPIES * bytes).await?;
    let text = service.read(|snapshot| {
        let turn = found(snapshot)?;
        let mut fields = turn_fields(snapshot, &turn);
        let root = turn.fs_root.map_or(Json::Null, |root| to_hex(&root).into());
        fields.push(("fs_root_hash".into(), root));
        Ok(Json::Object(fields).to_string().into_bytes())
    })?;
    Ok((no_store(JSON), share.hold(text)))
}

fn view(query: &Query) -> ApiResult<()> {
    match query.get("view") {
        None | Some("raw") => Ok(()),
        Some(view @ ("typed" | "both")) => Err(ApiError {
            status: StatusCode::NOT_ACCEPTABLE,
            error: Error::new(
                Code::BadRequest,
                format!(
                    "this host serves raw turns only; for view={view} ask the gateway, which decodes them \
                     (createGateway in the npm package vitrine)"
                ),
            ),
        }),
        Some(other) => {
            let found = format_args!("{other:?}");
            Err(Error::mismatch(Code::BadRequest, "view", "raw, typed or both", found).into())
        }
    }
}

/// Whether the batch is asked for by name, and JSON not rather (RFC 9110 section 12.5.1).
fn accepts_batch(request: &HeaderMap) -> bool {
    let wish = |kind| weight(request, &header::ACCEPT, kind);
    let json = [JSON, "application/*", "*/*"].into_iter().find_map(wish);
    wish(BATCH).is_some_and(|batch| batch > 0.0 && batch >= json.unwrap_or(0.0))
}

/// What is told of a page beside its batch.
fn meta(page: &Page, bundle: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut put = |name, value: Option<HeaderValue>| {
        if let Some(value) = value {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    put(HEAD, Some(page.head.turn.into()));
    put(HEAD_DEPTH, Some(page.head.depth.into()));
    put(NEXT_BEFORE, page.next_before.map(HeaderValue::from));
    put(
        BUNDLE,
        bundle.and_then(|id| HeaderValue::from_str(&visible(id)).ok()),
    );
    for (name, value) in no_store(BATCH) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
}

/// A bundle id as a header can hold it: what is not visible ASCII is percent-encoded, and so is `%`.
fn visible(id: &str) -> String {
    let mut text = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_graphic() && byte != b'%' {
            text.push(byte.into());
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

fn describe(snapshot: &dyn Snapshot, page: &Page, bundle: Option<&str>) -> Json {
    let meta = Json::Object(vec![
        ("context_id".into(), page.head.context.to_string().into()),
        ("head_turn_id".into(), page.head.turn.to_string().into()),
        ("head_depth".into(), page.head.depth.into()),
        (
            "registry_bundle_id".into(),
            bundle.map_or(Json::Null, Json::from),
        ),
    ]);
    let turns = page
        .turns
        .iter()
        .map(|turn| Json::Object(turn_fields(snapshot, turn)))
        .collect();
    let next = page
        .next_before
        .map_or(Json::Null, |id| id.to_string().into());
    Json::Object(vec![
        ("meta".into(), meta),
        ("turns".into(), Json::Array(turns)),
        ("next_before_turn_id".into(), next),
    ])
}

fn turn_fields(snapshot: &dyn Snapshot, turn: &Turn) -> Vec<(String, Json)> {
    let mut base64 = String::new();
    let readable = with_payload(snapshot, turn, &mut |payload| {
        BASE64_STANDARD.encode_string(payload, &mut base64);
    });
    let encoding = if readable { turn.encoding } else { 0 };
    vec![
        ("turn_id".into(), turn.id.to_string().into()),
        ("parent_turn_id".into(), turn.parent.to_string().into()),
        ("depth".into(), turn.depth.into()),
        ("declared_type".into(), declared_type(turn)),
        ("content_hash_b3".into(), to_hex(&turn.hash).into()),
        ("encoding".into(), encoding.into()),
        ("compression".into(), 0_u32.into()),
        ("uncompressed_len".into(), turn.uncompressed_len.into()),
        ("bytes_b64".into(), base64.into()),
    ]
}

/// `{"type_id", "type_version"}`.
pub(super) fn declared_type(turn: &Turn) -> Json {
    Json::Object(vec![
        ("type_id".into(), turn.type_id.as_str().into()),
        ("type_version".into(), turn.type_version.into()),
    ])
}
