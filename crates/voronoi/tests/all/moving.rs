//! Discs that move: contacts, jumps, rows, rings, the same place, on walls and corners, coming and going. In every frame the
//! graph is whole, right against distances from everything, and leads no disc to the point of another.

use crate::common::{graph_of, random_discs};
use std::f64::consts::TAU;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::{built, outlines};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, clean_world, world};
use wayfront_voronoi::{Feature, GraphCost, GraphDisc, GraphWish, NavGraph, Unplaced};

/// Largest error of a distance, as a share of the world's size.
const CLOSE: f64 = 1e-9;

/// Free space with less room than this share of the world's size has no digits.
const SLIVER: f64 = 1e-10;

/// What happens between two frames.
fn happens(discs: &mut Vec<GraphDisc>, domain: &Domain, rng: &mut Rng) {
    let size = domain.bounds().size();
    let any = |rng: &mut Rng| random_discs(domain, rng, 1, 0.0).first().map(|disc| disc.centre);
    for k in 0..discs.len() {
        let shift = Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * (0.04 * size);
        let GraphDisc { centre, radius } = discs[k];
        discs[k].centre = match rng.below(24) {
            0 => any(rng).unwrap_or(centre),
            1 => domain.nearest_wall(centre).unwrap_or(centre),
            // In contact with another, from somewhere.
            2 | 3 => {
                let other = *rng.pick(discs);
                let (sin, cos) = (TAU * rng.unit()).sin_cos();
                other.centre + Point::new(cos, sin) * (other.radius + radius)
            }
            // In line with another, and on a grid.
            4 => Point::new(centre.x, rng.pick(discs).centre.y),
            5 => Point::new((centre.x * 4.0).round() / 4.0, (centre.y * 4.0).round() / 4.0),
            _ => centre + shift,
        };
    }
    match rng.below(9) {
        0 => {
            let same = *rng.pick(discs);
            discs.push(same);
        }
        1 => {
            let (sin, cos) = (TAU * rng.unit()).sin_cos();
            let around = *rng.pick(discs);
            let inner = GraphDisc {
                centre: around.centre + Point::new(cos, sin) * (0.5 * around.radius),
                radius: 0.2 * around.radius,
            };
            discs.push(inner);
        }
        2 if discs.len() > 4 => {
            let k = rng.below(discs.len());
            discs.swap_remove(k);
        }
        // A ring, and a row, of equal distances.
        3 => {
            let (centre, count) = (rng.pick(discs).centre, rng.between(3, 9));
            for k in 0..count {
                let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
                discs.push(GraphDisc { centre: centre + Point::new(cos, sin) * (0.1 * size), radius: 0.01 * size });
            }
        }
        4 => {
            let at = rng.pick(discs).centre;
            discs.extend(
                (1..5).map(|k| GraphDisc { centre: at + Point::new(0.05 * size * f64::from(k), 0.0), radius: 0.0 }),
            );
        }
        // A car: discs that reach to each other's centres.
        6 => {
            let (at, radius) = (rng.pick(discs).centre, 0.03 * size);
            let step = Point::new(radius * *rng.pick(&[1.0, 0.95, 0.5]), 0.0);
            discs.extend((0..5).map(|k| GraphDisc { centre: at + step * f64::from(k), radius }));
        }
        5 if domain.corner_count() > 0 => {
            let corner = rng.below(domain.corner_count()) as u32;
            discs.push(GraphDisc { centre: domain.point(wayfront_domain::CornerId(corner)), radius: 0.02 * size });
        }
        _ => {}
    }
    discs.truncate(40);
}

/// Every vertex has the clearance that distances from everything say.
fn is_right(graph: &NavGraph, domain: &Domain, discs: &[GraphDisc]) -> Result<(), String> {
    graph.sanity_check()?;
    let (walls, size): (Vec<[Point; 2]>, f64) = (outlines(domain).collect(), domain.bounds().size());
    let wall =
        |p: Point| walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
    let taken: Vec<(Point, f64)> = (0..discs.len())
        .filter(|&k| graph.fault(k).is_none())
        .map(|k| (graph.disc(k).centre, graph.disc(k).radius))
        .collect();
    for (at, clearance) in graph.vertices() {
        let right = taken.iter().map(|&(centre, radius)| centre.distance(at) - radius).fold(wall(at), f64::min);
        if (right - clearance).abs() > CLOSE * size {
            return Err(format!("clearance {clearance} at {at} should be {right}"));
        }
    }
    Ok(())
}

/// The free space is as thin as rounding there: nothing beside it has a cell, or the nearest vertex of the diagram of walls
/// has no room.
fn is_in_sliver(graph: &NavGraph, p: Point) -> bool {
    let (voronoi, domain) = (graph.voronoi(), graph.voronoi().domain());
    let close = SLIVER * domain.bounds().size();
    let is_beside = |feature: Feature| match feature {
        Feature::Corner(corner) => domain.point(corner).distance(p) < close,
        Feature::Side(side) => {
            let [a, b] = domain.side_points(side);
            closest_on_segment(a, b, p).distance(p) < close
        }
    };
    let open = (0..voronoi.vertex_count() as u32).map(|v| voronoi.vertex(v)).filter(|vertex| vertex.1 > 0.0);
    let nearest = open.min_by(|a, b| a.0.distance(p).total_cmp(&b.0.distance(p)));
    !voronoi.features().any(is_beside) || nearest.is_none_or(|(_, room)| room < close)
}

#[test]
fn whatever_happens_the_graph_is_whole_and_right() {
    let mut led = 0;
    let is_whole = each_seed("moving", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let world = match seed % 3 {
            0 => clean_world(rng),
            1 => world(rng, Coordinates::Grid(7)),
            _ => world(rng, Coordinates::Floats),
        };
        let Ok(domain) = built(&world) else { return };
        if domain.free_triangles() == 0 {
            return;
        }
        let (domain, mut graph) = graph_of(&world);
        let mut discs = random_discs(&domain, rng, 15, 0.04 * domain.bounds().size());
        let mut leads = Vec::new();
        for frame in 0..16 {
            if discs.is_empty() {
                return;
            }
            happens(&mut discs, &domain, rng);
            graph.place(&discs);
            is_right(&graph, &domain, &discs)
                .unwrap_or_else(|why| panic!("seed {seed}, frame {frame}: {why}\n{discs:?}"));
            for (k, disc) in discs.iter().enumerate() {
                let is_hidden = graph.fault(k) == Some(Unplaced::Hidden);
                assert!(!is_hidden || is_in_sliver(&graph, disc.centre), "seed {seed}, frame {frame}: {disc:?}");
            }
            let goals: Vec<Point> = discs.iter().map(|disc| Point::new(disc.centre.y, disc.centre.x)).collect();
            let routes = graph.routes(&goals, &GraphCost::default());
            let wishes: Vec<_> = goals.iter().map(|&goal| Some(GraphWish { goal, kept: None, sight: 1.0 })).collect();
            graph.lead(&wishes, &GraphCost::default(), &mut leads);
            let (mut first, mut aims): (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
            for (k, (route, lead)) in routes.iter().zip(&leads).enumerate() {
                if graph.fault(k).is_none() {
                    let own = graph.first_point(k).expect("it has a cell");
                    assert!(!first.contains(&own), "seed {seed}, frame {frame}: {own} is the first point of two");
                    first.push(own);
                }
                let (Ok(route), Some(Ok(lead))) = (route, lead) else { continue };
                assert_eq!(*route.points.last().unwrap(), goals[k]);
                assert!(route.points.iter().all(|p| p.is_finite()) && lead.cost.is_finite());
                let is_goal = goals[k] == route.aim;
                assert!(is_goal || !aims.contains(&route.aim), "seed {seed}, frame {frame}: two aim at {}", route.aim);
                aims.push(route.aim);
                led += 1;
            }
        }
    });
    assert!(!is_whole || led > 2000, "only {led} routes");
}
