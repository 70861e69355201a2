use super::*;
use std::collections::BTreeSet;
use wayfront_geometry::{Bounds, Point, orient, winding_number};

/// Scenes whose free space is in one piece.
const CONNECTED: [&str; 14] = [
    "office",
    "city",
    "hall",
    "terminal",
    "maze",
    "spiral",
    "profiling2",
    "two-rooms",
    "sources",
    "bicycle",
    "trains",
    "subway",
    "queue-delay",
    "three-exits",
];

fn rings(world: &World) -> impl Iterator<Item = &[Point]> {
    world.areas.iter().chain(&world.obstacles).flat_map(crate::model::Polygon::rings)
}

fn edges(world: &World) -> Vec<[Point; 2]> {
    let closed = rings(world).flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
    let open = world.walls.iter().flat_map(|wall| wall.points.windows(2).map(|w| [w[0], w[1]]));
    closed.chain(open).collect()
}

/// The segments cross properly: in a point inside both.
fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let opposite = |a, b, c, d| orient(a, b, c) * orient(a, b, d) < 0.0;
    opposite(a, b, c, d) && opposite(c, d, a, b)
}

fn boxes_meet(a: [Point; 2], b: [Point; 2]) -> bool {
    let (a, b) = (Bounds::of(&a), Bounds::of(&b));
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// In an area and in no obstacle; outlines are free.
fn is_free(world: &World, p: Point) -> bool {
    let within = |polygon: &crate::model::Polygon, on_outline: bool| {
        let holes = polygon.holes.iter().map(|hole| winding_number(hole, p));
        let in_hole = holes.into_iter().any(|w| w.map_or(!on_outline, |w| w != 0));
        winding_number(&polygon.outer, p).map_or(on_outline, |w| w != 0) && !in_hole
    };
    world.areas.iter().any(|area| within(area, true)) && !world.obstacles.iter().any(|o| within(o, false))
}

/// Every scene as described, and some moments of those that move.
fn moments() -> impl Iterator<Item = (String, World)> {
    all().flat_map(|(name, world)| {
        let still = if world.motions.is_empty() { 0 } else { 40 };
        let step = world.duration() / 39.0;
        let moving: Vec<(String, World)> = (0..still)
            .map(|k| (format!("{name} at {:.2}", f64::from(k) * step), world.at(f64::from(k) * step)))
            .collect();
        std::iter::once((name.to_owned(), world)).chain(moving).collect::<Vec<_>>()
    })
}

fn all() -> impl Iterator<Item = (&'static str, World)> {
    builtin_names().map(|(name, _)| (name, builtin(name).unwrap()))
}

#[test]
fn no_outlines_cross() {
    for (name, world) in moments() {
        let edges = edges(&world);
        for (i, &a) in edges.iter().enumerate() {
            for &b in &edges[..i] {
                assert!(!(boxes_meet(a, b) && cross(a, b)), "{name}: {a:?} crosses {b:?}");
            }
        }
    }
}

#[test]
fn obstacles_lie_in_the_areas_and_not_in_each_other() {
    for (name, world) in moments() {
        for (i, obstacle) in world.obstacles.iter().enumerate() {
            for &p in &obstacle.outer {
                assert!(world.areas.iter().any(|a| winding_number(&a.outer, p) != Some(0)), "{name}: {p} is outside");
                let others = world.obstacles.iter().enumerate().filter(|&(j, _)| j != i);
                for (j, other) in others {
                    let in_hole = other.holes.iter().any(|hole| winding_number(hole, p) != Some(0));
                    let inside = winding_number(&other.outer, p).is_some_and(|w| w != 0) && !in_hole;
                    assert!(!inside, "{name}: obstacle {i} reaches into {j} at {p}");
                }
            }
        }
    }
}

#[test]
fn only_scenes_about_touching_touch() {
    for (name, world) in all().filter(|(name, _)| !["touching", "pinch", "maze", "two-rooms"].contains(name)) {
        let mut seen = BTreeSet::new();
        for p in world.points() {
            assert!(seen.insert((p.x.to_bits(), p.y.to_bits())), "{name}: two outlines meet at {p}");
        }
        for &[a, b] in &edges(&world) {
            for &p in world.points().filter(|&&p| p != a && p != b && Bounds::of(&[a, b]).contains(p)) {
                assert!(orient(a, b, p) != 0.0, "{name}: {p} lies on {a} - {b}");
            }
        }
    }
}

#[test]
fn sources_and_what_hangs_on_the_boundary_are_in_place() {
    assert!(all().all(|(_, world)| crate::validate(&world).is_empty() && !world.sources.is_empty()));
    for (name, world) in moments() {
        for p in world.doors.iter().flat_map(|d| d.segment) {
            let on_outline = rings(&world).any(|ring| winding_number(ring, p).is_none());
            assert!(on_outline, "{name}: door end {p}");
        }
        for p in world.sources.iter().flat_map(|s| s.shape.points()) {
            assert!(is_free(&world, *p), "{name}: source at {p}");
        }
        for p in world.weights.iter().map(|w| w.corner) {
            assert!(world.points().any(|&q| q == p), "{name}: weight at {p}");
        }
        for p in world.barriers.iter().flat_map(|b| b.segment) {
            let on_outline = rings(&world).any(|ring| winding_number(ring, p).is_none());
            assert!(on_outline, "{name}: barrier end {p}");
        }
        for p in world.flow.iter().flat_map(|f| f.entrances.iter().chain(&f.exits)).flatten() {
            assert_eq!(winding_number(&world.areas[0].outer, *p), None, "{name}: chain point {p}");
        }
    }
}

/// Flood fill over a grid of free points whose neighbours see each other.
fn reachable_share(world: &World) -> f64 {
    const CELLS: usize = 260;
    let bounds = world.bounds();
    let step = bounds.size() / CELLS as f64;
    // Off the round coordinates that scenes are made of, so that no grid point lies on an outline.
    let at = |i: usize, j: usize| {
        Point::new(bounds.min.x + (i as f64 + 0.4871) * step, bounds.min.y + (j as f64 + 0.5137) * step)
    };
    let mut cut = BTreeSet::new();
    for edge in edges(world) {
        let span = Bounds::of(&edge);
        let low = |v: f64, min: f64| ((v - min) / step - 1.0).max(0.0) as usize;
        let high = |v: f64, min: f64| ((v - min) / step + 1.0) as usize;
        for i in low(span.min.x, bounds.min.x)..=high(span.max.x, bounds.min.x) {
            for j in low(span.min.y, bounds.min.y)..=high(span.max.y, bounds.min.y) {
                for (axis, next) in [(0, at(i + 1, j)), (1, at(i, j + 1))] {
                    if cross(edge, [at(i, j), next]) {
                        cut.insert((i, j, axis));
                    }
                }
            }
        }
    }
    let free: BTreeSet<(usize, usize)> =
        (0..CELLS * CELLS).map(|c| (c % CELLS, c / CELLS)).filter(|&(i, j)| is_free(world, at(i, j))).collect();
    let mut seen = BTreeSet::from([*free.first().unwrap()]);
    let mut open = vec![*free.first().unwrap()];
    while let Some((i, j)) = open.pop() {
        let mut links = vec![((i + 1, j), (i, j, 0)), ((i, j + 1), (i, j, 1))];
        links.extend(i.checked_sub(1).map(|left| ((left, j), (left, j, 0))));
        links.extend(j.checked_sub(1).map(|below| ((i, below), (i, below, 1))));
        for (to, link) in links {
            if free.contains(&to) && !cut.contains(&link) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen.len() as f64 / free.len() as f64
}

#[test]
fn the_free_space_is_in_one_piece() {
    for name in CONNECTED {
        let mut world = builtin(name).unwrap();
        if name == "city" {
            // No path leads into a courtyard; without them everything else must hang together.
            world.obstacles.iter_mut().for_each(|o| o.holes.clear());
        }
        assert_eq!(reachable_share(&world), 1.0, "{name}");
    }
    assert!(reachable_share(&builtin("touching").unwrap()) < 1.0);
}

#[test]
fn scenes_have_the_promised_sizes() {
    let vertices = |name: &str| builtin(name).unwrap().obstacles.iter().map(|o| o.outer.len()).sum::<usize>();
    assert_eq!(vertices("spiral"), 38);
    for (k, m) in [2, 4, 6, 8, 10, 14, 20].into_iter().enumerate() {
        assert_eq!(vertices(&format!("profiling{k}")), 4 * m * m);
    }
    let city = builtin("city").unwrap();
    assert!((50..=75).contains(&city.obstacles.len()), "{}", city.obstacles.len());
    assert!(city.obstacles.iter().filter(|o| !o.holes.is_empty()).count() >= 5);
    let office = builtin("office").unwrap();
    assert_eq!(office.areas.len(), 1);
    assert_eq!(office.bounds().width(), 40.0);
}

#[test]
fn scenes_and_random_worlds_are_the_same_each_time() {
    for (name, world) in all() {
        assert_eq!(world, builtin(name).unwrap());
    }
    assert_eq!(random_polygons(30, 5, 9), random_polygons(30, 5, 9));
    assert_ne!(random_polygons(30, 5, 9), random_polygons(30, 5, 10));
}

#[test]
fn random_polygons_are_convex_and_apart() {
    for (count, corners) in [(0, 3), (1, 3), (7, 3), (60, 12), (90, 5)] {
        let world = random_polygons(count, corners, 17);
        assert_eq!(world.obstacles.len(), count);
        for polygon in &world.obstacles {
            let ring = &polygon.outer;
            let turns = (0..corners).map(|i| orient(ring[i], ring[(i + 1) % corners], ring[(i + 2) % corners]));
            assert!(turns.into_iter().all(|turn| turn > 0.0));
        }
        let edges = edges(&world);
        for (i, &a) in edges.iter().enumerate() {
            assert!(edges[..i].iter().all(|&b| !cross(a, b)));
        }
        assert!(is_free(&world, world.sources[0].shape.points()[0]));
    }
    assert_eq!(random_polygons(2, 0, 1).obstacles[0].outer.len(), 3);
}

#[test]
fn files_are_listed_and_as_the_writer_writes_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files = 0;
    for Entry { name, from, .. } in &SCENES {
        let Origin::File(text) = from else { continue };
        files += 1;
        let rejected = read_text(text.as_bytes(), Format::SceneToml, name).err();
        assert!(rejected.is_none(), "{}", rejected.unwrap());
        let (first, rest) = text.split_once('\n').unwrap();
        assert!(first.starts_with("# ") && first.len() > 10, "{name}: {first}");
        assert_eq!(rest, crate::write_text(&builtin(name).unwrap(), Format::SceneToml).unwrap(), "{name}");
    }
    assert_eq!(files, std::fs::read_dir(folder).unwrap().count());
}
