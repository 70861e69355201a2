//! What a generator sees: its cone, followed from triangle to triangle until outlines stop it.
//!
//! A cone enters a triangle between two bounds, each a line through vertices of the input; the vertex opposite is left of
//! them, right of them, or seen, by exact orientation tests; so gaps of any width are seen or not as on the exact map. A
//! flat front of a segment is a cone whose bounds are parallel: they are compared in `f64`. Cost: the triangles that are
//! looked into.

use wayfront_domain::{CornerId, Domain, Eye, SideId, Sighting, Spot, TriangleId, VisibilityCone, VisibilityCones};
use wayfront_geometry::{Bounds, Point, orient};

/// Tolerance: Share of the largest coordinate by which a corner may lie beside a leg of a flat front.
const BESIDE_FLAT: f64 = 8.0 * f64::EPSILON;

/// Where legs start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Front {
    /// At a point.
    Point(Point),
    /// On a segment, at right angles to it, on its left hand.
    Flat { ends: [Point; 2], unit: Point },
}

/// What is seen between two bounds, up to the side that stops it: near right, far right, far left, near left.
pub type Piece = [Point; 4];

/// A border of what is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// The line through two points, in the direction of the legs.
    Line([Point; 2]),
    /// The leg of a flat front that runs through a point.
    Through(Point),
}

impl Eye for Front {
    type Bound = Bound;

    fn bound(&self, domain: &Domain, corner: CornerId) -> Bound {
        self.bound_through(domain.point(corner))
    }

    fn left_of(&self, domain: &Domain, bound: &Bound, corner: CornerId) -> f64 {
        self.left_of_bound(*bound, domain.point(corner))
    }
}

impl Front {
    /// The flat front on one side of a segment; `None` without length.
    pub fn flat(ends: [Point; 2]) -> Option<Self> {
        (ends[1] - ends[0]).unit().map(|unit| Self::Flat { ends, unit })
    }

    /// Where the leg to `p` starts.
    pub fn foot(&self, p: Point) -> Point {
        match *self {
            Self::Point(at) => at,
            Self::Flat { ends: [from, to], unit } => {
                let along = (p - from).dot(unit).clamp(0.0, (to - from).length());
                from + unit * along
            }
        }
    }

    /// Positive for a point on the left of a bound.
    fn left_of_bound(&self, bound: Bound, p: Point) -> f64 {
        match (bound, self) {
            (Bound::Line([a, b]), _) => orient(a, b, p),
            // Looking away from the segment, its direction is to the right.
            (Bound::Through(q), Self::Flat { unit, .. }) => (q - p).dot(*unit),
            (Bound::Through(q), Self::Point(at)) => orient(*at, q, p),
        }
    }

    /// By how much a corner may lie beside a bound and still be seen: nothing for lines through vertices. A leg at right
    /// angles to a segment may run along an outline, but for rounding, and turn at its corners.
    fn slack(&self, domain: &Domain) -> f64 {
        let Bounds { min, max } = domain.bounds();
        match self {
            Self::Point(_) => 0.0,
            Self::Flat { .. } => BESIDE_FLAT * min.length().max(max.length()),
        }
    }

    fn bound_through(&self, p: Point) -> Bound {
        match *self {
            Self::Point(at) => Bound::Line([at, p]),
            Self::Flat { .. } => Bound::Through(p),
        }
    }
}

/// Collects what generators see. Keep it: it owns its memory.
#[derive(Debug, Default)]
pub struct Sight {
    pub pieces: Vec<Piece>,
    /// Corners that are seen, some of them twice.
    pub corners: Vec<CornerId>,
    open: VisibilityCones<Bound>,
}

impl Sight {
    /// Looks around from a source at a point.
    pub fn look_from(&mut self, domain: &Domain, at: Point) {
        self.clear();
        let front = Front::Point(at);
        // A point on a wall is on both of its sides, even where rounding bends the wall.
        match domain.locate_on_walls(at) {
            Some(Spot::Inside(triangle)) => self.look_into(domain, &front, triangle, None),
            Some(Spot::On(side)) => {
                for face in domain.faces(side) {
                    self.look_into(domain, &front, face.triangle(), Some(face));
                }
            }
            Some(Spot::At(corner)) => {
                for sector in domain.sectors(corner) {
                    self.corners.push(sector);
                    domain.fan(sector).for_each(|side| self.open_corner(domain, &front, side));
                }
            }
            None => {}
        }
        self.follow(domain, &front);
    }

    /// Looks from a corner; if a leg came from somewhere, only to where it goes on by turning around the corner.
    pub fn look_from_corner(&mut self, domain: &Domain, corner: CornerId, from: Option<Point>) {
        self.clear();
        let at = domain.point(corner);
        let front = Front::Point(at);
        let Some(from) = from.filter(|&from| from != at) else {
            domain.fan(corner).for_each(|side| self.open_corner(domain, &front, side));
            return self.follow(domain, &front);
        };
        let ends = |side: SideId| [domain.side_points(side)[1], domain.side_points(side.prev())[0]];
        let holds = |side: &SideId| {
            let [right, left] = ends(*side);
            orient(at, right, from) >= 0.0 && orient(at, left, from) <= 0.0
        };
        // Which triangle the leg came through: beyond half a turn from there, on either hand, it turns around something.
        let mut through = (0..).zip(domain.fan(corner)).filter(|(_, side)| holds(side)).map(|(k, _)| k);
        // Along a wall to its end, on which side is not known: it may turn to either.
        let came: Option<usize> = through.next().filter(|first| through.last().is_none_or(|last| last <= first + 1));
        let straight = Bound::Line([from, at]);
        for (k, side) in domain.fan(corner).enumerate() {
            let [right, left] = ends(side);
            let opening = VisibilityCone {
                side: side.next(),
                right: front.bound_through(right),
                left: front.bound_through(left),
            };
            let [right_is, left_is] = [right, left].map(|p| orient(from, at, p));
            match came {
                None => self.open_corner(domain, &front, side),
                Some(came) if k > came && left_is > 0.0 => {
                    self.corners.extend((right_is >= 0.0).then(|| domain.side_corners(side)[1]));
                    self.corners.push(domain.side(side.prev()).origin);
                    self.open.push(if right_is < 0.0 {
                        VisibilityCone { right: straight, ..opening }
                    } else {
                        opening
                    });
                }
                Some(came) if k < came && right_is < 0.0 => {
                    self.corners.push(domain.side_corners(side)[1]);
                    self.corners.extend((left_is <= 0.0).then(|| domain.side(side.prev()).origin));
                    self.open.push(if left_is > 0.0 { VisibilityCone { left: straight, ..opening } } else { opening });
                }
                // Straight on along a wall that begins or ends the sector.
                Some(came) if k > came && left_is == 0.0 => self.corners.push(domain.side(side.prev()).origin),
                Some(came) if k < came && right_is == 0.0 => self.corners.push(domain.side_corners(side)[1]),
                Some(_) => {}
            }
        }
        self.follow(domain, &front);
    }

    /// Looks from a flat front.
    pub fn look_from_flat(&mut self, domain: &Domain, front: &Front) {
        self.clear();
        let Front::Flat { ends: [from, to], unit } = *front else { return };
        let along = |p: Point| (p - from).dot(unit);
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            let Some([first, last]) = chord(&domain.triangle(triangle), from, to) else { continue };
            for side in triangle.sides() {
                let [right, left] = domain.side_points(side);
                let [low, high] = [along(left).max(first), along(right).min(last)];
                if low < high {
                    let bound =
                        |end: Point, at: f64| Bound::Through(if along(end) == at { end } else { from + unit * at });
                    self.open.push(VisibilityCone { side, right: bound(right, high), left: bound(left, low) });
                    let corners = domain.side_corners(side);
                    let is_seen = |p: Point| (first..=last).contains(&along(p));
                    let seen = corners.into_iter().zip([right, left]).filter(|&(_, p)| is_seen(p));
                    self.corners.extend(seen.map(|(corner, _)| corner));
                }
            }
        }
        self.follow(domain, front);
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.corners.clear();
        self.open.clear();
    }

    /// All sides of a triangle but one, from a point in it.
    fn look_into(&mut self, domain: &Domain, front: &Front, triangle: TriangleId, but: Option<SideId>) {
        for side in triangle.sides() {
            self.corners.push(domain.side(side).origin);
            if Some(side) != but {
                self.open.push_side(domain, front, side);
            }
        }
    }

    /// The triangle of a side that starts at the generator's corner.
    fn open_corner(&mut self, domain: &Domain, front: &Front, side: SideId) {
        self.corners.extend(domain.side_corners(side.next()));
        self.open.push_side(domain, front, side.next());
    }

    fn follow(&mut self, domain: &Domain, front: &Front) {
        let slack = front.slack(domain);
        while let Some(sighting) = self.open.follow(domain, front) {
            match sighting {
                Sighting::Stopped(cone) => self.pieces.push(piece(domain, front, cone)),
                Sighting::Entered { apex, left_of: [of_right, of_left], .. } => {
                    if of_right >= -slack && of_left <= slack {
                        self.corners.push(apex);
                    }
                }
            }
        }
    }
}

/// What is seen up to a side that stops it.
fn piece(domain: &Domain, front: &Front, opening: VisibilityCone<Bound>) -> Piece {
    let [from, to] = domain.side_points(opening.side);
    let hit = |bound: Bound| {
        let (a, b) = (front.left_of_bound(bound, from), front.left_of_bound(bound, to));
        if a >= 0.0 {
            from
        } else if b <= 0.0 {
            to
        } else {
            from.lerp(to, a / (a - b))
        }
    };
    let [right, left] = [hit(opening.right), hit(opening.left)];
    [front.foot(right), right, left, front.foot(left)]
}

/// The part of a segment within a triangle, as lengths along it; `None` if that is a point or nothing.
fn chord(triangle: &[Point; 3], from: Point, to: Point) -> Option<[f64; 2]> {
    let length = from.distance(to);
    let [mut first, mut last] = [0.0, 1.0_f64];
    for k in 0..3 {
        let (a, b) = (triangle[k], triangle[(k + 1) % 3]);
        let (start, end) = (orient(a, b, from), orient(a, b, to));
        match (start >= 0.0, end >= 0.0) {
            (false, false) => return None,
            (true, false) => last = last.min(start / (start - end)),
            (false, true) => first = first.max(start / (start - end)),
            (true, true) => {}
        }
    }
    (first < last).then_some([first * length, last * length])
}
