//! Where groups start and stop: areas that reach beyond the world.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Distribution, Group, Polygon, Source, Start, Stop, World};

/// Areas of a group and of a stop that reach far beyond the world: only what lies in it is looked at.
#[test]
fn areas_far_beyond_the_world_are_cut_to_it() {
    let rect = |x: f64, y: f64| vec![Point::new(1.0, 1.0), Point::new(x, 1.0), Point::new(x, y), Point::new(1.0, y)];
    for far in [1e7, 1e9, 1e15, 1e40] {
        let people = Group::new(Start::Area { outline: rect(far, 9.0), count: 5 }).with_via(vec!["desk".into()]);
        let hall = Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]);
        let world = World::new()
            .area(hall)
            .source(Source::segment((20.0, 4.0), (20.0, 6.0)))
            .with_crowd(Crowd::new().group(people).stop(Stop::new("desk", rect(far, far), Distribution::Exactly(1.0))));
        let run = Simulation::new(&world).unwrap_or_else(|e| panic!("{far}: {e}"));
        assert_eq!(run.agents().len(), 5);
        let inside = |p: &Point| (1.0..=20.0).contains(&p.x) && (1.0..=9.0).contains(&p.y);
        assert!(run.agents().position().iter().all(inside), "{far}");
    }
}

/// An area that lies outside altogether holds no agent, and one so large that its lattice never ends says how many fit.
#[test]
fn areas_without_room_are_refused_in_time() {
    let square = |from: f64, to: f64| Polygon::ring([(from, from), (to, from), (to, to), (from, to)]);
    let refusal = |start: Polygon, obstacles: Vec<Polygon>| {
        let world = World::new()
            .area(square(0.0, 1e6))
            .with_obstacles(obstacles)
            .source(Source::point((1.0, 1.0)))
            .with_crowd(Crowd::new().group(Group::new(Start::Area { outline: start.outer, count: 5 })));
        Simulation::new(&world).err().expect("no room").to_string()
    };
    assert!(refusal(square(2e6, 3e6), Vec::new()).contains("0 of 5"), "{}", refusal(square(2e6, 3e6), Vec::new()));
    let filled = refusal(square(10.0, 1e6), vec![square(3.0, 1e6)]);
    assert!(filled.contains("0 of 5"), "{filled}");
}
