//! Cells against a second construction.

use crate::common::{graph_of, hall, random_discs};
use std::f64::consts::TAU;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::envelopes::{Beyond, Envelopes};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{clean_world, rectangle};
use wayfront_voronoi::{GraphCost, GraphDisc};
use wayfront_world::Polygon;

/// Directions in which cells are looked at.
const DIRECTIONS: u32 = 1024;
/// Largest error of a distance, as a share of the world's size.
const CLOSE: f64 = 1e-9;

/// The border of each cell is where polar envelopes say, and neighbours are those that the envelopes meet, but for ties.
#[test]
fn cells_are_those_of_polar_envelopes() {
    let mut seen = 0;
    let is_whole = each_seed("envelopes", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let discs = random_discs(&domain, rng, 20, 0.05);
        graph.place(&discs);
        if (0..discs.len()).any(|k| graph.fault(k).is_some()) {
            return;
        }
        let size = domain.bounds().size();
        let discs: Vec<GraphDisc> = (0..discs.len()).map(|k| graph.disc(k)).collect();
        let taken = |disc: &GraphDisc| (disc.centre, disc.radius);
        let oracle = Envelopes { discs: discs.iter().map(taken).collect(), walls: outlines(&domain).collect() };
        for (k, disc) in discs.iter().enumerate() {
            for p in graph.cell(k, 1e-3 * size) {
                let Some(direction) = (p - disc.centre).unit() else { continue };
                let (right, beyond) = oracle.border(k, direction).expect("worlds are bounded");
                let far = p.distance(disc.centre);
                assert!(
                    (far - right).abs() <= CLOSE * size,
                    "cell {k} ends at {p}, {far} away, not {right}: {beyond:?}"
                );
            }
            let neighbours: Vec<usize> = graph.neighbours(k).collect();
            let mut nearest = vec![f64::INFINITY; discs.len()];
            for step in 0..DIRECTIONS {
                let (sin, cos) = (TAU * f64::from(step) / f64::from(DIRECTIONS)).sin_cos();
                let direction = Point::new(cos, sin);
                let (right, beyond) = oracle.border(k, direction).expect("worlds are bounded");
                for (other, nearest) in nearest.iter_mut().enumerate().filter(|(other, _)| *other != k) {
                    let far = oracle.with_disc(k, other, direction).unwrap_or(f64::INFINITY);
                    *nearest = nearest.min(far / right - 1.0);
                }
                if let Beyond::Disc(other) = beyond {
                    let next = oracle.border(k, direction).map(|border| border.0);
                    assert!(neighbours.contains(&other), "{other} borders on {k} at {next:?} along {direction}");
                    seen += 1;
                }
            }
            for &other in &neighbours {
                // Arcs narrower than the step between two directions are met nearly.
                assert!(nearest[other] < 0.05, "{other} does not border on {k}: {}", nearest[other]);
            }
        }
    });
    assert!(!is_whole || seen > 10_000, "only {seen} borders");
}

/// The nearest of two in the same place has a cell; in a world without obstacles, without discs, and with goals out of
/// reach there are clear answers.
#[test]
fn what_cannot_be_led_is_reported() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(9.0, 0.0, 11.0, 10.0)));
    let (_, mut graph) = graph_of(&world);
    let disc = |x: f64, radius: f64| GraphDisc { centre: Point::new(x, 5.0), radius };
    let goals = [Point::new(15.0, 5.0), Point::new(10.0, 5.0), Point::new(5.0, 8.0), Point::new(5.0, f64::NAN)];
    graph.place(&[disc(2.0, 0.2), disc(4.0, 0.2), disc(6.0, 0.0), disc(7.5, 0.2)]);
    let routes = graph.routes(&goals, &GraphCost::default());
    let errors: Vec<_> = routes.into_iter().map(Result::err).collect();
    assert_eq!(errors, [Some(NoPath::Unreachable), Some(NoPath::Blocked), None, Some(NoPath::Blocked)]);
    // A larger one that comes later keeps its cell; the one inside of it has none.
    graph.place(&[disc(4.0, 0.1), disc(4.1, 0.5), disc(4.0, 0.3)]);
    let inside = |of: usize| Some(wayfront_voronoi::Unplaced::Inside { of });
    assert_eq!([0, 1, 2].map(|k| graph.fault(k)), [inside(1), None, inside(1)]);
    graph.place(&[]);
    assert!(graph.routes(&[], &GraphCost::default()).is_empty());
    let (_, mut open) = graph_of(&hall());
    open.place(&[disc(2.0, 0.2)]);
    assert!(open.routes(&[Point::new(15.0, 5.0)], &GraphCost::default())[0].is_ok());
}
