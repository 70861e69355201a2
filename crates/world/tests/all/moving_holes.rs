//! Obstacles that move take their holes along.

use wayfront_geometry::Point;
use wayfront_world::{Change, Kind, Motion, Polygon, Thing, World};

#[test]
fn holes_move_with_their_obstacle() {
    let ring =
        |x: f64, size: f64| [(x, x), (x + size, x), (x + size, x + size), (x, x + size)].map(Point::from).to_vec();
    let mut cart = Polygon::ring(ring(2.0, 4.0)).named("cart");
    cart.holes = vec![ring(3.0, 1.0), ring(4.5, 0.5)];
    let shifts = Change::Shifts([(0.0, 0.0), (6.0, -1.0)].map(Point::from).to_vec());
    let world = World::new().area(Polygon::ring(ring(0.0, 20.0))).obstacle(cart.clone()).motion(Motion::new(
        Thing::named(Kind::Obstacle, "cart"),
        [0.0, 3.0],
        shifts,
    ));
    let moved = world.at(1.5);
    let shift = Point::new(3.0, -0.5);
    let shifted = |ring: &[Point]| ring.iter().map(|&p| p + shift).collect::<Vec<_>>();
    assert_eq!(moved.obstacles[0].outer, shifted(&cart.outer));
    for (hole, before) in moved.obstacles[0].holes.iter().zip(&cart.holes) {
        assert_eq!(*hole, shifted(before));
    }
    assert_eq!(moved.obstacles[0].holes.len(), 2);
}
