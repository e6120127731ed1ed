//! How much markup is read, and what is said when there was more.

use crate::error::{Code, Error, Result};

/// Limits on one piece of markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HtmlLimits {
    /// Largest input, in bytes; more is refused by [`HtmlLimits::admit`].
    pub bytes: usize,
    /// Deepest nesting of the tree, its fragment being 0. Deeper elements become siblings.
    pub depth: u32,
    /// Most nodes of one tree; reading stops at the token that finds so many.
    pub nodes: u32,
}

impl HtmlLimits {
    /// 4 MiB, depth 256, 500,000 nodes.
    pub const DEFAULT: HtmlLimits = HtmlLimits {
        bytes: 4 << 20,
        depth: 256,
        nodes: 500_000,
    };

    /// Refuses input over the byte limit.
    ///
    /// # Errors
    /// `Unprocessable` with the limit and the size found.
    pub fn admit(&self, input: &str) -> Result<()> {
        if input.len() <= self.bytes {
            return Ok(());
        }
        let expected = format!("at most {} bytes", self.bytes);
        let found = format!("{} bytes; send it in parts", input.len());
        Err(Error::mismatch(
            Code::Unprocessable,
            "markup",
            expected,
            found,
        ))
    }
}

impl Default for HtmlLimits {
    fn default() -> Self {
        HtmlLimits::DEFAULT
    }
}

/// What a limit took away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Truncation {
    /// Elements that would have been too deep and became siblings of what was around them.
    pub flattened: u32,
    /// Formatting elements that were not opened again after their block ended, since markup may cause
    /// only so many copies (1,024 and one for each 64 bytes of input).
    pub unformatted: u32,
    /// Byte offset in the input where reading stopped because of the node limit.
    pub stopped_at: Option<u32>,
}
