//! Which free triangles touch a cell of a grid: where a point begins to look for its own.
//!
//! A cell lists every free triangle that touches it or passes within a share of a cell, so a point that rounding puts
//! into the next cell still finds its triangles, and so does a block of pixels whose middle lies in the cell; and a point
//! finds all of them, if it lies on a side, at a vertex or on a wall. About two cells for each triangle; fewer, if needles
//! would make the lists long.

use bytemuck::{Pod, Zeroable};
use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::{Bounds, Point};

/// Cells for each triangle, at first.
const CELLS: f64 = 2.0;
/// Entries for each triangle and beyond them: more than this, and cells are made larger.
const ENTRIES: usize = 12;
const FEW_ENTRIES: usize = 1 << 16;
/// Share of a cell by which it is enlarged.
pub const MARGIN: f64 = 0.15;
/// Cells on a side, at most: `f32` numbers them to a hundredth.
const MOST: f64 = 16_384.0;

/// Tolerance: Share of a cell by which a point's number of cells is rounded: see [`MOST`].
const NUMBERED: f64 = 0.01;
/// Share of a cell by which points that look into it may lie beside it.
pub const AROUND: f64 = MARGIN + NUMBERED;

/// A free triangle that touches a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Member {
    pub triangle: u32,
    pub cell: u32,
}

/// Lists of triangles by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocateGrid {
    /// The lower left corner.
    pub origin: Point,
    /// Side of a cell.
    pub cell: f64,
    pub columns: u32,
    pub rows: u32,
    /// Where the list of each cell starts; one more than cells.
    pub starts: Vec<u32>,
    pub members: Vec<Member>,
    bounds: Option<Bounds>,
    vertices: Vec<Point>,
}

impl LocateGrid {
    pub fn over(domain: &Domain) -> Self {
        let bounds = domain.bounds();
        let count = domain.free_triangles();
        let mut cell = (bounds.width() * bounds.height() / (CELLS * count.max(1) as f64)).sqrt();
        cell = cell.max(bounds.size() / MOST);
        loop {
            let grid = Self::with_cell(domain, bounds, cell);
            if grid.members.len() <= ENTRIES * count + FEW_ENTRIES || grid.columns * grid.rows <= 1 {
                return grid;
            }
            cell *= 1.5;
        }
    }

    /// It is the grid of that domain, whose triangles have the same corners as those it was made for.
    pub fn is_over(&self, bounds: &Bounds, domain: &Domain) -> bool {
        self.bounds.as_ref() == Some(bounds) && self.vertices == domain.corner_points()
    }

    fn with_cell(domain: &Domain, bounds: Bounds, cell: f64) -> Self {
        let across = |length: f64| ((length / cell).ceil() as u32).max(1);
        let (columns, rows) = (across(bounds.width()), across(bounds.height()));
        let mut grid = Self { origin: bounds.min, cell, columns, rows, bounds: Some(bounds), ..Self::default() };
        grid.vertices = domain.corner_points().to_vec();
        let cells = columns as usize * rows as usize;
        let mut counts = vec![0_u32; cells + 1];
        grid.each_touch(domain, |cell, _| counts[cell + 1] += 1);
        for k in 0..cells {
            counts[k + 1] += counts[k];
        }
        let mut next = counts.clone();
        let mut members = vec![Member::default(); counts[cells] as usize];
        grid.each_touch(domain, |cell, triangle| {
            members[next[cell] as usize] = Member { triangle, cell: cell as u32 };
            next[cell] += 1;
        });
        (grid.starts, grid.members) = (counts, members);
        grid
    }

    /// All pairs of a cell and a triangle that touches it.
    fn each_touch(&self, domain: &Domain, mut see: impl FnMut(usize, u32)) {
        for triangle in 0..domain.free_triangles() as u32 {
            let corners = domain.triangle(TriangleId(triangle)).map(|p| (p - self.origin) * (1.0 / self.cell));
            let [low, high] = extent(&corners);
            let to_cell = |value: f64, most: u32| (value.floor().max(0.0) as u32).min(most - 1);
            for row in to_cell(low.y - MARGIN, self.rows)..=to_cell(high.y + MARGIN, self.rows) {
                for column in to_cell(low.x - MARGIN, self.columns)..=to_cell(high.x + MARGIN, self.columns) {
                    let centre = Point::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
                    if touches(&corners, centre, 0.5 + MARGIN) {
                        see(row as usize * self.columns as usize + column as usize, triangle);
                    }
                }
            }
        }
    }
}

fn extent(corners: &[Point; 3]) -> [Point; 2] {
    let [a, b, c] = corners;
    let low = Point::new(a.x.min(b.x).min(c.x), a.y.min(b.y).min(c.y));
    [low, Point::new(a.x.max(b.x).max(c.x), a.y.max(b.y).max(c.y))]
}

/// No side of the triangle separates it from the square: the square's extents are handled by the caller.
fn touches(corners: &[Point; 3], centre: Point, half: f64) -> bool {
    (0..3).all(|k| {
        let (a, b) = (corners[k], corners[(k + 1) % 3]);
        let side = b - a;
        side.cross(centre - a) >= -half * (side.x.abs() + side.y.abs())
    })
}
