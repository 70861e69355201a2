//! Answers about one place: cost, next point, source, the way as a curve.

use super::{Kind, SceneMap};
use crate::discs::{Cheapest, DiscField, DiscPath, NONE, narrowest, pieces};

use wayfront_domain::{Guide, NoPath, Spot, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Piece, Point};
use wayfront_pathmap::{Answer, GeneratorId, GeneratorPlace, MapStats};

/// A corner that a way turns around, seen by whoever walks to the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// The corner.
    pub corner: Point,
    /// Where the centre is when the disc leaves it.
    pub leaves: Point,
    /// Where it goes then, of length 1.
    pub onward: Point,
    /// What is left from there.
    pub cost: f64,
    /// What the way turns around next, or its source.
    pub next: GeneratorId,
}

/// How far the points of a route leave an arc, as a share of the radius.
const TOLERANCE: f64 = 0.01;

/// Questions that one thread answers in a row: each takes several times as long as one to a map of points.
const CHUNK: usize = 1 << 13;

impl SceneMap {
    fn cheapest(&self, field: &DiscField, p: Point) -> Result<Cheapest, NoPath> {
        self.cheapest_in(field, p, self.domain().locate(p))
    }

    fn cheapest_in(&self, field: &DiscField, p: Point, spot: Option<Spot>) -> Result<Cheapest, NoPath> {
        let spot = spot.ok_or(NoPath::Blocked)?;
        let placed = &self.placed;
        let here = placed.starts.iter().enumerate().filter(|(_, start)| start.from.holds(p));
        let standing = here.map(|(k, start)| Cheapest { cost: start.cost, number: k as u32, from: p });
        let standing = standing.min_by(|a, b| a.cost.total_cmp(&b.cost));
        match (standing, field.cheapest(self.domain(), &placed.openings, p, spot)) {
            (Some(here), Ok(there)) if here.cost <= there.cost => Ok(here),
            (Some(here), Err(NoPath::Unreachable)) => Ok(here),
            (_, walking) => walking,
        }
    }

    /// Everything the map knows about a place. The aim is where the straight leg ends on which the centre goes now: at
    /// the source, or where the disc touches a corner and begins to turn.
    ///
    /// # Errors
    /// If the disc has no room there, or no source can be reached.
    pub fn answer(&self, p: Point) -> Result<Answer, NoPath> {
        match &self.kind {
            Kind::Points(map) => map.answer(p),
            Kind::Discs(field) => Ok(self.answer_of(field, self.cheapest(field, p)?)),
        }
    }

    /// [`Self::answer`], with the search for the place's triangle from one nearby on; that becomes the place's. Faster for
    /// places one after the other.
    ///
    /// # Errors
    /// As [`Self::answer`].
    pub fn answer_near(&self, p: Point, near: &mut TriangleId) -> Result<Answer, NoPath> {
        match &self.kind {
            Kind::Points(map) => map.answer(p),
            Kind::Discs(field) => {
                let spot = self.domain().locate_near(p, near);
                Ok(self.answer_of(field, self.cheapest_in(field, p, spot)?))
            }
        }
    }

    fn answer_of(&self, field: &DiscField, Cheapest { cost, number, from }: Cheapest) -> Answer {
        Answer { cost, aim: from, generator: GeneratorId(number), source: self.source_of(field, number) }
    }

    /// The corner around which a generator turns, or the place of a source; `None` for unknown ones.
    #[must_use]
    pub fn corner_of(&self, generator: GeneratorId) -> Option<Point> {
        match &self.kind {
            Kind::Points(map) => match map.place_of(generator)? {
                GeneratorPlace::Corner(at) => Some(at),
                GeneratorPlace::Source(k) => self.places().get(k as usize).map(|place| place.at),
            },
            Kind::Discs(field) => field.arrivals.list.get(generator.0 as usize).map(|arrival| arrival.end.at),
        }
    }

    /// The bend that a generator is; `None` for sources, and for maps of points.
    #[must_use]
    pub fn bend(&self, generator: GeneratorId) -> Option<Bend> {
        let Kind::Discs(field) = &self.kind else { return None };
        let arrival = field.arrivals.list.get(generator.0 as usize).filter(|arrival| arrival.parent != NONE)?;
        let (leaves, onward) = (arrival.leg[1], -arrival.direction);
        let (cost, next) = (arrival.cost, GeneratorId(arrival.parent));
        Some(Bend { corner: arrival.end.at, leaves, onward, cost, next })
    }

    /// The disc can go straight from one place to another, through openings too.
    #[must_use]
    pub fn sees(&self, p: Point, q: Point) -> bool {
        let (domain, openings, radius) = (self.domain(), &self.placed.openings, self.radius());
        if radius == 0.0 {
            return domain.sees(p, q);
        }
        // The leg has its ends with it.
        let Some(leg) = DiscLeg::new(LegEnd::point(p), LegEnd::point(q), radius) else { return p == q };
        let starts = domain.locate(p).map(|spot| domain.triangles_at(spot)).unwrap_or_default();
        starts.first().is_some_and(|&start| domain.leg_is_free_from(&leg, start, Some(openings)))
    }

    fn source_of(&self, field: &DiscField, mut number: u32) -> usize {
        let list = &field.arrivals.list;
        while let Some(parent) = list.get(number as usize).map(|a| a.parent).filter(|&n| (n as usize) < list.len()) {
            number = parent;
        }
        self.placed.sources[number as usize]
    }

    /// The way of the disc from a place to its source, as a curve.
    ///
    /// # Errors
    /// If the disc has no room there, or no source can be reached.
    pub fn path(&self, p: Point) -> Result<DiscPath, NoPath> {
        let radius = self.radius();
        match &self.kind {
            Kind::Points(map) => {
                let points = map.route(p)?;
                let pieces: Vec<Piece> = points.windows(2).map(|leg| Piece::Straight([leg[0], leg[1]])).collect();
                let length = pieces.iter().map(Piece::length).sum();
                Ok(DiscPath { radius, length, pieces, narrowest: None })
            }
            Kind::Discs(field) => {
                let Cheapest { number, .. } = self.cheapest(field, p)?;
                let mut pieces = pieces(&field.arrivals, number, p, radius);
                pieces.reverse();
                pieces.iter_mut().for_each(|piece| *piece = piece.reversed());
                let length = pieces.iter().map(Piece::length).sum();
                let narrowest = narrowest(self.domain(), self.openings(), &pieces);
                Ok(DiscPath { radius, length, pieces, narrowest })
            }
        }
    }

    /// [`cost`](Guide::cost) of many points: the same answers, place by place, and on all threads where there are very many.
    #[must_use]
    pub fn costs(&self, points: &[Point]) -> Vec<Result<f64, NoPath>> {
        match &self.kind {
            Kind::Points(map) => map.costs(points),
            Kind::Discs(_) => self.domain().ask_all(points, CHUNK, |p| self.cost(p)),
        }
    }

    /// How large it is.
    #[must_use]
    pub fn stats(&self) -> MapStats {
        match &self.kind {
            Kind::Points(map) => map.stats(),
            Kind::Discs(field) => MapStats { generators: field.arrivals.list.len(), windows: field.window_count() },
        }
    }
}

impl Guide for SceneMap {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        match &self.kind {
            Kind::Points(map) => map.cost(p),
            Kind::Discs(field) => self.cheapest(field, p).map(|best| best.cost),
        }
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        match &self.kind {
            Kind::Points(map) => map.aim(p),
            Kind::Discs(field) => self.cheapest(field, p).map(|best| best.from),
        }
    }

    /// Around arcs the points are where tangents meet: straight lines between them keep the radius from corners too.
    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        match &self.kind {
            Kind::Points(map) => map.route(p),
            Kind::Discs(_) => {
                let points = self.path(p)?.points(TOLERANCE * self.radius());
                Ok(if points.is_empty() { vec![p] } else { points })
            }
        }
    }
}
