//! Payloads by their hash, whole or in part. What a hash names never changes, so caches may keep it for good. They go
//! out uncompressed: ranges and the strong ETag are of these bytes.

use super::error::ApiResult;
use super::etag;
use super::query::{Path, Query};
use super::range;
use crate::service::Service;
use axum::extract::State;
use axum::http::{header, HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use vitrine::turns::blob::{from_hex, to_hex};

/// `GET /v1/blobs/{hash}`.
pub(super) async fn one(
    State(service): State<Arc<Service>>,
    Path(hash): Path<String>,
    query: Query,
    method: Method,
    request: HeaderMap,
) -> ApiResult<Response> {
    query.only(&[])?;
    let hash = from_hex(&hash)?;
    let tag = format!("\"{}\"", to_hex(&hash));
    // Read first: a payload that is not here is no match either.
    let (bytes, share) = service.blob(&hash).await?;
    let cache = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    if etag::matches(&request, &tag) {
        return Ok(etag::unchanged(cache));
    }
    // Bytes from strangers: a browser must not take them for a page.
    let kind = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let kind = (kind, [(header::ACCEPT_RANGES, "bytes")]);
    let range = match range::asked(&method, &request, &tag, bytes.len()) {
        Ok(range) => range,
        Err(refusal) => {
            let whole = (header::CONTENT_RANGE, format!("bytes */{}", bytes.len()));
            return Ok(([whole], refusal).into_response());
        }
    };
    Ok(match range {
        None => (cache, kind, share.hold(bytes)).into_response(),
        Some(range) => {
            let part = (header::CONTENT_RANGE, range.header());
            let bytes = share.hold(bytes).slice(range.bounds());
            (StatusCode::PARTIAL_CONTENT, cache, kind, [part], bytes).into_response()
        }
    })
}
