//! What the engine is given: the root document, its shards, and what the caller got before it took the lock.

/// The root document.
#[derive(Debug, Clone, Copy)]
pub struct Root<'a> {
    /// Its path (STATE_PATH). The folder in it is the base of relative references, so the command line gives an absolute
    /// one: where that folder is called `state`, targets that begin with `state/` start at its parent.
    pub path: &'a str,
    /// Its identity: the real path. A reference that leads to the same identity is a cycle.
    pub id: &'a str,
    /// Its bytes; `None` where there is no such file, which reads as the default shape.
    pub text: Option<&'a [u8]>,
}

/// What a reference leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The identity of the file: its real path. Where there is none, the path that it would have (the real path of the
    /// nearest folder that is there, and the rest), so that two ways to one missing file have one identity.
    pub id: String,
    /// What is there.
    pub found: Found,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A file; whether it is JSON, or UTF-8 at all, is for the engine to say.
    Text(Vec<u8>),
    /// Nothing.
    Missing,
    /// Something that cannot be read, and why: a folder, a file without permission.
    Unreadable(String),
}

/// Reads shards. Called once for each way in which a path is written, also for files that are to be made.
pub trait Shards {
    /// What is at `path`, which is absolute or relative to the same folder as [`Root::path`].
    fn open(&mut self, path: &str) -> Shard;
}

/// A jq filter: native callers have one.
pub trait Filter {
    /// Whether it can be compiled, or why not.
    ///
    /// # Errors
    /// A sentence, for exit code 7.
    fn check(&mut self, filter: &str) -> Result<(), String>;

    /// All that the filter makes of a JSON text, each as a JSON text. The engine demands exactly one.
    ///
    /// # Errors
    /// A sentence, for exit code 7.
    fn run(&mut self, filter: &str, input: &str) -> Result<Vec<String>, String>;
}

/// What the plan asked for. What it did not ask for may be left out.
#[derive(Default)]
pub struct Supplied<'a> {
    /// The time in RFC 3339, where [`super::Plan::wants_clock`]; without it CREATED-AT is null.
    pub now: Option<String>,
    /// The bytes of [`super::Plan::input`]. Where they cannot be read, the caller refuses with `Exit::Input` before it
    /// takes the lock.
    pub input: Option<Vec<u8>>,
    /// The bytes of [`super::Plan::snapshot`], or why there are none: then the command ends with 3.
    pub snapshot: Option<Result<Vec<u8>, String>>,
    /// What runs [`super::Plan::filter`].
    pub filter: Option<&'a mut dyn Filter>,
}
