//! Vertices and sides that border on free space, each once.

use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// A world farther away from the origin than this many times its size is computed relative to its corner: coordinates so
/// far out have few digits left.
const FAR_AWAY: f64 = 32.0;

/// A piece of an outline or wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub vertices: [u32; 2],
    /// The free side on the left of it, and that on its right.
    pub sides: [Option<SideId>; 2],
}

#[derive(Debug, Default)]
pub(crate) struct Outlines {
    /// Relative to `frame`.
    pub vertices: Vec<Point>,
    pub segments: Vec<Segment>,
    /// What was taken off all coordinates.
    pub frame: Point,
}

impl Outlines {
    pub fn of(domain: &Domain) -> Self {
        let frame = frame(domain);
        let solid = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
        let vertex_of = vertices(domain);
        // Sorted by lower vertex, which follows Hilbert's curve; the two sides of a wall come together.
        let mut sides: Vec<([u32; 2], SideId)> = solid
            .map(|side| {
                let [a, b] = domain.side_corners(side).map(|c| vertex_of[c.index()]);
                ([a.min(b), a.max(b)], side)
            })
            .collect();
        sides.sort_unstable();
        let mut outlines = Self { frame, ..Self::default() };
        let mut number = vec![u32::MAX; domain.corner_count()];
        let mut number_of = |corner: CornerId, vertices: &mut Vec<Point>| {
            let slot = &mut number[vertex_of[corner.index()] as usize];
            if *slot == u32::MAX {
                *slot = vertices.len() as u32;
                vertices.push(domain.point(corner) - frame);
            }
            *slot
        };
        for pair in sides.chunk_by(|a, b| a.0 == b.0) {
            let corners = domain.side_corners(pair[0].1);
            let vertices = corners.map(|c| number_of(c, &mut outlines.vertices));
            let sides = [Some(pair[0].1), pair.get(1).map(|second| second.1)];
            outlines.segments.push(Segment { vertices, sides });
        }
        outlines
    }
}

/// Per corner: the first sector of its vertex.
fn vertices(domain: &Domain) -> Vec<u32> {
    let mut of = Vec::with_capacity(domain.corner_count());
    for chunk in domain.corner_points().chunk_by(|a, b| a == b) {
        let first = of.len() as u32;
        of.extend(std::iter::repeat_n(first, chunk.len()));
    }
    of
}

fn frame(domain: &Domain) -> Point {
    let bounds = domain.bounds();
    let far = FAR_AWAY * bounds.size();
    let near = |least: f64| if least.abs() > far { least } else { 0.0 };
    Point::new(near(bounds.min.x), near(bounds.min.y))
}
