//! What a map for discs consists of, for those who draw it: turns, and what they may see of each triangle.
//!
//! A window only says what may be seen: a leg to a place in it counts if nothing solid comes nearer to it than the radius.
//! The cheapest leg that counts is the map's answer.

use super::{DiscMap, Kind};
use crate::discs::{DiscField, NONE};
use crate::generators::GeneratorId;
use wayfront_domain::{Domain, Openings, TriangleId};
use wayfront_geometry::{Hand, Point};

/// A map for discs, to be looked at. Only lengths count in it: crossing a line costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct DiscView<'a> {
    map: &'a DiscMap,
    field: &'a DiscField,
}

/// What legs start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscGenerator {
    /// What it costs until there.
    pub cost: f64,
    /// What it is.
    pub shape: DiscShape,
}

/// The shape of what legs start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DiscShape {
    /// A point.
    Point(Point),
    /// A corner around which the disc turns before it goes straight.
    Turn {
        /// The corner.
        corner: Point,
        /// The hand on which the disc has it.
        hand: Hand,
        /// Where the centre goes on arrival, of length 1.
        direction: Point,
        /// The most that it turns from there, in radians.
        most: f64,
        /// The disc touches it from the start, as the end of a door: then an outline that ends there may hide what windows
        /// show.
        is_start: bool,
    },
    /// A segment, which legs leave straight across.
    Segment {
        /// Its ends.
        ends: [Point; 2],
        /// Where legs go, of length 1.
        across: Point,
    },
}

/// What a generator may see of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscWindow {
    /// Its generator.
    pub generator: GeneratorId,
    /// The right and the left corner between which it sees something, seen from its own corner or point; all if `None`.
    pub bounds: Option<[Point; 2]>,
    /// The directions of legs, on the right and on the left, beyond which none counts that turns from there by less than a
    /// quarter; 0 for none. Rounded outwards.
    pub passing: [Point; 2],
}

impl DiscMap {
    /// What the map consists of; `None` for a radius of 0, and where crossing lines costs something.
    #[must_use]
    pub fn view(&self) -> Option<DiscView<'_>> {
        match &self.kind {
            Kind::Discs(field) if !field.has_tolls() => Some(DiscView { map: self, field }),
            _ => None,
        }
    }
}

impl<'a> DiscView<'a> {
    /// The domain.
    #[must_use]
    pub fn domain(&self) -> &'a Domain {
        &self.map.domain
    }

    /// Parts of outlines that are in nobody's way.
    #[must_use]
    pub fn openings(&self) -> &'a Openings {
        &self.map.placed.openings
    }

    /// The radius.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.map.radius
    }

    /// What a generator is; `None` for unknown ones.
    #[must_use]
    pub fn generator(&self, generator: GeneratorId) -> Option<DiscGenerator> {
        let arrivals = &self.field.arrivals;
        let arrival = arrivals.list.get(generator.0 as usize)?;
        let shape = if arrival.flat != NONE {
            let flat = arrivals.flats.get(arrival.flat as usize)?;
            DiscShape::Segment { ends: [flat.axis.from, flat.axis.at(flat.axis.length)], across: flat.across }
        } else if let Some(hand) = arrival.end.hand {
            let (corner, direction, most) = (arrival.end.at, arrival.direction, arrival.worthwhile);
            DiscShape::Turn { corner, hand, direction, most, is_start: arrival.parent == NONE }
        } else {
            DiscShape::Point(arrival.end.at)
        };
        Some(DiscGenerator { cost: arrival.cost, shape })
    }

    /// What is seen of a triangle.
    pub fn windows(&self, triangle: TriangleId) -> impl Iterator<Item = DiscWindow> + use<'a> {
        self.field.seen_in(&self.map.domain, triangle).map(|(number, bounds, passing)| DiscWindow {
            generator: GeneratorId(number),
            bounds,
            passing,
        })
    }
}
