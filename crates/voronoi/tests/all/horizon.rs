//! Ways that count others up to a horizon alone.

use crate::common::{between_ends, graph_of, random_discs, random_goals};
use wayfront_geometry::Point;
use wayfront_testkit::domains::distance_to_outline;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::clean_world;
use wayfront_voronoi::{GraphCost, GraphDisc, GraphRoute, GraphWish};

fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// A horizon that nothing is beyond changes nothing; a small one changes the far part alone. Ways can always be walked, and
/// those that have one without a horizon have one with it.
#[test]
fn a_wide_horizon_is_exact_and_a_narrow_one_can_be_walked() {
    // Per horizon, in parts of the world's size: ways, those with the same first point, the sum of lengths with and without.
    let mut counts = [(2.0, 0, 0, [0.0; 2]), (0.25, 0, 0, [0.0; 2]), (0.1, 0, 0, [0.0; 2]), (0.0, 0, 0, [0.0; 2])];
    let is_whole = each_seed("horizon", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let size = domain.bounds().size();
        let discs = random_discs(&domain, rng, 60, 0.01 * size);
        let goals = random_goals(&domain, rng, discs.len());
        if goals.len() < discs.len() {
            return;
        }
        graph.place(&discs);
        let cost = GraphCost { closes_narrow: seed % 2 == 0, others_move: seed % 3 == 0, ..GraphCost::default() };
        let exact = graph.routes(&goals, &cost);
        let taken: Vec<GraphDisc> = (0..discs.len()).map(|k| graph.disc(k)).collect();
        // Where somebody who will have moved is as near as walls, there is as much room as there will be.
        let room = |p: Point, own: usize| {
            let walls = distance_to_outline(&domain, p);
            let others = taken.iter().enumerate().filter(|(k, _)| *k != own);
            let is_beside = |disc: &GraphDisc| disc.centre.distance(p) - disc.radius <= walls + 1e-9 * size;
            let gives_way = cost.others_move && others.into_iter().any(|(_, disc)| is_beside(disc));
            if gives_way { f64::INFINITY } else { walls }
        };
        for (k, route) in exact.iter().enumerate() {
            if let Ok(route) = route {
                let least = if cost.closes_narrow { taken[k].radius } else { 0.0 };
                is_walkable(
                    route,
                    between_ends(&graph, k, &route.points),
                    least,
                    |p| room(p, k),
                    |p, q| domain.sees(p, q),
                    size,
                );
            }
        }
        for (part, ways, same, lengths) in &mut counts {
            let cost = GraphCost { horizon: *part * size, ..cost };
            let found = graph.routes(&goals, &cost);
            for k in (0..discs.len()).filter(|&k| graph.fault(k).is_none()) {
                let (Ok(right), Ok(near)) = (&exact[k], &found[k]) else {
                    // What others close beyond the horizon is open; nothing else differs.
                    assert!(exact[k].is_err() && (*part < 1.0 || found[k].is_err()), "disc {k}: {:?}", found[k]);
                    continue;
                };
                if *part > 1.0 {
                    assert!((right.cost - near.cost).abs() <= 1e-9 * (1.0 + right.cost), "disc {k}");
                    assert_eq!((right.aim, &right.points), (near.aim, &near.points), "disc {k}");
                }
                assert_eq!((near.points[0], near.points.last()), (taken[k].centre, Some(&goals[k])));
                let least = if cost.closes_narrow { taken[k].radius } else { 0.0 };
                is_walkable(
                    near,
                    between_ends(&graph, k, &near.points),
                    least,
                    |p| room(p, k),
                    |p, q| domain.sees(p, q),
                    size,
                );
                if right.clearance < f64::INFINITY {
                    (*ways, *same) = (*ways + 1, *same + usize::from(right.aim == near.aim));
                    *lengths = [lengths[0] + length(&near.points), lengths[1] + length(&right.points)];
                }
            }
        }
        // Crowds ask for the same.
        let narrow = GraphCost { horizon: 0.1 * size, ..cost };
        let wishes: Vec<_> = goals.iter().map(|&goal| Some(GraphWish { goal, kept: None, sight: 1.0 })).collect();
        let (routes, mut leads) = (graph.routes(&goals, &narrow), Vec::new());
        graph.lead(&wishes, &narrow, &mut leads);
        for (route, lead) in routes.iter().zip(&leads).filter(|(route, _)| route.is_ok()) {
            assert_eq!(route.as_ref().unwrap().aim, lead.unwrap().unwrap().aim);
        }
    });
    for (part, ways, same, [near, right]) in counts {
        println!("horizon {part}: {ways} ways, {same} with the same aim, {:.3} times as long", near / right);
        assert!(!is_whole || ways > 500);
    }
    assert!(!is_whole || counts[1].2 as f64 > 0.8 * counts[1].1 as f64, "{counts:?}");
}

fn is_walkable(
    route: &GraphRoute,
    inner: &[Point],
    least: f64,
    room: impl Fn(Point) -> f64,
    sees: impl Fn(Point, Point) -> bool,
    size: f64,
) {
    for leg in route.points.windows(2) {
        assert!(sees(leg[0], leg[1]), "{} to {} leads through a wall", leg[0], leg[1]);
    }
    for &p in inner {
        assert!(room(p) >= least - 1e-7 * size, "{p} has {} of {least}: {route:?}", room(p));
    }
}
