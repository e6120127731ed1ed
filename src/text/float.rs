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
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn every_float_reads_as_the_standard_library_has_it(bits in any::<u64>(), plain in any::<f32>()) {
            for n in [f64::from_bits(bits), plain.into()] {
                prop_assert_eq!(float(n), n.to_string());
            }
        }
    }
}
