//! Lines between pixels: where a cost lies, and where regions meet.
//!
//! Four neighbouring pixels are two triangles; in each a line runs straight from edge to edge.

use super::DiscSample;
use crate::sample::NO_GENERATOR;
use crate::shapes::{Isoline, Line, join};
use wayfront_bodies::SceneMap;
use wayfront_domain::Guide;
use wayfront_geometry::Point;

/// Halvings until a border between two pixels is found to a billionth of a pixel.
const HALVINGS: u32 = 30;
/// Steps of the rule of false position, at most: costs are nearly linear between two pixels, so that a few will do.
const STEPS: u32 = 30;
/// Tolerance: Share of a pixel within which a line is found.
const CLOSE: f64 = 1e-8;
/// Tolerance: Ends of lines this close are the same, in pixels: both come from the same edge.
const SAME: f64 = 1e-6;

impl DiscSample {
    /// The lines of these costs.
    #[must_use]
    pub fn isolines(&self, map: &SceneMap, levels: &[f64]) -> Vec<Isoline> {
        let mut pieces: Vec<(usize, Vec<Point>)> = Vec::new();
        for corners in self.triangles() {
            let costs = corners.map(|k| f64::from(self.costs[k]));
            if costs.iter().any(|cost| !cost.is_finite()) {
                continue;
            }
            let (least, most) =
                (costs.iter().fold(f64::MAX, |a, &b| a.min(b)), costs.iter().fold(f64::MIN, |a, &b| a.max(b)));
            for (k, &level) in levels.iter().enumerate().filter(|(_, level)| (least..most).contains(*level)) {
                let is_below = costs.map(|cost| cost <= level);
                let ends: Vec<Point> =
                    edges(corners, is_below).map(|ends| self.level_between(map, ends, level)).collect();
                pieces.extend((ends.len() == 2).then_some((k, ends)));
            }
        }
        join(pieces, self.same()).into_iter().map(|(k, line)| Isoline { cost: levels[k], line }).collect()
    }

    /// The borders between regions. What one turns around next is another corner on their two sides.
    #[must_use]
    pub fn borders(&self, map: &SceneMap) -> Vec<Line> {
        let mut pieces: Vec<([u32; 2], Vec<Point>)> = Vec::new();
        for corners in self.triangles() {
            let numbers = corners.map(|k| self.generators[k]);
            if numbers.contains(&NO_GENERATOR) || numbers.iter().all(|&n| n == numbers[0]) {
                continue;
            }
            // Where three meet, the one in the first corner differs from the others.
            let apart = (0..3).find(|&k| numbers[k] != numbers[(k + 1) % 3] && numbers[k] != numbers[(k + 2) % 3]);
            let Some(apart) = apart else { continue };
            let other = numbers[(apart + 1) % 3];
            let is_one = numbers.map(|n| n == numbers[apart]);
            let ends: Vec<Point> = edges(corners, is_one).map(|ends| self.border_between(map, ends)).collect();
            if ends.len() == 2 {
                let (a, b) = (numbers[apart].min(other), numbers[apart].max(other));
                pieces.push(([a, b], ends));
            }
        }
        join(pieces, self.same()).into_iter().map(|(_, line)| line).collect()
    }

    fn same(&self) -> f64 {
        SAME * self.raster.pixel().x.max(self.raster.pixel().y)
    }

    /// The triangles between the centres of pixels.
    fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let (width, height) = (self.raster.width(), self.raster.height());
        let cells = (0..height.saturating_sub(1))
            .flat_map(move |row| (0..width.saturating_sub(1)).map(move |k| row * width + k));
        cells.flat_map(move |k| [[k, k + 1, k + width], [k + 1, k + width + 1, k + width]])
    }

    fn place(&self, k: usize) -> Point {
        self.raster.centre(k % self.raster.width(), k / self.raster.width())
    }

    /// Where a cost lies between two pixels.
    fn level_between(&self, map: &SceneMap, [a, b]: [usize; 2], level: f64) -> Point {
        let [from, to] = [self.place(a), self.place(b)];
        // Differences from the level; that of an end which stays is halved, so that both ends move.
        let ends = [a, b].map(|k| f64::from(self.costs[k]) - level);
        let [mut low, mut high] = [(0.0, ends[0]), (1.0, ends[1])];
        let close = CLOSE * from.distance(to);
        let mut share = 0.5;
        for _ in 0..STEPS {
            share = low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1)).clamp(0.0, 1.0);
            let Ok(cost) = map.cost(from.lerp(to, share)) else { break };
            let apart = cost - level;
            if apart.abs() <= close {
                break;
            }
            if (apart <= 0.0) == (low.1 <= 0.0) {
                (low, high.1) = ((share, apart), 0.5 * high.1);
            } else {
                (high, low.1) = ((share, apart), 0.5 * low.1);
            }
        }
        from.lerp(to, share)
    }

    /// Where another generator takes over between two pixels.
    fn border_between(&self, map: &SceneMap, [a, b]: [usize; 2]) -> Point {
        let [mut from, mut to] = [self.place(a), self.place(b)];
        for _ in 0..HALVINGS {
            let middle = from.lerp(to, 0.5);
            if map.answer(middle).is_ok_and(|answer| answer.generator.0 == self.generators[a]) {
                from = middle;
            } else {
                to = middle;
            }
        }
        from.lerp(to, 0.5)
    }
}

/// The edges of a triangle whose ends differ, each from its lower number to its higher one.
fn edges(corners: [usize; 3], is_one: [bool; 3]) -> impl Iterator<Item = [usize; 2]> {
    let edge = move |k: usize| [corners[k].min(corners[(k + 1) % 3]), corners[k].max(corners[(k + 1) % 3])];
    (0..3).filter(move |&k| is_one[k] != is_one[(k + 1) % 3]).map(edge)
}
