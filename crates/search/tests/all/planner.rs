//! Planners: bounds that are proved hold, and repaired paths are as cheap as those from scratch.

use crate::common::{RULES, check_path, dijkstra, random_cells, random_factors, random_space, random_state};
use wayfront_domain::CellId;
use wayfront_search::{Budget, CellSpace, Planner, SearchStatus, Space, StateId, UNKNOWN};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

fn optimum(space: &impl Space, from: StateId, to: StateId) -> u32 {
    if space.is_open(from) { dijkstra(space, &[(to, 0)])[from.index()] } else { UNKNOWN }
}

fn check_answer(space: &CellSpace, planner: &Planner, [from, to]: [StateId; 2], inflation: f64, is_final: bool) {
    let (answer, optimum) = (planner.answer(), optimum(space, from, to));
    match answer.status {
        SearchStatus::Unreachable => assert_eq!(optimum, UNKNOWN, "a path was missed"),
        SearchStatus::OutOfBudget { arrived: false } => {
            assert!(!is_final);
            check_path(space, &answer.path, from, None, answer.cost);
        }
        status => {
            assert!(optimum < UNKNOWN, "a path that is none");
            check_path(space, &answer.path, from, Some(to), answer.cost);
            assert!(answer.bound <= inflation, "{} > {inflation}", answer.bound);
            let ratio = f64::from(answer.cost) / f64::from(optimum.max(1));
            assert!(
                ratio <= answer.bound + 1e-12,
                "{} costs {ratio} times {optimum}, said {}",
                answer.cost,
                answer.bound
            );
            assert!(status != SearchStatus::Optimal || answer.cost == optimum, "{} is not {optimum}", answer.cost);
            assert!(!is_final || status == SearchStatus::Optimal, "gave up");
        }
    }
}

#[test]
fn bounds_are_kept_in_every_round() {
    each_seed("bounds_are_kept_in_every_round", 500, |seed| {
        let rng = &mut Rng::new(seed);
        let mut space = random_space(rng, 50);
        if rng.chance(0.4) {
            let factors = random_factors(rng, space.len());
            space = space.with_factors(&factors).expect("good factors");
        }
        let ends = [0, 0].map(|_: i32| random_state(rng, &space));
        let inflation = *rng.pick(&[1.0, 1.2, 2.0, 3.0, 10.0]);
        let mut planner = Planner::new(inflation);
        planner.aim(&space, ends[0], ends[1]);
        for _ in 0..rng.below(6) {
            planner.improve(&space, Budget::Expansions(1 + rng.below(200)));
            check_answer(&space, &planner, ends, inflation, false);
        }
        planner.improve(&space, Budget::Unlimited);
        check_answer(&space, &planner, ends, inflation, true);
    });
}

/// 200 worlds, 100 changes each: cells, ground, start and goal.
#[test]
fn repaired_paths_are_as_cheap_as_fresh_ones() {
    each_seed("repaired_paths_are_as_cheap_as_fresh_ones", 200, |seed| {
        let rng = &mut Rng::new(seed);
        let size = [2 + rng.below(30), 2 + rng.below(30)];
        let blocked = rng.unit() * 0.35;
        let cells = random_cells(rng, size, blocked);
        let mut space = CellSpace::new(&cells, *rng.pick(&RULES)).expect("a small grid");
        let mut ends = [0, 0].map(|_: i32| random_state(rng, &space));
        let inflation = *rng.pick(&[1.0, 1.0, 1.5, 3.0]);
        let mut planner = Planner::new(inflation);
        planner.aim(&space, ends[0], ends[1]);
        for _ in 0..100 {
            match rng.below(12) {
                0 => {
                    ends[1] = random_state(rng, &space);
                    planner.move_goal(&space, ends[1]);
                }
                1 => {
                    ends[0] = random_state(rng, &space);
                    planner.move_start(&space, ends[0]);
                }
                2..=4 if planner.answer().path.len() > 1 => {
                    ends[0] = planner.answer().path[1];
                    planner.move_start(&space, ends[0]);
                }
                _ => {
                    let changed = change(rng, &mut space);
                    planner.repair(&space, &changed);
                }
            }
            if rng.chance(0.3) {
                planner.improve(&space, Budget::Expansions(1 + rng.below(100)));
                check_answer(&space, &planner, ends, inflation, false);
            } else {
                planner.improve(&space, Budget::Unlimited);
                check_answer(&space, &planner, ends, inflation, true);
            }
        }
    });
}

fn change(rng: &mut Rng, space: &mut CellSpace) -> Vec<StateId> {
    let [columns, rows] = space.grid().size();
    let (x, y) = (rng.below(columns), rng.below(rows));
    let (w, h) = (1 + rng.below(6), 1 + rng.below(6));
    let mut cells: Vec<CellId> = Vec::new();
    for row in y..(y + h).min(rows) {
        cells.extend((x..(x + w).min(columns)).map(|column| CellId((row * columns + column) as u32)));
    }
    match rng.below(3) {
        0 => space.set_factor(&cells, *rng.pick(&[1.0, 2.0, 9.0])).expect("a good factor"),
        kind => space.set_free(&cells, kind == 1).expect("a small grid"),
    }
}
