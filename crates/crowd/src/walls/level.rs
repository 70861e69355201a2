//! The walls near each square, for questions that reach up to some distance.

use super::Wall;
use super::squares::{Lists, Squares};
use std::ops::Range;
use wayfront_geometry::{Bounds, Point};

/// Lists of walls for one reach. The shorter the reach, the shorter the lists.
#[derive(Clone, Debug)]
pub struct Level {
    pub reach: f64,
    squares: Squares,
    lists: Lists,
    /// Of all lists, one after the other; then those of squares to which walls were added.
    walls: Vec<Wall>,
    added: Lists,
    /// Where the lists of these squares were.
    before: Vec<Range<usize>>,
}

impl Level {
    pub fn new(bounds: Bounds, all: &[Wall], reach: f64) -> Self {
        let squares = Squares::over(bounds, reach);
        let mut level = Self {
            reach,
            squares,
            lists: Lists::default(),
            walls: Vec::new(),
            added: Lists::default(),
            before: Vec::new(),
        };
        level.list(all);
        level
    }

    /// The same for other walls, in the same memory.
    pub fn refill(&mut self, bounds: Bounds, all: &[Wall], reach: f64) {
        self.take_back();
        (self.reach, self.squares) = (reach, Squares::over(bounds, reach));
        self.list(all);
    }

    /// Adds walls behind all others, instead of those that were added before.
    pub fn add(&mut self, more: &[Wall]) {
        self.take_back();
        let Self { reach, squares, lists, walls, added, before } = self;
        added.fill(squares, more.len(), |k, visit| squares.near(more[k], *reach, visit));
        for &square in added.touched() {
            let (start, span) = (walls.len(), lists.span(square as usize));
            walls.extend_from_within(span.clone());
            walls.extend(added.all()[added.span(square as usize)].iter().map(|&k| more[k as usize]));
            lists.set_span(square as usize, start..walls.len());
            before.push(span);
        }
    }

    /// Takes out what was added.
    fn take_back(&mut self) {
        for (&square, span) in self.added.touched().iter().zip(self.before.drain(..)) {
            self.lists.set_span(square as usize, span);
        }
        self.walls.truncate(self.lists.all().len());
    }

    /// Gives memory back that only [`Self::refill`] needs.
    pub fn shrink(&mut self) {
        self.lists.shrink();
    }

    fn list(&mut self, all: &[Wall]) {
        let Self { reach, squares, lists, walls, .. } = self;
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
