//! Refuses what is no request that can be answered as it is meant, and what only a hostile page makes a browser send.
//!
//! The host listens on loopback, where every page that the user opens can reach it. Two ways past the browser's
//! own rules are closed here: a name that is made to resolve to loopback (the Host header gives it away), and writes
//! that need no permission beforehand (the Origin header does).

use super::cors::Origins;
use super::error::ApiError;
use crate::access::Token;
use axum::extract::{Request, State};
use axum::http::{header, HeaderMap, Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use vitrine::error::{Code, Error, Result};

/// How a client shows its token.
const HOW: &str = "send the header Authorization: Bearer …";

/// Lets a request through, or answers it.
pub(super) async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let checked = answerable(request.version(), request.headers())
        .and_then(|()| Ok(door.check(request.method(), request.headers())?));
    match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// One Host (RFC 9112 section 3.2), and a body as it is.
fn answerable(version: Version, headers: &HeaderMap) -> std::result::Result<(), ApiError> {
    let hosts = headers.get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && version == Version::HTTP_11) {
        let found = hosts.to_string();
        return Err(Error::mismatch(Code::BadRequest, "Host headers", "1", found).into());
    }
    match headers.get(header::CONTENT_ENCODING) {
        Some(encoding) if !encoding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            let found = String::from_utf8_lossy(encoding.as_bytes()).into_owned();
            let expected = "a body that is not packed";
            Err(ApiError {
                status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
                error: Error::mismatch(Code::BadRequest, "Content-Encoding", expected, found),
            })
        }
        _ => Ok(()),
    }
}

/// Lets a request through that has the token, or answers it. Inside of CORS, so that pages can read the answer, and may
/// ask beforehand without a token, as browsers do.
pub(super) async fn bearer(
    State(door): State<Arc<Door>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(token) = &door.token else {
        return next.run(request).await;
    };
    if request.uri().path() == "/healthz" {
        return next.run(request).await;
    }
    let given = request.headers().get(header::AUTHORIZATION);
    match token.check(given.and_then(|value| credentials(value.as_bytes())), HOW) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
            (challenge, ApiError::from(error)).into_response()
        }
    }
}

/// What follows `Bearer`, in any case (RFC 9110 section 11.1).
fn credentials(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(7)?;
    scheme
        .eq_ignore_ascii_case(b"bearer ")
        .then(|| rest.trim_ascii())
}

/// Whom HTTP lets in.
#[derive(Debug, Clone)]
pub struct Door {
    /// Pages that may use the host.
    pub origins: Origins,
    /// What every client has to show.
    pub token: Option<Token>,
}

impl Door {
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<()> {
        // A name that was made to resolve here gives a page no token.
        if self.token.is_none() {
            local_host(headers)?;
        }
        allowed_origin(&self.origins, method, headers)
    }
}

fn local_host(headers: &HeaderMap) -> Result<()> {
    for host in headers.get_all(header::HOST) {
        let host = String::from_utf8_lossy(host.as_bytes());
        if !is_local(&host) {
            let expected = "localhost or an IP address";
            return Err(Error::mismatch(
                Code::BadRequest,
                "Host header",
                expected,
                host,
            ));
        }
    }
    Ok(())
}

fn allowed_origin(origins: &Origins, method: &Method, headers: &HeaderMap) -> Result<()> {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
    match headers.get(header::ORIGIN) {
        Some(origin) if !reads && !origins.allow(origin) => {
            let origin = String::from_utf8_lossy(origin.as_bytes()).into_owned();
            let message =
                format!("pages of {origin} may not write: allow them with --cors-origin {origin}");
            Err(Error::new(Code::Unauthorized, message).with("origin", origin))
        }
        _ => Ok(()),
    }
}

/// A name that no foreign name server can point here: an address, or localhost.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn only_addresses_and_localhost_are_local() {
        for host in [
            "localhost",
            "LOCALHOST:9010",
            "127.0.0.1:9010",
            "[::1]:9010",
            "[::1]",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:9010",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[evil",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }
}
