//! The field of a mesh as an archive for numpy.
//!
//! Arrays: `vertices` (f64, n by 3), `triangles` (u32, m by 3, numbers of vertices), `potential` (f64, n): 0 at the
//! goal, 1 at obstacles and where no route leads to the goal; and `depth` (f64, n), which is -ln (1 - potential).

use std::io::{self, Write};
use wayfront::surface::{SurfaceField, VertexId};
use wayfront::world::numpy::Archive;

pub fn write(field: &SurfaceField<'_>, out: impl Write) -> io::Result<()> {
    let mesh = field.mesh();
    let mut archive = Archive::new(out);
    let coordinates: Vec<f64> = mesh.points().iter().flat_map(|p| p.to_array()).collect();
    archive.add_items("vertices", "'<f8'", &[mesh.vertex_count(), 3], coordinates.iter().map(|x| x.to_le_bytes()))?;
    let corners = mesh.faces().as_flattened().iter().map(|v| v.to_le_bytes());
    archive.add_items("triangles", "'<u4'", &[mesh.face_count(), 3], corners)?;
    let count = mesh.vertex_count();
    let vertices = || (0..count as u32).map(VertexId);
    archive.add_items("potential", "'<f8'", &[count], vertices().map(|v| field.potential(v).to_le_bytes()))?;
    archive.add_items("depth", "'<f8'", &[count], vertices().map(|v| field.depth(v).to_le_bytes()))?;
    archive.finish()
}
