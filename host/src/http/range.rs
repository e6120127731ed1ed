//! `Range`: one range of bytes (RFC 9110 section 14). More than one, or another unit, gets the whole, as the RFC allows.

use super::error::{ApiError, ApiResult};
use axum::http::{header, HeaderMap, Method, StatusCode};
use std::ops::RangeInclusive;
use vitrine::error::{Code, Error};

/// A range that lies within its whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    first: usize,
    last: usize,
    whole: usize,
}

impl Part {
    /// The value of `Content-Range`.
    pub(super) fn header(&self) -> String {
        format!("bytes {}-{}/{}", self.first, self.last, self.whole)
    }

    pub(super) fn bounds(&self) -> RangeInclusive<usize> {
        self.first..=self.last
    }
}

/// The range that is asked for; `None` for the whole. Only `GET` has ranges. An `If-Range` that is not `tag` asks for the whole.
///
/// # Errors
/// 416 with `BadRequest` for a range that begins behind the end.
pub(super) fn asked(
    method: &Method,
    request: &HeaderMap,
    tag: &str,
    whole: usize,
) -> ApiResult<Option<Part>> {
    let text = |name| request.get(name).and_then(|value| value.to_str().ok());
    if method != Method::GET {
        return Ok(None);
    }
    if request.contains_key(header::IF_RANGE) && text(header::IF_RANGE) != Some(tag) {
        return Ok(None);
    }
    let Some((first, last)) = text(header::RANGE).and_then(parse) else {
        return Ok(None);
    };
    let length = whole as u64;
    let (first, last) = match (first, last) {
        (None, last) => (length.saturating_sub(last), length.saturating_sub(1)),
        (Some(first), last) => (first, last.min(length.saturating_sub(1))),
    };
    if first >= length {
        let expected = format_args!("one that begins before the end at {whole}");
        let error = Error::mismatch(Code::BadRequest, "Range", expected, first);
        return Err(ApiError {
            status: StatusCode::RANGE_NOT_SATISFIABLE,
            error,
        });
    }
    // Both lie under `whole`, which is a usize.
    let (first, last) = (first as usize, last as usize);
    Ok(Some(Part { first, last, whole }))
}

/// `first-last`, `first-` or `-length` of bytes; `None` for what is to be ignored. A list may have empty elements.
fn parse(text: &str) -> Option<(Option<u64>, u64)> {
    let (unit, range) = text.split_once('=')?;
    let (first, last) = range.trim_matches([',', ' ', '\t']).split_once('-')?;
    if !unit.eq_ignore_ascii_case("bytes") {
        return None;
    }
    match (first, last) {
        ("", length) => Some((None, place(length)?)),
        (first, "") => Some((Some(place(first)?), u64::MAX)),
        (first, last) => {
            let (first, last) = (place(first)?, place(last)?);
            (first <= last).then_some((Some(first), last))
        }
    }
}

/// A number of digits alone; one that is too large for any file is the largest.
fn place(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ask(range: &str, whole: usize) -> Result<Option<String>, u16> {
        let mut request = HeaderMap::new();
        request.insert(header::RANGE, range.parse().unwrap());
        asked(&Method::GET, &request, "\"t\"", whole)
            .map(|part| part.map(|part| part.header()))
            .map_err(|e| e.status.as_u16())
    }

    #[test]
    fn one_range_is_served_and_others_get_the_whole() {
        for (range, expected) in [
            ("bytes=0-0", "bytes 0-0/10"),
            ("bytes=2-5", "bytes 2-5/10"),
            ("Bytes= 2-5", "bytes 2-5/10"),
            ("bytes=2-500", "bytes 2-9/10"),
            ("bytes=02-99999999999999999999", "bytes 2-9/10"),
            ("bytes=7-", "bytes 7-9/10"),
            ("bytes=-3", "bytes 7-9/10"),
            ("bytes=-300", "bytes 0-9/10"),
            ("bytes=0-0,", "bytes 0-0/10"),
            ("bytes= , ,7-", "bytes 7-9/10"),
        ] {
            assert_eq!(ask(range, 10), Ok(Some(expected.into())), "{range}");
        }
        for range in [
            "bytes=0-1,3-4",
            "lines=0-1",
            "bytes=5-2",
            "bytes=",
            "bytes=-",
            "bytes=a-b",
            "0-1",
        ] {
            assert_eq!(ask(range, 10), Ok(None), "{range}");
        }
        for (range, whole) in [
            ("bytes=10-", 10),
            ("bytes=10-12", 10),
            ("bytes=99999999999999999999-", 10),
            ("bytes=-0", 10),
            ("bytes=0-0", 0),
            ("bytes=-1", 0),
        ] {
            assert_eq!(ask(range, whole), Err(416), "{range}");
        }
    }

    #[test]
    fn other_methods_have_no_ranges() {
        let mut request = HeaderMap::new();
        request.insert(header::RANGE, HeaderValue::from_static("bytes=0-0"));
        for method in [Method::HEAD, Method::POST] {
            assert!(matches!(asked(&method, &request, "t", 10), Ok(None)));
        }
    }
}
