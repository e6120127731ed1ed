//! The budgets of a batch, from the section "Budgets and Limits" of the seed. What is exactly at a limit passes.

/// Operations in one batch.
pub const OPS_PER_BATCH: usize = 64;
/// Bytes of UTF-8 of one operation's HTML.
pub const HTML_PER_OP: usize = 64 << 10;
/// Bytes of UTF-8 of all HTML of one batch.
pub const HTML_PER_BATCH: usize = 128 << 10;
/// Bytes of UTF-8 of one `data-command` attribute.
pub const DATA_COMMAND: usize = 32 << 10;
/// Tokens that are substituted in one element's `data-command`.
pub const TEMPLATE_TOKENS: usize = 16;

/// Bytes of one batch or plan, as JSON text.
pub const INPUT_BYTES: usize = 4 << 20;
/// Values in one batch or plan.
pub const INPUT_VALUES: usize = 100_000;
/// Arrays and objects inside each other in one batch or plan.
pub const INPUT_DEPTH: usize = 64;
/// Characters of an envelope's `id`, `traceId` and `txnId`.
pub const ID_CHARS: usize = 128;
/// Hints of a plan.
pub const ACTOR_HINTS: usize = 20;
/// CSS pixels of a window's width and height, at least.
pub const WINDOW_SIDE: f64 = 120.0;
