//! Diagrams that follow a world, against diagrams made anew.

use crate::common::hall;
use std::collections::HashMap;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::{built, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, rectangle, wall, world};
use wayfront_voronoi::{Feature, Voronoi};
use wayfront_world::{Polygon, World};

/// Borders shorter than this share of the world's size may be ties.
const TIE: f64 = 1e-6;

/// How long the border between every two features is. Whether a vertex in the middle of a straight line has a cell is a
/// tie, so borders of sides with their ends, and with the sides that go on straight, are left out.
fn borders(voronoi: &Voronoi) -> HashMap<[String; 2], f64> {
    let mut all = HashMap::new();
    let is_told = |features: [Feature; 2]| !goes_on(voronoi.domain(), features);
    for edge in voronoi.edges().filter(|edge| is_told(edge.features)) {
        let mut pair = edge.features.map(|feature| name(voronoi.domain(), feature));
        pair.sort();
        *all.entry(pair).or_insert(0.0) += edge.curve.length();
    }
    all
}

/// One is an end of the other or lies on it, or both are sides of one line with a common end. What is as near as a tie is in the
/// same place: where the border of such two ends has no digits.
fn goes_on(domain: &Domain, features: [Feature; 2]) -> bool {
    let close = TIE * domain.bounds().size();
    match features {
        [Feature::Side(side), Feature::Corner(corner)] | [Feature::Corner(corner), Feature::Side(side)] => {
            let ([a, b], p) = (domain.side_points(side), domain.point(corner));
            closest_on_segment(a, b, p).distance(p) <= close
        }
        [Feature::Side(i), Feature::Side(j)] => {
            let [[a, b], [c, d]] = [i, j].map(|side| domain.side_points(side));
            let (Some(one), Some(other)) = ((b - a).unit(), (d - c).unit()) else { return false };
            b.distance(c).min(a.distance(d)) <= close && one.dot(other) > 0.0 && one.cross(other).abs() < TIE
        }
        [Feature::Corner(_), Feature::Corner(_)] => false,
    }
}

/// A feature by its place: sides that coincide but for rounding share a cell, under the name of either.
fn name(domain: &Domain, feature: Feature) -> String {
    match feature {
        Feature::Side(side) => format!("{:.6?}", domain.side_points(side)),
        Feature::Corner(corner) => format!("{:.6?}", domain.point(corner)),
    }
}

fn is_same(moved: &Voronoi, fresh: &Voronoi) -> Result<(), String> {
    moved.sanity_check()?;
    let close = TIE * fresh.domain().bounds().size();
    let (ours, theirs) = (borders(moved), borders(fresh));
    for pair in ours.keys().chain(theirs.keys()) {
        let [own, right] = [&ours, &theirs].map(|all| all.get(pair).copied().unwrap_or(0.0));
        if (own - right).abs() > close {
            return Err(format!("the border of {pair:?} is {own} long, not {right}"));
        }
    }
    for edge in moved.edges() {
        for (end, v) in [0.0, 1.0].into_iter().zip(edge.vertices) {
            let room = moved.domain().clearance(edge.curve.at(end)).unwrap_or(0.0);
            if (moved.vertex(v).1 - room).abs() > close {
                return Err(format!("{:?} should have clearance {room}", moved.vertex(v)));
            }
        }
    }
    Ok(())
}

/// One obstacle or wall comes, goes or moves.
fn change(world: &mut World, rng: &mut Rng, other: &World) {
    let shift = Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * if rng.chance(0.3) { 4.0 } else { 0.5 };
    let shift = if rng.chance(0.3) { Point::new(shift.x.round(), shift.y.round()) } else { shift };
    match rng.below(5) {
        0 if !other.obstacles.is_empty() => world.obstacles.push(rng.pick(&other.obstacles).clone()),
        1 if !world.obstacles.is_empty() => {
            let k = rng.below(world.obstacles.len());
            world.obstacles.swap_remove(k);
        }
        2 if !other.walls.is_empty() => world.walls.push(rng.pick(&other.walls).clone()),
        3 if !world.walls.is_empty() => {
            let k = rng.below(world.walls.len());
            world.walls.swap_remove(k);
        }
        _ if !world.obstacles.is_empty() => {
            let k = rng.below(world.obstacles.len());
            let alone = World::new().obstacle(world.obstacles[k].clone());
            world.obstacles[k] = mapped(&alone, |p| p + shift).obstacles.remove(0);
        }
        _ => {}
    }
}

/// Random worlds, sparse and crowded, clean and with all that touches, overlaps and crosses: six changes one after the other.
#[test]
fn what_follows_a_world_is_what_is_made_anew() {
    let mut local = 0;
    let is_whole = each_seed("moved", 160, |seed| {
        let rng = &mut Rng::new(seed);
        let random = |rng: &mut Rng| match seed % 3 {
            0 => clean_world(rng),
            1 => world(rng, Coordinates::Grid(12)),
            _ => world(rng, Coordinates::Floats),
        };
        let (mut now, other) = (random(rng), random(rng));
        if seed % 2 == 0 {
            // Much that stands still, around what changes.
            let bounds = built(&now).map_or(10.0, |domain| domain.bounds().size());
            let far = rectangle(-bounds, -bounds, 3.0 * bounds, 3.0 * bounds);
            now.areas.clear();
            now.areas.push(Polygon::ring(far));
            for _ in 0..40 {
                let at = Point::new(rng.unit() * 3.6 - 0.9, rng.unit() * 3.6 - 0.9) * bounds;
                let [w, h] = [0, 0].map(|_| bounds * (0.01 + 0.08 * rng.unit()));
                now.obstacles.push(Polygon::ring(rectangle(at.x, at.y, at.x + w, at.y + h)));
            }
        }
        let Ok(mut domain) = built(&now).map(Arc::new) else { return };
        if domain.free_triangles() == 0 {
            return;
        }
        let mut voronoi = Voronoi::of(&domain).unwrap();
        for step in 0..6 {
            let mut next = now.clone();
            change(&mut next, rng, &other);
            let Ok(after) = built(&next).map(Arc::new) else { continue };
            if after.free_triangles() == 0 {
                continue;
            }
            let (moved, fresh) = (voronoi.moved(&after).unwrap(), Voronoi::of(&after).unwrap());
            is_same(&moved, &fresh).unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
            local += usize::from(moved.cells_made() < moved.cell_count());
            (now, domain, voronoi) = (next, after, moved);
        }
        let _ = domain;
    });
    assert!(!is_whole || local > 100, "only {local} changes were local");
}

/// Posts in rows, of which one moves aside: a few cells around it, however many posts there are.
#[test]
fn a_small_change_makes_a_few_cells() {
    let made: Vec<usize> = [10, 30].map(|rows| posts(rows, 1)).to_vec();
    assert!(made[0] < 200 && made[1] == made[0], "{made:?}");
    assert!(posts(30, 5) > made[1] && posts(30, 5) < 8 * made[1]);
}

/// Cells made anew when some of many posts move aside.
fn posts(rows: u32, moving: usize) -> usize {
    let side = f64::from(rows) * 4.0 + 4.0;
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, side, side)));
    for k in 0..rows * rows {
        let off = f64::from(k * 7919 % 101) / 101.0;
        let (x, y) = (f64::from(k % rows) * 4.0 + 3.0 + off, f64::from(k / rows) * 4.0 + 3.0 + off * off);
        world.obstacles.push(Polygon::ring(rectangle(x, y, x + 1.0, y + 1.3)));
    }
    let before = Voronoi::of(&Arc::new(sane(&world))).unwrap();
    for k in 0..moving {
        let k = (rows * rows) as usize / 2 + rows as usize / 2 + k * 3;
        for p in &mut world.obstacles[k].outer {
            *p = *p + Point::new(0.4, -0.3);
        }
    }
    let domain = Arc::new(sane(&world));
    let moved = before.moved(&domain).unwrap();
    assert_eq!(moved.moved(&domain).unwrap().cells_made(), 0, "nothing has changed");
    is_same(&moved, &Voronoi::of(&domain).unwrap()).unwrap();
    moved.cells_made()
}

/// Nothing changes, everything changes, an obstacle touches a wall, covers another, and is gone again.
#[test]
fn changes_of_every_kind() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(4.0, 4.0, 6.0, 6.0)));
    let mut voronoi = Voronoi::of(&Arc::new(sane(&world))).unwrap();
    let mut follow = |world: &World| {
        let domain = Arc::new(sane(world));
        let moved = voronoi.moved(&domain).unwrap();
        is_same(&moved, &Voronoi::of(&domain).unwrap()).unwrap();
        voronoi = moved;
        voronoi.cells_made()
    };
    follow(&world);
    let first = world.clone();
    world.obstacles.push(Polygon::ring(rectangle(10.0, 0.0, 11.0, 3.0)));
    follow(&world);
    world.obstacles.push(Polygon::ring(rectangle(3.0, 3.0, 7.0, 7.0)));
    follow(&world);
    world.walls.push(wall(vec![Point::new(7.0, 7.0), Point::new(20.0, 10.0)]));
    follow(&world);
    follow(&first);
    follow(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, 5.0, 5.0))));
    follow(&world);
}
