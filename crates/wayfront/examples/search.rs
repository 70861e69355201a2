//! Search on cells: a wave to one goal, a path by jump points, and repairs after a change.
//!
//! `cargo run --release --example search`

use wayfront::Point;
use wayfront::domain::{CellId, Cells};
use wayfront::search::{AStar, Budget, CellSpace, Diagonals, Planner, StateId, Wave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cells = Cells::new(Point::new(0.0, 0.0), 0.5, [200, 100], vec![true; 20_000])?;
    let mut space = CellSpace::new(&cells, Diagonals::BothFree)?;
    let (start, goal) = (StateId(0), StateId(19_999));

    let mut search = AStar::new();
    let found = search.find(&space, start, goal, Budget::Unlimited);
    let before = found.cost;
    println!("{} states, {before} ticks", found.path.len());

    let mut planner = Planner::new(3.0); // at first at most 3 times the cheapest path
    planner.aim(&space, start, goal);
    planner.improve(&space, Budget::Unlimited);
    let mut wave = Wave::new();
    wave.run(&space, &[(goal, 0)]);

    // Two walls grow across the grid, with gaps at opposite ends.
    let walls = (0..95).map(|row| CellId(row * 200 + 100)).chain((5..100).map(|row| CellId(row * 200 + 150)));
    let changed = space.set_free(&walls.collect::<Vec<_>>(), false)?;
    planner.repair(&space, &changed);
    planner.improve(&space, Budget::Unlimited);
    wave.repair(&space, &changed);

    let fresh = search.find(&space, start, goal, Budget::Unlimited);
    println!("after the change: {} ticks; repaired: {}", fresh.cost, planner.answer().cost);
    assert!(planner.answer().cost == fresh.cost && fresh.cost > before);
    assert_eq!(wave.costs()[start.index()], fresh.cost);
    Ok(())
}
