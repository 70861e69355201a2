//! Waves beside a plain binary heap over the same arrays and the published two-buffer kernel.

use super::maps::{Map, grid};
use crate::stopwatch::{Times, in_turns};
use crate::table::Section;
use crate::two_buffers::TwoBuffers;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;
use wayfront::search::{
    CellSpace, DIAGONAL, Diagonals, STRAIGHT, Space, StateId, UNKNOWN, Wave, wave_on_threads, waves,
};

pub fn section(maps: &[Map]) -> Section {
    let mut section = Section::new("Waves: all cells to one goal, 8 neighbours");
    for map in maps {
        let (goal, free) = (map.middle(), map.cells.free_count());
        let (mut wave, mut costs) = (Wave::new(), Vec::new());
        let mut works: [Box<dyn FnMut()>; 2] =
            [Box::new(|| wave.run(&map.space, &[(goal, 0)])), Box::new(|| plain_heap(&map.space, goal, &mut costs))];
        let times = in_turns(&mut works, 9);
        drop(works);
        assert!(wave.costs() == costs, "the wave is not that of the heap");
        let ratio = times[1].over(times[0]);
        section.row(format!("{}: wave", map.name), free, times[0]);
        section.row(format!("{}: binary heap", map.name), free, times[1]);
        section.ratio(format!("{}: heap / wave", map.name), ratio);
        let mut kernel = TwoBuffers::new(map.space.steps_of_cells(), goal);
        let iteration = in_turns(&mut [|| _ = kernel.iterate(map.space.steps_of_cells())], 5);
        section.row(format!("{}: kernel, one iteration", map.name), free, iteration[0]);
    }
    section
}

/// Dijkstra as one writes it: a binary heap over our arrays.
pub fn plain_heap(space: &CellSpace, goal: StateId, costs: &mut Vec<u32>) {
    let lattice = space.steps_of_cells();
    let strides = lattice.strides();
    costs.clear();
    costs.resize(space.len(), UNKNOWN);
    let mut heap = BinaryHeap::new();
    costs[goal.index()] = 0;
    heap.push(Reverse((0u32, goal.0)));
    while let Some(Reverse((cost, cell))) = heap.pop() {
        if cost > costs[cell as usize] {
            continue;
        }
        for (k, stride) in strides.iter().enumerate() {
            if lattice.moves(cell) >> k & 1 == 1 {
                let next = (cell as i32 + stride) as usize;
                let new = cost + if k % 2 == 0 { STRAIGHT } else { DIAGONAL };
                if new < costs[next] {
                    costs[next] = new;
                    heap.push(Reverse((new, next as u32)));
                }
            }
        }
    }
}

/// Two waves on two threads, and one large wave on two.
pub fn threads() -> Section {
    let side = 2048;
    let cells = grid(side, vec![true; side * side]);
    let space = CellSpace::new(&cells, Diagonals::BothFree).expect("a grid within range");
    let goals = [StateId(0), StateId((side * side / 2 + side / 2) as u32)];
    let lists: Vec<Vec<(StateId, u32)>> = goals.iter().map(|&goal| vec![(goal, 0)]).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let wall = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    let (mut one, mut two, mut single, mut shared) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5 {
        one.push(wall(&mut || lists.iter().for_each(|list| _ = waves(&space, std::slice::from_ref(list)))));
        two.push(wall(&mut || _ = pool.install(|| waves(&space, &lists))));
        single.push(wall(&mut || _ = wave_on_threads(space.steps_of_cells(), &goals[1..], 1)));
        shared.push(wall(&mut || _ = wave_on_threads(space.steps_of_cells(), &goals[1..], 2)));
    }
    let size = space.len();
    let [one, two, single, shared] = [one, two, single, shared].map(Times::of);
    let mut section = Section::new("Threads: an empty grid of 2048 x 2048");
    section.row("two waves, one after the other", 2 * size, one);
    section.row("two waves on two threads", 2 * size, two);
    section.row("one wave in bands, one thread", size, single);
    section.row("one wave in bands, two threads", size, shared);
    section.ratio("two waves: one thread / two", one.over(two));
    section.ratio("one wave: one thread / two", single.over(shared));
    section
}
