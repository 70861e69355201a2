//! A world as well-known text: the areas with all obstacles as holes, courtyards as areas of their own, walls as lines.
//!
//! The union of the polygons is the free space whatever overlaps: an obstacle is cut out of every area that its box
//! touches, and (A - O) + (B - O) = (A + B) - O. Obstacles that overlap each other or stick out of their area remain
//! as they are; strict readers of WKT may call such holes invalid.

use crate::model::{Polygon, World};
use crate::text::number;
use wayfront_geometry::{Bounds, Point};

/// The geometry of the world.
pub(crate) fn wkt(world: &World) -> String {
    let areas = world.walkable().unwrap_or_default();
    let mut parts: Vec<String> = areas.iter().map(|area| polygon(area, &world.obstacles, None)).collect();
    for (i, obstacle) in world.obstacles.iter().enumerate() {
        for hole in &obstacle.holes {
            parts.push(polygon(&Polygon::ring(hole.iter().copied()), &world.obstacles, Some(i)));
        }
    }
    parts.extend(world.walls.iter().map(|wall| format!("LINESTRING {}", list(&wall.points))));
    match parts.as_slice() {
        [only] => format!("{only}\n"),
        parts => format!("GEOMETRYCOLLECTION ({})\n", parts.join(",\n")),
    }
}

/// The area without those obstacles that may reach into it, except the one whose courtyard it is.
fn polygon(area: &Polygon, obstacles: &[Polygon], owner: Option<usize>) -> String {
    let bounds = Bounds::of(&area.outer);
    let cut = obstacles.iter().enumerate().filter(|&(i, o)| Some(i) != owner && overlap(&bounds, &o.outer));
    let rings = area.rings().map(ring).chain(cut.map(|(_, o)| ring(&o.outer)));
    format!("POLYGON ({})", rings.collect::<Vec<_>>().join(", "))
}

fn overlap(bounds: &Bounds, ring: &[Point]) -> bool {
    let other = Bounds::of(ring);
    bounds.min.x <= other.max.x
        && other.min.x <= bounds.max.x
        && bounds.min.y <= other.max.y
        && other.min.y <= bounds.max.y
}

/// A ring with its closing point.
fn ring(ring: &[Point]) -> String {
    list(&ring.iter().chain(ring.first()).copied().collect::<Vec<_>>())
}

fn list(points: &[Point]) -> String {
    let pairs: Vec<String> = points.iter().map(|p| format!("{} {}", number(p.x), number(p.y))).collect();
    format!("({})", pairs.join(", "))
}
