//! What geometry files mean.

use std::path::PathBuf;
use wayfront_geometry::{Point, ring_area};
use wayfront_world::{Format, Polygon, Shape, World, YAxis, read_file, read_text};

fn read(format: Format, text: &str) -> World {
    read_text(text.as_bytes(), format, "plan").unwrap_or_else(|rejected| panic!("{rejected}"))
}

fn counts(world: &World) -> (usize, usize, usize, usize) {
    (world.areas.len(), world.obstacles.len(), world.walls.len(), world.sources.len())
}

fn area(polygon: &Polygon) -> f64 {
    ring_area(&polygon.outer).abs() - polygon.holes.iter().map(|hole| ring_area(hole).abs()).sum::<f64>()
}

fn square(x: i32, y: i32, s: i32) -> String {
    format!("[[{x},{y}],[{},{y}],[{},{}],[{x},{}],[{x},{y}]]", x + s, x + s, y + s, y + s)
}

fn collection(features: &[(&str, String)]) -> String {
    let feature = |(properties, geometry): &(&str, String)| {
        format!("{{\"type\": \"Feature\", \"properties\": {properties}, \"geometry\": {geometry}}}")
    };
    let features: Vec<String> = features.iter().map(feature).collect();
    format!("{{\"type\": \"FeatureCollection\", \"features\": [{}]}}", features.join(","))
}

fn polygon(rings: &[String]) -> String {
    format!("{{\"type\": \"Polygon\", \"coordinates\": [{}]}}", rings.join(","))
}

#[test]
fn geojson_without_roles() {
    let one = polygon(&[square(0, 0, 9), square(1, 1, 2), square(5, 5, 2)]);
    for text in [one.clone(), collection(&[("null", one.clone())])] {
        let world = read(Format::GeoJson, &text);
        assert_eq!(counts(&world), (1, 2, 0, 0));
        assert_eq!(world.areas[0].outer.len(), 4);
        assert_eq!(world.obstacles[1].place.ring, 2);
    }
    let several = collection(&[
        ("{}", polygon(&[square(0, 0, 3)])),
        ("{\"fid\": 3}", polygon(&[square(5, 5, 3), square(6, 6, 1)])),
    ]);
    let world = read(Format::GeoJson, &several);
    assert_eq!(counts(&world), (0, 2, 0, 0));
    assert_eq!(world.obstacles[1].holes.len(), 1);
    let multi =
        format!("{{\"type\": \"MultiPolygon\", \"coordinates\": [[{}], [{}]]}}", square(0, 0, 3), square(5, 5, 3));
    assert_eq!(counts(&read(Format::GeoJson, &multi)), (0, 2, 0, 0));
}

#[test]
fn geojson_with_roles() {
    let line = "{\"type\": \"LineString\", \"coordinates\": [[1, 8], [2, 8]]}".to_owned();
    let point = "{\"type\": \"Point\", \"coordinates\": [1, 8, 100]}".to_owned();
    let text = collection(&[
        ("{\"role\": \"boundary\"}", polygon(&[square(0, 0, 9)])),
        ("{\"role\": \"obstacle\"}", polygon(&[square(1, 1, 5), square(2, 2, 1)])),
        ("{\"role\": \"wall\"}", line.clone()),
        ("{\"role\": \"source\", \"name\": \"exit\", \"offset\": 1.5}", line),
        ("{\"role\": \"source\"}", point),
    ]);
    let world = read(Format::GeoJson, &text);
    assert_eq!(counts(&world), (1, 1, 1, 2));
    assert_eq!(area(&world.obstacles[0]), 24.0);
    assert_eq!((world.sources[0].name.as_deref(), world.sources[0].offset), (Some("exit"), 1.5));
    assert_eq!(world.sources[1].shape, Shape::Point(Point::new(1.0, 8.0)));
    assert!(world.notes.is_empty(), "{:?}", world.notes);
}

/// A line around the plan is a boundary if it comes back to where it began, and a problem if it does not.
#[test]
fn geojson_boundaries_may_be_closed_lines() {
    let plan = |points: &str| {
        let line = format!("{{\"type\": \"LineString\", \"coordinates\": [{points}]}}");
        collection(&[("{\"role\": \"boundary\"}", line)])
    };
    let closed = read(Format::GeoJson, &plan("[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]"));
    assert_eq!((counts(&closed), closed.areas[0].outer.len()), ((1, 0, 0, 0), 4));
    let open = read_text(plan("[0, 0], [9, 0], [9, 9], [0, 9]").as_bytes(), Format::GeoJson, "plan").unwrap_err();
    assert!(open.to_string().contains("a boundary is a Polygon or a closed LineString"), "{open}");
}

/// Degrees are recognised by the name of the system, or by a plan that is far too small for metres; neither alone is missed.
#[test]
fn geojson_in_degrees_is_noted() {
    let plan = |side: f64, crs: &str| {
        let corners = [[9.0, 48.0], [9.0 + side, 48.0], [9.0 + side, 48.0 + side], [9.0, 48.0]];
        format!("{{\"type\": \"Polygon\", {crs} \"coordinates\": [{corners:?}]}}")
    };
    let named = "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:OGC:1.3:CRS84\"}},";
    for (side, crs, expected) in [(0.01, "", true), (5.0, named, true), (0.01, named, true), (5.0, "", false)] {
        let world = read(Format::GeoJson, &plan(side, crs));
        let is_noted = world.notes.iter().any(|note| note.text.contains("longitude and latitude"));
        assert_eq!(is_noted, expected, "{side} {crs}: {:?}", world.notes);
    }
}

#[test]
fn json_is_recognised_by_its_content() {
    let plan = polygon(&[square(0, 0, 9)]);
    let rings = format!("[{}, {}]", square(0, 0, 9), square(1, 1, 2));
    let scene = format!("{{\"world\": {{\"boundary\": {}}}}}", square(0, 0, 9));
    for (text, obstacles) in [(plan, 0), (rings, 1), (scene, 0)] {
        assert_eq!(counts(&read(Format::SceneJson, &text)), (1, obstacles, 0, 0));
    }
}

#[test]
fn wkt_areas_and_walls() {
    let world = read(Format::Wkt, "srid=4326; polygon z ((0 0 5, 9 0 5, 9 9 5, 0 0 5), (4 1 5, 5 1 5, 5 2 5, 4 1 5))");
    assert_eq!(counts(&world), (1, 1, 0, 0));
    let several = "MULTIPOLYGON (((0 0, 9 0, 9 9), (4 1, 5 1, 5 2)), ((20 0, 29 0, 29 9)))";
    let world = read(Format::Wkt, several);
    assert_eq!(counts(&world), (2, 0, 0, 0));
    assert_eq!(world.areas[0].holes.len(), 1);
    let mixed = "GEOMETRYCOLLECTION (POLYGON ((0 0, .9e1 0., 9 9)), POINT (1 1), MULTIPOINT ((1 1), (2 2)), LINESTRING EMPTY, MULTILINESTRING ((1 0, 2 0), (3 0, 4 0)))";
    let world = read(Format::Wkt, mixed);
    assert_eq!(counts(&world), (1, 0, 2, 0));
    assert_eq!(world.notes.len(), 2);
}

#[test]
fn grid_maps_grow_downwards() {
    let world = read(Format::MovingAi, "type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n@...\r\n..GS\r\n.TT.\r\n\r\n");
    assert_eq!(world.y_axis, YAxis::Down);
    assert_eq!(area(&world.areas[0]), 12.0);
    let corners: Vec<Point> = [(1.0, 2.0), (3.0, 2.0), (3.0, 3.0), (1.0, 3.0)].map(Point::from).to_vec();
    assert_eq!(world.obstacles[1].outer, corners);
    assert_eq!(world.obstacles[1].place.line, 7);
    let letters = read(Format::MovingAi, "type octile\nheight 1\nwidth 11\nmap\n@.O.T.W.G.S\n");
    let columns: Vec<f64> = letters.obstacles.iter().map(|o| o.outer[0].x).collect();
    assert_eq!(columns, [0.0, 2.0, 4.0, 6.0]);
}

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("wayfront-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn ros(&self, more: &str, image: &[u8]) -> World {
        std::fs::write(self.0.join("map.yaml"), format!("image: map.pgm\nresolution: 0.5\n{more}\n")).unwrap();
        std::fs::write(self.0.join("map.pgm"), image).unwrap();
        read_file(&self.0.join("map.yaml")).unwrap_or_else(|rejected| panic!("{rejected}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn ros_maps_follow_their_mode() {
    let folder = Folder::new("ros");
    let blocked = |more: &str, pixels: [u8; 6]| {
        let mut image = b"P5\n# by hand\n3 2\n255\n".to_vec();
        image.extend(pixels);
        let world = folder.ros(&format!("origin: [1, 2, 0]\n{more}"), &image);
        world.obstacles.iter().map(area).sum::<f64>() / 0.25
    };
    let pixels = [0, 254, 205, 100, 255, 254];
    assert_eq!(blocked("", pixels), 3.0); // 205 is unknown: 0.196 is not below the threshold
    assert_eq!(blocked("free_thresh: 0.25", pixels), 2.0);
    assert_eq!(blocked("negate: 1", pixels), 5.0);
    assert_eq!(blocked("mode: scale", pixels), 3.0);
    assert_eq!(blocked("mode: raw", [0, 100, 255, 10, 0, 50]), 3.0);
    let unknown = |pixels: [u8; 3]| {
        let image = [b"P5 3 1 255\n".as_slice(), &pixels].concat();
        folder
            .ros("origin: [0, 0, 0]\nmode: raw", &image)
            .notes
            .iter()
            .map(|note| note.text.clone())
            .collect::<String>()
    };
    assert_eq!(unknown([0, 100, 101]), "1 cell is unknown; it counts as blocked");
    assert_eq!(unknown([101, 100, 255]), "2 cells are unknown; they count as blocked");
}

#[test]
fn ros_maps_lie_at_their_origin() {
    let folder = Folder::new("origin");
    let image = b"P2 3 2 255\n0 254 254\n254 254 0\n";
    let world = folder.ros("origin: [1, 2, 0]", image);
    assert_eq!(world.y_axis, YAxis::Up);
    assert_eq!(world.obstacles[0].outer, [(1.0, 3.0), (1.5, 3.0), (1.5, 2.5), (1.0, 2.5)].map(Point::from));
    assert_eq!(area(&world.areas[0]), 1.5);
    let turned = folder.ros("origin: [1, 2, 1.5707963267948966]", image);
    let corners = [(0.0, 2.0), (0.0, 2.5), (0.5, 2.5), (0.5, 2.0)].map(Point::from);
    for (found, expected) in turned.obstacles[0].outer.iter().zip(corners) {
        assert!(found.distance(expected) < 1e-12, "{found} instead of {expected}");
    }
    // Where an obstacle meets the frame they share their points to the last bit.
    let frame = &turned.areas[0].outer;
    assert_eq!(frame.len(), 8);
    let shared = |p: &&Point| frame.iter().any(|q| q == *p);
    assert_eq!(turned.obstacles.iter().flat_map(|o| &o.outer).filter(shared).count(), 6);
}

#[test]
fn a_scene_takes_geometry_from_another_file() {
    let folder = Folder::new("include");
    let scene = "[world]\nfile = \"hall.wkt\"\nwalls = [[[1, 1], [2, 2]]]\n[[sources]]\npoint = [1, 8]\n";
    std::fs::write(folder.0.join("scene.toml"), scene).unwrap();
    std::fs::write(folder.0.join("hall.wkt"), "POLYGON ((0 0, 9 0, 9 9, 0 9), (4 1, 5 1, 5 2))").unwrap();
    let world = read_file(&folder.0.join("scene.toml")).unwrap();
    assert_eq!(counts(&world), (1, 1, 1, 1));
    assert_eq!(world.files.len(), 2);
    std::fs::write(folder.0.join("grid.map"), "type octile\nheight 1\nwidth 2\nmap\n.@\n").unwrap();
    for (axis, expected) in [("", YAxis::Down), ("y_axis = \"up\"", YAxis::Up)] {
        std::fs::write(folder.0.join("grid.toml"), format!("[world]\n{axis}\nfile = \"grid.map\"\n")).unwrap();
        assert_eq!(read_file(&folder.0.join("grid.toml")).unwrap().y_axis, expected);
    }
    assert_eq!((world.areas[0].place.file, world.walls[0].place.file), (1, 0));
}

#[test]
fn edges_are_walls() {
    let world = read(Format::Edges, "3 3\n0 0\n1e1 0 5 5\n0 1\n1 2\n2 2\n");
    assert_eq!(counts(&world), (0, 0, 2, 0));
    assert_eq!(world.notes[0].to_string(), "edge[2]: edges without length are left out: 1");
}

/// Heights and measures are passed over, whether `Z`, `M` and `ZM` stand apart, are glued to the name or are left out.
#[test]
fn wkt_with_heights_and_measures_is_the_same_plan() {
    let plain = "GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 0), (4 1, 5 1, 5 2, 4 1)), LINESTRING (1 0.5, 2 0.5))";
    let read =
        |text: &str| read_text(text.as_bytes(), Format::Wkt, "plan.wkt").unwrap_or_else(|e| panic!("{text}: {e}"));
    let expected = read(plain);
    let outline = |world: &World| -> Vec<Vec<Point>> {
        let rings = world
            .areas
            .iter()
            .chain(&world.obstacles)
            .flat_map(|p| p.rings().map(<[Point]>::to_vec).collect::<Vec<_>>());
        rings.chain(world.walls.iter().map(|wall| wall.points.clone())).collect()
    };
    assert_eq!(outline(&expected).len(), 3);
    for (kind, behind) in [("Z", " 7"), ("M", " -3.5"), ("ZM", " 7 1e3"), ("", " 7"), ("", " 7 8")] {
        for gap in ["", " "] {
            let text = plain
                .replace("POLYGON (", &format!("POLYGON{gap}{kind} ("))
                .replace("LINESTRING (", &format!("LINESTRING{gap}{kind} ("));
            let text: String = text
                .split_inclusive([',', ')'])
                .map(|part| match part.trim_end_matches([',', ')']) {
                    numbers if numbers.ends_with(|c: char| c.is_ascii_digit()) => {
                        format!("{numbers}{behind}{}", &part[numbers.len()..])
                    }
                    _ => part.to_owned(),
                })
                .collect();
            assert_eq!(outline(&read(&text)), outline(&expected), "{text}");
        }
    }
    let refused = read_text(b"POLYGON ZM ((0 0 1 2 3, 9 0 1 2 3, 9 9 1 2 3))", Format::Wkt, "plan.wkt");
    assert!(refused.is_err(), "five numbers are no point");
}

/// Quotes of either kind, and a `#` within them that begins no comment.
#[test]
fn ros_maps_may_quote_their_image() {
    for quote in ['"', '\''] {
        let folder = Folder::new(if quote == '"' { "ros-double" } else { "ros-single" });
        std::fs::write(folder.0.join("floor # 1.pgm"), b"P5 2 1 255\n\x00\xff").unwrap();
        let yaml = format!("image: {quote}floor # 1.pgm{quote} # upstairs\nresolution: 0.5\norigin: [0, 0, 0]\n");
        std::fs::write(folder.0.join("map.yaml"), yaml).unwrap();
        let world = read_file(&folder.0.join("map.yaml")).unwrap_or_else(|rejected| panic!("{rejected}"));
        assert_eq!(world.obstacles.iter().map(area).sum::<f64>(), 0.25, "{quote}");
    }
}

/// Holes that are a single point or a line are left out, with a note.
#[test]
fn rings_without_area_are_left_out() {
    let world = read(Format::Rings, "[[[0, 0], [9, 0], [9, 9]], [[5, 2], [5, 2], [5, 2]], [[6, 2], [7, 3], [6, 2]]]");
    assert_eq!((world.areas.len(), world.obstacles.len()), (1, 0));
    assert_eq!(world.notes.len(), 1, "{:?}", world.notes);
}
