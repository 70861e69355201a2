//! Lines of equal clearance: exactly as far from walls everywhere.
//!
//! In the cell of a side such a line is parallel to it, in that of a corner an arc around it. Seen from its site a cell
//! reaches as far as its border, so the line is there wherever the border has at least that clearance: pieces go from where
//! the border rises through it to where it falls below. Linear in the diagram.

use crate::graph::NONE;
use crate::site::{Bisector, Site};
use crate::voronoi::Voronoi;
use wayfront_geometry::Point;

/// Halvings that find where an edge has a clearance.
const HALVINGS: u32 = 50;
/// Tolerance: Radians by which an arc without length may seem to turn back.
const ROUNDING: f64 = 1e-6;
/// Chords of an arc, at most.
const MOST_CHORDS: f64 = 256.0;

impl Voronoi {
    /// The places with this clearance, piece by piece, flattened within a tolerance.
    #[must_use]
    pub fn isolines(&self, clearance: f64, tolerance: f64) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        if clearance > 0.0 {
            for face in (0..self.graph.faces.len() as u32).filter(|&face| self.graph.faces[face as usize].edge != NONE)
            {
                self.isolines_in(face, clearance, tolerance, &mut lines);
            }
        }
        lines
    }

    fn isolines_in(&self, face: u32, level: f64, tolerance: f64, lines: &mut Vec<Vec<Point>>) {
        let graph = &self.graph;
        let room = |h: u32| graph.vertex(graph.origin(h)).clearance;
        // Every cell reaches its own site, where there is no room: begin there.
        let Some(first) = graph.ring(face).find(|&h| room(h) < level) else { return };
        let (mut h, mut begin) = (first, None);
        loop {
            let next = graph.next(h);
            match (room(h) < level, room(next) < level) {
                (true, false) => begin = Some(self.crossing(h, level)),
                (false, true) => {
                    if let Some(begin) = begin.take() {
                        lines.push(self.piece_between(face, [begin, self.crossing(h, level)], level, tolerance));
                    }
                }
                _ => {}
            }
            h = next;
            if h == first {
                return;
            }
        }
    }

    /// Where an edge has a clearance that one of its ends has not. The same for the cells on both sides, so that lines join
    /// also in needles, where rounding moves such a place by far.
    fn crossing(&self, h: u32, level: f64) -> Point {
        let graph = &self.graph;
        let h = h.min(graph.twin(h));
        let [from, to] = [h, graph.next(h)].map(|h| graph.vertex(graph.origin(h)));
        let site = graph.site(graph.face(h));
        let other = if graph.twin(h) == NONE { site } else { graph.site(graph.face(graph.twin(h))) };
        let curve = Bisector::between(site, other, from.at, to.at);
        let is_rising = from.clearance < to.clearance;
        // A corner is as far as it seems also on the border with its own side.
        let distance = |p: Point| site.foot(p).distance(p);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if (distance(curve.at(middle)) < level) == is_rising { low = middle } else { high = middle }
        }
        curve.at(f64::midpoint(low, high))
    }

    fn piece_between(&self, face: u32, [from, to]: [Point; 2], radius: f64, tolerance: f64) -> Vec<Point> {
        let frame = self.frame;
        let Site::Point(centre) = *self.graph.site(face) else { return vec![from + frame, to + frame] };
        // Borders are followed counter-clockwise around their site.
        let turn = (from - centre).cross(to - centre).atan2((from - centre).dot(to - centre));
        let turn = if turn < -ROUNDING { turn + std::f64::consts::TAU } else { turn.max(0.0) };
        let step = 2.0 * (1.0 - tolerance / radius).clamp(0.0, 1.0).acos();
        let chords = (turn / step.max(f64::MIN_POSITIVE)).ceil().clamp(1.0, MOST_CHORDS);
        let start = (from - centre).y.atan2((from - centre).x);
        let on_arc = |k: u32| {
            let (sin, cos) = (start + turn * f64::from(k) / chords).sin_cos();
            centre + Point::new(cos, sin) * radius + frame
        };
        (0..=chords as u32).map(on_arc).collect()
    }
}
