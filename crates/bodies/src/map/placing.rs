//! Where the sources of a map are met by discs.
//!
//! A point is met where the disc has room: there, or as near as it gets. Of a segment those parts count at which the disc
//! has room; on an outline it is an opening, which is in nobody's way but for its two ends, and the disc turns around
//! these. Ends of parts are moved inwards by some roundings, so that they have room for certain. Where a barrier crosses a segment, that is in two parts.

use super::SourcePlace;
use crate::discs::{Axis, DiscStart, Flat, Near, StartPlace, Tolls};
use crate::error::MapError;
use std::borrow::Cow;
use wayfront_domain::{Domain, Openings, TriangleId};
use wayfront_geometry::{Hand, LegEnd, Point};
use wayfront_pathmap::check_sources;
use wayfront_world::Source;

/// Tolerance: Share of the radius by which things that touch may miss each other.
const TOUCH: f64 = 1e-9;
/// Tolerance: Share of the radius by which parts of segments are looked for beyond what has room, before they are moved
/// inwards.
const BEYOND: f64 = 1e-13;

/// Tolerance: Roundings of the coordinates by which a place on a slanted outline is moved until it is free: a point that is
/// computed on it lies on either side of it.
const ASIDE: [f64; 5] = [0.0, 2.0, -2.0, 8.0, -8.0];

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

    /// The place of an axis at a length, free but for what rounding cannot say.
    fn free_at(&self, axis: &Axis, x: f64) -> Point {
        let at = axis.at(x);
        let aside = axis.along.left() * (f64::EPSILON * at.x.abs().max(at.y.abs()));
        ASIDE.iter().map(|&steps| at + aside * steps).find(|&p| self.domain.contains(p)).unwrap_or(at)
    }

    fn triangles_at(&self, p: Point) -> Vec<TriangleId> {
        self.domain.locate_on_walls(p).map(|spot| self.domain.triangles_at(spot)).unwrap_or_default()
    }

    /// The parts of a segment with room.
    fn add_segment(&mut self, index: usize, segment: [Point; 2], cost: f64) {
        let axis = Axis::of(segment);
        let starts = self.triangles_at(self.free_at(&axis, 0.5 * axis.length));
        let Self { domain, radius, .. } = *self;
        self.near.look(domain, &self.placed.openings, &axis, starts, radius * (1.0 + TOUCH));
        let mut parts = Vec::new();
        self.near.parts(&axis, radius * (1.0 - BEYOND), |part| parts.push(part));
        let triangles = self.near.triangles.clone();
        for part in parts {
            let Some(part) = self.settled(&axis, part) else { continue };
            for part in self.between_tolls(&axis, part) {
                self.add_part(index, &axis, part, &triangles, cost);
            }
        }
    }

    /// What barriers leave of a part: on both sides of each a part ends.
    fn between_tolls(&self, axis: &Axis, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
        let apart = TOUCH * self.radius;
        let cuts = self.tolls.cuts([axis.at(from), axis.at(to)]).into_iter().map(|share| from + share * (to - from));
        let ends = cuts.flat_map(|x| [(x - apart).max(from), (x + apart).min(to)]);
        let ends: Vec<f64> = std::iter::once(from).chain(ends).chain([to]).collect();
        ends.chunks(2).map(|part| [part[0], part[1]]).filter(|[a, b]| a <= b).collect()
    }

    /// The part between two places with room.
    fn settled(&self, axis: &Axis, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let has_room = |x: f64| self.domain.has_room_with(self.free_at(axis, x), self.radius, &self.placed.openings);
        let middle = 0.5 * (from + to);
        let inwards = |end: f64| {
            let size = BEYOND * (self.radius + axis.length);
            let steps =
                std::iter::successors(Some(0.0), |&step| Some(if step == 0.0 { 0.01 * size } else { 2.0 * step }));
            let towards = if middle >= end { 1.0 } else { -1.0 };
            let mut places = steps.take_while(|&step| step <= (middle - end).abs()).map(|step| end + towards * step);
            places.find(|&x| has_room(x)).or_else(|| has_room(middle).then_some(middle))
        };
        Some([inwards(from)?, inwards(to)?])
    }

    fn add_part(&mut self, index: usize, axis: &Axis, [from, to]: [f64; 2], near: &[TriangleId], cost: f64) {
        let radius = self.radius;
        for x in if to > from { vec![from, to] } else { vec![from] } {
            let at = self.free_at(axis, x);
            let triangles = self.triangles_at(at).into_iter().filter(|triangle| near.contains(triangle)).collect();
            self.placed.places.push(SourcePlace { source: index, given: at, at });
            self.push(index, StartPlace::Point(at), triangles, cost);
        }
        for across in [axis.along.left(), -axis.along.left()] {
            if !self.domain.contains(axis.at(0.5 * (from + to)) + across * (1e-3 * radius)) {
                continue;
            }
            if to - from > TOUCH * radius {
                let part = Axis { from: axis.at(from), along: axis.along, length: to - from };
                self.push(index, StartPlace::Flat(Flat { axis: part, across }), near.to_vec(), cost);
            }
            for (x, towards) in [(from - radius, -axis.along), (to + radius, axis.along)] {
                self.add_end(index, axis, [x, 0.0], (towards, across), near, cost);
            }
        }
    }

    /// The disc touches the end of an opening: it starts turning around it.
    fn add_end(
        &mut self,
        index: usize,
        axis: &Axis,
        [x, y]: [f64; 2],
        (towards, across): (Point, Point),
        near: &[TriangleId],
        cost: f64,
    ) {
        let slack = TOUCH * (self.radius + axis.length);
        let is_there = |p: &&Point| (p.x - x).abs() <= slack && (p.y - y).abs() <= slack;
        let Some(&end) = self.near.solids.iter().flatten().find(is_there) else { return };
        // The point itself, not as the axis has it: outlines that end there are told by that.
        let placed = axis.at(end.x) + axis.along.left() * end.y;
        let sides = near.iter().flat_map(|triangle| triangle.sides());
        let solids = sides.filter(|&side| self.domain.twin(side).is_none());
        let ends = solids.flat_map(|side| self.placed.openings.parts(self.domain, side)).flatten();
        let Some(at) = ends.min_by(|a, b| a.distance(placed).total_cmp(&b.distance(placed))) else { return };
        let hand = if across.left().dot(towards) > 0.0 { Hand::Left } else { Hand::Right };
        // A wall is open on both of its sides, and the disc is on one of them.
        let is_here = |triangle: &TriangleId| {
            near.contains(triangle) && self.domain.triangle(*triangle).iter().any(|&p| (p - at).dot(across) > slack)
        };
        let triangles = self.triangles_at(at).into_iter().filter(is_here).collect();
        self.push(index, StartPlace::Turning(LegEnd::turn(at, hand), across), triangles, cost);
    }
}
