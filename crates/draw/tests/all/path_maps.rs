//! Pictures of path maps: what must be in them, at which place, and that they are stable and small.

use std::sync::Arc;
use wayfront_domain::{Domain, Scene};
use wayfront_draw::{MapColours, MapDrawing, MapStyle, Options, Picture, Primitive, ZLevel};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_world::{Polygon, Source, World};

fn square(obstacles: Vec<Polygon>) -> World {
    let areas = vec![Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])];
    World::new().with_areas(areas).with_obstacles(obstacles)
}

fn picture(world: &World, style: &MapStyle) -> Picture {
    let map = PathMap::new(Arc::new(Domain::without_doors(world).unwrap()), &world.sources).unwrap();
    Picture::of_path_map(world, &map, style, &Options::default().size(500)).unwrap()
}

fn names(picture: &Picture) -> Vec<&str> {
    picture.layers().iter().map(|layer| layer.name.as_str()).collect()
}

/// The colour of the picture at a place of the world.
fn colour_at(picture: &Picture, p: Point) -> [u8; 3] {
    let pixmap = tiny_skia::Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
    let [x, y] = picture.pixel_from_world(p).unwrap();
    let c = pixmap.pixel(x as u32, y as u32).unwrap();
    [c.red(), c.green(), c.blue()]
}

#[test]
fn regions_differ_across_a_border() {
    let mut world = square(vec![]);
    world.sources = vec![Source::point((2.0, 5.0)), Source::point((8.0, 5.0))];
    let style = MapStyle::default().isolines(0).routes(0);
    let picture = picture(&world, &style);
    let [left, near, right] = [[1.0, 2.0], [4.8, 8.0], [5.2, 8.0]].map(|p| colour_at(&picture, p.into()));
    assert_eq!(left, near);
    assert_ne!(near, right);
}

#[test]
fn every_layer_is_there() {
    let world = wayfront_world::builtin("office").unwrap();
    let picture = picture(&world, &MapStyle::default());
    for name in ["regions", "isolines", "borders", "routes", "agents", "obstacles"] {
        assert!(names(&picture).contains(&name), "{name}");
    }
    let svg = picture.to_svg().unwrap();
    roxmltree::Document::parse(&svg).unwrap();
    assert!(!svg.contains("<image"), "regions are shapes");
    assert!(svg.len() < 400_000, "{}", svg.len());
}

#[test]
fn unreachable_rooms_are_hatched() {
    let mut room = Polygon::ring([(4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0)]);
    room.holes.push([[5.0, 5.0], [7.0, 5.0], [7.0, 7.0], [5.0, 7.0]].map(Point::from).to_vec());
    let mut world = square(vec![room]);
    world.sources = vec![Source::point((1.0, 1.0))];
    let picture = picture(&world, &MapStyle::default());
    let layer = picture.layers().iter().find(|layer| layer.name == "unreachable").unwrap();
    assert_eq!((layer.level, layer.primitives.len()), (ZLevel::Field, 2));
    assert!(picture.to_svg().unwrap().contains("unreachable"));
}

#[test]
fn costs_grow_away_from_the_source() {
    let mut world = square(vec![]);
    world.sources = vec![Source::segment((0.0, 0.0), (0.0, 10.0))];
    let style = MapStyle::cost().isolines(0).routes(0);
    assert!(matches!(style.colours, MapColours::Cost(_)));
    let picture = picture(&world, &style);
    let brightness = |x: f64| colour_at(&picture, Point::new(x, 5.0)).iter().map(|&c| u32::from(c)).sum::<u32>();
    assert!(brightness(1.0) > brightness(5.0) && brightness(5.0) > brightness(9.0));
}

#[test]
fn agents_start_apart_and_reach_a_source() {
    let world = wayfront_world::builtin("two-rooms").unwrap();
    let picture = picture(&world, &MapStyle::default().routes(5));
    let layer = picture.layers().iter().find(|layer| layer.name == "routes").unwrap();
    let Primitive::Lines { lines, .. } = &layer.primitives[0] else { panic!("routes are lines") };
    assert_eq!(lines.len(), 5);
    for (k, route) in lines.iter().enumerate() {
        assert!((route[route.len() - 1].x - 20.0).abs() < 1e-9, "ends at the door");
        assert!(lines[..k].iter().all(|other| other[0].distance(route[0]) > 1.0));
    }
}

#[test]
fn the_same_map_gives_the_same_picture() {
    let world = wayfront_world::builtin("touching").unwrap();
    let [a, b] = [0, 1].map(|_| picture(&world, &MapStyle::default()).to_svg().unwrap());
    assert!(a == b);
}

/// Plain maps share their cells; where speeds differ, the map is traced as finely as the picture needs.
#[test]
fn prepared_maps_give_the_same_picture() {
    for name in ["office", "terminal"] {
        let scene = Scene::open(name).unwrap();
        let (map, world) = (PathMap::of(&scene).unwrap(), scene.settled_world());
        let options = Options::default().size(300);
        for style in [MapStyle::default().routes(3), MapStyle::cost().farthest(20.0)] {
            let plain = Picture::of_path_map(&world, &map, &style, &options).unwrap();
            let drawing = MapDrawing::new(&map, &style);
            assert_eq!(drawing.routes().len(), style.routes, "{name}");
            let prepared = Picture::of_map_drawing(&world, drawing, &style, &options).unwrap();
            assert!(prepared.to_svg().unwrap() == plain.to_svg().unwrap(), "{name}");
        }
    }
}

#[test]
fn the_far_end_of_the_scale_can_be_set() {
    let mut world = square(vec![]);
    world.sources = vec![Source::point((2.0, 5.0))];
    let svg = |style: &MapStyle| picture(&world, style).to_svg().unwrap();
    let (own, set) = (svg(&MapStyle::cost()), svg(&MapStyle::cost().farthest(73.0)));
    assert!(!own.contains(">73<") && set.contains(">73<"));
}
