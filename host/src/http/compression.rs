//! Answers in zstd, br or gzip, as the client accepts: its own decompressor does the work.

use super::error::ApiResult;
use super::wishes::{named, weighed};
use crate::memory::Share;
use crate::service::Service;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{header, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use std::sync::Arc;
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// Memory of one compressor at its fastest, in bytes; zstd's is the largest.
const COMPRESSOR: usize = 1 << 20;

/// Chooses by `Accept-Encoding`. Streams of events and very short answers go out as they are.
pub(super) fn layer() -> CompressionLayer {
    // The fastest: mostly the client is on the same machine.
    CompressionLayer::new().quality(CompressionLevel::Fastest)
}

/// Takes away that what is not compressed is refused: an answer that cannot be had otherwise goes out as it is, as RFC 9110
/// section 12.5.3 allows. What the request asked for has been done by then.
pub(super) async fn lenient(mut request: Request) -> Request {
    let kept: Vec<_> = named(request.headers(), &header::ACCEPT_ENCODING)
        .filter(|wish| !refuses_plain(wish))
        .collect();
    let kept = HeaderValue::from_str(&kept.join(", "));
    let headers = request.headers_mut();
    match kept {
        Ok(kept) if !kept.is_empty() => headers.insert(header::ACCEPT_ENCODING, kept),
        _ => headers.remove(header::ACCEPT_ENCODING),
    };
    request
}

/// Does a wish leave nothing but what is compressed?
fn refuses_plain(wish: &str) -> bool {
    let (name, weight) = weighed(wish);
    weight == 0.0 && (name == "*" || name.eq_ignore_ascii_case("identity"))
}

/// A strong ETag stands for one sequence of bytes; what was compressed keeps a weak one (RFC 9110 section 8.8.1).
pub(super) async fn weaken(mut response: Response) -> Response {
    if response.headers().contains_key(header::CONTENT_ENCODING) {
        let strong = response.headers().get(header::ETAG);
        let strong = strong.filter(|tag| tag.as_bytes().starts_with(b"\""));
        let weak =
            strong.and_then(|tag| HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()).ok());
        if let Some(weak) = weak {
            response.headers_mut().insert(header::ETAG, weak);
        }
    }
    response
}

/// Counts a compressor among what all requests hold, as long as its answer goes out.
pub(super) async fn count(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> ApiResult<Response> {
    let response = next.run(request).await;
    if !response.headers().contains_key(header::CONTENT_ENCODING) {
        return Ok(response);
    }
    let share = service.memory.made.take(COMPRESSOR).await?;
    Ok(response.map(|body| with(body, share)))
}

/// A body that holds a share until its end.
fn with(body: Body, share: Share) -> Body {
    Body::from_stream(body.into_data_stream().map(move |piece| {
        let _held = &share;
        piece
    }))
}
