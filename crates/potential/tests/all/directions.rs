//! Directions where little is known of the field: at goals, between two walls, and at goals in the tip of a wedge.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::{Polygon, Source, World};

fn map(ring: &[(f64, f64)], goal: (f64, f64)) -> PotentialMap {
    let world = World::new().area(Polygon::ring(ring.iter().copied()));
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    PotentialMap::of_domain(domain, 1.0, &[Source::point(goal)], Bias::NONE).unwrap()
}

/// The field falls on all sides of a goal, and more so on the side of the nearer wall: that is no direction.
#[test]
fn nothing_leads_on_from_a_goal() {
    let map = map(&[(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (0.0, 4.0)], (8.5, 2.5));
    assert_eq!(map.direction(Point::new(8.5, 2.5)), Ok(Point::default()));
    assert_eq!(map.direction(Point::new(4.5, 2.5)).map(|d| d.x > 0.9), Ok(true));
}

/// In a corridor as wide as a cell, both neighbours across are walls.
#[test]
fn a_corridor_of_one_cell_leads_along_itself() {
    for (ring, goal, at, aim) in [
        ([(0.0, 0.0), (1.0, 0.0), (1.0, 10.0), (0.0, 10.0)], (0.5, 9.5), (0.5, 3.5), (0.5, 4.0)),
        ([(0.0, 0.0), (10.0, 0.0), (10.0, 1.0), (0.0, 1.0)], (0.5, 0.5), (3.5, 0.5), (3.0, 0.5)),
    ] {
        let (at, aim) = (Point::from(at), Point::from(aim));
        assert!(map(&ring, goal).aim(at).is_ok_and(|found| found.distance(aim) < 1e-12), "from {at}");
    }
}

/// The tip of a wedge lies in cells that are partly blocked; the first whole one is three cells away.
#[test]
fn a_goal_in_the_tip_of_a_wedge_is_met_in_the_nearest_whole_cell() {
    let map = map(&[(0.0, 0.0), (20.0, 0.0), (20.0, 8.0)], (0.0, 0.0));
    let goals: Vec<Point> = map.goals().map(|cell| map.grid().centre(cell)).collect();
    assert_eq!(goals, [Point::new(3.5, 0.5)]);
    let end = map.route(Point::new(15.5, 2.5)).unwrap().pop().unwrap();
    assert!(end.distance(goals[0]) < 0.75, "{end}");
}
