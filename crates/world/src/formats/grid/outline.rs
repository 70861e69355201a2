//! Outlines of the blocked cells of a grid.
//!
//! Blocked cells that share a side form one obstacle: its outer ring, and a ring for each enclosed free area. Cells
//! that share only a corner are two obstacles which touch in that point, so that there is no passage between them. A ring
//! has a point only where it turns.
//!
//! The walk along a ring keeps the blocked cell on its right hand. Each ring contains the upper side of some cell, so
//! rings are found by scanning for upper sides that no walk has passed. Cost: a constant for each cell and each side.

use wayfront_geometry::Point;

/// Cells that are free or blocked, with a free frame around them so that no walk leaves the memory.
pub(crate) struct Grid {
    pub width: usize,
    pub height: usize,
    /// `FREE`, `BLOCKED`, or 1 plus the obstacle to which the cell belongs.
    cells: Vec<u32>,
}

const FREE: u32 = 0;
const BLOCKED: u32 = u32::MAX;

/// An obstacle of a grid.
pub(crate) struct Outline {
    pub outer: Vec<Point>,
    pub holes: Vec<Vec<Point>>,
    /// Row of its uppermost cell.
    pub row: usize,
}

/// Directions of a walk, clockwise on a screen: right, down, left, up.
const RIGHT: usize = 0;
const DOWN: usize = 1;
const LEFT: usize = 2;

impl Grid {
    /// A grid of free cells.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![FREE; (width + 2) * (height + 2)] }
    }

    fn stride(&self) -> usize {
        self.width + 2
    }

    /// Blocks a cell.
    pub(crate) fn block(&mut self, column: usize, row: usize) {
        let stride = self.stride();
        self.cells[(row + 1) * stride + column + 1] = BLOCKED;
    }

    pub(crate) fn is_blocked(&self, column: usize, row: usize) -> bool {
        self.cells[(row + 1) * self.stride() + column + 1] != FREE
    }

    /// All obstacles, ordered by their uppermost rows. `point` gives the coordinates of a corner of cells.
    pub(crate) fn outlines(mut self, point: impl Fn(usize, usize) -> Point) -> Vec<Outline> {
        let mut outlines: Vec<Outline> = Vec::new();
        let mut walked = vec![false; self.cells.len()];
        let mut open = Vec::new();
        for row in 0..self.height {
            for column in 0..self.width {
                let cell = (row + 1) * self.stride() + column + 1;
                let upper_side = self.cells[cell] != FREE && self.cells[cell - self.stride()] == FREE;
                if !upper_side || walked[cell] {
                    continue;
                }
                let ring = self.walk(column, row, &mut walked, &point);
                if self.cells[cell] == BLOCKED {
                    // The uppermost side of an obstacle is on its outer ring.
                    self.claim(cell, outlines.len() as u32 + 1, &mut open);
                    outlines.push(Outline { outer: ring, holes: Vec::new(), row });
                } else {
                    outlines[self.cells[cell] as usize - 1].holes.push(ring);
                }
            }
        }
        outlines
    }

    /// Marks all cells connected with `start` as part of one obstacle.
    fn claim(&mut self, start: usize, obstacle: u32, open: &mut Vec<usize>) {
        let stride = self.stride();
        open.push(start);
        self.cells[start] = obstacle;
        while let Some(cell) = open.pop() {
            for next in [cell - 1, cell + 1, cell - stride, cell + stride] {
                if self.cells[next] == BLOCKED {
                    self.cells[next] = obstacle;
                    open.push(next);
                }
            }
        }
    }

    /// The ring that starts along the upper side of a cell.
    fn walk(
        &self,
        column: usize,
        row: usize,
        walked: &mut [bool],
        point: &impl Fn(usize, usize) -> Point,
    ) -> Vec<Point> {
        let stride = self.stride();
        let (mut x, mut y, mut heading) = (column, row, RIGHT);
        // The scan meets a straight run of upper sides at its left end, so the ring turns at its start.
        let mut ring = vec![point(x, y)];
        loop {
            match heading {
                RIGHT => {
                    walked[(y + 1) * stride + x + 1] = true;
                    x += 1;
                }
                DOWN => y += 1,
                LEFT => x -= 1,
                _ => y -= 1, // up
            }
            let next = self.turn(y * stride + x, heading);
            if (x, y, next) == (column, row, RIGHT) {
                return ring;
            }
            if next != heading {
                ring.push(point(x, y));
                heading = next;
            }
        }
    }

    /// Where a walk goes on at the corner whose upper left cell is `corner`: around its own cell if it can, so that
    /// cells which touch in a corner stay apart.
    #[inline]
    fn turn(&self, corner: usize, heading: usize) -> usize {
        let around = [corner, corner + 1, corner + self.stride() + 1, corner + self.stride()];
        // Clockwise from the upper left: the cell ahead on the right hand is that of the heading, two further.
        let ahead_right = around[(heading + 2) % 4];
        let ahead_left = around[(heading + 1) % 4];
        if self.cells[ahead_right] == FREE {
            (heading + 1) % 4
        } else if self.cells[ahead_left] != FREE {
            (heading + 3) % 4
        } else {
            heading
        }
    }

    /// The ring around all cells, clockwise from the upper left, with a point at each of its corners and, if `marked`,
    /// wherever free and blocked cells meet at the frame.
    pub(crate) fn frame(&self, marked: bool, point: impl Fn(usize, usize) -> Point) -> Vec<Point> {
        let (w, h) = (self.width, self.height);
        let differs = |a: (usize, usize), b: (usize, usize)| self.is_blocked(a.0, a.1) != self.is_blocked(b.0, b.1);
        let mut ring = vec![point(0, 0)];
        let mut add = |corner: bool, change: bool, x: usize, y: usize| {
            if corner || (marked && change) {
                ring.push(point(x, y));
            }
        };
        for x in 1..=w {
            add(x == w, x < w && differs((x - 1, 0), (x, 0)), x, 0);
        }
        for y in 1..=h {
            add(y == h, y < h && differs((w - 1, y - 1), (w - 1, y)), w, y);
        }
        for x in (0..w).rev() {
            add(x == 0, x > 0 && differs((x - 1, h - 1), (x, h - 1)), x, h);
        }
        for y in (1..h).rev() {
            add(false, differs((0, y - 1), (0, y)), 0, y);
        }
        ring
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_geometry::ring_area;

    fn grid(rows: &[&str]) -> Grid {
        let mut grid = Grid::new(rows[0].len(), rows.len());
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.bytes().enumerate().filter(|&(_, b)| b == b'#') {
                grid.block(x, y);
            }
        }
        grid
    }

    fn lattice(x: usize, y: usize) -> Point {
        Point::new(x as f64, y as f64)
    }

    fn outlines(rows: &[&str]) -> Vec<Outline> {
        grid(rows).outlines(lattice)
    }

    #[test]
    fn a_block_has_four_corners() {
        let found = outlines(&["....", ".##.", ".##.", "...."]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].outer, [lattice(1, 1), lattice(3, 1), lattice(3, 3), lattice(1, 3)]);
        assert!(found[0].holes.is_empty());
    }

    #[test]
    fn cells_that_touch_in_a_corner_stay_apart() {
        let found = outlines(&["#.", ".#"]);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|o| o.outer.len() == 4));
    }

    #[test]
    fn enclosed_free_cells_are_holes_and_what_is_in_them_is_its_own() {
        let found = outlines(&["#####", "#...#", "#.#.#", "#...#", "#####"]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].holes.len(), 1);
        assert_eq!(ring_area(&found[0].holes[0]).abs(), 9.0);
        assert_eq!(found[1].row, 2);
    }

    #[test]
    fn the_frame_marks_where_blocked_cells_meet_it() {
        let cells = grid(&["..#.", "....", "#..."]);
        assert_eq!(cells.frame(false, lattice), [lattice(0, 0), lattice(4, 0), lattice(4, 3), lattice(0, 3)]);
        let marked = cells.frame(true, lattice);
        assert_eq!(marked.len(), 4 + 2 + 1 + 1);
        assert!(marked.contains(&lattice(2, 0)) && marked.contains(&lattice(0, 2)) && marked.contains(&lattice(1, 3)));
    }

    /// Areas add up to the number of blocked cells, holes run the other way, and no two points in a row are on one line
    /// with the next.
    #[test]
    fn noise_keeps_its_area() {
        let mut seed = 7u64;
        for size in 1..60usize {
            let mut grid = Grid::new(size, size);
            let mut blocked = 0;
            for cell in 0..size * size {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if seed >> 62 < 2 {
                    grid.block(cell % size, cell / size);
                    blocked += 1;
                }
            }
            let mut area = 0.0;
            for outline in grid.outlines(lattice) {
                assert!(ring_area(&outline.outer) > 0.0);
                area += ring_area(&outline.outer);
                for hole in &outline.holes {
                    assert!(ring_area(hole) < 0.0);
                    area += ring_area(hole);
                }
                for ring in std::iter::once(&outline.outer).chain(&outline.holes) {
                    let n = ring.len();
                    let bends =
                        |i: usize| (ring[i].x == ring[(i + 1) % n].x) != (ring[(i + 1) % n].x == ring[(i + 2) % n].x);
                    assert!((0..n).all(bends));
                }
            }
            assert_eq!(area, f64::from(blocked));
        }
    }
}
