//! Path segments, query values and bodies, read strictly: what is not understood is refused.

use super::error::{ApiError, ApiResult};
use super::stall::STALL;
use crate::memory::{Memory, Share};
use axum::body::{to_bytes, Body, Bytes, HttpBody};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::percent_decode_str;
use std::fmt::Display;
use std::time::Duration;
use tokio::time::timeout;
use vitrine::error::{Code, Error, Result};

/// Turns or contexts on a page unless a query says otherwise.
const DEFAULT_LIMIT: u32 = 64;

/// Most turns or contexts on a page.
const MAX_LIMIT: u32 = 1000;

/// The path's only parameter, or its two, percent-decoded.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(super) struct Path<T>(pub(super) T);

/// The query, each name at most once.
#[derive(Debug)]
pub(super) struct Query(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let text = parts.uri.query().unwrap_or_default();
        if percent_decode_str(text).decode_utf8().is_err() {
            return Err(bad("query", "percent-encoded UTF-8", format_args!("{text:?}")).into());
        }
        Ok(Query(
            form_urlencoded::parse(text.as_bytes())
                .into_owned()
                .collect(),
        ))
    }
}

impl Query {
    /// Holds the query to these names.
    ///
    /// # Errors
    /// `BadRequest` for another name, or one that is given twice.
    pub(super) fn only(&self, names: &[&str]) -> Result<()> {
        for (i, (name, _)) in self.0.iter().enumerate() {
            if !names.contains(&name.as_str()) {
                let known = if names.is_empty() {
                    "none".to_owned()
                } else {
                    names.join(", ")
                };
                return Err(bad("query parameter", known, format_args!("{name:?}")));
            }
            if self.0[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(bad("query", format_args!("{name} once"), "it twice"));
            }
        }
        Ok(())
    }

    /// The value under `name`.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// `limit`: 1 to 1000, 64 by default.
    ///
    /// # Errors
    /// `BadRequest` for anything else.
    pub(super) fn limit(&self) -> Result<u32> {
        let Some(text) = self.get("limit") else {
            return Ok(DEFAULT_LIMIT);
        };
        decimal(text)
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| (1..=MAX_LIMIT).contains(n))
            .ok_or_else(|| {
                bad(
                    "limit",
                    format_args!("1 to {MAX_LIMIT}"),
                    format_args!("{text:?}"),
                )
            })
    }

    /// An id under `name`.
    ///
    /// # Errors
    /// `BadRequest` for what is not an id.
    pub(super) fn id(&self, name: &str) -> Result<Option<u64>> {
        self.get(name).map(|text| id(name, text)).transpose()
    }
}

/// An id: a decimal number from 1.
///
/// # Errors
/// `BadRequest` for anything else.
pub(super) fn id(what: &str, text: &str) -> Result<u64> {
    decimal(text).filter(|id| *id > 0).ok_or_else(|| {
        bad(
            what,
            "an id: a decimal number from 1",
            format_args!("{text:?}"),
        )
    })
}

/// A number written in digits alone; no sign, and no zeros in front.
pub(super) fn decimal(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// How fast a body has to come all in all, in bytes a second.
const PACE: usize = 1 << 20;

/// The request's body, up to `limit` bytes, and room for `copies` of it. One that does not say its length counts as the
/// longest.
///
/// # Errors
/// `Unprocessable` for a longer one, `BadRequest` when it breaks off or is too slow, `Storage` when there is no memory
/// for it.
pub(super) async fn body(
    body: Body,
    limit: usize,
    copies: usize,
    memory: &Memory,
) -> Result<(Bytes, Share)> {
    let said = body.size_hint().exact().map(usize::try_from);
    let length = said.map_or(limit, |said| said.unwrap_or(usize::MAX));
    if length > limit {
        return Err(too_long(limit, length));
    }
    let mut share = memory.asked.take(copies * length).await?;
    let pace = Duration::from_secs((length / PACE) as u64);
    let bytes = timeout(STALL + pace, read(body, limit))
        .await
        .map_err(|_| Error::new(Code::BadRequest, "the body came too slowly"))??;
    share.shrink_to(copies * bytes.len());
    Ok((bytes, share))
}

async fn read(body: Body, limit: usize) -> Result<Bytes> {
    to_bytes(body, limit).await.map_err(|e| {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&e);
        while let Some(error) = cause {
            if error.is::<http_body_util::LengthLimitError>() {
                return too_long(limit, "more");
            }
            cause = error.source();
        }
        Error::new(Code::BadRequest, format!("the body broke off: {e}"))
    })
}

fn too_long(limit: usize, found: impl Display) -> Error {
    let most = format_args!("at most {limit} bytes");
    Error::mismatch(Code::Unprocessable, "body", most, found)
}

fn bad(what: &str, expected: impl Display, found: impl Display) -> Error {
    Error::mismatch(Code::BadRequest, what, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_decimals() {
        assert_eq!(decimal("18446744073709551615"), Some(u64::MAX));
        assert_eq!(decimal("0"), Some(0));
        for text in [
            "",
            "-1",
            "+1",
            "01",
            "1 ",
            "0x1",
            "1e3",
            "18446744073709551616",
            "٣",
        ] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }

    /// A body that says nothing of its length, a byte in every `every`.
    fn dripping(bytes: usize, every: Duration) -> Body {
        Body::from_stream(futures_util::stream::unfold(0, move |sent| async move {
            tokio::time::sleep(every).await;
            let byte = Ok::<_, std::io::Error>(Bytes::from_static(b"x"));
            (sent < bytes).then_some((byte, sent + 1))
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_too_slowly_is_not_waited_for() {
        let memory = Memory::new(512).unwrap();
        let slow = body(dripping(60, Duration::from_secs(1)), 4096, 1, &memory).await;
        let error = slow.unwrap_err();
        assert_eq!(
            (error.code, &*error.message),
            (Code::BadRequest, "the body came too slowly")
        );
        // The same bytes twice as fast; and as slowly where so much may come that it may take longer.
        let fast = body(dripping(50, Duration::from_millis(500)), 4096, 1, &memory).await;
        assert_eq!(fast.unwrap().0.len(), 50);
        let long = body(dripping(60, Duration::from_secs(1)), 40 * PACE, 1, &memory).await;
        assert_eq!(long.unwrap().0.len(), 60);
    }
}
