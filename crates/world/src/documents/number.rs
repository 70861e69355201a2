//! Numbers as JSON writes them, correctly rounded.
//!
//! Digits are added up while they are scanned. Where the integer fits 53 bits and the power of ten is at most 22, both
//! are exact, so that a single multiplication or division rounds correctly (Clinger's fast path); everything else goes
//! to the standard library.

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Reads a JSON number at `start`: its value, the byte behind it, and whether it was written as an integer. `None` if
/// no number stands there.
#[inline]
pub(crate) fn scan_number(bytes: &[u8], start: usize) -> Option<(f64, usize, bool)> {
    let negative = bytes.get(start) == Some(&b'-');
    let whole = start + usize::from(negative);
    let (mut mantissa, mut at) = scan_digits(bytes, whole, 0);
    let leading_zero = at > whole + 1 && bytes[whole] == b'0';
    if at == whole || leading_zero {
        return None;
    }
    let mut digits = at - whole;
    let mut exponent = 0i64;
    let mut integer = true;
    if bytes.get(at) == Some(&b'.') {
        let fraction = at + 1;
        (mantissa, at) = scan_digits(bytes, fraction, mantissa);
        if at == fraction {
            return None;
        }
        exponent = -((at - fraction) as i64);
        digits += at - fraction;
        integer = false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let (power, end) = scan_exponent(bytes, at + 1)?;
        exponent = exponent.saturating_add(power);
        at = end;
        integer = false;
    }
    // Nineteen digits cannot have overflowed the 64 bits.
    let exact = digits <= 19 && mantissa <= 1 << 53 && (-22..=22).contains(&exponent);
    let value = if exact { scaled(mantissa, exponent, negative) } else { parse(&bytes[start..at])? };
    Some((value, at, integer))
}

#[inline]
fn scan_digits(bytes: &[u8], start: usize, mut mantissa: u64) -> (u64, usize) {
    let mut at = start;
    while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (mantissa, at)
}

fn scan_exponent(bytes: &[u8], start: usize) -> Option<(i64, usize)> {
    let sign = bytes.get(start);
    let first = start + usize::from(matches!(sign, Some(b'+' | b'-')));
    let (power, end) = scan_digits(bytes, first, 0);
    // More than four digits of exponent: the standard library decides between zero and infinity.
    let power = if end - first > 4 { 100_000 } else { power as i64 };
    (end > first).then_some((if sign == Some(&b'-') { -power } else { power }, end))
}

#[inline]
fn scaled(mantissa: u64, exponent: i64, negative: bool) -> f64 {
    let power = POWERS[exponent.unsigned_abs() as usize];
    let value = if exponent < 0 { mantissa as f64 / power } else { mantissa as f64 * power };
    if negative { -value } else { value }
}

fn parse(bytes: &[u8]) -> Option<f64> {
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(text: &str) {
        let (value, end, _) = scan_number(text.as_bytes(), 0).unwrap_or_else(|| panic!("{text} is a number"));
        assert_eq!(end, text.len(), "{text}");
        assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }

    #[test]
    fn rounds_as_the_standard_library_does() {
        for text in ["0", "-0", "-0.0", "1", "10", "0.1", "1e22", "1e23", "9007199254740993", "123456789012345678901"] {
            agrees(text);
        }
        for text in ["1e400", "-1e400", "1e-400", "1e99999999999", "5e-324", "2.2250738585072011e-308", "1.5E+3"] {
            agrees(text);
        }
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits);
            if value.is_finite() {
                agrees(&format!("{value:?}"));
                agrees(&format!("{value:e}"));
            }
            agrees(&format!("{}", (bits >> 20) as f64 / 65536.0));
            agrees(&format!("{:.6}", (bits >> 40) as f64 / 1000.0));
        }
    }

    #[test]
    fn refuses_what_json_refuses() {
        for text in ["", "-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "nan", "inf", "x"] {
            let whole = scan_number(text.as_bytes(), 0).is_some_and(|(_, end, _)| end == text.len());
            assert!(!whole, "{text}");
        }
    }
}
