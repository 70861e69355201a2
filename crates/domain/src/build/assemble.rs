//! From the mesh to the domain: free triangles, corners, order in memory.

pub(crate) mod renew;
mod sight;

use crate::layout::cover::Cover;
use crate::layout::edges::RecordId;
use crate::layout::mesh::{BOX_CORNERS, Mesh, NONE, next, prev};
use crate::layout::outlines::{Outlines, Role};
use crate::tables::domain::{BentWall, Domain, NO_SIDE, Side};
use crate::tables::faces::Face;
use crate::tables::gates::{Entry, Gates, Marks};
use crate::tables::grid::Grid;
use crate::tables::ids::{CornerId, GateId, SideId};
use crate::tables::report::RepairReport;
use sight::Sight;
use wayfront_geometry::{Bounds, Cancel, Checkpoints, Point, checkpoint, hilbert_index, orient};

/// Half-edges from which on a second thread is worth its start.
const MANY: usize = 100_000;

/// A domain, and which triangle of the mesh went where.
pub(crate) struct Assembled {
    pub domain: Domain,
    pub slots: Slots,
}

pub(crate) fn assemble(mesh: &Mesh, cover: &Cover, outlines: &Outlines, report: RepairReport) -> Assembled {
    let sight = Sight { mesh, cover, outlines };
    let corners = Corners::of(&sight, &outlines.bounds);
    checkpoint();
    let slots = triangle_order(mesh, cover, &corners);
    checkpoint();
    let count = corners.points.len() as u32;
    let fans = corners.fans.iter().map(|&h| slots.side(h)).collect();
    // What walks need and what maps need are two copies of the triangles, neither of which needs the other.
    let is_large = mesh.half_edges.len() >= MANY;
    let (walked, linked) = both(
        is_large,
        || {
            let faces = faces(mesh, &slots);
            checkpoint();
            let grid = Grid::over(&outlines.bounds, &faces);
            (faces, grid)
        },
        || {
            let mut points = corners.points;
            let sides = renumbered_sides(&sight, &corners.of_side, &slots, &mut points);
            checkpoint();
            let gates = gates(&sight, &slots, &sides, count);
            let components = components(&sides[..3 * slots.free as usize], &gates);
            (points, sides, gates, components)
        },
    );
    let ((faces, grid), (points, sides, gates, (components, component_count))) = (walked, linked);
    let domain = completed(Domain {
        points,
        corners: count,
        sides,
        faces,
        free: slots.free,
        fans,
        bends: Vec::new(),
        components,
        component_count,
        triangle_width: 0.0,
        has_slivers: false,
        bounds: outlines.bounds,
        grid,
        gates,
        bent_walls: bent_walls(&sight, &slots),
        report,
    });
    Assembled { domain, slots }
}

/// The domain with what follows from the rest: links over gates, which corners bend as far as that is not known yet,
/// how wide triangles are.
fn completed(mut domain: Domain) -> Domain {
    domain.link_corners_across();
    let mut checkpoints = Checkpoints::default();
    for corner in domain.bends.len() as u32..domain.corners {
        checkpoints.pass();
        let bends = is_bend(&domain, CornerId(corner));
        domain.bends.push(bends);
    }
    checkpoint();
    domain.mark_open_sides();
    domain.has_slivers = domain.finds_slivers();
    domain.triangle_width = (domain.area() / f64::from(domain.free.max(1))).sqrt();
    domain
}

/// Two pieces of work, side by side on the current pool of threads if that is asked for. The results do not depend on it.
fn both<A: Send, B: Send>(
    side_by_side: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let cancel = Cancel::here();
    if side_by_side { rayon::join(|| cancel.carry(first), || cancel.carry(second)) } else { (first(), second()) }
}

/// The sectors of free space around all vertices.
struct Corners {
    points: Vec<Point>,
    /// Per corner: the half-edge of the mesh with which it begins.
    fans: Vec<u32>,
    /// Per half-edge of the mesh: the corner at which it starts, if its triangle is free.
    of_side: Vec<u32>,
}

impl Corners {
    fn of(sight: &Sight, bounds: &Bounds) -> Self {
        let mesh = sight.mesh;
        let capacity = mesh.points.len();
        let mut corners = Self {
            points: Vec::with_capacity(capacity),
            fans: Vec::with_capacity(capacity),
            of_side: vec![NONE; mesh.half_edges.len()],
        };
        let sites = outlines_order(mesh, sight.outlines.sites.len(), bounds);
        let mut checkpoints = Checkpoints::default();
        for v in sites {
            checkpoints.pass();
            corners.add_sectors(sight, v);
        }
        corners
    }

    fn add_sectors(&mut self, sight: &Sight, v: u32) {
        let mesh = sight.mesh;
        let first = mesh.leaving[v as usize];
        let mut h = first;
        let mut is_closed_off = false;
        loop {
            let begins = !(sight.is_free(h) && sight.is_open(h));
            is_closed_off |= begins;
            if begins && sight.is_free(h) {
                self.add_sector(sight, v, h);
            }
            h = mesh.twin(prev(h));
            if h == first {
                break;
            }
        }
        // Nothing around is blocked: one sector, the whole turn.
        if !is_closed_off {
            self.add_sector(sight, v, first);
        }
    }

    fn add_sector(&mut self, sight: &Sight, v: u32, first: u32) {
        let corner = self.points.len() as u32;
        self.points.push(sight.mesh.point(v));
        self.fans.push(first);
        let mut h = first;
        loop {
            self.of_side[h as usize] = corner;
            if !sight.is_open(prev(h)) {
                break;
            }
            h = sight.mesh.twin(prev(h));
            if h == first {
                break;
            }
        }
    }
}

/// The input vertices along Hilbert's curve. They are in that order already, but for those that crossings added.
fn outlines_order(mesh: &Mesh, sites: usize, bounds: &Bounds) -> Vec<u32> {
    let mut order: Vec<u32> = (BOX_CORNERS as u32..mesh.points.len() as u32).collect();
    if order.len() > sites {
        order.sort_by_cached_key(|&v| hilbert_index(bounds, mesh.point(v)));
    }
    order
}

/// New places of the triangles.
pub(crate) struct Slots {
    of_triangle: Vec<u32>,
    /// The reverse.
    triangles: Vec<u32>,
    free: u32,
}

impl Slots {
    fn side(&self, h: u32) -> u32 {
        3 * self.of_triangle[(h / 3) as usize] + h % 3
    }
}

/// Free triangles by their lowest corner, which follows Hilbert's curve; then the others as they come. Linear.
fn triangle_order(mesh: &Mesh, cover: &Cover, corners: &Corners) -> Slots {
    let count = mesh.half_edges.len() / 3;
    let lowest = |t: usize| (3 * t..3 * t + 3).map(|h| corners.of_side[h]).min().unwrap_or(NONE) as usize;
    let mut fill = vec![0u32; corners.points.len() + 1];
    for t in (0..count).filter(|&t| cover.free[t]) {
        fill[lowest(t) + 1] += 1;
    }
    for k in 1..fill.len() {
        fill[k] += fill[k - 1];
    }
    let free = fill[fill.len() - 1];
    let mut blocked = free;
    let mut slots = Slots { of_triangle: vec![0; count], triangles: vec![0; count], free };
    for t in 0..count {
        let slot = if cover.free[t] { &mut fill[lowest(t)] } else { &mut blocked };
        slots.of_triangle[t] = *slot;
        slots.triangles[*slot as usize] = t as u32;
        *slot += 1;
    }
    slots
}

/// Sides in their new order. Vertices without free sector are appended to `points`.
fn renumbered_sides(sight: &Sight, corner_of: &[u32], slots: &Slots, points: &mut Vec<Point>) -> Vec<Side> {
    let mesh = sight.mesh;
    let mut id_of_vertex = vec![NONE; mesh.points.len()];
    let mut sides = Vec::with_capacity(mesh.half_edges.len());
    let (free, blocked) = slots.triangles.split_at(slots.free as usize);
    for h in free.iter().flat_map(|&t| 3 * t..3 * t + 3) {
        let origin = corner_of[h as usize];
        id_of_vertex[mesh.origin(h) as usize] = origin;
        let twin = if sight.is_open(h) { slots.side(mesh.twin(h)) } else { NO_SIDE };
        let length = mesh.start(h).distance(mesh.start(next(h)));
        sides.push(Side { origin: CornerId(origin), twin: SideId(twin), length });
    }
    for h in blocked.iter().flat_map(|&t| 3 * t..3 * t + 3) {
        let id = &mut id_of_vertex[mesh.origin(h) as usize];
        if *id == NONE {
            *id = points.len() as u32;
            points.push(mesh.start(h));
        }
        let length = mesh.start(h).distance(mesh.start(next(h)));
        sides.push(Side { origin: CornerId(*id), twin: SideId(NO_SIDE), length });
    }
    sides
}

/// The sides on gates, which are both free and beyond which it is free.
fn gates(sight: &Sight, slots: &Slots, sides: &[Side], corners: u32) -> Gates {
    let has_gates = sight.outlines.outlines.last().is_some_and(|last| last.role == Role::Gate);
    if !has_gates {
        return Gates::default();
    }
    let (mut entries, mut numbers) = (Vec::new(), Vec::new());
    for h in (0..sight.mesh.half_edges.len() as u32).filter(|&h| sight.is_free(h) && sight.is_gate(h)) {
        let twin = sight.mesh.twin(h);
        if h > twin {
            continue;
        }
        let from = numbers.len();
        let along = sight.outlines.along(RecordId(sight.mesh.records[h as usize] >> 1));
        numbers.extend(along.filter(|o| o.role == Role::Gate).map(|o| GateId(o.shape)));
        numbers[from..].sort_unstable();
        let numbers = [from as u32, numbers.len() as u32];
        let [side, beyond] = [h, twin].map(|h| slots.side(h));
        entries.extend([[side, beyond], [beyond, side]].map(|[side, beyond]| Entry { side, beyond, numbers }));
    }
    let made = made_by_gates(sight).into_iter().flat_map(|v| {
        let free = sight.around(v).filter(|&h| sight.is_free(h));
        free.map(|h| sides[slots.side(h) as usize].origin.0)
    });
    let made = Marks::of(made, corners as usize);
    Gates { made, ..Gates::of(entries, numbers, 3 * slots.free as usize) }
}

/// The pieces of walls between free triangles that are not where they were given, since something cuts them.
fn bent_walls(sight: &Sight, slots: &Slots) -> Vec<BentWall> {
    let Sight { mesh, outlines, .. } = *sight;
    if !outlines.outlines.iter().any(|outline| outline.role == Role::Wall) {
        return Vec::new();
    }
    let is_wall = |h: u32| {
        let (record, twin) = (mesh.records[h as usize], mesh.twin(h));
        let is_between = record != NONE && twin != NONE && sight.is_free(h) && sight.is_free(twin);
        is_between && sight.runs_along(record, &[Role::Wall])
    };
    let walls = (0..mesh.half_edges.len() as u32).filter(|&h| is_wall(h));
    let mut bent: Vec<BentWall> = walls
        .filter_map(|h| {
            let record = outlines.records.without(RecordId(mesh.records[h as usize] >> 1), |_| true);
            let given @ [u, v] = outlines.ends_of(record)?;
            let is_moved = [h, next(h)].into_iter().any(|h| orient(u, v, mesh.start(h)) != 0.0);
            is_moved.then(|| BentWall { side: slots.side(h), given })
        })
        .collect();
    bent.sort_unstable_by_key(|wall| wall.side);
    bent
}

/// The vertices that are there for the sake of gates alone.
fn made_by_gates(sight: &Sight) -> Vec<u32> {
    let mesh = sight.mesh;
    let is_on_gate = |h: &u32| {
        let record = mesh.records[*h as usize];
        record != NONE && sight.runs_along(record, &[Role::Gate])
    };
    let on_gates = (0..mesh.half_edges.len() as u32).filter(is_on_gate);
    let mut vertices: Vec<u32> = on_gates.flat_map(|h| [mesh.origin(h), mesh.origin(next(h))]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.retain(|&v| sight.is_made_by_gates(v));
    vertices
}

/// The triangles in their new order, for point location.
fn faces(mesh: &Mesh, slots: &Slots) -> Vec<Face> {
    slots.triangles.iter().map(|&t| face_of(mesh, slots, t)).collect()
}

fn face_of(mesh: &Mesh, slots: &Slots, t: u32) -> Face {
    let beyond = |h: u32| if mesh.twin(h) == NONE { NO_SIDE } else { slots.side(mesh.twin(h)) };
    let sides = [3 * t, 3 * t + 1, 3 * t + 2];
    Face { points: sides.map(|h| mesh.start(h)), beyond: sides.map(beyond), open: 0 }
}

/// Numbers the connected parts of the free space, in the order of their first triangles. Gates part nothing.
fn components(sides: &[Side], gates: &Gates) -> (Vec<u32>, u32) {
    let mut component = vec![NONE; sides.len() / 3];
    let mut count = 0;
    let mut open = Vec::new();
    for first in 0..component.len() {
        if component[first] != NONE {
            continue;
        }
        component[first] = count;
        open.push(first);
        while let Some(t) = open.pop() {
            for (k, side) in (3 * t..).zip(&sides[3 * t..3 * t + 3]) {
                let twin = if side.twin.0 == NO_SIDE { gates.beyond(k as u32) } else { Some(side.twin.0) };
                if let Some(twin) = twin {
                    let beyond = (twin / 3) as usize;
                    if component[beyond] == NONE {
                        component[beyond] = count;
                        open.push(beyond);
                    }
                }
            }
        }
        count += 1;
    }
    (component, count)
}

/// The sector is wider than half a turn.
fn is_bend(domain: &Domain, corner: CornerId) -> bool {
    let first = domain.first_side(corner);
    let here = domain.point(corner);
    let from = domain.point(domain.side(first.next()).origin);
    if domain.twin(first).is_some() {
        return false; // surrounded by free space
    }
    let mut last = first;
    while let Some(further) = domain.twin(last.prev()) {
        last = further;
    }
    let to = domain.point(domain.side(last.prev()).origin);
    let side = orient(here, from, to);
    // On one line: either straight on (half a turn), or back along the same wall (a whole turn).
    side < 0.0 || side == 0.0 && (from - here).dot(to - here) > 0.0
}
