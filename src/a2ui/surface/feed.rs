//! What changes, for whoever keeps the tree as objects: patches, a JSON array of them, each with a path from the root, an
//! array of keys and indices.
//!
//! | patch | |
//! |---|---|
//! | `[0, path, value]` | the value at the path |
//! | `[1, path, parts]` | the list at the path consists of these: `[from, count]` of what it was, or a node |
//! | `[2, path, node, moves]` | the node at the path; `moves` are pairs of paths from the node, to and from, of what it keeps of the former one |
//!
//! They hold in their order. Where nobody takes them they are not collected without end: the whole takes their place.

/// As many bytes are kept for somebody who may not come.
const MOST: usize = 256 << 10;

/// What changes.
#[derive(Debug)]
pub struct Feed {
    /// The whole is to be taken: there is no point in patches.
    whole: bool,
    patches: String,
}

impl Default for Feed {
    fn default() -> Self {
        Feed {
            whole: true,
            patches: String::new(),
        }
    }
}

impl Feed {
    /// Does somebody have the tree of before?
    pub fn follows(&self) -> bool {
        !self.whole
    }

    /// The tree is another one.
    pub fn reset(&mut self) {
        *self = Feed::default();
    }

    /// Adds a patch.
    pub fn patch(&mut self, write: impl FnOnce(&mut String)) {
        if self.whole {
            return;
        }
        self.patches
            .push(if self.patches.is_empty() { '[' } else { ',' });
        write(&mut self.patches);
        if self.patches.len() > MOST {
            self.reset();
        }
    }

    /// Takes the patches, empty where nothing changed; nothing where the whole is to be taken. From here on somebody
    /// follows.
    pub fn take(&mut self) -> Option<String> {
        let mut patches = core::mem::take(&mut self.patches);
        if !patches.is_empty() {
            patches.push(']');
        }
        (!core::mem::replace(&mut self.whole, false)).then_some(patches)
    }
}
