//! Which triangles are free: inside some area and inside no obstacle.
//!
//! Regions (triangles not separated by an input edge) are visited depth first from outside the world. Crossing an edge
//! changes the winding numbers of the rings that run along it; coming back undoes the change. A ring covers a region
//! where its winding number is not zero; a polygon covers it where its outer ring does and none of its holes. Linear in
//! the size of the mesh, however many rings overlap or nest.

use crate::layout::edges::RecordId;
use crate::layout::mesh::{Mesh, NONE};
use crate::layout::outlines::{Outlines, Role};
use wayfront_geometry::Checkpoints;

/// What the visit found.
pub(crate) struct Cover {
    /// Per triangle of the mesh.
    pub free: Vec<bool>,
    /// Pairs of obstacles (as shapes) that cover common ground: for each obstacle entered inside others, one of them.
    pub overlaps: Vec<[u32; 2]>,
    /// Per shape: it covers some region.
    pub has_area: Vec<bool>,
}

/// Winding numbers and what follows from them, at one place.
struct State<'a> {
    outlines: &'a Outlines,
    /// Per outline.
    winding: Vec<i32>,
    /// Per shape: how many of its holes cover the place.
    holes: Vec<u32>,
    /// Per shape: its outer ring covers the place.
    inside: Vec<bool>,
    areas: u32,
    /// Obstacles that cover the place, in no order, and where each stands in that list.
    obstacles: Vec<u32>,
    rank: Vec<u32>,
    /// Shapes that began to cover since the last triangle; some may have ceased again.
    entered: Vec<u32>,
}

impl<'a> State<'a> {
    fn outside(outlines: &'a Outlines) -> Self {
        let shapes = outlines.shapes.len();
        Self {
            outlines,
            winding: vec![0; outlines.outlines.len()],
            holes: vec![0; shapes],
            inside: vec![false; shapes],
            areas: 0,
            obstacles: Vec::new(),
            rank: vec![NONE; shapes],
            entered: Vec::new(),
        }
    }

    fn is_free(&self) -> bool {
        self.areas > 0 && self.obstacles.is_empty()
    }

    fn covers(&self, shape: u32) -> bool {
        self.inside[shape as usize] && self.holes[shape as usize] == 0
    }

    /// Steps over an edge. `record` is what the half-edge on this side carries.
    fn cross(&mut self, record: u32) {
        let against = if record & 1 == 1 { -1 } else { 1 };
        let outlines = self.outlines;
        for used in outlines.records.uses(RecordId(record >> 1)) {
            // From the left of the ring's direction to its right: out of what it encloses.
            self.wind(used.outline, -used.turns * against);
        }
    }

    fn wind(&mut self, outline: u32, turns: i32) {
        let what = self.outlines.outlines[outline as usize];
        if matches!(what.role, Role::Wall | Role::Gate) || turns == 0 {
            return;
        }
        let winding = &mut self.winding[outline as usize];
        let before = *winding != 0;
        *winding += turns;
        let after = *winding != 0;
        if before == after {
            return;
        }
        let covered = self.covers(what.shape);
        let shape = what.shape as usize;
        match what.role {
            Role::Outer => self.inside[shape] = after,
            _ if after => self.holes[shape] += 1,
            _ => self.holes[shape] -= 1,
        }
        if self.covers(what.shape) != covered {
            self.toggle(what.shape, !covered);
        }
    }

    fn toggle(&mut self, shape: u32, covered: bool) {
        if covered {
            self.entered.push(shape);
        }
        if self.outlines.shapes[shape as usize].is_area {
            self.areas = if covered { self.areas + 1 } else { self.areas - 1 };
        } else if covered {
            self.rank[shape as usize] = self.obstacles.len() as u32;
            self.obstacles.push(shape);
        } else {
            let rank = self.rank[shape as usize] as usize;
            self.obstacles.swap_remove(rank);
            if let Some(&moved) = self.obstacles.get(rank) {
                self.rank[moved as usize] = rank as u32;
            }
        }
    }
}

/// A region whose neighbours are being visited.
struct Frame {
    /// What was crossed to enter it.
    entered_by: u32,
    /// Its borders not yet visited begin here in the stack of borders.
    borders: usize,
}

/// Visits the whole mesh.
pub(crate) fn cover(mesh: &Mesh, outlines: &Outlines) -> Cover {
    let triangles = mesh.half_edges.len() / 3;
    let mut state = State::outside(outlines);
    let mut visit = Visit {
        mesh,
        seen: vec![false; triangles],
        borders: Vec::new(),
        open: Vec::new(),
        cover: Cover {
            free: vec![false; triangles],
            overlaps: Vec::new(),
            has_area: vec![false; outlines.shapes.len()],
        },
        overlaps: Vec::new(),
    };
    // Vertex 0 is a corner of the box: its triangles lie outside of everything.
    let mut frames = vec![Frame { entered_by: NONE, borders: 0 }];
    visit.flood(mesh.leaving[0] / 3, &mut state);
    let mut checkpoints = Checkpoints::default();
    while let Some(frame) = frames.last() {
        checkpoints.pass();
        if visit.borders.len() > frame.borders {
            let h = visit.borders[visit.borders.len() - 1];
            visit.borders.pop();
            let across = mesh.twin(h) / 3;
            if visit.seen[across as usize] {
                continue;
            }
            let record = mesh.records[h as usize];
            state.cross(record);
            frames.push(Frame { entered_by: record, borders: visit.borders.len() });
            visit.flood(across, &mut state);
        } else {
            if frame.entered_by != NONE {
                state.cross(frame.entered_by ^ 1);
            }
            frames.pop();
        }
    }
    Cover { overlaps: once_each(&visit.overlaps), ..visit.cover }
}

/// Each pair once, in the order in which they were found.
fn once_each(pairs: &[[u32; 2]]) -> Vec<[u32; 2]> {
    // Numbers are compared faster than pairs.
    let key = |&[a, b]: &[u32; 2]| u64::from(a) << 32 | u64::from(b);
    let mut numbered: Vec<(u64, u32)> = pairs.iter().map(key).zip(0..).collect();
    numbered.sort_unstable();
    numbered.dedup_by_key(|(key, _)| *key);
    let mut firsts: Vec<u32> = numbered.into_iter().map(|(_, number)| number).collect();
    firsts.sort_unstable();
    firsts.into_iter().map(|number| pairs[number as usize]).collect()
}

struct Visit<'a> {
    mesh: &'a Mesh,
    seen: Vec<bool>,
    /// Constrained half-edges of the regions on the way here, seen from inside the region.
    borders: Vec<u32>,
    /// Triangles of the region being marked; empty between regions.
    open: Vec<u32>,
    cover: Cover,
    /// Pairs of obstacles that overlap, as often as they are found.
    overlaps: Vec<[u32; 2]>,
}

impl Visit<'_> {
    /// Marks the region around triangle `first`, and stacks its borders.
    fn flood(&mut self, first: u32, state: &mut State) {
        let free = state.is_free();
        self.note(state);
        let mut open = std::mem::take(&mut self.open);
        open.push(first);
        self.seen[first as usize] = true;
        while let Some(t) = open.pop() {
            self.cover.free[t as usize] = free;
            for h in 3 * t..3 * t + 3 {
                let twin = self.mesh.twin(h);
                if twin == NONE || self.seen[(twin / 3) as usize] {
                    continue;
                }
                if self.mesh.is_constrained(h) {
                    self.borders.push(h);
                } else {
                    self.seen[(twin / 3) as usize] = true;
                    open.push(twin / 3);
                }
            }
        }
        self.open = open;
    }

    fn note(&mut self, state: &mut State) {
        if let &[.., first, second] = state.obstacles.as_slice() {
            self.overlaps.push([first.min(second), first.max(second)]);
        }
        while let Some(shape) = state.entered.pop() {
            self.cover.has_area[shape as usize] |= state.covers(shape);
        }
    }
}
