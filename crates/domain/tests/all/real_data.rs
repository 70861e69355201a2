//! Inputs that broke other triangulators.

use std::collections::BTreeMap;
use std::path::PathBuf;
use wayfront_geometry::{Bounds, Point};
use wayfront_testkit::data::{self, CDT, EARCUT};
use wayfront_testkit::domains::sane_named;
use wayfront_testkit::free_space::Oracle;
use wayfront_world::{Polygon, Wall, World};

/// Name without extension, and content, of listed files.
fn texts(paths: &[PathBuf]) -> Vec<(String, String)> {
    let text = |path: &PathBuf| {
        let name = path.file_stem().expect("files have names").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("can be read"))
    };
    paths.iter().map(text).collect()
}

/// The first ring is the area, the others are obstacles. Rings without three different points are nothing.
fn earcut_world(text: &str) -> Option<World> {
    let rings: Vec<Vec<[f64; 2]>> = serde_json::from_str(text).expect("a list of rings");
    let is_ring = |ring: &[[f64; 2]]| (0..ring.len()).filter(|&k| !ring[..k].contains(&ring[k])).take(3).count() == 3;
    let (first, holes) = rings.split_first()?;
    let obstacles = holes.iter().filter(|r| is_ring(r)).map(|r| Polygon::ring(r.iter().copied())).collect();
    is_ring(first).then(|| World::new().area(Polygon::ring(first.iter().copied())).with_obstacles(obstacles))
}

/// Fixtures whose listed area is another than ours, and ours. The list is what GEOS makes of them.
const OTHER_RULE: [(&str, f64); 13] = [
    // A hole crosses the outer ring: by the even-odd rule, its part outside is inside.
    ("bad-hole", 2143.689189189193),
    // A lobe of the outer ring is wound twice: outside by the even-odd rule.
    ("simplified-us-border", 141528.9958227848),
    // Holes that share edges with the outer ring, or are equal to it: the list leaves out the holes.
    ("empty-square", 0.0),
    ("infinite-loop-jhl", 1.5e-28),
    ("issue131", 25678692.5),
    ("issue142", 70.01745624072674),
    ("issue149", 256.0),
    ("issue83", 0.0),
    ("water", 1760629.0728678005),
    ("water2", 6894335.5),
    ("water3", 16395803.5),
    ("water3b", 18855820.5),
    ("water4", 16145911.5),
];

#[test]
fn earcut_fixtures_have_the_right_area() {
    let (Some(fixtures), Some(table)) = (EARCUT.paths(), data::file("polygons/earcut-areas.tsv")) else { return };
    let table = std::fs::read_to_string(table).expect("can be read");
    let expected: BTreeMap<&str, f64> = table
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter_map(|columns| Some((columns[0], columns[4].parse().ok()?)))
        .collect();
    let mut wrong = Vec::new();
    for (name, text) in texts(&fixtures) {
        let Some(world) = earcut_world(&text) else { continue };
        let area = sane_named(&name, &world).area();
        let Some(&theirs) = expected.get(name.as_str()) else { continue };
        let bounds = Bounds::of(world.points());
        let is_same = |other: f64| (area - other).abs() <= 1e-9 * bounds.width() * bounds.height();
        let known = OTHER_RULE.iter().find(|k| k.0 == name);
        if known.is_some() && !is_same(Oracle::of(&world).area()) {
            wrong.push(format!("{name}: {area}, but the oracle says otherwise"));
        }
        match known {
            Some(&(_, ours)) if is_same(theirs) => wrong.push(format!("{name}: {ours} is listed, but {area} is right")),
            Some(&(_, ours)) if !is_same(ours) => wrong.push(format!("{name}: {area}, listed as {ours}")),
            None if !is_same(theirs) => wrong.push(format!("(\"{name}\", {area:?}), // {theirs}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `n m`, then n points, then m pairs of points.
fn cdt_world(text: &str) -> World {
    let mut numbers = text.split_whitespace().map(|n| n.parse::<f64>().expect("a number"));
    let mut next = || numbers.next().expect("as many numbers as promised");
    let (count, edges) = (next() as usize, next() as usize);
    let points: Vec<Point> = (0..count).map(|_| Point::new(next(), next())).collect();
    let box_around = Bounds::of(&points).corners();
    let mut wall = || Wall { points: vec![points[next() as usize], points[next() as usize]], ..Wall::default() };
    let walls: Vec<Wall> = (0..edges).map(|_| wall()).filter(|w| w.points[0] != w.points[1]).collect();
    World::new().area(Polygon::ring(box_around)).with_walls(walls)
}

#[test]
fn cdt_inputs_as_walls_take_no_area() {
    let Some(inputs) = CDT.paths() else { return };
    for (name, text) in texts(&inputs) {
        let world = cdt_world(&text);
        let bounds = Bounds::of(world.points());
        let domain = sane_named(&name, &world);
        let area = bounds.width() * bounds.height();
        assert!((domain.area() - area).abs() <= 1e-9 * area, "{name}: {} instead of {area}", domain.area());
        for wall in &world.walls {
            assert!(domain.contains(wall.points[0]) && domain.contains(wall.points[1]), "{name}");
        }
    }
}
