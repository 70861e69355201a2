//! Leads of whole crowds against routes of their own, and choices that are kept.

use crate::common::{graph_of, hall, random_discs, random_goals};
use wayfront_geometry::Point;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{clean_world, rectangle};
use wayfront_voronoi::{GraphCost, GraphDisc, GraphWish, Lead};
use wayfront_world::Polygon;

/// Whether goals are shared or not, leads cost what routes cost that are searched one by one, and lead the same way.
#[test]
fn leads_cost_what_routes_cost() {
    let mut compared = [0, 0];
    let is_whole = each_seed("leads", 120, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let discs = random_discs(&domain, rng, 40, 0.03);
        let few = if seed % 2 == 0 { 3 } else { discs.len() };
        let goals = random_goals(&domain, rng, few);
        if goals.is_empty() {
            return;
        }
        graph.place(&discs);
        let cost = GraphCost {
            safety: rng.unit(),
            closes_narrow: seed % 3 == 0,
            others_move: seed % 5 == 0,
            // Shared trees take the tolls of the smallest.
            squeeze: if seed % 2 == 1 { 5.0 } else { 0.0 },
            least_clearance: if seed % 7 == 0 { 0.1 } else { 0.0 },
        };
        let wanted: Vec<Point> = (0..discs.len()).map(|k| goals[k % goals.len()]).collect();
        let wishes: Vec<_> = wanted.iter().map(|&goal| Some(GraphWish { goal, kept: None, sight: 1.0 })).collect();
        let (routes, mut leads) = (graph.routes(&wanted, &cost), Vec::new());
        graph.lead(&wishes, &cost, &mut leads);
        for (k, (route, lead)) in routes.iter().zip(&leads).enumerate() {
            match (route, lead.unwrap()) {
                (Ok(route), Ok(lead)) => {
                    let close = 1e-9 * (1.0 + route.cost);
                    assert!((route.cost - lead.cost).abs() <= close, "disc {k}: {} is not {}", lead.cost, route.cost);
                    compared[usize::from(!lead.is_straight)] += 1;
                }
                (route, lead) => assert_eq!(route.is_err(), lead.is_err(), "disc {k}: {route:?}, {lead:?}"),
            }
        }
    });
    assert!(!is_whole || compared[0] > 100 && compared[1] > 1000, "{compared:?}");
}

/// Many that search for themselves get bounds from landmarks, a few at a time do not: costs are the same.
#[test]
fn bounds_change_no_cost() {
    let mut compared = 0;
    let is_whole = each_seed("bounds", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let (domain, mut graph) = graph_of(&clean_world(rng));
        let discs = random_discs(&domain, rng, 120, 0.01);
        let goals = random_goals(&domain, rng, discs.len());
        if goals.len() < discs.len() {
            return;
        }
        graph.place(&discs);
        let cost = GraphCost { closes_narrow: seed % 3 == 0, others_move: seed % 2 == 0, ..GraphCost::default() };
        let wish = |k: usize| Some(GraphWish { goal: goals[k], kept: None, sight: 1.0 });
        let all: Vec<_> = (0..discs.len()).map(wish).collect();
        let (mut leads, mut some) = (Vec::new(), Vec::new());
        graph.lead(&all, &cost, &mut leads);
        for first in (0..discs.len()).step_by(30) {
            let few: Vec<_> = (0..discs.len()).map(|k| all[k].filter(|_| (first..first + 30).contains(&k))).collect();
            graph.lead(&few, &cost, &mut some);
            for k in first..(first + 30).min(discs.len()) {
                match (leads[k].unwrap(), some[k].unwrap()) {
                    (Ok(one), Ok(other)) => {
                        let close = 1e-9 * (1.0 + other.cost);
                        assert!((one.cost - other.cost).abs() <= close, "disc {k}: {} not {}", one.cost, other.cost);
                        compared += usize::from(!one.is_straight);
                    }
                    (one, other) => assert_eq!(one.is_err(), other.is_err(), "disc {k}: {one:?}, {other:?}"),
                }
            }
        }
    });
    assert!(!is_whole || compared > 1000, "only {compared} leads");
}

/// Two ways around an obstacle that are nearly as long: the one taken last is kept within the margin, and no longer.
#[test]
fn choices_are_kept_by_the_margin() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(8.0, 3.9, 12.0, 6.0)));
    let (_, mut graph) = graph_of(&world);
    let disc = GraphDisc { centre: Point::new(4.0, 5.0), radius: 0.25 };
    graph.place(&[disc]);
    let (goal, cost) = (Point::new(17.0, 5.0), GraphCost::default());
    let mut lead = |kept| {
        let mut leads = Vec::new();
        graph.lead(&[Some(GraphWish { goal, kept, sight: 1.0 })], &cost, &mut leads);
        let lead: Lead = leads[0].unwrap().unwrap();
        (lead, lead.aim.y > disc.centre.y)
    };
    let (free, is_above) = lead(None);
    assert!(is_above, "there is more room above: {free:?}");
    let down = Point::new(0.0, -1.0);
    let (kept, is_above) = lead(Some((down, 4.0)));
    assert!(!is_above, "kept by a margin of four: {kept:?}");
    assert!(kept.cost > free.cost && kept.cost < free.cost + 4.0, "{} and {}", kept.cost, free.cost);
    assert_eq!(lead(Some((down, 1e-3))).0.aim, free.aim, "not by a margin of a thousandth");
}
