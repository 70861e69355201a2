//! Scenes that were read, written or reported wrongly once, each as small as it could be made, named after what broke.

use wayfront_geometry::Point;
use wayfront_world::{Format, Polygon, World, read_text, write_text};

fn is_free(world: &World, p: Point) -> bool {
    let inside = |ring: &[Point]| wayfront_geometry::winding_number(ring, p) != Some(0);
    let covered = |polygon: &Polygon| inside(&polygon.outer) && !polygon.holes.iter().any(|hole| inside(hole));
    world.areas.iter().any(covered) && !world.obstacles.iter().any(covered)
}

#[test]
fn wkt_of_courtyards_and_several_areas_covers_the_same_points() {
    let square = |x: f64, y: f64, s: f64| [(x, y), (x + s, y), (x + s, y + s), (x, y + s)];
    let areas = vec![Polygon::ring(square(0.0, 0.0, 10.0)), Polygon::ring(square(8.0, 0.0, 10.0))];
    let mut world = World::new().with_areas(areas);
    let mut solid = Polygon::ring(square(2.0, 2.0, 6.0));
    solid.holes.push(square(3.0, 3.0, 4.0).map(Point::from).to_vec());
    world.obstacles = vec![solid, Polygon::ring(square(4.0, 4.0, 1.0)), Polygon::ring(square(9.0, 8.0, 1.0))];
    let text = write_text(&world, Format::Wkt).unwrap();
    let read = read_text(text.as_bytes(), Format::Wkt, "again").unwrap();
    for x in 0..72 {
        for y in 0..44 {
            let p = Point::new(f64::from(x) / 4.0 + 0.1, f64::from(y) / 4.0 + 0.1);
            assert_eq!(is_free(&read, p), is_free(&world, p), "{p}");
        }
    }
}

/// What could not be read is not missed a second time.
#[test]
fn things_with_problems_of_their_own_are_not_missed() {
    let room = "[world]\nboundary = [[0, 0], [9, 0], [9, 9], [0, 9]]\n";
    let motion = "[[motions]]\nsource = \"exit\"\ntimes = [0]\npresent = [false]\n";
    let scene = format!("{room}[[sources]]\nname = \"exit\"\npoint = 3\n{motion}");
    let rejected = read_text(scene.as_bytes(), Format::SceneToml, "x").expect_err("a number is no point");
    let expected = "x:5: sources[0]: `point` must be a point, not a number\n    write it as [x, y]";
    assert_eq!(rejected.to_string(), expected);
}
