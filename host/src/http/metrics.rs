//! `GET /metrics`, and what HTTP adds to it.

use super::error::ApiResult;
use super::query::Query;
use crate::service::Service;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

/// `GET /metrics`.
pub(super) async fn text(
    State(service): State<Arc<Service>>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.only(&[])?;
    let kind = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((kind, service.metrics.text()))
}

/// Counts and logs every answer.
pub(super) async fn count(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    service.metrics.answered(status);
    tracing::debug!(%method, path, status, took = ?start.elapsed(), "http");
    response
}
