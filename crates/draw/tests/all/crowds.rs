//! Pictures of crowds show what happened, where it happened.

use wayfront_crowd::{Occupancy, Simulation, Snapshot, Trajectories, weidmann};
use wayfront_draw::{
    Axis, Colour, CrowdColours, Curve, DrawError, Key, Layer, Look, Options, Picture, Plot, Primitive,
};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{Change, Door, Kind, Motion, Polygon, Rerouting, Thing, World, builtin};

fn scene(name: &str, seconds: f64) -> World {
    let mut world = builtin(name).unwrap();
    world.crowd.as_mut().unwrap().seconds = seconds;
    world
}

fn options() -> Options {
    Options::default().size(500)
}

fn layer<'a>(picture: &'a Picture, name: &str) -> &'a Layer {
    picture.layers().iter().find(|layer| layer.name == name).unwrap_or_else(|| panic!("no layer {name}"))
}

/// The texts of an SVG.
fn texts(picture: &Picture) -> Vec<String> {
    let svg = picture.to_svg().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[test]
fn trails_lie_where_agents_walked() {
    let world = scene("crossing", 8.0);
    let mut run = Simulation::new(&world).unwrap();
    let mut trails = Trajectories::new(0.05);
    while run.is_going_on() {
        trails.look(&run);
        run.step();
    }
    let picture = Picture::of_trails(&world, &trails, CrowdColours::Group, &options()).unwrap();
    let lines: Vec<&Vec<Point>> = layer(&picture, "trails")
        .primitives
        .iter()
        .flat_map(|shape| if let Primitive::Lines { lines, .. } = shape { lines.as_slice() } else { &[] })
        .collect();
    assert_eq!(lines.len(), 100);
    assert!(trails.all().iter().all(|trail| lines.contains(&&trail.points)));
    let shown_texts = texts(&picture);
    assert!(
        ["eastwards", "westwards", "northwards", "southwards"].iter().all(|name| shown_texts.contains(&(*name).into()))
    );
    let by_pace = Picture::of_trails(&world, &trails, CrowdColours::Pace, &options()).unwrap();
    assert!(texts(&by_pace).contains(&"standing".into()));
}

#[test]
fn all_moments_of_a_run_have_the_same_size() {
    let world = scene("three-corridors", 60.0);
    assert_eq!(world.crowd.as_ref().unwrap().rerouting, Rerouting::Delay);
    let mut run = Simulation::new(&world).unwrap();
    let mut sizes = Vec::new();
    let mut saw_queue = false;
    while run.is_going_on() {
        if run.steps().is_multiple_of(100) {
            let moment = Snapshot::of(&run);
            let picture = Picture::of_moment(&world, &moment, CrowdColours::Pace, &options()).unwrap();
            sizes.push(picture.size().unwrap());
            saw_queue |= picture.layers().iter().any(|layer| layer.name == "queues");
            let rings: usize = layer(&picture, "agents")
                .primitives
                .iter()
                .map(|shape| if let Primitive::Polygons { rings, .. } = shape { rings.len() } else { 0 })
                .sum();
            assert_eq!(rings, moment.walkers.len());
        }
        run.step();
    }
    assert!(saw_queue && sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
}

#[test]
fn occupancy_is_dark_where_people_stood() {
    let world = scene("bottleneck", 20.0);
    let mut run = Simulation::new(&world).unwrap();
    let bounds = Bounds { min: (0.0, 0.0).into(), max: (26.0, 10.0).into() };
    let mut occupancy = Occupancy::new(bounds, 0.2);
    while run.is_going_on() {
        occupancy.look(&run);
        run.step();
    }
    let picture = Picture::of_occupancy(&world, &occupancy, &options()).unwrap();
    let Primitive::Image(raster) = &layer(&picture, "occupancy").primitives[0] else { panic!("no raster") };
    let [columns, _] = raster.size();
    let darkness = |p: Point| {
        let (column, row) = ((p.x / occupancy.cell()) as usize, (p.y / occupancy.cell()) as usize);
        let rgba = &raster.rgba()[4 * (row * columns as usize + column)..][..4];
        u32::from(rgba[3]) * (3 * 255 - rgba[..3].iter().map(|&x| u32::from(x)).sum::<u32>())
    };
    let around = |x: f64| -> u32 {
        let places = (0..100).map(|k| Point::new(x + f64::from(k % 10) * 0.2, 4.0 + f64::from(k / 10) * 0.2));
        places.map(darkness).sum()
    };
    assert!(around(17.9) > 2 * around(23.0), "{} {}", around(17.9), around(23.0));
    assert_eq!(darkness(Point::new(25.5, 0.5)), 0);
    assert!(texts(&picture).iter().any(|text| text.starts_with("person-seconds per m²")));
}

/// Three hundred people before a door that opens after two seconds, and a column that stands there until the third.
fn changing(seconds: f64) -> World {
    let mut world = scene("bottleneck", seconds);
    world.doors.push(Door::new("gate", (20.2, 4.4), (20.2, 5.6)));
    world.obstacles.push(Polygon::ring([(22.0, 4.0), (23.0, 4.0), (23.0, 5.0), (22.0, 5.0)]).named("column"));
    let gate = Thing::named(Kind::Door, "gate");
    let column = Thing::named(Kind::Obstacle, "column");
    world.motions.push(Motion::new(gate, [2.0], Change::Open(vec![true])));
    world.motions.push(Motion::new(column, [3.0], Change::Present(vec![false])));
    world
}

#[test]
fn moments_show_the_scene_as_it_is() {
    let world = changing(4.0);
    let mut run = Simulation::new(&world).unwrap();
    let (mut sizes, mut shown) = (Vec::new(), Vec::new());
    while run.is_going_on() {
        if run.steps().is_multiple_of(30) {
            let moment = Snapshot::of(&run);
            let picture = Picture::of_moment(&world, &moment, CrowdColours::Group, &options()).unwrap();
            let has = |name: &str| picture.layers().iter().any(|layer| layer.name == name);
            shown.push(["doors", "open-doors", "obstacles"].map(has));
            sizes.push(picture.size().unwrap());
            let shown_texts = texts(&picture);
            assert!(["closed door", "open door", "obstacle"].iter().all(|key| shown_texts.contains(&(*key).into())));
        }
        run.step();
    }
    // At 0, 1.5 and 3 s; what happens at 3 s happens in the step that begins then.
    assert_eq!(shown, [[true, false, true], [true, false, true], [false, true, true]]);
    assert!(!run.scene().doors.is_empty() && run.scene().obstacles.is_empty());
    assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
}

#[test]
fn stills_say_when_the_scene_changes() {
    let world = changing(4.0);
    let mut run = Simulation::new(&world).unwrap();
    let mut trails = Trajectories::new(0.05);
    let mut occupancy = Occupancy::new(Bounds { min: (0.0, 0.0).into(), max: (26.0, 10.0).into() }, 0.2);
    while run.is_going_on() {
        run.step();
        trails.look(&run);
        occupancy.look(&run);
    }
    let stills = [
        Picture::of_trails(&world, &trails, CrowdColours::Group, &options()).unwrap(),
        Picture::of_occupancy(&world, &occupancy, &options()).unwrap(),
    ];
    for picture in stills {
        let shown_texts = texts(&picture);
        for text in ["gate: opens at 2 s", "column: goes at 3 s", "gate", "column"] {
            assert!(shown_texts.contains(&text.into()), "{text}: {shown_texts:?}");
        }
        let others = ["doors", "open-doors", "obstacles"];
        assert!(picture.layers().iter().all(|layer| !others.contains(&layer.name.as_str())), "nothing is drawn twice");
        let [door, column] = layer(&picture, "changes").primitives.as_slice() else { panic!("two things change") };
        assert!(matches!(door, Primitive::Lines { lines, .. } if lines[0][0] == Point::new(20.2, 4.4)));
        assert!(matches!(column, Primitive::Polygons { rings, .. } if rings[0].len() == 4));
    }
}

#[test]
fn arrivals_end_at_how_many_arrived() {
    let world = scene("crossing", 20.0);
    let mut run = Simulation::new(&world).unwrap();
    while run.is_going_on() {
        run.step();
    }
    let summary = run.summary();
    let plot = Plot::of_arrivals(&summary, run.settings());
    assert_eq!(plot.curves.len(), 5);
    let last = |curve: &Curve| curve.points.last().copied().unwrap();
    assert_eq!(last(&plot.curves[4]), [summary.time, summary.trips.len() as f64]);
    let groups: f64 = plot.curves[..4].iter().map(|curve| last(curve)[1]).sum();
    assert_eq!(groups, summary.trips.len() as f64);
    for curve in &plot.curves {
        assert!(curve.points.windows(2).all(|pair| pair[0][0] <= pair[1][0] && pair[0][1] <= pair[1][1]));
    }
    let shown_texts = texts(&Picture::of_plot(&plot, &options()).unwrap());
    assert!(
        ["0", "time, s", "arrived", "all 100"].iter().all(|text| shown_texts.contains(&(*text).into())),
        "{shown_texts:?}"
    );
}

#[test]
fn the_diagram_shows_what_was_measured_beside_weidmann() {
    let pairs = vec![[0.5, 1.2], [2.0, 0.6], [9.0, 2.0]];
    let plot = Plot::of_diagram(&[("hall".into(), pairs.clone())]);
    assert_eq!((plot.curves[0].points.clone(), plot.curves[0].look), (pairs, Look::Dots));
    assert!(plot.curves[1].points.iter().all(|&[density, speed]| speed == weidmann(density)));
    assert!(plot.x.to >= 9.0 && plot.y.to >= 2.0);
    assert!(texts(&Picture::of_plot(&plot, &options()).unwrap()).contains(&"Weidmann".into()));
}

#[test]
fn axes_without_extent_are_refused() {
    let axis = |to: f64| Axis::new("x", 0.0, to);
    let curve = Curve::new("c", vec![[0.0, f64::NAN]], Colour::hex(0));
    for to in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let plot = Plot::new(axis(to), axis(1.0)).curve(curve.clone());
        assert!(matches!(Picture::of_plot(&plot, &options()), Err(DrawError::NotFinite)), "{to}");
    }
    let plot = Plot::new(axis(1.0), Axis::up_to("y", f64::NAN)).curve(curve);
    assert!(Picture::of_plot(&plot, &options()).unwrap().to_png().is_ok());
}

#[test]
fn people_leave_by_exits_and_maps_spread_from_sources() {
    let world = scene("bottleneck", 1.0);
    let run = Simulation::new(&world).unwrap();
    let bounds = Bounds { min: (0.0, 0.0).into(), max: (26.0, 10.0).into() };
    let crowds = [
        Picture::of_trails(&world, &Trajectories::new(0.05), CrowdColours::Group, &options()).unwrap(),
        Picture::of_occupancy(&world, &Occupancy::new(bounds, 0.2), &options()).unwrap(),
        Picture::of_moment(&world, &Snapshot::of(&run), CrowdColours::Group, &options()).unwrap(),
        Picture::of_moment(&changing(1.0), &Snapshot::of(&run), CrowdColours::Group, &options()).unwrap(),
    ];
    let has = |picture: &Picture, label: &str| picture.keys().iter().any(|key| key.label() == label);
    for picture in &crowds {
        assert!(has(picture, "exit") && !has(picture, "source"));
        assert!(picture.layers().iter().any(|layer| layer.name.starts_with("exit-")));
    }
    let scene = Picture::of_world(&world, &options()).unwrap();
    assert!(has(&scene, "source") && !has(&scene, "exit"));
}

/// The scale of densities is per area: cells of other sizes come to about the same.
#[test]
fn densities_do_not_depend_on_the_cells() {
    let world = scene("bottleneck", 20.0);
    let bounds = Bounds { min: (0.0, 0.0).into(), max: (26.0, 10.0).into() };
    let mut looks = [0.2, 0.4].map(|cell| Occupancy::new(bounds, cell));
    let mut run = Simulation::new(&world).unwrap();
    while run.is_going_on() {
        run.step();
        looks.iter_mut().for_each(|occupancy| occupancy.look(&run));
    }
    let most = looks.map(|occupancy| {
        let picture = Picture::of_occupancy(&world, &occupancy, &options()).unwrap();
        let ends =
            picture.keys().iter().find_map(|key| if let Key::Ramp { ends, .. } = key { Some(ends) } else { None });
        ends.unwrap()[1].split(' ').next().unwrap().parse::<f64>().unwrap()
    });
    // No agent stood longer than the run, at most five on a square metre.
    assert!(most[0] < 2.0 * most[1] && most[1] < 2.0 * most[0] && most[1] < 100.0, "{most:?}");
}
