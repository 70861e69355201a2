//! Fitting gates into the mesh of the outlines, so that they close what they are meant to close.
//!
//! A gate's end that was given on a slanted outline misses it by rounding. Here it becomes a vertex of that outline: an
//! outline's vertex within [rounding] is taken as it is, an edge is bent through the end. Likewise the gate is led
//! through the vertices within rounding of it. So a gate is a chain of edges without gaps, whatever it meets: outlines,
//! corners, walls, other gates. The gates before it count as outlines; an end that reaches nothing stays loose.
//!
//! Cost: the triangles that the gate crosses, and a walk to its start.
//!
//! [rounding]: crate::Domain::rounding

use crate::layout::mesh::{CROSSING_ROUNDING, Crossing, Mesh, Spot, TooManyCrossings, next};
use crate::layout::outlines::Outlines;
use crate::tables::report::Repair;
use wayfront_geometry::{Bounds, Point, closest_on_segment, orient};
use wayfront_world::Place;

/// Doublings from half a rounding on after which a point is surely beyond an edge that it touched.
const MOST_STEPS: u32 = 8;

/// Gates that are being fitted into the mesh.
pub(crate) struct Fit<'a> {
    mesh: &'a mut Mesh,
    outlines: &'a mut Outlines,
    crossings: &'a mut Vec<Crossing>,
    rounding: f64,
    /// What is inside is inside the mesh.
    inner: Bounds,
    /// Where to start the search.
    near: u32,
}

/// How far something was moved at most, and where.
#[derive(Clone, Copy, Default)]
struct Moved {
    by: f64,
    at: Point,
}

impl Moved {
    fn note(&mut self, by: f64, at: Point) {
        if by > self.by {
            *self = Self { by, at };
        }
    }
}

impl<'a> Fit<'a> {
    pub fn new(
        mesh: &'a mut Mesh,
        outlines: &'a mut Outlines,
        crossings: &'a mut Vec<Crossing>,
        rounding: f64,
    ) -> Self {
        Self { inner: mesh.inner, mesh, outlines, crossings, rounding, near: 0 }
    }

    /// Makes the gate with this number part of the mesh.
    pub fn gate(&mut self, number: u32, segment: [Point; 2], place: Place) -> Result<Option<Repair>, TooManyCrossings> {
        // Outside the box nothing is free.
        let Some([a, b]) = clipped(segment, &self.inner) else { return Ok(None) };
        if a == b {
            return Ok(None);
        }
        let record = self.outlines.add_gate(number, place);
        let mut moved = Moved::default();
        let ends = [self.end([a, b], &mut moved)?, self.end([b, a], &mut moved)?];
        let known = self.crossings.len();
        for pair in self.stops(ends, &mut moved).windows(2) {
            self.mesh.constrain(pair[0], pair[1], record, &mut self.outlines.records, self.crossings)?;
        }
        for crossing in &self.crossings[known..] {
            moved.note(crossing.moved, crossing.at);
        }
        let Moved { by, at } = moved;
        Ok((by > 0.0).then_some(Repair::Fitted { place, at, moved: by }))
    }

    /// The vertex at which a gate that was given to end at `p`, and comes from elsewhere, ends.
    fn end(&mut self, [p, from]: [Point; 2], moved: &mut Moved) -> Result<u32, TooManyCrossings> {
        let v = match self.mesh.find_spot(p, self.near) {
            Spot::At(h) => self.mesh.origin(h),
            Spot::On(h) if self.mesh.is_constrained(h) => self.mesh.insert(p, h),
            Spot::On(h) | Spot::Inside(h) => self.settled_end([p, from], h, moved)?,
        };
        self.near = self.mesh.leaving[v as usize];
        Ok(v)
    }

    /// [`Self::end`] for a point in the triangle of `h`, on no outline.
    fn settled_end(&mut self, [p, from]: [Point; 2], h: u32, moved: &mut Moved) -> Result<u32, TooManyCrossings> {
        let near = self.mesh.near([p, p], self.rounding, h);
        let nearest = |items: &[(u32, f64)]| items.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((v, distance)) = nearest(&near.vertices) {
            moved.note(distance, p);
            return Ok(v);
        }
        let Some((edge, distance)) = nearest(&near.edges) else { return Ok(self.mesh.insert(p, h)) };
        moved.note(distance, p);
        let [u, v] = [edge, next(edge)].map(|h| self.mesh.start(h));
        // The outline is not to be moved by more than it takes.
        let is_on = distance <= CROSSING_ROUNDING * p.x.abs().max(p.y.abs());
        let at = if is_on { p } else { closest_on_segment(u, v, p) };
        let at = not_before([u, v], at, from);
        moved.note(at.distance(p), p);
        self.mesh.bend(edge, at, &mut self.outlines.records, self.crossings)
    }

    /// The vertices through which the gate leads, from end to end.
    fn stops(&self, [a, b]: [u32; 2], moved: &mut Moved) -> Vec<u32> {
        let mesh = &*self.mesh;
        let segment @ [pa, pb] = [a, b].map(|v| mesh.point(v));
        let along = |v: u32| (mesh.point(v) - pa).dot(pb - pa);
        let near = mesh.near(segment, self.rounding, mesh.leaving[a as usize]);
        let mut stops: Vec<(u32, f64)> =
            near.vertices.into_iter().filter(|&(v, _)| along(v) > 0.0 && along(v) < along(b)).collect();
        for &(v, distance) in &stops {
            moved.note(distance, mesh.point(v));
        }
        stops.sort_by(|p, q| along(p.0).total_cmp(&along(q.0)));
        let between = stops.into_iter().map(|stop| stop.0).filter(|&v| v != a && v != b);
        std::iter::once(a).chain(between).chain([b]).collect()
    }
}

/// A point beside an edge, moved over it by as little as it takes so that it does not lie on the side of another point: where
/// a gate ends, the outline has no corner around which paths turn.
fn not_before([u, v]: [Point; 2], at: Point, from: Point) -> Point {
    let side = orient(u, v, from);
    let is_before = |p: Point| orient(u, v, p) * side > 0.0;
    let away = (v - u).left() * (-side.signum() / u.distance(v));
    let first = 0.5 * f64::EPSILON * at.x.abs().max(at.y.abs());
    let mut steps = (0..MOST_STEPS).map(|k| at + away * (first * f64::from(1 << k)));
    if is_before(at) { steps.find(|&p| !is_before(p)).unwrap_or(at) } else { at }
}

/// The part of a segment inside a box (Liang and Barsky 1984), or `None` if there is none.
fn clipped([a, b]: [Point; 2], inner: &Bounds) -> Option<[Point; 2]> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    let along = b - a;
    for (start, step, low, high) in [(a.x, along.x, inner.min.x, inner.max.x), (a.y, along.y, inner.min.y, inner.max.y)]
    {
        if step == 0.0 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (p, q) = ((low - start) / step, (high - start) / step);
        (from, to) = (from.max(p.min(q)), to.min(p.max(q)));
    }
    let at = |share: f64, end: Point| if inner.contains(end) { end } else { a.lerp(b, share) };
    (from <= to).then(|| [at(from, a), at(to, b)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_clipped_to_the_box() {
        let p = Point::new;
        let inner = Bounds::of(&[p(0.0, 0.0), p(4.0, 2.0)]);
        let inside = [p(1.0, 1.0), p(3.0, 0.5)];
        assert_eq!(clipped(inside, &inner), Some(inside));
        assert_eq!(clipped([p(-4.0, 1.0), p(2.0, 1.0)], &inner), Some([p(0.0, 1.0), p(2.0, 1.0)]));
        assert_eq!(clipped([p(-2.0, 3.0), p(2.0, -1.0)], &inner), Some([p(0.0, 1.0), p(1.0, 0.0)]));
        assert_eq!(clipped([p(5.0, 0.0), p(5.0, 2.0)], &inner), None);
        assert_eq!(clipped([p(3.0, 4.0), p(6.0, 1.0)], &inner), None);
    }
}
