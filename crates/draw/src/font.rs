//! The embedded font (Noto Sans) and the widths of texts in it: a picture looks the same wherever it is made.

use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId};

/// The embedded font.
pub fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    // The bytes are a constant of the crate `notosans`: parsing them cannot fail on one machine and not on another.
    FACE.get_or_init(|| Face::parse(notosans::REGULAR_TTF, 0).expect("the embedded font is valid"))
}

/// Height of capitals as a share of the font size.
pub const CAPITAL_HEIGHT: f64 = 0.714;
/// How far letters reach below the base line, as a share of the font size.
pub const DESCENT: f64 = 0.24;

/// Width of a line of text.
pub fn text_width(text: &str, size: f64) -> f64 {
    let advances = text.chars().map(|c| f64::from(face().glyph_hor_advance(glyph(c)).unwrap_or(0)));
    advances.sum::<f64>() * scale(size)
}

/// Text cut so that it is at most `width` wide, with an ellipsis where something is missing.
pub fn fitted(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while short.pop().is_some() {
        let candidate = format!("{}…", short.trim_end());
        if text_width(&candidate, size) <= width {
            return candidate;
        }
    }
    String::new()
}

/// The glyph of a letter, or the box that stands for missing ones.
pub fn glyph(c: char) -> GlyphId {
    face().glyph_index(c).unwrap_or(GlyphId(0))
}

/// Pixels per unit of the font.
pub fn scale(size: f64) -> f64 {
    size / f64::from(face().units_per_em())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_letters_and_sizes() {
        assert!(text_width("WWW", 10.0) > text_width("iii", 10.0));
        assert!((text_width("Größe Ж Ω", 20.0) - 2.0 * text_width("Größe Ж Ω", 10.0)).abs() < 1e-9);
    }

    #[test]
    fn long_texts_are_cut_with_an_ellipsis() {
        let cut = fitted("a rather long title", 10.0, 50.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 50.0, "{cut}");
        assert_eq!(fitted("short", 10.0, 50.0), "short");
        assert_eq!(fitted("x", 10.0, 1.0), "");
    }
}
