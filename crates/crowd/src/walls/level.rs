//! The walls near each square, for questions that reach up to some distance.

use super::Wall;
use super::squares::{Lists, Squares};
use wayfront_geometry::{Bounds, Point};

/// Lists of walls for one reach. The shorter the reach, the shorter the lists.
#[derive(Clone, Debug)]
pub struct Level {
    pub reach: f64,
    squares: Squares,
    lists: Lists,
    /// Of all lists, one after the other.
    walls: Vec<Wall>,
}

impl Level {
    pub fn new(bounds: Bounds, all: &[Wall], reach: f64) -> Self {
        let squares = Squares::over(bounds, reach);
        let mut level = Self { reach, squares, lists: Lists::default(), walls: Vec::new() };
        level.list(all);
        level
    }

    /// The same for other walls, in the same memory.
    pub fn refill(&mut self, bounds: Bounds, all: &[Wall], reach: f64) {
        (self.reach, self.squares) = (reach, Squares::over(bounds, reach));
        self.list(all);
    }

    /// Gives memory back that only [`Self::refill`] needs.
    pub fn shrink(&mut self) {
        self.lists.shrink();
    }

    fn list(&mut self, all: &[Wall]) {
        let Self { reach, squares, lists, walls } = self;
        lists.fill(squares, all.len(), |k, visit| squares.near(all[k], *reach, visit));
        walls.clear();
        walls.extend(lists.all().iter().map(|&k| all[k as usize]));
    }

    /// All of them, some more than once.
    pub fn all(&self) -> &[Wall] {
        &self.walls
    }

    /// At least all walls within reach of `p`, each once. Outside the world the nearest square has them: its points are
    /// nearer to all walls.
    #[inline]
    pub fn near(&self, p: Point) -> &[Wall] {
        &self.walls[self.lists.span(self.squares.of(p))]
    }
}
