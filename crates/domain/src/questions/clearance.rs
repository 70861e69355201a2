//! How much room a point has: the distance from the nearest outline or wall.
//!
//! The nearest place is seen straight from the point, so a search from its triangle, over sides that turn their inside
//! to the point and are nearer than the best so far, meets it. Sides that can be crossed are Delaunay, which is why such
//! a search never runs in circles. Nearly every vertex lies on an outline, so the first triangle gives a bound at once.
//! Cost: the few triangles that the disc of that radius touches.
//!
//! Gates count as walls, as for lines of sight.

use crate::questions::locate::Spot;
use crate::questions::openings::Openings;
use crate::tables::domain::Domain;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use wayfront_geometry::{Point, closest_on_segment, is_nearer};

/// Rounding of a distance, in units in the last place of the largest coordinate: some operations, each with one.
const ROUNDINGS: f64 = 16.0;

/// Steps after which a search gives up and all outlines within a growing reach are looked at: around vertices on which
/// no outline lies, sides can be seen edge on, and a search may run in circles.
const MOST_STEPS: u32 = 4096;

/// The nearest place found so far.
struct Nearest {
    square: f64,
    at: Point,
    steps: u32,
}

impl Nearest {
    #[inline]
    fn offer(&mut self, p: Point, at: Point) {
        let square = (at - p).dot(at - p);
        if square < self.square {
            (self.square, self.at) = (square, at);
        }
    }
}

impl Domain {
    /// The distance from the nearest outline, wall or gate: the radius of the largest disc that fits here. `None` if `p`
    /// is blocked.
    ///
    /// ```
    /// # use wayfront_domain::Domain;
    /// # use wayfront_geometry::Point;
    /// let domain = Domain::without_doors(&wayfront_world::builtin("profiling0").unwrap()).unwrap();
    /// // Squares from 20 to 40.
    /// assert_eq!(domain.clearance(Point::new(17.0, 30.0)), Some(3.0));
    /// assert_eq!(domain.clearance(Point::new(30.0, 30.0)), None);
    /// ```
    #[must_use]
    pub fn clearance(&self, p: Point) -> Option<f64> {
        self.nearest_solid(p).map(|nearest| nearest.square.sqrt())
    }

    /// The place that [`Self::clearance`] is measured to.
    #[must_use]
    pub fn nearest_wall(&self, p: Point) -> Option<Point> {
        self.nearest_solid(p).map(|nearest| nearest.at)
    }

    /// A disc around `p` fits: no outline, wall or gate is nearer than `radius`; it may touch. Exact.
    #[must_use]
    pub fn has_room(&self, p: Point, radius: f64) -> bool {
        self.locate(p).is_some_and(|spot| self.has_room_at(p, spot, radius))
    }

    /// [`Self::has_room`] for a point that was located before. Looks no farther than the radius.
    #[must_use]
    pub fn has_room_at(&self, p: Point, spot: Spot, radius: f64) -> bool {
        if !radius.is_finite() {
            return false;
        }
        let doubt = self.rounding_of_distances() + f64::EPSILON * ROUNDINGS * radius;
        let reach = radius.max(0.0) + doubt;
        let nearest = self.nearest_solid_within(p, spot, reach * reach * (1.0 + ROUNDINGS * f64::EPSILON));
        let clearance = nearest.square.sqrt();
        if (clearance - radius).abs() > doubt {
            return clearance > radius;
        }
        !self.is_any_nearer(p, radius)
    }

    /// Rounding of a distance between points of this world.
    #[inline]
    #[must_use]
    pub fn rounding_of_distances(&self) -> f64 {
        let [low, high] = [self.bounds.min, self.bounds.max];
        ROUNDINGS * f64::EPSILON * low.x.abs().max(low.y.abs()).max(high.x.abs()).max(high.y.abs())
    }

    fn nearest_solid(&self, p: Point) -> Option<Nearest> {
        Some(self.nearest_solid_within(p, self.locate(p)?, f64::INFINITY))
    }

    /// The nearest solid, if its distance has a square below a bound; otherwise that bound or more.
    fn nearest_solid_within(&self, p: Point, spot: Spot, square: f64) -> Nearest {
        let mut nearest = Nearest { square, at: p, steps: 0 };
        match spot {
            Spot::Inside(triangle) => {
                for side in triangle.sides() {
                    self.offer_corner(self.side(side).origin, p, &mut nearest);
                }
                // The point is within all three sides, whatever rounded products say of one that it nearly touches.
                for side in triangle.sides() {
                    self.look_beyond(side, p, &mut nearest);
                }
            }
            Spot::On(side) => match self.twin(side) {
                Some(twin) => {
                    for corner in self.side_corners(side) {
                        self.offer_corner(corner, p, &mut nearest);
                    }
                    for beyond in [side.next(), side.prev(), twin.next(), twin.prev()] {
                        self.look_over(beyond, p, &mut nearest);
                    }
                }
                None => nearest.square = 0.0,
            },
            Spot::At(corner) if self.sectors(corner).any(|c| self.is_solid(c)) => nearest.square = 0.0,
            Spot::At(_) => nearest.steps = MOST_STEPS,
        }
        if nearest.steps >= MOST_STEPS {
            return self.nearest_by_reach(p);
        }
        nearest
    }

    /// The corner has an outline, a wall or a gate. One that has not is all that is left of an obstacle without area:
    /// nothing is in the way there.
    #[inline]
    #[must_use]
    pub fn is_solid(&self, corner: CornerId) -> bool {
        self.twin(self.first_side(corner)).is_none()
    }

    #[inline]
    fn offer_corner(&self, corner: CornerId, p: Point, nearest: &mut Nearest) {
        let at = self.point(corner);
        if (at - p).dot(at - p) < nearest.square && self.is_solid(corner) {
            nearest.offer(p, at);
        }
    }

    /// What is nearest beyond a side, if that can be nearer than what is known.
    fn look_over(&self, side: SideId, p: Point, nearest: &mut Nearest) {
        let [a, b] = self.side_points(side);
        // The point is on the inner side of it, so all of the triangle beyond is farther than the side.
        if (b - a).cross(p - a) >= 0.0 {
            self.look_beyond(side, p, nearest);
        }
    }

    fn look_beyond(&self, side: SideId, p: Point, nearest: &mut Nearest) {
        let [a, b] = self.side_points(side);
        let at = closest_on_segment(a, b, p);
        if (at - p).dot(at - p) >= nearest.square || nearest.steps >= MOST_STEPS {
            return;
        }
        nearest.steps += 1;
        let Some(twin) = self.twin(side) else {
            nearest.offer(p, at);
            return;
        };
        self.offer_corner(self.side(twin.prev()).origin, p, nearest);
        self.look_over(twin.next(), p, nearest);
        self.look_over(twin.prev(), p, nearest);
    }

    #[cold]
    fn nearest_by_reach(&self, p: Point) -> Nearest {
        let mut nearest = Nearest { square: f64::INFINITY, at: p, steps: 0 };
        let mut reach = self.triangle_width.max(f64::MIN_POSITIVE);
        while nearest.square > reach * reach && reach < 4.0 * self.bounds.size() {
            reach *= 2.0;
            for side in self.sides_within(p, reach, None) {
                let [a, b] = self.side_points(side);
                nearest.offer(p, closest_on_segment(a, b, p));
            }
        }
        nearest
    }

    /// [`Self::has_room`] by exact arithmetic: all outlines within the radius and a little more.
    #[cold]
    fn is_any_nearer(&self, p: Point, radius: f64) -> bool {
        let reach = radius * (1.0 + ROUNDINGS * f64::EPSILON) + self.rounding_of_distances();
        self.sides_within(p, reach, None).iter().any(|&side| is_nearer(p, self.side_points(side), radius))
    }

    /// The sides on outlines, walls and gates that come within `reach` of a free point, among those that hang together
    /// within it, also through openings.
    pub(crate) fn sides_within(&self, p: Point, reach: f64, openings: Option<&Openings>) -> Vec<SideId> {
        let (mut found, mut seen, mut open) = (Vec::new(), std::collections::HashSet::new(), Vec::new());
        let Some(spot) = self.locate(p) else { return found };
        open.extend(self.triangles_at(spot));
        seen.extend(open.iter().copied());
        while let Some(triangle) = open.pop() {
            for side in triangle.sides() {
                let [a, b] = self.side_points(side);
                if closest_on_segment(a, b, p).distance(p) > reach {
                    continue;
                }
                let twin = self.twin(side);
                if twin.is_none() {
                    found.push(side);
                }
                let beyond = twin.or_else(|| openings?.through(self, side)).map(SideId::triangle);
                open.extend(beyond.filter(|&next| seen.insert(next)));
            }
        }
        found
    }

    /// The free triangles that contain a spot.
    #[must_use]
    pub fn triangles_at(&self, spot: Spot) -> Vec<TriangleId> {
        match spot {
            Spot::Inside(triangle) => vec![triangle],
            Spot::On(side) => self.faces(side).map(SideId::triangle).collect(),
            Spot::At(corner) => self.sectors(corner).flat_map(|c| self.fan(c)).map(SideId::triangle).collect(),
        }
    }
}
