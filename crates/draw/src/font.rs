//! Letters as outlines (Noto Sans), so that a picture looks the same wherever it is made.

use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The embedded font.
fn face() -> &'static Face<'static> {
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

/// Writes the outlines of a line of text that begins at (`x`, `y`) on the base line; y grows downwards.
pub fn outline(text: &str, size: f64, [x, y]: [f64; 2], path: &mut tiny_skia::PathBuilder) {
    let mut pen = Placed { path, x, y, scale: scale(size) };
    for c in text.chars() {
        let id = glyph(c);
        // Glyphs without outline, such as the space, only move the pen.
        let _ = face().outline_glyph(id, &mut pen);
        pen.x += f64::from(face().glyph_hor_advance(id).unwrap_or(0)) * pen.scale;
    }
}

/// The glyph of a letter, or the box that stands for missing ones.
fn glyph(c: char) -> GlyphId {
    face().glyph_index(c).unwrap_or(GlyphId(0))
}

fn scale(size: f64) -> f64 {
    size / f64::from(face().units_per_em())
}

/// Moves outlines from the font's units to their place on the sheet.
struct Placed<'a> {
    path: &'a mut tiny_skia::PathBuilder,
    x: f64,
    y: f64,
    scale: f64,
}

impl Placed<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.x + f64::from(x) * self.scale) as f32, (self.y - f64::from(y) * self.scale) as f32)
    }
}

impl OutlineBuilder for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_widths_and_outlines() {
        assert!(text_width("WWW", 10.0) > text_width("iii", 10.0));
        assert!((text_width("Größe Ж Ω", 20.0) - 2.0 * text_width("Größe Ж Ω", 10.0)).abs() < 1e-9);
        let mut path = tiny_skia::PathBuilder::new();
        outline("H", 100.0, [0.0, 0.0], &mut path);
        let bounds = path.finish().unwrap().bounds();
        assert!((f64::from(-bounds.top()) - 100.0 * CAPITAL_HEIGHT).abs() < 0.5, "{bounds:?}");
    }

    #[test]
    fn long_texts_are_cut_with_an_ellipsis() {
        let cut = fitted("a rather long title", 10.0, 50.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 50.0, "{cut}");
        assert_eq!(fitted("short", 10.0, 50.0), "short");
        assert_eq!(fitted("x", 10.0, 1.0), "");
    }
}
