//! Letters as outlines for the rasteriser.

use crate::font::{face, glyph, scale};
use ttf_parser::OutlineBuilder;

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
    use crate::font::CAPITAL_HEIGHT;

    #[test]
    fn capitals_are_as_high_as_the_layout_assumes() {
        let mut path = tiny_skia::PathBuilder::new();
        outline("H", 100.0, [0.0, 0.0], &mut path);
        let bounds = path.finish().unwrap().bounds();
        assert!((f64::from(-bounds.top()) - 100.0 * CAPITAL_HEIGHT).abs() < 0.5, "{bounds:?}");
    }
}
