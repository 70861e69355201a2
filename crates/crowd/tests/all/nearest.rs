//! The nearest few, against looking at all pairs: evenly spread, on grids full of ties, in knots, in one point, far
//! scattered; and the same answers in whatever order the questions come.

use wayfront_crowd::{Agent, Agents, Nearest, Neighbours};
use wayfront_geometry::Point;
use wayfront_testkit::runner::each_seed;
use wayfront_world::Random;

const SHAPES: [fn(&mut Random) -> Point; 6] = [
    |rng| Point::new(rng.between(0.0, 40.0), rng.between(-20.0, 20.0)),
    // A grid of which `f32` keeps everything.
    |rng| Point::new(rng.between(0.0, 9.0).floor(), rng.between(-5.0, 5.0).floor()),
    // A knot, and a few around it.
    |rng| {
        let wide = if rng.unit() < 0.8 { 0.5 } else { 60.0 };
        Point::new(rng.between(-wide, wide), rng.between(-wide, wide))
    },
    |_| Point::new(3.0, 4.0),
    |rng| Point::new(rng.between(0.0, 5000.0), rng.between(0.0, 3.0)),
    // Two crowds far apart, which share places of the table.
    |rng| Point::new(if rng.unit() < 0.5 { 0.0 } else { 4096.0 } + rng.between(0.0, 6.0).floor(), rng.unit()),
];

fn crowd(rng: &mut Random, shape: fn(&mut Random) -> Point) -> Agents {
    let mut agents = Agents::new();
    let still = Point::new(0.0, 0.0);
    let walkers = 1 + rng.between(0.0, 200.0) as u64;
    for k in 0..walkers {
        // Ids in another order than slots.
        let id = (k * 7919) % 10_007;
        agents.push(Agent { id, position: shape(rng), velocity: still, radius: 0.25, speed: 1.3 });
    }
    agents
}

/// All others within a distance, nearest first, ties by ids.
fn all_others(agents: &Agents, slot: usize, distance: f64) -> Vec<(f64, u64)> {
    let p = agents.position()[slot];
    let others = (0..agents.len()).filter(|&other| other != slot);
    let others = others.map(|other| (agents.position()[other].distance(p), agents.id()[other]));
    let mut others: Vec<(f64, u64)> = others.filter(|&(apart, _)| apart <= distance).collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    others
}

fn check(agents: &Agents, near: &Neighbours, slot: usize, count: usize, distance: f64, room: &mut Nearest, what: &str) {
    let p = agents.position()[slot];
    let found: Vec<usize> = near.nearest(agents, slot, count, distance, room).collect();
    let mut found: Vec<(f64, u64)> =
        found.iter().map(|&other| (agents.position()[other].distance(p), agents.id()[other])).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let all = all_others(agents, slot, distance);
    let right = &all[..count.min(all.len())];
    let rounding = 1e-6 * 5000.0;
    let is_right = found == right
        || found.len().abs_diff(right.len()) <= 1
            && found.iter().zip(right).all(|(found, right)| (found.0 - right.0).abs() < rounding);
    let is_exact = agents.position().iter().all(|p| p.x.fract() == 0.0 && p.y.fract() == 0.0);
    assert!(if is_exact { found == right } else { is_right }, "{what}, slot {slot}: {found:?} instead of {right:?}");
}

#[test]
fn the_nearest_few_are_those_of_all_pairs() {
    each_seed("the_nearest_few_are_those_of_all_pairs", 600, |seed| {
        let mut rng = Random::new(seed);
        let shape = SHAPES[seed as usize % SHAPES.len()];
        let agents = crowd(&mut rng, shape);
        let count = rng.between(0.0, 24.0) as usize;
        let distance = [0.5_f64, 3.0, 15.0, 1e4][rng.between(0.0, 4.0) as usize];
        let mut near = Neighbours::new(distance.min(15.0));
        near.rebuild(&agents);
        let mut room = Nearest::default();
        for slot in 0..agents.len() {
            let what = format!("seed {seed}, {count} within {distance}");
            check(&agents, &near, slot, count, distance, &mut room, &what);
        }
    });
}

#[test]
fn answers_do_not_depend_on_the_questions_before() {
    each_seed("answers_do_not_depend_on_the_questions_before", 120, |seed| {
        let mut rng = Random::new(seed);
        let agents = crowd(&mut rng, SHAPES[seed as usize % SHAPES.len()]);
        let mut near = Neighbours::new(5.0);
        near.rebuild(&agents);
        let mut used = Nearest::default();
        for slot in 0..agents.len() {
            let again: Vec<usize> = near.nearest(&agents, slot, 10, 5.0, &mut used).collect();
            let fresh: Vec<usize> = near.nearest(&agents, slot, 10, 5.0, &mut Nearest::default()).collect();
            assert_eq!(again, fresh, "seed {seed}, slot {slot}");
        }
    });
}
