//! Which feature is nearest to a point, and so in which cell it lies.
//!
//! The nearest place is seen straight from the point, so a search over the triangles of the domain that the disc of that
//! radius touches meets it: the same search as [`Domain::clearance`](wayfront_domain::Domain::clearance), which keeps the
//! feature it found. Where a side and its end are as near, the end wins.

use crate::build::Feature;
use crate::voronoi::Voronoi;
use wayfront_domain::{CornerId, Domain, SideId, Spot, TriangleId};
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

/// What a search has found.
#[derive(Clone, Copy)]
enum Found {
    Feature(Feature),
    /// The corner at which this side starts.
    Start(SideId),
}

struct Search<'a> {
    domain: &'a Domain,
    p: Point,
    square: f64,
    foot: Point,
    found: Option<Found>,
    steps: u32,
    /// Corners of triangles are taken to be solid, as nearly all are. If that was wrong, each is looked up.
    trusts: bool,
}

impl<'a> Search<'a> {
    fn new(domain: &'a Domain, p: Point, trusts: bool) -> Self {
        Self { domain, p, square: f64::INFINITY, foot: p, found: None, steps: 0, trusts }
    }

    #[inline]
    fn offer(&mut self, at: Point, found: Found) {
        let square = (at - self.p).dot(at - self.p);
        if square < self.square {
            (self.square, self.foot, self.found) = (square, at, Some(found));
        }
    }

    #[inline]
    fn offer_corner(&mut self, corner: CornerId) {
        let at = self.domain.point(corner);
        if (at - self.p).dot(at - self.p) < self.square && self.domain.is_solid(corner) {
            self.offer(at, Found::Feature(Feature::Corner(corner)));
        }
    }

    /// The corner at which a side starts, and its place.
    #[inline]
    fn offer_start(&mut self, side: SideId, at: Point) {
        if self.trusts || self.domain.is_solid(self.domain.side(side).origin) {
            self.offer(at, Found::Start(side));
        }
    }

    /// Everything from inside of a triangle: its corners, then what is beyond its sides, from the nearest corner on.
    fn look_from(&mut self, triangle: TriangleId) {
        let (sides, points) = (triangle.sides(), self.domain.triangle(triangle));
        for (side, at) in sides.into_iter().zip(points) {
            self.offer_start(side, at);
        }
        let first = match self.found {
            Some(Found::Start(side)) => side,
            _ => sides[0],
        };
        for side in [first, first.prev(), first.next()] {
            let k = side.index() % 3;
            self.look_between(side, [points[k], points[(k + 1) % 3]]);
        }
    }

    /// What is nearest beyond a side, if that can be nearer than what is known. On it but for rounding, the point may seem to
    /// be beyond.
    fn look_beyond(&mut self, side: SideId) {
        self.look_between(side, self.domain.side_points(side));
    }

    /// The same for a side whose ends are known. Of each triangle one line of cache is read.
    fn look_between(&mut self, side: SideId, [a, b]: [Point; 2]) {
        let (leg, own) = (b - a, self.p - a);
        let (along, whole) = (own.dot(leg), leg.dot(leg));
        let off = leg.cross(own);
        // Without a division, which most sides do not need.
        let is_farther = if along <= 0.0 {
            own.dot(own) >= self.square
        } else if along >= whole {
            (self.p - b).dot(self.p - b) >= self.square
        } else {
            off * off >= self.square * whole
        };
        if is_farther || self.steps >= MOST_STEPS {
            return;
        }
        self.steps += 1;
        let Some(twin) = self.domain.beyond_open(side) else {
            self.offer(closest_on_segment(a, b, self.p), Found::Feature(Feature::Side(side)));
            return;
        };
        let far = self.domain.triangle(twin.triangle())[(twin.index() + 2) % 3];
        self.offer_start(twin.prev(), far);
        // Sides that turn their inside to the point.
        for (side, ends) in [(twin.next(), [a, far]), (twin.prev(), [far, b])] {
            if (ends[1] - ends[0]).cross(self.p - ends[0]) >= 0.0 {
                self.look_between(side, ends);
            }
        }
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
        let spot = self.domain().locate(p)?;
        self.clearance_at(p, spot, true).or_else(|| self.clearance_at(p, spot, false))
    }

    /// `None` if a corner was wrongly trusted.
    #[inline]
    fn clearance_at(&self, p: Point, spot: Spot, trusts: bool) -> Option<Clearance> {
        let domain = &**self.domain();
        let mut search = Search::new(domain, p, trusts);
        match spot {
            Spot::Inside(triangle) => search.look_from(triangle),
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
                None => search.offer(p, Found::Feature(Feature::Side(side))),
            },
            Spot::At(corner) => match self.widest_sector(corner) {
                Some(solid) => search.offer(p, Found::Feature(Feature::Corner(solid))),
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
        let feature = match search.found? {
            Found::Feature(feature) => feature,
            Found::Start(side) => {
                let corner = domain.side(side).origin;
                if !domain.is_solid(corner) {
                    return None;
                }
                Feature::Corner(corner)
            }
        };
        Some(Clearance { distance: search.square.sqrt(), foot: search.foot, feature })
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
                search.offer(closest_on_segment(a, b, search.p), Found::Feature(feature));
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
