//! Numbers, exact: an integer of up to 64 bits as itself, every other number as the text that it is written as.

use core::fmt;

/// A JSON number. Two spellings of one number are equal.
#[derive(Debug, Clone)]
pub struct Number(Repr);

#[derive(Debug, Clone)]
enum Repr {
    UInt(u64),
    /// Below zero.
    Int(i64),
    /// A valid JSON number that is neither.
    Text(Box<str>),
}

impl Number {
    /// The number that a valid JSON text writes.
    pub(super) fn of_text(text: &str) -> Number {
        let uint = text.parse().map(Repr::UInt).ok();
        let int = || text.parse().ok().filter(|n| *n < 0).map(Repr::Int);
        Number(uint.or_else(int).unwrap_or_else(|| Repr::Text(text.into())))
    }

    /// A float; `None` for NaN and the infinities.
    pub fn from_f64(n: f64) -> Option<Number> {
        n.is_finite()
            .then(|| Number(Repr::Text(format!("{n:?}").into())))
    }

    /// The number as an unsigned integer, where it is written as one and fits.
    pub fn as_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::UInt(n) => Some(n),
            _ => None,
        }
    }

    /// The number as a signed integer, where it is written as an integer and fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::UInt(n) => n.try_into().ok(),
            Repr::Int(n) => Some(n),
            Repr::Text(_) => None,
        }
    }

    /// Is it written as a decimal, or too large for an integer of 64 bits?
    pub fn is_f64(&self) -> bool {
        matches!(self.0, Repr::Text(_))
    }

    /// The nearest float.
    pub fn as_f64(&self) -> Option<f64> {
        match &self.0 {
            Repr::UInt(n) => Some(*n as f64),
            Repr::Int(n) => Some(*n as f64),
            Repr::Text(text) => text.parse().ok(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::UInt(n) => n.fmt(f),
            Repr::Int(n) => n.fmt(f),
            Repr::Text(text) => f.write_str(text),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        match (&self.0, &other.0) {
            (Repr::UInt(a), Repr::UInt(b)) => a == b,
            (Repr::Int(a), Repr::Int(b)) => a == b,
            (Repr::Text(a), Repr::Text(b)) => a == b || Parts::of(a) == Parts::of(b),
            // `1` and `1.0` are an integer and a decimal.
            _ => false,
        }
    }
}

/// What a number's text says: `0.digits` times ten to the exponent, without zeros at either end of the digits.
#[derive(PartialEq)]
struct Parts {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Parts {
    fn of(text: &str) -> Parts {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let negative = mantissa.starts_with('-');
        let mantissa = mantissa.trim_start_matches('-');
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        let significant = digits.trim_start_matches('0');
        let zeros = digits.len() - significant.len();
        let exponent = match exponent.parse::<i64>() {
            _ if significant.is_empty() => 0,
            Ok(exponent) => exponent.saturating_add(whole.len() as i64 - zeros as i64),
            Err(_) if exponent.starts_with('-') => i64::MIN,
            Err(_) => i64::MAX,
        };
        Parts {
            negative,
            digits: significant.trim_end_matches('0').to_owned(),
            exponent,
        }
    }
}

macro_rules! from_integers {
    ($($from:ty),*) => {$(
        impl From<$from> for Number {
            fn from(n: $from) -> Number {
                match u64::try_from(n) {
                    Ok(n) => Number(Repr::UInt(n)),
                    Err(_) => Number(Repr::Int(n as i64)),
                }
            }
        }
    )*};
}
from_integers!(u8, u16, u32, u64, i8, i16, i32, i64);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_decimal_are_equal() {
        for (a, b, equal) in [
            ("0.5", "5e-1", true),
            ("0.50", "0.05E+1", true),
            ("1e300", "1e+300", true),
            ("0.0", "0e9", true),
            ("0.0", "-0.0", false),
            ("0.5", "-0.5", false),
            ("0.5", "0.05", false),
            ("1.0", "1", false),
        ] {
            assert_eq!(Number::of_text(a) == Number::of_text(b), equal, "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn floats_stay_what_they_are(n in any::<f64>()) {
            let number = Number::from_f64(n);
            prop_assert_eq!(number.as_ref().and_then(Number::as_f64), Some(n).filter(|n| n.is_finite()));
            let again = number.as_ref().map(|number| Number::of_text(&number.to_string()));
            prop_assert_eq!(again, number);
        }
    }
}
