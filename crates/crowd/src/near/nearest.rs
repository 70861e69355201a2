//! The nearest few.
//!
//! Looks at the squares around a walker's own, farther ones only if these hold too few. In an even crowd squared
//! distances are spread evenly, so that the one below which just the wanted number lies is found by a few guesses; each
//! counts all candidates at once, without a branch. Only ties need an order: that of ids.

use super::Near;
use crate::Flock;
use wayfront_geometry::Point;

/// Guesses at most: after so many there are ties.
const GUESSES: usize = 24;

/// Room for the answers of [`Near::nearest`], to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    /// Squared distances of the candidates, and their ranks.
    squared: Vec<f32>,
    ranks: Vec<u32>,
    /// The ranks of those found.
    pub(crate) found: Vec<u32>,
}

impl Near {
    /// The slots of the `count` walkers nearest to the one in `slot`, itself not among them, up to `distance` away. Of
    /// those equally far, the ones with the lower ids. In no particular order.
    ///
    /// ```
    /// use wayfront_crowd::{Body, Flock, Near, Nearest};
    /// use wayfront_geometry::Point;
    ///
    /// let mut flock = Flock::new();
    /// for (id, x) in [0.0, 2.0, 3.0, 9.0].into_iter().enumerate() {
    ///     let at = Point::new(x, 0.0);
    ///     flock.push(Body { id: id as u64, position: at, velocity: at, radius: 0.25, speed: 1.3 });
    /// }
    /// let mut near = Near::new(5.0);
    /// near.rebuild(&flock);
    /// let mut room = Nearest::default();
    /// let mut found: Vec<usize> = near.nearest(&flock, 0, 2, 5.0, &mut room).collect();
    /// found.sort();
    /// assert_eq!(found, [1, 2]);
    /// assert_eq!(near.nearest(&flock, 3, 2, 5.0, &mut room).count(), 0);
    /// ```
    pub fn nearest<'a>(
        &'a self,
        flock: &Flock,
        slot: usize,
        count: usize,
        distance: f64,
        room: &'a mut Nearest,
    ) -> impl Iterator<Item = usize> + 'a {
        let square = self.folded(self.square_at(flock.position()[slot]));
        let [from, to] = [square, square + 1].map(|k| self.starts[k] as usize);
        room.found.clear();
        if let Some(rank) = (from..to).find(|&rank| self.seen[rank].slot as usize == slot) {
            room.look(self, flock, rank, count, distance);
        }
        room.found.iter().map(|&rank| self.seen[rank as usize].slot as usize)
    }
}

impl Nearest {
    /// Finds the `count` nearest within `distance` of the walker with this rank, by rank.
    pub(crate) fn look(&mut self, near: &Near, flock: &Flock, rank: usize, count: usize, distance: f64) {
        self.found.clear();
        let at = near.point(rank);
        if !at.is_finite() {
            return;
        }
        let middle = near.square_at(at);
        let mut width = 1;
        let (limit, within) = loop {
            self.gather(near, at, middle, width);
            let complete = near.complete(at, middle, width);
            let limit = complete.min(distance);
            let limit = (limit * limit) as f32;
            // The walker itself is one of them.
            let within = self.count(limit) - 1;
            if within as usize >= count || complete >= distance {
                break (limit, within);
            }
            width *= 2;
        };
        match self.threshold(count as u32 + 1, limit, within + 1) {
            Some(threshold) => self.take(threshold, rank),
            None => self.take_sorted(near, flock, rank, count, limit),
        }
    }

    /// All walkers of the squares up to `width` squares away.
    fn gather(&mut self, near: &Near, at: Point, middle: [i64; 2], width: i64) {
        self.squared.clear();
        self.ranks.clear();
        let (squared, ranks) = (&mut self.squared, &mut self.ranks);
        near.runs(middle.map(|v| v.saturating_sub(width)), middle.map(|v| v.saturating_add(width)), |from, to| {
            let points = near.x[from..to].iter().zip(&near.y[from..to]);
            squared.extend(points.map(|(x, y)| {
                let (x, y) = ((x - at.x) as f32, (y - at.y) as f32);
                x * x + y * y
            }));
            ranks.extend(from as u32..to as u32);
        });
    }

    fn count(&self, limit: f32) -> u32 {
        self.squared.iter().map(|&squared| u32::from(squared <= limit)).sum()
    }

    /// A squared distance within which there are just `wanted`; all of them where there are no more. `None` if ties
    /// make it impossible.
    fn threshold(&self, wanted: u32, limit: f32, within: u32) -> Option<f32> {
        if within <= wanted {
            return Some(limit);
        }
        let (mut low, mut fewer, mut high, mut more) = (0.0, 1, limit, within);
        for guess in 0..GUESSES {
            // Squared distances grow evenly in an even crowd; halves make sure that it ends in any other.
            let share = if guess % 3 == 2 { 0.5 } else { (wanted - fewer) as f32 / (more - fewer) as f32 };
            let squared = low + (high - low) * share;
            match self.count(squared) {
                count if count == wanted => return Some(squared),
                count if count < wanted => (low, fewer) = (squared, count),
                count => (high, more) = (squared, count),
            }
        }
        None
    }

    fn take(&mut self, threshold: f32, rank: usize) {
        for (&squared, &other) in self.squared.iter().zip(&self.ranks) {
            if squared <= threshold && other as usize != rank {
                self.found.push(other);
            }
        }
    }

    /// The slow way: by distance, then by id.
    fn take_sorted(&mut self, near: &Near, flock: &Flock, rank: usize, count: usize, limit: f32) {
        let candidates = self.squared.iter().zip(&self.ranks);
        let others = candidates.filter(|&(&squared, &other)| squared <= limit && other as usize != rank);
        let mut others: Vec<(f32, u64, u32)> = others
            .map(|(&squared, &other)| (squared, flock.id()[near.seen[other as usize].slot as usize], other))
            .collect();
        others.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.found.extend(others.iter().take(count).map(|&(_, _, other)| other));
    }
}

impl Near {
    /// How far around a point all walkers stand in the squares up to `width` away from its own.
    fn complete(&self, at: Point, middle: [i64; 2], width: i64) -> f64 {
        let apart = at - self.origin;
        let inside = |v: f64, square: i64| {
            let low = v - square as f64 * self.square;
            low.min(self.square - low)
        };
        // A bit less, because squares are rounded.
        (inside(apart.x, middle[0]).min(inside(apart.y, middle[1])) + width as f64 * self.square) * (1.0 - 1e-6)
    }
}
