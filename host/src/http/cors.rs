//! Which pages may use the host.

use axum::http::{header, HeaderValue, Method};
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};
use vitrine::error::{Code, Error, Result};

/// Headers that carry a page's meta, beside the usual ones.
pub(super) const HEAD: &str = "vitrine-head";
pub(super) const HEAD_DEPTH: &str = "vitrine-head-depth";
pub(super) const BUNDLE: &str = "vitrine-bundle";
pub(super) const NEXT_BEFORE: &str = "vitrine-next-before";

/// The origins whose pages may use the host: those named, or all.
#[derive(Debug, Clone)]
pub struct Origins {
    all: bool,
    named: Vec<HeaderValue>,
}

impl Origins {
    /// `*` for all, none for no cross-origin use.
    ///
    /// # Errors
    /// `BadRequest` for what is not `scheme://host[:port]`.
    pub fn parse(origins: &[String]) -> Result<Origins> {
        let all = origins.iter().any(|o| o == "*");
        let named = origins.iter().filter(|o| *o != "*");
        Ok(Origins {
            all,
            named: named.map(|o| origin(o)).collect::<Result<_>>()?,
        })
    }

    /// May pages of this origin write?
    pub(super) fn allow(&self, origin: &HeaderValue) -> bool {
        self.all || self.named.contains(origin)
    }

    /// The layer that tells browsers.
    pub(super) fn layer(&self) -> CorsLayer {
        let allowed = if self.all {
            AllowOrigin::any()
        } else {
            AllowOrigin::list(self.named.clone())
        };
        CorsLayer::new()
            .allow_origin(allowed)
            .allow_methods([Method::GET, Method::PUT, Method::POST])
            .allow_headers([
                header::ACCEPT,
                header::AUTHORIZATION,
                header::CONTENT_TYPE,
                header::IF_NONE_MATCH,
                header::RANGE,
                header::HeaderName::from_static("last-event-id"),
            ])
            .expose_headers([
                header::ETAG,
                header::CONTENT_RANGE,
                header::HeaderName::from_static(HEAD),
                header::HeaderName::from_static(HEAD_DEPTH),
                header::HeaderName::from_static(BUNDLE),
                header::HeaderName::from_static(NEXT_BEFORE),
            ])
            .max_age(Duration::from_secs(600))
    }
}

/// An origin as browsers write it: in lower case, without the port that its scheme has anyway.
fn origin(text: &str) -> Result<HeaderValue> {
    let lower = text.to_ascii_lowercase();
    let usual = match lower.split_once("://") {
        Some(("http", _)) => ":80",
        Some(("https", _)) => ":443",
        _ => "",
    };
    let written = lower.strip_suffix(usual).unwrap_or(&lower);
    let is_host = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    match (written.split_once("://"), HeaderValue::from_str(written)) {
        (Some((scheme, host)), Ok(value)) if !scheme.is_empty() && is_host(host) => Ok(value),
        _ => Err(Error::mismatch(
            Code::BadRequest,
            "--cors-origin",
            "scheme://host or scheme://host:port without a path",
            format_args!("{text:?}"),
        )),
    }
}
