//! Enough of zlib (RFC 1950, 1951) for flat pictures: one block of fixed codes whose only matches are
//! repetitions of the byte before.

struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    /// Low bits first.
    fn put(&mut self, value: u32, count: u32) {
        self.pending |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Huffman codes go high bit first.
    fn code(&mut self, value: u32, count: u32) {
        self.put(value.reverse_bits() >> (32 - count), count);
    }

    /// A literal byte, the end of the block (256) or a length's symbol (257 to 285).
    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }
}

/// The match lengths that are used, in bytes, with their symbols: the longest that take no extra bits.
const MATCHES: [(usize, u32); 2] = [(258, 285), (10, 264)];

/// `data` as a zlib stream.
pub fn zlib(data: &[u8]) -> Vec<u8> {
    let mut bits = Bits {
        bytes: vec![0x78, 0x01],
        pending: 0,
        count: 0,
    };
    bits.put(1, 1); // the last block
    bits.put(1, 2); // fixed codes
    let mut at = 0;
    while at < data.len() {
        let longest = MATCHES[0].0;
        let same = match at {
            0 => 0,
            at => data[at..]
                .iter()
                .take(longest)
                .take_while(|b| **b == data[at - 1])
                .count(),
        };
        match MATCHES.iter().find(|(length, _)| *length <= same) {
            Some((length, symbol)) => {
                bits.symbol(*symbol);
                bits.code(0, 5); // distance 1
                at += length;
            }
            None => {
                bits.symbol(data[at].into());
                at += 1;
            }
        }
    }
    bits.symbol(256);
    bits.put(0, 7); // fills the last byte
    let mut out = bits.bytes;
    out.extend_from_slice(&adler32(data).to_be_bytes());
    out
}

fn adler32(data: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    b << 16 | a
}
