//! Headers that say what a client would rather have: names with weights (RFC 9110 section 12.4.2).

use axum::http::{HeaderMap, HeaderName};

/// What a header names, each with what else is said of it, in order.
pub(super) fn named<'a>(
    headers: &'a HeaderMap,
    header: &HeaderName,
) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(header).into_iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',').map(str::trim))
}

/// The name of a wish, and its weight: 0 refuses, 1 is what counts where none is said.
pub(super) fn weighed(wish: &str) -> (&str, f32) {
    let mut parts = wish.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| {
        let (key, weight) = part.split_once('=')?;
        key.eq_ignore_ascii_case("q").then_some(weight)
    });
    (
        name,
        weight.map_or(1.0, |weight| weight.parse().unwrap_or(1.0)),
    )
}

/// The weight of a name; `None` where the header does not name it.
pub(super) fn weight(headers: &HeaderMap, header: &HeaderName, name: &str) -> Option<f32> {
    let mut wishes = named(headers, header).map(weighed);
    let found = wishes.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
    Some(found.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_weights() {
        assert_eq!(weighed("gzip"), ("gzip", 1.0));
        assert_eq!(weighed("a/b ; level=1 ; Q=0.25"), ("a/b", 0.25));
        assert_eq!(weighed("*;q=0"), ("*", 0.0));
        assert_eq!(weighed("x;q=much"), ("x", 1.0));
    }
}
