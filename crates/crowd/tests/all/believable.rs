//! Properties that need no experiment: a hall and its mirror image empty alike, a narrower door is no faster, and one
//! more door costs nothing, beyond what chance does.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_testkit::rng::Rng;
use wayfront_world::{Crowd, Group, Polygon, Source, Start, Steering, World};

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
