//! A constraint that moves by a cell: following the world and repairing the path beside a fresh search.

use super::median;
use crate::stopwatch::{Figures, Times};
use crate::table::Section;
use std::time::Instant;
use wayfront::Scene;
use wayfront::search::{AStar, Budget, LiveCells, Planner, Wave};
use wayfront::world::{Constraint, ConstraintRegion, ConstraintStrength, Preposition, Random, World};
use wayfront::{Point, Polygon};

/// Cells along a side of the grid.
const SIDE: f64 = 512.0;

pub fn section(moves: usize) -> Section {
    let mut random = Random::new(11);
    let mut world = World::new().area(square(0.0, 0.0, SIDE));
    for _ in 0..60 {
        let (x, y) = (20.0 + random.unit() * 460.0, 20.0 + random.unit() * 460.0);
        world = world.obstacle(square(x, y, 6.0 + random.unit() * 20.0));
    }
    for k in 0..5 {
        let at = Point::new(60.0 + 80.0 * f64::from(k), 60.0 + random.unit() * 380.0);
        world = world.constraint(constraint(k, at));
    }
    let scene = Scene::new(world.clone()).expect("a sound world");
    let mut live = LiveCells::of(&scene, 1.0, 0.0).expect("a grid within range");
    let ends = [(4.5, 4.5), (507.5, 507.5)].map(|p| live.space().state_at(p.into()).expect("free corners"));
    let (mut planner, mut search, mut wave) = (Planner::new(1.0), AStar::new(), Wave::new());
    planner.aim(live.space(), ends[0], ends[1]);
    planner.improve(live.space(), Budget::Unlimited);
    wave.run(live.space(), &[(ends[1], 0)]);
    let mut times: [Vec<f64>; 5] = Default::default();
    for k in 0..moves {
        let moved = &mut world.constraints[k % 5];
        if let Preposition::In(ConstraintRegion::Ring(ring))
        | Preposition::Near { region: ConstraintRegion::Ring(ring), .. } = &mut moved.preposition
        {
            let step = if (k / 5) % 2 == 0 { 1.0 } else { -1.0 };
            ring.iter_mut().for_each(|p| p.x += step);
        }
        let mut time = |slot: usize, start: Instant| times[slot].push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let followed = live.follow(&world).expect("a sound world");
        time(0, start);
        let start = Instant::now();
        planner.repair(live.space(), &followed.changed);
        planner.improve(live.space(), Budget::Unlimited);
        time(1, start);
        let start = Instant::now();
        let fresh = search.find(live.space(), ends[0], ends[1], Budget::Unlimited).cost;
        time(2, start);
        assert_eq!(planner.answer().cost, fresh, "a repaired path costs more than a fresh one");
        let start = Instant::now();
        wave.repair(live.space(), &followed.changed);
        time(3, start);
        if k % 10 == 0 {
            let start = Instant::now();
            let mut fresh = Wave::new();
            fresh.run(live.space(), &[(ends[1], 0)]);
            time(4, start);
            assert!(fresh.costs() == wave.costs(), "a repaired wave differs");
        }
    }
    let [follow, repair, fresh, wave_repair, wave_fresh] = [0, 1, 2, 3, 4].map(|k: usize| median(times[k].clone()));
    let names = ["follow the world", "repair the path", "fresh A*", "repair the wave", "fresh wave"];
    let mut section = Section::new(format!("Constraints: {moves} moves by a cell, five constraints on 512 x 512"));
    names.into_iter().zip(times).for_each(|(name, times)| section.row(name, 1, Times::of(times)));
    section.ratio("path: fresh search / repair", Figures::of(fresh / repair));
    section.ratio("path: fresh search / follow and repair", Figures::of(fresh / (repair + follow)));
    section.ratio("wave: fresh / repair", Figures::of(wave_fresh / wave_repair));
    section.ratio("wave: fresh / follow and repair", Figures::of(wave_fresh / (wave_repair + follow)));
    section
}

fn constraint(k: i32, at: Point) -> Constraint {
    let region = ConstraintRegion::Ring(ring(at.x, at.y, 30.0));
    match k % 3 {
        0 => Constraint::new(Preposition::In(region), ConstraintStrength::Factor(3.0)),
        1 => Constraint::new(Preposition::Near { region, reach: Some(12.0) }, ConstraintStrength::Weight(-8.0)),
        _ => Constraint::new(Preposition::In(region), ConstraintStrength::Weight(3.0)),
    }
}

fn ring(x: f64, y: f64, side: f64) -> Vec<Point> {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| Point::new(x + u * side, y + v * side)).to_vec()
}

fn square(x: f64, y: f64, side: f64) -> Polygon {
    Polygon::ring(ring(x, y, side))
}
