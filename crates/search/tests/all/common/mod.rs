//! What the tests of searches share: an oracle that shares no code with them, a checker of paths, random grids.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayfront_domain::Cells;
use wayfront_geometry::Point;
use wayfront_search::{CellSpace, Diagonals, Space, StateId, Ticks, UNKNOWN};
use wayfront_testkit::rng::Rng;

/// Dijkstra with a binary heap, by the definition: what is left to pay from every state.
pub fn dijkstra(space: &impl Space, goals: &[(StateId, Ticks)]) -> Vec<Ticks> {
    let mut costs = vec![UNKNOWN; space.len()];
    let mut heap = BinaryHeap::new();
    for &(goal, paid) in goals {
        if space.is_open(goal) && paid < costs[goal.index()] {
            costs[goal.index()] = paid;
            heap.push(Reverse((paid, goal)));
        }
    }
    while let Some(Reverse((cost, state))) = heap.pop() {
        if cost > costs[state.index()] {
            continue;
        }
        space.steps_to(state, |before, step| {
            if cost + step < costs[before.index()] {
                costs[before.index()] = cost + step;
                heap.push(Reverse((cost + step, before)));
            }
        });
    }
    costs
}

/// The steps of a path exist, and their costs add up.
pub fn check_path(space: &impl Space, path: &[StateId], from: StateId, to: Option<StateId>, cost: Ticks) {
    assert_eq!(path.first(), Some(&from), "begins elsewhere");
    if let Some(to) = to {
        assert_eq!(path.last(), Some(&to), "ends elsewhere");
    }
    let mut sum = 0;
    for pair in path.windows(2) {
        let mut step = None;
        space.steps(pair[0], |next, cost| {
            if next == pair[1] {
                step = Some(step.map_or(cost, |known: Ticks| known.min(cost)));
            }
        });
        sum += step.unwrap_or_else(|| panic!("no step from {} to {}", pair[0], pair[1]));
    }
    assert_eq!(sum, cost, "costs do not add up");
}

/// Cells of which this share is blocked: scattered, or in boxes.
pub fn random_cells(rng: &mut Rng, [columns, rows]: [usize; 2], blocked: f64) -> Cells {
    let mut free = vec![true; columns * rows];
    if rng.chance(0.5) {
        free.iter_mut().for_each(|free| *free = !rng.chance(blocked));
    } else {
        let boxes = (blocked * 2.0 * (columns * rows) as f64 / 12.0) as usize;
        for _ in 0..boxes {
            let (x, y) = (rng.below(columns), rng.below(rows));
            let (w, h) = (1 + rng.below(6), 1 + rng.below(6));
            for row in y..(y + h).min(rows) {
                for column in x..(x + w).min(columns) {
                    free[row * columns + column] = false;
                }
            }
        }
    }
    let origin = Point::new(f64::from(rng.between(-5, 5)) * 1000.0, f64::from(rng.between(-5, 5)) * 1000.0);
    Cells::new(origin, 0.5, [columns, rows], free).expect("a grid")
}

pub const RULES: [Diagonals; 3] = [Diagonals::Never, Diagonals::BothFree, Diagonals::Always];

pub fn random_space(rng: &mut Rng, most: usize) -> CellSpace {
    let size = [1 + rng.below(most), 1 + rng.below(most)];
    let blocked = rng.unit() * 0.45;
    let cells = random_cells(rng, size, blocked);
    CellSpace::new(&cells, *rng.pick(&RULES)).expect("a small grid")
}

pub fn random_factors(rng: &mut Rng, count: usize) -> Vec<f64> {
    let most = *rng.pick(&[1.0, 2.0, 15.0, 200.0]);
    (0..count).map(|_| if rng.chance(0.5) { 1.0 } else { 1.0 + rng.unit() * (most - 1.0) }).collect()
}

pub fn random_state(rng: &mut Rng, space: &impl Space) -> StateId {
    StateId(rng.below(space.len()) as u32)
}
