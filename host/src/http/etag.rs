//! Answers that a client may already have.

use axum::body::{Body, Bytes};
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::{IntoResponse, IntoResponseParts, Response};
use futures_util::stream;
use std::convert::Infallible;
use vitrine::turns::blob::{hash, to_hex};

/// JSON with an ETag of its content; 304 when `If-None-Match` has it, in its strong or weak form.
pub(super) fn json(request: &HeaderMap, body: Bytes) -> Response {
    let tag = format!("\"{}\"", &to_hex(&hash(&body))[..32]);
    let cache = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    if matches(request, &tag) {
        return unchanged(cache);
    }
    (cache, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Status 304. Its body has no length that is known: what has none would be said to have 0 bytes, also in the answer to
/// HEAD, where the length is that of the whole (RFC 9110 section 8.6).
pub(super) fn unchanged(cache: impl IntoResponseParts) -> Response {
    let body = Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
    (StatusCode::NOT_MODIFIED, cache, body).into_response()
}

/// Whether `If-None-Match` names `tag`: weak comparison, as RFC 9110 section 13.1.2 says.
pub(super) fn matches(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
