//! Random worlds with entrances and exits. On small integer grids everything touches, overlaps and repeats. Two oracles
//! say what their capacity is: [`gates`] tries all of them, [`grid`] pushes a flow over pixels.

pub mod gates;
pub mod grid;

use wayfront_geometry::Point;
use wayfront_world::{Flow, Polygon, Random, Wall, World};

/// A random world with a flow; many kinds, chosen by the seed.
#[must_use]
pub fn world(seed: u64) -> World {
    let mut random = Random::new(seed);
    let is_whole = random.below(2) == 0;
    let (boundary, entrances, exits) = frame(&mut random, is_whole);
    let mut world = World::new().area(Polygon::ring(boundary)).with_flow(Flow::new(entrances, exits));
    for _ in 0..random.below(14) {
        if random.below(5) == 0 {
            let points: Vec<Point> = (0..2 + random.below(2)).map(|_| inside(&mut random, is_whole)).collect();
            if points[0] != points[1] {
                world.walls.push(Wall { points, ..Wall::default() });
            }
        } else {
            world.obstacles.push(obstacle(&mut random, is_whole));
        }
    }
    world
}

/// A point well inside the world, so that obstacles do not cover entrances and exits.
fn inside(random: &mut Random, is_whole: bool) -> Point {
    let mut one = |low: f64, high: f64| {
        let x = random.between(low, high);
        if is_whole { x.round() } else { x }
    };
    Point::new(one(3.0, 17.0), one(-1.0, 13.0))
}

fn obstacle(random: &mut Random, is_whole: bool) -> Polygon {
    let at = inside(random, is_whole);
    let size = random.between(0.3, 3.0);
    if is_whole || random.below(3) == 0 {
        let far = at + Point::new(size.ceil(), random.between(0.3, 3.0).ceil());
        let far = Point::new(far.x.min(18.0), far.y);
        return Polygon::ring([at, Point::new(far.x, at.y), far, Point::new(at.x, far.y)]);
    }
    let corners = 3 + random.below(5);
    let turn = random.between(0.0, 6.0);
    Polygon::ring((0..corners).map(|k| {
        let angle = turn + (k as f64 + random.between(0.0, 0.7)) * std::f64::consts::TAU / corners as f64;
        at + Point::new(angle.cos(), angle.sin()) * (size * random.between(0.3, 0.6))
    }))
}

type Chains = Vec<Vec<Point>>;

/// A boundary with entrances at its left and exits at its right, or all around.
fn frame(random: &mut Random, is_whole: bool) -> (Vec<Point>, Chains, Chains) {
    let dent = random.between(0.5, 2.5);
    let dent = if is_whole { dent.round() } else { dent };
    let p = Point::new;
    let points = |list: &[[f64; 2]]| list.iter().map(|&q| q.into()).collect::<Vec<Point>>();
    match random.below(8) {
        // A plain room, entered over a part of its side.
        0 | 1 => {
            let (low, high) = (random.between(0.0, 4.0).round(), random.between(6.0, 12.0).round());
            let ring = points(&[[0.0, 0.0], [20.0, 0.0], [20.0, 12.0], [0.0, 12.0]]);
            (ring, vec![vec![p(0.0, low), p(0.0, high)]], vec![vec![p(20.0, 1.0), p(20.0, 11.0)]])
        }
        // The whole side is a reflex entrance, and a reflex exit.
        2 => {
            let ring = points(&[[0.0, 0.0], [20.0, 0.0], [20.0 - dent, 6.0], [20.0, 12.0], [0.0, 12.0], [dent, 6.0]]);
            let entrance = points(&[[0.0, 12.0], [dent, 6.0], [0.0, 0.0]]);
            (ring, vec![entrance], vec![points(&[[20.0, 0.0], [20.0 - dent, 6.0], [20.0, 12.0]])])
        }
        // Stalagmites and stalactites.
        3 => {
            let spike = random.between(2.0, 5.0);
            let ring = points(&[
                [0.0, 0.0],
                [6.0, 0.0],
                [7.0, spike],
                [8.0, 0.0],
                [20.0, 0.0],
                [20.0, 12.0],
                [13.0, 12.0],
                [12.0, 12.0 - spike],
                [11.0, 12.0],
                [0.0, 12.0],
            ]);
            (ring, vec![vec![p(0.0, 12.0), p(0.0, 0.0)]], vec![vec![p(20.0, 2.0), p(20.0, 9.0)]])
        }
        // Two entrances beside each other, two exits.
        4 => {
            let ring = points(&[[0.0, 0.0], [20.0, 0.0], [20.0, 12.0], [0.0, 12.0]]);
            let entrances = vec![vec![p(0.0, 1.0), p(0.0, 4.0)], vec![p(0.0, 6.0), p(0.0, 11.0)]];
            (ring, entrances, vec![vec![p(20.0, 0.0), p(20.0, 5.0)], vec![p(20.0, 8.0), p(20.0, 12.0)]])
        }
        // Entrances and exits take turns around the room.
        5 => {
            let ring = points(&[[0.0, -2.0], [20.0, -2.0], [20.0, 14.0], [0.0, 14.0]]);
            let entrances = vec![vec![p(0.0, 3.0), p(0.0, 9.0)], vec![p(20.0, 3.0), p(20.0, 10.0)]];
            let exits = vec![vec![p(4.0, -2.0), p(8.0, -2.0)], vec![p(9.0, 14.0), p(16.0, 14.0)]];
            (ring, entrances, exits)
        }
        // An exit that touches the entrance, and one on the same side.
        6 => {
            let ring = points(&[[0.0, -2.0], [20.0, -2.0], [20.0, 14.0], [0.0, 14.0]]);
            let exits = vec![vec![p(0.0, 3.0), p(0.0, 6.0)], vec![p(20.0, 6.0), p(20.0, 10.0)]];
            (ring, vec![vec![p(0.0, 6.0), p(0.0, 12.0)]], exits)
        }
        // Around the corner.
        _ => {
            let ring = points(&[[0.0, 0.0], [20.0, 0.0], [20.0, 6.0], [9.0, 6.0], [9.0, 12.0], [0.0, 12.0]]);
            (ring, vec![points(&[[0.0, 12.0], [0.0, 7.0]])], vec![points(&[[20.0, 0.5], [20.0, 6.0]])])
        }
    }
}
