//! Waves beside a plain binary heap over the same arrays, the two-buffer kernel and libraries that hash.

use super::maps::{Map, grid};
use crate::stopwatch::{Times, in_turns};
use crate::table::{Row, Section};
use crate::two_buffers::TwoBuffers;
use petgraph::graph::{NodeIndex, UnGraph};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;
use wayfront::search::{
    CellSpace, DIAGONAL, Diagonals, STRAIGHT, Space, StateId, UNKNOWN, Wave, wave_on_threads, waves,
};

pub fn section(maps: &[Map]) -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for map in maps {
        let (goal, free) = (map.middle(), map.cells.free_count());
        let (mut wave, mut costs) = (Wave::new(), Vec::new());
        let mut works: [Box<dyn FnMut()>; 2] =
            [Box::new(|| wave.run(&map.space, &[(goal, 0)])), Box::new(|| plain_heap(&map.space, goal, &mut costs))];
        let times = in_turns(&mut works, 9);
        drop(works);
        assert!(wave.costs() == costs, "the wave is not that of the heap");
        let ratio = times[1].over(times[0]);
        rows.push(Row::new(format!("{}: wave", map.name), free, times[0]));
        rows.push(Row::new(format!("{}: binary heap", map.name), free, times[1]));
        remarks.push(format!("{}: {:.1} times the heap (best {:.1})", map.name, ratio.median, ratio.best));
        let mut kernel = TwoBuffers::new(map.space.steps_of_cells(), goal);
        let iteration = in_turns(&mut [|| _ = kernel.iterate(map.space.steps_of_cells())], 5);
        rows.push(Row::new(format!("{}: kernel, one iteration", map.name), free, iteration[0]));
        if map.name.contains("random 1024") {
            peers(map, goal, times[0], &mut rows, &mut remarks);
        }
    }
    Section { title: "Waves: all cells to one goal, 8 neighbours".into(), rows, remarks }
}

/// Libraries that keep costs in hash maps.
fn peers(map: &Map, goal: StateId, ours: Times, rows: &mut Vec<Row>, remarks: &mut Vec<String>) {
    let steps = |state: &u32| {
        let mut next = Vec::with_capacity(8);
        map.space.steps(StateId(*state), |to, cost| next.push((to.0, cost)));
        next
    };
    let all = in_turns(&mut [|| _ = std::hint::black_box(pathfinding::prelude::dijkstra_all(&goal.0, steps))], 3)[0];
    let free = map.cells.free_count();
    rows.push(Row::new(format!("{}: pathfinding::dijkstra_all", map.name), free, all));
    let graph = graph_of(&map.space);
    let from = NodeIndex::new(goal.index());
    let run = || _ = std::hint::black_box(petgraph::algo::dijkstra(&graph, from, None, |edge| *edge.weight()));
    let petgraph = in_turns(&mut [run], 1)[0];
    rows.push(Row::new(format!("{}: petgraph::dijkstra", map.name), free, petgraph));
    let (all, petgraph) = (all.over(ours), petgraph.over(ours));
    remarks.push(format!(
        "{}: {:.1} times pathfinding's dijkstra_all (best {:.1}), {:.1} times petgraph's dijkstra",
        map.name, all.median, all.best, petgraph.median
    ));
}

fn graph_of(space: &CellSpace) -> UnGraph<(), u32> {
    let mut graph = UnGraph::with_capacity(space.len(), 4 * space.len());
    (0..space.len()).for_each(|_| _ = graph.add_node(()));
    for state in 0..space.len() as u32 {
        space.steps(StateId(state), |to, cost| {
            if to.0 > state {
                graph.add_edge(NodeIndex::new(state as usize), NodeIndex::new(to.index()), cost);
            }
        });
    }
    graph
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
    let (both, halves) = (one.over(two), single.over(shared));
    let rows = vec![
        Row::new("two waves, one after the other", 2 * size, one),
        Row::new("two waves on two threads", 2 * size, two),
        Row::new("one wave in bands, one thread", size, single),
        Row::new("one wave in bands, two threads", size, shared),
    ];
    let remarks = vec![
        format!("two waves on two threads: {:.2} times as fast (best {:.2})", both.median, both.best),
        format!("one wave on two threads: {:.2} times as fast (best {:.2})", halves.median, halves.best),
    ];
    Section { title: "Threads: an empty grid of 2048 x 2048".into(), rows, remarks }
}
