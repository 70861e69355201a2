//! The nearest few.
//!
//! Looks at the squares around a walker's own, farther ones only if these hold too few. In an even crowd squared
//! distances are spread evenly, so that the one below which just the wanted number lies is found by a few guesses, and
//! then step by step; each counts all candidates four at a time, without a branch. Only ties need an order: that of ids.
//! Distances are those of `f32`: who is nearer by less than a ten-millionth of the crowd's extent may be taken for
//! equally far.

use super::Near;
use crate::Flock;
use wayfront_geometry::Point;
use wide::f32x4;

/// Guesses, after which the search goes from one distance to the next.
const GUESSES: usize = 3;

/// What takes the last none, one, two or three of four squared distances out: all bits of a number that is none.
const BEYOND: [f32x4; 4] = {
    let none = f32::from_bits(u32::MAX);
    [
        f32x4::ZERO,
        f32x4::new([0.0, 0.0, 0.0, none]),
        f32x4::new([0.0, 0.0, none, none]),
        f32x4::new([0.0, none, none, none]),
    ]
};

/// Room for the answers of [`Near::nearest`], to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    /// Squared distances of the candidates, four by four; what fills a four up is no number.
    squared: Vec<f32x4>,
    /// The rank of the first of each four.
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
    #[inline]
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
            Threshold::At(squared) => self.take(squared, rank),
            Threshold::Ties { below, at } => {
                self.take(below, rank);
                self.take_ties(near, flock, rank, at, count);
            }
        }
    }

    /// All walkers of the squares up to `width` squares away.
    fn gather(&mut self, near: &Near, at: Point, middle: [i64; 2], width: i64) {
        self.squared.clear();
        self.ranks.clear();
        let at = at - near.origin;
        let (x, y) = (f32x4::splat(at.x as f32), f32x4::splat(at.y as f32));
        near.runs(middle.map(|v| v.saturating_sub(width)), middle.map(|v| v.saturating_add(width)), |from, to| {
            if from == to {
                return;
            }
            let end = from + (to - from).next_multiple_of(4);
            let (xs, ys) = (near.flat_x[from..end].as_chunks().0, near.flat_y[from..end].as_chunks().0);
            self.squared.extend(xs.iter().zip(ys).map(|(&xs, &ys)| {
                let (dx, dy) = (f32x4::new(xs) - x, f32x4::new(ys) - y);
                dx * dx + dy * dy
            }));
            self.ranks.extend((0..xs.len()).map(|k| (from + 4 * k) as u32));
            if let Some(last) = self.squared.last_mut() {
                *last |= BEYOND[end - to];
            }
        });
    }

    fn count(&self, limit: f32) -> u32 {
        let limit = f32x4::splat(limit);
        let counts = self.squared.iter().fold(f32x4::ZERO, |sum, four| sum + (four.simd_le(limit) & f32x4::ONE));
        counts.reduce_add() as u32
    }

    /// The smallest squared distance above another.
    fn next_above(&self, low: f32) -> f32 {
        let (low, far) = (f32x4::splat(low), f32x4::splat(f32::INFINITY));
        let above = self.squared.iter().map(|&four| four.simd_gt(low).select(four, far));
        let least = above.fold(far, f32x4::fast_min);
        least.to_array().into_iter().fold(f32::INFINITY, f32::min)
    }

    /// A squared distance within which there are just `wanted`, the walker itself included; all up to the limit where
    /// there are no more.
    fn threshold(&self, wanted: u32, limit: f32, within: u32) -> Threshold {
        if within <= wanted {
            return Threshold::At(limit);
        }
        let (mut low, mut fewer, mut high, mut more) = (0.0, 1, limit, within);
        for _ in 0..GUESSES {
            // A bit more than an even crowd would need: between two distances, not on the lower one.
            let squared = low + (high - low) * ((wanted - fewer) as f32 + 0.5) / ((more - fewer) as f32 + 0.5);
            match self.count(squared) {
                count if count == wanted => return Threshold::At(squared),
                count if count < wanted => (low, fewer) = (squared, count),
                count => (high, more) = (squared, count),
            }
        }
        loop {
            let squared = self.next_above(low);
            match self.count(squared) {
                count if count == wanted => return Threshold::At(squared),
                count if count < wanted => low = squared,
                _ => return Threshold::Ties { below: low, at: squared },
            }
        }
    }

    /// All candidates within the threshold, but not the walker itself.
    fn take(&mut self, threshold: f32, rank: usize) {
        let threshold = f32x4::splat(threshold);
        for (four, &first) in self.squared.iter().zip(&self.ranks) {
            let mut hits = four.simd_le(threshold).to_bitmask();
            while hits != 0 {
                let other = first + hits.trailing_zeros();
                hits &= hits - 1;
                if other as usize != rank {
                    self.found.push(other);
                }
            }
        }
    }

    /// Fills up to `count` with those at just this squared distance, by their ids.
    fn take_ties(&mut self, near: &Near, flock: &Flock, rank: usize, at: f32, count: usize) {
        let fours = self.squared.iter().zip(&self.ranks);
        let all = fours.flat_map(|(four, &first)| four.to_array().into_iter().zip(first..));
        let ties = all.filter(|&(squared, other)| squared == at && other as usize != rank);
        let id = |other: u32| flock.id()[near.seen[other as usize].slot as usize];
        let mut ties: Vec<(u64, u32)> = ties.map(|(_, other)| (id(other), other)).collect();
        ties.sort_unstable();
        let missing = count.saturating_sub(self.found.len());
        self.found.extend(ties.iter().take(missing).map(|&(_, other)| other));
    }
}

/// Up to which squared distance to take candidates.
enum Threshold {
    /// All up to this one.
    At(f32),
    /// All up to the first, and some of those at the second.
    Ties { below: f32, at: f32 },
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
