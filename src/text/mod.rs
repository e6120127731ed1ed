//! Text: parts of it, and its way to JavaScript, which holds it as one byte a character or as UTF-16.

mod ascii;
mod float;
mod utf16;
#[cfg(any(feature = "uicp", test))]
mod utf8;

pub use ascii::push_ascii;
pub use float::{float, float_of};
pub use utf16::push_utf16;
#[cfg(any(feature = "uicp", test))]
pub use utf8::push_utf8;

/// Units that are looked at together; a step may write so many beyond what it takes.
const BLOCK: usize = 16;

/// The part of `text` from one place to before another. An index that panics would bring 4 KB of words and tables along
/// into a browser; here a place that does not exist, or is inside of a character, gives the empty text.
#[inline]
pub fn cut(text: &str, from: usize, to: usize) -> &str {
    debug_assert!(
        text.get(from..to).is_some(),
        "{from} to {to} of {}",
        text.len()
    );
    text.get(from..to).unwrap_or_default()
}

/// Whether two short texts are equal: by words, since what a wasm file has for this goes byte by byte.
#[inline]
pub fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    match (a.last_chunk::<8>(), b.last_chunk::<8>()) {
        _ if a.len() != b.len() => false,
        (Some(last), Some(other)) => last == other && a.as_chunks::<8>().0 == b.as_chunks::<8>().0,
        _ => a.iter().zip(b).all(|(a, b)| a == b),
    }
}

/// Whether two texts are equal but for the case of ASCII. Once in a wasm file: compilers write it out, in vectors, wherever
/// it is called, and it is called for words.
#[inline(never)]
pub fn same_word(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}
