//! Pictures show what they should, where they should.

use tiny_skia::Pixmap;
use wayfront_draw::{
    Colour, ColourMap, DrawError, Fill, FillRule, Key, Layer, Options, Picture, Primitive, RasterImage, Stroke, Theme,
    ZLevel,
};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{Door, Polygon, Source, World, YAxis, builtin, builtin_names, random_polygons};

/// An L-shaped area, a square obstacle near its lower left, and one that sticks out on the right.
fn small_world() -> World {
    World::new()
        .named("small")
        .area(Polygon::ring([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [10.0, 10.0], [10.0, 20.0], [0.0, 20.0]]))
        .with_obstacles(vec![
            Polygon::ring([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]]),
            // The other way around, and beyond the boundary.
            Polygon::ring([[8.0, 12.0], [8.0, 18.0], [14.0, 18.0], [14.0, 12.0]]),
        ])
}

fn decoded(picture: &Picture) -> Pixmap {
    Pixmap::decode_png(&picture.to_png().unwrap()).unwrap()
}

fn colour_at(picture: &Picture, pixmap: &Pixmap, at: [f64; 2]) -> Colour {
    let [x, y] = picture.pixel_from_world(at.into()).unwrap();
    let c = pixmap.pixel(x as u32, y as u32).unwrap();
    Colour { r: c.red(), g: c.green(), b: c.blue(), a: c.alpha() }
}

#[test]
fn obstacles_ground_and_outside_have_their_colours() {
    let theme = Theme::LIGHT;
    for size in [200, 600, 1500] {
        let picture = Picture::of_world(&small_world(), &Options::default().size(size)).unwrap();
        let pixmap = decoded(&picture);
        assert_eq!([pixmap.width(), pixmap.height()], picture.size().unwrap());
        for (at, colour) in [
            ([4.0, 4.0], theme.obstacle),
            ([9.0, 15.0], theme.obstacle),
            // The same obstacle outside the boundary is covered.
            ([12.0, 15.0], theme.outside),
            ([15.0, 5.0], theme.walkable),
            ([17.0, 17.0], theme.outside),
        ] {
            assert_eq!(colour_at(&picture, &pixmap, at), colour, "{at:?} at size {size}");
        }
        assert_eq!(pixmap.pixel(0, 0).unwrap().red(), theme.page.r);
    }
}

#[test]
fn y_points_where_the_world_says() {
    let mut world = small_world();
    let up = Picture::of_world(&world, &Options::default()).unwrap();
    world.y_axis = YAxis::Down;
    let down = Picture::of_world(&world, &Options::default()).unwrap();
    let row = |picture: &Picture, y: f64| picture.pixel_from_world(Point::new(4.0, y)).unwrap()[1];
    assert!(row(&up, 4.0) > row(&up, 16.0));
    assert!(row(&down, 4.0) < row(&down, 16.0));
    for picture in [&up, &down] {
        assert_eq!(colour_at(picture, &decoded(picture), [4.0, 4.0]), Theme::LIGHT.obstacle);
    }
    // The obstacle near the first row shows in the lower or the upper half.
    assert!(row(&up, 4.0) > f64::from(up.size().unwrap()[1]) / 2.0);
    assert!(row(&down, 4.0) < f64::from(down.size().unwrap()[1]) / 2.0);
}

#[test]
fn overlapping_and_nested_obstacles_look_like_their_union() {
    let mut world = small_world();
    let hole = Polygon::ring([[3.0, 3.0], [5.0, 3.0], [5.0, 5.0], [3.0, 5.0]]).outer;
    world.obstacles[0].holes = vec![hole];
    world.obstacles.push(Polygon::ring([[4.0, 4.0], [4.0, 9.0], [9.0, 9.0], [9.0, 4.0]]));
    let picture = Picture::of_world(&world, &Options::default()).unwrap();
    let pixmap = decoded(&picture);
    assert_eq!(colour_at(&picture, &pixmap, [3.5, 3.5]), Theme::LIGHT.walkable);
    assert_eq!(colour_at(&picture, &pixmap, [4.5, 4.5]), Theme::LIGHT.obstacle);
    // The outline of one does not show inside the other.
    assert_eq!(colour_at(&picture, &pixmap, [6.0, 5.5]), Theme::LIGHT.obstacle);
}

#[test]
fn a_raster_lies_below_obstacles_and_within_the_area() {
    let (red, blue) = ([200, 0, 0, 255], [0, 0, 200, 255]);
    for y_axis in [YAxis::Up, YAxis::Down] {
        let world = small_world().with_y_axis(y_axis);
        let mut picture = Picture::of_world(&world, &Options::default()).unwrap();
        // One column, two rows: the first row is the one with the lower y.
        let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 20.0) };
        let raster = RasterImage::new(bounds, 1, 2, [red, blue].concat()).unwrap();
        picture.push(Layer::new("cost", ZLevel::Field, Primitive::Image(raster)));
        let pixmap = decoded(&picture);
        assert_eq!(colour_at(&picture, &pixmap, [15.0, 5.0]), Colour::hex(0xC8_00_00));
        assert_eq!(colour_at(&picture, &pixmap, [4.0, 15.0]), Colour::hex(0x00_00_C8));
        assert_eq!(colour_at(&picture, &pixmap, [4.0, 4.0]), Theme::LIGHT.obstacle);
        assert_eq!(colour_at(&picture, &pixmap, [17.0, 17.0]), Theme::LIGHT.outside);
        assert!(picture.to_svg().unwrap().contains("data:image/png;base64,"));
    }
    let short = RasterImage::new(Bounds::EMPTY, 2, 2, vec![0; 15]);
    assert!(matches!(short, Err(DrawError::RasterSize { needed: 16, found: 15, .. })));
}

#[test]
fn svg_has_a_group_per_layer_and_a_subpath_per_ring() {
    for (name, _) in builtin_names() {
        let world = builtin(name).unwrap();
        let svg = Picture::of_world(&world, &Options::default()).unwrap().to_svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let group = |id: &str| document.descendants().find(|node| node.attribute("id") == Some(id));
        let subpaths = |id: &str| {
            let paths = group(id).into_iter().flat_map(|g| g.children()).filter_map(|n| n.attribute("d"));
            paths.map(|d| d.matches('M').count()).sum::<usize>()
        };
        let rings = world.obstacles.iter().map(|o| 1 + o.holes.len()).sum::<usize>();
        assert_eq!(subpaths("obstacles"), rings, "{name}");
        assert_eq!(subpaths("walls"), world.walls.len(), "{name}");
        assert_eq!(subpaths("barriers"), world.barriers.len(), "{name}");
        assert_eq!(subpaths("doors"), world.closed_doors().count(), "{name}");
        assert_eq!(subpaths("walkable"), world.areas.len(), "{name}");
        for source in world.sources.iter().filter(|s| s.offset == 0.0) {
            let (scene, name) = (name, source.name.as_deref());
            assert!(document.descendants().any(|n| n.has_tag_name("text") && n.text() == name), "{scene}: {name:?}");
        }
        assert!(document.root_element().attribute("viewBox").is_some());
    }
}

#[test]
fn doors_show_whether_they_are_open() {
    let mut world = small_world();
    world.doors = vec![Door::new("west", (0.0, 10.0), (10.0, 10.0)), Door::new("east", (15.0, 0.0), (15.0, 10.0))];
    world.doors[1].open = true;
    let picture = Picture::of_world(&world, &Options::default().size(1500)).unwrap();
    let pixmap = decoded(&picture);
    assert_eq!(colour_at(&picture, &pixmap, [5.0, 10.0]), Theme::LIGHT.door);
    // The leaf of an open door stands at its end; in its middle one sees through.
    assert_eq!(colour_at(&picture, &pixmap, [15.0, 0.5]), Theme::LIGHT.door);
    assert_ne!(colour_at(&picture, &pixmap, [15.0, 5.0]), Theme::LIGHT.door);
    let labels: Vec<bool> = ["closed door", "open door"]
        .map(|text| picture.keys().iter().any(|k| matches!(k, Key::Line { label, .. } if label == text)))
        .to_vec();
    assert_eq!(labels, [true, true]);
}

#[test]
fn names_are_escaped_and_ids_are_unique() {
    let mut world = builtin("two-rooms").unwrap();
    world.name = Some("<R&D> \"Süd\"\u{7}".into());
    world.sources[0].name = Some("a < b & c".into());
    let mut picture = Picture::of_world(&world, &Options::default()).unwrap();
    let stroke = Stroke::new(Colour::hex(0), 2.0).dashed(4.0, 2.0).with_arrow();
    for _ in 0..2 {
        let lines = vec![vec![Point::new(1.0, 1.0), Point::new(4.0, 9.0)]];
        picture.push(Layer::new("my \"route\"", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
    }
    let svg = picture.to_svg().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
    assert!(texts.contains(&"<R&D> \"Süd\"") && texts.contains(&"a < b & c"));
    let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn all_scenes_draw_the_same_bytes_each_time() {
    for (name, _) in builtin_names() {
        let world = builtin(name).unwrap();
        for size in [16, 150, 700] {
            let make = || Picture::of_world(&world, &Options::default().size(size)).unwrap();
            assert_eq!(make().to_png().unwrap(), make().to_png().unwrap(), "{name}");
            assert_eq!(make().to_svg().unwrap(), make().to_svg().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_view_shows_its_part_only() {
    let view = Bounds { min: Point::new(3.0, 3.0), max: Point::new(5.0, 5.0) };
    let options = Options::default().view(view).title(false).scale_bar(false).key(false);
    let picture = Picture::of_world(&small_world(), &options).unwrap();
    let pixmap = decoded(&picture);
    assert_eq!(colour_at(&picture, &pixmap, [4.0, 4.0]), Theme::LIGHT.obstacle);
    assert_eq!(pixmap.pixel(3, pixmap.height() / 2).unwrap().red(), Theme::LIGHT.page.r);
    roxmltree::Document::parse(&picture.to_svg().unwrap()).unwrap();
}

#[test]
fn impossible_pictures_are_errors() {
    let world = small_world();
    let of = |world: &World, size| Picture::of_world(world, &Options::default().size(size));
    assert!(matches!(of(&World::default(), 100), Err(DrawError::Empty)));
    assert!(matches!(of(&world, 0), Err(DrawError::TooSmall { asked: 0, .. })));
    assert!(matches!(of(&world, 20_001), Err(DrawError::TooLarge { .. })));
    assert!(matches!(of(&world, 20_000).unwrap().to_png(), Err(DrawError::TooLarge { .. })));
    let mut broken = small_world();
    broken.areas[0].outer[1].x = f64::NAN;
    assert!(matches!(of(&broken, 100), Err(DrawError::NotFinite)));
    broken.areas[0].outer[1].x = f64::INFINITY;
    assert!(matches!(of(&broken, 100), Err(DrawError::NotFinite)));
    let picture = of(&world, 100).unwrap();
    assert!(matches!(picture.save("picture.jpeg"), Err(DrawError::UnknownExtension { .. })));
    let nowhere = std::env::temp_dir().join("no-such-folder-for-pictures").join("a.png");
    assert!(matches!(picture.save(nowhere), Err(DrawError::Unwritable { .. })));
}

#[test]
fn a_source_beside_the_area_is_in_the_picture() {
    let mut world = small_world();
    let shape = wayfront_world::Shape::Point(Point::new(-5.0, 5.0));
    world.sources.push(Source::of(shape));
    let picture = Picture::of_world(&world, &Options::default()).unwrap();
    assert_eq!(colour_at(&picture, &decoded(&picture), [-5.0, 5.0]), Theme::LIGHT.source);
}

#[test]
fn the_key_explains_and_makes_room() {
    let mut picture = Picture::of_world(&small_world(), &Options::default()).unwrap();
    let [width, height] = picture.size().unwrap();
    for i in 0..12 {
        let ends = ["0".into(), format!("{i} m")];
        picture.push_key(Key::Ramp { label: "cost".into(), map: ColourMap::NearFar, ends });
    }
    let [same, taller] = picture.size().unwrap();
    assert_eq!(same, width);
    assert!(taller > height);
}

#[test]
fn sixty_thousand_vertices_are_drawn() {
    let world = random_polygons(6000, 10, 3);
    let picture = Picture::of_world(&world, &Options::default().size(1600)).unwrap();
    assert!(!picture.to_png().unwrap().is_empty());
    let rings = picture.to_svg().unwrap().matches(['Z', 'z']).count();
    assert!(rings >= 6000, "{rings}");
}

/// The elements of a group of an SVG.
fn elements<'a>(document: &'a roxmltree::Document<'a>, group: &str) -> Vec<roxmltree::Node<'a, 'a>> {
    let group = document.descendants().find(|node| node.attribute("id") == Some(group));
    group.into_iter().flat_map(|group| group.children()).filter(|node| node.is_element()).collect()
}

#[test]
fn halos_and_outlines_are_elements_below() {
    let svg = Picture::of_world(&builtin("office").unwrap(), &Options::default()).unwrap().to_svg().unwrap();
    assert!(!svg.contains("paint-order"));
    let document = roxmltree::Document::parse(&svg).unwrap();
    let labels = elements(&document, "labels");
    assert_eq!(labels.len(), 4, "two names, each with its halo");
    for pair in labels.chunks(2) {
        let [halo, name] = [pair[0], pair[1]];
        assert_eq!((halo.text(), halo.attribute("x")), (name.text(), name.attribute("x")));
        assert_eq!(halo.attribute("stroke"), halo.attribute("fill"));
        assert!(halo.attribute("aria-hidden").is_some() && name.attribute("stroke").is_none());
    }
    let [outline, fill] = elements(&document, "obstacles")[..] else { panic!("an outline and a fill") };
    assert!(outline.has_tag_name("use") && outline.attribute("stroke").is_some());
    assert_eq!(outline.attribute("href").unwrap(), format!("#{}", fill.attribute("id").unwrap()));
    assert!(fill.attribute("stroke").is_none(), "it would inherit none from the copy");
}

/// The texts of the axes and their places.
fn axis_texts(picture: &Picture) -> Vec<(String, [f64; 2])> {
    let svg = picture.to_svg().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let place = |node: &roxmltree::Node| ["x", "y"].map(|axis| node.attribute(axis).unwrap().parse().unwrap());
    let texts = elements(&document, "axes").into_iter().filter(|node| node.has_tag_name("text"));
    texts.map(|node| (node.text().unwrap().to_owned(), place(&node))).collect()
}

#[test]
fn axes_have_coordinates_at_their_places() {
    for y_axis in [YAxis::Up, YAxis::Down] {
        for origin in [[0.0, 0.0], [-7.0, 3.5], [500_000.0, 5_600_000.0]] {
            let moved = |ring: &Polygon| {
                Polygon::ring(ring.outer.iter().map(|p| [p.x + origin[0], p.y + origin[1]]).collect::<Vec<_>>())
            };
            let areas = small_world().areas.iter().map(moved).collect();
            let world = World::new().with_areas(areas).with_y_axis(y_axis);
            let picture = Picture::of_world(&world, &Options::default().axes(true)).unwrap();
            let texts = axis_texts(&picture);
            let names: Vec<&str> = texts.iter().map(|text| text.0.as_str()).filter(|t| t.contains(',')).collect();
            assert_eq!(names, ["x, m", "y, m"]);
            let [width, height] = picture.size().unwrap().map(f64::from);
            let mut shown = [0, 0];
            for (text, [x, y]) in texts.iter().filter(|text| !text.0.contains(',')) {
                let value: f64 = text.parse().unwrap();
                let [of_x, of_y] = picture.pixel_from_world(Point::new(value, value)).unwrap();
                let is_x = (x - of_x).abs() < 0.01;
                assert!(is_x || (0.0..9.0).contains(&(y - of_y)), "{text} at {x}, {y}");
                assert!((0.0..width).contains(x) && (0.0..height).contains(y));
                shown[usize::from(!is_x)] += 1;
            }
            assert!(shown.iter().all(|count| (5..=21).contains(count)), "{shown:?}");
        }
    }
}

#[test]
fn axes_need_room_and_get_it() {
    let of = |options: Options| Picture::of_world(&small_world(), &options).unwrap();
    assert!(axis_texts(&of(Options::default())).is_empty());
    assert!(axis_texts(&of(Options::default().size(150).axes(true))).is_empty());
    let (bare, axes) = (of(Options::default()), of(Options::default().axes(true)));
    let [[w, h], [wider, higher]] = [&bare, &axes].map(|picture| picture.size().unwrap());
    assert!(wider > w && higher > h);
    // The world is as large as without them.
    let across = |picture: &Picture| {
        let [a, b] = [0.0, 20.0].map(|x| picture.pixel_from_world(Point::new(x, 0.0)).unwrap()[0]);
        b - a
    };
    assert!((across(&bare) - across(&axes)).abs() < 1e-9);
    assert_eq!(colour_at(&axes, &decoded(&axes), [4.0, 4.0]), Theme::LIGHT.obstacle);
}

/// What an SVG file says about a fill: where rings overlap, how much shows through, and the title as it was given.
#[test]
fn svg_keeps_fill_rules_opacity_and_titles() {
    let ring = |a: f64, b: f64| [[a, a], [b, a], [b, b], [a, b]].map(Point::from).to_vec();
    let title = "halls <3 & \"one\" more";
    let mut picture = Picture::of_world(&small_world(), &Options::default()).unwrap();
    picture.set_title(Some(title.into()));
    let colour = Colour { r: 10, g: 20, b: 30, a: 51 };
    for (name, rule) in [("odd", FillRule::EvenOdd), ("around", FillRule::NonZero)] {
        let shape = Primitive::Polygons {
            rings: vec![ring(11.0, 19.0), ring(13.0, 17.0)],
            fill: Fill { colour, rule },
            outline: None,
        };
        picture.push(Layer::new(name, ZLevel::Mark, shape));
    }
    let svg = picture.to_svg().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert_eq!(titles, [title]);
    for (name, rule) in [("odd", Some("evenodd")), ("around", None)] {
        let group = document.descendants().find(|n| n.attribute("id") == Some(name)).unwrap();
        let path = group.descendants().find(|n| n.attribute("fill-opacity").is_some()).unwrap();
        assert_eq!((path.attribute("fill-rule"), path.attribute("fill-opacity")), (rule, Some(".2")), "{name}");
    }
}
