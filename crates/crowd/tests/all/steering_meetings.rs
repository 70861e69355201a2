//! Agents who meet: nobody runs into anybody, and symmetric meetings resolve.

use std::f64::consts::TAU;
use wayfront_crowd::Orca;
use wayfront_geometry::Point;
use wayfront_testkit::crowds::{Crowd, rectangle};
use wayfront_world::{Random, World};

fn hall(width: f64, height: f64) -> World {
    World::new().area(rectangle(0.0, 0.0, width, height))
}

/// Walks until everybody is within a radius of its goal, and tells the largest overlap on the way.
fn until_there(crowd: &mut Crowd, model: &Orca, goals: &[Point], seconds: f64) -> f64 {
    let mut most: f64 = 0.0;
    while crowd.time < seconds {
        crowd.step(model, 0.1, &|id, _| goals[id as usize]);
        most = most.max(crowd.overlap());
        crowd.remove(|id, p| p.distance(goals[id as usize]) < 0.3);
        if crowd.agents.is_empty() {
            return most;
        }
    }
    let left: Vec<_> = crowd.agents.id().iter().zip(crowd.agents.position()).collect();
    panic!("{} are not there after {seconds} s: {:?}", left.len(), &left[..left.len().min(5)]);
}

#[test]
fn a_perfect_circle_crosses_to_the_other_side() {
    let model = Orca::default();
    for walkers in [2, 3, 4, 10, 100] {
        let mut crowd = Crowd::new(&hall(44.0, 44.0), &model);
        let place = |k: usize| {
            let (sin, cos) = (k as f64 * TAU / walkers as f64).sin_cos();
            Point::new(22.0 + 18.0 * cos, 22.0 + 18.0 * sin)
        };
        let goals: Vec<Point> = (0..walkers).map(|k| Point::new(44.0, 44.0) - place(k)).collect();
        (0..walkers).for_each(|k| _ = crowd.add(place(k), 0.25, 1.3));
        let overlap = until_there(&mut crowd, &model, &goals, 120.0);
        println!("{walkers} on a circle: {:.1} s, overlap {overlap:.4}", crowd.time);
        assert!(overlap < 0.01, "{walkers} walkers overlap by {overlap}");
    }
}

#[test]
fn two_pass_each_other_where_there_is_room() {
    let model = Orca::default();
    for width in [1.3, 1.6, 2.4] {
        let mut crowd = Crowd::new(&hall(20.0, width), &model);
        let middle = width / 2.0;
        let goals = [Point::new(19.0, middle), Point::new(1.0, middle)];
        crowd.add((1.0, middle), 0.25, 1.3);
        crowd.add((19.0, middle), 0.25, 1.3);
        let overlap = until_there(&mut crowd, &model, &goals, 60.0);
        println!("corridor of {width}: {:.1} s, overlap {overlap:.4}", crowd.time);
        assert!(overlap < 0.01, "corridor of {width}: overlap {overlap}");
    }
}

#[test]
fn two_who_cannot_pass_do_not_overlap() {
    let model = Orca::default();
    let mut crowd = Crowd::new(&hall(20.0, 0.6), &model);
    let goals = [Point::new(19.0, 0.3), Point::new(1.0, 0.3)];
    crowd.add((1.0, 0.3), 0.25, 1.3);
    crowd.add((19.0, 0.3), 0.25, 1.3);
    for _ in 0..600 {
        crowd.step(&model, 0.1, &|id, _| goals[id as usize]);
        assert!(crowd.overlap() < 0.01, "{} s: {}", crowd.time, crowd.overlap());
    }
    assert!(crowd.agents.position()[0].x < crowd.agents.position()[1].x);
}

/// Alone they would need 15 s. A crowd that closes up needs 70 and more; one that stays loose lets others through.
#[test]
fn two_groups_cross_in_stripes() {
    let model = Orca::default();
    for apart in [0.65, 0.8] {
        let mut crowd = Crowd::new(&hall(30.0, 30.0), &model);
        let mut goals = Vec::new();
        for k in 0..100 {
            let (across, along) = (11.0 + apart * f64::from(k % 10), 1.0 + apart * f64::from(k / 10));
            crowd.add((along, across), 0.25, 1.3);
            goals.push(Point::new(along + 20.0, across));
            crowd.add((across, along), 0.25, 1.3);
            goals.push(Point::new(across, along + 20.0));
        }
        let overlap = until_there(&mut crowd, &model, &goals, 55.0);
        println!("two groups, {apart} m apart: {:.1} s, overlap {overlap:.4}", crowd.time);
        assert!(overlap < 0.01, "{apart} m apart: overlap {overlap}");
    }
}

#[test]
fn four_groups_cross() {
    let model = Orca::default();
    let mut crowd = Crowd::new(&hall(30.0, 30.0), &model);
    let mut goals = Vec::new();
    for k in 0..4 * 25 {
        let (row, column) = (f64::from(k / 4 / 5) * 0.8, f64::from(k / 4 % 5) * 0.8 - 1.6);
        let turned = |x: f64, y: f64| match k % 4 {
            0 => Point::new(15.0 + x, 15.0 + y),
            1 => Point::new(15.0 - y, 15.0 + x),
            2 => Point::new(15.0 - x, 15.0 - y),
            _ => Point::new(15.0 + y, 15.0 - x),
        };
        crowd.add(turned(-13.0 + row, column), 0.25, 1.3);
        goals.push(turned(9.0 + row, column));
    }
    let overlap = until_there(&mut crowd, &model, &goals, 90.0);
    println!("four groups: {:.1} s, overlap {overlap:.4}", crowd.time);
    assert!(overlap < 0.01, "overlap {overlap}");
}

/// Lets agents of all sizes go to other random places every ten seconds, and tells the largest overlap.
fn mingle(seed: u64, density: f64, radius: [f64; 2]) -> f64 {
    let model = Orca::default();
    let mut rng = Random::new(seed);
    let mut crowd = Crowd::new(&hall(16.0, 16.0), &model);
    crowd.fill(&mut rng, [(0.0, 0.0), (16.0, 16.0)], radius, (256.0 * density) as usize);
    let mut goals: Vec<Point> = Vec::new();
    let mut most: f64 = 0.0;
    for k in 0..400 {
        if k % 100 == 0 {
            let places = (0..crowd.agents.len()).map(|_| Point::new(rng.between(1.0, 15.0), rng.between(1.0, 15.0)));
            goals = places.collect();
        }
        crowd.step(&model, 0.1, &|id, _| goals[id as usize]);
        most = most.max(crowd.overlap());
    }
    most
}

#[test]
fn many_of_all_sizes_and_speeds_do_not_overlap() {
    for radius in [[0.2, 0.2], [0.15, 0.45]] {
        for (density, seeds) in [(0.2, 0..3), (0.4, 3..6), (0.6, 6..9), (1.0, 9..11), (1.5, 11..12)] {
            for seed in seeds {
                let overlap = mingle(seed, density, radius);
                println!("seed {seed}, {density} per square metre, radii {radius:?}: overlap {overlap:.4}");
                assert!(overlap < 0.01, "seed {seed}, {density} per square metre, radii {radius:?}: {overlap}");
            }
        }
    }
}

#[test]
fn those_who_go_both_ways_in_a_corridor_get_on_and_do_not_overlap() {
    let model = Orca::default();
    for (seed, density) in [(1, 0.3), (2, 0.6), (3, 1.0)] {
        let mut crowd = Crowd::new(&hall(30.0, 4.0), &model);
        crowd.fill(&mut Random::new(seed), [(0.0, 0.0), (30.0, 4.0)], [0.15, 0.35], (120.0 * density) as usize);
        let (count, mut walked) = (crowd.agents.len(), 0.0);
        let is_eastward = |id: u64, time: f64| (id + (time / 20.0) as u64).is_multiple_of(2);
        for _ in 0..400 {
            let time = crowd.time;
            crowd.step(&model, 0.1, &|id, p| Point::new(if is_eastward(id, time) { 40.0 } else { -10.0 }, p.y));
            walked += crowd.agents.velocity().iter().map(|v| v.length() * 0.1).sum::<f64>() / count as f64;
            let overlap = crowd.overlap();
            assert!(overlap < 0.01, "seed {seed}, {density} per square metre, {time} s: {overlap}");
        }
        println!("seed {seed}, {density} per square metre: {walked:.1} m in 40 s");
        assert!(walked > 15.0, "seed {seed}, {density} per square metre: they stand, {walked} m in 40 s");
    }
}

#[test]
fn nothing_depends_on_slots() {
    let model = Orca::default();
    let walk = |backwards: bool| {
        let mut crowd = Crowd::new(&hall(16.0, 16.0), &model);
        crowd.fill(&mut Random::new(5), [(0.0, 0.0), (16.0, 16.0)], [0.2, 0.3], 120);
        if backwards {
            let bodies = (0..120).rev().map(|k| wayfront_crowd::Agent {
                id: crowd.agents.id()[k],
                position: crowd.agents.position()[k],
                velocity: crowd.agents.velocity()[k],
                radius: crowd.agents.radius()[k],
                speed: crowd.agents.speed()[k],
            });
            let bodies: Vec<_> = bodies.collect();
            crowd.agents = wayfront_crowd::Agents::new();
            bodies.into_iter().for_each(|body| _ = crowd.agents.push(body));
        }
        let centre = Point::new(8.0, 8.0);
        (0..200).for_each(|_| crowd.step(&model, 0.1, &|_, p| centre + (centre - p)));
        let mut ends: Vec<_> = crowd.agents.id().iter().copied().zip(crowd.agents.position().to_vec()).collect();
        ends.sort_by_key(|(id, _)| *id);
        ends
    };
    assert_eq!(walk(false), walk(true));
}
