//! Waves against Dijkstra from scratch, bit for bit: fresh ones, and after each of many changes.

use crate::common::{RULES, dijkstra, random_cells, random_factors, random_space, random_state};
use wayfront_domain::CellId;
use wayfront_search::{CellSpace, Space, StateId, Ticks, UNKNOWN, Wave};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

fn random_goals(rng: &mut Rng, space: &impl Space) -> Vec<(StateId, Ticks)> {
    (0..1 + rng.below(3))
        .map(|_| (random_state(rng, space), if rng.chance(0.5) { 0 } else { rng.below(9000) as u32 }))
        .collect()
}

#[test]
fn waves_are_those_of_dijkstra() {
    each_seed("waves_are_those_of_dijkstra", 600, |seed| {
        let rng = &mut Rng::new(seed);
        let mut space = random_space(rng, 90);
        if rng.chance(0.4) {
            let factors = random_factors(rng, space.len());
            space = space.with_factors(&factors).expect("good factors");
        }
        let goals = random_goals(rng, &space);
        let mut wave = Wave::new();
        wave.run(&space, &goals);
        let oracle = dijkstra(&space, &goals);
        if let Some(k) = (0..oracle.len()).find(|&k| oracle[k] != wave.costs()[k]) {
            panic!("state {k}: {} instead of {} ({goals:?})", wave.costs()[k], oracle[k]);
        }
        let from = random_state(rng, &space);
        let path = wave.path(&space, from);
        assert_eq!(path.is_empty(), oracle[from.index()] == UNKNOWN);
        if let Some(&last) = path.last() {
            let paid = oracle[last.index()];
            crate::common::check_path(&space, &path, from, None, oracle[from.index()] - paid);
            assert!(goals.contains(&(last, paid)), "ends at no goal");
        }
    });
}

#[test]
fn waves_stop_at_the_farthest_walker() {
    each_seed("waves_stop_at_the_farthest_walker", 200, |seed| {
        let rng = &mut Rng::new(seed);
        let space = random_space(rng, 60);
        let goals = random_goals(rng, &space);
        let walkers: Vec<StateId> = (0..1 + rng.below(5)).map(|_| random_state(rng, &space)).collect();
        let mut wave = Wave::new();
        wave.run_until(&space, &goals, &walkers);
        let oracle = dijkstra(&space, &goals);
        for walker in walkers {
            assert_eq!(wave.costs()[walker.index()], oracle[walker.index()]);
        }
        for (k, &cost) in wave.costs().iter().enumerate() {
            assert!(cost == UNKNOWN || cost == oracle[k], "state {k} is not final");
        }
    });
}

/// 200 worlds, 100 changes each: cells freed and blocked one by one and in boxes, factors, goals.
#[test]
fn repaired_waves_are_fresh_waves() {
    each_seed("repaired_waves_are_fresh_waves", 200, |seed| {
        let rng = &mut Rng::new(seed);
        let size = [2 + rng.below(40), 2 + rng.below(40)];
        let blocked = rng.unit() * 0.4;
        let cells = random_cells(rng, size, blocked);
        let mut space = CellSpace::new(&cells, *rng.pick(&RULES)).expect("a small grid");
        let has_terrain = rng.chance(0.5);
        let mut goals = random_goals(rng, &space);
        let mut wave = Wave::new();
        wave.run(&space, &goals);
        for _ in 0..100 {
            if rng.chance(0.05) {
                goals = random_goals(rng, &space);
                wave.run(&space, &goals);
            }
            let changed = change(rng, &mut space, has_terrain);
            wave.repair(&space, &changed);
            let oracle = dijkstra(&space, &goals);
            let different = (0..oracle.len()).find(|&k| oracle[k] != wave.costs()[k]);
            if let Some(k) = different {
                let (rule, changed) = (space.steps_of_cells().diagonals(), changed.len());
                panic!("state {k}: {} instead of {} ({rule:?}, {changed} changed)", wave.costs()[k], oracle[k]);
            }
            let [a, b] = [0, 0].map(|_: i32| random_state(rng, &space));
            let to_b = dijkstra(&space, &[(b, 0)])[a.index()];
            assert!(!space.is_open(a) || space.may_reach(a, b) || to_b == UNKNOWN, "a part is said to be apart");
        }
    });
}

/// Some change of cells or of ground.
fn change(rng: &mut Rng, space: &mut CellSpace, has_terrain: bool) -> Vec<StateId> {
    let [columns, rows] = space.grid().size();
    let (x, y) = (rng.below(columns), rng.below(rows));
    let (w, h) = if rng.chance(0.3) { (1, 1) } else { (1 + rng.below(9), 1 + rng.below(9)) };
    let mut cells: Vec<CellId> = Vec::new();
    for row in y..(y + h).min(rows) {
        cells.extend((x..(x + w).min(columns)).map(|column| CellId((row * columns + column) as u32)));
    }
    if rng.chance(0.1) {
        cells.retain(|_| rng.chance(0.3));
        cells.push(CellId(rng.below(columns * rows) as u32));
    }
    if has_terrain && rng.chance(0.5) {
        let factor = *rng.pick(&[1.0, 1.5, 3.0, 40.0]);
        return space.set_factor(&cells, factor).expect("a good factor");
    }
    let free = rng.chance(0.5);
    space.set_free(&cells, free).expect("a small grid")
}
