//! The nearest few.
//!
//! Everybody within some distance is looked at, eight at a time, and those within it are kept: a few more than wanted,
//! if the distance was well guessed. Neighbours live in the same density, so the guess is what the agent before needed;
//! too few, and it grows. How many others are nearer tells for each of the few kept whether it is wanted, without a
//! branch. Only ties need an order: that of ids. The answer does not depend on the guess. Distances are those of `f32`:
//! who is nearer by less than a ten-millionth of the crowd's extent may be taken for equally far.

use super::{EIGHT, Neighbours};
use crate::agents::Agents;
use wide::f32x8;

/// How many more than wanted a guess should find, in parts of the wanted, and at least.
const SPARE: [f32; 2] = [0.15, 2.0];
/// Of how many more each is compared with each.
const FEW: usize = 4 * EIGHT;
/// Candidates that are sifted at once.
const FLIGHT: usize = EIGHT * EIGHT;

/// Room for the answers of [`Neighbours::nearest`], to be used again and again. All lists are longer than what they hold.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// Squared distances of those near enough, and their ranks.
    squared: Vec<f32>,
    ranks: Vec<u32>,
    kept: usize,
    flight: Flight,
    /// Up to where to look first, squared.
    guess: f32,
    /// The ranks of those found.
    found: Vec<u32>,
    number: usize,
}

impl Default for Nearest {
    fn default() -> Self {
        let room = 2 * FLIGHT;
        let flight = Flight { squared: [[0.0; EIGHT]; EIGHT], firsts: [0; EIGHT] };
        let (squared, ranks, found) = (vec![0.0; room], vec![0; room], vec![0; room]);
        Self { squared, ranks, kept: 0, flight, guess: 0.0, found, number: 0 }
    }
}

/// Up to 64 candidates, eight by eight.
#[derive(Clone, Debug)]
struct Flight {
    squared: [[f32; EIGHT]; EIGHT],
    /// The rank of the first of each eight; the others follow.
    firsts: [u32; EIGHT],
}

impl Neighbours {
    /// The slots of the `count` agents nearest to the one in `slot`, itself not among them, up to `distance` away. Of
    /// those equally far, the ones with the lower ids. In no particular order.
    ///
    /// ```
    /// use wayfront_crowd::{Agent, Agents, Neighbours, Nearest};
    /// use wayfront_geometry::Point;
    ///
    /// let mut agents = Agents::new();
    /// for (id, x) in [0.0, 2.0, 3.0, 9.0].into_iter().enumerate() {
    ///     let at = Point::new(x, 0.0);
    ///     agents.push(Agent { id: id as u64, position: at, velocity: at, radius: 0.25, speed: 1.3 });
    /// }
    /// let mut near = Neighbours::new(5.0);
    /// near.rebuild(&agents);
    /// let mut room = Nearest::default();
    /// let mut found: Vec<usize> = near.nearest(&agents, 0, 2, 5.0, &mut room).collect();
    /// found.sort();
    /// assert_eq!(found, [1, 2]);
    /// assert_eq!(near.nearest(&agents, 3, 2, 5.0, &mut room).count(), 0);
    /// ```
    pub fn nearest<'a>(
        &'a self,
        agents: &Agents,
        slot: usize,
        count: usize,
        distance: f64,
        room: &'a mut Nearest,
    ) -> impl Iterator<Item = usize> + 'a {
        let square = self.folded(self.square_at(agents.position()[slot]));
        let [from, to] = [square, square + 1].map(|k| self.starts[k] as usize);
        room.number = 0;
        if let Some(rank) = (from..to).find(|&rank| self.seen[rank].slot as usize == slot) {
            room.look(self, agents, rank, count, distance);
        }
        room.found().iter().map(|&rank| self.seen[rank as usize].slot as usize)
    }
}

impl Nearest {
    /// The ranks of those found, in order.
    pub(crate) fn found(&self) -> &[u32] {
        &self.found[..self.number]
    }

    /// The same, four by four; the last four are filled up with nobody.
    #[inline]
    pub(crate) fn fours(&self) -> &[[u32; 4]] {
        self.found[..self.number.next_multiple_of(4)].as_chunks().0
    }

    /// Finds the `count` nearest within `distance` of the agent with this rank.
    #[inline(always)]
    pub(crate) fn look(&mut self, near: &Neighbours, agents: &Agents, rank: usize, count: usize, distance: f64) {
        self.number = 0;
        if count == 0 || !near.point(rank).is_finite() {
            return;
        }
        let farthest = (distance * distance) as f32;
        let aim = count as f32 + (SPARE[0] * count as f32).max(SPARE[1]);
        let mut limit = if self.guess > 0.0 { self.guess } else { near.evenly(aim) };
        loop {
            limit = limit.min(farthest);
            self.gather(near, rank, limit);
            if self.kept >= count || limit >= farthest {
                break;
            }
            limit *= (aim / self.kept as f32).clamp(1.2, 4.0);
        }
        // Not all the way: one agent's surroundings are not quite the next one's.
        self.guess = limit * (0.5 + 0.5 * aim / (self.kept as f32).max(1.0));
        if self.kept <= count {
            self.number = self.kept;
            std::mem::swap(&mut self.ranks, &mut self.found);
        } else if self.kept > FEW || !self.compare(count) {
            self.sort(near, agents, count);
        }
        self.found[self.number..][..4].fill(near.nobody());
    }

    /// Leaves out some of those found.
    pub(crate) fn retain(&mut self, near: &Neighbours, is_kept: impl Fn(u32) -> bool) {
        let mut kept = 0;
        for k in 0..self.number {
            self.found[kept] = self.found[k];
            kept += usize::from(is_kept(self.found[k]));
        }
        self.number = kept;
        self.found[kept..][..4].fill(near.nobody());
    }

    /// Keeps all agents up to a squared distance, but not the agent itself.
    #[inline(always)]
    fn gather(&mut self, near: &Neighbours, rank: usize, limit: f32) {
        self.kept = 0;
        let [x, y] = [near.flat_x[rank], near.flat_y[rank]].map(f32x8::splat);
        let most = f32x8::splat(limit);
        let (mut flight, mut within) = (0, 0_u64);
        near.runs_around(rank, limit, |mut from, to| {
            while from < to {
                let [Some(xs), Some(ys)] = [&near.flat_x, &near.flat_y].map(|flat| flat[from..].first_chunk()) else {
                    break;
                };
                let (dx, dy) = (f32x8::new(*xs) - x, f32x8::new(*ys) - y);
                let squared = dx * dx + dy * dy;
                // Those beyond the end of the run belong to others.
                let run = !(u64::MAX << (to - from).min(EIGHT));
                within |= (u64::from(squared.simd_le(most).to_bitmask()) & run) << (EIGHT * flight);
                self.flight.squared[flight] = squared.to_array();
                self.flight.firsts[flight] = from as u32;
                flight = (flight + 1) % EIGHT;
                if flight == 0 {
                    self.keep(rank, std::mem::take(&mut within));
                }
                from += EIGHT;
            }
        });
        self.keep(rank, within);
    }

    /// Keeps those of a flight that are near enough, bit by bit, but not the agent itself.
    #[inline(always)]
    fn keep(&mut self, rank: usize, mut within: u64) {
        if self.kept + 2 * FLIGHT > self.squared.len() {
            self.grow();
        }
        let squared = &mut self.squared[self.kept..][..FLIGHT];
        let ranks = &mut self.ranks[self.kept..][..FLIGHT];
        let Flight { squared: theirs, firsts } = &self.flight;
        let mut kept = 0;
        while within != 0 {
            let k = within.trailing_zeros() as usize % FLIGHT;
            within &= within - 1;
            let other = firsts[k / EIGHT] + (k % EIGHT) as u32;
            squared[kept % FLIGHT] = theirs.as_flattened()[k];
            ranks[kept % FLIGHT] = other;
            kept += usize::from(other != rank as u32);
        }
        self.kept += kept;
    }

    #[cold]
    fn grow(&mut self) {
        let room = 2 * (self.kept + 2 * FLIGHT);
        self.squared.resize(room, 0.0);
        self.ranks.resize(room, 0);
        self.found.resize(room, 0);
    }

    /// Takes each of the few kept of which fewer than `count` are nearer. Tells if these are just as many: more are if
    /// several are equally far.
    #[inline(always)]
    fn compare(&mut self, count: usize) -> bool {
        let end = self.kept.next_multiple_of(EIGHT);
        self.squared[self.kept..self.kept + EIGHT].fill(f32::INFINITY);
        let others = &self.squared[..self.kept];
        let ranks = self.ranks[..end].as_chunks::<EIGHT>().0;
        let found = &mut self.found[..FLIGHT];
        let mut taken = 0;
        let fewer = f32x8::splat(count as f32);
        for (&own, ranks) in self.squared[..end].as_chunks::<EIGHT>().0.iter().zip(ranks) {
            let own = f32x8::new(own);
            let nearer = |&other: &f32| own.simd_gt(f32x8::splat(other)) & f32x8::ONE;
            let nearer = others.iter().map(nearer).fold(f32x8::ZERO, |sum, one| sum + one);
            let wanted = nearer.simd_lt(fewer).to_bitmask();
            for (k, &rank) in ranks.iter().enumerate() {
                found[taken % FLIGHT] = rank;
                taken += (wanted >> k & 1) as usize;
            }
        }
        self.number = taken;
        taken == count
    }

    /// Takes the first by distance and id.
    #[cold]
    fn sort(&mut self, near: &Neighbours, agents: &Agents, count: usize) {
        let id = |rank: u32| agents.id()[near.seen[rank as usize].slot as usize];
        let kept = self.squared.iter().zip(&self.ranks).take(self.kept);
        let mut all: Vec<(f32, u64, u32)> = kept.map(|(&squared, &rank)| (squared, id(rank), rank)).collect();
        all.select_nth_unstable_by(count - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.number = count;
        self.found.iter_mut().zip(&all[..count]).for_each(|(found, &(_, _, rank))| *found = rank);
        self.found[..count].sort_unstable();
    }
}
