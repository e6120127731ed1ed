//! The HTTP routes. Raw only: typed views are the gateway's, in the client.

mod append;
mod backup;
mod blobs;
mod compression;
mod connection;
mod contexts;
pub mod cors;
mod error;
mod etag;
mod events;
mod graph;
pub mod guard;
mod metrics;
mod query;
mod range;
mod registry;
mod stall;
mod turns;
mod unread;
mod wishes;

use crate::listener;
use crate::metrics::Counted;
use crate::service::Service;
use crate::tls::Tls;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state, map_request, map_response};
use axum::routing::{get, post, put};
use axum::Router;
pub use connection::speak;
use error::ApiError;
use guard::Door;
use std::sync::Arc;
use tokio::net::TcpListener;
use vitrine::error::{Code, Error};

/// All routes, over one service, for those whom `door` lets in.
pub fn router(service: Arc<Service>, door: Door) -> Router {
    let cors = door.origins.layer();
    let door = Arc::new(door);
    let bytes = Router::new()
        .route("/v1/blobs/{hash}", get(blobs::one))
        .route("/v1/backup", get(backup::stream));
    let text = Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/v1/contexts", get(contexts::list).post(contexts::create))
        .route("/v1/contexts/{id}", get(contexts::one))
        .route("/v1/contexts/{id}/fork", post(contexts::fork))
        .route(
            "/v1/contexts/{id}/turns",
            get(turns::page).post(append::append),
        )
        .route("/v1/contexts/{id}/graph", get(graph::family))
        .route("/v1/turns/{id}", get(turns::one))
        .route("/v1/events", get(events::stream))
        .route("/metrics", get(metrics::text))
        .route("/v1/registry", get(registry::list))
        .route(
            "/v1/registry/bundles/{id}",
            put(registry::put_bundle).get(registry::bundle),
        )
        .route(
            "/v1/registry/types/{type_id}/versions/{version}",
            get(registry::descriptor),
        )
        .layer(compression::layer())
        .layer(map_request(compression::lenient))
        .layer(map_response(compression::weaken))
        .layer(from_fn_with_state(Arc::clone(&service), compression::count));
    text.merge(bytes)
        .fallback(no_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&door), guard::bearer))
        .layer(cors)
        .layer(from_fn_with_state(door, guard::guard))
        .layer(from_fn(unread::close))
        .layer(from_fn_with_state(Arc::clone(&service), metrics::count))
        .with_state(service)
}

/// Serves up to `places` connections at a time until the host stops and the requests that are under way are answered.
pub async fn serve(
    listener: TcpListener,
    places: usize,
    service: Arc<Service>,
    door: Door,
    tls: Option<Tls>,
) {
    let router = router(Arc::clone(&service), door);
    let stopping = service.stopping();
    listener::serve(listener, places, stopping.clone(), |stream, peer| {
        let serving = connection::run(stream, router.clone(), tls.clone(), stopping.clone());
        let service = Arc::clone(&service);
        async move {
            let _counted = Counted::in_gauge(&service.metrics.http_connections);
            if let Err(e) = serving.await {
                tracing::debug!(%peer, "http broke off: {e}");
            }
        }
    })
    .await;
}

async fn no_route(uri: Uri) -> ApiError {
    Error::new(
        Code::NotFound,
        format!("there is nothing at {}", uri.path()),
    )
    .into()
}

async fn wrong_method(method: Method, uri: Uri) -> ApiError {
    ApiError {
        status: StatusCode::METHOD_NOT_ALLOWED,
        error: Error::new(
            Code::BadRequest,
            format!(
                "{} does not take {method}; the Allow header says what it takes",
                uri.path()
            ),
        ),
    }
}
