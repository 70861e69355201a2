//! Outlines put into a mesh: all at once, or some on top of others.
//!
//! At once, sites are inserted in rounds along Hilbert's curve before any edge is held. On top, each site is inserted
//! into a mesh that holds edges already: what lies far away does not change.

use crate::layout::edges::RecordId;
use crate::layout::fit::Fit;
use crate::layout::mesh::{BOX_CORNERS, Crossing, Mesh, TooManyCrossings};
use crate::layout::outlines::{Outlines, named};
use crate::tables::domain::rounding;
use crate::tables::report::Repair;
use wayfront_geometry::{Bounds, Checkpoints, Point, checkpoint};
use wayfront_world::{Field, Place, World};

/// A mesh that holds the edges of outlines.
pub(crate) struct Layout {
    pub outlines: Outlines,
    pub mesh: Mesh,
    pub crossings: Vec<Crossing>,
}

impl Layout {
    /// All `outlines` at once, in a mesh with space for what is inside `bounds`, and a little around.
    pub fn of(outlines: Outlines, bounds: &Bounds) -> Result<Self, TooManyCrossings> {
        let mut mesh = Mesh::around(bounds, outlines.sites.len());
        mesh.triangulate(&outlines.sites);
        let mut layout = Self { outlines, mesh, crossings: Vec::new() };
        let edges: Vec<[u32; 2]> = std::mem::take(&mut layout.outlines.edges);
        let mut checkpoints = Checkpoints::default();
        for (k, edge) in edges.iter().enumerate() {
            checkpoints.pass();
            layout.hold(edge.map(|site| site + BOX_CORNERS as u32), RecordId(k as u32))?;
        }
        layout.outlines.edges = edges;
        if !layout.crossings.is_empty() {
            layout.mesh.settle_all();
        }
        Ok(layout)
    }

    /// More outlines, which must lie inside the mesh.
    pub fn add(&mut self, more: &Outlines) -> Result<(), TooManyCrossings> {
        let known = self.crossings.len();
        let records = self.outlines.append(more);
        let mut near = 0;
        let vertices: Vec<u32> = more
            .sites
            .iter()
            .map(|&site| {
                let v = self.mesh.insert(site, near);
                near = self.mesh.leaving[v as usize];
                v
            })
            .collect();
        checkpoint();
        for (edge, record) in more.edges.iter().zip(records) {
            self.hold(edge.map(|site| vertices[site as usize]), record)?;
        }
        self.settle_crossings(known);
        Ok(())
    }

    fn hold(&mut self, [a, b]: [u32; 2], record: RecordId) -> Result<(), TooManyCrossings> {
        self.mesh.constrain(a, b, record, &mut self.outlines.records, &mut self.crossings)
    }

    /// Makes the mesh Delaunay again around the crossings from the `known`-th on.
    fn settle_crossings(&mut self, known: usize) {
        for crossing in &self.crossings[known..] {
            self.mesh.settle_around(crossing.vertex);
        }
        self.mesh.settle_postponed();
    }

    /// Gates as chains of edges. Says what had to be moved to fit them.
    pub fn add_gates(&mut self, world: &World, gates: &[[Point; 2]]) -> Result<Vec<Repair>, TooManyCrossings> {
        let rounding = rounding(&self.outlines.bounds);
        let known = self.crossings.len();
        let mut fit = Fit::new(&mut self.mesh, &mut self.outlines, &mut self.crossings, rounding);
        let mut fitted = Vec::new();
        for (k, &segment) in gates.iter().enumerate() {
            fitted.extend(fit.gate(k as u32, segment, gate_place(world, segment))?);
        }
        self.settle_crossings(known);
        Ok(fitted)
    }
}

/// The barrier or the door that a gate stands for; the scene if there is none.
fn gate_place(world: &World, segment: [Point; 2]) -> Place {
    let barriers = world.barriers.iter().map(|b| (b.segment, b.place)).enumerate();
    let doors = world.doors.iter().map(|d| (d.segment, d.place)).enumerate();
    let barriers = barriers.map(|(k, (at, place))| (at, named(place, Field::Barriers, k)));
    let doors = doors.map(|(k, (at, place))| (at, named(place, Field::Doors, k)));
    barriers.chain(doors).find(|&(at, _)| at == segment).map_or(Place::default(), |(_, place)| place)
}
