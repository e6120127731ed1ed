//! Which numbers a field holds.

use super::cursor::Token;

/// An integer type of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    /// Below zero allowed?
    pub signed: bool,
    /// 8, 16, 32 or 64.
    pub bits: u8,
}

impl Width {
    /// The widest signed integer.
    pub const I64: Width = Width::new(true, 64);

    /// An integer of that many bits.
    pub const fn new(signed: bool, bits: u8) -> Self {
        Width { signed, bits }
    }

    /// Is the value an integer that this type holds?
    #[inline(always)]
    pub fn holds(self, value: Token<'_>) -> bool {
        match value {
            Token::UInt(n) => {
                n.leading_zeros() + u32::from(self.bits) >= 64 + u32::from(self.signed)
            }
            Token::Int(n) => self.signed && n >> (self.bits - 1) == -1,
            _ => false,
        }
    }
}

/// The value as a float, where it is one, of whatever size, or an integer that a float of that many bits holds exactly:
/// many writers know one size of floats alone.
#[inline]
pub fn exact_float(bits: u8, value: Token<'_>) -> Option<f64> {
    match value {
        Token::Float(n) => Some(n),
        Token::UInt(n) => is_exact(bits, n).then_some(n as f64),
        Token::Int(n) => is_exact(bits, n.unsigned_abs()).then_some(n as f64),
        _ => None,
    }
}

/// Does a float of `bits` bits hold the integer? It has 53 or 24 bits between the first and the last that is set.
fn is_exact(bits: u8, n: u64) -> bool {
    let mantissa = if bits == 32 {
        f32::MANTISSA_DIGITS
    } else {
        f64::MANTISSA_DIGITS
    };
    n.leading_zeros() + n.trailing_zeros() + mantissa >= 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_type_holds_what_is_within_its_borders() {
        for bits in [8, 16, 32, 64_u8] {
            let (unsigned, signed) = (Width::new(false, bits), Width::new(true, bits));
            let (top, half) = (u64::MAX >> (64 - bits), u64::MAX >> (65 - bits));
            assert!(unsigned.holds(Token::UInt(top)) && signed.holds(Token::UInt(half)));
            assert!(signed.holds(Token::Int(-(half as i64) - 1)));
            assert!(!signed.holds(Token::UInt(half + 1)) && !unsigned.holds(Token::Int(-1)));
            if bits < 64 {
                assert!(!unsigned.holds(Token::UInt(top + 1)));
                assert!(!signed.holds(Token::Int(-(half as i64) - 2)));
            }
        }
    }

    #[test]
    fn a_float_holds_integers_of_as_many_bits_as_its_mantissa_has() {
        for (bits, last) in [(32, 1_u64 << 24), (64, 1 << 53)] {
            let held = |n| exact_float(bits, Token::UInt(n)).is_some();
            assert!(held(0) && held(last) && held(last + 2) && held(1 << 63));
            assert!(!held(last + 1) && !held(u64::MAX));
            assert!(exact_float(bits, Token::Int(i64::MIN)).is_some());
            assert!(exact_float(bits, Token::Int(-(last as i64) - 1)).is_none());
        }
        assert_eq!(exact_float(32, Token::Float(0.1)), Some(0.1));
    }
}
