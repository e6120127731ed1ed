//! The registry: bundles put and read, descriptors, the union of all.

use super::error::ApiResult;
use super::etag;
use super::query::{body, decimal, Path, Query};
use crate::service::Service;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::sync::Arc;
use vitrine::error::{Code, Error};
use vitrine::json::Json;
use vitrine::turns::registry::Put;

/// `PUT /v1/registry/bundles/{id}`: 201, or 204 where the same bundle is there already.
pub(super) async fn put_bundle(
    State(service): State<Arc<Service>>,
    Path(id): Path<String>,
    query: Query,
    request: Body,
) -> ApiResult<StatusCode> {
    query.only(&[])?;
    let most = service.limits.bundle_bytes;
    let (text, _share) = body(request, most, 1, &service.memory).await?;
    Ok(match service.put_bundle(&id, &text).await? {
        Put::Created => StatusCode::CREATED,
        Put::Unchanged => StatusCode::NO_CONTENT,
    })
}

/// `GET /v1/registry/bundles/{id}`.
pub(super) async fn bundle(
    State(service): State<Arc<Service>>,
    Path(id): Path<String>,
    query: Query,
    request: HeaderMap,
) -> ApiResult<Response> {
    query.only(&[])?;
    let known = service.registry();
    let bundle = known.registry.bundle(&id).ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("there is no registry bundle {id:?}"),
        )
        .with("bundle_id", id.as_str())
    })?;
    let (text, share) = service.text(|| bundle.to_string()).await?;
    Ok(etag::json(&request, share.hold(text.into_bytes())))
}

/// `GET /v1/registry/types/{type_id}/versions/{version}`: the descriptor as it was published.
pub(super) async fn descriptor(
    State(service): State<Arc<Service>>,
    Path((type_id, version)): Path<(String, String)>,
    query: Query,
    request: HeaderMap,
) -> ApiResult<Response> {
    query.only(&[])?;
    let number = decimal(&version)
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| {
            let expected = "a decimal number of 32 bits";
            Error::mismatch(
                Code::BadRequest,
                "version",
                expected,
                format_args!("{version:?}"),
            )
        })?;
    let known = service.registry();
    let descriptor = known
        .registry
        .descriptor(&type_id, Some(number))
        .ok_or_else(|| {
            let message = format!("no registry bundle has version {number} of {type_id:?}");
            Error::new(Code::NotFound, message)
                .with("type_id", type_id.as_str())
                .with("type_version", number)
        })?;
    let (text, share) = service.text(|| descriptor.to_string()).await?;
    Ok(etag::json(&request, share.hold(text.into_bytes())))
}

/// `GET /v1/registry`: the bundles in order of arrival. `?merged=1`: one bundle that says what all say.
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    query: Query,
    request: HeaderMap,
) -> ApiResult<Response> {
    query.only(&["merged"])?;
    let known = service.registry();
    match query.get("merged") {
        None | Some("0") => {
            let bundle = |id: &str| Json::Object(vec![("bundle_id".into(), id.into())]);
            let bundles = known.registry.bundle_ids().map(bundle).collect();
            let list = Json::Object(vec![("bundles".into(), Json::Array(bundles))]);
            Ok(etag::json(&request, list.to_string().into()))
        }
        Some("1") if known.registry.bundle_id().is_some() => {
            Ok(etag::json(&request, known.merged()))
        }
        Some("1") => {
            let message =
                "no registry bundle has been published; PUT one to /v1/registry/bundles/{id}";
            Err(Error::new(Code::NotFound, message).into())
        }
        Some(other) => {
            let found = format_args!("{other:?}");
            Err(Error::mismatch(Code::BadRequest, "merged", "0 or 1", found).into())
        }
    }
}
