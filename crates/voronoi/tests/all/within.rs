//! Which discs are within reach and in sight, against all pairs.

use crate::common::{graph_of, hall, random_discs};
use wayfront_geometry::Point;
use wayfront_testkit::domains::distance_to_outline;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, clean_world, wall, world};
use wayfront_voronoi::GraphDisc;

/// Gaps and lines of sight of all pairs: those found are exactly these, but for gaps that are the reach by rounding.
#[test]
fn all_that_are_seen_within_reach_are_found_and_no_others() {
    let mut pairs = [0; 2];
    let is_whole = each_seed("within reach", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let world = if seed % 2 == 0 { clean_world(rng) } else { world(rng, Coordinates::Floats) };
        let Ok(domain) = wayfront_testkit::domains::built(&world) else { return };
        if domain.free_triangles() == 0 {
            return;
        }
        let (domain, mut graph) = graph_of(&world);
        let size = domain.bounds().size();
        let discs = random_discs(&domain, rng, 40, 0.03 * size);
        graph.place(&discs);
        let reach = 0.5 * size * rng.unit();
        for (k, disc) in discs.iter().enumerate().filter(|(k, _)| graph.fault(*k).is_none()) {
            let found = graph.within(k, reach);
            let taken = |disc: &GraphDisc| disc.radius.min(distance_to_outline(&domain, disc.centre));
            for (other, theirs) in discs.iter().enumerate().filter(|(o, _)| *o != k && graph.fault(*o).is_none()) {
                let gap = disc.centre.distance(theirs.centre) - taken(disc) - taken(theirs);
                if (gap - reach).abs() < 1e-6 * size {
                    continue;
                }
                let is_near = gap < reach;
                let is_right = is_near && domain.sees(disc.centre, theirs.centre);
                assert_eq!(found.contains(&other), is_right, "{other} from {k}, gap {gap}, reach {reach}");
                pairs[usize::from(is_right)] += usize::from(is_near);
            }
        }
    });
    assert!(!is_whole || pairs.iter().all(|&count| count > 1000), "{pairs:?}");
}

/// Two on both sides of a wall without thickness, a third beside its end that sees both: a chain of neighbours leads around.
#[test]
fn a_chain_of_neighbours_leads_no_disc_through_a_wall() {
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(0.0, 5.0), Point::new(10.0, 5.0)]));
    let (_, mut graph) = graph_of(&world);
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.2 };
    graph.place(&[disc(9.0, 4.6), disc(9.0, 5.4), disc(10.6, 5.0), disc(10.4, 2.0)]);
    assert_eq!([0, 1, 2].map(|k| graph.within(k, 2.0)), [vec![2], vec![2], vec![0, 1]]);
    assert_eq!(graph.within(0, 3.0), [2, 3]);
    // The doorpost is nearest halfway between two that see each other through a door.
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(0.0, 5.0), Point::new(9.8, 5.0)]));
    world.walls.push(wall(vec![Point::new(10.2, 5.0), Point::new(20.0, 5.0)]));
    let (_, mut graph) = graph_of(&world);
    graph.place(&[disc(10.0, 3.0), disc(10.0, 7.0)]);
    assert_eq!((graph.neighbours(0).count(), graph.within(0, 3.7)), (0, vec![1]));
}
