//! Which cells a thing covers: those into which it reaches, and those whose middle is nearer to it than the radius. Outlines
//! that are not what they seem are cleaned as those of a domain are.

use super::regular::is_regular;
use crate::constraints::ConstraintArea;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use wayfront_domain::{CellGrid, CellId, Cells, Domain, SideId};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{Polygon, World};

/// A thing that covers cells.
#[derive(Clone, Debug)]
pub struct Cover {
    /// From its shape: things of the same shape and place are the same.
    pub key: u64,
    /// As the world has them.
    given: Vec<Vec<Point>>,
    /// Its outlines, or their sides one by one.
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
        && let Some(k) = list.iter().position(|cover| cover.given == rings && cover.is_line == is_line)
    {
        return Cover { is_new: false, ..list.swap_remove(k) };
    }
    let given = rings;
    let clean = if is_line || is_regular(&given) { None } else { cleaned(&given, grid) };
    let (mut cells, rings) = clean.unwrap_or_else(|| {
        let parts: Vec<&[Point]> = given.iter().map(Vec::as_slice).collect();
        (if is_line { grid.passed_by(&given[0]) } else { grid.covered_by(&parts) }, given.clone())
    });
    if radius > 0.0 && !rings.is_empty() {
        let bounds = Bounds::of(rings.iter().flatten()).grown(radius);
        let near = grid.cells_within(bounds);
        cells.extend(near.into_iter().filter(|&cell| distance_to(&rings, is_line, grid.centre(cell)) < radius));
        cells.sort_unstable();
        cells.dedup();
    }
    Cover { key, given, rings, is_line, cells, is_new: true }
}

/// The cells and outlines of what rings enclose, as a domain has them.
fn cleaned(rings: &[Vec<Point>], grid: &CellGrid) -> Option<(Vec<CellId>, Vec<Vec<Point>>)> {
    let mut around = Bounds::of(rings.iter().flatten());
    grid.bounds().corners().into_iter().for_each(|p| around.include(p));
    let around = around.grown(grid.cell()).corners();
    let mut solid = Polygon::ring(rings[0].iter().copied());
    solid.holes = rings[1..].to_vec();
    let domain = Domain::without_doors(&World::new().area(around).obstacle(solid)).ok()?;
    let cells = Cells::on(*grid, &domain);
    let covered = grid.cells().filter(|&cell| !cells.is_free(cell)).collect();
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
    let outlines = sides.map(|side| domain.side_points(side)).filter(|ends| !ends.iter().all(|p| around.contains(p)));
    Some((covered, outlines.map(|ends| ends.to_vec()).collect()))
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
