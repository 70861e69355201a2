//! What is written can be read, and is the same to the last bit.

use wayfront_geometry::Point;
use wayfront_testkit::rng::Congruential;
use wayfront_world::{
    Barrier, BarrierCost, Change, Crowd, Distribution, Door, Flow, Format, Goods, Group, GuideKind, Kind, Measure,
    MeasureShape, Motion, Place, Polygon, Profile, Rerouting, Seek, Shape, SizePlan, Source, SpeedArea, Start,
    Steering, Stop, Thing, Wall, Weight, World, YAxis, left_out, read_text, write_text,
};

/// A small generator, so that failures can be repeated.
struct Random(Congruential);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Congruential::new(seed))
    }

    fn bits(&mut self) -> u64 {
        let state = self.0.state();
        state ^ (state >> 29)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 33) as usize % n
    }

    /// Coordinates of all sizes, with all their digits or with few.
    fn coordinate(&mut self) -> f64 {
        loop {
            let any = f64::from_bits(self.bits());
            let value = match self.below(5) {
                0 => any,
                1 => (self.below(2001) as f64 - 1000.0) / 8.0,
                2 => self.below(100) as f64 - 50.0,
                3 => -0.0,
                _ => (self.bits() >> 11) as f64 / (1u64 << 53) as f64 * 100.0,
            };
            if wayfront_geometry::computable(value) {
                return value;
            }
        }
    }

    fn point(&mut self) -> Point {
        Point::new(self.coordinate(), self.coordinate())
    }

    fn points(&mut self, least: usize) -> Vec<Point> {
        // The first are distinct whatever the rest is.
        let mut points = vec![Point::new(0.5, 0.25), Point::new(1e3, 2.0), Point::new(-7.0, 1e-9)];
        points.truncate(least);
        points.extend((0..self.below(5)).map(|_| self.point()));
        points.push(Point::new(3.0, 3.0));
        points
    }

    fn polygon(&mut self, holes: usize) -> Polygon {
        let holes = (0..holes).map(|_| self.points(3)).collect();
        Polygon { outer: self.points(3), holes, ..Polygon::default() }
    }

    fn world(&mut self) -> World {
        let areas = self.below(4);
        let mut world = World::new().named("Ein \"Saal\"\n\t\\ ü \u{1}");
        // Holes of a single area are read back as obstacles; several keep theirs.
        world.areas = (0..areas).map(|i| self.polygon(if areas > 1 { i } else { 0 })).collect();
        world.obstacles = (0..self.below(4)).map(|_| self.polygon(0)).collect();
        let solids: Vec<Polygon> = (0..self.below(3)).map(|i| self.polygon(i + 1)).collect();
        world.obstacles.extend(solids);
        world.walls = (0..=self.below(3)).map(|_| Wall { points: self.points(2), place: Place::default() }).collect();
        world.sources = self.sources();
        world
    }

    fn sources(&mut self) -> Vec<Source> {
        let shapes = vec![
            Shape::Point(self.point()),
            Shape::Segment([Point::new(0.1, 0.2), Point::new(1.0 / 3.0, 2.0)]),
            Shape::Polyline(self.points(3)),
        ];
        let offset = [0.0, 0.1, 7.0][self.below(3)];
        // Sources come before exits, as in files.
        let source = |(i, shape)| {
            Source::of(shape).with_name((i > 0).then(|| format!("door {i}"))).with_offset(offset).with_exit(i > 1)
        };
        shapes.into_iter().enumerate().map(source).collect()
    }

    /// A motion of every kind of thing and of every kind of change.
    fn add_motions(&mut self, world: &mut World) {
        world.obstacles.push(self.polygon(0).named("cart"));
        world.obstacles.push(self.polygon(1).named("a \"box\""));
        world.doors = vec![Door::new("gate", (0.5, 0.1), (1e7, 2.0)), Door::new("", self.point(), (1.0 / 3.0, 7.0))];
        world.doors[1].open = true;
        let nth = |kind, n| Thing::nth(kind, n);
        let last = world.obstacles.len() - 1;
        let segment = [Point::new(0.0, 0.1), Point::new(0.2, 0.3)];
        world.motions = vec![
            Motion::new(Thing::named(Kind::Obstacle, "cart"), [0.1], Change::Shifts(vec![self.point()])),
            Motion::new(nth(Kind::Obstacle, last), [0.0, 0.3], Change::Shifts(vec![self.point(), self.point()]))
                .repeated(),
            Motion::new(nth(Kind::Obstacle, 0), [0.0, 2.0], Change::Present(vec![true, false])),
            Motion::new(
                Thing::named(Kind::Source, "door 1"),
                [0.0, 1.0],
                Change::Segments(vec![segment, [segment[0]; 2]]),
            ),
            Motion::new(nth(Kind::Source, 0), [1.5], Change::Present(vec![false])),
            Motion::new(nth(Kind::Source, 2), [1.5], Change::Shifts(vec![self.point()])),
            Motion::new(Thing::named(Kind::Source, "door 2"), [2.5], Change::Present(vec![false])),
            Motion::new(Thing::named(Kind::Door, "gate"), [0.0, 9.0], Change::Open(vec![true, false])).repeated(),
            Motion::new(nth(Kind::Door, 1), [3.0], Change::Shifts(vec![self.point()])),
            Motion::new(nth(Kind::Barrier, 1), [1e3, 2e3], Change::Present(vec![false, true])),
        ];
    }

    fn complete_world(&mut self) -> World {
        let mut world = self.world();
        world.y_axis = if self.below(2) == 0 { YAxis::Up } else { YAxis::Down };
        world.weights.push(Weight::new(self.point(), 1.1));
        let segment = [Point::new(0.0, 1.0), Point::new(2.5, 1e7)];
        for cost in [BarrierCost::Delay(0.3), BarrierCost::Weight(1.0)] {
            world.barriers.push(Barrier::new(segment, cost));
        }
        self.add_motions(&mut world);
        let (entrances, exits) = (vec![self.points(2)], vec![self.points(2), self.points(2)]);
        world.flow = Some(Flow::new(entrances, exits).with_radius(0.25));
        world.crowd = Some(self.crowd());
        world
    }

    fn crowd(&mut self) -> Crowd {
        let [radius, speed] = [Distribution::Between(0.2, 0.3), Distribution::Around { mean: 1.2, deviation: 0.1 }];
        let entrance = Start::Entrance {
            segment: [self.point(), Point::new(2.5, 1e7)],
            count: Some(7),
            rate: Some(0.3),
            batch: 2,
            after: 0.25,
        };
        let starts = [
            Start::Area { outline: self.points(4), count: 12 },
            Start::Points(self.points(1)),
            entrance,
            Start::Flow { count: None, after: 0.5 },
        ];
        let guides = [GuideKind::Path, GuideKind::Potential, GuideKind::Straight, GuideKind::Lanes];
        let group = |(start, guide)| {
            Group::new(start)
                .with_guide(guide)
                .with_plan(if guide == GuideKind::Lanes { SizePlan::Largest } else { SizePlan::Each })
                .with_radius(radius)
                .with_speed(speed)
                .with_together(guide == GuideKind::Path)
        };
        let mut groups: Vec<Group> = starts.into_iter().zip(guides).map(group).collect();
        groups[0].seek = Seek::Nearest { of: "guests".into(), catch: Some(0.3) };
        (groups[1].name, groups[1].seek) = (Some("guests".into()), Seek::Random);
        groups[2].seek = Seek::Densest;
        groups[0].profiles = vec![
            Profile::new(0.9).with_speed(Distribution::Triangular { from: 0.5, mode: 1.25, to: 1.75 }),
            Profile::new(0.1)
                .with_name(Some("slow".into()))
                .with_radius(Distribution::Exactly(0.35))
                .with_premovement(Distribution::LogNormal { mean: 60.0, deviation: 12.5 }),
        ];
        let stop = Stop::new("kiosk", self.points(3), Distribution::Exactly(4.0));
        let shapes = [MeasureShape::Line([Point::new(0.5, 0.0), self.point()]), MeasureShape::Area(self.points(3))];
        let measure = |(shape, name): (MeasureShape, &str)| Measure::new(name, shape);
        Crowd::new()
            .with_seconds(33.0)
            .with_step(0.01)
            .with_seed(9)
            .with_steering(Steering::SocialForce)
            .with_rerouting(Rerouting::Factor(1.75))
            .with_groups(groups)
            .stop(stop)
            .area(SpeedArea::new(self.points(3), 0.5))
            .goods(Goods::new(self.points(4), 640))
            .with_measures(shapes.into_iter().zip(["door", "hall"]).map(measure).collect())
    }
}

/// The world without its places, with every number as its bits.
fn bare(mut world: World) -> String {
    world.files.clear();
    world.notes.clear();
    let polygons = world.areas.iter_mut().chain(&mut world.obstacles);
    polygons.for_each(|p| p.place = Place::default());
    world.walls.iter_mut().for_each(|w| w.place = Place::default());
    world.sources.iter_mut().for_each(|s| s.place = Place::default());
    world.weights.iter_mut().for_each(|w| w.place = Place::default());
    world.barriers.iter_mut().for_each(|b| b.place = Place::default());
    world.doors.iter_mut().for_each(|d| d.place = Place::default());
    world.motions.iter_mut().for_each(|m| m.place = Place::default());
    world.flow.iter_mut().for_each(|f| f.place = Place::default());
    if let Some(crowd) = &mut world.crowd {
        crowd.place = Place::default();
        crowd.groups.iter_mut().for_each(|g| g.place = Place::default());
        crowd.stops.iter_mut().for_each(|s| s.place = Place::default());
        crowd.measures.iter_mut().for_each(|m| m.place = Place::default());
        crowd.areas.iter_mut().for_each(|a| a.place = Place::default());
        crowd.goods.iter_mut().for_each(|g| g.place = Place::default());
    }
    // `{:?}` of a number is the shortest text with its bits, and tells 0 from -0.
    format!("{world:#?}")
}

fn again(world: &World, format: Format) -> World {
    let text = write_text(world, format).unwrap();
    read_text(text.as_bytes(), format, "again").unwrap_or_else(|rejected| panic!("{rejected}\n{text}"))
}

#[test]
fn scenes_come_back_bit_for_bit() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let world = random.complete_world();
        let expected = bare(world.clone());
        assert_eq!(bare(again(&world, Format::SceneToml)), expected);
        assert_eq!(bare(again(&world, Format::SceneJson)), expected);
        assert_eq!(bare(again(&again(&world, Format::SceneToml), Format::SceneJson)), expected);
    }
}

#[test]
fn geojson_keeps_geometry_and_sources() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let mut world = random.world();
        world.obstacles.extend([random.polygon(2).named("cart"), random.polygon(0).named("Kiosk \"Süd\"")]);
        world.name = None;
        assert_eq!(left_out(&world, Format::GeoJson), Vec::<&str>::new());
        assert_eq!(bare(again(&world, Format::GeoJson)), bare(world));
    }
}

#[test]
fn wkt_keeps_areas_obstacles_and_walls() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let mut world = World::new().area(random.polygon(0));
        // All rings share some points, so that every obstacle reaches into the area.
        world.obstacles = (0..random.below(4)).map(|_| random.polygon(0)).collect();
        world.walls =
            (0..random.below(3)).map(|_| Wall { points: random.points(2), place: Place::default() }).collect();
        assert_eq!(bare(again(&world, Format::Wkt)), bare(world));
    }
}

#[test]
fn what_a_format_cannot_say_is_listed() {
    let world = Random::new(4).complete_world();
    assert_eq!(left_out(&world, Format::SceneToml), Vec::<&str>::new());
    let lost = left_out(&world, Format::Wkt);
    assert_eq!(lost[..9], ["sources", "exits", "name", "weights", "barriers", "doors", "motions", "flow", "crowd"]);
    assert!(write_text(&world, Format::MovingAi).is_err());
    let broken = World::new().area(Polygon::ring([(0.0, f64::NAN)]));
    assert!(write_text(&broken, Format::SceneToml).is_err());
}

#[test]
fn the_scene_in_the_documentation_is_sound() {
    let page = include_str!("../../../../docs/scene-format.md");
    let scene = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let world = read_text(scene.as_bytes(), Format::SceneToml, "docs").unwrap_or_else(|rejected| panic!("{rejected}"));
    assert_eq!((world.obstacles.len(), world.obstacles[1].holes.len(), world.sources.len()), (2, 1, 1));
}

#[test]
fn the_moving_scene_in_the_documentation_moves() {
    let page = include_str!("../../../../docs/scene-format.md");
    let scene = page.split("```toml\n").nth(2).and_then(|rest| rest.split("```").next()).unwrap();
    let world = read_text(scene.as_bytes(), Format::SceneToml, "docs").unwrap_or_else(|rejected| panic!("{rejected}"));
    assert_eq!((world.doors.len(), world.motions.len(), world.duration()), (1, 4, 30.0));
    let states = [0.0, 8.0, 20.0].map(|time| world.at(time)).map(|w| (w.obstacles[0].outer[0].x, w.doors[0].open));
    assert_eq!(states, [(-18.0, false), (2.0, true), (2.0, false)]);
    assert_eq!([0.0, 9.0].map(|time| world.at(time).sources.len()), [0, 1]);
}

#[test]
fn the_crowd_in_the_documentation_is_sound() {
    let page = include_str!("../../../../docs/scene-format.md");
    let scene = page.split("```toml\n").nth(3).and_then(|rest| rest.split("```").next()).unwrap();
    let world = read_text(scene.as_bytes(), Format::SceneToml, "docs").unwrap_or_else(|rejected| panic!("{rejected}"));
    let crowd = world.crowd.unwrap();
    assert_eq!((crowd.groups.len(), crowd.stops.len(), crowd.measures.len()), (2, 1, 2));
}

#[test]
fn the_constraints_in_the_documentation_are_sound() {
    let page = include_str!("../../../../docs/scene-format.md");
    let part = page.split("\n## Constraints\n").nth(1).and_then(|rest| rest.split("```toml\n").nth(1)).unwrap();
    let scene = part.split("```").next().unwrap();
    let world = read_text(scene.as_bytes(), Format::SceneToml, "docs").unwrap_or_else(|rejected| panic!("{rejected}"));
    assert_eq!(world.constraints.len(), 3);
    for format in [Format::SceneToml, Format::SceneJson] {
        let again = again(&world, format);
        let bare = |world: &World| {
            let parts = |c: &wayfront_world::Constraint| (c.name.clone(), c.preposition.clone(), c.strength);
            world.constraints.iter().map(parts).collect::<Vec<_>>()
        };
        assert_eq!(bare(&again), bare(&world));
    }
}

#[test]
fn indices_of_motions_follow_obstacles_that_are_written_in_another_order() {
    let mut world = Random::new(5).world();
    world.obstacles =
        vec![Random::new(6).polygon(1), Random::new(7).polygon(0), Random::new(8).polygon(0).named("cart")];
    for index in 0..3 {
        let there = Change::Shifts(vec![Point::new(7.0, 7.0)]);
        world.motions = vec![Motion::new(Thing::nth(Kind::Obstacle, index), [0.0], there)];
        let moved = |world: &World| {
            let index = world.motions[0].thing.index_in(world).unwrap();
            world.at(1.0).obstacles[index].outer.clone()
        };
        assert_eq!(moved(&again(&world, Format::SceneToml)), moved(&world), "{index}");
    }
}

#[test]
fn a_scene_is_written_as_a_person_would() {
    let scene = r#"name = "Two rooms"

[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [
  [[5, 2], [8, 2], [8, 6.5], [5, 6]]
]
walls = [
  [[12, 0], [12, 4]]
]

[[sources]]
name = "door"
segment = [[20, 4], [20, 6]]

[[exits]]
name = "way out"
point = [0, 5]

[[weights]]
corner = [5, 6]
speed = 1.5

[[barriers]]
segment = [[8, 6.5], [8, 10]]
delay = 3

[[barriers]]
segment = [[5, 0], [5, 2]]
factor = 1.5

[[doors]]
name = "gate"
segment = [[12, 4], [12, 10]]
open = true

[[motions]]
door = "gate"
times = [0, 2.5, 10]
open = [true, false, true]
repeat = true

[[motions]]
source = 0
times = [0, 4]
segments = [
  [[20, 5], [20, 5]],
  [[20, 4], [20, 6]]
]

[[motions]]
exit = "way out"
times = [0, 5]
present = [false, true]

[[motions]]
exit = 0
times = [0]
shifts = [[0, 1]]

[flow]
entrances = [
  [[0, 2], [0, 8]]
]
exits = [
  [[20, 2], [20, 8]]
]
radius = 0.25

[crowd]
seconds = 90
rerouting = "delay"

[[crowd.groups]]
name = "guests"
count = 40
area = [[1, 1], [4, 1], [4, 9], [1, 9]]
goal = "door"
via = "bar"
speed = 1.5

[[crowd.stops]]
name = "bar"
area = [[10, 1], [11, 1], [11, 2]]
wait = [2, 5]
"#;
    let world = read_text(scene.as_bytes(), Format::SceneToml, "rooms.toml").unwrap();
    assert_eq!(write_text(&world, Format::SceneToml).unwrap(), scene);
    assert_eq!(world.obstacles[0].place.line, 6);
    let json = write_text(&world, Format::SceneJson).unwrap();
    assert!(json.contains("\n      [[5, 2], [8, 2], [8, 6.5], [5, 6]]\n"), "{json}");
}

/// A room with one thing in it, as a file that says so in these words.
fn scene(words: &str) -> World {
    let room = "[world]\nboundary = [[0, 0], [9, 0], [9, 9], [0, 9]]\n[[sources]]\npoint = [8, 8]\n";
    read_text(format!("{room}{words}").as_bytes(), Format::SceneToml, "x").unwrap_or_else(|e| panic!("{e}\n{words}"))
}

#[test]
fn older_words_mean_the_same_and_are_written_as_the_new_ones() {
    const GROUP: &str = "[[crowd.groups]]\npoints = [[1, 1]]\n";
    for (old, new) in [
        (
            "[[weights]]\ncorner = [0, 0]\nweight = 0.5\n".to_owned(),
            "[[weights]]\ncorner = [0, 0]\nspeed = 0.5\n".to_owned(),
        ),
        (
            "[[barriers]]\nsegment = [[0, 4], [9, 4]]\nweight = 2\n".to_owned(),
            "[[barriers]]\nsegment = [[0, 4], [9, 4]]\nfactor = 2\n".to_owned(),
        ),
        (format!("[crowd]\nbarriers = \"none\"\n{GROUP}"), format!("[crowd]\nrerouting = \"none\"\n{GROUP}")),
        (format!("[crowd]\nbarriers = \"delay\"\n{GROUP}"), format!("[crowd]\nrerouting = \"delay\"\n{GROUP}")),
        (format!("[crowd]\nbarriers = \"weight\"\n{GROUP}"), format!("[crowd]\nrerouting = \"factor\"\n{GROUP}")),
        (format!("[crowd]\nbarriers = 1.75\n{GROUP}"), format!("[crowd]\nrerouting = 1.75\n{GROUP}")),
    ] {
        let [old, new] = [scene(&old), scene(&new)];
        assert_eq!(bare(old.clone()), bare(new.clone()));
        let written = [&old, &new].map(|world| write_text(world, Format::SceneToml).unwrap());
        assert_eq!(written[0], written[1]);
        assert!(!written[0].contains("weight = ") && !written[0].contains("barriers = "), "{}", written[0]);
    }
}

#[test]
fn exits_are_sources_behind_the_others() {
    let world = scene(
        "[[exits]]\nname = \"out\"\nsegment = [[9, 4], [9, 6]]\noffset = 2\n[[sources]]\nname = \"desk\"\npoint = [1, 1]\n\
         [[motions]]\nexit = 0\ntimes = [0]\nshifts = [[0, 1]]\n[[motions]]\nsource = \"out\"\ntimes = [0]\npresent = [false]\n\
         [crowd]\n[[crowd.groups]]\npoints = [[2, 2]]\ngoal = \"out\"\n",
    );
    let names: Vec<_> = world.sources.iter().map(|s| (s.name.as_deref(), s.exit, s.place.to_string())).collect();
    let expected = [
        (None, false, "sources[0]".to_owned()),
        (Some("desk"), false, "sources[1]".to_owned()),
        (Some("out"), true, "exits[0]".to_owned()),
    ];
    assert_eq!(names, expected);
    assert!(world.motions.iter().all(|motion| motion.thing.index_in(&world) == Some(2)));
    assert_eq!(world.at(0.0).sources.len(), 2);
    // A program may list them in any order; files and their indices have sources first.
    let mut mixed = world.clone();
    mixed.sources.rotate_right(1);
    mixed.motions[0].thing = Thing::nth(Kind::Source, 0);
    mixed.sources.iter_mut().for_each(|source| source.place = Place::default());
    assert_eq!(
        (mixed.place_of_source(0).to_string(), mixed.place_of_source(2).to_string()),
        ("exits[0]".into(), "sources[1]".into())
    );
    for format in [Format::SceneToml, Format::SceneJson] {
        assert_eq!(bare(again(&mixed, format)), bare(world.clone()));
    }
    let geojson = write_text(&mixed, Format::GeoJson).unwrap();
    assert!(geojson.contains("{\"role\": \"exit\", \"name\": \"out\", \"offset\": 2}"), "{geojson}");
    let sources = |world: World| bare(World::new().with_sources(world.sources));
    assert_eq!(sources(again(&mixed, Format::GeoJson)), sources(world));
}
