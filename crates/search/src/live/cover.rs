//! Which cells a thing covers: those into which it reaches, and those whose middle is nearer to it than the radius. A hole
//! that reaches beyond its outline, or a spike without width, covers the cells that it passes: more than it should.

use crate::constraints::ConstraintArea;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use wayfront_domain::{CellGrid, CellId};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::World;

/// A thing that covers cells.
#[derive(Clone, Debug)]
pub struct Cover {
    /// From its shape: things of the same shape and place are the same.
    pub key: u64,
    pub rings: Vec<Vec<Point>>,
    pub is_line: bool,
    pub cells: Vec<CellId>,
    /// It was not known before.
    pub is_new: bool,
}

/// The covers of obstacles, closed doors and hard constraints. Those that are `known` are taken from there.
pub fn covers_of(
    world: &World,
    areas: &[ConstraintArea],
    grid: &CellGrid,
    radius: f64,
    known: &mut HashMap<u64, Vec<Cover>>,
) -> Vec<Cover> {
    let obstacles = world.obstacles.iter().map(|obstacle| {
        let rings: Vec<Vec<Point>> = obstacle.rings().map(<[Point]>::to_vec).collect();
        (rings, false, 0.0)
    });
    let doors = world.closed_doors().map(|ends| (vec![ends.to_vec()], true, 0.0));
    let hard = areas.iter().filter(|area| area.is_hard).map(|area| (vec![area.ring.clone()], false, area.reach));
    let shapes = obstacles.chain(doors).chain(hard);
    shapes.map(|(rings, is_line, reach)| cover(rings, is_line, radius + reach, grid, known)).collect()
}

fn cover(
    rings: Vec<Vec<Point>>,
    is_line: bool,
    radius: f64,
    grid: &CellGrid,
    known: &mut HashMap<u64, Vec<Cover>>,
) -> Cover {
    let key = key_of(&rings, is_line, radius);
    if let Some(list) = known.get_mut(&key)
        && let Some(k) = list.iter().position(|cover| cover.rings == rings && cover.is_line == is_line)
    {
        return Cover { is_new: false, ..list.swap_remove(k) };
    }
    let parts: Vec<&[Point]> = rings.iter().map(Vec::as_slice).collect();
    let mut cells = if is_line { grid.passed_by(&rings[0]) } else { grid.covered_by(&parts) };
    if radius > 0.0 {
        let bounds = Bounds::of(rings.iter().flatten()).grown(radius);
        let near = grid.cells_within(bounds);
        cells.extend(near.into_iter().filter(|&cell| distance_to(&rings, is_line, grid.centre(cell)) < radius));
        cells.sort_unstable();
        cells.dedup();
    }
    Cover { key, rings, is_line, cells, is_new: true }
}

fn key_of(rings: &[Vec<Point>], is_line: bool, radius: f64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (is_line, radius.to_bits()).hash(&mut hasher);
    for p in rings.iter().flatten() {
        (p.x.to_bits(), p.y.to_bits()).hash(&mut hasher);
    }
    hasher.finish()
}

/// How far a point is from the nearest of some outlines.
pub fn distance_to(rings: &[Vec<Point>], is_line: bool, p: Point) -> f64 {
    let mut least = f64::INFINITY;
    for ring in rings {
        let closing = (!is_line).then(|| (ring[ring.len() - 1], ring[0]));
        for (a, b) in ring.windows(2).map(|pair| (pair[0], pair[1])).chain(closing) {
            let side = b - a;
            let length = side.dot(side);
            let t = if length > 0.0 { ((p - a).dot(side) / length).clamp(0.0, 1.0) } else { 0.0 };
            least = least.min((a + side * t).distance(p));
        }
    }
    least
}
