//! Where in a value something was found: a JSON Pointer (RFC 6901).

use core::fmt;

/// A JSON Pointer such as `/types/com.example.Note/versions/1`. Empty: the whole value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pointer(String);

impl Pointer {
    /// The pointer to the whole value.
    pub const fn root() -> Self {
        Pointer(String::new())
    }

    /// This pointer, one object key deeper. `~` and `/` in the key are escaped.
    #[must_use]
    #[inline(never)]
    pub fn key(&self, key: &str) -> Self {
        let mut s = String::with_capacity(self.0.len() + key.len() + 1);
        s.push_str(&self.0);
        s.push('/');
        for c in key.chars() {
            match c {
                '~' => s.push_str("~0"),
                '/' => s.push_str("~1"),
                c => s.push(c),
            }
        }
        Pointer(s)
    }

    /// This pointer, one array index deeper.
    #[must_use]
    #[inline(never)]
    pub fn index(&self, index: usize) -> Self {
        Pointer(format!("{}/{index}", self.0))
    }

    /// This pointer, inside the key of one more object around it.
    #[must_use]
    pub fn under(&self, key: &str) -> Self {
        let mut outer = Pointer::root().key(key);
        outer.0.push_str(&self.0);
        outer
    }

    /// `inner`, inside the value that this one points to.
    #[must_use]
    pub fn join(&self, inner: &Pointer) -> Self {
        Pointer([self.as_str(), inner.as_str()].concat())
    }

    /// The pointer's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_escaped() {
        assert_eq!(
            Pointer::root().key("a/b").key("c~d").index(3).as_str(),
            "/a~1b/c~0d/3"
        );
    }
}
