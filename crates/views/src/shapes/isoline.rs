//! Lines of equal cost.
//!
//! In a cell the line of a cost is an arc around its generator, or a straight piece parallel to its front, cut off where
//! the cell ends; arcs of neighbouring cells meet at the same point of the border and are joined there.

use super::MapShapes;
use super::border::length;
use super::cell::{Cell, Piece};
use super::frame::{Curve, Rays};
use super::join::{Line, join, straightened};
use wayfront_geometry::Point;

/// Tolerance: Share of the distance from a generator by which a line is moved outwards to decide on which side of a
/// border it runs.
const BEYOND: f64 = 1e-10;
/// Where between two cuts it is decided whether the line runs there: not in the middle, where an arc that touches a side
/// likes to touch it.
const OFF_MIDDLE: f64 = 0.382;
/// Straight pieces of an arc at most, however small the tolerance.
const MOST_PIECES: f64 = 10_000.0;
/// Tolerance: Steps between levels are at least so many times the smallest normal number: below, their logarithms are
/// rounded.
const SMALLEST_STEP: f64 = 1e3;

/// A line of equal cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Isoline {
    /// The cost.
    pub cost: f64,
    /// Its points have this cost; between them it is followed within the tolerance.
    pub line: Line,
}

impl MapShapes<'_> {
    /// The lines of these costs, joined over triangles and regions.
    #[must_use]
    pub fn isolines(&self, costs: &[f64]) -> Vec<Isoline> {
        if let Some(traced) = &self.traced {
            let joined = join(traced.arcs(self.view, costs), self.reach());
            let isoline =
                |(k, line): (usize, Line)| Isoline { cost: costs[k], line: straightened(line, traced.grain()) };
            return joined.into_iter().filter(|(_, line)| length(&line.points) > self.reach()).map(isoline).collect();
        }
        let mut arcs: Vec<(usize, Vec<Point>)> = Vec::new();
        for cell in &self.cells {
            let [least, most] = self.costs_in(cell);
            for (k, &cost) in costs.iter().enumerate().filter(|(_, c)| (least..=most).contains(*c)) {
                self.arcs(cell, cost, |points| arcs.push((k, points)));
            }
        }
        let joined = join(arcs, self.reach());
        let isoline = |(k, line): (usize, Line)| {
            let mut line = straightened(line, self.grain());
            self.place(&mut line.points);
            Isoline { cost: costs[k], line }
        };
        // Arcs cut off at a touching point may be left alone.
        joined.into_iter().filter(|(_, line)| length(&line.points) > self.reach()).map(isoline).collect()
    }

    /// Bounds of the costs in a cell.
    fn costs_in(&self, cell: &Cell) -> [f64; 2] {
        let generator = self.views.generator(cell.root);
        let points = self.map.domain().triangle(cell.triangle).map(|p| self.views.local(p));
        let most = points.iter().map(|&p| generator.cost_at(p)).fold(f64::NEG_INFINITY, f64::max);
        [cell.frame.cost, most]
    }

    fn arcs(&self, cell: &Cell, cost: f64, mut found: impl FnMut(Vec<Point>)) {
        let frame = &cell.frame;
        let distance = cost - frame.cost;
        if distance <= self.grain() {
            return;
        }
        let v = frame.value(distance);
        let level = Curve([v, 0.0, 0.0]);
        // A line that runs along a side of triangles is taken from the triangle beyond.
        let beyond = frame.value(distance * (1.0 + BEYOND));
        for piece in &cell.pieces {
            let Piece { from, to, near, far: (far, _) } = *piece;
            let mut cuts = vec![from, to];
            let borders = [Some(far), near.map(|n| n.0)].into_iter().flatten();
            cuts.extend(borders.flat_map(|b| frame.zeros(b.minus(level))).filter(|&ray| ray > from && ray < to));
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.windows(2) {
                let middle = pair[0] + (pair[1] - pair[0]) * OFF_MIDDLE;
                let is_inside =
                    frame.eval(far, middle) < beyond && near.is_none_or(|(n, _)| frame.eval(n, middle) >= beyond);
                if is_inside && pair[0] < pair[1] {
                    found(self.arc(cell, distance, [pair[0], pair[1]]));
                }
            }
        }
    }

    /// An arc as a polyline whose points lie on it and whose chords lie within the tolerance.
    fn arc(&self, cell: &Cell, distance: f64, [from, to]: [f64; 2]) -> Vec<Point> {
        let step = match cell.frame.rays {
            Rays::Around => 2.0 * (1.0 - (self.tolerance / distance).min(1.0)).acos(),
            Rays::Ahead => to - from,
        };
        let count = ((to - from) / step).ceil().clamp(1.0, MOST_PIECES) as u32;
        let v = cell.frame.value(distance);
        let at = |k: u32| cell.frame.at(from + (to - from) * f64::from(k) / f64::from(count), v);
        (0..=count).map(at).collect()
    }
}

/// Round costs, multiples of 1, 2 or 5 times a power of ten, about `count` of them between `least` and `most`.
///
/// ```
/// use wayfront_views::round_levels;
/// assert_eq!(round_levels(0.0, 47.0, 10), [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0]);
/// ```
#[must_use]
pub fn round_levels(least: f64, most: f64, count: usize) -> Vec<f64> {
    let wanted = (most - least) / count.max(1) as f64;
    if !(wanted.is_finite() && wanted > f64::MIN_POSITIVE * SMALLEST_STEP) {
        return Vec::new();
    }
    let power = 10f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|k| k * power);
    let closeness = |step: &f64| (step / wanted).ln().abs();
    let step = steps.into_iter().min_by(|a, b| closeness(a).total_cmp(&closeness(b))).unwrap_or(power);
    let (first, last) = ((least / step).floor() as i64 + 1, (most / step).ceil() as i64 - 1);
    // Divides where it can: 3 / 10 is the number people write, 3 * 0.1 is not.
    let round = |k: i64| if step < 1.0 { k as f64 / (1.0 / step).round() } else { k as f64 * step };
    (first..=last).take(10 * count.max(1)).map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_round_and_about_as_many_as_asked() {
        for (least, most, count) in [(0.0, 1.0, 10), (3.0, 1234.5, 20), (-2.0, 0.001, 8), (1e-7, 3e-7, 15)] {
            let levels = round_levels(least, most, count);
            assert!(levels.len() * 2 >= count && levels.len() <= 2 * count, "{levels:?}");
            assert!(levels.iter().all(|l| (least..most).contains(l)), "{levels:?}");
        }
        assert_eq!(round_levels(0.0, 0.5, 4), [0.1, 0.2, 0.3, 0.4]);
        assert!(round_levels(1.0, 1.0, 5).is_empty());
        assert!(round_levels(0.0, f64::INFINITY, 5).is_empty());
    }
}
