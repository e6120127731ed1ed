//! Paths into a data model, in their one canonical form: JSON Pointers (section 5 of the seed's plan).
//!
//! `/` and the empty path mean the whole model. Only the form is settled here; inside a template a path starts at the
//! row, which is known where it is resolved.

use core::fmt;

/// A path: its keys, none for the whole model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(pub Vec<String>);

impl Path {
    /// Reads a canonical path: `/`, or a JSON Pointer (RFC 6901) that is not empty.
    pub fn canonical(text: &str) -> Option<Path> {
        if text == "/" {
            return Some(Path::default());
        }
        let keys = text.strip_prefix('/')?.split('/');
        keys.map(unescape).collect::<Option<Vec<_>>>().map(Path)
    }

    /// Reads a path in any of the forms that are in use: `/user/name`, `user/name`, `user.name`, `items[0]`. A `.` or `[`
    /// separates only where the path has no `/`.
    pub fn lenient(text: &str) -> Path {
        if let Some(path) = Path::canonical(text) {
            return path;
        }
        if text.contains('/') {
            let keys = text.strip_prefix('/').unwrap_or(text).split('/');
            let key = |key: &str| unescape(key).unwrap_or_else(|| key.to_owned());
            return Path(keys.filter(|key| !key.is_empty()).map(key).collect());
        }
        let keys = text.split(['.', '[', ']']).filter(|key| !key.is_empty());
        Path(keys.map(str::to_owned).collect())
    }

    /// Is this text in the canonical form? Without making anything.
    pub fn is_canonical(text: &str) -> bool {
        let Some(rest) = text.strip_prefix('/') else {
            return false;
        };
        // No call for what is short.
        rest.bytes().all(|byte| byte != b'~')
            || rest
                .split('~')
                .skip(1)
                .all(|after| after.starts_with(['0', '1']))
    }

    /// The whole model?
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

/// The canonical text.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() {
            return f.write_str("/");
        }
        for key in &self.0 {
            write!(f, "/{}", key.replace('~', "~0").replace('/', "~1"))?;
        }
        Ok(())
    }
}

fn unescape(key: &str) -> Option<String> {
    if !key.contains('~') {
        return Some(key.to_owned());
    }
    let mut parts = key.split('~');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push(match part.as_bytes().first() {
            Some(b'0') => '~',
            Some(b'1') => '/',
            _ => return None,
        });
        out.push_str(part.get(1..).unwrap_or_default());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_canonical_reads_back() {
        for text in [
            "/",
            "/user",
            "/user/name",
            "/a~1b/~0",
            "/a.b[0]",
            "/a//b",
            "/__proto__",
        ] {
            let path = Path::canonical(text).unwrap();
            assert!(Path::is_canonical(text), "{text}");
            assert_eq!(path.to_string(), text);
            assert_eq!(Path::lenient(text), path);
        }
        for text in ["", "user", "user/name", "user.name", "/a~", "/a~2", "#/a"] {
            assert_eq!(Path::canonical(text), None, "{text}");
            assert!(!Path::is_canonical(text), "{text}");
        }
    }

    #[test]
    fn lenient_reads_the_forms_in_use() {
        for (text, canonical) in [
            ("", "/"),
            ("user", "/user"),
            ("user.name", "/user/name"),
            ("user/name", "/user/name"),
            ("user/a.b/", "/user/a.b"),
            ("items[0].name", "/items/0/name"),
            ("/a~2", "/a~02"),
        ] {
            assert_eq!(Path::lenient(text).to_string(), canonical, "{text}");
        }
    }
}
