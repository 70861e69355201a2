//! What planners and agents ask: gates worth widening, throughput, directions; and how bad input is reported.

use wayfront_domain::Guide;
use wayfront_flow::{FlowError, FlowMap, boundary_between};
use wayfront_geometry::{Point, Raster};
use wayfront_world::{Door, Fault, Flow, Polygon, World, builtin};

fn room(entrance: [[f64; 2]; 2], exit: [[f64; 2]; 2]) -> World {
    let chain = |ends: [[f64; 2]; 2]| vec![ends.map(Point::from).to_vec()];
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]))
        .with_flow(Flow::new(chain(entrance), chain(exit)))
}

const LEFT: [[f64; 2]; 2] = [[0.0, 0.0], [0.0, 10.0]];
const RIGHT: [[f64; 2]; 2] = [[20.0, 0.0], [20.0, 10.0]];

fn two_doors(second: f64) -> World {
    let mut world = room(LEFT, RIGHT);
    // A wall across the room with two doors: one of 2.2, one as wide as asked for.
    world.obstacles = vec![
        Polygon::ring([(9.0, 0.0), (10.0, 0.0), (10.0, 2.0), (9.0, 2.0)]),
        Polygon::ring([(9.0, 4.2), (10.0, 4.2), (10.0, 6.0), (9.0, 6.0)]),
        Polygon::ring([(9.0, 6.0 + second), (10.0, 6.0 + second), (10.0, 10.0), (9.0, 10.0)]),
    ];
    world
}

#[test]
fn a_lone_cut_gains_at_every_gate() {
    let flow = FlowMap::new(&two_doors(1.5)).unwrap();
    let lanes = flow.lanes(0.5).unwrap();
    assert_eq!(lanes.capacity(), 2 + 1);
    let mut gains: Vec<_> = lanes.widenings().into_iter().map(|w| (w.lanes, w.gain, w.is_on_cut)).collect();
    gains.sort_unstable();
    assert_eq!(gains, [(1, 1, true), (2, 1, true)]);
    let missing: f64 = lanes.widenings().iter().map(|w| w.missing).sum();
    assert!((missing - (0.8 + 0.5)).abs() < 1e-9);
    // It is true: a second door that much wider carries one more.
    assert_eq!(FlowMap::new(&two_doors(2.0)).unwrap().lanes(0.5).unwrap().capacity(), 4);
    assert!((lanes.agents_per_second(1.2, 1.0) - 3.6).abs() < 1e-12);
}

#[test]
fn two_equal_cuts_gain_nothing_at_one_of_them() {
    let mut world = two_doors(1.5);
    let again =
        world.obstacles.clone().into_iter().map(|o| Polygon::ring(o.outer.iter().map(|p| *p + Point::new(5.0, 0.0))));
    world.obstacles.extend(again.collect::<Vec<_>>());
    let flow = FlowMap::new(&world).unwrap();
    let widenings = flow.lanes(0.5).unwrap().widenings();
    assert!(widenings.len() >= 4, "both cuts are reported");
    assert!(widenings.iter().all(|w| w.gain == 0));
}

/// A corridor from left to right with doors one behind the other, of the given widths.
fn corridor(doors: &[f64]) -> World {
    let mut world = room(LEFT, RIGHT);
    for (k, door) in doors.iter().enumerate() {
        let x = 4.0 + 4.0 * k as f64;
        let wall = |low: f64, high: f64| Polygon::ring([(x, low), (x + 0.3, low), (x + 0.3, high), (x, high)]);
        world.obstacles.extend([wall(0.0, 5.0 - door / 2.0), wall(5.0 + door / 2.0, 10.0)]);
    }
    world
}

#[test]
fn closed_doors_are_walls_and_open_ones_are_not_there() {
    let door = |open: bool, x: f64, low: f64, high: f64| Door::new("a", (x, low), (x, high)).with_open(open);
    let mut world = corridor(&[2.2]);
    world.doors = vec![door(true, 4.0, 3.9, 6.1)];
    assert!((FlowMap::new(&world).unwrap().capacity() - 2.2).abs() < 1e-9);
    world.doors = vec![door(false, 4.0, 3.9, 6.1)];
    assert_eq!(FlowMap::new(&world).err(), Some(FlowError::NoPath));
    // One of two ways is shut.
    let mut world = two_doors(1.5);
    world.doors = vec![door(false, 9.5, 2.0, 4.2)];
    let flow = FlowMap::new(&world).unwrap();
    assert!((flow.capacity() - 1.5).abs() < 1e-9, "{}", flow.capacity());
    assert_eq!(flow.lanes(0.5).unwrap().check(), Ok(()));
}

#[test]
fn agents_on_the_flow_reach_an_exit() {
    for name in ["corridor", "grove", "wrap", "concourse", "narrow-door"] {
        let world = builtin(name).unwrap();
        let flow = FlowMap::new(&world).unwrap();
        let guide = flow.guide();
        let raster = Raster::fitting(flow.domain().bounds(), 24).unwrap();
        let (mut asked, mut followed) = (0, 0);
        for k in 0..raster.width() * raster.height() {
            let p = raster.centre(k % raster.width(), k / raster.width());
            if !flow.domain().contains(p) {
                continue;
            }
            let route = guide.route(p).unwrap();
            let last = *route.last().unwrap();
            let exits = flow.open_sides().filter(|(_, t)| !t.is_entrance());
            let off = exits.map(|(side, _)| {
                let [a, b] = flow.domain().side_points(side);
                wayfront_geometry::closest_on_segment(a, b, last).distance(last)
            });
            assert!(off.fold(f64::INFINITY, f64::min) < 1e-6, "{name}: from {p} to {last}");
            let leg = route[1] - route[0];
            let direction = flow.direction(p).unwrap();
            assert!((direction.length() - 1.0).abs() < 1e-9);
            followed += usize::from(leg.dot(direction) > 0.9 * leg.length());
            asked += 1;
        }
        assert!(followed * 4 > asked, "{name}: {followed} of {asked} follow the flow");
    }
}

#[test]
fn the_field_has_a_direction_wherever_one_can_walk() {
    let flow = FlowMap::new(&builtin("corridor").unwrap()).unwrap();
    let raster = Raster::fitting(flow.domain().bounds(), 60).unwrap();
    let field = flow.field(&raster);
    assert_eq!(field.directions.len(), field.size[0] * field.size[1]);
    for (k, direction) in field.directions.iter().enumerate() {
        let p = raster.centre(k % field.size[0], k / field.size[0]);
        assert_eq!(direction[0].is_nan(), !flow.domain().contains(p), "{p}");
    }
    // In front of the obstacle all agents go to the right.
    let (free, ahead) = field
        .directions
        .iter()
        .filter(|w| !w[0].is_nan())
        .fold((0, 0), |(free, ahead), w| (free + 1, ahead + usize::from(w[0] > 0.5)));
    assert!(ahead * 10 > free * 8, "{ahead} of {free} pixels lead on");
}

#[test]
fn bad_input_is_reported_with_its_facts() {
    let fault = |world: &World| FlowMap::new(world).err().unwrap();
    assert_eq!(fault(&room(LEFT, RIGHT).with_flow(None)), FlowError::NoFlow);
    match fault(&room([[-1.5, 2.0], [0.0, 8.0]], RIGHT)) {
        FlowError::Misplaced(problems) => {
            assert!(matches!(problems[0].fault, Fault::ChainOffBoundary { distance, .. } if distance == 1.5));
        }
        other => panic!("{other}"),
    }
    assert!(matches!(fault(&room([[0.0, 2.0], [0.0, 8.0]], [[0.0, 7.0], [0.0, 10.0]])), FlowError::Overlap { .. }));
    let mut closed = room(LEFT, RIGHT);
    closed.obstacles = vec![Polygon::ring([(9.0, 0.0), (10.0, 0.0), (10.0, 10.0), (9.0, 10.0)])];
    assert_eq!(fault(&closed), FlowError::NoPath);
    let flow = FlowMap::new(&two_doors(1.5)).unwrap();
    for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(flow.lanes(radius), Err(FlowError::Radius { .. })), "{radius}");
    }
    assert!(matches!(flow.lanes(1e-9), Err(FlowError::TooMany { .. })));
    let none = flow.lanes(1.2).unwrap();
    assert_eq!((none.capacity(), none.lanes().len()), (0, 0));
    let widest = flow.narrowest_passage().unwrap();
    assert!((widest.width - 2.2).abs() < 1e-12, "the gate that is too narrow is reported: {widest:?}");
    assert_eq!(none.check(), Ok(()));
}

#[test]
fn chains_follow_the_shorter_boundary() {
    let world = room(LEFT, RIGHT);
    let chain = |a: [f64; 2], b: [f64; 2]| boundary_between(&world, a.into(), b.into());
    assert_eq!(chain([0.0, 2.0], [0.0, 8.0]).len(), 2);
    assert_eq!(chain([0.0, 2.0], [3.0, 0.0]), [[0.0, 2.0], [0.0, 0.0], [3.0, 0.0]].map(Point::from));
    assert_eq!(chain([3.0, 0.0], [0.0, 2.0]), [[0.0, 2.0], [0.0, 0.0], [3.0, 0.0]].map(Point::from));
    assert_eq!(chain([5.0, 5.0], [0.0, 2.0]).len(), 2);
}
