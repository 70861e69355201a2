//! The domain as flat arrays.

use crate::tables::faces::Face;
use crate::tables::gates::Gates;
use crate::tables::grid::Grid;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use crate::tables::report::RepairReport;
use serde::{Deserialize, Serialize};
use wayfront_geometry::{Bounds, Point, orient};

/// Tolerance: Largest distance that counts as rounding, as a share of the world's size.
const ROUNDING: f64 = 1e-9;

/// Tolerance: Height of a triangle over its longest side below which it is a sliver.
const SLIVER: f64 = 1e-6;

/// No side: what [`Side::twin`] says at outlines, walls and gates.
pub const NO_SIDE: u32 = u32::MAX;

/// A side of a triangle: sixteen bytes, since maps read little else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct Side {
    /// Where it starts.
    pub origin: CornerId,
    /// The same side seen from the triangle beyond; [`NO_SIDE`] where one cannot walk on, or only through a gate: see
    /// [`Domain::gate`].
    pub twin: SideId,
    /// How long it is.
    pub length: f64,
}

/// A side on a wall without thickness that was cut at a rounded place.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct BentWall {
    pub side: u32,
    /// The wall as it was given.
    pub given: [Point; 2],
}

/// The free space of a world: triangles, corners, and what is next to what.
///
/// Triangles and corners are numbered along Hilbert's curve, so that neighbours lie close in memory. Triangles
/// `0..free_triangles()` are free. The rest fill the obstacles and the surroundings: point location walks over them.
///
/// A *corner* is a sector of free space around a vertex. Where outlines touch in a point, and at walls, a vertex has
/// several sectors: they have the same coordinates and are different corners, which is what keeps paths from squeezing
/// through. Sectors of a vertex have consecutive numbers.
///
/// A *gate* is like a wall for everything that follows links and lines: [`Self::twin`], [`Self::fan`], [`Self::sees`],
/// [`Self::cast`]. It takes no area away and parts nothing: a [component](Self::component) goes on beyond. A path that may pass
/// asks [`Self::gate`] and [`Self::across`]. Checks of scenes look through gates, and so does
/// [`Self::trail_through_gates`].
#[derive(Debug)]
pub struct Domain {
    /// Corners first, then vertices that have no free sector.
    pub(crate) points: Vec<Point>,
    pub(crate) corners: u32,
    /// Free triangles first.
    pub(crate) sides: Vec<Side>,
    /// The same triangles as point location needs them.
    pub(crate) faces: Vec<Face>,
    pub(crate) free: u32,
    /// Per corner: the side with which its sector begins, clockwise-most.
    pub(crate) fans: Vec<u32>,
    pub(crate) bends: Vec<bool>,
    /// Per free triangle.
    pub(crate) components: Vec<u32>,
    pub(crate) component_count: u32,
    pub(crate) triangle_width: f64,
    pub(crate) has_slivers: bool,
    pub(crate) bounds: Bounds,
    pub(crate) grid: Grid,
    pub(crate) gates: Gates,
    /// Pieces of walls that are not where they were given, by side.
    pub(crate) bent_walls: Vec<BentWall>,
    pub(crate) report: RepairReport,
}

impl Domain {
    /// Number of corners; some are not bent around by any shortest path, see [`Self::bends`].
    #[must_use]
    pub fn corner_count(&self) -> usize {
        self.corners as usize
    }

    /// Number of free triangles.
    #[must_use]
    pub fn free_triangles(&self) -> usize {
        self.free as usize
    }

    /// Number of all triangles, those that fill the obstacles and the surroundings included: together they cover a box
    /// that is larger than [`Self::bounds`].
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.faces.len()
    }

    /// Coordinates of all corners.
    #[must_use]
    pub fn corner_points(&self) -> &[Point] {
        &self.points[..self.corners as usize]
    }

    /// Coordinates of a corner.
    #[inline]
    #[must_use]
    pub fn point(&self, corner: CornerId) -> Point {
        self.points[corner.index()]
    }

    /// The sides of the free triangles, three for each.
    #[must_use]
    pub fn sides(&self) -> &[Side] {
        &self.sides[..3 * self.free as usize]
    }

    /// A side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: SideId) -> Side {
        self.sides[side.index()]
    }

    /// The corners at which a side starts and ends.
    #[inline]
    #[must_use]
    pub fn side_corners(&self, side: SideId) -> [CornerId; 2] {
        [self.side(side).origin, self.side(side.next()).origin]
    }

    /// The points at which a side starts and ends.
    #[inline]
    #[must_use]
    pub fn side_points(&self, side: SideId) -> [Point; 2] {
        self.side_corners(side).map(|c| self.point(c))
    }

    /// The side beyond, or `None` where an outline, a wall or a gate is between.
    #[inline]
    #[must_use]
    pub fn twin(&self, side: SideId) -> Option<SideId> {
        let twin = self.side(side).twin;
        (twin.0 != NO_SIDE).then_some(twin)
    }

    /// The same as [`Self::twin`], for readers of [triangles](Self::triangle) and their points: it is in the same line
    /// of cache.
    #[inline]
    #[must_use]
    pub fn beyond_open(&self, side: SideId) -> Option<SideId> {
        let (face, k) = (&self.faces[side.triangle().index()], side.index() % 3);
        (face.open >> k & 1 == 1).then_some(SideId(face.beyond[k]))
    }

    pub(crate) fn mark_open_sides(&mut self) {
        for (face, sides) in self.faces.iter_mut().zip(self.sides.chunks_exact(3)) {
            let is_open = |k: usize| u32::from(sides[k].twin.0 != NO_SIDE) << k;
            face.open = is_open(0) | is_open(1) | is_open(2);
        }
    }

    /// The three points of a triangle, counter-clockwise.
    #[inline]
    #[must_use]
    pub fn triangle(&self, triangle: TriangleId) -> [Point; 3] {
        self.faces[triangle.index()].points
    }

    /// One may walk in this triangle.
    #[inline]
    #[must_use]
    pub fn is_free(&self, triangle: TriangleId) -> bool {
        triangle.0 < self.free
    }

    /// A shortest path can bend here: the sector is wider than half a turn. These are the convex corners of obstacles,
    /// the reflex corners of boundaries, and the ends of walls.
    #[inline]
    #[must_use]
    pub fn bends(&self, corner: CornerId) -> bool {
        self.bends[corner.index()]
    }

    /// [`Self::bends`] for all corners.
    #[must_use]
    pub fn bending(&self) -> &[bool] {
        &self.bends
    }

    /// The sides that start at a corner, counter-clockwise from the outline that begins its sector.
    pub fn fan(&self, corner: CornerId) -> impl Iterator<Item = SideId> + '_ {
        let first = SideId(self.fans[corner.index()]);
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let here = at?;
            at = self.twin(here.prev()).filter(|&next| next != first);
            Some(here)
        })
    }

    /// The side with which a corner's sector begins: no triangle of the sector lies clockwise of it.
    #[inline]
    #[must_use]
    pub fn first_side(&self, corner: CornerId) -> SideId {
        SideId(self.fans[corner.index()])
    }

    /// All corners with the coordinates of this one: the sectors of its vertex.
    pub fn sectors(&self, corner: CornerId) -> impl Iterator<Item = CornerId> + use<> {
        let at = self.point(corner);
        let here = corner.0;
        let points = self.corner_points();
        let before = points[..here as usize].iter().rev().take_while(|&&p| p == at).count() as u32;
        let after = points[here as usize..].iter().take_while(|&&p| p == at).count() as u32;
        (here - before..here + after).map(CornerId)
    }

    /// Which connected part of the free space a triangle belongs to, as if all gates were open.
    #[inline]
    #[must_use]
    pub fn component(&self, triangle: TriangleId) -> u32 {
        self.components[triangle.index()]
    }

    /// Number of connected parts, as if all gates were open.
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.component_count as usize
    }

    /// Number of different vertices on the outline of the free space.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        let points = self.corner_points();
        points.chunk_by(|a, b| a == b).count()
    }

    /// Box around the world.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Area of the free space.
    #[must_use]
    pub fn area(&self) -> f64 {
        let triangles = (0..self.free).map(|t| self.triangle(TriangleId(t)));
        // From zero on: the sum of nothing would be -0.
        triangles.fold(0.0, |sum, [a, b, c]| sum + orient(a, b, c) / 2.0)
    }

    /// A typical width of a free triangle: the root of their mean area.
    #[must_use]
    pub fn triangle_width(&self) -> f64 {
        self.triangle_width
    }

    /// Some free triangle is a millionth as high as it is long, or less: there lengths differ by no more than rounding.
    #[inline]
    #[must_use]
    pub fn has_slivers(&self) -> bool {
        self.has_slivers
    }

    /// Looks for [slivers](Self::has_slivers) among all free triangles.
    pub(crate) fn finds_slivers(&self) -> bool {
        self.faces[..self.free as usize].iter().any(|face| {
            let [a, b, c] = face.points;
            let longest = (b - a).dot(b - a).max((c - b).dot(c - b)).max((a - c).dot(a - c));
            (b - a).cross(c - a).abs() <= SLIVER * longest
        })
    }

    /// Largest distance by which a point of the scene may miss its place and still be taken as meant: a billionth of
    /// the world's size, or what `f64` cannot distinguish so far from the origin.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        rounding(&self.bounds())
    }

    /// What was repaired to get here.
    #[must_use]
    pub fn report(&self) -> &RepairReport {
        &self.report
    }
}

/// [`Domain::rounding`] of the world in this box.
pub(crate) fn rounding(bounds: &Bounds) -> f64 {
    let farthest = bounds.corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()));
    (ROUNDING * bounds.size()).max(4.0 * f64::EPSILON * farthest)
}
