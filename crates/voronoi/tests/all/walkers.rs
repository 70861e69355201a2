//! Discs of all arrangements in worlds of all kinds, against distances from everything, a second construction of cells, and
//! graphs made anew without a disc.

use crate::common::{between_ends, graph_of, random_discs, up_to_the_last_vertex};
use std::f64::consts::TAU;
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::{built, distance_to_outline, outlines};
use wayfront_testkit::envelopes::{Beyond, Envelopes};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, rectangle, wall, world};
use wayfront_voronoi::{GraphCost, GraphDisc, NavGraph, Unplaced, Voronoi};
use wayfront_world::{Polygon, World};

/// Largest error of a distance, as a share of the world's size.
const CLOSE: f64 = 1e-9;
/// Directions in which cells are looked at.
const DIRECTIONS: u32 = 256;

fn hall(side: f64) -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, side, side)))
}

fn round(centre: Point, radius: f64, count: u32) -> Polygon {
    let at = |k: u32| TAU * f64::from(k) / f64::from(count);
    Polygon::ring((0..count).map(|k| centre + Point::new(at(k).cos(), at(k).sin()) * radius))
}

/// Worlds that touch, overlap, nest; walls without thickness; combs; round pillars; turned and far away.
fn any_world(rng: &mut Rng, kind: u64) -> World {
    match kind {
        0 => clean_world(rng),
        1 => world(rng, Coordinates::Grid(7)),
        2 => world(rng, Coordinates::Floats),
        3 => {
            let teeth = rng.between(3, 9);
            let mut comb = hall(10.0);
            for k in 1..teeth {
                let x = f64::from(k) * 10.0 / f64::from(teeth);
                comb.walls.push(wall(vec![Point::new(x, 0.0), Point::new(x, 4.0 + f64::from(rng.between(0, 4)))]));
            }
            comb
        }
        4 => {
            let mut pillars = hall(10.0);
            for k in 0..9 {
                let at = Point::new(f64::from(k % 3), f64::from(k / 3)) * 3.0 + Point::new(2.0, 2.0);
                if rng.chance(0.7) {
                    pillars.obstacles.push(round(at, 0.4 + 0.8 * rng.unit(), 5 + 2 * (k % 9)));
                }
            }
            pillars
        }
        5 => {
            // Rooms in rooms, with and without doors.
            let mut nested = hall(10.0);
            for k in 1..4 {
                let k = f64::from(k);
                let gap = if rng.chance(0.7) { 0.8 } else { 0.0 };
                let ring = [(k, k), (10.0 - k, k), (10.0 - k, 10.0 - k), (k, 10.0 - k), (k, k + gap)];
                nested.walls.push(wall(ring.map(Point::from).to_vec()));
            }
            nested
        }
        _ => {
            let (sin, cos) = (rng.unit() * 7.0).sin_cos();
            let far = Point::new(500.0, -400.0) * f64::from(rng.between(0, 1));
            mapped(&clean_world(rng), |p| far + Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos))
        }
    }
}

/// At random, in a lattice, a ring, a row, in contact, on walls, on corners; radii of all sizes.
fn any_discs(domain: &Domain, rng: &mut Rng, kind: u64) -> Vec<GraphDisc> {
    let (bounds, size) = (domain.bounds(), domain.bounds().size());
    let some = random_discs(domain, rng, 12, 0.04 * size);
    let Some(&first) = some.first() else { return some };
    let radius = 0.02 * size;
    let at = |centre: Point| GraphDisc { centre, radius };
    let all: Vec<GraphDisc> = match kind {
        0 => some,
        1 => (0..16u32)
            .map(|k| at(bounds.min + Point::new(f64::from(k % 4) + 0.5, f64::from(k / 4) + 0.5) * (size / 4.0)))
            .collect(),
        2 => (0..10u32)
            .map(|k| TAU * f64::from(k) / 10.0)
            .map(|angle| at(first.centre + Point::new(angle.cos(), angle.sin()) * (0.15 * size)))
            .collect(),
        3 => (0..10u32).map(|k| at(first.centre + Point::new(f64::from(k) - 5.0, 0.0) * (0.07 * size))).collect(),
        4 => some
            .iter()
            .flat_map(|d| [*d, GraphDisc { centre: d.centre + Point::new(2.0 * d.radius, 0.0), radius: d.radius }])
            .collect(),
        5 => some.iter().filter_map(|d| Some(at(domain.nearest_wall(d.centre)?))).collect(),
        6 => (0..8).map(|_| at(domain.point(CornerId(rng.below(domain.corner_count()) as u32)))).collect(),
        _ => some.iter().map(|d| GraphDisc { centre: d.centre, radius: size * 0.2 * rng.unit().powi(4) }).collect(),
    };
    all.into_iter().filter(|disc| domain.contains(disc.centre)).collect()
}

struct Scene {
    domain: Arc<Domain>,
    voronoi: Arc<Voronoi>,
    discs: Vec<GraphDisc>,
    graph: NavGraph,
}

/// The world and discs of a seed, unless the world has no room.
fn scene(seed: u64) -> Option<Scene> {
    let rng = &mut Rng::new(seed);
    let domain = Arc::new(built(&any_world(rng, seed % 7)).ok()?);
    if domain.free_triangles() == 0 {
        return None;
    }
    let voronoi = Arc::new(Voronoi::of(&domain).unwrap());
    let discs = any_discs(&domain, rng, seed / 7 % 8);
    let mut graph = NavGraph::new(&voronoi);
    graph.place(&discs);
    Some(Scene { domain, voronoi, discs, graph })
}

/// Discs that have a cell, no larger than their places allow.
fn taken(scene: &Scene) -> Vec<(usize, Point, f64)> {
    let placed = (0..scene.discs.len()).filter(|&k| scene.graph.fault(k).is_none());
    placed.map(|k| (k, scene.graph.disc(k).centre, scene.graph.disc(k).radius)).collect()
}

/// Every vertex has the distance of the nearest, every edge is between the clearances of its ends at five places, loops are
/// closed, and a disc without a cell lies in another.
#[test]
fn red_is_right_at_every_vertex_and_along_every_edge() {
    each_seed("walkers: red", 1008, |seed| {
        let Some(scene) = scene(seed) else { return };
        scene.graph.sanity_check().unwrap();
        let walls: Vec<[Point; 2]> = outlines(&scene.domain).collect();
        let all = taken(&scene);
        let size = scene.domain.bounds().size();
        let close = size * CLOSE;
        let nearest = |p: Point| {
            let wall =
                walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
            all.iter().map(|&(_, centre, radius)| centre.distance(p) - radius).fold(wall, f64::min)
        };
        for (at, clearance) in scene.graph.vertices() {
            assert!(
                (nearest(at) - clearance).abs() <= close,
                "clearance {clearance} at {at} should be {}",
                nearest(at)
            );
        }
        for (curve, ends) in scene.graph.red() {
            let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let room = nearest(curve.at(t));
                assert!(
                    room >= low - close && room <= high + close,
                    "{room} at {} is not between {low} and {high}",
                    curve.at(t)
                );
            }
        }
        for k in 0..scene.discs.len() {
            let fault = scene.graph.fault(k);
            assert!(
                fault.is_none() || matches!(fault, Some(Unplaced::Inside { .. })),
                "{fault:?} for {:?}",
                scene.discs[k]
            );
        }
    });
}

/// The border of each cell is where polar envelopes say, and neighbours are those that the envelopes meet, but for ties.
#[test]
fn cells_are_those_of_polar_envelopes() {
    let mut seen = 0;
    let is_whole = each_seed("walkers: envelopes", 1008, |seed| {
        let Some(scene) = scene(seed) else { return };
        let all = taken(&scene);
        let size = scene.domain.bounds().size();
        let oracle = Envelopes {
            discs: all.iter().map(|&(_, centre, radius)| (centre, radius)).collect(),
            walls: outlines(&scene.domain).collect(),
        };
        for (i, &(k, centre, own)) in all.iter().enumerate() {
            for p in scene.graph.cell(k, 1e-3 * size) {
                let Some(direction) = (p - centre).unit() else { continue };
                // A disc that touches a wall has a border along it.
                let Some((right, beyond)) = oracle.border(i, direction) else { continue };
                let far = p.distance(centre);
                let wall = distance_to_outline(&scene.domain, p);
                let others = all.iter().filter(|other| other.0 != k);
                let room = others.map(|&(_, centre, radius)| centre.distance(p) - radius).fold(wall, f64::min);
                // The border with a wall under the disc runs along the direction.
                let is_tie = (far - own - room).abs() <= 1e-13 * size;
                assert!(
                    (far - right).abs() <= 1e-7 * size || wall < 1e-6 * size || is_tie,
                    "cell {k} ends at {p}, {far} away, not {right}: {beyond:?}"
                );
            }
            let neighbours: Vec<usize> = scene.graph.neighbours(k).collect();
            for step in 0..DIRECTIONS {
                let (sin, cos) = (TAU * f64::from(step) / f64::from(DIRECTIONS)).sin_cos();
                let direction = Point::new(cos, sin);
                let Some((right, Beyond::Disc(other))) = oracle.border(i, direction) else { continue };
                let tie = (0..all.len()).filter(|&o| o != i && o != other);
                let tie = tie.filter_map(|o| oracle.with_disc(i, o, direction)).fold(f64::INFINITY, f64::min);
                let wall = distance_to_outline(&scene.domain, centre + direction * right);
                let room = right - all[i].2;
                if tie < right * (1.0 + 1e-6) || wall < room + 1e-6 * size {
                    continue;
                }
                assert!(neighbours.contains(&all[other].0), "{} borders on {k} along {direction}", all[other].0);
                seen += 1;
            }
        }
    });
    assert!(!is_whole || seen > 10_000, "only {seen} borders");
}

/// Black of a disc is the graph made anew without it, inside of its cell: all of it, and nothing else.
#[test]
fn black_is_the_graph_made_anew_without_the_disc() {
    let mut seen = 0;
    let is_whole = each_seed("walkers: black", 336, |seed| {
        if let Some(scene) = scene(seed) {
            black_is_right(&scene, &mut seen);
        }
    });
    assert!(!is_whole || seen > 2000, "only {seen} places");
}

fn black_is_right(scene: &Scene, seen: &mut u32) {
    let all = taken(scene);
    let size = scene.domain.bounds().size();
    let walls: Vec<[Point; 2]> = outlines(&scene.domain).collect();
    let mut others = NavGraph::new(&scene.voronoi);
    for &(k, centre, radius) in &all {
        let rest: Vec<GraphDisc> =
            all.iter().filter(|other| other.0 != k).map(|&(_, centre, radius)| GraphDisc { centre, radius }).collect();
        others.place_cells(&rest);
        let nearest = |p: Point| {
            let wall =
                walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
            rest.iter().map(|other| other.centre.distance(p) - other.radius).fold(wall, f64::min)
        };
        let black = scene.graph.black(k);
        for (curve, _) in others.red() {
            for t in 1..8 {
                let p = curve.at(f64::from(t) / 8.0);
                let inside = nearest(p) - (p.distance(centre) - radius);
                // Beside walls rounding decides whose a place is.
                if inside < 1e-3 * size || nearest(p) < 1e-3 * size {
                    continue;
                }
                let legs = black.iter().flat_map(|line| line.windows(2));
                let off =
                    legs.map(|leg| closest_on_segment(leg[0], leg[1], p).distance(p)).fold(f64::INFINITY, f64::min);
                assert!(off < 0.02 * size, "{p} in the cell of {k} is {off} from its black edges");
                *seen += 1;
            }
        }
        for &p in black.iter().flatten() {
            let inside = nearest(p) - (p.distance(centre) - radius);
            assert!(inside >= -CLOSE * size, "{p} is not in cell {k}, by {inside}");
        }
    }
}

/// Clearances are measured ones, no route meets a wall or another disc, and first points and aims are one's own.
#[test]
fn routes_keep_what_they_tell() {
    let mut seen = 0;
    let is_whole = each_seed("walkers: routes", 336, |seed| {
        let Some(mut scene) = scene(seed) else { return };
        let all = taken(&scene);
        let (size, rng) = (scene.domain.bounds().size(), &mut Rng::new(!seed));
        let goals = crate::common::random_goals(&scene.domain, rng, scene.discs.len());
        if goals.len() < scene.discs.len() {
            return;
        }
        let routes = scene.graph.routes(&goals, &GraphCost { closes_narrow: seed % 2 == 0, ..GraphCost::default() });
        let (mut first, mut aims): (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
        for &(k, ..) in &all {
            let own = scene.graph.first_point(k).expect("it has a cell");
            assert!(!first.contains(&own), "{own} is the first point of two");
            first.push(own);
            let Ok(route) = &routes[k] else { continue };
            assert!(route.aim == goals[k] || !aims.contains(&route.aim), "two aim at {}", route.aim);
            aims.push(route.aim);
            if route.clearance == f64::INFINITY {
                continue;
            }
            let room = |p: Point| {
                let others = all.iter().filter(|other| other.0 != k);
                let others = others.map(|&(_, centre, radius)| centre.distance(p) - radius);
                others.fold(distance_to_outline(&scene.domain, p), f64::min)
            };
            let measured = room(route.narrowest);
            assert!((measured - route.clearance).abs() < 1e-6 * size, "{measured} instead of {}", route.clearance);
            if route.clearance > 0.0 {
                let inner = &up_to_the_last_vertex(&scene.graph, &route.points)[1..];
                for &p in inner {
                    assert!(
                        room(p) >= route.clearance - 1e-6 * size,
                        "{p} has {}, and not {}",
                        room(p),
                        route.clearance
                    );
                }
                // Chords between them are nearly as far.
                for leg in inner.windows(2) {
                    let places = (1..8).map(|k| leg[0].lerp(leg[1], f64::from(k) / 8.0));
                    let (least, clearance) = (places.map(room).fold(f64::INFINITY, f64::min), route.clearance);
                    assert!(least >= 0.98 * clearance - 1.1e-4 * size, "{leg:?} has {least}, and not {clearance}");
                }
            }
            seen += 1;
        }
    });
    assert!(!is_whole || seen > 300, "only {seen} routes");
}

/// No leg of a route leads through a wall, and each point between the ends has as much room as the body needs. Where another disc
/// that will have moved is as near as walls, there is as much room as there will be.
#[test]
fn routes_can_be_walked() {
    let mut seen = 0;
    let is_whole = each_seed("walkers: walkable", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let size = domain.bounds().size();
        let discs = random_discs(&domain, rng, 60, 0.01 * size);
        let goals = crate::common::random_goals(&domain, rng, discs.len());
        if goals.len() < discs.len() {
            return;
        }
        graph.place(&discs);
        let cost = GraphCost { closes_narrow: seed % 2 == 0, others_move: seed % 3 == 0, ..GraphCost::default() };
        let routes = graph.routes(&goals, &cost);
        let taken: Vec<GraphDisc> = (0..discs.len()).map(|k| graph.disc(k)).collect();
        for (k, route) in routes.iter().enumerate() {
            let Ok(route) = route else { continue };
            assert_eq!((route.points[0], route.points.last()), (taken[k].centre, Some(&goals[k])));
            for leg in route.points.windows(2) {
                assert!(domain.sees(leg[0], leg[1]), "{} to {} leads through a wall", leg[0], leg[1]);
            }
            let least = if cost.closes_narrow { taken[k].radius } else { 0.0 };
            for &p in between_ends(&graph, k, &route.points) {
                let room = distance_to_outline(&domain, p);
                let is_beside = |disc: &GraphDisc| disc.centre.distance(p) - disc.radius <= room + 1e-9 * size;
                let gives_way = cost.others_move && (0..discs.len()).any(|i| i != k && is_beside(&taken[i]));
                assert!(gives_way || room >= least - 1e-7 * size, "{p} has {room} of {least}: {route:?}");
                seen += 1;
            }
        }
    });
    assert!(!is_whole || seen > 1000, "only {seen} points");
}

/// Is it in the polygon?
fn is_inside(outline: &[Point], p: Point) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed =
        sides.filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

fn do_cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let beside = |p: Point, q: Point, r: Point| (q - p).cross(r - p) > 0.0;
    beside(a, b, c) != beside(a, b, d) && beside(c, d, a) != beside(c, d, b)
}

/// At a hundred random places around each cell: the cell holds those to which its disc is nearest; and from there to what is
/// nearest but for the disc, no black edge is crossed, and the way out of the cell leads to a neighbour.
#[test]
fn the_two_nearest_are_those_of_all_distances() {
    let mut paths = 0;
    let is_whole = each_seed("walkers: two nearest", 112, |seed| {
        let Some(scene) = scene(seed) else { return };
        let (all, size) = (taken(&scene), scene.domain.bounds().size());
        let walls: Vec<[Point; 2]> = outlines(&scene.domain).collect();
        let rng = &mut Rng::new(!seed);
        // Distance, foot or centre, and the disc.
        let ranked = |p: Point| {
            let walls =
                walls.iter().map(|&[a, b]| closest_on_segment(a, b, p)).map(|foot| (foot.distance(p), foot, None));
            let discs = all.iter().map(|&(k, centre, radius)| (centre.distance(p) - radius, centre, Some(k)));
            let mut all: Vec<(f64, Point, Option<usize>)> = walls.chain(discs).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            all
        };
        for &(k, centre, radius) in &all {
            let outline = scene.graph.cell(k, 1e-4 * size);
            let black = scene.graph.black(k);
            let reach = outline.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
            for _ in 0..100 {
                let p = centre + Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * (2.0 * reach);
                if !scene.domain.contains(p) {
                    continue;
                }
                let ranked = ranked(p);
                let own = p.distance(centre) - radius;
                let mut others = ranked.iter().filter(|site| site.2 != Some(k));
                let Some(&(second, foot, owner)) = others.next() else { continue };
                if (second - own).abs() < 2e-3 * size {
                    continue;
                }
                assert_eq!(is_inside(&outline, p), own < second, "{p} has {own} to {k} and {second} to {owner:?}");
                // Both sides of a wall, and the sides beside an end, are as near.
                let third = others.find(|site| site.1 != foot).map_or(f64::INFINITY, |site| site.0);
                if own > second || third - second < 0.04 * size {
                    continue;
                }
                assert!(owner.is_none_or(|owner| scene.graph.neighbours(k).any(|other| other == owner)));
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..50 {
                    let (s, theirs) =
                        (f64::midpoint(low, high), owner.map_or(0.0, |owner| scene.graph.disc(owner).radius));
                    let at = p.lerp(foot, s);
                    if at.distance(centre) - radius < at.distance(foot) - theirs { low = s } else { high = s }
                }
                let path = [p, p.lerp(foot, low * (1.0 - 1e-6))];
                let legs = black.iter().flat_map(|line| line.windows(2));
                for leg in legs {
                    assert!(
                        !do_cross(path, [leg[0], leg[1]]),
                        "the path {path:?} to {owner:?} crosses {leg:?} in cell {k}"
                    );
                }
                paths += 1;
            }
        }
    });
    assert!(!is_whole || paths > 4000, "only {paths} paths");
}
