//! Where a node's paths start: at the model, or at the row of a template.

use crate::a2ui::path::Path;
use std::fmt::Write;
use std::rc::Rc;

/// Where paths start.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// The keys that lead there from the model's root.
    pub keys: Vec<String>,
    /// What a row adds to the ids of its components, `:key` for each template around it.
    pub suffix: String,
}

impl Scope {
    /// The scope of the row `key` of the list that `path` leads to from here.
    pub fn row(&self, path: &Path, key: &str) -> Rc<Scope> {
        let mut suffix = self.suffix.clone();
        suffix.push(':');
        push_encoded(key, &mut suffix);
        let mut keys = self.absolute(path);
        keys.push(key.to_owned());
        Rc::new(Scope { keys, suffix })
    }

    /// The keys of a path that starts here.
    pub fn absolute(&self, path: &Path) -> Vec<String> {
        [self.keys.as_slice(), path.0.as_slice()].concat()
    }

    /// The key of the row.
    pub fn key(&self) -> &str {
        self.keys.last().map_or("", String::as_str)
    }
}

/// The JSON Pointer of keys (RFC 6901).
pub fn pointer_of(keys: &[String]) -> String {
    let mut out = String::new();
    for key in keys {
        push_key(key, &mut out);
    }
    out
}

/// Appends a key of a JSON Pointer.
pub fn push_key(key: &str, out: &mut String) {
    out.push('/');
    if key.contains(['~', '/']) {
        out.push_str(&key.replace('~', "~0").replace('/', "~1"));
    } else {
        out.push_str(key);
    }
}

/// Appends a key with all but `[A-Za-z0-9_.-]` percent-encoded.
fn push_encoded(key: &str, out: &mut String) {
    for byte in key.bytes() {
        if byte.is_ascii_alphanumeric() || b"_.-".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_ids_of_their_own_at_any_depth() {
        let path = Path::canonical("/rows").unwrap();
        let row = Scope::default().row(&path, "a:b/é");
        assert_eq!(row.suffix, ":a%3Ab%2F%C3%A9");
        let inner = row.row(&path, "0");
        assert_eq!(inner.suffix, ":a%3Ab%2F%C3%A9:0");
        assert_eq!(inner.keys, ["rows", "a:b/é", "rows", "0"]);
    }
}
