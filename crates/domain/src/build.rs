//! The way from a world to its domain, step by step.

use crate::assemble::assemble;
use crate::cover::{Cover, cover};
use crate::domain::Domain;
use crate::edges::RecordId;
use crate::fit::Fit;
use crate::mesh::{BOX_CORNERS, Crossing, MOST_CROSSINGS, Mesh, NONE, TooManyCrossings};
use crate::outlines::{Outlines, Role, named};
use crate::report::{Mended, Report};
use crate::scene::rounding;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use wayfront_geometry::{Point, computable};
use wayfront_world::{Fault, Field, Place, Problem, World};

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
        Self::with_gates(world, &[])
    }

    /// The free space of a world with gates: segments that can be crossed at a price, or that open and close. A gate's
    /// number is its index in the list.
    ///
    /// A gate closes what it reaches. An end within [rounding](Self::rounding) of an outline, a wall or another gate
    /// becomes a vertex of it; gates may cross, overlap, touch corners and run along outlines, where they close nothing.
    /// One can walk around an end that reaches nothing.
    ///
    /// # Errors
    /// As [`Self::new`]; and when a gate's coordinate is not finite or out of range.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_geometry::Point;
    /// use wayfront_world::{Polygon, World};
    ///
    /// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
    /// let world = World { areas: vec![hall], ..World::default() };
    /// let domain = Domain::with_gates(&world, &[[Point::new(4.0, 0.0), Point::new(4.0, 5.0)]])?;
    /// assert_eq!((domain.area(), domain.component_count()), (50.0, 1));
    /// assert!(!domain.sees(Point::new(1.0, 1.0), Point::new(9.0, 1.0)));
    /// # Ok::<(), wayfront_domain::Unbuildable>(())
    /// ```
    pub fn with_gates(world: &World, gates: &[[Point; 2]]) -> Result<Self, Unbuildable> {
        let mut problems = wayfront_world::validate(world);
        problems.extend(bad_gates(world, gates));
        if !problems.is_empty() {
            return Err(Unbuildable { problems });
        }
        let nothing = || single(Fault::Empty);
        let walkable = world.walkable().ok_or_else(nothing)?;
        let mut outlines = Outlines::of(world, &walkable);
        if outlines.edges.is_empty() {
            return Err(nothing());
        }
        let (mut mesh, mut crossings) = triangulate(&mut outlines)?;
        let fitted = fit_gates(world, gates, &mut mesh, &mut outlines, &mut crossings)?;
        let cover = cover(&mesh, &outlines);
        let mut mended = mended(&mesh, &outlines, &cover, &crossings);
        mended.extend(fitted);
        let report = Report { mended };
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
        mesh.constrain(a, b, RecordId(k as u32), &mut outlines.records, &mut crossings).map_err(too_many_crossings)?;
    }
    if !crossings.is_empty() {
        mesh.settle_all();
    }
    Ok((mesh, crossings))
}

fn too_many_crossings(_: TooManyCrossings) -> Unbuildable {
    single(Fault::TooManyCrossings { most: MOST_CROSSINGS })
}

/// Makes the gates part of the mesh. Says what had to be moved.
fn fit_gates(
    world: &World,
    gates: &[[Point; 2]],
    mesh: &mut Mesh,
    outlines: &mut Outlines,
    crossings: &mut Vec<Crossing>,
) -> Result<Vec<Mended>, Unbuildable> {
    let rounding = rounding(&outlines.bounds);
    let known = crossings.len();
    let mut fit = Fit::new(mesh, outlines, crossings, rounding);
    let mut fitted = Vec::new();
    for (k, &segment) in gates.iter().enumerate() {
        let mended = fit.gate(k as u32, segment, gate_place(world, segment)).map_err(too_many_crossings)?;
        fitted.extend(mended);
    }
    if crossings.len() > known {
        mesh.settle_all();
    }
    Ok(fitted)
}

/// The barrier that a gate stands for; the scene if there is none.
fn gate_place(world: &World, segment: [Point; 2]) -> Place {
    let barrier = world.barriers.iter().position(|b| b.segment == segment);
    barrier.map_or(Place::default(), |k| named(world.barriers[k].place, Field::Barriers, k))
}

/// Coordinates of gates that cannot be computed with, unless they are those of a barrier, which are told already.
fn bad_gates(world: &World, gates: &[[Point; 2]]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (k, p) in gates.as_flattened().iter().enumerate() {
        let Some(value) = [p.x, p.y].into_iter().find(|&v| !computable(v)) else { continue };
        let is_told = world.barriers.iter().any(|b| b.segment.map(bits).contains(&bits(*p)));
        if !is_told {
            let fault = if p.is_finite() { Fault::OutOfRange { value } } else { Fault::NotFinite };
            let vertex = Some(k as u32 % 2);
            problems.push(Problem { place: Place::default(), vertex, at: Some(*p), fault });
        }
    }
    problems
}

/// For comparisons in which NaN equals itself.
fn bits(p: Point) -> [u64; 2] {
    [p.x.to_bits(), p.y.to_bits()]
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
            Role::Gate => {}
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
    let is_gate = |k: u32| outlines.outlines[k as usize].role == Role::Gate;
    let [first, second] = crossing.records.map(|record| {
        let along = outlines.records.uses(record).map(|used| used.outline);
        along.filter(|&k| !is_gate(k)).collect::<Vec<_>>()
    });
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
