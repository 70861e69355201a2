//! Where the sources of a map are met by discs.
//!
//! A point is met where the disc has room: there, or as near as it gets. Of a segment those parts count at which the disc
//! has room; on an outline it is an opening, which blocks no path but for its two ends, and the disc turns around
//! these. Ends of parts are moved inwards by some roundings, so that they have room for certain. Where a barrier crosses a segment, that is in two parts.

use super::SourcePlace;
use crate::discs::{Axis, DiscStart, Flat, Near, StartPlace, Tolls};
use crate::error::MapError;
use std::borrow::Cow;
use wayfront_domain::{Domain, OpeningEnd, Openings, SideId, TriangleId};
use wayfront_geometry::{Hand, Point};
use wayfront_pathmap::check_sources;
use wayfront_world::Source;

/// Tolerance: Share of the radius by which things that touch may miss each other.
const TOUCH: f64 = 1e-9;
/// Tolerance: Share of the radius by which parts of segments are looked for beyond what has room, before they are moved
/// inwards.
const BEYOND: f64 = 1e-13;

/// All sources in their places.
#[derive(Debug, Default)]
pub(super) struct Placed {
    pub openings: Openings,
    pub starts: Vec<DiscStart>,
    /// The source of each start.
    pub sources: Vec<usize>,
    pub places: Vec<SourcePlace>,
}

/// The places of sources, in their order.
pub(super) fn place(
    domain: &Domain,
    sources: &[Source],
    others: &[[Point; 2]],
    tolls: &Tolls,
    radius: f64,
) -> Result<Placed, MapError> {
    let mut sources = Cow::Borrowed(sources);
    if check_sources(domain, &sources).is_err() {
        // On slanted outlines coordinates miss by rounding. What else is wrong with a source is wrong for points too.
        sources = sources.iter().map(|source| settled(domain, source)).collect();
        check_sources(domain, &sources)?;
    }
    let segments = |source: &Source| -> Vec<[Point; 2]> {
        source.shape.points().windows(2).map(|pair| [pair[0], pair[1]]).filter(|[a, b]| a != b).collect()
    };
    let all: Vec<[Point; 2]> = sources.iter().flat_map(segments).chain(others.iter().copied()).collect();
    let openings = Openings::of(domain, &all);
    let mut placing =
        Placing { domain, tolls, radius, near: Near::default(), placed: Placed { openings, ..Placed::default() } };
    for (index, source) in sources.iter().enumerate() {
        let count = placing.placed.starts.len();
        let segments = segments(source);
        if segments.is_empty() {
            placing.add_point(index, source.shape.points()[0], source.offset)?; // no shape is empty
        }
        for &segment in &segments {
            placing.add_segment(index, segment, source.offset);
        }
        if placing.placed.starts.len() == count {
            let [from, to] = [segments[0][0], segments[segments.len() - 1][1]];
            return Err(MapError::NarrowSource { index, from, to, width: from.distance(to), radius });
        }
    }
    Ok(placing.placed)
}

/// A source as it lies in the free space, if it misses it by rounding only.
fn settled(domain: &Domain, source: &Source) -> Source {
    domain.settled_shape(&source.shape).map_or_else(|| source.clone(), |shape| source.clone().with_shape(shape))
}

struct Placing<'a> {
    domain: &'a Domain,
    tolls: &'a Tolls,
    radius: f64,
    near: Near,
    placed: Placed,
}

impl Placing<'_> {
    /// As near to a point as a disc gets.
    fn add_point(&mut self, index: usize, given: Point, cost: f64) -> Result<(), MapError> {
        let (domain, radius) = (self.domain, self.radius);
        let at = if domain.has_room_with(given, radius, &self.placed.openings) {
            given
        } else {
            let found = domain.nearest_free_for(given, radius);
            found.ok_or(MapError::NoRoom { index, at: given, radius })?
        };
        self.placed.places.push(SourcePlace { source: index, given, at });
        let triangles = self.triangles_at(at);
        self.push(index, StartPlace::Point(at), triangles, cost);
        Ok(())
    }

    fn push(&mut self, index: usize, from: StartPlace, triangles: Vec<TriangleId>, cost: f64) {
        self.placed.starts.push(DiscStart { from, triangles, cost });
        self.placed.sources.push(index);
    }

    fn triangles_at(&self, p: Point) -> Vec<TriangleId> {
        self.domain.locate_on_walls(p).map(|spot| self.domain.triangles_at(spot)).unwrap_or_default()
    }

    /// The triangles near a segment in which a place of it lies, but for rounding.
    fn near_triangles_at(&self, at: Point) -> Vec<TriangleId> {
        let slack = TOUCH * self.radius + self.domain.rounding_of_distances();
        let holds = |triangle: &TriangleId| {
            let [a, b, c] = self.domain.triangle(*triangle);
            [[a, b], [b, c], [c, a]].iter().all(|[a, b]| (*b - *a).cross(at - *a) >= -slack * a.distance(*b))
        };
        self.near.triangles.iter().copied().filter(holds).collect()
    }

    /// The parts of a segment with room.
    fn add_segment(&mut self, index: usize, segment: [Point; 2], cost: f64) {
        let axis = Axis::of(segment);
        let Self { domain, radius, .. } = *self;
        let openings = &self.placed.openings;
        let open = openings.along(domain, segment).map(SideId::triangle);
        let starts = self.triangles_at(axis.at(0.5 * axis.length)).into_iter().chain(open);
        self.near.look(domain, openings, &axis, starts, radius * (1.0 + TOUCH));
        let mut parts = Vec::new();
        self.near.parts(&axis, radius - self.doubt(&axis), |part| parts.push(part));
        let triangles = self.near.triangles.clone();
        for part in parts {
            let Some(settled) = self.settled(segment, &axis, part) else {
                self.add_touching(index, axis.at(0.5 * (part[0] + part[1])), cost);
                continue;
            };
            for part in self.between_tolls(&axis, settled) {
                self.add_part(index, &axis, part, &triangles, cost);
            }
        }
    }

    /// By how much distances from a segment may be rounded.
    fn doubt(&self, axis: &Axis) -> f64 {
        BEYOND * (self.radius + axis.length) + self.domain.rounding_of_distances()
    }

    /// What barriers leave of a part: on both sides of each a part ends.
    fn between_tolls(&self, axis: &Axis, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
        let apart = TOUCH * self.radius;
        let cuts = self.tolls.cuts([axis.at(from), axis.at(to)]).into_iter().map(|share| from + share * (to - from));
        let ends = cuts.flat_map(|x| [(x - apart).max(from), (x + apart).min(to)]);
        let ends: Vec<f64> = std::iter::once(from).chain(ends).chain([to]).collect();
        ends.chunks(2).map(|part| [part[0], part[1]]).filter(|[a, b]| a <= b).collect()
    }

    /// The part between the first and the last place that have room for certain; they may be one.
    fn settled(&self, segment: [Point; 2], axis: &Axis, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let given = |x: f64| {
            if x <= 0.0 {
                segment[0]
            } else if x >= axis.length {
                segment[1]
            } else {
                axis.at(x)
            }
        };
        let has_room = |x: f64| {
            let at = given(x);
            self.near.leaves_room(at, self.radius) && !self.near_triangles_at(at).is_empty()
        };
        let inwards = |end: f64, other: f64| {
            let first = 0.01 * self.doubt(axis);
            let steps = std::iter::successors(Some(first), |step| Some(2.0 * step));
            let steps = steps.take_while(|&step| step < (other - end).abs());
            let between = steps.map(|step| end + step.copysign(other - end));
            std::iter::once(end).chain(between).chain([0.5 * (end + other), other]).find(|&x| has_room(x))
        };
        let ends = [inwards(from, to)?, inwards(to, from)?];
        Some([ends[0].min(ends[1]), ends[0].max(ends[1])])
    }

    /// A place that has room but for rounding.
    fn add_touching(&mut self, index: usize, given: Point, cost: f64) {
        let found = self.domain.nearest_free_for(given, self.radius);
        if let Some(at) = found.filter(|at| at.distance(given) <= TOUCH * self.radius) {
            self.placed.places.push(SourcePlace { source: index, given, at });
            let triangles = self.triangles_at(at);
            self.push(index, StartPlace::Point(at), triangles, cost);
        }
    }

    fn add_part(&mut self, index: usize, axis: &Axis, [from, to]: [f64; 2], near: &[TriangleId], cost: f64) {
        let radius = self.radius;
        for x in if to > from { vec![from, to] } else { vec![from] } {
            let at = axis.at(x);
            let triangles = self.near_triangles_at(at);
            self.placed.places.push(SourcePlace { source: index, given: at, at });
            self.push(index, StartPlace::Point(at), triangles, cost);
        }
        for across in [axis.along.left(), -axis.along.left()] {
            if !self.domain.contains(axis.at(0.5 * (from + to)) + across * (1e-3 * radius)) {
                continue;
            }
            if to - from > TOUCH * radius {
                let part = Axis { from: axis.at(from), along: axis.along, length: to - from };
                let rounding = self.domain.rounding_of_distances();
                self.push(index, StartPlace::Flat(Flat { axis: part, across, rounding }), near.to_vec(), cost);
            }
            for (x, towards) in [(from - radius, -axis.along), (to + radius, axis.along)] {
                self.add_end(index, axis.at(x), (towards, across), cost);
            }
        }
    }

    /// The disc touches the end of an opening: it starts turning around it.
    fn add_end(&mut self, index: usize, at: Point, (towards, across): (Point, Point), cost: f64) {
        let slack = TOUCH * (self.radius + at.x.abs() + at.y.abs());
        // A wall is open on both of its sides, and the disc is on one of them.
        let is_here = |end: &OpeningEnd| {
            let [a, b] = self.domain.side_points(end.side);
            end.at.distance(at) <= slack && (b - a).left().dot(across) > 0.0
        };
        let Some(end) = self.placed.openings.ends().iter().position(is_here) else { return };
        let hand = if across.left().dot(towards) > 0.0 { Hand::Left } else { Hand::Right };
        let triangles = self.placed.openings.ends()[end].triangles.clone();
        self.push(index, StartPlace::Turning { end, hand, direction: across }, triangles, cost);
    }
}
