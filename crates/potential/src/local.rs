//! Local maps: a small field around an agent that knows what the agent sees.
//!
//! A square window of cells travels with its agent. Its border is wall but for the few cells where the global descent
//! leaves the window: those are the goal. The ring inside the border is always free, so that the goal can be reached from
//! everywhere else; the rest is as the agent sees it: walls and other agents within its view cone (after Dapper,
//! Silveira and others). The window's field is relaxed with over-relaxation at the factor that suits its size, in q, so
//! that cells behind many obstacles keep their digits. Cost: some forty sweeps over a few hundred cells.

mod halves;
mod question;

use crate::bias::Bias;
use halves::Halves;
pub use question::{LocalDisc, LocalQuestion};
use wayfront_geometry::Point;

/// What a cell of a window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalCell {
    /// Walkable.
    Free,
    /// Wall, or another agent.
    Wall,
    /// Where to go.
    Goal,
}

/// A window of square cells around an agent. Keep it and use it again: it owns its memory.
///
/// ```
/// use wayfront_geometry::Point;
/// use wayfront_potential::{Bias, LocalMap};
/// let mut window = LocalMap::new(21, 0.2);
/// window.centre_on(Point::new(5.0, 5.0));
/// window.block_disc(Point::new(5.8, 5.1), 0.5); // another agent ahead, a little to the left
/// window.open_towards(Point::new(1.0, 0.0)); // where the global map leads
/// let direction = window.descent(Bias::NONE).unwrap();
/// assert!(direction.y < -0.2); // past on the right
/// ```
#[derive(Clone, Debug)]
pub struct LocalMap {
    side: usize,
    cell: f64,
    centre: Point,
    cells: Vec<LocalCell>,
    halves: Halves,
}

impl LocalMap {
    /// A window of `side` x `side` cells; the papers use 11, 16, 21 and 33. At least 7.
    #[must_use]
    pub fn new(side: usize, cell: f64) -> Self {
        let side = side.max(7);
        let count = side * side;
        Self { side, cell, centre: Point::default(), cells: vec![LocalCell::Free; count], halves: Halves::new(side) }
    }

    /// Cells along each side.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// The centre of a cell in the world.
    #[must_use]
    pub fn place(&self, column: usize, row: usize) -> Point {
        let middle = (self.side / 2) as f64;
        self.centre + Point::new(column as f64 - middle, row as f64 - middle) * self.cell
    }

    /// What a cell is.
    #[must_use]
    pub fn cell_at(&self, column: usize, row: usize) -> LocalCell {
        self.cells[row * self.side + column]
    }

    /// Moves the window: everything is free but its border.
    pub fn centre_on(&mut self, centre: Point) {
        self.centre = centre;
        self.cells.fill(LocalCell::Free);
        let last = self.side - 1;
        for k in 0..self.side {
            for place in [k, last * self.side + k, k * self.side, k * self.side + last] {
                self.cells[place] = LocalCell::Wall;
            }
        }
    }

    /// Columns or rows of the inner part, between which walls and agents count.
    const fn inner(&self) -> std::ops::Range<usize> {
        2..self.side - 2
    }

    /// Makes cells walls by their centres: for what is seen of the world. The agent's own cell stays free.
    pub fn block(&mut self, is_wall: impl Fn(Point) -> bool) {
        let middle = self.side / 2;
        for row in self.inner() {
            for column in self.inner() {
                if (column, row) != (middle, middle) && is_wall(self.place(column, row)) {
                    self.cells[row * self.side + column] = LocalCell::Wall;
                }
            }
        }
    }

    /// Makes the cells that a disc covers walls.
    pub fn block_disc(&mut self, at: Point, radius: f64) {
        let middle = (self.side / 2) as f64;
        let offset = (at - self.centre) * (1.0 / self.cell) + Point::new(middle, middle);
        let reach = radius / self.cell;
        let span = |v: f64| {
            let (low, high) = ((v - reach).ceil().max(2.0), (v + reach).floor());
            low as usize..(high + 1.0).clamp(0.0, (self.side - 2) as f64) as usize
        };
        let own = self.side / 2;
        for row in span(offset.y) {
            for column in span(offset.x) {
                let away = Point::new(column as f64, row as f64) - offset;
                if away.length() <= reach && (column, row) != (own, own) {
                    self.cells[row * self.side + column] = LocalCell::Wall;
                }
            }
        }
    }

    /// Opens the border where a direction from the centre leaves the window: three cells.
    pub fn open_towards(&mut self, direction: Point) {
        let reach = (self.side / 2) as f64;
        let most = direction.x.abs().max(direction.y.abs());
        if most == 0.0 || !most.is_finite() {
            return;
        }
        let at = direction * (reach / most) + Point::new(reach, reach);
        // A corner of the border touches nothing that is free.
        let clamp = |v: f64| (v.round().max(1.0) as usize).min(self.side - 2);
        let upright = direction.x.abs() >= direction.y.abs();
        // On windows of even width the far border is a cell nearer.
        let edge = |v: f64| if v > 0.0 { self.side - 1 } else { 0 };
        for step in [-1.0, 0.0, 1.0] {
            let (column, row) =
                if upright { (edge(direction.x), clamp(at.y + step)) } else { (clamp(at.x + step), edge(direction.y)) };
            self.cells[row * self.side + column] = LocalCell::Goal;
        }
    }

    /// Makes the cells at some points goals: for goals within the window.
    pub fn set_goals(&mut self, is_goal: impl Fn(Point) -> bool) {
        for row in 1..self.side - 1 {
            for column in 1..self.side - 1 {
                if is_goal(self.place(column, row)) {
                    self.cells[row * self.side + column] = LocalCell::Goal;
                }
            }
        }
    }

    /// Relaxes the field and gives the direction of steepest descent at the centre; `None` if no goal can be reached.
    pub fn descent(&mut self, bias: Bias) -> Option<Point> {
        let middle = self.side / 2;
        self.halves.fill(self.side, &self.cells);
        self.halves.relax(self.side, bias);
        if self.cells[middle * (self.side + 1)] == LocalCell::Goal {
            return None;
        }
        let [left, right, below, above] = self.halves.around(middle);
        crate::unit::unit_of(Point::new(right - left, above - below))
    }
}
