//! Paths between pairs against Dijkstra, by a checker that knows nothing of search.

use crate::common::{check_path, dijkstra, random_factors, random_space, random_state};
use wayfront_search::{AStar, Budget, SearchStatus, Space, UNKNOWN};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

#[test]
fn pairs_are_those_of_dijkstra() {
    let mut search = AStar::new();
    each_seed("pairs_are_those_of_dijkstra", 1500, |seed| {
        let rng = &mut Rng::new(seed);
        let most = if rng.chance(0.2) { 200 } else { 40 };
        let mut space = random_space(rng, most);
        if rng.chance(0.3) {
            let factors = random_factors(rng, space.len());
            space = space.with_factors(&factors).expect("good factors");
        }
        let to = random_state(rng, &space);
        let oracle = dijkstra(&space, &[(to, 0)]);
        for _ in 0..4 {
            let from = random_state(rng, &space);
            let cost = if space.is_open(from) { oracle[from.index()] } else { UNKNOWN };
            for by_jumps in [false, true] {
                let answer = if by_jumps {
                    search.find(&space, from, to, Budget::Unlimited)
                } else {
                    search.find_step_by_step(&space, from, to, Budget::Unlimited)
                };
                assert_eq!(answer.cost, cost, "from {from} to {to}, by jumps: {by_jumps}");
                if cost == UNKNOWN {
                    assert_eq!(answer.status, SearchStatus::Unreachable);
                } else {
                    assert_eq!((answer.status, answer.bound), (SearchStatus::Optimal, 1.0));
                    check_path(&space, &answer.path, from, Some(to), cost);
                }
            }
        }
    });
}

/// With too small a budget the path leads to the reached state nearest to the goal, and says so.
#[test]
fn spent_budgets_are_reported() {
    let mut search = AStar::new();
    each_seed("spent_budgets_are_reported", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let space = random_space(rng, 60);
        let [from, to] = [0, 0].map(|_: i32| random_state(rng, &space));
        let budget = Budget::Expansions(rng.below(12));
        for by_jumps in [false, true] {
            let answer = if by_jumps {
                search.find(&space, from, to, budget)
            } else {
                search.find_step_by_step(&space, from, to, budget)
            };
            let optimum = if space.is_open(from) { dijkstra(&space, &[(to, 0)])[from.index()] } else { UNKNOWN };
            match answer.status {
                SearchStatus::OutOfBudget { arrived } => {
                    assert!(!arrived && answer.bound.is_infinite() && answer.least <= optimum);
                    check_path(&space, &answer.path, from, None, answer.cost);
                }
                SearchStatus::Unreachable => assert_eq!(optimum, UNKNOWN),
                _ => assert_eq!(answer.cost, optimum),
            }
        }
    });
}

#[test]
fn lower_bounds_of_cells_hold() {
    each_seed("lower_bounds_of_cells_hold", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let mut space = random_space(rng, 30);
        let factors = random_factors(rng, space.len());
        space = space.with_factors(&factors).expect("good factors");
        let goal = random_state(rng, &space);
        wayfront_search::check_least(&space, goal).expect("octile distances are lower bounds");
    });
}
