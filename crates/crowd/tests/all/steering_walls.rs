//! No disc ever enters a wall: not at narrow gaps, door posts, slivers, acute corners, walls without thickness, and not
//! whatever a model says.

use wayfront_crowd::{Orca, SocialForce, SteeringModel, Surroundings, Walls};
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_testkit::crowds::{Crowd, rectangle, rooms_with_door, thin_wall};
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Polygon, Random, World};

/// A world of everything that is hard to walk in.
fn obstacle_course() -> World {
    let sliver = Polygon::ring([(4.0, 1.0), (9.0, 1.3), (4.0, 1.02)]);
    let spike = Polygon::ring([(12.0, 0.0), (12.3, 0.0), (12.15, 4.0)]);
    let acute = Polygon::ring([(5.0, 5.0), (9.0, 4.0), (9.0, 6.0), (6.0, 5.0), (9.0, 5.2), (9.0, 6.4)]);
    // Gaps of 0.55, 0.5 and 0.49 m: just wide enough, and too narrow, for agents of 0.25 m.
    let posts = [(0.0, 3.0), (3.55, 3.0), (7.05, 3.0), (10.54, 5.46)];
    let posts = posts.map(|(y, height)| rectangle(15.0, y, 0.3, height));
    let walls =
        vec![thin_wall(&[(2.0, 3.0), (2.0, 8.0), (4.0, 8.0)]), thin_wall(&[(10.0, 8.0), (13.0, 9.0), (10.0, 9.0)])];
    let mut obstacles = vec![sliver, spike, acute];
    obstacles.extend(posts);
    World::new().area(rectangle(0.0, 0.0, 20.0, 16.0)).with_obstacles(obstacles).with_walls(walls)
}

/// Everybody goes to a random place, and to another every two seconds: into walls, corners and each other.
fn wander(model: &dyn SteeringModel, step: f64, seed: u64, steps: usize) {
    let mut rng = Random::new(seed);
    let mut crowd = Crowd::new(&obstacle_course(), model);
    crowd.fill(&mut rng, [(0.0, 0.0), (20.0, 16.0)], [0.15, 0.3], 90);
    assert!(crowd.agents.len() > 60, "seed {seed}");
    let mut aims: Vec<Point> = Vec::new();
    for k in 0..steps {
        if k % (2.0 / step) as usize == 0 {
            aims = (0..200).map(|_| Point::new(rng.between(-3.0, 23.0), rng.between(-3.0, 19.0))).collect();
        }
        let before = crowd.agents.position().to_vec();
        crowd.step(model, step, &|id, _| aims[id as usize]);
        crowd.assert_out_of_walls(&format!("seed {seed}, step {k}"));
        for (&from, &to) in before.iter().zip(crowd.agents.position()) {
            assert!(crowd.domain.sees(from, to), "seed {seed}, step {k}: through a wall from {from} to {to}");
        }
    }
}

#[test]
fn nobody_enters_a_wall() {
    each_seed("nobody_enters_a_wall", 3, |seed| {
        wander(&Orca::default(), 0.1, seed, 400);
        wander(&SocialForce::default(), 0.05, seed, 400);
    });
}

/// A model that knows no walls: everybody gets its wish, at ten times its speed.
struct Blind;

impl SteeringModel for Blind {
    fn reach(&self) -> f64 {
        1.0
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        next.iter_mut().zip(around.agents.wish()).for_each(|(next, &wish)| *next = wish * 10.0);
    }
}

#[test]
fn walls_hold_those_who_do_not_see_them() {
    each_seed("walls_hold_those_who_do_not_see_them", 4, |seed| {
        wander(&Blind, 0.1, seed, 500);
    });
}

#[test]
fn a_disc_slides_along_walls_and_stops_in_corners() {
    let domain = Domain::without_doors(&rooms_with_door(1.0)).unwrap();
    let walls = Walls::of(&domain, 2.0);
    let near = |p: Point, x: f64, y: f64| p.distance(Point::new(x, y)) < 1e-4;
    let along = walls.moved(Point::new(9.0, 2.0), Point::new(10.0, 3.0), 0.25);
    assert!(near(along, 9.55, 3.0), "{along}");
    let corner = walls.moved(Point::new(9.0, 1.0), Point::new(11.0, -1.0), 0.25);
    assert!(near(corner, 9.55, 0.25), "{corner}");
    let through = walls.moved(Point::new(9.0, 5.0), Point::new(11.0, 5.0), 0.25);
    assert!(near(through, 11.0, 5.0), "{through}");
    // A disc that is in a wall already can get out, and no further in.
    let out = walls.moved(Point::new(9.7, 2.0), Point::new(9.0, 2.0), 0.25);
    assert!(near(out, 9.0, 2.0), "{out}");
    let stuck = walls.moved(Point::new(9.7, 2.0), Point::new(9.75, 2.0), 0.25);
    assert!(stuck.x <= 9.7, "{stuck}");
}

#[test]
fn closed_doors_are_walls() {
    let domain = Domain::without_doors(&rooms_with_door(1.0)).unwrap();
    let door = [Point::new(10.0, 4.5), Point::new(10.0, 5.5)];
    let walls = Walls::with(&domain, &[door], 2.0);
    let stopped = walls.moved(Point::new(9.0, 5.0), Point::new(11.0, 5.0), 0.25);
    assert!(stopped.x <= 9.75 && stopped.x > 9.749, "{stopped}");
    assert!(
        !walls.is_clear(Point::new(10.1, 5.0), 0.2) && Walls::of(&domain, 2.0).is_clear(Point::new(10.1, 5.0), 0.2)
    );
}
