//! Addresses that a component names: http and https, pictures as `data:`, and the schemes that the caller adds.

use super::catalog::Role;
use crate::html::values::url::{clean, picture, web_link};

/// Why an address may not stand there.
///
/// # Errors
/// What was expected.
pub fn check(address: &str, role: Role, more: &[String]) -> Result<(), &'static str> {
    let address = clean(address);
    let end = address.find([':', '/', '\\', '?', '#']);
    let Some((scheme, rest)) = end.and_then(|end| address.split_at_checked(end)) else {
        return Ok(());
    };
    let Some(rest) = rest.strip_prefix(':') else {
        // It goes to where the page is, or to its host's neighbour, by http or https as the page does.
        return Ok(());
    };
    let scheme = scheme.to_ascii_lowercase();
    if more.contains(&scheme) {
        return Ok(());
    }
    match (scheme.as_str(), role) {
        ("http" | "https", _) => web_link(rest).map_err(|_| "http or https with // and a host"),
        ("data", Role::Picture) => {
            picture(rest).map_err(|_| "data: of png, jpeg, gif, webp or avif")
        }
        (_, Role::Picture) => Err("http, https, or data: of a picture"),
        _ => Err("http or https"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_read_as_browsers_read_them() {
        let png = "data:image/png;base64,AA==";
        for (address, role) in [
            ("https://a.example/x?y#z", Role::Url),
            ("HTTP://a", Role::Url),
            ("/a.png", Role::Picture),
            ("a/b:c", Role::Url),
            ("", Role::Url),
            (png, Role::Picture),
            ("DATA:image/WEBP,x", Role::Picture),
        ] {
            assert_eq!(check(address, role, &[]), Ok(()), "{address}");
        }
        for (address, role) in [
            ("javascript:alert(1)", Role::Picture),
            (" \u{1}java\nscript:1", Role::Url),
            (png, Role::Url),
            ("data:image/svg+xml,x", Role::Picture),
            ("data:text/html,x", Role::Picture),
            ("file:///x", Role::Url),
            ("blob:x", Role::Url),
            ("https:evil", Role::Url),
            ("mailto:a@b", Role::Url),
        ] {
            assert!(check(address, role, &[]).is_err(), "{address}");
        }
        assert_eq!(check("MAILTO:a@b", Role::Url, &["mailto".into()]), Ok(()));
    }
}
