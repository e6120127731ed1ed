//! Frames: a 16-byte header, then a payload.
//!
//! The decoder takes bytes as they come. It never reserves what a header merely announces, so a peer
//! makes it hold no more than twice the bytes that the peer has really sent.

use crate::error::{Code, Error};
use crate::limits::Limits;

/// `len u32 (payload only) | msg_type u16 | flags u16 | req_id u64`, little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Length of the payload, in bytes.
    pub len: u32,
    /// The message's number in the protocol's table.
    pub msg_type: u16,
    /// Bits that belong to the message; 0 in replies.
    pub flags: u16,
    /// Chosen by the client, repeated in the reply.
    pub req_id: u64,
}

impl Header {
    /// Bytes of a header.
    pub const LEN: usize = 16;

    /// Reads a header; any 16 bytes are one.
    pub fn read(bytes: &[u8; Self::LEN]) -> Header {
        let [a, b, c, d, e, f, g, h, id @ ..] = *bytes;
        Header {
            len: u32::from_le_bytes([a, b, c, d]),
            msg_type: u16::from_le_bytes([e, f]),
            flags: u16::from_le_bytes([g, h]),
            req_id: u64::from_le_bytes(id),
        }
    }

    /// The header's bytes.
    pub fn to_bytes(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..4].copy_from_slice(&self.len.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.msg_type.to_le_bytes());
        bytes[6..8].copy_from_slice(&self.flags.to_le_bytes());
        bytes[8..].copy_from_slice(&self.req_id.to_le_bytes());
        bytes
    }
}

/// A whole frame, borrowed from the decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Its header.
    pub header: Header,
    /// Its payload, `header.len` bytes.
    pub payload: &'a [u8],
}

/// A header that announces more than the limit. The stream cannot be followed past it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    /// The header, whose `req_id` the error answers.
    pub header: Header,
    /// The most that a payload may have, in bytes.
    pub limit: u32,
}

impl From<TooLong> for Error {
    fn from(found: TooLong) -> Error {
        Error::mismatch(
            Code::BadRequest,
            "frame length",
            format_args!("at most {} bytes", found.limit),
            format_args!("{}; the connection ends here", found.header.len),
        )
    }
}

/// Cuts a byte stream into frames.
#[derive(Debug)]
pub struct FrameDecoder {
    buffer: Vec<u8>,
    start: usize,
    limit: u32,
    /// Bytes of a skipped frame that are still to come.
    skip: usize,
}

impl FrameDecoder {
    /// What a buffer keeps at least, in bytes.
    const IDLE: usize = 16 << 10;

    /// A decoder that takes payloads of up to `limits.frame_bytes`.
    pub fn new(limits: &Limits) -> Self {
        FrameDecoder {
            buffer: Vec::new(),
            start: 0,
            limit: limits.frame_bytes,
            skip: 0,
        }
    }

    /// From now on takes payloads of up to `limits.frame_bytes`.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.limit = limits.frame_bytes;
    }

    /// The buffer to append received bytes to, without the frames that were taken.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        self.buffer.drain(..self.start);
        self.start = 0;
        // What a long frame needed is not kept for those that come after it.
        if self.buffer.len() < self.buffer.capacity() / 4 {
            self.buffer.shrink_to(Self::IDLE);
        }
        &mut self.buffer
    }

    /// Whether a frame has begun that is not all there.
    pub fn is_mid_frame(&self) -> bool {
        self.skip > 0 || self.start < self.buffer.len()
    }

    /// The header of the frame that has begun and is not all there.
    pub fn unfinished(&self) -> Option<Header> {
        let head = self.buffer[self.start..].first_chunk();
        head.map(Header::read)
    }

    /// Passes over the frame that has begun: what follows it is the next one.
    pub fn skip_unfinished(&mut self) {
        if let Some(header) = self.unfinished() {
            self.skip = Header::LEN + header.len as usize;
        }
    }

    /// The next whole frame; `None` until more bytes come.
    ///
    /// # Errors
    /// [`TooLong`] as soon as such a header is there; again on every later call.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, TooLong> {
        let skipped = self.skip.min(self.buffer.len() - self.start);
        self.start += skipped;
        self.skip -= skipped;
        let Some((head, rest)) = self.buffer[self.start..].split_first_chunk() else {
            return Ok(None);
        };
        let header = Header::read(head);
        if header.len > self.limit {
            return Err(TooLong {
                header,
                limit: self.limit,
            });
        }
        let Some(payload) = rest.get(..header.len as usize) else {
            return Ok(None);
        };
        self.start += Header::LEN + payload.len();
        Ok(Some(Frame { header, payload }))
    }
}

/// Appends one frame to `out`; `payload` writes the payload's bytes.
pub fn put_frame(
    out: &mut Vec<u8>,
    msg_type: u16,
    flags: u16,
    req_id: u64,
    payload: impl FnOnce(&mut Vec<u8>),
) {
    let start = out.len();
    out.extend_from_slice(&[0; Header::LEN]);
    payload(out);
    let len = u32::try_from(out.len() - start - Header::LEN).unwrap_or(u32::MAX);
    let header = Header {
        len,
        msg_type,
        flags,
        req_id,
    };
    out[start..start + Header::LEN].copy_from_slice(&header.to_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoder(limit: u32) -> FrameDecoder {
        FrameDecoder::new(&Limits {
            frame_bytes: limit,
            ..Limits::DEFAULT
        })
    }

    #[test]
    fn the_header_is_sixteen_little_endian_bytes() {
        let header = Header {
            len: 3,
            msg_type: 5,
            flags: 1,
            req_id: 0x0102_0304_0506_0708,
        };
        let bytes = [3, 0, 0, 0, 5, 0, 1, 0, 8, 7, 6, 5, 4, 3, 2, 1];
        assert_eq!(header.to_bytes(), bytes);
        assert_eq!(Header::read(&bytes), header);
    }

    #[test]
    fn a_payload_may_have_the_limit_and_no_more() {
        let mut d = decoder(4);
        put_frame(d.buffer(), 1, 0, 1, |out| out.extend([1; 4]));
        put_frame(d.buffer(), 1, 0, 2, |out| out.extend([1; 5]));
        assert_eq!(d.next_frame().unwrap().unwrap().payload, [1; 4]);
        let too_long = d.next_frame().unwrap_err();
        assert_eq!((too_long.header.req_id, too_long.header.len), (2, 5));
        let message = &Error::from(too_long).message;
        assert!(message.contains("at most 4 bytes, found 5"), "{message}");
        assert!(d.next_frame().is_err());
    }

    #[test]
    fn an_announced_payload_reserves_nothing() {
        let mut d = decoder(64 << 20);
        let header = Header {
            len: 64 << 20,
            msg_type: 1,
            flags: 0,
            req_id: 1,
        };
        d.buffer().extend(header.to_bytes());
        assert!(d.next_frame().unwrap().is_none());
        assert!(d.is_mid_frame());
        assert!(d.buffer().capacity() < 1024);
    }

    #[test]
    fn a_skipped_frame_is_passed_over_however_much_of_it_is_there() {
        for there in [16, 17, 60, 116] {
            let mut d = decoder(100);
            let mut stream = Vec::new();
            put_frame(&mut stream, 1, 0, 1, |out| out.extend([1; 100]));
            put_frame(&mut stream, 2, 0, 2, |out| out.extend([2; 3]));
            d.buffer().extend(&stream[..there]);
            assert_eq!(d.unfinished().map(|header| header.len), Some(100));
            d.skip_unfinished();
            assert_eq!(d.next_frame().unwrap(), None);
            assert_eq!(d.is_mid_frame(), there < 116);
            for byte in &stream[there..] {
                d.buffer().push(*byte);
                if let Some(frame) = d.next_frame().unwrap() {
                    assert_eq!((frame.header.msg_type, frame.payload), (2, &[2; 3][..]));
                }
            }
            assert!(!d.is_mid_frame());
            assert_eq!(d.unfinished(), None);
        }
    }

    #[test]
    fn a_long_frame_leaves_no_long_buffer() {
        let mut d = decoder(64 << 20);
        put_frame(d.buffer(), 1, 0, 1, |out| {
            out.resize(out.len() + (1 << 20), 0)
        });
        // The beginning of the next one keeps it from being empty.
        d.buffer().extend([9; 10]);
        assert!(d.next_frame().unwrap().is_some());
        assert_eq!(d.buffer(), &[9; 10]);
        assert!(d.buffer().capacity() <= FrameDecoder::IDLE);
    }

    proptest! {
        #[test]
        fn frames_come_out_whole_however_the_bytes_arrive(
            frames in prop::collection::vec(
                (any::<u16>(), any::<u16>(), any::<u64>(), prop::collection::vec(any::<u8>(), 0..80)), 0..8),
            cut in 1usize..50,
        ) {
            let mut stream = Vec::new();
            for (msg_type, flags, req_id, payload) in &frames {
                put_frame(&mut stream, *msg_type, *flags, *req_id, |out| out.extend(payload));
            }
            let mut d = decoder(80);
            let mut seen = Vec::new();
            for chunk in stream.chunks(cut) {
                d.buffer().extend(chunk);
                while let Some(f) = d.next_frame().unwrap() {
                    seen.push((f.header.msg_type, f.header.flags, f.header.req_id, f.payload.to_vec()));
                }
            }
            prop_assert_eq!(seen, frames);
            prop_assert!(!d.is_mid_frame());
        }
    }
}
