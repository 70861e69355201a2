//! Numbers and names as texts.
//!
//! Coordinates and results are written with all their digits ([`number`]). Sums and products of decimal inputs carry
//! the rounding of their last bits (1176 steps of 0.05 s are 58.800000000000004 s); where they are reported, the
//! nearest [`decimal`] is what was meant.

use std::fmt::Write;

/// The shortest text that reads back to the same bits, without a needless `.0`.
pub(crate) fn number(x: f64) -> String {
    let text = format!("{x:?}");
    match text.strip_suffix(".0") {
        // `-0` would be read as an integer, which has no sign at zero.
        Some(whole) if whole != "-0" => whole.into(),
        _ => text,
    }
}

/// A string in quotes with escapes that both languages know.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// How many digits of a sum or product of a few decimals can be trusted: a double holds any decimal of 15 digits.
const TRUSTED_DIGITS: usize = 15;

/// The decimal of 15 digits nearest to a number, for sums and products of decimals that are reported.
///
/// ```
/// assert_eq!(1176.0 * 0.05, 58.800000000000004);
/// assert_eq!(wayfront_world::decimal(1176.0 * 0.05), 58.8);
/// ```
#[must_use]
pub fn decimal(x: f64) -> f64 {
    format!("{x:.*e}", TRUSTED_DIGITS - 1).parse().unwrap_or(x)
}

/// A derived number for messages.
pub(crate) fn rounded(x: f64) -> String {
    number(decimal(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_come_back() {
        for (x, expected) in
            [(0.1 + 0.2, 0.3), (4.0 - 3.9, 0.1), (-0.0, -0.0), (1e300, 1e300), (1.0 / 3.0, 0.333_333_333_333_333)]
        {
            assert_eq!(decimal(x).to_bits(), f64::to_bits(expected), "{x}");
        }
        assert!(decimal(f64::NAN).is_nan());
        assert_eq!(decimal(f64::INFINITY), f64::INFINITY);
        assert_eq!([number(-0.0), number(3.0), number(0.1 + 0.2)], ["-0.0", "3", "0.30000000000000004"]);
    }
}
