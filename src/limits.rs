//! Every limit on input, in one struct, with the values that hold unless a caller says otherwise.

/// The largest integer that a JavaScript number, and so a JSON reader, holds exactly beside all below it.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Limits on what is read. Sizes are bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest payload of one wire frame.
    pub frame_bytes: u32,
    /// Deepest nesting of a turn payload; the payload's own map is depth 1.
    pub depth: u32,
    /// Most msgpack values (keys included) in one payload.
    pub nodes: u32,
    /// Largest registry bundle, as text.
    pub bundle_bytes: usize,
    /// Most warnings kept for one turn; the last one says how many more there were.
    pub warnings: usize,
}

impl Limits {
    /// The limits of the protocol: 64 MiB frames, depth 64, 1,000,000 nodes.
    pub const DEFAULT: Limits = Limits {
        frame_bytes: 64 << 20,
        depth: 64,
        nodes: 1_000_000,
        bundle_bytes: 16 << 20,
        warnings: 100,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
