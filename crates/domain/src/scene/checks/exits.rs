//! Exits and entrances of crowds that miss the outline by less than a body's radius: they are moved onto it.
//!
//! Drawings place an exit in the middle of a wall, a few centimetres inside the room or outside of it. No body's centre
//! gets there, so such a line is meant as an opening of the outline that it faces. From the outline nearest to the line's
//! middle, the chain of sides is followed both ways, as long as they face the line within reach. *Cost*: the outlines,
//! for each line that lies on none.

use super::Check;
use crate::layout::outlines::named;
use crate::tables::domain::Domain;
use crate::tables::report::{Onto, Repair};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Crowd, Field, Place, Start, World};

/// Sine of the angle to a line up to which an outline faces it: 30 degrees.
const FACING: f64 = 0.5;
/// Share of its length that a line may reach beyond the outline in front of it, at either end.
const OVERHANG: f64 = 0.25;

type Side = [Point; 2];

impl Check<'_> {
    /// How far the exits and entrances of a world may miss the outline; `None` without a crowd.
    pub(super) fn reach(world: &World) -> Option<f64> {
        let groups = &world.crowd.as_ref()?.groups;
        groups.iter().map(wayfront_world::Group::largest_radius).reduce(f64::max)
    }

    /// The points of a line moved onto the outline that it faces within reach; as they are where there is none.
    pub(super) fn onto_outline(&mut self, points: &[Point], reach: Option<f64>, place: Place) -> Vec<Point> {
        let (&[a, b], Some(reach)) = (points, reach) else { return points.to_vec() };
        let is_near = |p: Point| self.domain.nearest_outline(p).is_some_and(|q| q.distance(p) <= self.rounding);
        if [a, b, a.lerp(b, 0.5)].into_iter().all(is_near) {
            return points.to_vec();
        }
        let Some(moved) = self.domain.facing_outline([a, b], reach, self.rounding) else { return points.to_vec() };
        // A point that was computed on an outline lies beside it by rounding, which is not worth a report of its own.
        let free = |p: Point| self.domain.nearest_free(p).filter(|q| q.distance(p) <= self.rounding).unwrap_or(p);
        let moved: Vec<Point> = moved.into_iter().map(free).collect();
        for (from, to) in [(a, moved[0]), (b, moved[moved.len() - 1])] {
            if from.distance(to) > self.rounding {
                self.found.repairs.push(Repair::Moved { place, from, to, onto: Onto::Outline });
            }
        }
        moved
    }

    /// The crowd with its entrances on the outlines that they face, if any had to be moved.
    pub(super) fn entrances(&mut self, crowd: &Crowd, reach: Option<f64>) -> Option<Crowd> {
        let mut settled = crowd.clone();
        for (k, group) in settled.groups.iter_mut().enumerate() {
            let place = named(group.place, Field::Groups, k);
            if let Start::Entrance { segment, .. } = &mut group.start
                && let [a, b] = *self.onto_outline(segment.as_slice(), reach, place)
            {
                *segment = [a, b];
            }
        }
        (settled != *crowd).then_some(settled)
    }
}

impl Domain {
    /// The part of an outline that a line faces within reach, from the line's start to its end.
    fn facing_outline(&self, [a, b]: Side, reach: f64, rounding: f64) -> Option<Vec<Point>> {
        let length = a.distance(b);
        let along = (b - a).unit()?;
        // As lengths along the line, and heights over it.
        let place = |p: Point| Point::new((p - a).dot(along), along.cross(p - a));
        let faces = |[p, q]: Side| along.cross(q - p).abs() <= FACING * p.distance(q);
        let is_within = |[p, q]: Side| {
            let ([p, q], span) = ([place(p), place(q)], |x: f64| x.clamp(0.0, length));
            let height = |x: f64| if p.x == q.x { p.y } else { p.y + (q.y - p.y) * ((x - p.x) / (q.x - p.x)) };
            let [from, to] = [span(p.x), span(q.x)];
            from != to && [from, to].into_iter().all(|x| height(x).abs() <= reach)
        };
        let mut sides: Vec<Side> = self.closed_sides().filter(|&side| faces(side) && is_within(side)).collect();
        // A wall without thickness would open to its other side as well.
        let all = sides.clone();
        sides.retain(|&[p, q]| !all.contains(&[q, p]));
        let middle = a.lerp(b, 0.5);
        let distance = |&[p, q]: &Side| closest_on_segment(p, q, middle).distance(middle);
        let first = *sides.iter().min_by(|s, t| distance(s).total_cmp(&distance(t)))?;
        let mut chain = vec![first[0], first[1]];
        while let Some(next) = sides.iter().find(|side| side[0] == chain[chain.len() - 1] && !chain.contains(&side[1]))
        {
            chain.push(next[1]);
        }
        while let Some(before) = sides.iter().find(|side| side[1] == chain[0] && !chain.contains(&side[0])) {
            chain.insert(0, before[0]);
        }
        if place(chain[0]).x > place(chain[chain.len() - 1]).x {
            chain.reverse();
        }
        let overhang = reach.min(OVERHANG * length);
        let [from, to] = [chain[0], chain[chain.len() - 1]].map(|p| place(p).x);
        (from <= overhang && to >= length - overhang).then(|| cut(&chain, [a, b], rounding))
    }
}

/// The part of a chain between the points nearest to the ends of a line, without points that lie straight between others.
fn cut(chain: &[Point], [a, b]: Side, rounding: f64) -> Vec<Point> {
    let nearest = |p: Point| {
        let on = chain.windows(2).enumerate().map(|(k, w)| (k, closest_on_segment(w[0], w[1], p)));
        on.min_by(|x, y| x.1.distance(p).total_cmp(&y.1.distance(p))).unwrap_or((0, chain[0]))
    };
    let ((first, from), (last, to)) = (nearest(a), nearest(b));
    let mut points = vec![from];
    points.extend(chain[(first + 1).min(chain.len())..].iter().take(last.saturating_sub(first)));
    points.push(to);
    points.dedup();
    let is_straight = points.iter().all(|&p| closest_on_segment(from, to, p).distance(p) <= rounding);
    if is_straight { vec![from, to] } else { points }
}
