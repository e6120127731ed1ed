//! Failures as HTTP: `{"error": {"code", "message", "details"}}`.

use crate::memory::RETRY;
use axum::extract::rejection::PathRejection;
use axum::http::{header, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use vitrine::error::{Code, Error};
use vitrine::json::Json;

/// An error and its status, which is the code's number except where HTTP has a more exact one.
#[derive(Debug)]
pub(super) struct ApiError {
    pub(super) status: StatusCode,
    pub(super) error: Error,
}

pub(super) type ApiResult<T> = Result<T, ApiError>;

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        if error.details.iter().any(|(name, _)| *name == RETRY) {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return ApiError { status, error };
        }
        let status = u16::try_from(error.code.number())
            .ok()
            .and_then(|number| StatusCode::from_u16(number).ok())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ApiError { status, error }
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Error::mismatch(
            Code::BadRequest,
            "path",
            "percent-encoded UTF-8",
            rejection.body_text(),
        )
        .into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json::Object(vec![("error".into(), self.error.to_json())]);
        (self.status, no_store_json(&body)).into_response()
    }
}

/// The content type of JSON.
pub(super) const JSON: &str = "application/json";

/// The headers of a body of type `kind` that is true only now.
pub(super) fn no_store(kind: &'static str) -> [(HeaderName, &'static str); 2] {
    [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
    ]
}

/// A short JSON body that is true only now.
pub(super) fn no_store_json(body: &Json) -> impl IntoResponse {
    (no_store(JSON), body.to_string())
}
