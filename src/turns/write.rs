//! Msgpack, every integer and length in its shortest form. The bytes are those that `rmpv` writes, which the tests hold
//! against it; its writer takes a tree of values and anything that takes bytes, and so is larger and slower.

use crate::text::push_ascii;

/// nil
pub const NIL: u8 = 0xc0;

/// A boolean.
pub fn boolean(out: &mut Vec<u8>, b: bool) {
    out.push(0xc2 + u8::from(b));
}

/// An unsigned integer.
#[inline]
pub fn uint(out: &mut Vec<u8>, n: u64) {
    match n {
        0..=0x7f => out.push(n as u8),
        _ => big_endian(out, 0xcc, n, n),
    }
}

/// A signed integer; one that is not negative as [`uint`] writes it.
pub fn int(out: &mut Vec<u8>, n: i64) {
    match n {
        0.. => uint(out, n as u64),
        -0x20.. => out.push(n as u8),
        // As many bits as the number has without its sign, and one for the sign.
        _ => big_endian(out, 0xd0, n as u64, !(n as u64) << 1),
    }
}

/// A float of 32 bits.
pub fn float32(out: &mut Vec<u8>, n: f32) {
    out.push(0xca);
    out.extend_from_slice(&n.to_be_bytes());
}

/// A float of 64 bits.
pub fn float64(out: &mut Vec<u8>, n: f64) {
    out.push(0xcb);
    out.extend_from_slice(&n.to_be_bytes());
}

/// Text; false, and nothing written, where it is not UTF-8.
#[inline]
pub fn text(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let start = out.len();
    match text.len() {
        len @ 0..=31 => out.push(0xa0 | len as u8),
        len => big_endian(out, 0xd9, len as u64, len as u64),
    }
    // Checked and copied in one pass, where it is ASCII.
    if push_ascii(out, text) {
        return true;
    }
    let is_utf8 = core::str::from_utf8(text).is_ok();
    if is_utf8 {
        out.extend_from_slice(text);
    } else {
        out.truncate(start);
    }
    is_utf8
}

/// The header of `len` bytes, which are to follow.
pub fn bin_header(out: &mut Vec<u8>, len: usize) {
    big_endian(out, 0xc4, len as u64, len as u64);
}

/// Bytes.
pub fn bin(out: &mut Vec<u8>, bytes: &[u8]) {
    bin_header(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// An extension type and its bytes.
pub fn ext(out: &mut Vec<u8>, kind: i8, bytes: &[u8]) {
    match bytes.len() {
        len @ (1 | 2 | 4 | 8 | 16) => out.push(0xd4 + len.trailing_zeros() as u8),
        len => big_endian(out, 0xc7, len as u64, len as u64),
    }
    out.push(kind as u8);
    out.extend_from_slice(bytes);
}

/// The header of an array of `len` items, which are to follow.
pub fn array(out: &mut Vec<u8>, len: usize) {
    count(out, 0x90, 0xdc, len);
}

/// The header of a map of `len` pairs, which are to follow.
pub fn map(out: &mut Vec<u8>, len: usize) {
    count(out, 0x80, 0xde, len);
}

/// How many items or pairs follow; there is no form with 8 bits.
fn count(out: &mut Vec<u8>, short: u8, format: u8, count: usize) {
    match count {
        0..=15 => out.push(short | count as u8),
        _ => big_endian(out, format - 1, count as u64, (count as u64).max(0x100)),
    }
}

/// The number in 8, 16, 32 or 64 bits, whichever is the first to hold `reach`, after that width's format, which is
/// `format8` and the three that follow it.
fn big_endian(out: &mut Vec<u8>, format8: u8, number: u64, reach: u64) {
    let width = match reach {
        0..=0xff => 0,
        0x100..=0xffff => 1,
        0x1_0000..=0xffff_ffff => 2,
        _ => 3,
    };
    out.push(format8 + width);
    out.extend_from_slice(&number.to_be_bytes()[8 - (1 << width)..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rmpv::Value;

    fn write(out: &mut Vec<u8>, value: &Value) {
        match value {
            Value::Nil => out.push(NIL),
            Value::Boolean(b) => boolean(out, *b),
            Value::Integer(n) => match (n.as_u64(), n.as_i64()) {
                (Some(n), _) => uint(out, n),
                (None, n) => int(out, n.unwrap()),
            },
            Value::F32(n) => float32(out, *n),
            Value::F64(n) => float64(out, *n),
            Value::String(string) => assert!(text(out, string.as_bytes())),
            Value::Binary(bytes) => bin(out, bytes),
            Value::Ext(kind, bytes) => ext(out, *kind, bytes),
            Value::Array(items) => {
                array(out, items.len());
                items.iter().for_each(|item| write(out, item));
            }
            Value::Map(entries) => {
                map(out, entries.len());
                for (key, value) in entries {
                    write(out, key);
                    write(out, value);
                }
            }
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let integer = (any::<i64>(), 0..64_u32).prop_map(|(n, shift)| Value::from(n >> shift));
        let unsigned = (any::<u64>(), 0..64_u32).prop_map(|(n, shift)| Value::from(n >> shift));
        let bytes = prop::collection::vec(any::<u8>(), 0..20);
        let leaf = prop_oneof![
            Just(Value::Nil),
            any::<bool>().prop_map(Value::from),
            integer,
            unsigned,
            any::<f32>().prop_map(Value::F32),
            any::<f64>().prop_map(Value::F64),
            ".{0,40}".prop_map(Value::from),
            bytes.clone().prop_map(Value::Binary),
            (any::<i8>(), bytes).prop_map(|(kind, bytes)| Value::Ext(kind, bytes)),
        ];
        leaf.prop_recursive(3, 60, 20, |inner| {
            let pairs = prop::collection::vec((inner.clone(), inner.clone()), 0..20);
            prop_oneof![
                prop::collection::vec(inner, 0..20).prop_map(Value::Array),
                pairs.prop_map(Value::Map),
            ]
        })
    }

    fn assert_as_rmpv(value: &Value) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        write(&mut ours, value);
        rmpv::encode::write_value(&mut theirs, value).unwrap();
        assert!(ours == theirs, "{:?}", &theirs[..theirs.len().min(20)]);
    }

    proptest! {
        #[test]
        fn it_is_what_rmpv_writes(value in value()) {
            assert_as_rmpv(&value);
        }
    }

    #[test]
    fn every_width_ends_where_it_should() {
        for bits in 0..64 {
            for n in [(1_i128 << bits) - 1, 1 << bits] {
                if let (Ok(up), Ok(down)) = (u64::try_from(n), i64::try_from(-n - 1)) {
                    assert_as_rmpv(&Value::from(up));
                    assert_as_rmpv(&Value::from(down));
                }
            }
        }
        for len in [15, 16, 31, 32, 0xff, 0x100, 0xffff, 0x1_0000] {
            assert_as_rmpv(&Value::from("x".repeat(len)));
            assert_as_rmpv(&Value::Binary(vec![7; len]));
            assert_as_rmpv(&Value::Ext(-1, vec![7; len]));
            assert_as_rmpv(&Value::Array(vec![Value::Nil; len]));
            assert_as_rmpv(&Value::Map(vec![(Value::Nil, Value::Nil); len]));
        }
    }

    #[test]
    fn what_is_not_utf8_is_not_written() {
        let mut out = vec![1];
        assert!(!text(&mut out, b"a\xff"));
        assert_eq!(out, [1]);
    }
}
