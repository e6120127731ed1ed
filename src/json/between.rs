//! What stands between tokens.

/// The next byte that is not space, and its place.
#[inline(always)]
pub(crate) fn after_space(text: &[u8], mut at: usize) -> (Option<u8>, usize) {
    loop {
        let Some(next) = text.get(at).copied() else {
            return (None, at);
        };
        // Two plain branches: of one match with that of the caller a table of jumps would be made.
        if next > b' ' || !matches!(next, b' ' | b'\n' | b'\r' | b'\t') {
            return (Some(next), at);
        }
        at += 1;
    }
}

/// Is there one of these?
#[inline(always)]
pub(crate) fn is(text: &[u8], at: usize, bytes: &[u8]) -> bool {
    text.get(at).is_some_and(|byte| bytes.contains(byte))
}
