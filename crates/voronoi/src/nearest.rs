//! Which feature is nearest to a point, and so in which cell it lies.
//!
//! The nearest place is seen straight from the point, so a search over the triangles of the domain that the disc of that
//! radius touches meets it: the same search as [`Domain::clearance`](wayfront_domain::Domain::clearance), which keeps the
//! feature it found. Where a side and its end are as near, the end wins.

use crate::build::Feature;
use crate::voronoi::Voronoi;
use wayfront_domain::{CornerId, Domain, SideId, Spot};
use wayfront_geometry::{Point, closest_on_segment};

/// Steps after which all features are looked at: around vertices on which no outline lies a search may run in circles.
const MOST_STEPS: u32 = 4096;

/// How much room a place has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance from the nearest outline, wall or gate.
    pub distance: f64,
    /// The nearest place of it.
    pub foot: Point,
    /// What it is.
    pub feature: Feature,
}

struct Search<'a> {
    domain: &'a Domain,
    p: Point,
    square: f64,
    foot: Point,
    feature: Option<Feature>,
    steps: u32,
}

impl Search<'_> {
    #[inline]
    fn offer(&mut self, at: Point, feature: Feature) {
        let square = (at - self.p).dot(at - self.p);
        if square < self.square {
            (self.square, self.foot, self.feature) = (square, at, Some(feature));
        }
    }

    #[inline]
    fn offer_corner(&mut self, corner: CornerId) {
        let at = self.domain.point(corner);
        if (at - self.p).dot(at - self.p) < self.square && self.domain.is_solid(corner) {
            self.offer(at, Feature::Corner(corner));
        }
    }

    /// What is nearest beyond a side that turns its inside to the point, if that can be nearer than what is known.
    fn look_over(&mut self, side: SideId) {
        let [a, b] = self.domain.side_points(side);
        if (b - a).cross(self.p - a) >= 0.0 {
            self.look_beyond(side);
        }
    }

    /// The same for a side of the triangle that the point is in: on it but for rounding, it may seem to be beyond.
    fn look_beyond(&mut self, side: SideId) {
        let [a, b] = self.domain.side_points(side);
        let at = closest_on_segment(a, b, self.p);
        if (at - self.p).dot(at - self.p) >= self.square || self.steps >= MOST_STEPS {
            return;
        }
        self.steps += 1;
        let Some(twin) = self.domain.twin(side) else {
            self.offer(at, Feature::Side(side));
            return;
        };
        self.offer_corner(self.domain.side(twin.prev()).origin);
        self.look_over(twin.next());
        self.look_over(twin.prev());
    }
}

impl Voronoi {
    /// How far the nearest outline, wall or gate is, where and which. `None` if the point is blocked.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Domain;
    /// # use wayfront_voronoi::Voronoi;
    /// let domain = Domain::without_doors(&wayfront_world::builtin("profiling0").unwrap()).unwrap();
    /// let voronoi = Voronoi::of(&Arc::new(domain))?;
    /// let room = voronoi.clearance((17.0, 30.0).into()).unwrap(); // squares from 20 to 40
    /// assert_eq!((room.distance, room.foot), (3.0, (20.0, 30.0).into()));
    /// # Ok::<(), wayfront_voronoi::VoronoiError>(())
    /// ```
    #[must_use]
    pub fn clearance(&self, p: Point) -> Option<Clearance> {
        let domain = &**self.domain();
        let mut search = Search { domain, p, square: f64::INFINITY, foot: p, feature: None, steps: 0 };
        match domain.locate(p)? {
            Spot::Inside(triangle) => {
                for side in triangle.sides() {
                    search.offer_corner(domain.side(side).origin);
                }
                for side in triangle.sides() {
                    search.look_beyond(side);
                }
            }
            Spot::On(side) => match domain.twin(side) {
                Some(twin) => {
                    // All vertices of both triangles: the end of a side is offered before the side.
                    for around in [side, side.next(), side.prev(), twin.prev()] {
                        search.offer_corner(domain.side(around).origin);
                    }
                    for beyond in [side.next(), side.prev(), twin.next(), twin.prev()] {
                        search.look_beyond(beyond);
                    }
                }
                None => search.offer(p, Feature::Side(side)),
            },
            Spot::At(corner) => match self.widest_sector(corner) {
                Some(solid) => search.offer(p, Feature::Corner(solid)),
                // All that is left of an obstacle without area: from the triangles around it.
                None => {
                    let around = || domain.sectors(corner).flat_map(|sector| domain.fan(sector));
                    for side in around() {
                        search.offer_corner(domain.side(side.next()).origin);
                    }
                    for side in around() {
                        search.look_beyond(side.next());
                    }
                }
            },
        }
        if search.steps >= MOST_STEPS {
            self.look_everywhere(&mut search);
        }
        Some(Clearance { distance: search.square.sqrt(), foot: search.foot, feature: search.feature? })
    }

    /// Corners first, since ends win over their sides; sides from their free side, since walls have two in one place.
    #[cold]
    fn look_everywhere(&self, search: &mut Search) {
        for &feature in &self.features {
            if let Feature::Corner(corner) = feature {
                search.offer_corner(corner);
            }
        }
        for &feature in &self.features {
            let Feature::Side(side) = feature else { continue };
            let [a, b] = self.domain().side_points(side);
            if (b - a).cross(search.p - a) >= 0.0 {
                search.offer(closest_on_segment(a, b, search.p), feature);
            }
        }
    }

    /// Of the sectors of a vertex on an outline, the one with the largest angle that has a cell: others may be slivers.
    fn widest_sector(&self, corner: CornerId) -> Option<CornerId> {
        let domain = &**self.domain();
        let angle = |sector: CornerId| -> f64 {
            let turn = |side: SideId| {
                let [a, b, c] = [side, side.next(), side.prev()].map(|side| domain.point(domain.side(side).origin));
                (b - a).cross(c - a).atan2((b - a).dot(c - a))
            };
            domain.fan(sector).map(turn).sum()
        };
        let has_cell = |sector: CornerId| {
            let here = Clearance { distance: 0.0, foot: domain.point(sector), feature: Feature::Corner(sector) };
            self.face_of(&here).is_some()
        };
        let solid = domain.sectors(corner).filter(|&c| domain.is_solid(c));
        solid.max_by(|&a, &b| has_cell(a).cmp(&has_cell(b)).then_with(|| angle(a).total_cmp(&angle(b))))
    }
}
