//! The graph of discs against distances from everything.

use crate::common::{graph_of, hall, random_discs, random_goals};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::{built, outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, clean_world, rectangle, wall, world};
use wayfront_voronoi::{GraphCost, GraphDisc, GraphWish, NavGraph, Unplaced, Voronoi};
use wayfront_world::{Polygon, World};

/// Largest error of a distance, as a share of the world's size.
const CLOSE: f64 = 1e-9;

/// Share of the world's size from a wall within which the graph moves a centre away from it.
const OFF_THE_WALL: f64 = 1e-7;

struct Everything {
    walls: Vec<[Point; 2]>,
    discs: Vec<GraphDisc>,
    size: f64,
}

impl Everything {
    fn wall(&self, p: Point) -> f64 {
        self.walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min)
    }

    /// The nearest wall or disc, but for one.
    fn nearest_without(&self, p: Point, without: usize) -> f64 {
        let others = self.discs.iter().enumerate().filter(|(k, _)| *k != without);
        others.map(|(_, d)| d.centre.distance(p) - d.radius).fold(self.wall(p), f64::min)
    }

    /// Two different places of others are as near as the nearest.
    fn is_tied_without(&self, p: Point, without: usize) -> bool {
        let others = self.discs.iter().enumerate().filter(|(k, d)| *k != without && d.radius >= 0.0);
        // Inside of a disc distances are negative.
        let away = |d: &GraphDisc| p.distance(d.centre);
        let discs = others.map(|(_, d)| (d.centre + (p - d.centre) * (d.radius / away(d)), away(d) - d.radius));
        let walls = self.walls.iter().map(|&[a, b]| closest_on_segment(a, b, p)).map(|foot| (foot, foot.distance(p)));
        let least = self.nearest_without(p, without);
        let is_near = |(_, distance): &(Point, f64)| (distance - least).abs() <= 1e-5;
        let near: Vec<Point> = walls.chain(discs).filter(is_near).map(|(foot, _)| foot).collect();
        // Where a side gives way to its own end, the two feet are one.
        near.iter().any(|a| near.iter().any(|b| a.distance(*b) > 1e-4)) || near.len() >= 2
    }

    fn nearest(&self, p: Point) -> f64 {
        self.nearest_without(p, usize::MAX)
    }
}

/// Discs as the graph takes them: those with a cell, none larger than its place allows, and off the walls.
fn taken(graph: &NavGraph, domain: &Domain, discs: &[GraphDisc]) -> Everything {
    let walls: Vec<[Point; 2]> = outlines(domain).collect();
    let mut all = Everything { walls, discs: Vec::new(), size: domain.bounds().size() };
    for (k, disc) in discs.iter().enumerate() {
        let (room, taken) = (all.wall(disc.centre), graph.disc(k));
        let has_cell = graph.fault(k).is_none();
        if has_cell && room > OFF_THE_WALL * all.size {
            let lacks = disc.radius.min(room) - taken.radius;
            assert!(
                taken.centre == disc.centre && (-CLOSE * all.size..CLOSE * all.size).contains(&lacks),
                "{disc:?} as {taken:?}"
            );
        }
        let radius = if has_cell { taken.radius } else { f64::NEG_INFINITY };
        all.discs.push(GraphDisc { centre: taken.centre, radius });
    }
    all
}

fn red_is_right(graph: &NavGraph, all: &Everything) -> Result<(), String> {
    graph.sanity_check()?;
    for (at, clearance) in graph.vertices() {
        let right = all.nearest(at);
        if (right - clearance).abs() > CLOSE * all.size {
            return Err(format!("clearance {clearance} at {at} should be {right}"));
        }
    }
    for (curve, clearances) in graph.red() {
        for (t, clearance) in [(0.0, clearances[0]), (1.0, clearances[1])] {
            let right = all.nearest(curve.at(t));
            if (right - clearance).abs() > CLOSE * all.size {
                return Err(format!("clearance {clearance} at {} should be {right}: {curve:?}", curve.at(t)));
            }
        }
    }
    Ok(())
}

fn check_world(world: &World, rng: &mut Rng, count: usize) {
    let Ok(domain) = built(world) else { return };
    if domain.free_triangles() == 0 {
        return;
    }
    let domain = Arc::new(domain);
    let voronoi = Arc::new(Voronoi::of(&domain).unwrap());
    let mut graph = NavGraph::new(&voronoi);
    for _ in 0..2 {
        let largest = 0.05 * domain.bounds().size() * rng.unit();
        let discs = random_discs(&domain, rng, count, largest);
        graph.place(&discs);
        let all = taken(&graph, &domain, &discs);
        red_is_right(&graph, &all).unwrap();
        for (k, disc) in discs.iter().enumerate() {
            if let Some(fault) = graph.fault(k) {
                assert!(matches!(fault, Unplaced::Inside { .. }), "{fault:?} for {disc:?}");
            }
        }
    }
}

#[test]
fn red_in_random_worlds() {
    each_seed("red", 600, |seed| {
        let rng = &mut Rng::new(seed);
        let world = match seed % 3 {
            0 => clean_world(rng),
            1 => world(rng, Coordinates::Grid(7)),
            _ => world(rng, Coordinates::Floats),
        };
        check_world(&world, rng, 12);
    });
}

#[test]
fn corridors_lattices_and_rows() {
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(0.0, 4.0), Point::new(18.0, 4.0)]));
    world.walls.push(wall(vec![Point::new(2.0, 6.0), Point::new(20.0, 6.0)]));
    let (domain, mut graph) = graph_of(&world);
    let disc = |x: f64, y: f64, radius: f64| GraphDisc { centre: Point::new(x, y), radius };
    let row: Vec<_> = (1..19).map(|k| disc(f64::from(k), 5.0, 0.3)).collect();
    let lattice: Vec<_> =
        (0..40).map(|k| disc(f64::from(k % 10) + 5.5, f64::from(k / 10) * 0.75 + 0.5, 0.25)).collect();
    let before_the_wall: Vec<_> = (1..4).map(|k| disc(10.0, 4.0 - 0.5 * f64::from(k), 0.25)).collect();
    for discs in [row, lattice, before_the_wall] {
        graph.place(&discs);
        let all = taken(&graph, &domain, &discs);
        red_is_right(&graph, &all).unwrap();
        assert!((0..discs.len()).all(|k| graph.fault(k).is_none()));
    }
}

/// First points of all discs differ, and lie in their own cells: the disc itself is the nearest there.
#[test]
fn first_points_are_in_the_own_cell_alone() {
    each_seed("first points", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let world = clean_world(rng);
        let (domain, mut graph) = graph_of(&world);
        let discs = random_discs(&domain, rng, 15, 0.05);
        graph.place(&discs);
        let all = taken(&graph, &domain, &discs);
        for k in (0..discs.len()).filter(|&k| graph.fault(k).is_none()) {
            let first = graph.first_point(k).expect("every cell has one");
            let own = first.distance(discs[k].centre) - all.discs[k].radius;
            let others = all.nearest_without(first, k);
            assert!(own < others + CLOSE * all.size, "{first} is {own} from {k} and {others} from others");
            let wall = all.nearest_without(discs[k].centre, k);
            assert!(others >= wall - CLOSE * all.size, "the path to {first} loses clearance: {wall}, {others}");
        }
    });
}

/// Every end of a black edge is as far from two others as from nothing else but the disc itself.
#[test]
fn black_is_the_diagram_without_the_disc() {
    each_seed("black", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let world = clean_world(rng);
        let (domain, mut graph) = graph_of(&world);
        let discs = random_discs(&domain, rng, 15, 0.05);
        graph.place(&discs);
        let all = taken(&graph, &domain, &discs);
        for k in (0..discs.len()).filter(|&k| graph.fault(k).is_none()) {
            for line in graph.black(k) {
                for &p in &line {
                    assert!(all.is_tied_without(p, k), "{p} of cell {k} is not as far from two others");
                    let others = all.nearest_without(p, k);
                    let own = p.distance(discs[k].centre) - all.discs[k].radius;
                    assert!(own <= others + CLOSE * all.size, "{p} is not in cell {k}: {own}, {others}");
                }
            }
        }
    });
}

#[test]
fn routes_keep_clear_and_aims_differ() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(9.0, 0.0, 11.0, 7.0)));
    let (domain, mut graph) = graph_of(&world);
    let rng = &mut Rng::new(5);
    let discs: Vec<GraphDisc> = random_discs(&domain, rng, 30, 0.3);
    graph.place(&discs);
    let goals: Vec<Point> = discs.iter().map(|d| Point::new(20.0 - d.centre.x, 5.0)).collect();
    let goals: Vec<Point> = goals.into_iter().map(|g| domain.nearest_free(g).unwrap()).collect();
    let routes = graph.routes(&goals, &GraphCost { closes_narrow: false, ..GraphCost::default() });
    let all = taken(&graph, &domain, &discs);
    let mut aims = Vec::new();
    for (k, route) in routes.iter().enumerate().filter(|(k, _)| graph.fault(*k).is_none()) {
        let route = route.as_ref().unwrap_or_else(|e| panic!("disc {k}: {e}"));
        assert_eq!((route.points[0], *route.points.last().unwrap()), (discs[k].centre, goals[k]));
        if route.clearance < f64::INFINITY {
            let measured = all.nearest_without(route.narrowest, k);
            assert!((measured - route.clearance).abs() < 1e-6, "{measured} instead of {}", route.clearance);
        }
        assert!(aims.iter().all(|&other| other != route.aim), "two discs aim at {}", route.aim);
        aims.push(route.aim);
    }
    assert!(aims.len() > 20);
}

#[test]
fn what_cannot_be_placed_is_reported() {
    let (_, mut graph) = graph_of(&hall());
    let disc = |x: f64, y: f64, radius: f64| GraphDisc { centre: Point::new(x, y), radius };
    graph.place(&[disc(5.0, 5.0, 0.5), disc(5.0, 5.0, 0.5), disc(-1.0, 5.0, 0.5), disc(3.0, 3.0, -1.0)]);
    let faults: Vec<_> = (0..4).map(|k| graph.fault(k)).collect();
    assert_eq!(faults[2], Some(Unplaced::Blocked { nearest: Some(Point::new(0.0, 5.0)) }));
    assert_eq!(faults[3], Some(Unplaced::Impossible));
    let inside: Vec<_> = faults[..2].iter().flatten().collect();
    assert_eq!(inside.len(), 1, "one of two in the same place has a cell: {faults:?}");
    assert!(matches!(inside[0], Unplaced::Inside { .. }));
    graph.place(&[]);
    assert!(graph.is_empty() && graph.sanity_check().is_ok());
}

/// The red graph of others as polylines between numbered places, and the shortest path over it: no search of ours.
struct Lines {
    places: Vec<Point>,
    lines: Vec<([usize; 2], Vec<Point>)>,
    /// Per line and end: discs do not overlap there. No path leads through where they do.
    open: Vec<[bool; 2]>,
}

impl Lines {
    fn of(graph: &NavGraph) -> Self {
        let mut all = Self { places: Vec::new(), lines: Vec::new(), open: Vec::new() };
        for (curve, clearances) in graph.red() {
            let points: Vec<Point> = (0..=200).map(|k| curve.at(f64::from(k) / 200.0)).collect();
            let ends = [points[0], points[200]].map(|p| all.number(p));
            all.lines.push((ends, points));
            all.open.push(clearances.map(|clearance| clearance >= 0.0));
        }
        all
    }

    fn number(&mut self, p: Point) -> usize {
        let known = self.places.iter().position(|q| q.distance(p) < 1e-9);
        known.unwrap_or_else(|| {
            self.places.push(p);
            self.places.len() - 1
        })
    }

    fn length(points: &[Point]) -> f64 {
        points.windows(2).map(|w| w[0].distance(w[1])).sum()
    }

    /// The line that passes a place, how near, and the path from there to both of its ends.
    fn near(&self, p: Point) -> (usize, f64, [f64; 2]) {
        let mut best = (0, f64::INFINITY, [0.0; 2]);
        for (k, (_, points)) in self.lines.iter().enumerate() {
            for leg in 0..points.len() - 1 {
                let foot = closest_on_segment(points[leg], points[leg + 1], p);
                if foot.distance(p) < best.1 {
                    let before = Self::length(&points[..=leg]) + points[leg].distance(foot);
                    best = (k, foot.distance(p), [before, Self::length(points) - before]);
                }
            }
        }
        best
    }

    /// The length of the shortest path between two places of it, by relaxing all lines again and again.
    fn shortest(&self, a: Point, b: Point) -> f64 {
        let (from, to) = (self.near(a), self.near(b));
        let mut cost = vec![f64::INFINITY; self.places.len()];
        for side in (0..2).filter(|&side| self.open[from.0][side]) {
            let end = self.lines[from.0].0[side];
            cost[end] = cost[end].min(from.2[side]);
        }
        loop {
            let before = cost.clone();
            for (([u, w], points), _) in self.lines.iter().zip(&self.open).filter(|(_, open)| **open == [true; 2]) {
                let length = Self::length(points);
                cost[*u] = cost[*u].min(cost[*w] + length);
                cost[*w] = cost[*w].min(cost[*u] + length);
            }
            if cost == before {
                break;
            }
        }
        let ends = (0..2).filter(|&side| self.open[to.0][side]);
        let over = ends.map(|side| cost[self.lines[to.0].0[side]] + to.2[side]).fold(f64::INFINITY, f64::min);
        if from.0 == to.0 { over.min((from.2[0] - to.2[0]).abs()) } else { over }
    }
}

/// The cost of a route is that of the shortest way in the graph built anew without the disc.
#[test]
fn routes_are_shortest_without_the_disc() {
    let mut compared = 0;
    let is_whole = each_seed("routes", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let world = clean_world(rng);
        let domain = Arc::new(sane(&world));
        let voronoi = Arc::new(Voronoi::of(&domain).unwrap());
        let discs = random_discs(&domain, rng, 8, 0.04);
        let goals = random_goals(&domain, rng, 8);
        let mut graph = NavGraph::new(&voronoi);
        graph.place(&discs);
        if goals.len() < discs.len() || (0..discs.len()).any(|k| graph.fault(k).is_some()) {
            return;
        }
        let routes = graph
            .routes(&goals[..discs.len()], &GraphCost { safety: 0.0, closes_narrow: false, ..GraphCost::default() });
        for (k, route) in routes.iter().enumerate().take(2) {
            let Ok(route) = route else { continue };
            if route.clearance == f64::INFINITY {
                continue; // straight to a goal nearby
            }
            let mut others = NavGraph::new(&voronoi);
            let rest: Vec<GraphDisc> = discs.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, d)| *d).collect();
            others.place(&rest);
            let lines = Lines::of(&others);
            let first = graph.first_point(k).unwrap();
            let last = route.points[route.points.len() - 2];
            assert!(lines.near(first).1 < 1e-4, "the first point {first} is not on the graph without {k}");
            assert!(lines.near(last).1 < 1e-4, "the path to {} ends at {last}, not on the graph without {k}", goals[k]);
            let right = lines.shortest(first, last);
            assert!((route.cost - right).abs() < 1e-3 * (1.0 + right), "{} instead of {right}", route.cost);
            compared += 1;
        }
    });
    assert!(!is_whole || compared > 10, "only {compared} routes");
}

/// Cells, black graphs, routes and leads, digit by digit; as many discs as all pieces of work need to be shared.
#[test]
fn one_and_two_threads_find_the_same() {
    let domain = Arc::new(sane(&clean_world(&mut Rng::new(3))));
    let voronoi = Arc::new(Voronoi::of(&domain).unwrap());
    let rng = &mut Rng::new(8);
    let discs = random_discs(&domain, rng, 700, 0.01);
    let goals = random_goals(&domain, rng, discs.len());
    let moved: Vec<GraphDisc> =
        discs.iter().map(|d| GraphDisc { centre: d.centre + Point::new(0.01, 0.0), ..*d }).collect();
    let wish = |goal: Point| Some(GraphWish { goal, kept: None, sight: 0.5 });
    let own: Vec<_> = goals.iter().map(|&goal| wish(goal)).collect();
    let shared: Vec<_> = (0..discs.len()).map(|k| wish(goals[k % 8])).collect();
    let found = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut graph = NavGraph::new(&voronoi);
            let mut found = Vec::new();
            for discs in [&discs, &moved] {
                graph.place(discs);
                for k in 0..discs.len() {
                    found.push(format!("{:?} {:?} {:?}", graph.cell(k, 0.01), graph.black(k), graph.first_point(k)));
                }
                for wishes in [&own, &shared] {
                    let mut leads = Vec::new();
                    graph.lead(wishes, &GraphCost::default(), &mut leads);
                    found.extend(leads.iter().map(|lead| format!("{lead:?}")));
                }
            }
            (graph.routes(&goals, &GraphCost::default()), found)
        })
    };
    let (one, two) = (found(1), found(2));
    assert!(one.0.iter().filter(|route| route.is_ok()).count() > 350);
    assert!(one.1.len() > 4000);
    assert_eq!(one, two);
}

/// Discs that wander, meet, jump and come and go, in the same memory: the graph is whole in every frame.
#[test]
fn frames_of_moving_discs_stay_whole() {
    each_seed("frames", 12, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let mut discs = random_discs(&domain, rng, 25, 0.1);
        for _ in 0..20 {
            for disc in &mut discs {
                disc.centre = match rng.below(20) {
                    0 => random_discs(&domain, rng, 1, 0.0)[0].centre,
                    // Onto a wall, and out of the world.
                    1 => domain.nearest_wall(disc.centre).unwrap_or(disc.centre),
                    _ => disc.centre + Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * 0.2,
                };
            }
            if rng.chance(0.2) {
                let copy = *rng.pick(&discs);
                discs.push(copy);
            }
            graph.place(&discs);
            graph.sanity_check().unwrap();
            let goals: Vec<Point> = discs.iter().map(|d| Point::new(d.centre.y, d.centre.x)).collect();
            let routes = graph.routes(&goals, &GraphCost::default());
            let mut aims: Vec<Point> = Vec::new();
            for (k, route) in routes.iter().enumerate() {
                let Ok(route) = route else { continue };
                let is_goal = goals[k] == route.aim;
                assert!(is_goal || !aims.contains(&route.aim), "two aim at {}", route.aim);
                aims.push(route.aim);
                let first = graph.first_point(k).expect("it has a cell");
                let shared = (0..k).filter(|&other| graph.first_point(other) == Some(first)).count();
                assert_eq!(shared, 0, "first point {first} of {k}");
            }
        }
    });
}

/// The paper leads each disc to the nearest point of its black edges. In a triangle with angles of 10, 150 and 20 degrees
/// that is the circumcentre for both of the outer ones; ours differ.
#[test]
fn the_triangle_that_breaks_the_lemma_of_the_paper() {
    let (_, mut graph) = graph_of(&World::new().area(Polygon::ring(rectangle(-40.0, -40.0, 40.0, 40.0))));
    // Corners on a circle: each angle is half of the arc beyond it.
    let on_circle = |degrees: f64| Point::new(degrees.to_radians().cos(), degrees.to_radians().sin());
    let corners = [on_circle(0.0), on_circle(40.0), on_circle(60.0)];
    let discs = corners.map(|centre| GraphDisc { centre, radius: 0.0 });
    graph.place(&discs);
    let nearest_black = |k: usize| {
        let points = graph.black(k).into_iter().flatten();
        points.min_by(|p, q| p.distance(corners[k]).total_cmp(&q.distance(corners[k]))).unwrap()
    };
    let centre = Point::default();
    assert!([0, 2].iter().all(|&k| nearest_black(k).distance(centre) < 1e-9), "the paper's rule");
    let first: Vec<Point> = (0..3).map(|k| graph.first_point(k).unwrap()).collect();
    assert!(
        first[0].distance(first[2]) > 0.1 && first[0].distance(first[1]) > 0.1 && first[1].distance(first[2]) > 0.1
    );
}

/// In a row, alone in a room, and beside the end of a wall in line with it: each disc has a route.
#[test]
fn rows_and_lone_discs_have_routes() {
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(12.0, 5.0), Point::new(16.0, 5.0)]));
    let (_, mut graph) = graph_of(&world);
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.25 };
    let goal = Point::new(19.0, 9.0);
    for discs in [vec![disc(4.0, 5.0)], vec![disc(3.0, 5.0), disc(6.0, 5.0), disc(9.0, 5.0)], vec![disc(11.0, 5.0)]] {
        graph.place(&discs);
        for (k, route) in graph.routes(&vec![goal; discs.len()], &GraphCost::default()).into_iter().enumerate() {
            let route = route.unwrap_or_else(|e| panic!("disc {k} of {}: {e}", discs.len()));
            assert_eq!(*route.points.last().unwrap(), goal);
        }
    }
}
