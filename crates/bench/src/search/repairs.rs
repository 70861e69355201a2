//! Repairs of waves: an obstacle of 10 x 10 cells appears at random places, and vanishes again.

use super::maps::Map;
use super::median;
use crate::stopwatch::{Figures, Times};
use crate::table::Section;
use std::time::Instant;
use wayfront::domain::CellId;
use wayfront::search::Wave;
use wayfront::world::Random;

/// Cells along a side of the obstacle.
const SIDE: usize = 10;
/// One in so many places is around the goal.
const AT_GOAL: usize = 15;

pub fn section(maps: &[Map], places: usize) -> Section {
    let mut section = Section::new(format!("Repairs: {places} places, one in {AT_GOAL} around the goal"));
    for map in maps {
        let (mut space, goal, mut wave) = (map.space.clone(), map.middle(), Wave::new());
        let mut random = Random::new(7);
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        wave.run(&space, &[(goal, 0)]);
        for k in 0..places {
            let cells = obstacle(map, goal.index(), k % AT_GOAL == 0, &mut random);
            let cells: Vec<CellId> =
                cells.into_iter().filter(|&cell| cell.0 != goal.0 && space.is_free(cell)).collect();
            for free in [false, true] {
                let start = Instant::now();
                let changed = space.set_free(&cells, free).expect("a grid within range");
                wave.repair(&space, &changed);
                times[usize::from(free)].push(start.elapsed().as_secs_f64());
            }
            if k % 10 == 0 {
                let start = Instant::now();
                wave.run(&space, &[(goal, 0)]);
                times[2].push(start.elapsed().as_secs_f64());
            }
        }
        let worst = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
        let wave_time = median(times[2].clone());
        for (what, times) in ["appears", "vanishes"].into_iter().zip(&times) {
            section.row(format!("{}: obstacle {what}", map.name), SIDE * SIDE, Times::of(times.clone()));
            let share = |repair: f64| Figures::of(wave_time / repair);
            section.ratio(format!("{}: wave / {what}", map.name), share(median(times.clone())));
            section.ratio(format!("{}: wave / {what}, at worst", map.name), share(worst(times)));
        }
    }
    section
}

fn obstacle(map: &Map, goal: usize, is_at_goal: bool, random: &mut Random) -> Vec<CellId> {
    let [columns, rows] = map.cells.size();
    let mut place = |middle: usize, count: usize| {
        if is_at_goal { middle.saturating_sub(random.below(SIDE + 2)) } else { random.below(count - SIDE) }
    };
    let (x, y) = (place(goal % columns, columns), place(goal / columns, rows));
    let boxed = (y..(y + SIDE).min(rows)).flat_map(|row| (x..(x + SIDE).min(columns)).map(move |c| row * columns + c));
    boxed.map(|cell| CellId(cell as u32)).collect()
}
