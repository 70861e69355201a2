//! Which entrance is joined with which exit by how many lanes: as many as there can be, and of all pairings with as many,
//! the shortest in total.
//!
//! Around a part of the free space, openings and walls take turns. A lane from one opening to another separates the walls
//! on its left from those on its right. Two walls have room for so many lanes between them as the cheapest chain of gates
//! from one to the other holds; no more lanes can separate them, and if no two walls are separated by more, all lanes
//! exist (see `bundles`). That is an integer programme with one number for each pair of openings and one limit for each
//! pair of walls. Lanes that cross can be swapped where they do, which is no longer and separates no more walls, so the
//! best that do not cross are as good as the best.
//!
//! Lengths are those of lanes alone, which are lower bounds: side by side some have to give way. So pairings that come
//! close to the best are offered, too, and what their lanes measure decides (see `bundles`).
//!
//! Cost: a programme with as many variables as there are pairs of an entrance and an exit, of which there are few.

use crate::programme::Programme;

/// Lanes between two openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint {
    /// The openings, the lower number first. The walls `from..to` lie on one side of the lanes.
    pub from: usize,
    pub to: usize,
    pub count: usize,
}

impl Joint {
    /// A lane of this joint separates two walls.
    pub fn separates(&self, a: usize, b: usize) -> bool {
        self.has_inside(a) != self.has_inside(b)
    }

    /// A wall lies on the side of these lanes that does not hold the last wall.
    pub fn has_inside(&self, wall: usize) -> bool {
        (self.from..self.to).contains(&wall)
    }

    fn crosses(&self, other: &Self) -> bool {
        let is_between = |k: usize| self.from < k && k < self.to;
        let is_end = |k: usize| k == self.from || k == self.to;
        !is_end(other.from) && !is_end(other.to) && is_between(other.from) != is_between(other.to)
    }
}

/// Two openings that a lane can join, and how long it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub openings: [usize; 2],
    pub length: f64,
}

impl Candidate {
    fn joint(&self, count: usize) -> Joint {
        let [a, b] = self.openings;
        Joint { from: a.min(b), to: a.max(b), count }
    }
}

/// Share of a length by which pairings may differ and still change places when their lanes lie side by side.
const CLOSE: f64 = 0.1;
/// With more pairs of openings than this, or more lanes, only the best pairing is looked for: to measure the others takes
/// as long as to pull all of their lanes taut.
const MOST_CANDIDATES: usize = 16;
const MOST_LANES: usize = 8;

/// No two walls are separated by more lanes than there is room for between them.
pub(crate) fn fits(joints: &[Joint], apart: &[Vec<usize>]) -> bool {
    let pairs = (0..apart.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let between = |a: usize, b: usize| joints.iter().filter(|j| j.separates(a, b)).map(|j| j.count).sum::<usize>();
    pairs.into_iter().all(|(a, b)| between(a, b) <= apart[a][b])
}

/// How many lanes join which openings.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    pub joints: Vec<Joint>,
    /// As if each lane were alone: side by side they are no shorter.
    pub length: f64,
}

impl Pairing {
    pub fn count(&self) -> usize {
        self.joints.iter().map(|joint| joint.count).sum()
    }
}

/// The most lanes, and of those the shortest in total, such that no two walls are separated by more lanes than `apart`
/// says. Wall `k` follows opening `k`. Then, by length, what comes next if one of its joints has fewer lanes: as many
/// lanes, and longer by a share of [`CLOSE`] at most.
pub(crate) fn paired(candidates: &[Candidate], apart: &[Vec<usize>]) -> Vec<Pairing> {
    let programme = programme(candidates, apart);
    let counts = programme.best();
    let best = pairing(candidates, &counts);
    let (most, longest) = (best.count(), best.length * (1.0 + CLOSE));
    let mut all = vec![best];
    if candidates.len() <= MOST_CANDIDATES && most <= MOST_LANES {
        for v in (0..candidates.len()).filter(|&v| counts[v] > 0) {
            let mut fewer = programme.clone();
            fewer.limits.push((vec![v], (counts[v] - 1) as f64));
            let next = pairing(candidates, &fewer.best());
            let is_new = all.iter().all(|known| known.joints != next.joints);
            if is_new && next.count() == most && next.length <= longest {
                all.push(next);
            }
        }
        all[1..].sort_by(|a, b| a.length.total_cmp(&b.length));
    }
    all
}

/// One number for each candidate, one limit for each two walls.
fn programme(candidates: &[Candidate], apart: &[Vec<usize>]) -> Programme {
    let mut limits = Vec::new();
    for (a, b) in (0..apart.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let crossing = (0..candidates.len()).filter(|&v| candidates[v].joint(1).separates(a, b));
        limits.push((crossing.collect::<Vec<usize>>(), apart[a][b] as f64));
    }
    // Each lane ends in an opening, between the walls beside it.
    let most: usize = (0..apart.len()).map(|k| apart[k][(k + 1) % apart.len()]).sum();
    let longest = candidates.iter().map(|c| c.length).fold(f64::MIN_POSITIVE, f64::max);
    // All lengths together count less than one lane.
    let values = candidates.iter().map(|c| 1.0 - c.length / longest / (2.0 * most.max(1) as f64)).collect();
    Programme { values, limits }
}

/// So many lanes for each candidate, swapped where they cross.
fn pairing(candidates: &[Candidate], counts: &[usize]) -> Pairing {
    let lanes = candidates.iter().zip(counts).filter(|(_, n)| **n > 0);
    let length_of =
        |a: usize, b: usize| candidates.iter().find(|c| c.openings == [a, b] || c.openings == [b, a]).map(|c| c.length);
    let joints = uncrossed(lanes.map(|(c, &n)| c.joint(n)).collect(), |a, b| length_of(a, b).is_some());
    let length = joints.iter().map(|j| j.count as f64 * length_of(j.from, j.to).unwrap_or(0.0)).sum();
    Pairing { joints, length }
}

/// The same number of lanes, swapped where they cross.
fn uncrossed(mut joints: Vec<Joint>, can_join: impl Fn(usize, usize) -> bool) -> Vec<Joint> {
    let crossing = |joints: &[Joint]| {
        let pairs = (0..joints.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.into_iter().find(|&(a, b)| joints[a].crosses(&joints[b]))
    };
    while let Some((a, b)) = crossing(&joints) {
        let (one, other) = (joints[a], joints[b]);
        let count = one.count.min(other.count);
        let straight = [[one.from, other.from], [one.to, other.to]];
        let bent = [[one.from, other.to], [one.to, other.from]];
        let all_join = |ends: &[[usize; 2]; 2]| ends.iter().all(|[p, q]| can_join(*p, *q));
        let Some(swapped) = [straight, bent].into_iter().find(all_join) else { break };
        joints[a].count -= count;
        joints[b].count -= count;
        joints.extend(swapped.map(|[p, q]| Joint { from: p.min(q), to: p.max(q), count }));
        joints.retain(|j| j.count > 0);
        joints.sort_unstable();
        joints.dedup_by(|next, kept| {
            let is_same = (next.from, next.to) == (kept.from, kept.to);
            kept.count += if is_same { next.count } else { 0 };
            is_same
        });
    }
    joints
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Random;

    /// All numbers of lanes for all candidates, tried.
    fn tried(
        candidates: &[Candidate],
        apart: &[Vec<usize>],
        from: &mut Vec<Joint>,
        best: &mut (usize, f64),
        length: f64,
    ) {
        let at = from.len();
        if at == candidates.len() {
            let count = from.iter().map(|j| j.count).sum::<usize>();
            if count > best.0 || count == best.0 && length < best.1 {
                *best = (count, length);
            }
            return;
        }
        let [a, b] = candidates[at].openings;
        for count in 0.. {
            from.push(Joint { from: a.min(b), to: a.max(b), count });
            let is_fine = fits(from, apart);
            if is_fine {
                tried(candidates, apart, from, best, length + count as f64 * candidates[at].length);
            }
            from.pop();
            if !is_fine {
                return;
            }
        }
    }

    #[test]
    fn pairings_are_the_most_and_the_shortest_of_all() {
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let count = [4, 4, 5, 6][random.below(4)];
            // Walls are points of the plane, so that distances are distances.
            let reach = if count == 6 { 5.0 } else { 8.0 };
            let p: Vec<[f64; 2]> =
                (0..count).map(|_| [random.between(0.0, reach), random.between(0.0, reach)]).collect();
            let apart: Vec<Vec<usize>> =
                p.iter().map(|a| p.iter().map(|b| (a[0] - b[0]).hypot(a[1] - b[1]) as usize).collect()).collect();
            let mut kinds: Vec<bool> = (0..count).map(|_| random.below(2) == 0).collect();
            (kinds[0], kinds[1 + random.below(count - 1)]) = (true, false);
            let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
            let pairs: Vec<[usize; 2]> = pairs.filter(|[a, b]| kinds[*a] != kinds[*b]).collect();
            // Openings lie around a circle: lanes that do not cross are shorter.
            let turns: Vec<f64> = (0..count).map(|k| k as f64 + random.between(0.1, 0.9)).collect();
            let length =
                |[a, b]: [usize; 2]| 9.0 * ((turns[a] - turns[b]) * std::f64::consts::PI / count as f64).sin().abs();
            let candidates: Vec<Candidate> =
                pairs.into_iter().map(|openings| Candidate { openings, length: length(openings) }).collect();
            let mut best = (0, f64::INFINITY);
            tried(&candidates, &apart, &mut Vec::new(), &mut best, 0.0);
            let all = paired(&candidates, &apart);
            let found = all[0].joints.clone();
            for next in &all[1..] {
                assert!(fits(&next.joints, &apart), "seed {seed}: {next:?}");
                assert!(next.count() == best.0 && next.length >= best.1 - 1e-6, "seed {seed}: {next:?} {best:?}");
            }
            assert!(fits(&found, &apart), "seed {seed}: {found:?}");
            let lanes = found.iter().map(|j| j.count).sum::<usize>();
            assert_eq!(lanes, best.0, "seed {seed}: {found:?}");
            assert!(found.iter().all(|a| found.iter().all(|b| !a.crosses(b))), "seed {seed}: {found:?}");
            let total: f64 = found.iter().map(|j| length([j.from, j.to]) * j.count as f64).sum();
            assert!(lanes == 0 || (total - best.1).abs() < 1e-6, "seed {seed}: {found:?} {total} {best:?}");
        }
    }
}
