//! Where a point lies: a coarse grid gives a triangle nearby, a walk of a few steps finds the right one. Every step is
//! an exact decision, so a point on a side or at a vertex is found to be just there.

use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::faces::Face;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use wayfront_geometry::{Point, orient};

/// Where a free point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Strictly inside a free triangle.
    Inside(TriangleId),
    /// Strictly inside a side of a free triangle. The triangle beyond may be free too, even if a wall is between: see
    /// [`Domain::faces`].
    On(SideId),
    /// At a vertex: its first sector. The others: [`Domain::sectors`].
    At(CornerId),
}

/// Tolerance: Share of a world's size by which a crossing of outlines is rounded, unless they are nearly parallel.
const MOVED: f64 = 2.0 * f64::EPSILON;

/// Chooses the side over which to leave a triangle.
#[derive(Default)]
struct Turns {
    steps: u32,
    state: u32,
}

impl Turns {
    /// A side whose value is negative: the lowest at first, any later.
    #[inline]
    fn choose(&mut self, sides: [f64; 3], lowest: usize) -> usize {
        self.steps += 1;
        if self.steps < 256 {
            return lowest;
        }
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let other = (self.state >> 16) as usize % 3;
        if sides[other] < 0.0 { other } else { lowest }
    }
}

/// The triangle that contains `p`, and a bit for each of its sides on which `p` lies.
///
/// Leaves each triangle over the side that `p` is farthest beyond. With constrained edges such a walk might run in
/// circles, so after many steps it takes any side that `p` is beyond, by the throw of a die.
fn walk(faces: &[Face], p: Point, near: TriangleId) -> (TriangleId, u32) {
    let mut at = near.0;
    let mut turns = Turns::default();
    loop {
        let face = &faces[at as usize];
        let [a, b, c] = face.points;
        let sides = [orient(a, b, p), orient(b, c, p), orient(c, a, p)];
        let lowest = if sides[1] < sides[0] { 1 } else { 0 };
        let lowest = if sides[2] < sides[lowest] { 2 } else { lowest };
        if sides[lowest] >= 0.0 {
            let bit = |k: usize| u32::from(sides[k] == 0.0) << k;
            return (TriangleId(at), bit(0) | bit(1) | bit(2));
        }
        // Inside the world's bounds there is always a triangle beyond.
        at = face.beyond[turns.choose(sides, lowest)] / 3;
    }
}

impl Domain {
    /// The side beyond a side, free or not; [`NO_SIDE`] at the surrounding box.
    #[inline]
    pub(crate) fn beyond(&self, side: SideId) -> u32 {
        self.faces[side.triangle().index()].beyond[side.index() % 3]
    }

    /// Where `p` lies, or `None` if it is blocked. Points on outlines and walls are free. Near constant time.
    #[must_use]
    pub fn locate(&self, p: Point) -> Option<Spot> {
        if !self.bounds.contains(p) {
            return None;
        }
        let near = self.grid.start(p);
        self.locate_from(p, TriangleId(near))
    }

    /// [`Self::locate`], from a triangle near `p` on; the triangle becomes that of `p`. Faster for places one after the other.
    #[must_use]
    pub fn locate_near(&self, p: Point, near: &mut TriangleId) -> Option<Spot> {
        if !self.bounds.contains(p) {
            return None;
        }
        let (triangle, zeros) = walk(&self.faces, p, *near);
        *near = triangle;
        self.spot_in(p, triangle, zeros)
    }

    /// A triangle near `p`, free or not, without a search: points with close numbers are close to each other. For points
    /// outside [`Self::bounds`] one at the border.
    #[inline]
    #[must_use]
    pub fn near(&self, p: Point) -> TriangleId {
        TriangleId(self.grid.start(p))
    }

    /// [`Self::locate`], but a point that lies exactly on a wall without thickness is on the wall even where the wall is
    /// bent: where something cuts a wall, the vertex is rounded. Points on a wall are on both of its sides; and if they
    /// are no farther from such a vertex than it may have been moved, they are at the vertex.
    #[inline]
    #[must_use]
    pub fn locate_on_walls(&self, p: Point) -> Option<Spot> {
        let spot = self.locate(p)?;
        Some(if self.bent_walls.is_empty() { spot } else { self.on_bent_walls(spot, p) })
    }

    #[inline(never)]
    fn on_bent_walls(&self, spot: Spot, p: Point) -> Spot {
        let triangles: [Option<TriangleId>; 2] = match spot {
            Spot::Inside(triangle) => [Some(triangle), None],
            Spot::On(side) => {
                let mut faces = self.faces(side).map(SideId::triangle);
                [faces.next(), faces.next()]
            }
            Spot::At(_) => return spot,
        };
        let sides = || triangles.into_iter().flatten().flat_map(TriangleId::sides);
        let size = p.x.abs().max(p.y.abs()).max(self.bounds.size());
        let is_near = |side: &SideId| self.side_points(*side)[0].distance(p) <= MOVED * size;
        if let Some(corner) = sides().filter(is_near).find_map(|side| self.is_end_of_bent_wall(side, p)) {
            return Spot::At(corner);
        }
        let is_on = |side: &SideId| {
            let [a, b] = self.side_points(*side);
            self.is_on_given_wall(*side, p) && (p - a).dot(p - b) <= 0.0
        };
        match spot {
            Spot::Inside(_) => sides().find(is_on).map_or(spot, Spot::On),
            spot => spot,
        }
    }

    /// The side is a piece of a bent wall, and `p` is exactly on the wall as it was given.
    fn is_on_given_wall(&self, side: SideId, p: Point) -> bool {
        let Ok(k) = self.bent_walls.binary_search_by_key(&side.0, |wall| wall.side) else { return false };
        let [u, v] = self.bent_walls[k].given;
        orient(u, v, p) == 0.0 && (p - u).dot(p - v) <= 0.0
    }

    /// The vertex at which `side` starts, if a bent wall on which `p` lies exactly ends there.
    fn is_end_of_bent_wall(&self, side: SideId, p: Point) -> Option<CornerId> {
        let corner = self.first_sector_around(side)?;
        let mut around = self.sectors(corner).flat_map(|sector| self.fan(sector));
        around.any(|side| [side, side.prev()].into_iter().any(|side| self.is_on_given_wall(side, p))).then_some(corner)
    }

    /// The point itself, or if it misses the triangle by rounding, a point of the triangle beside it: see
    /// [`Self::locate_on_walls`].
    #[inline]
    #[must_use]
    pub fn point_within(&self, triangle: TriangleId, p: Point) -> Point {
        if self.bent_walls.is_empty() { p } else { self.moved_within(triangle, p) }
    }

    #[inline(never)]
    fn moved_within(&self, triangle: TriangleId, p: Point) -> Point {
        let points = triangle.sides().map(|side| self.side_points(side));
        let middle = points.iter().fold(Point::default(), |sum, [a, _]| sum + *a) * (1.0 / 3.0);
        let is_within = |q: &Point| points.iter().all(|&[a, b]| orient(a, b, *q) >= 0.0);
        let shares =
            std::iter::successors(Some(f64::EPSILON), |share| Some(2.0 * share)).take_while(|&share| share < 1e-9);
        std::iter::once(p).chain(shares.map(|share| p.lerp(middle, share))).find(is_within).unwrap_or(p)
    }

    /// [`Self::locate`] for a point near a known triangle, inside [`Self::bounds`].
    #[must_use]
    pub(crate) fn locate_from(&self, p: Point, near: TriangleId) -> Option<Spot> {
        let (triangle, zeros) = walk(&self.faces, p, near);
        self.spot_in(p, triangle, zeros)
    }

    #[inline]
    fn spot_in(&self, p: Point, triangle: TriangleId, zeros: u32) -> Option<Spot> {
        match zeros {
            0 if self.is_free(triangle) => Some(Spot::Inside(triangle)),
            0 => None,
            _ => self.on_border(p, triangle, zeros),
        }
    }

    /// `p` lies on the border of a triangle.
    fn on_border(&self, p: Point, triangle: TriangleId, zeros: u32) -> Option<Spot> {
        let base = 3 * triangle.0;
        if zeros.count_ones() == 1 {
            let side = base + zeros.trailing_zeros();
            let beyond = self.beyond(SideId(side));
            return [side, beyond]
                .into_iter()
                .find(|&s| s != NO_SIDE && s < 3 * self.free)
                .map(|s| Spot::On(SideId(s)));
        }
        // On two sides: at their common vertex.
        let vertex = match zeros {
            0b101 => base,
            0b011 => base + 1,
            _ => base + 2,
        };
        self.first_sector_around(SideId(vertex)).map(|c| {
            debug_assert_eq!(self.point(c), p);
            Spot::At(c)
        })
    }

    /// The lowest corner at the vertex where `side` starts, whatever is free around it.
    fn first_sector_around(&self, side: SideId) -> Option<CornerId> {
        let mut at = side;
        let mut lowest: Option<CornerId> = None;
        loop {
            if self.is_free(at.triangle()) {
                let corner = self.side(at).origin;
                lowest = Some(lowest.map_or(corner, |l| l.min(corner)));
            }
            let beyond = self.beyond(at.prev());
            if beyond == NO_SIDE || beyond == side.0 {
                return lowest;
            }
            at = SideId(beyond);
        }
    }

    /// The triangle, free or not, that contains a point inside [`Self::bounds`].
    pub(crate) fn triangle_around(&self, p: Point) -> TriangleId {
        walk(&self.faces, p, TriangleId(self.grid.start(p))).0
    }

    /// The free triangles on both sides of a side: its own, and the one beyond, even if a wall is between.
    pub fn faces(&self, side: SideId) -> impl Iterator<Item = SideId> + use<> {
        let limit = 3 * self.free;
        let beyond = self.beyond(side);
        [side.0, beyond].into_iter().filter(move |&s| s != NO_SIDE && s < limit).map(SideId)
    }

    /// `p` is free: inside the walkable area or on its outline.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.locate(p).is_some()
    }
}
