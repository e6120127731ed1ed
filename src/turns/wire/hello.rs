//! HELLO: who a client is and what it can take.

use super::layout::Layout;
use super::reader::{put_counted, utf8, Reader};
use crate::error::{Code, Error, Result};

/// The protocol's version.
pub const VERSION: u16 = 1;

/// HELLO. `meta` is JSON or empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hello<'a> {
    /// The client's name for itself.
    pub tag: &'a str,
    /// JSON about the client; empty where it says nothing.
    pub meta: &'a [u8],
}

/// `version u16, tag_len u16, tag, meta_len u32, meta`, or nothing at all.
impl<'a> Layout<'a> for Hello<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self> {
        if r.is_empty() {
            return Ok(Hello { tag: "", meta: b"" });
        }
        let version = r.u16("HELLO version")?;
        if version != VERSION {
            return Err(Error::mismatch(
                Code::BadRequest,
                "HELLO version",
                VERSION,
                version,
            ));
        }
        let tag_len = r.u16("HELLO tag")?;
        let tag = utf8(r.bytes(tag_len.into(), "HELLO tag")?, "HELLO tag")?;
        Ok(Hello {
            tag,
            meta: r.counted("HELLO meta")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        // A tag is cut at what its length field can say.
        let mut end = self.tag.len().min(u16::MAX.into());
        while !self.tag.is_char_boundary(end) {
            end -= 1;
        }
        let tag = &self.tag.as_bytes()[..end];
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&(tag.len() as u16).to_le_bytes());
        out.extend_from_slice(tag);
        put_counted(out, self.meta);
    }
}
