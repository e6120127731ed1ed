//! Addresses: which may stand in a link, an image, a sound or a film.
//!
//! A browser removes tabs and line ends anywhere and controls at the ends before it looks for the scheme; all of them
//! are removed here first, and the address passes as it then is. What stands before the first `:` must be a known
//! scheme; what a browser would guess about (`https:host`, `/\host`) is refused.

use super::{before, trim};
use crate::text::{cut, same_word};
use std::borrow::Cow;

/// What an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// To be followed by a person.
    Link,
    /// To be fetched when it is shown.
    Image,
    /// To be fetched when it is played.
    Media,
}

/// Whose images, sounds and films may be fetched. A remote one is a way out for data that needs no click.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Remote {
    /// Only those of the page's own origin.
    #[default]
    SameOrigin,
    /// All.
    Any,
    /// Those of these origins too, such as `https://img.example`.
    Origins(Vec<String>),
}

/// Which addresses may be fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetch {
    /// Whose.
    pub remote: Remote,
    /// The page's own origin, where it is known: its absolute addresses pass like relative ones.
    pub own: Option<String>,
}

/// The types of picture that `data:` may hold. SVG is not one: it is a document.
const PICTURES: [&str; 5] = ["png", "jpeg", "gif", "webp", "avif"];

/// Why an address is refused.
pub type Refusal = &'static str;

/// The address as it may pass.
///
/// # Errors
/// Why it may not.
pub fn check<'a>(address: &'a str, purpose: Use, fetch: &Fetch) -> Result<Cow<'a, str>, Refusal> {
    let clean = clean(address);
    judge(&clean, purpose, fetch).map(|()| clean)
}

/// Without controls, and without spaces at the ends.
pub(crate) fn clean(address: &str) -> Cow<'_, str> {
    let trimmed = trim(address, |b| b <= b' ');
    match trimmed.bytes().any(|b| b < b' ' || b == 0x7f) {
        false => Cow::Borrowed(trimmed),
        true => {
            let kept: String = trimmed.split(|c: char| c.is_ascii_control()).collect();
            // What was behind a control may be a space at an end now.
            Cow::Owned(trim(&kept, |b| b == b' ').to_owned())
        }
    }
}

fn judge(address: &str, purpose: Use, fetch: &Fetch) -> Result<(), Refusal> {
    let colon = before(address, |b| matches!(b, b':' | b'/' | b'\\' | b'?' | b'#'));
    if address.as_bytes().get(colon) != Some(&b':') {
        return relative(address);
    }
    let rest = cut(address, colon + 1, address.len());
    let scheme = cut(address, 0, colon);
    let is = |name: &str| same_word(scheme, name);
    match purpose {
        _ if is("http") || is("https") => match purpose {
            Use::Link => web_link(rest),
            _ => may_fetch(scheme, rest, fetch),
        },
        Use::Link if is("mailto") || is("tel") || is("sms") => Ok(()),
        Use::Image if is("data") => picture(rest),
        _ => Err("the scheme is not allowed here"),
    }
}

/// A path, query or fragment on this page's host.
fn relative(address: &str) -> Result<(), Refusal> {
    let slashes = address
        .bytes()
        .take_while(|b| matches!(b, b'/' | b'\\'))
        .count();
    match slashes {
        0 => Ok(()),
        1 if address.starts_with('/') => Ok(()),
        _ => Err("an address without a scheme must stay on this host"),
    }
}

pub(crate) fn web_link(rest: &str) -> Result<(), Refusal> {
    match rest
        .strip_prefix("//")
        .is_some_and(|host| !matches!(host.as_bytes().first(), Some(b'/' | b'\\')))
    {
        true => Ok(()),
        false => Err("http and https need // and a host"),
    }
}

fn may_fetch(scheme: &str, rest: &str, fetch: &Fetch) -> Result<(), Refusal> {
    web_link(rest)?;
    let host = cut(rest, 2, rest.len());
    let end = before(host, |b| matches!(b, b'/' | b'?' | b'#' | b'\\'));
    let authority = cut(host, 0, end);
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
    // Anything else in a host is encoded, a user name, or a trick.
    if !authority.bytes().all(plain) {
        return Err("the host must be written plainly");
    }
    let usual = if same_word(scheme, "http") {
        ":80"
    } else {
        ":443"
    };
    let authority = authority.strip_suffix(usual).unwrap_or(authority);
    let origin = [scheme, "://", authority].concat();
    let same = |other: &String| same_word(other.trim_end_matches('/'), &origin);
    let listed = match &fetch.remote {
        Remote::Any => true,
        Remote::Origins(origins) => origins.iter().any(same),
        Remote::SameOrigin => false,
    };
    match listed || fetch.own.as_ref().is_some_and(same) {
        true => Ok(()),
        false => Err("another origin: a fetch would tell it what is on the page"),
    }
}

pub(crate) fn picture(rest: &str) -> Result<(), Refusal> {
    let head = cut(rest, 0, before(rest, |b| matches!(b, b';' | b',')));
    let known = head.len() < rest.len()
        && head.split_once('/').is_some_and(|(kind, name)| {
            same_word(kind, "image") && PICTURES.iter().any(|known| same_word(known, name))
        });
    match known {
        true => Ok(()),
        false => Err("data: holds pictures only: png, jpeg, gif, webp, avif"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(address: &str, purpose: Use) -> bool {
        check(address, purpose, &Fetch::default()).is_ok()
    }

    #[test]
    fn links_have_known_schemes() {
        for address in [
            "https://a.example/x?y#z",
            "HTTP://a",
            "/x",
            "x/y:z",
            "?a:b",
            "#a:b",
            "",
            "mailto:a@b",
            "tel:1",
            "sms:1",
            ".//x",
            "../x",
        ] {
            assert!(passes(address, Use::Link), "{address}");
        }
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:1",
            " \u{1}javascript:1",
            "java\tscript:1",
            "java\nscript:1",
            "data:text/html,x",
            "data:image/png,x",
            "vbscript:1",
            "blob:x",
            "//evil",
            "/\\evil",
            "\\\\evil",
            "\\/evil",
            "\\evil",
            "/\t/evil",
            "https:evil",
            "https:\\\\evil",
            "https:///evil",
            "\u{a0}javascript:1",
            "java%73cript:1",
            "file:///x",
            "view-source:x",
        ] {
            assert!(!passes(address, Use::Link), "{address}");
        }
    }

    #[test]
    fn what_passes_is_without_controls_and_passes_again() {
        let fetch = Fetch::default();
        let once = check(" \u{1f}/a\tb\nc \u{0} ", Use::Link, &fetch).unwrap();
        assert_eq!(once, "/abc");
        assert_eq!(check(&once, Use::Link, &fetch).unwrap(), once);
    }

    #[test]
    fn images_come_from_here_unless_told() {
        let png = "data:image/png;base64,AA==";
        for address in ["/a.png", "a.png", png, "DATA:IMAGE/PNG,x"] {
            assert!(passes(address, Use::Image), "{address}");
        }
        for address in [
            "https://evil/a.png",
            "data:image/svg+xml,<svg>",
            "data:image/png",
            "data:text/html;image/png,x",
            "mailto:a@b",
        ] {
            assert!(!passes(address, Use::Image), "{address}");
        }
        assert!(!passes(png, Use::Media));
    }

    #[test]
    fn origins_are_compared_whole() {
        let fetch = Fetch {
            remote: Remote::Origins(vec!["https://img.example".into()]),
            own: Some("http://localhost:8080".into()),
        };
        let passes = |address| check(address, Use::Image, &fetch).is_ok();
        assert!(
            passes("https://img.example/a.png")
                && passes("HTTPS://IMG.EXAMPLE?x")
                && passes("http://localhost:8080/a")
        );
        // The port that the scheme has anyway.
        assert!(passes("https://img.example:443/a.png"));
        // For a browser this backslash ends the host.
        assert!(passes("https://img.example\\@evil/"));
        for address in [
            "http://img.example/a",
            "https://img.example.evil/",
            "https://img.example@evil/",
            "https://img.example:444/",
            "https://img.example:80/",
            "https://img.example:443:443/",
            "https://evil/img.example",
            "https:/img.example",
            "http://localhost:80801/",
        ] {
            assert!(!passes(address), "{address}");
        }
    }
}
