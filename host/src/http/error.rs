//! Failures as HTTP: `{"error": {"code", "message", "details"}}`.

use axum::extract::rejection::PathRejection;
use axum::http::{header, StatusCode};
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

/// A JSON body that is true only now.
pub(super) fn no_store_json(body: &Json) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body.to_string())
}
