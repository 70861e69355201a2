//! Properties that need no experiment: a hall and its mirror image empty alike, a narrower door is no faster, and one
//! more door costs nothing, beyond what chance does. Agents that wait at a stop stand.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_testkit::rng::Rng;
use wayfront_world::{Crowd, Distribution, Group, Polygon, Source, Start, Steering, Stop, World};

/// Seeds of runs for one mean.
const RUNS: u64 = 6;
/// Halls that are tried with each model.
const HALLS: u64 = 4;

/// A hall with a wall across, doors in it, and two pillars.
#[derive(Clone)]
struct Hall {
    size: [f64; 2],
    /// Where doors begin, and how wide they are.
    doors: Vec<[f64; 2]>,
    pillars: Vec<Point>,
    people: usize,
}

impl Hall {
    fn random(rng: &mut Rng) -> Self {
        let (width, height) = (10.0 + rng.unit() * 6.0, 8.0 + rng.unit() * 4.0);
        let door = [0.5 + rng.unit() * (height / 2.0 - 2.0), 1.2 + rng.unit() * 0.8];
        let pillar = |rng: &mut Rng| Point::new(2.0 + rng.unit() * (width - 5.0), 1.5 + rng.unit() * (height - 3.0));
        let pillars = vec![pillar(rng), pillar(rng)];
        Self { size: [width, height], doors: vec![door], pillars, people: 50 }
    }

    /// The scene, or its mirror image.
    fn world(&self, steering: Steering, is_mirrored: bool) -> World {
        let [width, height] = self.size;
        let ring = |x0: f64, y0: f64, x1: f64, y1: f64| {
            let y = |y: f64| if is_mirrored { height - y } else { y };
            let ring = [(x0, y(y0)), (x1, y(y0)), (x1, y(y1)), (x0, y(y1))].map(Point::from);
            ring.to_vec()
        };
        let mut walls = Vec::new();
        let mut from = 0.0;
        for &[start, door] in &self.doors {
            walls.push(Polygon::ring(ring(width, from, width + 0.2, start)));
            from = start + door;
        }
        walls.push(Polygon::ring(ring(width, from, width + 0.2, height)));
        walls.extend(self.pillars.iter().map(|p| Polygon::ring(ring(p.x, p.y, p.x + 0.4, p.y + 0.4))));
        let group = Group::new(Start::Area { outline: ring(0.3, 0.3, width - 1.5, height - 0.3), count: self.people });
        let mut crowd = Crowd::new().group(group).with_seconds(400.0);
        crowd.steering = steering;
        World::new()
            .area(Polygon::ring(ring(0.0, 0.0, width + 6.0, height)))
            .with_obstacles(walls)
            .exit(Source::segment((width + 6.0, 0.0), (width + 6.0, height)))
            .with_crowd(crowd)
    }

    /// Mean and error of the time until all are out, over some seeds.
    fn times(&self, steering: Steering, is_mirrored: bool) -> [f64; 2] {
        let world = self.world(steering, is_mirrored);
        let time = |seed: u64| {
            let mut world = world.clone();
            world.crowd.as_mut().unwrap().seed = seed;
            let mut run = Simulation::new(&world).unwrap();
            while run.is_going_on() {
                run.step();
            }
            let summary = run.summary();
            assert_eq!(summary.trips.len(), self.people, "not all are out");
            summary.trips.iter().map(|trip| trip.left).fold(0.0, f64::max)
        };
        let times: Vec<f64> = (1..=RUNS).map(time).collect();
        let mean = times.iter().sum::<f64>() / RUNS as f64;
        let spread = times.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / (RUNS - 1) as f64;
        [mean, (spread / RUNS as f64).sqrt()]
    }
}

/// Looks at some halls with both models.
fn halls(check: impl Fn(&Hall, Steering, &str)) {
    for seed in 0..HALLS {
        let hall = Hall::random(&mut Rng::new(seed + 40));
        for steering in [Steering::Orca, Steering::SocialForce] {
            check(&hall, steering, &format!("hall of seed {}, {steering:?}", seed + 40));
        }
    }
}

/// What chance may do to the difference of two means: three errors of it.
fn noise(a: [f64; 2], b: [f64; 2]) -> f64 {
    3.0 * a[1].hypot(b[1])
}

#[test]
fn mirror_images_empty_alike() {
    halls(|hall, steering, name| {
        let [plain, mirrored] = [false, true].map(|is_mirrored| hall.times(steering, is_mirrored));
        let apart = (plain[0] - mirrored[0]).abs();
        assert!(apart <= (0.03 * plain[0]).max(noise(plain, mirrored)), "{name}: {plain:?} and {mirrored:?}");
    });
}

#[test]
fn a_narrower_door_is_no_faster() {
    halls(|hall, steering, name| {
        let mut narrow = hall.clone();
        narrow.doors[0][1] *= 0.75;
        let [wide, narrow] = [hall, &narrow].map(|hall| hall.times(steering, false));
        assert!(narrow[0] >= wide[0] - noise(wide, narrow), "{name}: {wide:?}, narrower {narrow:?}");
    });
}

#[test]
fn one_more_door_costs_nothing() {
    halls(|hall, steering, name| {
        let mut more = hall.clone();
        more.doors.push([hall.size[1] - 2.5, 1.2]);
        let [one, two] = [hall, &more].map(|hall| hall.times(steering, false));
        assert!(two[0] <= 1.05 * one[0] + noise(one, two), "{name}: {one:?}, with one more {two:?}");
    });
}

/// A room turned by an angle, with a square stop of a side in its middle, at which some people wait.
fn counter(people: usize, side: f64, turned: f64, steering: Steering) -> World {
    let (sin, cos) = turned.sin_cos();
    let at = |x: f64, y: f64| Point::new(x * cos - y * sin, x * sin + y * cos);
    let ring = |x0: f64, y0: f64, x1: f64, y1: f64| vec![at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)];
    let half = side / 2.0;
    let mut group = Group::new(Start::Area { outline: ring(0.5, 0.5, 3.5, 7.5), count: people });
    group.via = vec!["counter".to_owned()];
    let mut crowd = Crowd::new().group(group).with_seconds(120.0);
    crowd.steering = steering;
    let outline = ring(7.0 - half, 4.0 - half, 7.0 + half, 4.0 + half);
    crowd.stops = vec![Stop::new("counter", outline, Distribution::Exactly(25.0))];
    World::new()
        .area(Polygon::ring(ring(0.0, 0.0, 12.0, 8.0)))
        .exit(Source::segment(at(12.0, 3.0), at(12.0, 5.0)))
        .with_crowd(crowd)
}

/// The farthest that anyone walks at its stop, from five seconds after it came until the first goes on; how many arrive.
fn walked_at_stop(world: &World) -> (f64, usize) {
    let mut run = Simulation::new(world).unwrap();
    let people = run.agents().len();
    // Since when each waits, where it was, and how far it has walked since it should stand.
    let mut waits: Vec<Option<(f64, Point, f64)>> = vec![None; people];
    let (mut farthest, mut first_goes_on): (f64, f64) = (0.0, f64::INFINITY);
    while run.is_going_on() {
        run.step();
        let now = run.time();
        for slot in 0..run.agents().len() {
            let (p, wait) = (run.agents().position()[slot], &mut waits[run.agents().id()[slot] as usize]);
            *wait = match *wait {
                Some((since, _, _)) if run.is_walking(slot) => {
                    first_goes_on = first_goes_on.min(since + 25.0);
                    None
                }
                None if run.is_walking(slot) => None,
                None => Some((now, p, 0.0)),
                Some((since, _, _)) if now < since + 5.0 => Some((since, p, 0.0)),
                Some((since, before, walked)) => Some((since, p, walked + before.distance(p))),
            };
            let counts = now < first_goes_on;
            farthest = farthest.max(wait.filter(|_| counts).map_or(0.0, |(_, _, walked)| walked));
        }
    }
    (farthest, run.arrived())
}

#[test]
fn agents_that_wait_at_a_stop_stand() {
    for (people, side) in [(4, 1.6), (8, 2.0), (12, 2.6)] {
        for (steering, turned) in [(Steering::Orca, 0.0), (Steering::SocialForce, 0.0)] {
            let (farthest, arrived) = walked_at_stop(&counter(people, side, turned, steering));
            let what = format!("{people} people, {side} m, {steering:?}, turned by {turned}");
            // Bodies that press like springs give way to those that come after them.
            let most = if steering == Steering::Orca { 0.3 } else { 1.2 };
            assert!(farthest < most, "{what}: one walks {farthest} m while it should stand");
            assert_eq!(arrived, people, "{what}");
        }
    }
}
