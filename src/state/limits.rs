//! How large a document may be. What is larger is refused with exit 3, an argument with 2.

/// How many arrays and objects may stand in each other in one file: as many as the reader of JSON takes.
pub(super) const DEPTH: usize = 127;
/// The same with shards in their places.
pub(super) const RESOLVED_DEPTH: u32 = 256;
/// References that lead from one file to the next.
pub(super) const CHAIN: usize = 64;
/// Bytes of a file.
pub(super) const FILE_BYTES: usize = 64 << 20;
/// Bytes of all files.
pub(super) const ALL_BYTES: usize = 256 << 20;
/// Files.
pub(super) const FILES: usize = 10_000;
/// Bytes of what is printed or given to a filter with shards in their places: one file may stand in many.
pub(super) const RESOLVED_BYTES: usize = 64 << 20;
