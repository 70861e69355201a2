//! Animations show the frames that were pushed, in their order and at their pace.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_draw::{Animation, DrawError, MapStyle, Options, Picture, Scale};
use wayfront_pathmap::PathMap;
use wayfront_world::{Change, Kind, Motion, Polygon, Source, Thing, World, builtin};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Two rooms whose door wanders along the wall.
fn moving() -> World {
    let mut world = builtin("two-rooms").unwrap();
    let there = Change::Shifts(vec![(0.0, -3.0).into(), (0.0, 3.0).into()]);
    world.motions.push(Motion::new(Thing::named(Kind::Source, "door"), [0.0, 4.0], there));
    world
}

fn frames() -> Vec<Picture> {
    let options = Options::default().size(240);
    let times = [0.0, 1.0, 1.0, 4.0];
    times.map(|time| Picture::of_world(&moving().at(time), &options).unwrap()).to_vec()
}

/// The frames of an animated PNG as a viewer would show them, and the seconds that each lasts.
fn played(path: &PathBuf) -> Vec<(Vec<u8>, f64)> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let count = reader.info().animation_control().expect("is animated").num_frames;
    let [width, height] = [reader.info().width as usize, reader.info().height as usize];
    let mut shown = vec![0; 3 * width * height];
    (0..count)
        .map(|_| {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut part).unwrap();
            let control = *reader.info().frame_control().unwrap();
            let [x, y, w] = [control.x_offset, control.y_offset, control.width].map(|v| v as usize);
            for (row, line) in part.chunks_exact(3 * w).take(control.height as usize).enumerate() {
                let start = 3 * ((y + row) * width + x);
                shown[start..start + line.len()].copy_from_slice(line);
            }
            (shown.clone(), f64::from(control.delay_num) / f64::from(control.delay_den))
        })
        .collect()
}

fn still(picture: &Picture) -> Vec<u8> {
    let pixmap = tiny_skia::Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
    pixmap.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect()
}

#[test]
fn an_animated_png_plays_its_frames() {
    let path = file("played.png");
    let mut animation = Animation::create(&path, 4, 12.5).unwrap();
    frames().iter().for_each(|picture| animation.push(picture).unwrap());
    assert_eq!(animation.finish().unwrap(), std::slice::from_ref(&path));
    let played = played(&path);
    assert_eq!(played.len(), 4);
    for (picture, (shown, seconds)) in frames().iter().zip(played) {
        assert!(shown == still(picture));
        assert_eq!(seconds, 0.08);
    }
    // Viewers without animation show the first frame.
    let first = tiny_skia::Pixmap::load_png(&path).unwrap();
    assert_eq!([first.width(), first.height()], frames()[0].size().unwrap());
}

#[test]
fn frames_can_have_files_of_their_own() {
    for (pattern, third) in [("single-###.png", "single-003.png"), ("single-##.svg", "single-03.svg")] {
        let mut animation = Animation::create(file(pattern), 4, 10.0).unwrap();
        frames().iter().for_each(|picture| animation.push(picture).unwrap());
        let files = animation.finish().unwrap();
        assert_eq!((files.len(), &files[2]), (4, &file(third)));
        let bytes = std::fs::read(&files[2]).unwrap();
        let expected = match third.ends_with("svg") {
            true => frames()[2].to_svg().unwrap().into_bytes(),
            false => frames()[2].to_png().unwrap(),
        };
        assert!(bytes == expected);
    }
}

#[test]
fn frames_must_fit_together() {
    let options = |size| Options::default().size(size);
    let picture = |size| Picture::of_world(&moving(), &options(size)).unwrap();
    let mut animation = Animation::create(file("unfit.png"), 2, 1.0).unwrap();
    animation.push(&picture(100)).unwrap();
    assert!(matches!(animation.push(&picture(120)), Err(DrawError::FrameSize { frame: 2, .. })));
    let mut short = Animation::create(file("short.png"), 2, 1.0).unwrap();
    short.push(&picture(100)).unwrap();
    assert!(matches!(short.finish(), Err(DrawError::FrameCount { expected: 2, found: 1 })));
    let mut long = Animation::create(file("long.png"), 1, 1.0).unwrap();
    long.push(&picture(100)).unwrap();
    assert!(matches!(long.push(&picture(100)), Err(DrawError::FrameCount { expected: 1, found: 2 })));
    let mut nowhere = Animation::create(file("no/such/folder/a.png"), 1, 1.0).unwrap();
    assert!(matches!(nowhere.push(&picture(100)), Err(DrawError::Unwritable { .. })));
}

fn map(world: &World) -> PathMap {
    PathMap::new(Arc::new(Domain::without_doors(world).unwrap()), &world.sources).unwrap()
}

#[test]
fn maps_on_a_common_scale_have_the_same_colours_and_key() {
    let near = builtin("two-rooms").unwrap();
    let far = near.clone().with_sources(vec![Source::point((0.0, 0.0))]);
    let scale = Scale::of_map(&map(&near)).and(Scale::of_map(&map(&far)));
    assert!(scale.max_cost > Scale::of_map(&map(&near)).max_cost && !scale.has_unreachable);
    let style = MapStyle::evacuation().scale(scale);
    let options = Options::default();
    let picture = |world: &World| Picture::of_path_map(world, &map(world), &style, &options).unwrap();
    let (a, b) = (picture(&near), picture(&far));
    let last = |picture: &Picture| picture.keys()[picture.keys().len() - 3..].to_vec();
    assert_eq!(last(&a), last(&b));
    assert_eq!(last(&a), style.keys(&scale, &options.theme));
}

/// The colour at a place of the world.
fn colour_at(picture: &Picture, p: [f64; 2]) -> [u8; 3] {
    let pixmap = tiny_skia::Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
    let [x, y] = picture.pixel_from_world(p.into()).unwrap();
    let c = pixmap.pixel(x as u32, y as u32).unwrap();
    [c.red(), c.green(), c.blue()]
}

#[test]
fn sources_keep_their_colours_while_obstacles_move() {
    let box_at = |x: f64| Polygon::ring([(x, 4.0), (x + 2.0, 4.0), (x + 2.0, 6.0), (x, 6.0)]);
    let mut world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]))
        .with_obstacles(vec![box_at(3.0), box_at(12.0).named("cart")])
        .with_sources(vec![Source::point((1.0, 5.0)), Source::point((19.0, 5.0))]);
    let there = Change::Shifts(vec![(0.0, 0.0).into(), (0.0, 9.0).into()]);
    world.motions.push(Motion::new(Thing::named(Kind::Obstacle, "cart"), [0.0, 3.0], there));
    let style = MapStyle::default().isolines(0).routes(0).borders(false);
    let options = Options::default().size(400);
    let frames = [0.0, 1.0, 2.0].map(|time| {
        let moment = world.at(time);
        Picture::of_path_map(&moment, &map(&moment), &style, &options).unwrap()
    });
    for frame in &frames {
        for place in [[1.0, 8.0], [19.0, 3.0]] {
            assert_eq!(colour_at(frame, place), colour_at(&frames[0], place), "{place:?}");
        }
    }
}
