//! Planners: the first path, the path to the optimum, and back to it after a change on the path. In expansions.

use super::maps::Map;
use super::median;
use crate::stopwatch::Figures;
use crate::table::Section;
use std::time::Instant;
use wayfront::domain::CellId;
use wayfront::search::{AStar, Budget, Planner, StateId};
use wayfront::world::Random;

pub fn section(maps: &[Map], count: usize) -> Section {
    let mut section = Section::new(format!("Planners with bound 3: {count} pairs of each file, in expansions"));
    for map in maps.iter().filter(|map| !map.pairs.is_empty()) {
        let (mut search, mut planner, mut random) = (AStar::new(), Planner::new(3.0), Random::new(3));
        let mut space = map.space.clone();
        let (mut alone, mut first, mut all, mut bounds) = (0, 0, 0, Vec::new());
        let (mut shares, mut times) = (Vec::new(), Vec::new());
        for [from, to] in map.some_pairs(count) {
            alone += search.find_step_by_step(&space, from, to, Budget::Unlimited).expanded;
            planner.aim(&space, from, to);
            planner.improve(&space, Budget::Unlimited);
            let rounds = planner.rounds();
            first += rounds.first().map_or(0, |round| round.expanded);
            all += rounds.last().map_or(0, |round| round.expanded);
            bounds.extend(rounds.first().map(|round| round.bound));
            let path = planner.answer().path.clone();
            if path.len() < 40 {
                continue;
            }
            let at = path[path.len() / 4 + random.below(path.len() / 2)];
            let cells = around(map, at, &[from, to]);
            let cells: Vec<CellId> = cells.into_iter().filter(|&cell| space.is_free(cell)).collect();
            let changed = space.set_free(&cells, false).expect("a grid within range");
            let start = Instant::now();
            planner.repair(&space, &changed);
            let repaired = planner.improve(&space, Budget::Unlimited).expanded;
            let middle = Instant::now();
            let fresh = search.find_step_by_step(&space, from, to, Budget::Unlimited).expanded;
            let [ours, theirs] = [middle - start, middle.elapsed()].map(|time| time.as_secs_f64());
            assert_eq!(planner.answer().cost, search.answer().cost, "the repaired path is not the cheapest");
            shares.push(repaired as f64 / fresh.max(1) as f64);
            times.push(ours / theirs);
            space.set_free(&cells, true).expect("a grid within range");
        }
        let of = |count: usize| count as f64 / alone as f64;
        let shares = median(shares);
        for (what, figure) in [
            ("A* / first path", 1.0 / of(first)),
            ("A* / cheapest path", 1.0 / of(all)),
            ("A* / repair after a change on the path", 1.0 / shares),
            ("A* / repair, in time", 1.0 / median(times)),
            ("mean bound of the first path", bounds.iter().sum::<f64>() / bounds.len() as f64),
        ] {
            section.ratio(format!("{}: {what}", map.name), Figures::of(figure));
        }
    }
    section
}

/// Ten by ten cells around one, without the two ends.
fn around(map: &Map, at: StateId, ends: &[StateId]) -> Vec<CellId> {
    let [columns, rows] = map.cells.size();
    let (x, y) = (at.index() % columns, at.index() / columns);
    let boxed = (y.saturating_sub(5)..(y + 5).min(rows))
        .flat_map(|row| (x.saturating_sub(5)..(x + 5).min(columns)).map(move |column| row * columns + column));
    boxed.map(|cell| CellId(cell as u32)).filter(|cell| !ends.contains(&StateId(cell.0))).collect()
}
