//! Round lengths, and numbers as people write them.

use std::ops::Range;

/// Numbers of this size are written without an exponent: more zeros than these are hard to count.
const PLAIN: Range<f64> = 1e-3..1e6;

/// The largest of 1, 2 and 5 times a power of ten that is at most `limit`.
pub fn round_length(limit: f64) -> f64 {
    let power = 10.0_f64.powf(limit.log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|step| step * power);
    steps.into_iter().find(|&length| length <= limit).unwrap_or(power)
}

/// A number as people write it: three digits are enough for a label.
pub fn short_number(v: f64) -> String {
    if v != 0.0 && !PLAIN.contains(&v.abs()) {
        return format!("{v:.0e}");
    }
    let decimals = if v == 0.0 { 0 } else { (2 - v.abs().log10().floor() as i32).clamp(0, 6) as usize };
    let text = format!("{v:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bars_have_round_lengths() {
        for (limit, length) in [(8.0, 5.0), (5.0, 5.0), (4.9, 2.0), (1.9, 1.0), (0.034, 0.02), (730.0, 500.0)] {
            assert!((round_length(limit) - length).abs() < 1e-12 * length, "{limit}");
        }
    }

    #[test]
    fn numbers_are_short() {
        let cases =
            [(5.0, "5"), (0.02, "0.02"), (1.8, "1.8"), (500.0, "500"), (0.0, "0"), (2e7, "2e7"), (1e-5, "1e-5")];
        for (number, text) in cases {
            assert_eq!(short_number(number), text);
        }
    }
}
