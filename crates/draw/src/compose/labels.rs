//! Labels beside their points, such that none covers another label or a mark.
//!
//! Greedy: in the order given, each label takes the first of eight places around its point, at three distances, that
//! is free and on the sheet. A label that finds none is left out. Cost: labels times boxes taken, with a cap on both.

use crate::font::{CAPITAL_HEIGHT, DESCENT, text_width};
use crate::layers::Anchor;
use crate::picture::Pixel;

/// More labels than this cannot be read anyway.
const MOST_LABELS: usize = 500;
/// Marks beyond this number are not avoided.
const MOST_MARKS: usize = 5_000;

/// A box on the sheet: left, top, right, bottom.
type Box = [f64; 4];

/// The free parts of a sheet.
pub struct Placer {
    sheet: Box,
    taken: Vec<Box>,
    placed: usize,
}

impl Placer {
    pub fn new(sheet: Box) -> Self {
        Self { sheet, taken: Vec::new(), placed: 0 }
    }

    /// Keeps labels away from all points of a line.
    pub fn avoid_line(&mut self, line: &[Pixel], radius: f64) {
        for pair in line.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            let steps = (length / (2.0 * radius)).ceil().clamp(1.0, 200.0);
            for i in 0..=steps as u32 {
                let t = f64::from(i) / steps;
                self.avoid_point([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], radius);
            }
        }
    }

    /// Keeps labels away from a point.
    pub fn avoid_point(&mut self, [x, y]: Pixel, radius: f64) {
        if self.taken.len() < MOST_MARKS {
            self.taken.push([x - radius, y - radius, x + radius, y + radius]);
        }
    }

    /// The left end of the base line of a label beside `at`, and which part of it is nearest, if there is space.
    pub fn place(&mut self, at: Pixel, text: &str, size: f64, gap: f64) -> Option<(Pixel, Anchor)> {
        if self.placed >= MOST_LABELS {
            return None;
        }
        let (w, h) = (text_width(text, size), size * CAPITAL_HEIGHT);
        for distance in [gap, 2.0 * gap, 4.0 * gap] {
            for ([x, y], anchor) in candidates(at, w, h, distance) {
                let pad = size * 0.12;
                let place = [x - pad, y - h - pad, x + w + pad, y + size * DESCENT * 0.6 + pad];
                if self.is_free(place) {
                    self.taken.push(place);
                    self.placed += 1;
                    return Some(([x, y], anchor));
                }
            }
        }
        None
    }

    fn is_free(&self, b: Box) -> bool {
        let [left, top, right, bottom] = self.sheet;
        let on_sheet = b[0] >= left && b[1] >= top && b[2] <= right && b[3] <= bottom;
        let apart = |t: &Box| b[2] <= t[0] || t[2] <= b[0] || b[3] <= t[1] || t[3] <= b[1];
        on_sheet && self.taken.iter().all(apart)
    }
}

/// Left ends of base lines: right, left, above, below, and the four corners.
fn candidates([x, y]: Pixel, w: f64, h: f64, gap: f64) -> [(Pixel, Anchor); 8] {
    let (right, left, middle) = (x + gap, x - gap - w, x - w / 2.0);
    let (above, level, below) = (y - gap, y + h / 2.0, y + gap + h);
    let near = gap * 0.6;
    [
        ([right, level], Anchor::Start),
        ([left, level], Anchor::End),
        ([middle, above], Anchor::Middle),
        ([middle, below], Anchor::Middle),
        ([x + near, y - near], Anchor::Start),
        ([x + near, y + near + h], Anchor::Start),
        ([x - near - w, y - near], Anchor::End),
        ([x - near - w, y + near + h], Anchor::End),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_apart_and_on_the_sheet() {
        let mut placer = Placer::new([0.0, 0.0, 200.0, 100.0]);
        let (first, _) = placer.place([100.0, 50.0], "door", 10.0, 6.0).unwrap();
        assert!(first[0] > 100.0);
        let (second, _) = placer.place([100.0, 50.0], "door", 10.0, 6.0).unwrap();
        assert!(second[0] < 100.0);
        let (at_edge, anchor) = placer.place([199.0, 80.0], "door", 10.0, 6.0).unwrap();
        assert_eq!(anchor, Anchor::End);
        assert!(at_edge[0] + text_width("door", 10.0) < 199.0);
        assert_eq!(placer.place([100.0, 50.0], "a text that is much too long for so small a sheet", 10.0, 6.0), None);
    }

    #[test]
    fn labels_avoid_lines() {
        let mut placer = Placer::new([0.0, 0.0, 200.0, 100.0]);
        placer.avoid_line(&[[0.0, 50.0], [200.0, 50.0]], 3.0);
        let ([_, y], anchor) = placer.place([100.0, 50.0], "door", 10.0, 6.0).unwrap();
        assert!(y < 46.0, "{y}");
        assert_eq!(anchor, Anchor::Middle);
    }
}
