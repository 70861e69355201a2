//! Random buildings of two to five rooms: with every guide, each agent that enters arrives, is inside or is trapped, and
//! nobody stays who has a path.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Crowd, Distribution, Group, GuideKind, Polygon, Random, Rerouting, Source, Start, Stop, World};

const GUIDES: [GuideKind; 6] = [
    GuideKind::Path,
    GuideKind::Quickest,
    GuideKind::Cells,
    GuideKind::Potential,
    GuideKind::Clearance,
    GuideKind::Navgraph,
];
/// Seconds after which all are out, for one and for each more.
const TIME: [f64; 2] = [120.0, 4.0];
const WALL: f64 = 0.2;
const CORRIDOR: f64 = 2.5;
const DEPTH: f64 = 5.0;

struct Building {
    world: World,
    /// The floor of each room, less the walls.
    rooms: Vec<[f64; 4]>,
}

/// Rooms side by side along a corridor, each with a door to it or to the next room, and exits at the corridor's ends or in
/// outer walls of rooms; now and then a room is closed.
fn building(random: &mut Random, at: &dyn Fn(f64, f64) -> Point) -> Building {
    let ring =
        |x: [f64; 2], y: [f64; 2]| Polygon::ring([at(x[0], y[0]), at(x[1], y[0]), at(x[1], y[1]), at(x[0], y[1])]);
    let count = 2 + random.between(0.0, 3.999) as usize;
    let (mut x, mut rooms, mut walls) = (0.0, Vec::new(), Vec::new());
    for k in 0..count {
        let right = x + random.between(4.0, 7.0);
        rooms.push([x, CORRIDOR + WALL, right, CORRIDOR + WALL + DEPTH]);
        let width = random.between(0.9, 1.6);
        let from = random.between(x + 0.4, right - 0.4 - width);
        // The wall to the corridor, with its door.
        if random.unit() < 0.9 {
            walls.push(([x - WALL, from], [CORRIDOR, CORRIDOR + WALL]));
            walls.push(([from + width, right], [CORRIDOR, CORRIDOR + WALL]));
        } else {
            walls.push(([x - WALL, right], [CORRIDOR, CORRIDOR + WALL]));
        }
        // The wall to the next room, now and then with a door.
        if k + 1 < count {
            let low = CORRIDOR + WALL + random.between(0.5, 2.0);
            let high = if random.unit() < 0.4 { low + random.between(0.9, 1.4) } else { low };
            walls.push(([right, right + WALL], [CORRIDOR, low]));
            walls.push(([right, right + WALL], [high, CORRIDOR + WALL + DEPTH + 0.5]));
        }
        x = right + WALL;
    }
    let (length, height) = (x - WALL, CORRIDOR + WALL + DEPTH);
    let mut world = World::new().area(ring([0.0, length], [0.0, height]));
    world.obstacles =
        walls.into_iter().filter(|(x, y)| x[1] - x[0] > 0.01 && y[1] - y[0] > 0.01).map(|(x, y)| ring(x, y)).collect();
    world = world.source(Source::segment(at(0.0, 0.5), at(0.0, 2.0)));
    if random.unit() < 0.6 {
        world = world.source(Source::segment(at(length, 0.4), at(length, 2.2)));
    }
    if random.unit() < 0.4 {
        let room = rooms[random.between(0.0, count as f64 - 0.001) as usize];
        let middle = f64::midpoint(room[0], room[2]);
        world = world.source(Source::segment(at(middle - 0.6, height), at(middle + 0.6, height)));
    }
    Building { world, rooms }
}

fn crowd(random: &mut Random, building: &Building, guide: GuideKind, at: &dyn Fn(f64, f64) -> Point) -> Crowd {
    let mut crowd = Crowd::new().with_seed((random.unit() * 1e6) as u64);
    if random.unit() < 0.5 {
        crowd = crowd.with_rerouting(Rerouting::Delay);
    }
    let people = 2 + random.between(0.0, 14.0) as usize;
    for room in &building.rooms {
        let outline = [(0, 1), (2, 1), (2, 3), (0, 3)].map(|(x, y)| at(room[x], room[y])).to_vec();
        let radius = if random.unit() < 0.5 { Distribution::Exactly(0.2) } else { Distribution::Exactly(0.3) };
        let mut group = Group::new(Start::Area { outline, count: people }).with_radius(radius).with_guide(guide);
        if random.unit() < 0.2 {
            group = group.with_via(vec!["lobby".into()]);
        }
        crowd = crowd.group(group);
    }
    let lobby = [(0.3, 0.3), (2.3, 0.3), (2.3, 2.2), (0.3, 2.2)].map(|(x, y)| at(x, y)).to_vec();
    crowd.stop(Stop::new("lobby", lobby, Distribution::Exactly(2.0)))
}

#[test]
fn everybody_with_a_path_gets_out() {
    each_seed("everybody_with_a_path_gets_out", 18, |seed| {
        let mut random = Random::new(seed);
        let angle = if random.unit() < 0.5 { 0.0 } else { random.between(0.0, 6.0) };
        let hand = if random.unit() < 0.5 { 1.0 } else { -1.0 };
        let (sin, cos) = f64::sin_cos(angle);
        let at = move |x: f64, y: f64| Point::new(hand * (cos * x - sin * y), sin * x + cos * y);
        let building = building(&mut random, &at);
        let guide = GUIDES[(seed % GUIDES.len() as u64) as usize];
        let crowd = crowd(&mut random, &building, guide, &at);
        let world = building.world.with_crowd(crowd);
        let mut run = Simulation::new(&world).unwrap();
        let limit = TIME[0] + TIME[1] * run.entered() as f64;
        while run.is_going_on() && run.time() < limit {
            run.step();
            if run.steps().is_multiple_of(200) {
                assert_eq!(run.entered(), run.arrived() + run.agents().len(), "{guide:?}, seed {seed}");
            }
        }
        let summary = run.summary();
        let trapped = summary.trapped.len();
        let places: Vec<Point> = run.agents().position().iter().copied().take(5).collect();
        assert_eq!(
            run.entered(),
            run.arrived() + trapped,
            "{guide:?}, seed {seed}: {} inside after {limit} s, {trapped} of them trapped: {places:?}",
            run.agents().len(),
        );
    });
}
