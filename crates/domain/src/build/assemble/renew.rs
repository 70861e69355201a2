//! The domain of a mesh that differs little from one whose domain is known.
//!
//! A triangle that has the same vertices, neighbours and edges as before, and is as free, is *the same*; the vertices of
//! all others are *touched*. Sectors change at touched vertices only, so every row about a triangle without a touched
//! vertex is copied with new numbers, and only the rest is computed. Kept corners and triangles stay in their order, new
//! ones follow. Linear like [`assemble`](super::assemble), but with a copy for each triangle instead of a computation.

use super::{Corners, MANY, Sight, Slots, assemble, bent_walls, both, completed, components, face_of, gates};
use crate::layout::cover::{Cover, cover};
use crate::layout::lay::Layout;
use crate::layout::mesh::{BOX_CORNERS, Mesh, NONE, next};
use crate::layout::outlines::Outlines;
use crate::tables::domain::{Domain, NO_SIDE, Side};
use crate::tables::faces::Face;
use crate::tables::ids::{CornerId, SideId};
use crate::tables::report::RepairReport;

/// A mesh and its domain, kept to make others from.
pub(crate) struct Before {
    pub mesh: Mesh,
    free: Vec<bool>,
    domain: Domain,
    slots: Slots,
    /// Per point of the domain: its vertex in the mesh.
    vertices: Vec<u32>,
}

impl Before {
    pub fn of(layout: &Layout) -> Self {
        let (mesh, outlines) = (layout.mesh.clone(), &layout.outlines);
        let cover = cover(&mesh, outlines);
        let assembled = assemble(&mesh, &cover, outlines, RepairReport::default());
        let (domain, slots) = (assembled.domain, assembled.slots);
        let mut vertices = vec![NONE; domain.points.len()];
        for (slot, &t) in slots.triangles.iter().enumerate() {
            for k in 0..3 {
                vertices[domain.sides[3 * slot + k].origin.index()] = mesh.origin(3 * t + k as u32);
            }
        }
        Self { mesh, free: cover.free, domain, slots, vertices }
    }

    /// The triangle was there before, and nothing about it has changed.
    fn is_same(&self, t: usize, mesh: &Mesh, cover: &Cover) -> bool {
        let rows = 3 * t..3 * t + 3;
        self.mesh.half_edges.get(rows.clone()) == Some(&mesh.half_edges[rows.clone()])
            && self.mesh.records[rows.clone()] == mesh.records[rows]
            && self.free[t] == cover.free[t]
    }

    /// Per vertex: some triangle around it was changed or is new.
    fn touched(&self, mesh: &Mesh, cover: &Cover) -> Vec<bool> {
        let mut touched = vec![false; mesh.points.len()];
        for t in (0..mesh.half_edges.len() / 3).filter(|&t| !self.is_same(t, mesh, cover)) {
            for h in 3 * t..3 * t + 3 {
                touched[mesh.half_edges[h].origin as usize] = true;
                if let Some(before) = self.mesh.half_edges.get(h) {
                    touched[before.origin as usize] = true;
                }
            }
        }
        touched
    }

    /// The domain of a mesh that was made from this one by adding to it.
    pub fn renewed(&self, mesh: &Mesh, cover: &Cover, outlines: &Outlines, report: RepairReport) -> Domain {
        let sight = Sight { mesh, cover, outlines };
        let renewal = Renewal::of(self, sight);
        let slots = &renewal.slots;
        let is_large = mesh.half_edges.len() >= MANY;
        let ((faces, grid), (sides, gates, components)) = both(
            is_large,
            || (renewal.faces(), self.domain.grid.renumbered(&renewal.moved)),
            || {
                let sides = renewal.sides();
                let gates = gates(&renewal.sight, slots, &sides, renewal.corner_count);
                let components = components(&sides[..3 * slots.free as usize], &gates);
                (sides, gates, components)
            },
        );
        let (components, component_count) = components;
        completed(Domain {
            fans: renewal.corners.fans.iter().map(|&h| slots.side(h)).collect(),
            points: renewal.corners.points,
            corners: renewal.corner_count,
            sides,
            faces,
            free: slots.free,
            bends: renewal.bends,
            components,
            component_count,
            triangle_width: 0.0,
            has_slivers: false,
            bounds: outlines.bounds,
            grid,
            gates,
            bent_walls: bent_walls(&renewal.sight, slots),
            report,
        })
    }
}

/// New numbers for old things, and the things that are new.
struct Renewal<'a> {
    before: &'a Before,
    sight: Sight<'a>,
    /// Per vertex.
    touched: Vec<bool>,
    /// Corners first, kept ones before new ones; then vertices without free sector.
    corners: Corners,
    corner_count: u32,
    /// Of the kept corners.
    bends: Vec<bool>,
    /// Per point of the domain before: its new number, [`NONE`] at touched vertices.
    ids: Vec<u32>,
    /// Per touched vertex: one of its points.
    id_of_vertex: Vec<u32>,
    slots: Slots,
    /// Per slot before: the slot of the same triangle.
    moved: Vec<u32>,
}

impl<'a> Renewal<'a> {
    fn of(before: &'a Before, sight: Sight<'a>) -> Self {
        let (mesh, cover) = (sight.mesh, sight.cover);
        let slots = renewed_order(&before.slots, cover, mesh.half_edges.len() / 3);
        let capacity = mesh.points.len() + before.domain.points.len();
        let mut renewal = Self {
            before,
            touched: before.touched(mesh, cover),
            corners: Corners {
                points: Vec::with_capacity(capacity),
                fans: Vec::with_capacity(capacity),
                of_side: vec![NONE; mesh.half_edges.len()],
            },
            corner_count: 0,
            bends: Vec::with_capacity(capacity),
            ids: vec![NONE; before.domain.points.len()],
            id_of_vertex: vec![NONE; mesh.points.len()],
            moved: before.slots.triangles.iter().map(|&t| slots.of_triangle[t as usize]).collect(),
            slots,
            sight,
        };
        renewal.keep_corners();
        renewal.add_corners();
        renewal.add_blocked_vertices();
        renewal
    }

    fn keep_corners(&mut self) {
        let Domain { corners, points, fans, bends, .. } = &self.before.domain;
        for c in (0..*corners as usize).filter(|&c| !self.touched[self.before.vertices[c] as usize]) {
            self.ids[c] = self.corners.points.len() as u32;
            self.corners.points.push(points[c]);
            self.corners.fans.push(3 * self.before.slots.triangles[(fans[c] / 3) as usize] + fans[c] % 3);
            self.bends.push(bends[c]);
        }
    }

    fn add_corners(&mut self) {
        for v in (BOX_CORNERS..self.touched.len()).filter(|&v| self.touched[v]) {
            let first = self.corners.points.len();
            self.corners.add_sectors(&self.sight, v as u32);
            if self.corners.points.len() > first {
                self.id_of_vertex[v] = first as u32;
            }
        }
        self.corner_count = self.corners.points.len() as u32;
    }

    fn add_blocked_vertices(&mut self) {
        let Domain { corners, points, .. } = &self.before.domain;
        for id in (*corners as usize..points.len()).filter(|&id| !self.touched[self.before.vertices[id] as usize]) {
            self.ids[id] = self.corners.points.len() as u32;
            self.corners.points.push(points[id]);
        }
        for v in (0..self.touched.len()).filter(|&v| self.touched[v]) {
            if self.id_of_vertex[v] == NONE {
                self.id_of_vertex[v] = self.corners.points.len() as u32;
                self.corners.points.push(self.sight.mesh.point(v as u32));
            }
        }
    }

    fn is_stale(&self, t: u32) -> bool {
        (3 * t..3 * t + 3).any(|h| self.touched[self.sight.mesh.origin(h) as usize])
    }

    /// The new number of a side of a triangle that was there before.
    fn moved_side(&self, side: u32) -> u32 {
        if side == NO_SIDE { NO_SIDE } else { 3 * self.moved[(side / 3) as usize] + side % 3 }
    }

    fn sides(&self) -> Vec<Side> {
        let mut sides = Vec::with_capacity(self.sight.mesh.half_edges.len());
        for &t in &self.slots.triangles {
            if self.is_stale(t) {
                sides.extend((3 * t..3 * t + 3).map(|h| self.new_side(h)));
            } else {
                let first = 3 * self.before.slots.of_triangle[t as usize] as usize;
                sides.extend(self.before.domain.sides[first..first + 3].iter().map(|side| Side {
                    origin: CornerId(self.ids[side.origin.index()]),
                    twin: SideId(self.moved_side(side.twin.0)),
                    length: side.length,
                }));
            }
        }
        sides
    }

    fn new_side(&self, h: u32) -> Side {
        let mesh = self.sight.mesh;
        let is_free = self.sight.is_free(h);
        let v = mesh.origin(h) as usize;
        let origin = if !self.touched[v] {
            // Only triangles that were there before have such vertices.
            self.ids[self.before.domain.sides[self.before.slots.side(h) as usize].origin.index()]
        } else if is_free {
            self.corners.of_side[h as usize]
        } else {
            self.id_of_vertex[v]
        };
        let twin = if is_free && self.sight.is_open(h) { self.slots.side(mesh.twin(h)) } else { NO_SIDE };
        let length = mesh.start(h).distance(mesh.start(next(h)));
        Side { origin: CornerId(origin), twin: SideId(twin), length }
    }

    fn faces(&self) -> Vec<Face> {
        let face = |&t: &u32| {
            if self.is_stale(t) {
                return face_of(self.sight.mesh, &self.slots, t);
            }
            let before = self.before.domain.faces[self.before.slots.of_triangle[t as usize] as usize];
            Face { points: before.points, beyond: before.beyond.map(|side| self.moved_side(side)), open: 0 }
        };
        self.slots.triangles.iter().map(face).collect()
    }
}

/// Free triangles in their order before, then new ones; then the others likewise.
fn renewed_order(before: &Slots, cover: &Cover, count: usize) -> Slots {
    let fresh = before.triangles.len() as u32..count as u32;
    let all = || before.triangles.iter().copied().chain(fresh.clone());
    let mut triangles: Vec<u32> = Vec::with_capacity(count);
    triangles.extend(all().filter(|&t| cover.free[t as usize]));
    let free = triangles.len() as u32;
    triangles.extend(all().filter(|&t| !cover.free[t as usize]));
    let mut of_triangle = vec![0; count];
    for (slot, &t) in triangles.iter().enumerate() {
        of_triangle[t as usize] = slot as u32;
    }
    Slots { of_triangle, triangles, free }
}
