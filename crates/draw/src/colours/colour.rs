//! One colour: sRGB bytes for the backends, OKLab for decisions about how it looks.

use std::fmt;

/// A channel of linear light may leave the range of a screen by this much: less than half of the smallest step of a
/// byte (1 / 255 / 12.92), so that colours on the edge of the range do not lose chroma to rounding.
const OUT_OF_GAMUT: f64 = 1e-4;
/// Halvings of the chroma until a screen can show a colour: one part in 4096 is far below what the eye sees.
const HALVINGS: usize = 12;

/// A colour in sRGB with opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity: 255 hides what is below.
    pub a: u8,
}

impl Colour {
    /// The opaque colour `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b, a: 255 }
    }

    /// The same colour with another opacity, 0 to 1.
    #[must_use]
    pub fn with_opacity(self, opacity: f64) -> Self {
        Self { a: (opacity.clamp(0.0, 1.0) * 255.0).round() as u8, ..self }
    }

    /// The colour with this lightness (0 to 1), chroma (0 grey, 0.3 vivid) and hue in degrees. Chroma that a screen
    /// cannot show is reduced until it can.
    #[must_use]
    pub fn from_oklch(lightness: f64, chroma: f64, hue_degrees: f64) -> Self {
        let (sin, cos) = hue_degrees.to_radians().sin_cos();
        Self::from_oklab([lightness, chroma * cos, chroma * sin])
    }

    /// The colour at this place of OKLab; chroma is reduced until a screen can show it.
    #[must_use]
    pub fn from_oklab([lightness, a, b]: [f64; 3]) -> Self {
        let shown = |share: f64| linear_from_oklab([lightness, a * share, b * share]);
        let fits = |rgb: [f64; 3]| rgb.iter().all(|v| (-OUT_OF_GAMUT..=1.0 + OUT_OF_GAMUT).contains(v));
        let (mut low, mut high) = (0.0, 1.0);
        if fits(shown(1.0)) {
            low = 1.0;
        } else {
            for _ in 0..HALVINGS {
                let middle = (low + high) / 2.0;
                if fits(shown(middle)) { low = middle } else { high = middle }
            }
        }
        let [r, g, b] = shown(low).map(byte_from_linear);
        Self { r, g, b, a: 255 }
    }

    /// Lightness, green-red and blue-yellow in OKLab.
    #[must_use]
    pub fn to_oklab(self) -> [f64; 3] {
        let [r, g, b] = [self.r, self.g, self.b].map(linear_from_byte);
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    /// The colour at this share of the straight line through OKLab from here to `other`; opaque.
    #[must_use]
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let (p, q) = (self.to_oklab(), other.to_oklab());
        Self::from_oklab([0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * share))
    }

    /// How different two colours look: 0 the same, 1 black and white.
    #[must_use]
    pub fn difference(self, other: Self) -> f64 {
        let (p, q) = (self.to_oklab(), other.to_oklab());
        p.iter().zip(q).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }
}

impl fmt::Display for Colour {
    /// `#rrggbb`, without the opacity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

fn linear_from_oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

fn linear_from_byte(byte: u8) -> f64 {
    let v = f64::from(byte) / 255.0;
    if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn byte_from_linear(v: f64) -> u8 {
    let v = v.clamp(0.0, 1.0);
    let encoded = if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklab_and_back_is_the_same_colour() {
        for rgb in [0x00_00_00, 0xFF_FF_FF, 0xD5_5E_00, 0x00_72_B2, 0x12_34_56, 0xFF_00_00, 0x00_00_FF] {
            let colour = Colour::hex(rgb);
            assert_eq!(Colour::from_oklab(colour.to_oklab()), colour);
        }
    }

    #[test]
    fn chroma_beyond_the_screen_keeps_lightness_and_hue() {
        let colour = Colour::from_oklch(0.6, 0.5, 150.0);
        let [l, a, b] = colour.to_oklab();
        assert!((l - 0.6).abs() < 0.01, "{l}");
        assert!((b.atan2(a).to_degrees() - 150.0).abs() < 2.0);
    }

    #[test]
    fn black_and_white_differ_by_one() {
        assert!((Colour::hex(0).difference(Colour::hex(0xFF_FF_FF)) - 1.0).abs() < 1e-3);
        assert_eq!(Colour::hex(0x0A_0B_0C).to_string(), "#0a0b0c");
    }
}
