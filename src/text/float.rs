//! Floats in decimal, as Rust prints them: the fewest digits that read back as the same float, without an exponent.
//!
//! The standard library's way is a hundred times as fast and takes 9 KB of a wasm file, for what stands in a warning
//! or, rarely, for the key of a map. This is the plain one, with whole numbers of any size (R. G. Burger and R. K.
//! Dybvig, Printing Floating-Point Numbers Quickly and Accurately, figure 1).

/// The decimal of `n`; `NaN`, `inf` and `-inf` as words.
pub fn float(n: f64) -> String {
    let sign = if n.is_sign_negative() && !n.is_nan() {
        "-"
    } else {
        ""
    };
    let text = match n.abs() {
        n if n.is_nan() => "NaN".to_owned(),
        n if n.is_infinite() => "inf".to_owned(),
        0.0 => "0".to_owned(),
        n => {
            let (digits, point) = shortest(n);
            place_point(&digits, point)
        }
    };
    [sign, &text].concat()
}

/// The finite float that [`float`] prints as `text`.
#[inline(never)]
pub fn float_of(text: &str) -> Option<f64> {
    // The longest text that a float has is that of the least one.
    const LONGEST: usize = 400;
    let (negative, decimal) = match text.strip_prefix('-') {
        Some(decimal) => (true, decimal),
        None => (false, text),
    };
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if text.len() > LONGEST || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut number = Big::of(0);
    for digit in digits() {
        number.times(10);
        number = number.plus(&Big::of(u64::from(digit - b'0')));
    }
    let mut scale = Big::of(1);
    for _ in fraction.bytes() {
        scale.times(10);
    }
    let n = quotient(number, scale);
    let n = if negative { -n } else { n };
    (float(n) == text).then_some(n)
}

/// The float nearest to `rest / scale`.
fn quotient(mut rest: Big, mut scale: Big) -> f64 {
    // The quotient is worked out to two bits or three more than a float has.
    const BITS: u32 = f64::MANTISSA_DIGITS + 2;
    let exponent = (BITS as i32 - rest.bits() as i32 + scale.bits() as i32).min(1076);
    rest = rest.shifted(exponent.max(0) as u32);
    scale = scale.shifted((-exponent).max(0) as u32 + BITS);
    let mut quotient = 0_u64;
    for _ in 0..=BITS {
        quotient <<= 1;
        if rest >= scale {
            rest.minus(&scale);
            quotient |= 1;
        }
        rest.times(2);
    }
    // What is left over tells whether the quotient stands in the middle of two floats.
    quotient |= u64::from(rest.bits() > 0);
    let extra = (u64::BITS - quotient.leading_zeros()).max(BITS) - f64::MANTISSA_DIGITS;
    let (mantissa, half) = (quotient >> extra, 1 << (extra - 1));
    let beyond = quotient & (2 * half - 1);
    let up = beyond > half || (beyond == half && mantissa % 2 == 1);
    let exponent = extra as i32 - exponent;
    let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    (mantissa + u64::from(up)) as f64 * power(exponent / 2) * power(exponent - exponent / 2)
}

/// `digits` are those of a number below 1, which ten to the power of `point` brings to its size.
#[inline(never)]
fn place_point(digits: &str, point: i32) -> String {
    let zeros = |count: usize| "0".repeat(count);
    let (len, whole) = (digits.len(), usize::try_from(point).unwrap_or(0));
    if whole == 0 {
        ["0.", &zeros(point.unsigned_abs() as usize), digits].concat()
    } else if whole >= len {
        [digits, &zeros(whole - len)].concat()
    } else {
        let (whole, fraction) = digits.split_at(whole);
        [whole, ".", fraction].concat()
    }
}

/// The digits of a float above zero, and where the point is.
fn shortest(n: f64) -> (String, i32) {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let (fraction, exponent) = (n.to_bits() & ((1 << FRACTION) - 1), n.to_bits() >> FRACTION);
    let normal = exponent > 0;
    let mantissa = fraction | u64::from(normal) << FRACTION;
    let exponent = exponent.max(1) as i32 - 1075;
    // A float whose neighbour below is nearer than the one above.
    let lopsided = u32::from(fraction == 0 && exponent > -1074);

    // `rest / scale` is the number; what is less than `below` and `above` from it reads back as it. All in halves, or
    // quarters, of a unit of the mantissa.
    let (up, down) = (exponent.max(0) as u32, (-exponent).max(0) as u32);
    let mut rest = Big::of(mantissa).shifted(up + 1 + lopsided);
    let mut scale = Big::of(1).shifted(down + 1 + lopsided);
    let mut above = Big::of(1).shifted(up + lopsided);
    let mut below = Big::of(1).shifted(up);
    let even = mantissa.is_multiple_of(2);
    let reaches = |sum: &Big, scale: &Big| sum > scale || (even && sum == scale);

    // Ten to this power is the number's size or less by one power: log10(2) from below.
    let bits = exponent + (64 - mantissa.leading_zeros() as i32) - 1;
    let mut point = ((i64::from(bits) * 1_233) >> 12) as i32 - i32::from(bits < 0);
    for _ in 0..point {
        scale.times(10);
    }
    for _ in point..0 {
        for number in [&mut rest, &mut above, &mut below] {
            number.times(10);
        }
    }
    while reaches(&rest.plus(&above), &scale) {
        scale.times(10);
        point += 1;
    }

    let mut digits = Vec::new();
    loop {
        for number in [&mut rest, &mut above, &mut below] {
            number.times(10);
        }
        let mut digit = b'0';
        while rest >= scale {
            rest.minus(&scale);
            digit += 1;
        }
        let low = rest < below || (even && rest == below);
        let high = reaches(&rest.plus(&above), &scale);
        if low || high {
            let up = high && (!low || rest.plus(&rest) >= scale);
            digits.push(digit + u8::from(up));
            break;
        }
        digits.push(digit);
    }
    (digits.into_iter().map(char::from).collect(), point)
}

/// A whole number, the lowest 32 bits first, no zeros at the end. Its methods stand once in a wasm file, not at each call.
#[derive(PartialEq, Eq)]
struct Big(Vec<u32>);

impl Big {
    #[inline(never)]
    fn of(n: u64) -> Big {
        let mut big = Big(vec![n as u32, (n >> 32) as u32]);
        big.trim();
        big
    }

    /// How many bits it has.
    #[inline(never)]
    fn bits(&self) -> u32 {
        let last = self.0.last().map_or(0, |last| last.leading_zeros());
        self.0.len() as u32 * 32 - last
    }

    #[inline(never)]
    fn shifted(mut self, bits: u32) -> Big {
        self.times(1 << (bits % 32));
        for _ in 0..bits / 32 {
            self.0.insert(0, 0);
        }
        self
    }

    #[inline(never)]
    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for word in &mut self.0 {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        self.0.push(carry as u32);
        self.trim();
    }

    #[inline(never)]
    fn plus(&self, other: &Big) -> Big {
        let mut carry = 0;
        let mut sum = Vec::new();
        for at in 0..=self.0.len().max(other.0.len()) {
            let word = |big: &Big| u64::from(big.0.get(at).copied().unwrap_or(0));
            carry += word(self) + word(other);
            sum.push(carry as u32);
            carry >>= 32;
        }
        let mut sum = Big(sum);
        sum.trim();
        sum
    }

    /// Less `other`, which is not larger.
    #[inline(never)]
    fn minus(&mut self, other: &Big) {
        let mut borrow = 0;
        for (at, word) in self.0.iter_mut().enumerate() {
            let less = i64::from(other.0.get(at).copied().unwrap_or(0));
            borrow += i64::from(*word) - less;
            *word = borrow as u32;
            borrow >>= 32;
        }
        self.trim();
    }

    #[inline(never)]
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl PartialOrd for Big {
    #[inline(never)]
    fn partial_cmp(&self, other: &Big) -> Option<core::cmp::Ordering> {
        let by_length = self.0.len().cmp(&other.0.len());
        Some(by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn borders_read_as_the_standard_library_has_them() {
        let powers = (0..2046).map(|exponent: u64| f64::from_bits(exponent << 52));
        let tens = (-330..310).map(|exponent| format!("1e{exponent}").parse().unwrap());
        let others = [
            f64::MAX,
            f64::NAN,
            f64::INFINITY,
            0.1,
            9.5,
            1.5,
            123_456.789,
        ];
        for n in powers.chain(tens).chain(others) {
            for n in [n, -n, n.next_up(), n.next_down()] {
                assert_eq!(float(n), n.to_string());
                assert_eq!(float_of(&n.to_string()), n.is_finite().then_some(n));
            }
        }
    }

    #[test]
    fn only_what_a_float_prints_is_one() {
        assert!(float_of("-0").is_some_and(f64::is_sign_negative));
        let long = "1".repeat(1000);
        for other in [
            "",
            "-",
            ".",
            ".5",
            "5.",
            "1.50",
            "01",
            "+1",
            "1e3",
            "0.1000000000000000055",
            "x",
            &long,
        ] {
            assert_eq!(float_of(other), None, "{other}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn every_float_reads_as_the_standard_library_has_it(bits in any::<u64>(), plain in any::<f32>()) {
            for n in [f64::from_bits(bits), plain.into()] {
                prop_assert_eq!(float(n), n.to_string());
                prop_assert_eq!(float_of(&n.to_string()), n.is_finite().then_some(n));
            }
        }
    }
}
