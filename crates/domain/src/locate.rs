//! Where a point lies: a coarse grid gives a triangle nearby, a walk of a few steps finds the right one. Every step is
//! an exact decision, so a point on a side or at a vertex is found to be just there.

use crate::domain::{Domain, NO_SIDE};
use crate::ids::{CornerId, SideId, TriangleId};
use wayfront_geometry::{Bounds, Point, orient};

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

/// A triangle for every cell of a grid over the world.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    origin: Point,
    /// Cells per unit of length.
    scale: Point,
    columns: u32,
    rows: u32,
    starts: Vec<u32>,
}

impl Grid {
    /// About one cell for each triangle. Cells get a triangle that begins in them, or that of a neighbour.
    pub(crate) fn over(domain: &Domain) -> Self {
        let bounds = domain.bounds;
        let triangles = domain.sides.len() / 3;
        let (columns, rows) = grid_shape(&bounds, triangles);
        let scale = Point::new(f64::from(columns) / bounds.width(), f64::from(rows) / bounds.height());
        let starts = vec![NO_SIDE; (columns * rows) as usize];
        let mut grid = Self { origin: bounds.min, scale, columns, rows, starts };
        for t in (0..triangles as u32).rev() {
            let [a, b, c] = domain.triangle(TriangleId(t));
            let centre = (a + b + c) * (1.0 / 3.0);
            if bounds.contains(centre) {
                let cell = grid.cell(centre);
                grid.starts[cell] = t;
            }
        }
        grid.fill_gaps();
        grid
    }

    fn fill_gaps(&mut self) {
        let columns = self.columns as usize;
        let mut below = 0;
        for row in self.starts.chunks_mut(columns) {
            let mut last = row.iter().copied().find(|&t| t != NO_SIDE).unwrap_or(below);
            for start in &mut *row {
                if *start == NO_SIDE {
                    *start = last;
                }
                last = *start;
            }
            below = row[0];
        }
    }

    #[inline]
    fn cell(&self, p: Point) -> usize {
        // Saturating casts; points are inside the bounds, so only the upper border needs care.
        let column = (((p.x - self.origin.x) * self.scale.x) as u32).min(self.columns - 1);
        let row = (((p.y - self.origin.y) * self.scale.y) as u32).min(self.rows - 1);
        (row * self.columns + column) as usize
    }
}

/// Columns and rows of nearly square cells, about `cells` in all.
fn grid_shape(bounds: &Bounds, cells: usize) -> (u32, u32) {
    let (width, height) = (bounds.width(), bounds.height());
    if width.max(height) <= 0.0 {
        return (1, 1);
    }
    let cells = (cells as f64).clamp(1.0, 64e6);
    let columns = (cells * width / height).sqrt().clamp(1.0, cells);
    let rows = (cells / columns).clamp(1.0, cells);
    (columns.ceil() as u32, rows.ceil() as u32)
}

impl Domain {
    /// Where `p` lies, or `None` if it is blocked. Points on outlines and walls are free. Near constant time.
    #[must_use]
    pub fn locate(&self, p: Point) -> Option<Spot> {
        if !self.bounds.contains(p) {
            return None;
        }
        let near = self.grid.starts[self.grid.cell(p)];
        self.locate_from(p, TriangleId(near))
    }

    /// [`Self::locate`] for a point near a known triangle, inside [`Self::bounds`].
    #[must_use]
    pub(crate) fn locate_from(&self, p: Point, near: TriangleId) -> Option<Spot> {
        let (triangle, zeros) = self.walk(p, near);
        match zeros {
            0 if self.is_free(triangle) => Some(Spot::Inside(triangle)),
            0 => None,
            _ => self.on_border(p, triangle, zeros),
        }
    }

    /// The triangle that contains `p`, and a bit for each of its sides on which `p` lies.
    fn walk(&self, p: Point, near: TriangleId) -> (TriangleId, u32) {
        let mut base = 3 * near.0;
        let mut came_by = NO_SIDE;
        let mut dice = 0x9e37_79b9u32;
        'walk: loop {
            // A changing first side keeps the walk from running in circles, which it could with constrained edges.
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let first = (dice >> 16) % 3;
            let [a, b, c] = self.triangle(TriangleId(base / 3));
            let ends = [[a, b], [b, c], [c, a]];
            let mut zeros = 0;
            for k in 0..3 {
                let k = if first + k >= 3 { first + k - 3 } else { first + k };
                if base + k == came_by {
                    continue;
                }
                let [from, to] = ends[k as usize];
                let side = orient(from, to, p);
                if side < 0.0 {
                    // Inside the world's bounds there is always a triangle beyond.
                    came_by = self.beyond[(base + k) as usize];
                    base = came_by - came_by % 3;
                    continue 'walk;
                }
                zeros |= u32::from(side == 0.0) << k;
            }
            return (TriangleId(base / 3), zeros);
        }
    }

    /// `p` lies on the border of a triangle.
    fn on_border(&self, p: Point, triangle: TriangleId, zeros: u32) -> Option<Spot> {
        let base = 3 * triangle.0;
        if zeros.count_ones() == 1 {
            let side = base + zeros.trailing_zeros();
            let beyond = self.beyond[side as usize];
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
            let beyond = self.beyond[at.prev().index()];
            if beyond == NO_SIDE || beyond == side.0 {
                return lowest;
            }
            at = SideId(beyond);
        }
    }

    /// The triangle, free or not, that contains a point inside [`Self::bounds`].
    pub(crate) fn triangle_around(&self, p: Point) -> TriangleId {
        self.walk(p, TriangleId(self.grid.starts[self.grid.cell(p)])).0
    }

    /// The free triangles on both sides of a side: its own, and the one beyond, even if a wall is between.
    pub fn faces(&self, side: SideId) -> impl Iterator<Item = SideId> + use<> {
        let limit = 3 * self.free;
        let beyond = self.beyond[side.index()];
        [side.0, beyond].into_iter().filter(move |&s| s != NO_SIDE && s < limit).map(SideId)
    }

    /// `p` is free: inside the walkable area or on its outline.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.locate(p).is_some()
    }
}
