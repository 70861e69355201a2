//! What the mesh says about a half-edge or a vertex: whether one may walk over it, and what runs along it.

use crate::layout::cover::Cover;
use crate::layout::edges::RecordId;
use crate::layout::mesh::{Mesh, NONE, prev};
use crate::layout::outlines::{Outlines, Role};

/// The mesh and what is known about its triangles and edges.
pub(super) struct Sight<'a> {
    pub mesh: &'a Mesh,
    pub cover: &'a Cover,
    pub outlines: &'a Outlines,
}

impl Sight<'_> {
    #[inline]
    pub fn is_free(&self, h: u32) -> bool {
        self.cover.free[(h / 3) as usize]
    }

    /// One may walk from the triangle of `h`, which is free, over `h` into the next.
    #[inline]
    pub fn is_open(&self, h: u32) -> bool {
        let twin = self.mesh.twin(h);
        if twin == NONE || !self.is_free(twin) {
            return false;
        }
        let record = self.mesh.records[h as usize];
        record == NONE || !self.is_barred(record)
    }

    /// Apart, since edges with free space on both sides that carry anything are rare.
    #[cold]
    fn is_barred(&self, record: u32) -> bool {
        self.runs_along(record, &[Role::Wall, Role::Gate])
    }

    /// One may walk from the triangle of `h`, which is free, over `h` into the next, but only through a gate.
    pub fn is_gate(&self, h: u32) -> bool {
        let twin = self.mesh.twin(h);
        let record = self.mesh.records[h as usize];
        let has_gate = record != NONE && self.runs_along(record, &[Role::Gate]);
        has_gate && twin != NONE && self.is_free(twin) && !self.runs_along(record, &[Role::Wall])
    }

    /// The half-edges that leave a vertex inside the mesh's box.
    pub fn around(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.mesh.leaving[v as usize];
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let h = next?;
            next = Some(self.mesh.twin(prev(h))).filter(|&h| h != first && h != NONE);
            Some(h)
        })
    }

    /// No outline turns, ends or meets another at a vertex: at most one edge of the input passes through, and gates.
    /// Paths go around the end of a gate that ends at nothing, so that is a corner.
    pub fn is_made_by_gates(&self, v: u32) -> bool {
        let has_outline = |RecordId(id)| self.runs_along(id << 1, &[Role::Outer, Role::Hole, Role::Wall]);
        let (mut gates, mut outlines) = (0, Vec::new());
        for record in self.around(v).map(|h| self.mesh.records[h as usize]).filter(|&record| record != NONE) {
            let id = RecordId(record >> 1);
            gates += usize::from(self.runs_along(record, &[Role::Gate]));
            if has_outline(id) {
                // Gates come last.
                outlines.push(self.outlines.records.without(id, |added| !has_outline(added)));
            }
        }
        match outlines[..] {
            [] => gates > 1,
            [one, other] => one == other,
            _ => false,
        }
    }

    pub fn runs_along(&self, record: u32, roles: &[Role]) -> bool {
        self.outlines.along(RecordId(record >> 1)).any(|outline| roles.contains(&outline.role))
    }
}
