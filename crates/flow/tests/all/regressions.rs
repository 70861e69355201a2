//! Worlds that lost a lane or won one that was not there, each as small as it could be made, named after what broke.

use wayfront_flow::FlowMap;
use wayfront_geometry::Point;
use wayfront_world::{Flow, Polygon, World, random_polygons};

fn crossed(mut world: World) -> World {
    let side = world.bounds().max.x;
    let chain = |x: f64| vec![vec![(x, 0.0).into(), (x, side).into()]];
    world.flow = Some(Flow::new(chain(0.0), chain(side)));
    world
}

#[test]
fn large_worlds_lose_no_lane() {
    for (obstacles, seed) in [(300, 5), (1000, 1), (1000, 2), (1000, 3)] {
        let flow = FlowMap::new(&crossed(random_polygons(obstacles, 6, seed))).unwrap();
        for radius in [0.3, 0.5] {
            let lanes = flow.lanes(radius).unwrap();
            assert_eq!(lanes.check(), Ok(()), "{obstacles} obstacles, seed {seed}, radius {radius}");
        }
    }
}

/// A corridor from left to right with doors one behind the other, this wide.
fn corridor(doors: &[f64]) -> World {
    let chain = |x: f64| vec![vec![Point::new(x, 0.0), Point::new(x, 10.0)]];
    let mut world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]))
        .with_flow(Flow::new(chain(0.0), chain(20.0)));
    for (k, door) in doors.iter().enumerate() {
        let x = 4.0 + 4.0 * k as f64;
        let wall = |low: f64, high: f64| Polygon::ring([(x, low), (x + 0.3, low), (x + 0.3, high), (x, high)]);
        world.obstacles.extend([wall(0.0, 5.0 - door / 2.0), wall(5.0 + door / 2.0, 10.0)]);
    }
    world
}

#[test]
fn of_two_equal_doors_in_a_row_neither_gains_alone() {
    let widenings = |doors: &[f64]| {
        let flow = FlowMap::new(&corridor(doors)).unwrap();
        let found = flow.lanes(0.5).unwrap().widenings();
        found.into_iter().map(|w| (w.gate.points[0].x.round(), w.lanes, w.gain)).collect::<Vec<_>>()
    };
    let mut two = widenings(&[2.2, 2.7]);
    two.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(two, [(4.0, 2, 0), (8.0, 2, 0)], "both hold two lanes, each limits the other");
    assert_eq!(widenings(&[2.2, 3.1]), [(4.0, 2, 1)]);
    assert_eq!(widenings(&[3.1, 2.2, 4.0]), [(8.0, 2, 1)]);
    // A door is one place, however many corners its frame has.
    let mut frame = corridor(&[2.2]);
    frame.obstacles.push(Polygon::ring([(4.1, 3.9), (4.2, 3.9), (4.2, 3.95), (4.1, 3.95)]));
    let flow = FlowMap::new(&frame).unwrap();
    assert_eq!(flow.lanes(0.5).unwrap().widenings().len(), 1);
}

/// A passage that narrows like a funnel is as wide as its narrow end, whichever end comes first.
#[test]
fn funnels_are_as_wide_as_where_they_are_narrowest() {
    let widths = |[left, right]: [f64; 2]| {
        // The door of 2.2 is the narrowest cut; the funnel holds no more lanes.
        let mut world = corridor(&[2.2]);
        let half = |width: f64| width / 2.0;
        world.obstacles.extend([
            Polygon::ring([(9.0, 0.0), (15.0, 0.0), (15.0, 5.0 - half(right)), (9.0, 5.0 - half(left))]),
            Polygon::ring([(9.0, 10.0), (9.0, 5.0 + half(left)), (15.0, 5.0 + half(right)), (15.0, 10.0)]),
        ]);
        let flow = FlowMap::new(&world).unwrap();
        let mut found: Vec<(f64, f64)> =
            flow.lanes(0.5).unwrap().widenings().iter().map(|w| (w.gate.width, w.missing)).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    };
    for funnel in [[2.9, 2.4], [2.4, 2.9]] {
        let found = widths(funnel);
        assert_eq!(found.len(), 2, "{found:?}");
        for ((width, missing), wanted) in found.into_iter().zip([2.2, 2.4]) {
            assert!((width - wanted).abs() < 1e-9, "{funnel:?}: {width} instead of {wanted}");
            assert!((missing - (3.0 - wanted)).abs() < 1e-9, "{funnel:?}: {missing}");
        }
    }
}
