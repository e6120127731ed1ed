//! Msgpack, every integer and length in its shortest form. `rmpv`'s own writer makes the same bytes; it writes to
//! anything that takes bytes and so has errors to carry, which in a browser is a tenth of the writer's room for nothing.

use rmpv::Value;

/// Appends a value.
pub fn write(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Nil => out.push(0xc0),
        Value::Boolean(b) => out.push(0xc2 + u8::from(*b)),
        Value::Integer(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n @ 0..=0x7f), _) => out.push(n as u8),
            (Some(n), _) => big_endian(out, 0xcc, n, n),
            (None, Some(n @ -0x20..)) => out.push(n as u8),
            // As many bits as the number has without its sign, and one for the sign.
            (None, Some(n)) => big_endian(out, 0xd0, n as u64, !(n as u64) << 1),
            (None, None) => {}
        },
        Value::F32(n) => {
            out.push(0xca);
            out.extend_from_slice(&n.to_be_bytes());
        }
        Value::F64(n) => {
            out.push(0xcb);
            out.extend_from_slice(&n.to_be_bytes());
        }
        Value::String(text) => {
            let bytes = text.as_bytes();
            match bytes.len() {
                len @ 0..=31 => out.push(0xa0 | len as u8),
                len => big_endian(out, 0xd9, len as u64, len as u64),
            }
            out.extend_from_slice(bytes);
        }
        Value::Binary(bytes) => {
            big_endian(out, 0xc4, bytes.len() as u64, bytes.len() as u64);
            out.extend_from_slice(bytes);
        }
        Value::Array(items) => {
            count(out, 0x90, 0xdc, items.len());
            items.iter().for_each(|item| write(out, item));
        }
        Value::Map(entries) => {
            count(out, 0x80, 0xde, entries.len());
            for (key, value) in entries {
                write(out, key);
                write(out, value);
            }
        }
        Value::Ext(kind, bytes) => {
            match bytes.len() {
                len @ (1 | 2 | 4 | 8 | 16) => out.push(0xd4 + len.trailing_zeros() as u8),
                len => big_endian(out, 0xc7, len as u64, len as u64),
            }
            out.push(*kind as u8);
            out.extend_from_slice(bytes);
        }
    }
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
}
