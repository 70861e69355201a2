//! The way from a world to its domain, step by step.

use crate::assemble::assemble;
use crate::cover::{Cover, cover};
use crate::domain::Domain;
use crate::edges::RecordId;
use crate::mesh::{BOX_CORNERS, Crossing, Mesh, NONE};
use crate::outlines::{Outlines, Role};
use crate::report::{Mended, Report};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use wayfront_world::{Fault, Place, Problem, World};

/// Why a world has no domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Unbuildable {
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

impl std::error::Error for Unbuildable {}

impl fmt::Display for Unbuildable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if k > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl Domain {
    /// The free space of a world. Coordinates are kept bit for bit; outlines that cross get a vertex where they do.
    ///
    /// # Errors
    /// When a coordinate is not finite or out of range, a ring has fewer than three points, or nothing is described.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_geometry::Point;
    /// use wayfront_world::{Polygon, World};
    ///
    /// let world = World {
    ///     areas: vec![Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)])],
    ///     obstacles: vec![Polygon::ring([(4.0, 1.0), (6.0, 1.0), (6.0, 4.0), (4.0, 4.0)])],
    ///     ..World::default()
    /// };
    /// let domain = Domain::new(&world)?;
    /// assert_eq!(domain.area(), 44.0);
    /// assert!(!domain.sees(Point::new(1.0, 2.0), Point::new(9.0, 2.0)));
    /// assert!(domain.sees(Point::new(1.0, 0.5), Point::new(9.0, 1.0)));
    /// # Ok::<(), wayfront_domain::Unbuildable>(())
    /// ```
    pub fn new(world: &World) -> Result<Self, Unbuildable> {
        let problems = wayfront_world::validate(world);
        if !problems.is_empty() {
            return Err(Unbuildable { problems });
        }
        let nothing = || single(Fault::Empty);
        let walkable = world.walkable().ok_or_else(nothing)?;
        let mut outlines = Outlines::of(world, &walkable);
        if outlines.edges.is_empty() {
            return Err(nothing());
        }
        let (mesh, crossings) = triangulate(&mut outlines)?;
        let cover = cover(&mesh, &outlines);
        let report = Report { mended: mended(&mesh, &outlines, &cover, &crossings) };
        Ok(assemble(&mesh, &cover, &outlines, report))
    }
}

fn single(fault: Fault) -> Unbuildable {
    Unbuildable { problems: vec![Problem { place: Place::default(), vertex: None, at: None, fault }] }
}

fn triangulate(outlines: &mut Outlines) -> Result<(Mesh, Vec<Crossing>), Unbuildable> {
    let mut mesh = Mesh::around(&outlines.bounds, outlines.sites.len());
    mesh.triangulate(&outlines.sites);
    let mut crossings = Vec::new();
    for (k, [a, b]) in outlines.edges.iter().map(|e| e.map(|s| s + BOX_CORNERS as u32)).enumerate() {
        mesh.constrain(a, b, RecordId(k as u32), &mut outlines.records, &mut crossings)
            .map_err(|_| single(Fault::TooManyCrossings { most: crate::mesh::MOST_CROSSINGS }))?;
    }
    if !crossings.is_empty() {
        mesh.settle_all();
    }
    Ok((mesh, crossings))
}

fn mended(mesh: &Mesh, outlines: &Outlines, cover: &Cover, crossings: &[Crossing]) -> Vec<Mended> {
    let mut mended = crossed(outlines, crossings);
    let shape_place = |s: u32| outlines.shapes[s as usize].place;
    let known: HashSet<[Place; 2]> = mended.iter().filter_map(crossed_places).collect();
    for &[first, second] in &cover.overlaps {
        let pair = [shape_place(first), shape_place(second)];
        if !known.contains(&pair) {
            mended.push(Mended::Overlapped { first: pair[0], second: pair[1] });
        }
    }
    let touches = outlines_on_free_space(mesh, outlines, cover);
    // Where nothing is free, obstacles that touch no free space may be the reason.
    let something_is_free = cover.free.contains(&true);
    for (k, outline) in outlines.outlines.iter().enumerate() {
        let place = outline.place;
        let shape = outline.shape as usize;
        match outline.role {
            Role::Outer if !cover.has_area[shape] => mended.push(Mended::Flat { place }),
            Role::Hole => {}
            Role::Outer if outlines.shapes[shape].is_area => {}
            _ if !touches[k] && something_is_free => mended.push(Mended::WithoutEffect { place }),
            _ => {}
        }
    }
    mended.sort_by_key(Mended::place);
    mended
}

fn crossed_places(mended: &Mended) -> Option<[Place; 2]> {
    match *mended {
        Mended::Crossed { first, second, .. } => Some([first, second]),
        _ => None,
    }
}

/// Crossings gathered by pairs of outlines.
fn crossed(outlines: &Outlines, crossings: &[Crossing]) -> Vec<Mended> {
    let mut pairs: BTreeMap<[u32; 2], (usize, Crossing)> = BTreeMap::new();
    for crossing in crossings {
        for [first, second] in crossed_outlines(outlines, crossing) {
            let entry = pairs.entry([first.min(second), first.max(second)]).or_insert((0, *crossing));
            entry.0 += 1;
            entry.1.moved = entry.1.moved.max(crossing.moved);
        }
    }
    let place = |k: u32| outlines.outlines[k as usize].place;
    let told = |([first, second], (times, crossing)): ([u32; 2], (usize, Crossing))| {
        let Crossing { at, moved, .. } = crossing;
        if first == second {
            Mended::CrossedItself { place: place(first), times, at, moved }
        } else {
            Mended::Crossed { first: place(first), second: place(second), times, at, moved }
        }
    };
    pairs.into_iter().map(told).collect()
}

/// Pairs of outlines that cross here. Where several run along an edge, each is paired with one of the other edge: all
/// are named, and a thousand on a thousand do not make a million pairs.
fn crossed_outlines(outlines: &Outlines, crossing: &Crossing) -> Vec<[u32; 2]> {
    let [first, second] = crossing.records.map(|r| outlines.records.uses(r).map(|u| u.outline).collect::<Vec<_>>());
    let (Some(&p), Some(&q)) = (first.first(), second.first()) else { return Vec::new() };
    let with_first = second.iter().map(|&k| [p, k]);
    with_first.chain(first.iter().skip(1).map(|&k| [k, q])).collect()
}

/// Per outline: some free triangle lies along it.
fn outlines_on_free_space(mesh: &Mesh, outlines: &Outlines, cover: &Cover) -> Vec<bool> {
    let mut touches = vec![false; outlines.outlines.len()];
    for (h, &record) in mesh.records.iter().enumerate() {
        if record != NONE && cover.free[h / 3] {
            for used in outlines.records.uses(RecordId(record >> 1)) {
                touches[used.outline as usize] = true;
            }
        }
    }
    touches
}
