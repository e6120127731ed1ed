//! Answers in zstd, br or gzip, as the client accepts: its own decompressor does the work.

use axum::http::{header, HeaderValue};
use axum::response::Response;
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// Chooses by `Accept-Encoding`. Streams of events and very short answers go out as they are.
pub(super) fn layer() -> CompressionLayer {
    // The fastest: mostly the client is on the same machine.
    CompressionLayer::new().quality(CompressionLevel::Fastest)
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
