//! The walls near each square, for questions that reach up to some distance.

use super::Wall;
use super::squares::Squares;
use wayfront_geometry::{Bounds, Point};

/// Lists of walls for one reach. The shorter the reach, the shorter the lists.
#[derive(Clone, Debug)]
pub struct Level {
    pub reach: f64,
    squares: Squares,
    /// Of all squares, one after the other.
    walls: Vec<Wall>,
    starts: Vec<u32>,
}

impl Level {
    pub fn new(bounds: Bounds, all: &[Wall], reach: f64) -> Self {
        let squares = Squares::over(bounds, reach);
        let (starts, numbers) = squares.list(all.len(), |k, visit| squares.near(all[k], reach, visit));
        let walls = numbers.iter().map(|&k| all[k as usize]).collect();
        Self { reach, squares, walls, starts }
    }

    /// All of them, some more than once.
    pub fn all(&self) -> &[Wall] {
        &self.walls
    }

    /// At least all walls within reach of `p`, each once. Outside the world the nearest square has them: its points are
    /// nearer to all walls.
    #[inline]
    pub fn near(&self, p: Point) -> &[Wall] {
        let square = self.squares.of(p);
        let [from, to] = [square, square + 1].map(|k| self.starts[k] as usize);
        &self.walls[from..to]
    }
}
